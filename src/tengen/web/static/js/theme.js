// Light, dark or automatic; the choice is stored.
import { recall, remember } from "./memory.js";

/** @typedef {"auto" | "light" | "dark"} Choice */

const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();
let choice = kept();

system.addEventListener("change", tell);

/** @returns {Choice} */
function kept() {
  const known = recall("theme");
  return known === "light" || known === "dark" ? known : "auto";
}

/** @returns {Choice} */
export function chosenTheme() {
  return choice;
}

/** @returns {"light" | "dark"} the current theme */
export function theme() {
  if (choice !== "auto") return choice;
  return system.matches ? "dark" : "light";
}

/** Switch to the next of automatic, light and dark. */
export function nextTheme() {
  choice = choice === "auto" ? "light" : choice === "light" ? "dark" : "auto";
  document.documentElement.dataset.theme = choice;
  remember("theme", choice === "auto" ? null : choice);
  tell();
}

/** Apply the stored theme, which may have come from another device. */
export function showTheme() {
  if (choice === kept()) return;
  choice = kept();
  document.documentElement.dataset.theme = choice;
  tell();
}

/** @param {() => void} listener is called when the theme may have changed */
export function onTheme(listener) {
  listeners.add(listener);
}

function tell() {
  for (const listener of listeners) listener();
}
