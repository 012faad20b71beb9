// The panel next to the board: status, questions, actions, score, links.
import { draw, make, setText } from "./dom.js";
import { colourName, commas, msg, number, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").ActionName} ActionName */
/** @typedef {import("./types.js").Intent} Intent */

/** @type {ActionName[]} */
const ORDER = ["agree", "bid", "swap", "pass", "return", "tao", "seki", "seki-auto", "resume", "estimate", "hint", "outlook", "hints", "pause", "time", "no-result", "undo", "resign"];

/** @type {Record<ActionName, string>} */
const ACTIONS = {
  agree: msg("Agree"),
  bid: msg("Bid komi"),
  swap: msg("Swap sides"),
  pass: msg("Pass"),
  return: msg("Return a prisoner"),
  tao: msg("Tao stone"),
  seki: msg("Mark seki"),
  "seki-auto": msg("Automatic seki"),
  resume: msg("Go on playing"),
  estimate: msg("Estimate"),
  hint: msg("Hint"),
  outlook: msg("Who is ahead?"),
  hints: msg("Hints for both"),
  pause: msg("Pause"),
  time: msg("Add time"),
  "no-result": msg("End without result"),
  undo: msg("Undo"),
  resign: msg("Resign"),
};

/** The most important actions while available, in order. @type {ActionName[]} */
const MAIN = ["agree", "bid", "swap", "pass", "return", "tao", "seki", "resume", "undo", "hint"];
const MOST = 3;

/** Icons of actions, 24 by 24. @type {Partial<Record<ActionName, string>>} */
const ICONS = {
  agree: "M5 12.5l4.5 4.5L19 7.5",
  bid: "M4 20h16M12 4v12M7 9l5-5 5 5",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  pass: "M4 12h14M13 7l5 5-5 5M21 5v14",
  return: "M4 13h16a8 7 0 0 1-16 0zM12 10V3M9 6l3-3 3 3",
  tao: "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 4a4 4 0 0 1 0 8 4 4 0 0 0 0 8",
  seki: "M12 5l8 14H4z",
  "seki-auto": "M12 5l8 14H4z",
  resume: "M8 5.5v13l10-6.5z",
  estimate: "M4 20h16M7 20v-6M12 20V8M17 20v-9",
  outlook: "M4 20h16M7 20v-6M12 20V8M17 20v-9",
  hint: "M9 18h6M10 21h4M8.2 14a6 6 0 1 1 7.6 0c-.7.7-.8 1.3-.8 1.5H9c0-.2-.1-.8-.8-1.5z",
  hints: "M9 18h6M10 21h4M8.2 14a6 6 0 1 1 7.6 0c-.7.7-.8 1.3-.8 1.5H9c0-.2-.1-.8-.8-1.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  time: "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 8v8M8 12h8",
  undo: "M8.5 6 4 10.5 8.5 15M4.5 10.5H14a5 5 0 0 1 0 10h-3",
  "no-result": "M6 6l12 12M18 6L6 18",
  resign: "M6 21V4M6 5h11l-2.5 4L17 13H6",
};

/** Milliseconds for which an action ignores further clicks. */
const REST = 500;

/** Actions whose second click is harmless, without such a delay. @type {ActionName[]} */
const TOGGLES = ["tao", "seki", "agree", "resign"];

/** Names of scores, by kind. @type {Record<string, string>} */
const SCORES = {
  area: msg("Area: stones and the points they surround"),
  territory: msg("Territory: surrounded points, prisoners and dead stones"),
  stones: msg("Stones on the board"),
};

/**
 * @typedef {object} PanelHooks
 * @property {(name: ActionName) => void} act
 * @property {(intent: Intent) => void} send
 * @property {(text: string) => void} note
 */

/** The buttons of this game and phase; unavailable ones give the reason when pressed. */
export class Actions {
  /**
   * @param {HTMLElement} frame
   * @param {PanelHooks} hooks
   * @param {HTMLElement | null} [more] the place of less important actions; null: the same
   */
  constructor(frame, hooks, more = null) {
    this.frame = frame;
    this.hooks = hooks;
    this.more = more;
    /** @type {Map<ActionName, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {State["actions"]} */
    this.actions = {};
  }

  /**
   * @param {State} state
   * @param {boolean} tao whether a Tao stone is in the hand
   * @param {boolean} seki whether seki is being marked
   */
  show(state, tao, seki) {
    this.actions = state.you.length ? state.actions : {};
    const names = ORDER.filter((name) => this.actions[name]);
    for (const [name, button] of this.buttons) {
      if (!names.includes(name)) button.remove(), this.buttons.delete(name);
    }
    const main = this.more ? MAIN.filter((name) => names.includes(name) && (name !== "return" || this.actions.return?.ok)).slice(0, MOST) : names;
    for (const name of names) {
      const button = this.button(name);
      const frame = main.includes(name) ? this.frame : (this.more ?? this.frame);
      const next = this.after(names, name, frame);
      if (button.parentElement !== frame) frame.insertBefore(button, next);
      button.setAttribute("aria-disabled", String(!this.actions[name]?.ok));
      button.title = this.actions[name]?.why ?? "";
      setText(/** @type {Element} */ (button.lastElementChild), this.actions[name]?.cost ?? "");
      if (name === "tao") button.setAttribute("aria-pressed", String(tao));
      if (name === "seki") button.setAttribute("aria-pressed", String(seki));
      if (name === "agree") button.classList.toggle("first", state.agreed.length + state.dead.length > 0);
    }
    this.frame.hidden = !names.length && !this.more;
  }

  /** @param {ActionName} name */
  focus(name) {
    this.buttons.get(name)?.focus();
  }

  /** Return the button before which to insert an action. @private @param {ActionName[]} names @param {ActionName} name @param {HTMLElement} frame */
  after(names, name, frame) {
    const later = names.slice(names.indexOf(name) + 1).map((each) => this.buttons.get(each));
    return later.find((button) => button?.parentElement === frame) ?? frame.querySelector(":scope > .last");
  }

  /** @private @param {ActionName} name */
  button(name) {
    let button = this.buttons.get(name);
    if (!button) {
      button = make("button", { type: "button", class: name, "data-action": name, click: () => this.press(name),
        mousedown: (event) => event.preventDefault() }, // keeps the focus
        ...(this.more ? [drawn(ICONS[name] ?? "")] : []), make("span", {}, say(ACTIONS[name])), make("small", { class: "cost" }));
      this.buttons.set(name, button);
    }
    return button;
  }

  /** @private @param {ActionName} name */
  press(name) {
    const action = this.actions[name];
    const button = this.buttons.get(name);
    if (action?.ok && button?.classList.contains("resting")) return;
    if (action?.ok && !TOGGLES.includes(name)) {
      button?.classList.add("resting");
      setTimeout(() => button?.classList.remove("resting"), REST);
    }
    if (action?.ok) this.hooks.act(name);
    else if (action?.why) this.hooks.note(action.why);
  }
}

/** Draw an action's icon. @param {string} path on 24 by 24 @returns {SVGElement} */
export function drawn(path) {
  return draw("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));
}

/** An inline question with its answers. */
export class Question {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.key = "";
  }

  /**
   * Ask a question, unless it is already shown.
   * @param {string} key names the question; "" asks nothing
   * @param {() => Node[]} make
   */
  ask(key, make) {
    if (key === this.key) return;
    this.key = key;
    this.frame.replaceChildren(...(key ? make() : []));
  }
}

/**
 * @param {() => void} yes
 * @param {() => void} no
 * @returns {Node[]}
 */
export function askResign(yes, no) {
  return [
    make("p", {}, say("Resign this game?")),
    make("div", { class: "answers" },
      make("button", { type: "button", class: "first", "data-answer": "yes", click: yes }, say("Resign")),
      make("button", { type: "button", "data-answer": "no", click: no }, say("Keep playing"))),
  ];
}

/**
 * Explain a score: each side's points, and the marks on the board.
 * @param {HTMLElement} frame
 * @param {State} state
 */
export function showScore(frame, state) {
  const score = state.score;
  frame.hidden = !score;
  if (!score) return;
  const cell = (/** @type {number} */ value) => make("td", {}, number(value));
  const row = (/** @type {string} */ name, /** @type {Node[]} */ ...cells) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...cells);
  const komi = score.komi ? [row(say("Komi"), make("td", {}), cell(score.komi))] : [];
  const bonus = score.bonus ? [row(say("For the handicap"), make("td", {}), cell(score.bonus))] : [];
  const more = score.komi || score.bonus;
  const counted = state.phase === "counting" ? countingLines(state) : [];
  frame.replaceChildren(
    ...(state.phase === "counting" ? [make("h2", {}, say("Counting"))] : []),
    ...counted,
    make("table", {},
      make("thead", {}, make("tr", {}, make("td", {}),
        ...["black", "white"].map((colour) => make("th", { scope: "col" }, colourName(colour))))),
      make("tbody", {},
        row(say(SCORES[score.kind]), cell(score.black), cell(score.white)),
        ...komi,
        ...bonus,
        ...(more ? [row(say("Total"), cell(score.totals.black), cell(score.totals.white))] : []),
        ...secondCount(score).map((each) => row(each.name, cell(each.black), cell(each.white))))),
    make("p", {}, score.text),
    ...score.notes.map((note) => make("p", {}, note)),
    make("p", { class: "small muted" }, say("Tinted areas show the owners of points; dead stones are faint.")),
    ...(state.seki?.stones.length ? [make("p", { class: "small muted" }, say("Stones in seki carry a triangle; their group has no points."))] : []),
  );
}

/** @param {import("./types.js").Score} score */
function secondCount(score) {
  if (!score.beside) return [];
  const what = say(SCORES[score.beside.kind]);
  return [{ ...score.beside, name: say("Also counted: {what}", { what }) }];
}

/** @param {State} state @returns {Node[]} */
function countingLines(state) {
  const points = commas(state.dead);
  const lines = [points ? say("Dead: {points}.", { points }) : say("No stone is marked as dead.")];
  if (state.dead_by) lines.push(say("Dead stones marked by {engine}.", { engine: state.dead_by }));
  if (state.you.length && state.seki) lines.unshift(say("While Mark seki is pressed, tap a stone to put its whole group into seki, or to take it out."));
  if (state.you.length) lines.unshift(say("Tap the dead stones, then agree. After any change, both must agree again."));
  for (const colour of state.agreed) lines.push(say("{player} agrees.", { player: colourName(colour) }));
  return lines.map((line) => make("p", {}, line));
}

/**
 * Show the file formats for saving a game.
 * @param {HTMLElement} frame
 * @param {string} game
 */
export function showFiles(frame, game) {
  if (frame.childElementCount) return;
  const files = ["sgf", "json", "svg", "png"].map((kind) =>
    make("a", { href: `/api/games/${game}/record.${kind}`, download: `tengen-${game}.${kind}` }, kind.toUpperCase()));
  frame.replaceChildren(say("Save as"), ...files);
}
