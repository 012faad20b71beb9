// The analysis board of a game: trial moves for either side on this page only, judged by the server.
import { Conditional } from "./conditional.js";
import { byId, make, setText } from "./dom.js";
import { Actions, drawn } from "./panel.js";
import { modeOf } from "./pose.js";
import { oneAtATime } from "./positions.js";
import { click } from "./sound.js";
import { tellStory } from "./story.js";
import { colourName, moveWords, say, stopped } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").PastState} PastState */
/** @typedef {import("./types.js").TriedState} TriedState */
/** @typedef {import("./types.js").ActionName} ActionName */

/**
 * @typedef {object} AnalysisHooks
 * @property {(moves: number, then: string[]) => Promise<TriedState | null>} fetch a position with trial moves
 * @property {() => void} pose lets the board take the position's mode
 * @property {() => void} closed shows the game itself again
 * @property {(text: string) => void} note
 */

/** The step of each key. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1, Home: -Infinity, End: Infinity };

export class AnalysisBoard {
  /**
   * @param {string} game
   * @param {import("./board.js").Board} board
   * @param {AnalysisHooks} hooks
   */
  constructor(game, board, hooks) {
    this.board = board;
    this.hooks = hooks;
    this.frame = byId("analysis");
    this.isOpen = false;
    /** The move number before the first trial move, and the game's number of moves then. */
    this.base = this.known = 0;
    /** The trial moves, of which `at` are on the board. @type {string[]} */
    this.line = [];
    this.at = 0;
    /** @type {State | null} */
    this.state = null;
    /** @type {TriedState | null} */
    this.found = null;
    this.tao = false;
    /** The wanted line and the number of its moves to show; null while the board is closed. @type {{line: string[], at: number} | null} */
    this.wanted = null;
    this.fetch = oneAtATime(() => this.fetchWanted());
    this.conditional = new Conditional(game, hooks.note);
    const row = byId("analysis-row");
    this.steps = [-1, 1].map((step) => make("button", { type: "button", click: () => this.step(step) },
      drawn(step < 0 ? "M15 6l-6 6 6 6" : "M9 6l6 6-6 6"), make("span", {}, step < 0 ? say("Back") : say("Forward"))));
    row.append(...this.steps, make("button", { type: "button", id: "close-analysis", class: "last", click: () => this.hooks.closed() },
      drawn("M6 6l12 12M18 6L6 18"), make("span", {}, say("Close"))));
    this.actions = new Actions(row, { act: (name) => this.act(name), send: () => undefined, note: hooks.note }, row);
  }

  /** Show the available actions. @param {State} state */
  show(state) {
    this.state = state;
    byId("open-analysis").hidden = this.isOpen || (state.phase !== "playing" && state.phase !== "waiting");
    this.conditional.show(state);
    if (this.isOpen) this.offerLine();
  }

  /** @param {number} base after how many moves of the game */
  open(base) {
    const state = this.state;
    if (!state) return;
    Object.assign(this, { isOpen: true, base, known: state.moves.length, line: [], at: 0, found: null, tao: false });
    this.board.direct = true;
    this.reveal(true);
    this.go([], 0);
  }

  close() {
    this.isOpen = this.board.direct = false;
    this.wanted = null;
    this.reveal(false);
  }

  /** @private @param {boolean} open */
  reveal(open) {
    this.frame.hidden = !open;
    byId("game").classList.toggle("analysing", open);
  }

  /** Return the board's mode. @param {import("./types.js").Relations | null} relations @returns {import("./board.js").Mode} */
  mode(relations) {
    const position = this.position();
    if (!position) return { kind: "look", relations, shown: null };
    return modeOf(position, { past: false, tao: this.tao, relations });
  }

  /** Return the position as if it were the state of a game with both seats the viewer's. @private @returns {State | null} */
  position() {
    const { state, found } = this;
    if (!state || !found) return null;
    const moves = [...state.moves.slice(0, this.base), ...found.then.map((text) => ({ by: found.to_play, text }))];
    return { ...state, ...found, moves, you: [found.to_play], phase: found.outcome ? "over" : "playing", score: null };
  }

  /** Show on the status line whose turn it is here, and news of the game. @param {HTMLElement} line @param {State} state */
  tell(line, state) {
    const { found } = this;
    const last = state.moves[state.moves.length - 1];
    const news = state.moves.length > this.known && last
      ? say("{player} has played {move} in the game.", { player: state.players[last.by].name || colourName(last.by), move: moveWords(last.text) }) : "";
    setText(line, stopped(news, !found ? "" : found.outcome ? say("Private analysis: the game would end here.")
      : say("Private analysis: {player} to play.", { player: colourName(found.to_play) })));
  }

  /** Try a move on a point. @param {string} label */
  choose(label) {
    this.play(this.tao ? `tao ${label}` : label);
  }

  /** @private @param {ActionName} name */
  act(name) {
    if (name !== "tao") {
      this.play(name);
      return;
    }
    this.tao = !this.tao;
    this.fill();
    if (this.tao) this.hooks.note(say("A Tao stone is in your hand: choose a point for it."));
  }

  /** @private @param {string} move */
  play(move) {
    const goesOn = this.line[this.at] === move;
    this.go(goesOn ? this.line : [...this.line.slice(0, this.at), move], this.at + 1);
  }

  /** @private @param {number} by */
  step(by) {
    const { line, at: from } = this.wanted ?? this;
    const at = Math.max(0, Math.min(line.length, from + by));
    if (at !== from) this.go(line, at);
  }

  /** @param {string} key @returns {boolean} whether it was handled */
  key(key) {
    if (!this.isOpen) return false;
    if (key === "Escape") this.hooks.closed();
    else if (key in STEPS) this.step(STEPS[key]);
    else return false;
    return true;
  }

  /** Redraw the position, as after a change of theme. */
  again() {
    this.fetch();
  }

  /** Show a line after some of its moves. @private @param {string[]} line @param {number} at */
  go(line, at) {
    this.wanted = { line, at };
    this.fetch();
  }

  /** @private */
  async fetchWanted() {
    const wanted = this.wanted;
    if (!wanted) return;
    const { line, at } = wanted;
    const found = await this.hooks.fetch(this.base, line.slice(0, at));
    if (wanted !== this.wanted) return;
    if (!found) {
      this.wanted = { line: this.line, at: this.at };
      this.board.disarm();
      this.hooks.note(say("Could not load that position."));
      return;
    }
    const forward = at > this.at;
    Object.assign(this, { line, at, found, tao: false });
    this.fill();
    if (forward) click();
    setText(byId("said"), found.said);
    this.board.paint(found.svg, { gone: found.gone, ...(forward ? found : {}) });
  }

  /** Show what can be done in the position. @private */
  fill() {
    const position = this.position();
    if (!position) return;
    this.hooks.note("");
    this.actions.show(position, this.tao, false);
    this.steps.forEach((button, i) => button.setAttribute("aria-disabled", String(this.at === (i ? this.line.length : 0))));
    tellStory(byId("story"), position, false);
    byId("explain").hidden = true;
    this.offerLine();
    this.hooks.pose();
  }

  /** Offer to keep the moves on the board as conditional moves. @private */
  offerLine() {
    const present = this.state?.moves.length === this.base;
    this.conditional.offer(byId("analysis-line"), present ? this.line.slice(0, this.at) : null);
  }
}
