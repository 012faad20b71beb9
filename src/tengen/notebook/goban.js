// A board to play on in a notebook: the page's board and panel, with Python at the other end of anywidget's model.
import { Board } from "../web/static/js/board.js";
import { make, setText } from "../web/static/js/dom.js";
import { Moves } from "../web/static/js/moves.js";
import { offerMove } from "../web/static/js/offeredmove.js";
import { Actions, askResign, Question, showScore } from "../web/static/js/panel.js";
import { Players } from "../web/static/js/players.js";
import { intentOf, modeOf } from "../web/static/js/pose.js";
import { statusOf } from "../web/static/js/status.js";
import { tellStory } from "../web/static/js/story.js";
import { commas, learn, say, stopped } from "../web/static/js/words.js";
import { isDark, onGround } from "./ground.js";

/** @typedef {import("../web/static/js/types.js").State} State */
/** @typedef {import("../web/static/js/types.js").PastState} PastState */
/** @typedef {import("../web/static/js/types.js").Intent} Intent */
/** @typedef {import("../web/static/js/types.js").ActionName} ActionName */
/** @typedef {{state: State, past: PastState | null}} Shown the present, and the past if it is displayed */

/**
 * A good move, if any, at a number of events.
 * @typedef {{number: number, point: string | null, text: string}} Hint
 */

/**
 * A widget's model in anywidget.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(event: string, listener: (given: any) => void) => void} on
 * @property {(event: string, listener: (given: any) => void) => void} off
 * @property {(message: object) => void} send
 */

/** The width in pixels from which coordinates are shown. */
const ROOMY = 420;

/**
 * Return the widget in anywidget's form.
 * @param {string} sheet its styles
 */
export function widget(sheet) {
  return {
    /** @param {{model: Model, el: HTMLElement}} given */
    render({ model, el }) {
      const view = new GobanView(model, el, sheet);
      return () => view.leave();
    },
  };
}

class GobanView {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   * @param {string} sheet
   */
  constructor(model, el, sheet) {
    this.model = model;
    learn(model.get("words"));
    // The host's styles stay outside of the shadow root, and the page's inside; JupyterLab leaves the keys to the board.
    this.host = make("div", { class: "tengen", lang: model.get("words").language, "data-lm-suppress-shortcuts": "true" });
    this.root = this.host.attachShadow({ mode: "open" });
    this.root.append(make("style", {}, sheet), ...this.parts());
    el.append(this.host);
    /** @type {State | null} */
    this.state = null;
    /** @type {PastState | null} */
    this.past = null;
    /** How far this machine's clock is ahead of the kernel's, in seconds. */
    this.offset = 0;
    this.painted = "";
    this.looked = "";
    this.tao = false;
    this.seki = false;
    this.resigning = false;
    this.territory = false;
    this.board = new Board(this.part("board"), this.part("reason"), {
      choose: (label) => this.choose(label),
      arm: (label) => offerMove(this.part("confirm"), this.board, label, this.tao),
      tell: (text) => setText(this.part("cursor-said"), text),
    });
    this.players = new Players(this.part("players"), {
      giveBack: () => this.send({ kind: "move", move: "return" }),
      takeTao: () => this.takeTao(),
      tell: (text) => setText(this.part("cursor-said"), text),
    });
    this.actions = new Actions(this.part("actions"), {
      act: (name) => this.act(name),
      send: (intent) => this.send(intent),
      note: (text) => this.note(text),
    });
    this.question = new Question(this.part("ask"));
    this.moves = new Moves(this.part("moves"), (at) => this.go(at));
    this.part("again").addEventListener("click", () => model.send({ again: true }));
    this.part("territory").addEventListener("click", () => this.toggleTerritory());
    this.listen();
  }

  /** @private @returns {Node[]} */
  parts() {
    /** @type {(name: string, more?: Record<string, string | boolean>, ...children: string[]) => HTMLElement} */
    const part = (name, more = {}, ...children) => make("div", { class: name, "data-part": name, ...more }, ...children);
    const button = (/** @type {string} */ name, /** @type {string} */ text) =>
      make("button", { type: "button", "data-part": name, hidden: name === "territory" }, text);
    const stage = make("div", { class: "stage" },
      part("board", { role: "application", tabindex: "0", "aria-describedby": "help" }),
      part("reason", { role: "tooltip", hidden: true }),
      part("confirm", { hidden: true }));
    const panel = make("section", { class: "panel", "aria-label": say("The game") },
      part("title", { role: "heading", "aria-level": "2" }),
      part("terms", { hidden: true }),
      part("players", { role: "group", "aria-label": say("Players") }),
      part("status"), part("story", { hidden: true }), part("notice", { role: "status" }), part("ask", { class: "ask framed" }),
      part("actions", { role: "group", "aria-label": say("Actions") }),
      part("score"),
      make("div", { class: "answers" }, button("again", say("New game")), button("territory", say("Show territory"))),
      part("moves"));
    return [
      make("div", { class: "goban" }, stage, panel),
      make("p", { class: "unseen", id: "help" }, say("Arrow keys move over the board, Enter plays. Page Up and Page Down step through the game.")),
      part("said", { class: "unseen", "aria-live": "polite" }),
      part("cursor-said", { class: "unseen", "aria-live": "assertive" }),
    ];
  }

  /** @private @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-part="${name}"]`));
  }

  /** @private */
  listen() {
    this.onShown = () => this.hear(this.model.get("shown"));
    this.onMessage = (/** @type {{refused?: string, hint?: Hint}} */ { refused, hint }) =>
      hint ? this.advised(hint) : this.refused(refused ?? "");
    this.model.on("change:shown", this.onShown);
    this.model.on("msg:custom", this.onMessage);
    this.root.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    this.ticking = setInterval(() => this.tellStatus(), 500);
    this.forget = onGround(this.host, () => this.look());
    this.look();
    this.hear(this.model.get("shown"));
  }

  /** Let go of everything: the view is taken away. */
  leave() {
    this.players.leave();
    this.forget?.();
    clearInterval(this.ticking);
    if (this.onShown) this.model.off("change:shown", this.onShown);
    if (this.onMessage) this.model.off("msg:custom", this.onMessage);
    this.host.remove();
  }

  // -- what Python says -----------------------------------------------------------------------------------------------

  /** @private @param {Shown} shown */
  hear({ state, past }) {
    const before = this.state;
    const more = before?.id === state.id ? state.moves.length - before.moves.length : 0;
    [this.state, this.past] = [state, past];
    this.offset = Date.now() / 1000 - state.now;
    if (before && (before.id !== state.id || before.number !== state.number)) {
      [this.tao, this.resigning] = [false, false];
      this.seki &&= !!state.actions.seki?.ok;
      this.note("");
      setText(this.part("said"), stopped(state.happened, state.due, this.status()));
    }
    this.show();
    const { svg, gone, landed, captured } = past ?? state;
    if (svg === this.painted) return;
    this.board.paint(svg, { gone, ...(!past && (more === 1 || more === 2) ? { landed, captured } : {}) });
    this.painted = svg;
  }

  /** @private @param {string} text */
  refused(text) {
    this.board.disarm();
    this.note(text);
  }

  /** @private @param {Hint} hint */
  advised({ number, point, text }) {
    if (number !== this.state?.number) return;
    this.note(text);
    this.board.light(point ? [point] : []);
  }

  // -- output -----------------------------------------------------------------------------------------------------------

  /** @private */
  show() {
    const { state, past } = this;
    if (!state) return;
    const title = commas([state.variant.title, state.board.name]);
    setText(this.part("title"), title);
    this.part("board").setAttribute("aria-label", say("Board: {game}", { game: title }));
    this.part("terms").hidden = !state.terms;
    setText(this.part("terms"), state.terms);
    this.players.show(state, this.tao);
    this.actions.show(state, this.tao, this.seki);
    this.tellStatus();
    tellStory(this.part("story"), past ?? state, !!past);
    this.question.ask(this.resigning ? "resign" : "", () => askResign(() => this.resign(true), () => this.resign(false)));
    showScore(this.part("score"), state);
    this.part("territory").hidden = !state.tiles;
    this.part("territory").setAttribute("aria-pressed", String(this.territory));
    this.moves.show(state, past?.moves_shown ?? state.moves.length);
    this.board.use(modeOf(state, { past: !!past, tao: this.tao, relations: this.model.get("relations") }));
  }

  /** @private */
  tellStatus() {
    const count = this.state?.moves.length ?? 0;
    setText(this.part("status"), this.past ? say("Past position: the game is at move {count}.", { count }) : this.status());
  }

  /** @private */
  status() {
    return this.state ? statusOf(this.state, Date.now() / 1000 - this.offset) : "";
  }

  /** @private @param {string} text */
  note(text) {
    setText(this.part("notice"), text);
  }

  /** Have the picture drawn as it is wanted here, unless it is. @private */
  look() {
    const chosen = this.model.get("theme");
    const theme = chosen === "auto" ? (isDark(this.host) ? "dark" : "light") : chosen;
    const look = { theme, coordinates: this.host.clientWidth >= ROOMY || !this.host.clientWidth, territory: this.territory };
    this.host.dataset.theme = theme;
    if (this.looked === JSON.stringify(look)) return;
    this.looked = JSON.stringify(look);
    this.model.send({ look });
  }

  // -- what the player wants ------------------------------------------------------------------------------------------

  /** @private @param {Intent} intent */
  send(intent) {
    this.note("");
    this.model.send({ intent, number: this.state?.number ?? 0 });
  }

  /** @private @param {string} label */
  choose(label) {
    if (this.state) this.send(intentOf(this.state, label, this));
  }

  /** @private @param {ActionName} name */
  act(name) {
    if (name === "tao") this.takeTao();
    else if (name === "seki") this.change(() => (this.seki = !this.seki));
    else if (name === "resign") this.change(() => (this.resigning = true));
    else if (name === "hint") this.askHint();
    else if (name === "pass" || name === "return") this.send({ kind: "move", move: name });
    else this.send(/** @type {Intent} */ (name === "undo" || name === "no-result" ? { kind: "propose", what: name } : { kind: name }));
  }

  /** @private */
  askHint() {
    this.note(say("The computer looks at the position."));
    this.model.send({ hint: true });
  }

  /** @private */
  takeTao() {
    this.board.disarm();
    this.change(() => (this.tao = !this.tao));
    this.note(this.tao ? say("A Tao stone is in your hand: choose a point for it.") : "");
  }

  /** @private @param {boolean} sure */
  resign(sure) {
    this.change(() => (this.resigning = false));
    if (sure) this.send({ kind: "resign" });
    this.actions.focus("resign");
  }

  /** @private */
  toggleTerritory() {
    this.change(() => (this.territory = !this.territory));
    this.look();
  }

  /** @private @param {() => void} what */
  change(what) {
    what();
    this.show();
  }

  /** Look at the position after a number of moves. @private @param {number} at */
  go(at) {
    this.board.disarm();
    this.model.send({ past: at >= (this.state?.moves.length ?? 0) ? null : at });
  }

  /** @private @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.tao) this.takeTao();
    else if (event.key === "Escape" && this.resigning) this.resign(false);
    else if (!this.moves.key(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
