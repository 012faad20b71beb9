// An optional prompt for a name, before the first contact with other players.
import { ask, Refused } from "./api.js";
import { make, setText } from "./dom.js";
import { ready, say } from "./words.js";

/**
 * @typedef {object} DoorHooks
 * @property {(name: string) => void} named a name was given, or a guest's taken
 * @property {boolean} [stays] whether to keep showing the name, with a way to change it
 * @property {string} question the text of the prompt
 */

/**
 * Ask a visitor without a name for one; show the name if it `stays`.
 * @param {HTMLElement} frame
 * @param {DoorHooks} hooks
 */
export async function atTheDoor(frame, hooks) {
  await ready;
  const me = await ask("GET", "/api/me").catch(() => null);
  if (!me) return;
  if (!me.name) showQuestion(frame, hooks, "");
  else if (hooks.stays) showName(frame, hooks, me.name);
}

/**
 * @param {HTMLElement} frame
 * @param {DoorHooks} hooks
 * @param {string} name
 */
function showName(frame, hooks, name) {
  const change = () => {
    showQuestion(frame, hooks, name);
    frame.querySelector("input")?.focus();
  };
  frame.hidden = false;
  frame.replaceChildren(make("p", {}, say("Your name is {name}.", { name }), " ",
    make("button", { type: "button", class: "inline", click: change }, say("Change"))));
}

/**
 * @param {HTMLElement} frame
 * @param {DoorHooks} hooks
 * @param {string} before the current name, if any
 */
function showQuestion(frame, hooks, before) {
  const field = make("input", { id: "door-name", maxlength: 40, autocomplete: "nickname", value: before });
  const told = make("span", { class: "small", role: "status" });
  const answer = async (/** @type {() => Promise<{name: string | null}>} */ work) => {
    try {
      const { name } = await work();
      if (!name) {
        setText(told, say("Write a name first, or stay a guest."));
        return;
      }
      const focused = frame.contains(document.activeElement);
      if (hooks.stays) showName(frame, hooks, name);
      else frame.hidden = true;
      if (focused) frame.querySelector("button")?.focus();
      hooks.named(name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(told, error.message);
    }
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!field.value.trim()) setText(told, say("Write a name first, or stay a guest."));
    else answer(() => ask("PUT", "/api/me", { name: field.value }));
  };
  frame.hidden = false;
  frame.replaceChildren(make("form", { submit: send },
    make("label", { for: "door-name" }, hooks.question),
    field,
    make("button", { type: "submit" }, say("Use this name")),
    make("button", { type: "button", click: () => answer(() => ask("POST", "/api/me/guest")) }, say("Stay a guest")),
    told));
}
