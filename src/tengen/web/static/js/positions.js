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

/**
 * Return what runs a task, and once more at its end if that was asked for while it ran: never two at a time.
 * @param {() => Promise<void>} task
 */
export function oneAtATime(task) {
  let [asked, running] = [0, false];
  return async () => {
    asked += 1;
    if (running) return;
    running = true;
    try {
      for (let number = 0; number !== asked;) {
        number = asked;
        await task();
      }
    } finally {
      running = false;
    }
  };
}

export class Positions {
  /** @param {string} id of the review @param {PositionHooks} hooks */
  constructor(id, hooks) {
    this.path = `/api/reviews/${id}`;
    this.hooks = hooks;
    this.whole = false;
    this.again = oneAtATime(() => this.fetchOnce());
  }

  /** @param {boolean} [whole] the tree, too */
  async fetch(whole = false) {
    this.whole ||= whole || !this.hooks.hasTree();
    await this.again();
  }

  /** @private */
  async fetchOnce() {
    const tree = this.whole;
    this.whole = false;
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
