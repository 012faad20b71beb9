// Whether a game that is begun is rated: asked of those who have an account.
import { byId } from "./dom.js";
import { recall } from "./memory.js";

/**
 * Show the choice where there is one to make.
 * @param {string} opponent
 */
export function showRated(opponent) {
  byId("rated-field").hidden = ["self", "tournament"].includes(opponent) || recall("account.base") === null;
}

/** @returns {{rated?: true}} the choice as /api/games reads it */
export function ratedChoice() {
  const box = /** @type {HTMLInputElement} */ (byId("rated"));
  return box.checked && !byId("rated-field").hidden ? { rated: true } : {};
}
