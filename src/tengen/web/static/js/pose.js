// What pointing at the board of a game means, as the game stands, and what choosing a point then asks for.
import { isToMove } from "./status.js";
import { lastTile } from "./story.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Intent} Intent */
/** @typedef {import("./types.js").Relations} Relations */

/**
 * @param {State} state
 * @param {{past: boolean, tao: boolean, relations: Relations | null}} how one looks at it: a position of the past, a Tao
 *   stone in the hand, and how wide stones reach
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
 * @param {string} label of the point that was chosen
 * @param {{tao: boolean, seki: boolean}} hand whether a Tao stone is in it, and whether seki is being marked
 * @returns {Intent}
 */
export function intentOf(state, label, { tao, seki }) {
  if (state.phase !== "counting") return { kind: "move", move: tao ? `tao ${label}` : label };
  if (seki) return { kind: "seki", stones: [label], seki: !state.seki?.stones.includes(label) };
  return { kind: "dead", stones: [label], dead: !state.dead.includes(label) };
}
