// "Try again": a mistake as a small problem. The server compares tries with the engine's move.
import { ask, Refused } from "./api.js";
import { markMissed, markSolved, nextProblem } from "./boxes.js";
import { make } from "./dom.js";
import { keepProblems, nameOf, ownProblems, problemUrl } from "./ownproblems.js";
import { colourName, moveWords, say } from "./words.js";

/** @typedef {import("./ownproblems.js").OwnProblem} OwnProblem */
/** @typedef {{degree: string, chance: number, line: string[], best: number, better: string[]}} MoveTry */

/**
 * @typedef {object} TryHooks
 * @property {(address: string, then?: string[]) => void} go to a position, with moves shown after it
 * @property {() => string} rules chosen; "" for the record's own
 */

/** The number of moves that show why a try was wrong. */
const SHOWN = 4;
const percent = (/** @type {number} */ chance) => Math.round(100 * chance);

export class TryAgain {
  /**
   * @param {HTMLElement} frame
   * @param {string} review
   * @param {TryHooks} hooks
   */
  constructor(frame, review, hooks) {
    this.frame = frame;
    this.review = review;
    this.hooks = hooks;
    /** @type {OwnProblem | null} */
    this.problem = null;
    /** The next problems of this review. @type {OwnProblem[]} */
    this.rest = [];
    this.missed = false;
    /** Whether a judged try or the solution is shown. */
    this.shown = false;
    this.busy = false;
    this.verdict = make("div", { class: "judged", role: "status" });
  }

  get isOn() {
    return this.problem !== null;
  }

  /** @param {OwnProblem | undefined} problem @param {OwnProblem[]} [rest] */
  begin(problem, rest = []) {
    if (!problem) return;
    [this.problem, this.rest, this.missed] = [problem, rest, false];
    const { by, move, was, now } = problem;
    const values = { move: moveWords(move), was: percent(was), now: percent(now) };
    this.frame.replaceChildren(
      make("h2", { tabindex: -1 }, say("Find a better move")),
      make("p", {}, make("span", { class: `disc ${by}` }), " ", say("{by} to play.", { by: colourName(by) })),
      make("p", { class: "muted" }, say("{move} was played: the chances to win fell from {was} % to {now} %.", values)),
      this.verdict);
    this.frame.closest("#review")?.classList.add("trying");
    this.frame.hidden = false;
    this.restart();
    this.frame.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** Turn mistakes into problems, and start with the first. @param {import("./mistakes.js").Mistake[]} mistakes @param {string} title of the game */
  make(mistakes, title) {
    const [first, ...rest] = keepProblems(this.review, title, ["black", "white"], mistakes, true);
    this.begin(first, rest);
  }

  /** Start with the problem of a link. @param {string} node */
  resume(node) {
    const own = ownProblems().filter(({ review }) => review === this.review);
    const first = own.find((each) => each.node === node);
    this.begin(first, own.filter((each) => each !== first));
  }

  /** Restore the position. */
  restart() {
    if (!this.problem) return;
    this.shown = false;
    this.tell("", [], this.button(say("Show me"), () => this.give()));
    this.hooks.go(this.problem.node);
  }

  /** @param {string} move */
  async try(move) {
    const problem = this.problem;
    if (!problem || this.busy || this.shown) return;
    if (move === problem.move) {
      this.restart();
      this.tell("wrong", [say("That is the move you played. Look for another one.")], this.button(say("Show me"), () => this.give()));
      return;
    }
    this.busy = true;
    this.tell("", [say("The computer compares {move} with its own move.", { move: moveWords(move) })]);
    this.hooks.go(problem.node, [move]);
    try {
      const rules = this.hooks.rules();
      const wish = { node: problem.node, move, ...(rules ? { variant: rules } : {}) };
      const found = await ask("POST", `/api/reviews/${this.review}/judge`, wish);
      if (this.problem === problem) this.judge(problem, move, found);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.restart();
      this.tell("", [error.message], this.button(say("Show me"), () => this.give()));
    } finally {
      this.busy = false;
    }
  }

  /** @private @param {OwnProblem} problem @param {string} move @param {MoveTry} found */
  judge(problem, move, found) {
    this.shown = true;
    const best = moveWords(found.better[0]);
    if (found.degree === "") {
      markSolved(nameOf(problem), !this.missed);
      const same = found.better[0] === move;
      this.hooks.go(problem.node, found.line.slice(0, SHOWN));
      this.tell("right", [say("Right: {move}.", { move: moveWords(move) }), same
        ? say("The computer plays there, too.")
        : say("As far as the computer can tell, it is as good as its own move, {move}.", { move: best })], ...this.ways());
      return;
    }
    const values = { move: moveWords(move), chance: percent(found.chance), best: percent(found.best) };
    const unclear = found.degree === "unclear";
    if (!unclear) this.miss(problem);
    this.hooks.go(problem.node, found.line.slice(0, SHOWN));
    this.tell(unclear ? "" : "wrong", [unclear
      ? say("{move} may be good: the computer cannot tell. There is a clearer move.", values)
      : say("Not yet: {move} leaves {chance} %, and the best move {best} %. The board shows how it might go on.", values)],
    this.button(say("Try another move"), () => this.restart(), true), this.button(say("Show me"), () => this.give()));
  }

  /** Show the engine's move. @private */
  async give() {
    const problem = this.problem;
    if (!problem || this.busy) return;
    this.miss(problem);
    this.busy = this.shown = true;
    try {
      const rules = this.hooks.rules();
      const wish = { node: problem.node, move: problem.move, ...(rules ? { variant: rules } : {}) };
      /** @type {MoveTry} */
      const found = await ask("POST", `/api/reviews/${this.review}/judge`, wish);
      this.hooks.go(problem.node, found.better.slice(0, SHOWN));
      this.tell("", [say("The computer plays {move}.", { move: moveWords(found.better[0]) })],
        ...this.ways(), this.button(say("Start over"), () => this.restart()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell("", [error.message]);
    } finally {
      this.busy = false;
    }
  }

  /** @private @param {OwnProblem} problem */
  miss(problem) {
    this.missed = true;
    markMissed(nameOf(problem));
  }

  /** Go back to the review. */
  leave() {
    const problem = this.problem;
    this.problem = null;
    this.frame.hidden = true;
    this.frame.closest("#review")?.classList.remove("trying");
    if (problem) this.hooks.go(problem.node);
  }

  /** Make the buttons that lead on: to the next mistake of this game, or to the problem that is due. @private */
  ways() {
    const [next, ...rest] = this.rest;
    if (next) return [this.button(say("Next mistake"), () => this.begin(next, rest), true)];
    const name = nextProblem(ownProblems().map(nameOf), this.problem ? nameOf(this.problem) : "");
    return [make("a", { class: "button first", href: name ? problemUrl(name) : "/problems" }, name ? say("Next problem") : say("All problems"))];
  }

  /** @private @param {string} text @param {() => void} click @param {boolean} [first] */
  button(text, click, first = false) {
    return make("button", { type: "button", class: first ? "first" : null, click }, text);
  }

  /** @private @param {string} kind @param {string[]} text @param {...HTMLElement} ways */
  tell(kind, text, ...ways) {
    this.verdict.className = `judged ${kind}`;
    this.verdict.replaceChildren(...text.map((each) => make("p", {}, each)),
      make("div", { class: "ways" }, ...ways, this.button(say("Back to the review"), () => this.leave())));
  }
}
