// A tournament's page: this script replaces it by the server's new version after each change.
import { ask, whyFailed } from "./api.js";
import { byId, setText } from "./dom.js";
import { Line } from "./line.js";
import { ready, say } from "./words.js";

const id = byId("tournament").dataset.id ?? "";
const PATH = `/api/tournaments/${id}`;
/** Milliseconds over which viewers spread their reloads, which also joins several changes. */
const SPREAD = 1000;
let asked = 0;
let waiting = 0;

/** Fetch and show the page, keeping text being typed. */
async function renew() {
  clearTimeout(waiting);
  waiting = 0;
  const mine = ++asked;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tournament");
  if (!found || mine !== asked) return;
  const typed = /** @type {HTMLInputElement | null} */ (document.querySelector("#join input"))?.value;
  const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.do;
  const writes = document.activeElement?.matches("#join input");
  found.querySelector("#notice")?.replaceWith(byId("notice"));
  byId("tournament").replaceChildren(...found.childNodes);
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#join input"));
  if (field && typed) field.value = typed;
  if (writes) field?.focus();
  else if (focus) /** @type {HTMLElement | null} */ (document.querySelector(`[data-do="${focus}"]`))?.focus();
}

/** Fetch the page soon, or once it is visible. */
function renewSoon() {
  waiting ||= window.setTimeout(() => {
    waiting = 0;
    if (document.hidden) document.addEventListener("visibilitychange", renew, { once: true });
    else renew();
  }, SPREAD * Math.random());
}

/**
 * Run an action, and show its result or error.
 * @param {"POST" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function act(method, path, body) {
  setText(byId("notice"), "");
  try {
    const { url } = await ask(method, `${PATH}/${path}`, body);
    if (path.startsWith("games/")) location.assign(url);
    else await renew();
  } catch (error) {
    setText(byId("notice"), whyFailed(error));
  }
}

byId("tournament").addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (button?.id === "copy") {
    await navigator.clipboard?.writeText(location.href);
    setText(button, say("Copied"));
  }
  if (!button?.dataset.do) return;
  if (button.dataset.sure) {
    setText(button, button.dataset.sure);
    delete button.dataset.sure;
    return;
  }
  const [method, path] = button.dataset.do.split(" ");
  await act(method === "POST" ? "POST" : "DELETE", path);
});
byId("tournament").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  act("POST", "players", { name: String(form.get("name")) });
});
ready.then(() => new Line({
  path: () => `${PATH}/live`,
  opened: renew,
  hear: (message) => message.type === "tournament" && renewSoon(),
  link: (link) => setText(byId("notice"), link === "back" ? "" : say("Connection lost. Trying again.")),
  closed: () => setText(byId("notice"), say("Tournament not found.")),
}).open());
