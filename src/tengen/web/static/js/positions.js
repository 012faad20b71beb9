// Asking the server for the position of a review: while one answer is waited for, only the last wish is kept.
import { ask, Refused } from "./api.js";

/** @typedef {import("./reviewpanel.js").View} View */

/**
 * @typedef {object} PositionHooks
 * @property {() => import("./teaching.js").Place} place which position is wanted
 * @property {() => Record<string, string>} options how it is drawn
 * @property {() => boolean} hasTree whether the tree is known
 * @property {(view: View) => void} show
 * @property {(view: View) => void} showRecord the tree, of a position that is no longer wanted
 * @property {() => void} lost there is no such position any more
 * @property {(text: string) => void} note
 */

export class Positions {
  /** @param {string} id of the review @param {PositionHooks} hooks */
  constructor(id, hooks) {
    this.path = `/api/reviews/${id}`;
    this.hooks = hooks;
    /** How often something was asked for; an older answer is of no use. */
    this.asked = 0;
    this.fetching = false;
    this.whole = false;
  }

  /** @param {boolean} [whole] the tree, too */
  async fetch(whole = false) {
    this.whole ||= whole || !this.hooks.hasTree();
    this.asked += 1;
    if (this.fetching) return;
    this.fetching = true;
    while (true) {
      const number = this.asked;
      const tree = this.whole;
      this.whole = false;
      await this.fetchOnce(tree);
      if (number === this.asked) break;
    }
    this.fetching = false;
  }

  /** @private @param {boolean} tree */
  async fetchOnce(tree) {
    const place = this.hooks.place();
    const { node, rules, then } = place;
    const chosen = { ...(rules ? { variant: rules } : {}), ...(then ? { then } : {}) };
    const wanted = new URLSearchParams({ node, tree: String(tree), ...this.hooks.options(), ...chosen });
    try {
      const view = await ask("GET", `${this.path}?${wanted}`);
      const now = this.hooks.place();
      if (node === now.node && rules === now.rules && then === now.then) this.hooks.show(view);
      else if (view.record) this.hooks.showRecord(view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "no-node" && node !== "0") this.hooks.lost();
      else this.hooks.note(error.message);
    }
  }
}
