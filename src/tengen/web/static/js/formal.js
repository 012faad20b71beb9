// The workbench for the formal rules: the server checks the input. This page does not know rules.
import { ask, Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { Picture } from "./picture.js";
import { onTheme, theme } from "./theme.js";
import { colourName, ready, say } from "./words.js";

/**
 * @typedef {object} Group
 * @property {"black" | "white"} colour
 * @property {string} name
 * @property {string[]} stones
 * @property {string[]} liberties
 * @property {string[][]} eyes
 * @property {boolean} safe
 * @property {boolean} alive
 * @property {boolean} dead
 */

/**
 * @typedef {object} Findings
 * @property {number} at
 * @property {number} last
 * @property {{postulate: number, where: number, what: string} | null} broken
 * @property {string[]} said
 * @property {Group[]} groups
 * @property {string} svg
 */

const form = /** @type {HTMLFormElement} */ (byId("formal"));
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const wrong = byId("wrong");

const narrow = matchMedia("(max-width: 799px)");

/** @param {string} id @returns {HTMLInputElement} */
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

await ready;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
for (const button of form.querySelectorAll(".tries button")) {
  button.addEventListener("click", () => take(/** @type {HTMLButtonElement} */ (button)));
}
onTheme(() => byId("found").hidden || check());

/** Fill the form with an example and check it. @param {HTMLButtonElement} button */
function take(button) {
  text.value = button.dataset.text ?? "";
  field("board").value = button.dataset.board ?? "";
  field("family").value = button.dataset.family ?? "";
  field("start").value = field("at").value = "";
  field("unfinished").checked = false;
  check();
}

async function check() {
  setText(wrong, "");
  if (!text.value.trim()) {
    setText(wrong, say("Nothing to check: write or paste a record or a configuration."));
    return;
  }
  const at = field("at").value.trim();
  const wish = {
    text: text.value,
    board: field("board").value.trim() || null,
    start: field("start").value.trim() || null,
    at: at ? Number(at) : null,
    family: field("family").value,
    finished: !field("unfinished").checked,
    theme: theme() === "dark" ? "dark" : "light",
  };
  try {
    show(await ask("POST", "/api/formal", wish));
    if (narrow.matches) byId("found").scrollIntoView();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("found").hidden = true;
    setText(wrong, error.message);
  }
}

/** @param {Findings} found */
function show(found) {
  byId("found").hidden = false;
  const first = found.said.findIndex((line) => line.includes(": score "));
  const verdict = found.said.slice(0, first).map((line) => make("p", {}, line));
  byId("verdict").replaceChildren(...verdict);
  byId("verdict").classList.toggle("forbidden", !!found.broken);
  const picture = new Picture(found.svg);
  picture.svg.setAttribute("aria-label", say("The configuration"));
  byId("picture").replaceChildren(picture.svg);
  showSteps(found);
  const rest = found.said.slice(first).filter((line) => !line.startsWith("  Black ") && !line.startsWith("  White "));
  byId("said").replaceChildren(...rest.map((line) => make("p", {}, line.trim())));
  byId("groups").replaceChildren(...(found.groups.length ? [tableOf(found.groups)] : []));
}

/** Show buttons to step through the configurations. @param {Findings} found */
function showSteps(found) {
  const frame = byId("steps");
  frame.hidden = found.last === 0;
  const button = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {number} */ to) =>
    make("button", { type: "button", class: "icon step", "aria-label": text, title: text,
      "aria-disabled": String(to < 0 || to > found.last), click: () => go(to, found.last, text) }, sign);
  frame.replaceChildren(
    button(say("Back one configuration"), "◀", found.at - 1),
    make("span", {}, say("Configuration {at} of {last}", { at: found.at, last: found.last })),
    button(say("Forward one configuration"), "▶", found.at + 1));
}

/** @param {number} to @param {number} last @param {string} text the button's */
async function go(to, last, text) {
  if (to < 0 || to > last) return;
  field("at").value = String(to);
  await check();
  /** @type {HTMLElement | null} */ (byId("steps").querySelector(`[aria-label="${text}"]`))?.focus();
}

/** @param {Group[]} groups */
function tableOf(groups) {
  const head = [say("Group"), say("Liberties"), say("Adjacent eyes"), say("Safe (1.20)"), say("Alive (Benson)")]
    .map((text) => make("th", { scope: "col" }, text));
  const yes = (/** @type {boolean} */ is) => make("td", { class: is ? "yes" : "no" }, is ? say("yes") : say("no"));
  const rows = groups.map((group) =>
    make("tr", {},
      make("th", { scope: "row" }, make("span", { class: `disc ${group.colour}` }), " ",
        `${colourName(group.colour)} ${group.name}${group.stones.length > 4 ? " …" : ""}`),
      make("td", {}, group.dead ? say("dead") : String(group.liberties.length)),
      make("td", {}, String(group.eyes.length)), yes(group.safe), yes(group.alive)));
  return make("table", { class: "figures" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}
