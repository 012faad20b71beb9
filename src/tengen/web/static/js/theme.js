// Light, dark or as the system has it; the choice is remembered.
import { recall, remember } from "./memory.js";

/** @typedef {"auto" | "light" | "dark"} Choice */

const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();
const known = recall("theme");
/** @type {Choice} */
let choice = known === "light" || known === "dark" ? known : "auto";

system.addEventListener("change", tell);

/** @returns {Choice} */
export function chosenTheme() {
  return choice;
}

/** @returns {"light" | "dark"} what is on the screen now */
export function theme() {
  if (choice !== "auto") return choice;
  return system.matches ? "dark" : "light";
}

/** Go on to the next of automatic, light and dark. */
export function nextTheme() {
  choice = choice === "auto" ? "light" : choice === "light" ? "dark" : "auto";
  document.documentElement.dataset.theme = choice;
  remember("theme", choice === "auto" ? null : choice);
  tell();
}

/** @param {() => void} listener is called when what is on the screen may have changed */
export function onTheme(listener) {
  listeners.add(listener);
}

function tell() {
  for (const listener of listeners) listener();
}
