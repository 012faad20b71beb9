// An option: the computer's level follows the player's results in this browser.
import { ask } from "./api.js";
import { recall, recallObject, remember } from "./memory.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{counts: boolean, level: number | null, run: number}} NextLevel */
/** @typedef {{on?: boolean, run?: number, game?: string, level?: number}} Kept the last counted game, and its effect */

/** @returns {Kept} */
const kept = () => recallObject("following");

/** @returns {boolean} */
export const follows = () => kept().on === true;

/** Turn following on or off. @param {boolean} on */
export function follow(on) {
  remember("following", on ? JSON.stringify({ on: true, run: 0 }) : null);
}

/** Start afresh at a manually chosen level. */
export function chosenByHand() {
  if (follows()) follow(true);
}

/** @param {string} game @returns {number | undefined} the computer's level in the next game */
export function levelAfter(game) {
  const { on, game: last, level } = kept();
  return on && last === game ? level : undefined;
}

/**
 * Count a finished game once, if it ended here; return the new level if it has changed.
 * @param {State} state
 * @param {boolean} seen whether it was played on this page
 * @returns {Promise<number | null>}
 */
export async function followed(state, seen) {
  const computer = state.players[state.you[0] === "black" ? "white" : "black"];
  if (!follows() || state.you.length !== 1 || computer.kind !== "computer") return null;
  const known = kept();
  if (known.game !== state.id) {
    if (!seen) return null;
    const run = recall("level") === String(computer.level) ? Number(known.run) || 0 : 0;
    /** @type {NextLevel | null} */
    const found = await ask("GET", `/api/games/${state.id}/next-level?run=${run}`).catch(() => null);
    if (!found?.counts || !found.level) return null;
    remember("following", JSON.stringify({ on: true, run: found.run, game: state.id, level: found.level }));
    remember("level", String(found.level));
    known.level = found.level;
  }
  return known.level && known.level !== computer.level ? known.level : null;
}
