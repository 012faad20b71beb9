// Where one goes from a game that is over: to its review, or to the game that repeats it.
import { ask, Refused } from "./api.js";
import { levelAfter } from "./following.js";
import { reviewOf } from "./ownproblems.js";
import { msg, say } from "./words.js";

/**
 * Open the review of a game, the one that was begun for it if there is one; return why that failed.
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function openReview(game) {
  return await goneTo(msg("The review could not be opened: {text}"), async () => {
    return { url: `/r/${await reviewFor(game)}` };
  });
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
  return await goneTo(msg("Another game could not be begun: {text}"), () => ask("POST", `/api/games/${game}/rematch`, { level: levelAfter(game) }));
}

/**
 * Go to what is made; return why it was not.
 * @param {string} failed says why, with {text}
 * @param {() => Promise<{url: string}>} make
 */
async function goneTo(failed, make) {
  try {
    const made = await make();
    location.assign(made.url);
    return "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return say(failed, { text: error.message });
  }
}
