// Mistakes of a review: the list, and the text at a mistake.
import { make } from "./dom.js";
import { colourName, moveWords, say, sayCount } from "./words.js";

/**
 * @typedef {object} Mistake
 * @property {string} node
 * @property {string} before the node before it
 * @property {number} number
 * @property {"black" | "white"} by
 * @property {string} move
 * @property {"unclear" | "mistake" | "grave"} degree
 * @property {number} was the mover's chance before
 * @property {number} now and after
 * @property {string[]} better the engine's move and its continuation
 * @property {string} text why it is better
 */

/**
 * @typedef {object} MistakeHooks
 * @property {(address: string, then?: string[], why?: string) => void} go to a position, with moves shown after it
 * @property {(mistakes: Mistake[]) => void} again turns mistakes into problems
 */

const percent = (/** @type {number} */ chance) => Math.round(100 * chance);

/** @param {Mistake} mistake @returns {string} it in one sentence */
function told({ degree, by, was, now }) {
  const values = { by: colourName(by), was: percent(was), now: percent(now) };
  if (degree === "unclear") {
    return say("Unclear: {by}'s chances to win may have fallen from {was} % to {now} %; the computer has not looked long enough to be sure.", values);
  }
  return degree === "grave"
    ? say("A grave mistake: {by}'s chances to win fell from {was} % to {now} %.", values)
    : say("A mistake: {by}'s chances to win fell from {was} % to {now} %.", values);
}

export class Mistakes {
  /**
   * @param {HTMLElement} here shows the mistake of the position
   * @param {HTMLElement} list shows all
   * @param {string[]} you the reader's sides in the game; empty: unknown
   * @param {MistakeHooks} hooks
   */
  constructor(here, list, you, hooks) {
    this.here = here;
    this.list = list;
    this.you = you;
    this.hooks = hooks;
    /** @type {Map<string, Mistake>} */
    this.byNode = new Map();
    /** Whether the whole line has been analysed. */
    this.done = false;
    /** Whether the line has any moves. */
    this.moves = true;
  }

  /** Drop them, as they belong to other rules or another line. */
  begin() {
    this.byNode.clear();
    this.done = false;
    this.show();
  }

  /** @param {Mistake[]} mistakes */
  hear(mistakes) {
    this.byNode = new Map(mistakes.map((each) => [each.node, each]));
    this.show();
  }

  /** The analysis of the line is complete. @param {boolean} moves whether it has any */
  end(moves) {
    this.done = true;
    this.moves = moves;
    this.show();
  }

  /** Show the mistake at a position, if any. @param {string} node */
  mark(node) {
    const mistake = this.byNode.get(node);
    this.here.hidden = !mistake;
    if (!mistake || this.here.dataset.key === JSON.stringify(mistake)) return;
    this.here.dataset.key = JSON.stringify(mistake);
    this.here.replaceChildren(
      make("p", {}, told(mistake)),
      make("p", { class: "ways" }, ...this.ways(mistake)),
    );
  }

  /** Make the buttons to find or show the better move. @private @param {Mistake} mistake */
  ways(mistake) {
    const { before, better, degree, text } = mistake;
    const show = make("button", { type: "button", class: "inline", click: () => this.hooks.go(before, better, text) }, say("Show the better move"));
    if (degree === "unclear") return [show];
    return [make("button", { type: "button", click: () => this.hooks.again([mistake]) }, say("Try again")), show];
  }

  /** Make the button that turns the reader's mistakes, or all, into problems. @private @param {Mistake[]} found */
  all(found) {
    const sure = found.filter(({ by, degree }) => degree !== "unclear" && (!this.you.length || this.you.includes(by)));
    if (!sure.length) return [];
    const text = this.you.length
      ? sayCount("Try your mistake again", "Try your {count} mistakes again", sure.length)
      : sayCount("Try the mistake again", "Try the {count} mistakes again", sure.length);
    const inOrder = sure.sort((one, other) => one.number - other.number);
    return [make("button", { type: "button", class: "first", id: "try-all", click: () => this.hooks.again(inOrder) }, text)];
  }

  /** @private */
  show() {
    const found = [...this.byNode.values()];
    this.list.hidden = !found.length && !this.done;
    if (!found.length) {
      const none = this.moves
        ? say("No move of the main line cost a tenth of the chances to win or more.")
        : say("The main line has no moves to review.");
      this.list.replaceChildren(make("p", { class: "small muted" }, none));
      return;
    }
    const rows = found.map((each) => {
      const chances = { was: percent(each.was), now: percent(each.now) };
      const fall = each.degree === "unclear" ? say("{was} % → {now} %, unclear", chances) : say("{was} % → {now} %", chances);
      const move = say("Move {number}: {by} {move}", { number: each.number, by: colourName(each.by), move: moveWords(each.move) });
      return make("li", {}, make("button", { type: "button", class: "inline", click: () => this.hooks.go(each.node) }, move), ` ${fall}`);
    });
    this.list.replaceChildren(make("h3", {}, say("The largest mistakes")), ...this.all(found), make("ol", { class: "plain" }, ...rows));
  }
}
