// Links to share: copied, sent by the device's share menu, or shown as a QR code.
import { make, setText } from "./dom.js";
import { qrCode } from "./qr.js";
import { ready, say } from "./words.js";

/**
 * Show a link with the ways to share it.
 * @param {string} link
 * @param {string} label of the field
 * @param {...(Node | string)} more what stands below the field
 */
export function linkBox(link, label, ...more) {
  const field = make("input", { id: "invite", readonly: true, value: link, focus: () => field.select() });
  const told = make("span", { class: "small muted", role: "status" });
  const code = qrCode(link, say("QR code of the link"));
  const copy = make("button", { type: "button", class: "first", click: () => copied(link, told, field) }, say("Copy"));
  const send = "share" in navigator ? [make("button", { type: "button", click: () => navigator.share({ url: link }).catch(() => {}) }, say("Send"))] : [];
  return make("div", { class: "link-box" },
    ...(code ? [code] : []),
    make("div", {},
      make("label", { for: "invite" }, label),
      make("div", { class: "copying" }, field, copy, ...send),
      ...more, told));
}

/**
 * Copy a link, or select it if copying is blocked.
 * @param {string} link
 * @param {Element} told
 * @param {HTMLInputElement} [field]
 */
export async function copied(link, told, field) {
  try {
    await navigator.clipboard.writeText(link);
    setText(told, say("Copied."));
  } catch {
    field?.focus();
    setText(told, field ? say("Press Ctrl+C to copy the link.") : link);
  }
}

/** A button with data-share sends or copies the address that it names, after all redirections. */
addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share]"));
  if (!button) return;
  await ready;
  const { url } = await fetch(button.dataset.share ?? "");
  const told = button.nextElementSibling ?? button;
  if (matchMedia("(pointer: coarse)").matches && "share" in navigator) await navigator.share({ url }).catch(() => {});
  else await copied(url, told);
});
