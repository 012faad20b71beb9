// A player's results by kind, against people and against the computer, and ratings.
import { ask } from "./api.js";
import { make } from "./dom.js";
import { line, sheet } from "./sheets.js";
import { say } from "./words.js";

/** @typedef {{won: number, lost: number, drawn: number}} Tally */
/** @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rating */
/** @typedef {{title: string, board: string, people: Tally, computer: Tally, rating: Rating | null}} Kind */

/** Make the sheet of the player's results, even without any. */
export async function recordSheet() {
  /** @type {{kinds: Kind[]}} */
  const { kinds } = await ask("GET", "/api/me/results");
  const title = say("Results and ratings");
  if (!kinds.length) return sheet(title, line(say("No game of yours has ended yet.")));
  const names = [say("Game"), say("Rating"), say("People"), say("Computer")].map((name) => make("th", { scope: "col" }, name));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...kinds.map(row)));
  return sheet(title, line(say("Games won and lost (and drawn), against people and against the computer. Rated games are those that both began as rated.")),
    make("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": title }, table));
}

/** @param {Kind} kind */
function row({ title, board, people, computer, rating }) {
  return make("tr", {},
    make("th", { scope: "row" }, title, " ", make("span", { class: "small muted" }, board)),
    make("td", {}, ...shown(rating)), make("td", {}, tally(people)), make("td", {}, tally(computer)));
}

/** @param {Tally} count */
function tally({ won, lost, drawn }) {
  if (!won && !lost && !drawn) return "–";
  return drawn ? say("{won} : {lost} : {drawn}", { won, lost, drawn }) : say("{won} : {lost}", { won, lost });
}

/**
 * @param {Rating | null} rating
 * @returns {(Node | string)[]}
 */
function shown(rating) {
  if (!rating) return ["–"];
  const number = String(Math.round(rating.rating));
  const range = Math.round(2 * rating.deviation);
  const more = rating.provisional ? say("± {range}, provisional", { range }) : say("± {range}", { range });
  return [make("strong", {}, number), make("br"), make("span", { class: "small muted" }, more)];
}
