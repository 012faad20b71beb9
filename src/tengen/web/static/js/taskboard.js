// A task on a live board, for lessons and problems: it sends each try to the server (offline: to the answer book), plays
// out the result and shows its text. It does not know rules. The page has the elements of task_board.html and task_panel.html.
import { offerMove } from "./offeredmove.js";
import { answerOf, solutionOf } from "./answerbook.js";
import { ask, Refused } from "./api.js";
import { Board } from "./board.js";
import { byId, make, setText } from "./dom.js";
import { Actions } from "./panel.js";
import { click } from "./sound.js";
import { onTheme, theme } from "./theme.js";
import { msg, ready, say, sayCount, stopped } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Relations} Relations */
/** @typedef {{svg: string, landed: string[], captured: string[], said: string, why: string, text?: string[]}} Frame */
/**
 * The state of a task: the fields of a game's state that it has, and the question.
 * @typedef {Pick<State, "variant" | "board" | "to_play" | "you" | "svg" | "actions" | "illegal" | "tao_illegal" | "tiles">
 *   & {phase: "playing" | "finding" | "over", ask: string, hints: string[], score: string, outcome: {text: string} | null,
 *   players: Record<"black" | "white", {prisoners: number, tao_in_hand: number, tao_price: number | null}>,
 *   relations: Relations | null}} TaskState
 */
/**
 * @typedef {object} TaskAnswer
 * @property {"start" | "onward" | "right" | "wrong" | "illegal" | "shown"} verdict
 * @property {string[]} text
 * @property {string[]} reasons
 * @property {string[]} tries those that count
 * @property {Frame[]} frames the turns one after the other
 * @property {TaskState} state
 */
/**
 * @typedef {object} TaskHooks
 * @property {(answer: TaskAnswer) => void} [heard] after a try was judged and played out
 */

/** Texts on tries, by verdict. @type {Record<string, string>} */
const VERDICTS = {
  onward: msg("Good. Go on."),
  right: msg("Right."),
  wrong: msg("Not yet."),
  illegal: msg("Not allowed."),
  shown: msg("This is the solution."),
};

const PAUSE = 700;
const wide = matchMedia("(min-width: 700px) and (min-height: 480px)");

export class TaskBoard {
  /**
   * @param {string} address of the task, as in /api/lessons/{address}/try
   * @param {TaskHooks} hooks
   */
  constructor(address, hooks) {
    this.address = address;
    this.hooks = hooks;
    /** @type {string[]} the right tries */
    this.tries = [];
    /** @type {TaskState | null} the state for the next try */
    this.state = null;
    /** @type {TaskAnswer | null} the last answer */
    this.answer = null;
    this.tao = false;
    this.busy = false;
    this.hinted = 0;
    /** The number of the current playback; a newer one ends an older one. @private */
    this.run = 0;
    this.board = new Board(byId("board"), byId("reason"), {
      choose: (label) => this.try(this.tao ? `tao ${label}` : label),
      refused: (label) => this.try(this.tao ? `tao ${label}` : label),
      arm: (label) => this.offer(label),
      tell: (text) => setText(byId("cursor-said"), text),
    });
    this.actions = new Actions(byId("actions"), {
      act: (name) => (name === "tao" ? this.takeTao() : this.try(name)),
      send: () => {},
      note: (text) => this.note(text),
    });
    byId("board").addEventListener("click", () => this.stuck && this.again(), true);
    onTheme(() => this.relook());
    wide.addEventListener("change", () => this.relook());
  }

  /** Whether a wrong move on the board must be taken back first. */
  get stuck() {
    return !this.busy && this.answer?.verdict === "wrong" && this.answer.frames.length > 0;
  }

  /** Fetch the position. */
  async start() {
    await ready;
    [this.tries, this.hinted, this.tao] = [[], 0, false];
    await this.send({ tries: [] });
  }

  /** @param {string} text the learner's try */
  async try(text) {
    if (this.busy || !this.state || this.state.phase === "over" || this.stuck) return;
    this.tao = false;
    await this.send({ tries: [...this.tries, text] });
  }

  /** Play out the rest of the solution. */
  async show() {
    if (this.busy) return;
    await this.send({ tries: this.tries, show: true });
  }

  /** Take back the wrong try. */
  again() {
    if (!this.state || !this.answer) return;
    this.answer = { ...this.answer, verdict: "start", text: [], frames: [] };
    this.board.paint(this.state.svg);
    this.tell();
    this.pose();
  }

  /** Show the next hint. */
  hint() {
    this.hinted = Math.min(this.hinted + 1, this.state?.hints.length ?? 0);
    this.tell();
  }

  // -- the server -----------------------------------------------------------------------------------------------------

  /** @private @param {{tries: string[], show?: boolean}} body */
  async send(body) {
    this.busy = true;
    this.note("");
    const slow = window.setTimeout(() => this.state || setText(byId("request"), say("The server is starting; this takes a moment.")), 3000);
    try {
      await this.hear(await this.judge(body));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.board.disarm();
      byId("notice").replaceChildren(say("The server did not answer: {text}", { text: error.message }), " ",
        make("button", { type: "button", class: "inline", click: () => this.send(body) }, say("Ask again")));
    } finally {
      clearTimeout(slow);
      this.busy = false;
      this.pose();
    }
  }

  /**
   * Judge a try: by the server, or offline by the cached answer book.
   * @private @param {{tries: string[], show?: boolean}} body @returns {Promise<TaskAnswer>}
   */
  async judge(body) {
    try {
      return await ask("POST", `/api/lessons/${this.address}/try`, { ...body, theme: theme(), coordinates: true });
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "network") throw error;
      const book = await ask("GET", `/learn/${this.address}.json?theme=${theme()}`).catch(() => null);
      if (!book) throw error;
      return body.show ? solutionOf(book, body.tries) : answerOf(book, body.tries);
    }
  }

  /** Play out the result of a try, then ask again. @private @param {TaskAnswer} answer */
  async hear(answer) {
    const before = this.state;
    this.run += 1;
    const run = this.run;
    this.answer = answer;
    this.tries = answer.tries;
    if (answer.verdict !== "illegal") await this.play(answer, run);
    if (this.run !== run) return;
    const wrong = answer.verdict === "wrong" || answer.verdict === "illegal";
    if (!wrong || !before) this.state = answer.state;
    if (answer.verdict === "onward") this.hinted = 0;
    if (!answer.frames.length && !wrong) this.board.paint(answer.state.svg);
    byId("task").style.setProperty("--aspect", String(this.board.picture?.aspect() ?? 1));
    this.busy = false;
    this.pose();
    this.tell();
    this.hooks.heard?.(answer);
  }

  /** @private @param {TaskAnswer} answer @param {number} run */
  async play(answer, run) {
    this.board.use({ kind: "look" });
    for (const [number, frame] of answer.frames.entries()) {
      if (number || answer.verdict === "shown") await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this.run !== run) return;
      this.board.paint(frame.svg, { landed: frame.landed, captured: frame.captured });
      if (frame.landed.length) click();
      if (answer.verdict === "shown") this.speak("shown", frame.text ?? [], [frame]);
    }
  }

  /** Draw the position again in other colours. @private */
  async relook() {
    if (!this.state || this.busy) return;
    const found = await this.judge({ tries: this.tries }).catch(() => null);
    if (!found || this.busy) return;
    this.state = found.state;
    if (this.stuck) this.again();
    else this.board.paint(found.state.svg);
    this.pose();
  }

  // -- display ---------------------------------------------------------------------------------------------------------

  /** Show the question, the result of the last try, and the hints. @private */
  tell() {
    const { state, answer } = this;
    if (!state || !answer) return;
    const request = byId("request");
    request.hidden = !state.ask;
    request.replaceChildren(state.ask);
    setText(byId("hints"), stopped(...state.hints.slice(0, this.hinted)));
    this.tellGoods(state);
    const kind = answer.verdict === "start" ? "" : answer.verdict;
    this.speak(kind, answer.text, answer.verdict === "shown" ? answer.frames.slice(-1) : answer.frames, answer.state);
  }

  /**
   * @private @param {string} kind @param {string[]} text @param {Frame[]} frames @param {TaskState} [state]
   */
  speak(kind, text, frames, state) {
    const frame = byId("verdict");
    frame.dataset.kind = kind;
    if (!kind) {
      frame.replaceChildren();
      return;
    }
    const told = stopped(...frames.flatMap((each) => [each.said, each.why]));
    const end = [state?.outcome?.text, state?.score].filter(Boolean).slice(-1);
    frame.replaceChildren(
      make("p", { class: "word" }, say(VERDICTS[kind])),
      ...(told ? [make("p", { class: "small muted" }, told)] : []),
      ...[...text, ...end].map((each) => make("p", {}, String(each))),
      ...(this.stuck ? [make("button", { type: "button", class: "first", click: () => this.again() }, say("Try again"))] : []),
    );
  }

  /** Show the players' prisoners and Tao stones, if relevant. @private @param {TaskState} state */
  tellGoods(state) {
    const { black, white } = state.players;
    const price = state.players[state.to_play].tao_price;
    const told = stopped(
      state.tiles?.text,
      !!(black.prisoners || white.prisoners || state.actions.return)
        && say("Prisoners: Black holds {black}, White holds {white}.", { black: black.prisoners, white: white.prisoners }),
      !!(black.tao_in_hand || white.tao_in_hand)
        && say("Tao stones in hand: Black {black}, White {white}.", { black: black.tao_in_hand, white: white.tao_in_hand }),
      state.actions.tao && price !== null
        && sayCount("A Tao stone costs 1 prisoner.", "A Tao stone costs {count} prisoners.", price));
    byId("goods").hidden = !told;
    setText(byId("goods"), told);
  }

  /** Say to the board and the buttons what can be done now. @private */
  pose() {
    const { state, answer } = this;
    if (!state || !answer) return;
    const idle = this.busy || state.phase === "over" || this.stuck || answer.verdict === "shown";
    const radius = state.board.radius;
    const relations = state.relations;
    if (idle) {
      this.board.use({ kind: "look", radius, relations });
    } else if (state.phase === "finding") {
      this.board.use({ kind: "find", radius, relations });
    } else {
      const illegal = this.tao ? state.tao_illegal : state.illegal;
      const tiles = this.tao ? null : state.tiles;
      const stone = this.tao ? "tao" : state.to_play;
      this.board.use({ kind: "play", stone, illegal, radius, relations, due: tiles?.due, incursions: tiles?.incursions });
    }
    const shown = idle ? { ...state, actions: {} } : state;
    this.actions.show(/** @type {State} */ (/** @type {unknown} */ (shown)), this.tao, false);
  }

  /** @private */
  takeTao() {
    this.tao = !this.tao;
    this.board.disarm();
    this.pose();
    this.note(this.tao ? say("Now choose a vacant point for the Tao stone.") : "");
  }

  /** Show, on a touch screen, the button that plays on the tapped point. @private @param {string | null} label */
  offer(label) {
    offerMove(byId("confirm"), this.board, label, this.tao);
  }

  /** @private @param {string} text */
  note(text) {
    setText(byId("notice"), text);
  }
}
