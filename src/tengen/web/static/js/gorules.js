// Ordinary Go on any board, for offline games: legality, captures, repetition and area scoring.
// tests/web/browser/test_browser_offline.py plays random games against the compiled rules.

/** @typedef {"black" | "white"} Colour */
/**
 * @typedef {object} GoRules
 * @property {boolean} suicide whether suicide is allowed
 * @property {"none" | "ko" | "positional" | "situational"} repetition
 * @property {number} komi
 */
/** @typedef {"occupied" | "suicide" | "ko" | "superko"} Refusal */
/** @typedef {{stones: number[], captured: number[], lost: number[]}} Placed the stones after a placement, and the removed ones */

const EMPTY = 0;
const PASS = -1;

export class GoGame {
  /**
   * @param {number[][]} neighbours of each point
   * @param {GoRules} rules
   * @param {number[]} [moves] points by number, -1 for a pass; an illegal one ends the list
   */
  constructor(neighbours, rules, moves = []) {
    this.neighbours = neighbours;
    this.rules = rules;
    /** 1 for Black's stones, -1 for White's. */
    this.stones = /** @type {number[]} */ (new Array(neighbours.length).fill(EMPTY));
    /** @type {1 | -1} */
    this.toPlay = 1;
    /** @type {number[]} */
    this.moves = [];
    /** The stones before each move, and now. @type {number[][]} */
    this.positions = [this.stones];
    /** The positions that must not come back. @private @type {Set<string>} */
    this.seen = new Set([this.key(this.stones, 1)]);
    this.captures = { black: 0, white: 0 };
    /** How many stones stand on the board, and how many did at most: with more no position comes back. @private */
    this.count = this.most = 0;
    /** The stones removed by the last move. @type {number[]} */
    this.gone = [];
    for (const move of moves) if (!this.play(move)) break;
  }

  /** Whether two passes have ended the game. */
  get over() {
    return this.moves.length > 1 && this.moves.slice(-2).every((move) => move === PASS);
  }

  /**
   * @param {number} point
   * @returns {Refusal | null} why the point is illegal for the side to move; null if it is legal
   */
  whyNot(point) {
    if (this.stones[point] !== EMPTY) return "occupied";
    const placed = this.placed(point);
    if (placed.lost.length && !this.rules.suicide) return "suicide";
    return this.count + 1 - placed.captured.length - placed.lost.length > this.most ? null : this.repeats(placed.stones);
  }

  /**
   * Make a move; an illegal one changes nothing.
   * @param {number} move a point, or -1 to pass
   * @returns {boolean} whether it was made
   */
  play(move) {
    if (this.over || (move !== PASS && (!(move in this.stones) || this.whyNot(move)))) return false;
    const { stones, captured, lost } = move === PASS ? { stones: this.stones, captured: [], lost: [] } : this.placed(move);
    this.captures[this.toPlay === 1 ? "black" : "white"] += captured.length;
    this.captures[this.toPlay === 1 ? "white" : "black"] += lost.length;
    this.gone = [...captured, ...lost];
    this.stones = stones;
    this.count += (move === PASS ? 0 : 1) - this.gone.length;
    this.most = Math.max(this.most, this.count);
    this.toPlay = this.toPlay === 1 ? -1 : 1;
    this.moves.push(move);
    this.positions.push(stones);
    this.seen.add(this.key(stones, this.toPlay));
    return true;
  }

  /** @returns {GoGame} the game before the last move */
  undone() {
    return new GoGame(this.neighbours, this.rules, this.moves.slice(0, -1));
  }

  /**
   * Return the points of a stone's chain, or of the vacant region around a point.
   * @param {number} point
   * @param {number[]} [stones]
   * @returns {Set<number>}
   */
  chain(point, stones = this.stones) {
    const found = new Set([point]);
    for (const each of found) { // iteration includes points added during the loop
      for (const next of this.neighbours[each]) if (stones[next] === stones[point]) found.add(next);
    }
    return found;
  }

  /**
   * Count the area: stones, and vacant points that reach only one colour.
   * @param {Set<number>} [dead] stones that count as taken off
   * @returns {{owners: number[], black: number, white: number, margin: number}} owners: 1, -1 or 0; margin: Black's lead after komi
   */
  area(dead = new Set()) {
    const stones = this.stones.map((stone, point) => (dead.has(point) ? EMPTY : stone));
    const owners = [...stones];
    const done = new Set();
    for (const point of stones.keys()) {
      if (stones[point] !== EMPTY || done.has(point)) continue;
      const region = this.chain(point, stones);
      const beside = new Set([...region].flatMap((each) => this.neighbours[each].map((next) => stones[next])));
      beside.delete(EMPTY);
      const owner = beside.size === 1 ? [...beside][0] : 0;
      for (const each of region) owners[each] = owner, done.add(each);
    }
    const black = owners.filter((owner) => owner === 1).length;
    const white = owners.filter((owner) => owner === -1).length;
    return { owners, black, white, margin: black - white - this.rules.komi };
  }

  /** @private @param {number} point @returns {Placed} */
  placed(point) {
    const mine = this.toPlay;
    const stones = [...this.stones];
    stones[point] = mine;
    const taken = this.neighbours[point].flatMap((next) => (stones[next] === -mine ? this.stuck(next, stones) : []));
    const captured = [...new Set(taken)];
    for (const each of captured) stones[each] = EMPTY;
    const lost = this.stuck(point, stones);
    for (const each of lost) stones[each] = EMPTY;
    return { stones, captured, lost };
  }

  /** Return the stones of a chain if it has no liberty. @private @param {number} point @param {number[]} stones @returns {number[]} */
  stuck(point, stones) {
    const chain = [...this.chain(point, stones)];
    const free = chain.some((each) => this.neighbours[each].some((next) => stones[next] === EMPTY));
    return free ? [] : chain;
  }

  /** @private @param {number[]} stones @returns {Refusal | null} */
  repeats(stones) {
    const { repetition } = this.rules;
    if (repetition === "none") return null;
    if (repetition !== "ko") return this.seen.has(this.key(stones, this.toPlay === 1 ? -1 : 1)) ? "superko" : null;
    const before = (this.moves.at(-1) ?? PASS) === PASS ? undefined : this.positions.at(-2);
    return before?.every((stone, point) => stone === stones[point]) ? "ko" : null;
  }

  /** @private @param {number[]} stones @param {number} toPlay */
  key(stones, toPlay) {
    return stones.join() + (this.rules.repetition === "situational" ? `:${toPlay}` : "");
  }
}
