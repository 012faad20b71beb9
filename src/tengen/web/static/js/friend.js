// Playing a friend in two clicks: the last game, or 9x9, and then the link on its page.
import { begin } from "./begin.js";
import { byId, setText } from "./dom.js";
import { recallObject, remember } from "./memory.js";

/** @typedef {{choice?: Record<string, unknown>, words?: string}} Last */

/** Store a game for the next time. @param {Record<string, unknown>} choice as /api/games reads it @param {string} words */
export function keepGame({ variant, board, axes, toml, graph, clock }, words) {
  remember("game", JSON.stringify({ choice: { variant, board, axes, toml, graph, clock }, words }));
}

/** Return the last game. @returns {Record<string, unknown>} */
export const lastGame = () => /** @type {Last} */ (recallObject("game")).choice ?? { variant: "chinese", board: "9" };

/** Let the button start a game with a friend. */
export function offerFriend() {
  const button = /** @type {HTMLButtonElement} */ (byId("friend"));
  const { words } = /** @type {Last} */ (recallObject("game"));
  if (words) setText(byId("friend-game"), words);
  button.addEventListener("click", () => begin({ ...lastGame(), opponent: { kind: "friend" } }, button, byId("trouble")));
}
