// Hints and outlooks on request, and one dismissible message to a player in a lost game.
import { ask, Refused } from "./api.js";
import { byId, make } from "./dom.js";
import { recall, remember } from "./memory.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */

class Advice {
  /** @param {import("./gameparts.js").GameTable} table */
  constructor(table) {
    this.table = table;
    this.frame = byId("advice");
    this.doomed = byId("doomed");
    this.number = -1;
    this.asked = 0;
  }

  /** @param {State} state */
  show(state) {
    if (state.number !== this.number) this.frame.replaceChildren();
    this.number = state.number;
    this.tellDoomed(state);
  }

  /** @param {import("./types.js").ActionName} name */
  act(name) {
    if (name !== "hint" && name !== "outlook") return false;
    this.fetch(name);
    return true;
  }

  /** @private @param {"hint" | "outlook"} kind */
  async fetch(kind) {
    const asked = ++this.asked;
    const number = this.number;
    this.frame.replaceChildren(say("The computer is analysing the position."));
    try {
      const found = await ask("POST", `/api/games/${this.table.id}/advice`, { kind });
      if (asked !== this.asked || number !== this.number) return;
      this.frame.replaceChildren(found.text);
      if (kind === "hint") this.table.board.light(found.point ? [found.point] : []);
      else this.table.board.own(found.ownership);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked === this.asked) this.frame.replaceChildren(say("No hint available: {text}", { text: error.message }));
    }
  }

  /** @private @param {State} state */
  tellDoomed(state) {
    const text = recall(`doomed.${state.id}`) ? null : state.doomed;
    if ((this.doomed.dataset.told ?? "") === (text ?? "")) return;
    this.doomed.dataset.told = text ?? "";
    this.doomed.hidden = !text;
    const close = () => {
      remember(`doomed.${state.id}`, "1");
      this.tellDoomed(state);
    };
    this.doomed.replaceChildren(...(!text ? [] : [
      make("p", {}, text),
      make("div", { class: "answers" },
        make("button", { type: "button", "data-answer": "yes", click: () => this.table.send({ kind: "resign" }) }, say("Resign")),
        make("button", { type: "button", "data-answer": "no", click: close }, say("Play on"))),
    ]));
  }
}

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function advicePart(table) {
  return new Advice(table);
}
