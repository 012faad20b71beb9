// Fetching positions of a review: during a request, only the latest further request is kept.
import { ask, Refused } from "./api.js";

/** @typedef {import("./reviewpanel.js").View} View */

/**
 * @typedef {object} PositionHooks
 * @property {() => import("./teaching.js").Place} place of the wanted position
 * @property {() => Record<string, string>} options of its picture
 * @property {() => boolean} hasTree whether the tree is loaded
 * @property {(view: View) => void} show
 * @property {(view: View) => void} showRecord shows the tree of an outdated position
 * @property {() => void} lost if the position does not exist any more
 * @property {(text: string) => void} note
 */

/**
 * Return a function that runs a task one at a time, and once more if it was called while running.
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
