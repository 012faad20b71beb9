// One sentence: whose turn it is, or what is waited for.
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */

/**
 * Say whether the viewer is to move.
 * @param {State} state
 */
export function isToMove(state) {
  return state.phase === "playing" && state.you.includes(state.to_play);
}

/**
 * @param {State} state
 * @param {number} now the server's time, in seconds
 * @param {boolean} inviting whether there is a link for a friend to be sent
 * @returns {string}
 */
export function statusOf(state, now, inviting) {
  if (state.outcome && state.phase === "over") return state.outcome.text;
  if (state.phase === "waiting" && inviting) return say("game.waiting");
  if (state.thinking) {
    const seconds = Math.max(0, Math.floor(now - state.thinking.since));
    return say(state.thinking.queued ? "game.thinking_queued" : "game.thinking", { seconds });
  }
  if (state.you.length === 1 && isToMove(state)) return say("game.your_turn", { status: bare(state.status) });
  const told = `${bare(state.status)}.`;
  return state.you.length ? told : `${told} ${say("game.watching")}`;
}

/** @param {string} text a sentence, which loses its stop */
function bare(text) {
  return text.replace(/\.$/, "");
}
