// A rated game's note, both ratings, and their changes.
import { ask } from "./api.js";
import { byId, setText } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{rating: number, provisional: boolean, before?: number, after?: number}} Rating */
/** @typedef {{black?: Rating, white?: Rating}} Ratings */

/** Milliseconds between checks whether a finished game has been counted, and their number. */
const PAUSE = 700;
const LOOKS = 6;

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function ratedPart(table) {
  let asked = "";
  return {
    show(state) {
      const line = byId("rated");
      line.hidden = !state.rated;
      const phase = state.phase === "over" || state.phase === "waiting" ? state.phase : "playing";
      if (!state.rated || asked === phase) return;
      asked = phase;
      if (phase === "over") tellChange(table.id, line, LOOKS);
      else tellRatings(table.id, line);
    },
  };
}

/**
 * @param {string} game
 * @param {HTMLElement} line
 */
async function tellRatings(game, line) {
  const { black, white } = await fetched(game);
  const both = black && white && say("Rated game: no move is taken back. Black is rated {black}, White {white}.", { black: shown(black), white: shown(white) });
  setText(line, both ?? say("Rated game: no move is taken back."));
}

/**
 * @param {string} game
 * @param {HTMLElement} line
 * @param {number} looks the number of checks
 */
async function tellChange(game, line, looks) {
  const { black, white } = await fetched(game);
  if (black?.after && white?.after) {
    setText(line, say("Rated game. Black: {black}. White: {white}.", { black: change(black), white: change(white) }));
  } else if (looks > 1) {
    setTimeout(() => tellChange(game, line, looks - 1), PAUSE);
  } else {
    setText(line, say("Rated game, not counted: it was too short, or has no result."));
  }
}

/**
 * @param {string} game
 * @returns {Promise<Ratings>}
 */
function fetched(game) {
  return ask("GET", `/api/games/${game}/ratings`).catch(() => ({}));
}

/** @param {Rating} rating */
function shown({ rating, provisional }) {
  const whole = Math.round(rating);
  return provisional ? say("{rating} (provisional)", { rating: whole }) : String(whole);
}

/** @param {Rating} rating */
function change({ before = 0, after = 0 }) {
  return say("{before} to {after}", { before: Math.round(before), after: Math.round(after) });
}
