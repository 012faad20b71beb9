// A game from the form for new games, offered to anyone: it stands in the lobby.
import { ask, Refused } from "./api.js";
import { say } from "./words.js";

/**
 * Offer a game in the lobby and go there; what is wrong is said where the page has a place for it.
 * @param {Record<string, unknown>} choice as /api/games reads it
 * @param {HTMLElement} trouble
 */
export async function offerToAnyone({ variant, board, axes, colour, clock, toml, graph, rated }, trouble) {
  if (toml || graph) return tell(trouble, say("Only games by known rules on named boards are offered to anyone; send a friend the link of a game by your own."));
  await goTo("/api/lobby/challenges", { variant, board, axes, colour, clock, rated }, trouble);
}

/**
 * Make something and go there, or else to the lobby; what is wrong is said where the page has a place for it.
 * @param {string} path
 * @param {Record<string, unknown>} wanted
 * @param {HTMLElement} trouble
 */
export async function goTo(path, wanted, trouble) {
  trouble.hidden = true;
  try {
    const { url } = await ask("POST", path, wanted);
    location.assign(url ?? "/lobby");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(trouble, error.message);
  }
}

/** @param {HTMLElement} trouble @param {string} text */
function tell(trouble, text) {
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.scrollIntoView({ block: "nearest" });
}
