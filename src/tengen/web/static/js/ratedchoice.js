// The choice of a rated game, for visitors with an account.
import { byId } from "./dom.js";
import { recall } from "./memory.js";

/**
 * Show the choice if it is available.
 * @param {string} opponent
 */
export function showRated(opponent) {
  byId("rated-field").hidden = ["self", "tournament"].includes(opponent) || recall("account.base") === null;
}

/** @returns {{rated?: true}} the choice for /api/games */
export function ratedChoice() {
  const box = /** @type {HTMLInputElement} */ (byId("rated"));
  return box.checked && !byId("rated-field").hidden ? { rated: true } : {};
}
