// The parts of a review's panel: steps, legality under other rules, candidates, and downloads.
import { byId, draw, make, setText } from "./dom.js";
import { msg, say } from "./words.js";

/** @typedef {"black" | "white"} Colour */

/**
 * @typedef {object} Candidate
 * @property {string} move
 * @property {number} visits
 * @property {number} win_rate
 * @property {Lead} lead
 * @property {string[]} variation
 */

/** @typedef {{by: Colour, points: number, text: string} | null} Lead */

/**
 * @typedef {object} Summary
 * @property {Colour} by who is to move
 * @property {number} black Black's chance
 * @property {Lead} lead
 * @property {number} visits
 * @property {Candidate[]} candidates
 * @property {string} whose the engine's name
 */

/**
 * @typedef {object} View
 * @property {string} id
 * @property {string} node
 * @property {"own" | "add" | "look"} right the reader's rights
 * @property {boolean} shared whether a link lets others add to it
 * @property {import("./teaching.js").Lesson | null} lesson the board that everyone follows
 * @property {{name: string, title: string, own: boolean}} rules
 * @property {{text: string, name: string, points: number}} board
 * @property {number} number
 * @property {string} said
 * @property {string} why the move is an incursion, or a tile fell
 * @property {Colour} to_play
 * @property {string} comment
 * @property {string} title
 * @property {string} judgement
 * @property {{node: string, number: number, move: string, by: Colour, reasons: string[], text: string} | null} illegal
 * @property {boolean} stopped
 * @property {string | null} over
 * @property {Record<string, string>} forbidden
 * @property {string} svg
 * @property {Summary | null} analysis
 * @property {string[]} then moves shown after the position
 * @property {{title: string, named: boolean, players: Record<Colour, string>, result: string, event: string,
 *   date: string, rules: {name: string, title: string}, warnings: string[],
 *   lines: import("./variations.js").Line[]}} [record]
 */

/** @type {["first" | "back" | "forward" | "last", string, string][]} */
const STEPS = [
  ["first", msg("First position"), "M6 6v12M18 6l-8 6 8 6z"],
  ["back", msg("Back one move"), "M16 6l-8 6 8 6z"],
  ["forward", msg("Forward one move"), "M8 6l8 6-8 6z"],
  ["last", msg("To the present"), "M18 6v12M6 6l8 6-8 6z"],
];

/**
 * Make the buttons that step through the record; return a function that enables them.
 * @param {HTMLElement} frame
 * @param {(where: "first" | "back" | "forward" | "last") => void} step
 * @returns {(can: {back: boolean, forward: boolean}) => void}
 */
export function showSteps(frame, step) {
  const buttons = STEPS.map(([name, text, path]) => {
    const icon = draw(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      draw("path", { class: "filled", d: path }),
    );
    const told = { title: say(text), "aria-label": say(text) };
    const button = make("button", { type: "button", class: "icon step", ...told, click: () => step(name) });
    button.append(icon);
    return button;
  });
  frame.append(...buttons.slice(0, 2), make("p", { class: "place", id: "place" }), ...buttons.slice(2));
  return (can) =>
    buttons.forEach((button, i) => button.setAttribute("aria-disabled", String(i < 2 ? !can.back : !can.forward)));
}

/**
 * Show the line's legality under the chosen rules.
 * @param {HTMLElement} frame
 * @param {View} view
 * @param {(address: string) => void} go
 */
export function showVerdict(frame, view, go) {
  const illegal = view.illegal;
  const key = JSON.stringify([view.rules, illegal, view.over]);
  if (frame.dataset.key === key) return;
  frame.dataset.key = key;
  const rules = view.rules.own
    ? null
    : make("a", { href: `/rules/${view.rules.name}` }, say("About {title}", { title: view.rules.title }));
  if (illegal) {
    const see = (/** @type {Event} */ event) => {
      event.preventDefault();
      go(illegal.node);
    };
    const link = make("a", { href: `#${illegal.node}`, click: see }, say("See the position"));
    const parts = [illegal.text, " ", link, ...(rules ? [" · ", rules] : [])];
    frame.replaceChildren(make("p", { class: "forbidden" }, ...parts));
  } else if (rules) {
    frame.replaceChildren(make("p", {}, say("Every move of this line is legal here, too."), " ", rules));
  } else {
    frame.replaceChildren(...(view.over ? [make("p", {}, view.over)] : []));
  }
}

/**
 * Show the record's title, players, board and rules.
 * @param {View} view
 * @param {NonNullable<View["record"]>} record
 */
export function showAbout(view, record) {
  setText(byId("title"), record.title);
  document.title = `${record.title} · ${say("Review")}`;
  showPeople(byId("people"), record);
  const said = [view.board.name, record.named ? "" : record.result, record.event, record.date, ...record.warnings];
  setText(byId("about"), said.filter(Boolean).join(" · "));
  setText(byId("own-rules"), say("{title} (its own)", { title: record.rules.title }));
}

/**
 * Show the players, if the title is the game's own name.
 * @param {HTMLElement} frame
 * @param {NonNullable<View["record"]>} record
 */
function showPeople(frame, { named, players, result }) {
  const each = /** @type {Colour[]} */ (["black", "white"]).map((colour) =>
    make("span", { class: "person" }, make("span", { class: `disc ${colour}` }), players[colour]),
  );
  frame.hidden = !named;
  frame.replaceChildren(...each, ...(result ? [make("span", { class: "muted" }, result)] : []));
}

/**
 * Show downloads: the record, or the current position.
 * @param {HTMLElement} frame
 * @param {string} id
 * @param {() => string} node
 * @param {() => string} rules the variant that was chosen; "" for the record's own
 */
export function showLinks(frame, id, node, rules) {
  const files = ["sgf", "json", "svg", "png"].map((kind) => {
    const path = `/api/reviews/${id}/record.${kind}`;
    const link = make("a", { href: path, download: `tengen-review-${id}.${kind}` }, kind.toUpperCase());
    const at = () => {
      if (kind === "svg" || kind === "png") link.href = `${path}?${new URLSearchParams({ node: node() })}`;
    };
    for (const moment of ["pointerdown", "focus"]) link.addEventListener(moment, at);
    return link;
  });
  const play = make("a", { href: `/new?review=${id}` }, say("Play from this position"));
  const from = () => (play.href = `/new?${new URLSearchParams({ review: id, node: node(), rules: rules() })}`);
  for (const moment of ["pointerdown", "focus"]) play.addEventListener(moment, from);
  const address = make(
    "button",
    { type: "button", class: "inline", click: () => copy(address) },
    say("Copy the link to this position"),
  );
  frame.replaceChildren(
    make("p", { class: "files small muted" }, say("Save as"), ...files),
    make("p", { class: "small choices" }, play, address),
  );
}

/** @param {HTMLElement} button */
async function copy(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    setText(button, say("Copied."));
  } catch {
    setText(button, location.href);
  }
}
