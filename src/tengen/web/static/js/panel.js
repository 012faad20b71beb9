// What is said and can be done beside the board: status, questions, actions, score, links.
import { make, setText } from "./dom.js";
import { commas, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").ActionName} ActionName */
/** @typedef {import("./types.js").Intent} Intent */

/** @type {ActionName[]} */
const ORDER = ["agree", "pass", "return", "tao", "seki", "seki-auto", "resume", "estimate", "hint", "outlook", "hints", "no-result", "undo", "resign"];

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
        make("span", {}, say(`game.action.${name}`)), make("small", { class: "cost" }));
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
    make("p", {}, say("game.ask.resign")),
    make("div", { class: "answers" },
      make("button", { type: "button", class: "first", "data-answer": "yes", click: yes }, say("game.ask.resign_yes")),
      make("button", { type: "button", "data-answer": "no", click: no }, say("game.ask.resign_no"))),
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
      setText(told, say("game.copied"));
    } catch {
      field.focus();
      setText(told, say("game.copy_failed"));
    }
  };
  return [
    make("label", { for: "invite", class: "small muted" }, say("game.invite")),
    make("div", { class: "copying" }, field, make("button", { type: "button", class: "first", click: copy }, say("game.copy"))),
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
  const number = (/** @type {number} */ value) => make("td", {}, String(value));
  const row = (/** @type {string} */ name, /** @type {Node[]} */ ...cells) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...cells);
  const komi = score.komi ? [row(say("game.score.komi"), make("td", {}), number(score.komi))] : [];
  const bonus = score.bonus ? [row(say("game.score.bonus"), make("td", {}), number(score.bonus))] : [];
  const more = score.komi || score.bonus;
  const counted = state.phase === "counting" ? countingLines(state) : [];
  frame.replaceChildren(
    make("h2", {}, say(state.phase === "counting" ? "game.count.title" : "game.score.title")),
    ...counted,
    make("table", {},
      make("thead", {}, make("tr", {}, make("td", {}),
        ...["black", "white"].map((colour) => make("th", { scope: "col" }, say(`site.${colour}`))))),
      make("tbody", {},
        row(say(`game.score.${score.kind}`), number(score.black), number(score.white)),
        ...komi,
        ...bonus,
        ...(more ? [row(say("game.score.total"), number(score.totals.black), number(score.totals.white))] : []),
        ...secondCount(score).map((each) => row(each.name, number(each.black), number(each.white))))),
    make("p", {}, score.text),
    ...score.notes.map((note) => make("p", {}, note)),
    make("p", { class: "small muted" }, say("game.score.legend")),
    ...(state.seki?.stones.length ? [make("p", { class: "small muted" }, say("game.score.seki_legend"))] : []),
  );
}

/** @param {import("./types.js").Score} score */
function secondCount(score) {
  if (!score.beside) return [];
  const what = say(`game.score.${score.beside.kind}`);
  return [{ ...score.beside, name: say("game.score.beside", { what }) }];
}

/** @param {State} state @returns {Node[]} */
function countingLines(state) {
  const points = commas(state.dead);
  const lines = [points ? say("game.count.dead", { points }) : say("game.count.dead_none")];
  if (state.dead_by) lines.push(say("game.count.by", { engine: state.dead_by }));
  if (state.you.length && state.seki) lines.unshift(say("game.count.seki_help"));
  if (state.you.length) lines.unshift(say("game.count.help"));
  for (const colour of state.agreed) lines.push(say("game.count.agreed", { player: say(`site.${colour}`) }));
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
  const ways = [make("button", { type: "button", class: "first", id: "review", click: go.review }, say("game.over.review"))];
  /** @type {HTMLElement[]} */
  const next = [make("a", { class: "button", href: elsewhere }, say("game.over.other"))];
  if (state.rematch && (!state.you.length || state.rematch.declined || state.you.includes(state.rematch.by))) {
    const text = say("game.over.follow", { by: say(`site.${state.rematch.by}`) });
    next.unshift(make("a", { class: "button", id: "there", href: `/g/${state.rematch.id}` }, text));
  } else if (state.you.length && !state.rematch) {
    next.unshift(make("button", { type: "button", id: "again", click: go.again }, say("game.over.again")));
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
  frame.replaceChildren(say("game.over.save"), ...files);
}
