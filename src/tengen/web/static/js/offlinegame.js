// An offline game for two: stored in this browser, drawn, and exported as SGF.
import { GoGame } from "./gorules.js";
import { recallObject, remember } from "./memory.js";

/** @typedef {import("./gorules.js").GoRules} GoRules */
/** @typedef {GoRules & {name: string, title: string, sgf: string}} NamedRules */
/**
 * @typedef {object} GameBoard
 * @property {string} text
 * @property {string} title
 * @property {number} radius of a stone, in units of the picture
 * @property {string[]} labels
 * @property {number[][]} neighbours
 * @property {string[]} svgs the empty board, and full ones of black and of white stones
 */

const KEY = "offline.game";
const POINT = /^<g id="[^"]*" class="point/;
const SHADOWS = /^<g class="shadows/;

export class OfflineGame {
  /**
   * @param {GameBoard} board
   * @param {NamedRules} rules
   * @param {number[]} [moves]
   * @param {number[]} [dead]
   * @param {boolean} [agreed]
   */
  constructor(board, rules, moves = [], dead = [], agreed = false) {
    this.board = board;
    this.rules = rules;
    this.go = new GoGame(board.neighbours, rules, moves);
    /** The stones marked as dead. */
    this.dead = new Set(dead);
    /** Whether they agree on them. */
    this.agreed = agreed && this.go.over;
  }

  /**
   * Return the stored game, or a new one.
   * @param {GameBoard[]} boards
   * @param {NamedRules[]} rules
   */
  static kept(boards, rules) {
    const { board, variant, moves, dead, agreed } = recallObject(KEY);
    const list = (/** @type {unknown} */ found) => (Array.isArray(found) ? found.filter(Number.isInteger) : []);
    const on = boards.find((each) => each.text === board) ?? boards[0];
    return new OfflineGame(on, rules.find((each) => each.name === variant) ?? rules[0], list(moves), list(dead), agreed === true);
  }

  keep() {
    const { board, rules, go, dead, agreed } = this;
    remember(KEY, JSON.stringify({ board: board.text, variant: rules.name, moves: go.moves, dead: [...dead], agreed }));
  }

  /** @returns {"playing" | "counting" | "over"} */
  get phase() {
    return this.agreed ? "over" : this.go.over ? "counting" : "playing";
  }

  /** @returns {"black" | "white"} */
  get toPlay() {
    return this.go.toPlay === 1 ? "black" : "white";
  }

  /** Take back a move, or the agreement. */
  undo() {
    if (this.agreed) {
      this.agreed = false;
      return;
    }
    this.go = this.go.undone();
    this.dead.clear();
  }

  /** Toggle a chain between dead and alive. @param {number} point */
  mark(point) {
    const chain = this.go.chain(point);
    for (const each of chain) if (!this.dead.delete(each)) this.dead.add(each);
  }

  /** @returns {string} the current board, assembled from the pictures */
  svg() {
    const [empty, black, white] = this.board.svgs.map((svg) => svg.split("\n"));
    const first = black.findIndex((line) => SHADOWS.test(line));  // a line for every point's shadow, from here on
    const { stones } = this.go;
    let point = 0;
    return black.map((line, at) => {
      if (first >= 0 && at >= first && at < first + stones.length) return stones[at - first] ? line : empty[at];
      if (!POINT.test(line)) return line.startsWith("<desc") ? empty[at] : line;
      const stone = stones[point++];
      return stone === 1 ? line : stone === -1 ? white[at] : empty[at];
    }).join("\n");
  }

  /** @returns {string} the record */
  sgf() {
    const { board, rules, go } = this;
    const { margin } = go.area(this.dead);
    const won = margin === 0 ? "0" : `${margin > 0 ? "B" : "W"}+${Math.abs(margin)}`;
    const size = /^\d+$/.test(board.text) ? Number(board.text) : 0;
    const head = size ? `GM[1]FF[4]CA[UTF-8]SZ[${size}]` : `GM[100]FF[4]CA[UTF-8]TGB[${board.text}]`;
    const named = (/** @type {number} */ move) => (size ? letters(board.labels[move], size) : (board.labels[move] ?? "pass"));
    const moves = go.moves.map((move, number) => `;${"BW"[number % 2]}[${named(move)}]`);
    return `(;${head}RU[${rules.sgf}]KM[${rules.komi}]${this.agreed ? `RE[${won}]` : ""}${moves.join("")})\n`;
  }
}

/** Return a point of a square board in SGF; "" for a pass. @param {string | undefined} label @param {number} size */
function letters(label, size) {
  const letter = (/** @type {number} */ place) => String.fromCharCode("a".charCodeAt(0) + place);
  return label ? letter("ABCDEFGHJKLMNOPQRST".indexOf(label[0])) + letter(size - Number(label.slice(1))) : "";
}
