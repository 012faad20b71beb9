// Where one goes from a game that is over: to its review, or to the game that repeats it.
import { ask, goTo } from "./api.js";
import { levelAfter } from "./following.js";
import { reviewOf } from "./ownproblems.js";
import { say } from "./words.js";

/**
 * Open the review of a game, the one that was begun for it if there is one; return why that failed.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function openReview(game) {
  const why = await goTo(async () => ({ url: `/r/${await reviewFor(game)}` }));
  return why && say("Could not open the review: {text}", { text: why });
}

/**
 * Return the review that was begun for a game, or a new one.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function reviewFor(game) {
  const begun = reviewOf(game)?.review;
  const kept = begun && (await ask("GET", `/api/reviews/${begun}?tree=false`).catch(() => null)); // servers forget, too
  return kept ? kept.id : (await ask("POST", "/api/reviews", { game })).id;
}

/**
 * Play once more, by the same rules with the same player, at the level that follows; return why that failed.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function playAgain(game) {
  const why = await goTo(() => ask("POST", `/api/games/${game}/rematch`, { level: levelAfter(game) }));
  return why && say("Could not start another game: {text}", { text: why });
}
