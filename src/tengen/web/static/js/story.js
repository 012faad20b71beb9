// The last turn and warnings as text; captured stones stay marked until the next move.
import { make } from "./dom.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").PastState} PastState */

/**
 * Show the text of the present, or of a past position, without warnings.
 * @param {HTMLElement} line
 * @param {State | PastState} told
 * @param {boolean} past
 * @returns {boolean} whether it has changed
 */
export function tellStory(line, told, past) {
  const due = !past && "due" in told ? told.due : "";
  line.hidden = !told.happened && !due;
  line.classList.toggle("tile", !!due && "tiles" in told && !!told.tiles?.due);
  const text = `${told.happened} ${due}`;
  if (line.dataset.told === text) return false;
  line.dataset.told = text;
  line.replaceChildren(
    ...(told.happened ? [make("span", { class: "happened" }, told.happened)] : []),
    ...(told.happened && due ? [" "] : []),
    ...(due ? [make("strong", { class: "due" }, due)] : []),
  );
  return true;
}

/**
 * Return the tile laid by the last turn, if any, whose reason is shown automatically.
 * @param {State} state
 * @returns {import("./board.js").Shown | null}
 */
export function lastTile(state) {
  const tile = state.last ? state.tiles?.fallen[state.last] : null;
  return tile && tile.number === state.moves.length ? { region: tile.region, point: state.last ?? "" } : null;
}
