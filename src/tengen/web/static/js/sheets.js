// Sheets of the account page: a heading, lines, buttons with error messages, and inline questions.
import { Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { Cancelled } from "./passkeys.js";
import { say } from "./words.js";

/**
 * Make a sheet with a heading.
 * @param {string} title
 * @param {...(Node | string)} children
 */
export function sheet(title, ...children) {
  return make("section", { class: "sheet" }, make("h2", {}, title), ...children);
}

/**
 * @param {string} text
 */
export function line(text) {
  return make("p", { class: "small muted" }, text);
}

/**
 * Make a button that runs an action, disabled meantime, and shows its error.
 * @param {string} text
 * @param {() => Promise<unknown>} deed
 * @param {Record<string, string>} [attributes]
 */
export function button(text, deed, attributes = {}) {
  const made = make("button", { type: "button", ...attributes, click: () => tried(made, deed) }, text);
  return made;
}

/**
 * Make a form with one field, whose button runs an action on its text.
 * @param {{label: string, value?: string, submit: string, type?: string, autocomplete?: string, first?: boolean, most?: number}} how
 * @param {(value: string) => Promise<unknown>} deed
 */
export function field(how, deed) {
  const { label, value = "", type = "text", autocomplete = "off", most = 40 } = how;
  const input = make("input", { type, value, autocomplete, maxlength: most, required: type === "email" });
  const submit = make("button", { type: "submit", class: how.first ? "first" : null }, how.submit);
  const form = make("form", {}, make("label", {}, label, input), submit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tried(submit, () => deed(input.value));
  });
  return form;
}

/**
 * Ask inline before something irreversible.
 * @param {HTMLElement} place
 * @param {{question: string, yes: string, no: string}} words
 * @param {() => Promise<unknown>} deed
 */
export function askFirst(place, words, deed) {
  const back = document.activeElement;
  const close = () => {
    asked.remove();
    if (back instanceof HTMLElement) back.focus();
  };
  const asked = make("div", { class: "asked", role: "group", "aria-label": words.question },
    make("p", {}, words.question),
    make("div", { class: "row" },
      button(words.yes, async () => {
        await deed();
        asked.remove();
      }, { class: "first", "data-answer": "yes" }),
      make("button", { type: "button", "data-answer": "no", click: close }, words.no)));
  for (const old of document.querySelectorAll(".account .asked")) old.remove();
  place.after(asked);
  asked.querySelector("button")?.focus();
}

/**
 * Show a text in the page's place for notes.
 * @param {string} text
 */
export function tell(text) {
  setText(byId("note"), text);
}

/**
 * Run an action once, and show its error.
 * @param {HTMLButtonElement} pressed
 * @param {() => Promise<unknown>} deed
 */
async function tried(pressed, deed) {
  if (pressed.getAttribute("aria-disabled") === "true") return;
  pressed.setAttribute("aria-disabled", "true");
  tell("");
  try {
    await deed();
  } catch (error) {
    tell(trouble(error));
  } finally {
    pressed.removeAttribute("aria-disabled");
  }
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function trouble(error) {
  if (error instanceof Cancelled) {
    return error.why === "known" ? say("This device has a passkey for this account already.")
      : say("No passkey was chosen. Nothing has changed.");
  }
  if (error instanceof Refused) return error.message;
  throw error;
}

/**
 * Format a day in the page's language.
 * @param {number} at seconds since 1970
 */
export function day(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(at * 1000);
}
