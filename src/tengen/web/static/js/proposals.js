// Proposals between players, with their answers, and the results in words for both.
import { byId, make } from "./dom.js";
import { msg, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Offer} Offer */

const ANSWERS = { allow: msg("Allow"), decline: msg("Decline"), withdraw: msg("Withdraw") };

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function proposalsPart(table) {
  const frame = byId("requests");
  let shown = "";
  return {
    show(state) {
      const lines = linesOf(state, table);
      const key = JSON.stringify([lines.map((line) => line.key), state.you]);
      if (key === shown) return;
      shown = key;
      const asked = document.activeElement instanceof HTMLElement && frame.contains(document.activeElement);
      frame.replaceChildren(...lines.map((line) => line.make()));
      if (asked) byId("board").focus({ preventScroll: true });
    },
  };
}

/**
 * @param {State} state
 * @param {import("./gameparts.js").GameTable} table
 * @returns {{key: string, make: () => HTMLElement}[]}
 */
function linesOf(state, table) {
  const { undo, no_result: end, hints, pause } = state.offer;
  const lines = [];
  if (undo) lines.push(offerLine(state, undo, "undo", table));
  if (end) lines.push(offerLine(state, end, "no-result", table));
  if (hints) lines.push(offerLine(state, hints, "hints", table));
  if (pause) lines.push(offerLine(state, pause, "pause", table));
  const again = rematchLine(state, table);
  if (again) lines.push(again);
  const text = state.answered?.text;
  if (text) lines.push({ key: text, make: () => make("p", { class: "answered" }, text) });
  return lines;
}

/**
 * @param {State} state
 * @param {Offer} offer
 * @param {import("./types.js").What} what
 * @param {import("./gameparts.js").GameTable} table
 */
function offerLine(state, offer, what, table) {
  const mine = state.you.includes(offer.by);
  const answers = !state.you.length ? []
    : mine ? [button("withdraw", () => table.send({ kind: "withdraw", what }))]
      : [button("allow", () => table.send({ kind: "accept", what })), button("decline", () => table.send({ kind: "decline", what }))];
  return { key: `${what} ${offer.text}`, make: () => line(offer.text, answers) };
}

/**
 * The opponent's rematch: go there, or decline.
 * @param {State} state
 * @param {import("./gameparts.js").GameTable} table
 */
function rematchLine(state, table) {
  const next = state.rematch;
  if (!next || !state.you.length || next.declined || state.you.includes(next.by)) return null;
  const answers = [
    make("a", { class: "button first", id: "follow", href: `/g/${next.id}` }, say("Go there")),
    button("decline", () => table.send({ kind: "decline", what: "rematch" })),
  ];
  return { key: `rematch ${next.id}`, make: () => line(next.text, answers) };
}

/**
 * @param {string} text
 * @param {HTMLElement[]} answers
 */
function line(text, answers) {
  return make("div", { class: "request" }, make("p", {}, text), make("div", { class: "answers" }, ...answers));
}

/**
 * @param {keyof typeof ANSWERS} name
 * @param {() => void} click
 */
function button(name, click) {
  const answer = name === "allow" ? "yes" : "no";
  return make("button", { type: "button", class: name === "allow" ? "first" : "", "data-answer": answer, click }, say(ANSWERS[name]));
}
