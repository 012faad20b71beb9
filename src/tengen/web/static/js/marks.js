// Marks on the board of a review: choose a mark, then toggle it on points.
import { ask, Refused } from "./api.js";
import { draw, make } from "./dom.js";
import { msg, say } from "./words.js";

/** @type {[string, string, string][]} */
const SIGNS = [
  ["triangle", msg("Mark points with a triangle"), "M12 4l8.5 15h-17z"],
  ["square", msg("Mark points with a square"), "M5 5h14v14H5z"],
  ["circle", msg("Mark points with a circle"), "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z"],
];

export class Marks {
  /**
   * @param {HTMLElement} frame
   * @param {string} id of the review
   * @param {{changed: () => void, note: (text: string) => void}} hooks
   */
  constructor(frame, id, hooks) {
    this.path = `/api/reviews/${id}/mark`;
    this.frame = frame;
    this.hooks = hooks;
    /** The chosen mark; "": trial moves. */
    this.sign = "";
    this.buttons = SIGNS.map(([sign, text, path]) => {
      const icon = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));
      const told = { title: say(text), "aria-label": say(text), "aria-pressed": "false", "data-sign": sign };
      return make("button", { type: "button", class: "icon", ...told, click: () => this.choose(sign) }, icon);
    });
    frame.replaceChildren(...this.buttons);
  }

  get isOn() {
    return this.sign !== "" && !this.frame.hidden;
  }

  /** @param {import("./reviewpanel.js").View} view */
  show({ right, node, stopped, then }) {
    this.frame.hidden = stopped || then.length > 0 || !(right === "own" || (right === "add" && node.includes(".")));
  }

  /** @private @param {string} sign */
  choose(sign) {
    this.sign = this.sign === sign ? "" : sign;
    for (const each of this.buttons) each.setAttribute("aria-pressed", String(each.dataset.sign === this.sign));
    this.hooks.changed();
  }

  /** Toggle the mark on a point. @param {string} node @param {string} point */
  async put(node, point) {
    try {
      await ask("POST", this.path, { node, point, mark: this.sign });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.hooks.note(error.message);
    }
  }
}
