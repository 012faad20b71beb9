// What is said and can be done beside the board: status, questions, actions, score, links.
import { make, setText } from "./dom.js";
import { colourName, commas, msg, number, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").ActionName} ActionName */
/** @typedef {import("./types.js").Intent} Intent */

/** @type {ActionName[]} */
const ORDER = ["agree", "pass", "return", "tao", "seki", "seki-auto", "resume", "estimate", "hint", "outlook", "hints", "no-result", "undo", "resign"];

/** @type {Record<ActionName, string>} */
const ACTIONS = {
  agree: msg("Agree"),
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
  "no-result": msg("End without result"),
  undo: msg("Undo"),
  resign: msg("Resign"),
};

/** What is counted, by the kind of a score. @type {Record<string, string>} */
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

/** The buttons of what exists in this game and phase; what cannot be done now says why when pressed. */
export class Actions {
  /**
   * @param {HTMLElement} frame
   * @param {PanelHooks} hooks
   */
  constructor(frame, hooks) {
    this.frame = frame;
    this.hooks = hooks;
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
    for (const name of names) {
      const button = this.button(name);
      if (!button.isConnected) this.frame.insertBefore(button, this.after(names, name));
      button.setAttribute("aria-disabled", String(!this.actions[name]?.ok));
      button.title = this.actions[name]?.why ?? "";
      setText(/** @type {Element} */ (button.lastElementChild), this.actions[name]?.cost ?? "");
      if (name === "tao") button.setAttribute("aria-pressed", String(tao));
      if (name === "seki") button.setAttribute("aria-pressed", String(seki));
    }
    this.frame.hidden = !names.length;
  }

  /** @param {ActionName} name */
  focus(name) {
    this.buttons.get(name)?.focus();
  }

  /** @private @param {ActionName[]} names @param {ActionName} name */
  after(names, name) {
    const later = names.slice(names.indexOf(name) + 1).map((each) => this.buttons.get(each));
    return later.find((button) => button?.isConnected) ?? null;
  }

  /** @private @param {ActionName} name */
  button(name) {
    let button = this.buttons.get(name);
    if (!button) {
      const kind = name === "agree" ? "first" : name;
      button = make("button", { type: "button", class: kind, "data-action": name, click: () => this.press(name) },
        make("span", {}, say(ACTIONS[name])), make("small", { class: "cost" }));
      this.buttons.set(name, button);
    }
    return button;
  }

  /** @private @param {ActionName} name */
  press(name) {
    const action = this.actions[name];
    if (action?.ok) this.hooks.act(name);
    else if (action?.why) this.hooks.note(action.why);
  }
}

/** A question in place, with its answers: to resign, or the link for a friend. */
export class Question {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.key = "";
  }

  /**
   * Ask, unless the same is asked already.
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
 * Show the link for a friend, to be copied.
 * @param {string} link
 * @returns {Node[]}
 */
export function inviteLink(link) {
  const field = make("input", { id: "invite", readonly: true, value: link, focus: () => field.select() });
  const told = make("span", { class: "small muted", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setText(told, say("Copied."));
    } catch {
      field.focus();
      setText(told, say("Press Ctrl+C to copy the link."));
    }
  };
  return [
    make("label", { for: "invite", class: "small muted" }, say("Link for your friend")),
    make("div", { class: "copying" }, field, make("button", { type: "button", class: "first", click: copy }, say("Copy"))),
    told,
  ];
}

/**
 * Explain a score: what each side has, and what the signs on the board mean.
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
    make("h2", {}, state.phase === "counting" ? say("Counting") : say("Score")),
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
    make("p", { class: "small muted" }, say("A small square shows whose point it is, a dash that it is nobody's; dead stones are faint.")),
    ...(state.seki?.stones.length ? [make("p", { class: "small muted" }, say("Stones in seki carry a triangle; their group has no points."))] : []),
  );
}

/** @param {import("./types.js").Score} score */
function secondCount(score) {
  if (!score.beside) return [];
  const what = say(SCORES[score.beside.kind]);
  return [{ ...score.beside, name: say("Shown beside: {what}", { what }) }];
}

/** @param {State} state @returns {Node[]} */
function countingLines(state) {
  const points = commas(state.dead);
  const lines = [points ? say("Dead: {points}.", { points }) : say("No stone is marked as dead.")];
  if (state.dead_by) lines.push(say("What is marked is the opinion of {engine}.", { engine: state.dead_by }));
  if (state.you.length && state.seki) lines.unshift(say("While Mark seki is pressed, tap a stone to put its whole group into seki, or to take it out."));
  if (state.you.length) lines.unshift(say("Tap the stones that are dead, then agree. Any change asks both again."));
  for (const colour of state.agreed) lines.push(say("{player} agrees.", { player: colourName(colour) }));
  return lines.map((line) => make("p", {}, line));
}

/**
 * Show where one goes from a game that is over.
 * @param {HTMLElement} frame
 * @param {State} state
 * @param {{review: () => void, again: () => void}} go
 */
export function showWays(frame, state, go) {
  frame.hidden = state.phase !== "over";
  const shown = `${state.rematch?.id ?? ""} ${state.rematch?.declined} ${state.you.length}`;
  if (frame.hidden || frame.dataset.shown === shown) return;
  frame.dataset.shown = shown;
  const elsewhere = `/new?${new URLSearchParams({ variant: state.variant.name, board: state.board.text })}`;
  const ways = [make("button", { type: "button", class: "first", id: "review", click: go.review }, say("Review this game"))];
  /** @type {HTMLElement[]} */
  const next = [make("a", { class: "button", href: elsewhere }, say("Another game"))];
  if (state.rematch && (!state.you.length || state.rematch.declined || state.you.includes(state.rematch.by))) {
    const text = say("{by} plays again: go there", { by: colourName(state.rematch.by) });
    next.unshift(make("a", { class: "button", id: "there", href: `/g/${state.rematch.id}` }, text));
  } else if (state.you.length && !state.rematch) {
    next.unshift(make("button", { type: "button", id: "again", click: go.again }, say("Play again")));
  }
  frame.replaceChildren(...ways, ...next);
}

/**
 * Show the files that a game can be saved as.
 * @param {HTMLElement} frame
 * @param {string} game
 */
export function showFiles(frame, game) {
  if (frame.childElementCount) return;
  const files = ["sgf", "json", "svg", "png"].map((kind) =>
    make("a", { href: `/api/games/${game}/record.${kind}`, download: `tengen-${game}.${kind}` }, kind.toUpperCase()));
  frame.replaceChildren(say("Save as"), ...files);
}
