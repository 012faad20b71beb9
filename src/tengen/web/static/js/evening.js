// The handicap for an even game between the player's own level and the computer's.
import { ask } from "./api.js";
import { byId } from "./dom.js";
import { recall, remember } from "./memory.js";
import { say } from "./words.js";

/** @typedef {{known: boolean, weaker: number, handicap: number, komi: number | null, enough: boolean, text: string}} Even */
/** @typedef {{variant: string, board: string, level: string}} Asked */

const own = /** @type {HTMLSelectElement} */ (byId("own-level"));
const take = /** @type {HTMLButtonElement} */ (byId("take-even"));
/** @type {Even | null} */
let found = null;
let asked = 0;

own.value = recall("own-level") ?? "";

/**
 * Show the handicap for an even game, if the player has given their level.
 * @param {Asked | null} game null: without a level, or without standard rules
 */
export async function showEven(game) {
  const mine = ++asked;
  byId("own-field").hidden = game === null;
  found = null;
  if (game && own.value) {
    const query = new URLSearchParams({ one: game.level, other: own.value, variant: game.variant, board: game.board });
    found = await ask("GET", `/api/even?${query}`).catch(() => null);
  }
  if (mine !== asked) return;
  byId("even-text").textContent = found ? (found.known ? found.text : say("The handicap for an even game has not been measured on this board.")) : "";
  byId("even-text").hidden = !found;
  take.hidden = !(found?.known && (found.handicap || found.komi !== null));
}

/**
 * Call back when the handicap is accepted, and when the player's level changes.
 * @param {(even: Even, colour: string) => void} taken
 * @param {() => void} changed
 */
export function onEven(taken, changed) {
  take.addEventListener("click", () => {
    if (found) taken(found, String(found.weaker) === own.value ? "black" : "white");
  });
  own.addEventListener("change", () => {
    remember("own-level", own.value || null);
    changed();
  });
}
