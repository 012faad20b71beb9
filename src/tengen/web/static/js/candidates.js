// An engine's candidates: numbered discs on the board, tinted by quality, and a table.
import { draw, make } from "./dom.js";
import { colourName, joined, moveWords, msg, say } from "./words.js";

/** @typedef {import("./reviewpanel.js").Summary} Summary */
/** @typedef {import("./reviewpanel.js").Candidate} Candidate */

/** The largest loss of a candidate against the first, by quality. @type {[string, number, string][]} */
const QUALITIES = [
  ["best", 0.02, msg("as good as the first")],
  ["good", 0.05, msg("nearly as good as the first")],
  ["fair", 0.1, msg("worse than the first")],
  ["poor", Infinity, msg("much worse than the first")],
];
/** The radius of a disc, in radii of a stone. */
const DISC = 0.8;

/**
 * Return the quality of a candidate by its chance against the first.
 * @param {Candidate} candidate
 * @param {Summary} found
 */
function qualityOf(candidate, found) {
  const loss = found.candidates[0].win_rate - candidate.win_rate;
  return QUALITIES.find(([, most]) => loss <= most) ?? QUALITIES[3];
}

/**
 * Draw the candidates on the board as discs, and a ring around the move played next.
 * @param {import("./board.js").Board} board
 * @param {Summary | null} found
 * @param {string} played
 */
export function drawCandidates({ picture }, found, played) {
  if (!picture) return;
  const radius = picture.radius();
  const marks = draw("g", { class: "candidates", "aria-hidden": "true" });
  found?.candidates.forEach((each, place) => {
    const point = picture.points.get(each.move);
    if (!point || picture.content(point)) return;
    const [x, y] = [point.x, point.y];
    const number = draw("text", { x, y, "font-size": radius, dy: "0.36em" }, document.createTextNode(String(place + 1)));
    marks.append(draw("g", { class: `candidate ${qualityOf(each, found)[0]}`, "data-move": each.move },
      draw("circle", { cx: x, cy: y, r: DISC * radius, "stroke-width": radius / 8 }), number));
  });
  const next = picture.points.get(played);
  if (next && !picture.content(next)) {
    marks.append(draw("circle", { class: "played", cx: next.x, cy: next.y, r: radius, "stroke-width": radius / 7 }));
  }
  picture.svg.append(marks);
}

/**
 * List the candidates by visits, with a button to try each.
 * @param {HTMLElement} frame
 * @param {Summary | null} found
 * @param {string} played the move that was played here
 * @param {(move: string) => void} attempt
 */
export function showCandidates(frame, found, played, attempt) {
  if (!found) {
    frame.replaceChildren();
    return;
  }
  const chance = Math.round(100 * found.black);
  const caption = joined([say("Black's chances are {chance} %", { chance }), found.lead?.text]);
  const rows = found.candidates.map((each, place) => {
    const [quality, , words] = qualityOf(each, found);
    const disc = make("span", { class: `rank ${quality}`, title: place ? say(words) : null }, String(place + 1));
    const ring = each.move === played ? [make("span", { class: "small muted" }, say("played"))] : [];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, make("button", { type: "button", click: () => attempt(each.move) }, disc, moveWords(each.move), ...ring)),
      make("td", {}, `${Math.round(100 * each.win_rate)} %`),
      make("td", {}, String(each.visits)),
      make("td", { class: "line" }, each.variation.slice(1, 7).map(moveWords).join(" ")),
    );
  });
  const titles = [
    colourName(found.by),
    say("Chance"),
    say("Simulations"),
    say("And then"),
  ];
  const heads = titles.map((text, i) => make("th", { scope: "col", class: i === 3 ? "line" : null }, text));
  const table = make("table", { class: "figures" }, make("caption", {}, caption));
  if (rows.length) {
    table.append(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  }
  const focused = [...frame.querySelectorAll("button")].indexOf(
    /** @type {HTMLButtonElement} */ (document.activeElement),
  );
  frame.replaceChildren(table, make("p", { class: "small muted" }, found.whose));
  if (focused >= 0) frame.querySelectorAll("button")[focused]?.focus();
}
