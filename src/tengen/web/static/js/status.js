// The status in one sentence: whose turn it is, or what the game waits for.
import { say, stopped } from "./words.js";

/** @typedef {import("./types.js").State} State */

/**
 * Return whether the viewer is to move; the first move may come before the opponent has.
 * @param {State} state
 */
export function isToMove(state) {
  return (state.phase === "playing" || state.phase === "waiting") && state.you.includes(state.to_play);
}

/**
 * @param {State} state
 * @param {number} now the server's time, in seconds
 * @returns {string}
 */
export function statusOf(state, now) {
  const status = state.status.replace(/\.$/, "");
  if (state.thinking) {
    const seconds = Math.max(0, Math.floor(now - state.thinking.since));
    return state.thinking.queued
      ? say("Computer is waiting for the engine, {seconds} s.", { seconds })
      : say("{status}, {seconds} s.", { status, seconds });
  }
  return stopped(status, !state.you.length && say("You are watching."));
}
