// The board's mode in the current state of a game, and the intents of chosen points.
import { isToMove } from "./status.js";
import { lastTile } from "./story.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Intent} Intent */
/** @typedef {import("./types.js").Relations} Relations */

/**
 * @param {State} state
 * @param {{past: boolean, tao: boolean, relations: Relations | null}} how the view: a past position, a Tao
 *   stone in the hand, and the relations of wide stones
 * @returns {import("./board.js").Mode}
 */
export function modeOf(state, { past, tao, relations }) {
  const radius = state.board.radius;
  if (past) return { kind: "look", relations, radius, shown: null };
  const [fallen, shown] = [state.tiles?.fallen, lastTile(state)];
  if (isToMove(state)) {
    const illegal = tao ? state.tao_illegal : state.illegal;
    const { due, incursions } = (!tao && state.tiles) || {};
    const stone = tao ? "tao" : state.to_play;
    return { kind: "play", stone, illegal, closed: state.closed, radius, relations, due, incursions, fallen, shown };
  }
  const owners = state.score?.owners;
  if (state.phase === "counting" && state.you.length) return { kind: "mark", owners };
  return { kind: "look", relations, radius, owners, fallen, shown };
}

/**
 * @param {State} state
 * @param {string} label of the chosen point
 * @param {{tao: boolean, seki: boolean}} hand whether a Tao stone is in it, and whether seki is being marked
 * @returns {Intent}
 */
export function intentOf(state, label, { tao, seki }) {
  if (state.phase !== "counting") return { kind: "move", move: tao ? `tao ${label}` : label };
  if (seki) return { kind: "seki", stones: [label], seki: !state.seki?.stones.includes(label) };
  return { kind: "dead", stones: [label], dead: !state.dead.includes(label) };
}
