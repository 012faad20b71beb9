// A game from the form for new games, offered to anyone: it stands in the lobby.
import { ask, Refused } from "./api.js";
import { say } from "./words.js";

/**
 * Offer a game in the lobby and go there; what is wrong is said where the page has a place for it.
 * @param {Record<string, unknown>} choice as /api/games reads it
 * @param {HTMLElement} trouble
 */
export async function offerToAnyone({ variant, board, axes, colour, clock, toml, graph, rated }, trouble) {
  trouble.hidden = true;
  try {
    if (toml || graph) throw new Refused("own-rules", say("Only games by known rules on named boards are offered to anyone; send a friend the link of a game by your own."), 0);
    await ask("POST", "/api/lobby/challenges", { variant, board, axes, colour, clock, rated });
    location.assign("/lobby");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble.textContent = error.message;
    trouble.hidden = false;
    trouble.scrollIntoView({ block: "nearest" });
  }
}
