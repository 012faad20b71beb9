// A game from the new-game form, offered to anyone in the lobby.
import { ask, goTo } from "./api.js";
import { say } from "./words.js";

/**
 * Offer a game in the lobby and go there; show errors in their place on the page.
 * @param {Record<string, unknown>} choice as /api/games reads it
 * @param {HTMLElement} trouble
 */
export async function offerToAnyone({ variant, board, axes, colour, clock, toml, graph, rated }, trouble) {
  if (toml || graph) return tell(trouble, say("Only games with known rules on named boards can be offered to anyone. For a game of your own, send a friend the link."));
  await makeAndGo("/api/lobby/challenges", { variant, board, axes, colour, clock, rated }, trouble);
}

/**
 * Create an item and go there; show errors in their place on the page.
 * @param {string} path
 * @param {Record<string, unknown>} wanted
 * @param {HTMLElement} trouble
 */
export async function makeAndGo(path, wanted, trouble) {
  trouble.hidden = true;
  const why = await goTo(() => ask("POST", path, wanted));
  if (why) tell(trouble, why);
}

/** @param {HTMLElement} trouble @param {string} text */
function tell(trouble, text) {
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.scrollIntoView({ block: "nearest" });
}
