// Ways on from a finished game: its review, or a rematch.
import { ask, goTo } from "./api.js";
import { levelAfter } from "./following.js";
import { reviewOf } from "./ownproblems.js";
import { say } from "./words.js";

/**
 * Open the existing or a new review of a game; return an error message.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function openReview(game) {
  const why = await goTo(async () => ({ url: `/r/${await reviewFor(game)}` }));
  return why && say("Could not open the review: {text}", { text: why });
}

/**
 * Return the existing review of a game, or a new one.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function reviewFor(game) {
  const begun = reviewOf(game)?.review;
  const kept = begun && (await ask("GET", `/api/reviews/${begun}?tree=false`).catch(() => null)); // servers delete old ones
  return kept ? kept.id : (await ask("POST", "/api/reviews", { game })).id;
}

/**
 * Start a rematch, at the level that follows the results; return an error message.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function playAgain(game) {
  const why = await goTo(() => ask("POST", `/api/games/${game}/rematch`, { level: levelAfter(game) }));
  return why && say("Could not start another game: {text}", { text: why });
}
