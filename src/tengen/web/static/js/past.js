// Past positions of a game: fetched on demand, and cached.
import { ask, queryOf } from "./api.js";

/** @typedef {import("./types.js").PastState} PastState */

export class Past {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** By moves and look. @type {Map<string, any>} */
    this.known = new Map();
  }

  /** Clear the cache after an undo. */
  clear() {
    this.known.clear();
  }

  /**
   * Return the position after a number of moves; null if it cannot be fetched.
   * @param {number} moves
   * @param {import("./api.js").Look} look
   * @returns {Promise<PastState | null>}
   */
  at(moves, look) {
    return this.fetch(`moves=${moves}&${queryOf(look)}`);
  }

  /**
   * Return the position after a number of moves and trial moves; null if it cannot be fetched.
   * @param {number} moves
   * @param {import("./api.js").Look} look
   * @param {string[]} then
   * @returns {Promise<import("./types.js").TriedState | null>}
   */
  after(moves, look, then) {
    const tried = then.length ? then.map(encodeURIComponent) : [""];
    return this.fetch(`moves=${moves}&${queryOf(look)}${tried.map((move) => `&then=${move}`).join("")}`);
  }

  /** @private @param {string} query @returns {Promise<any>} */
  async fetch(query) {
    const known = this.known.get(query);
    if (known) return known;
    try {
      const found = await ask("GET", `/api/games/${this.game}?${query}`);
      this.known.set(query, found);
      return found;
    } catch {
      return null;
    }
  }
}
