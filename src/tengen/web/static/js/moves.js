// The moves so far, and stepping through them; past positions are fetched on demand.
import { make, setText } from "./dom.js";
import { colourName, joined, moveWords, msg, say } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** @type {[string, string, (at: number, count: number) => number][]} */
const STEPS = [
  [msg("First position"), "⏮", () => 0],
  [msg("Back one move"), "◀", (at) => at - 1],
  [msg("Forward one move"), "▶", (at) => at + 1],
  [msg("To the present"), "⏭", (_, count) => count],
];

export class Moves {
  /**
   * @param {HTMLElement} frame
   * @param {(at: number) => void} go to the position after a number of moves
   */
  constructor(frame, go) {
    this.go = go;
    this.at = 0;
    this.count = 0;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** @type {string[]} */
    this.texts = [];
    this.place = make("p", { class: "place" });
    this.list = make("ol", { class: "list" });
    this.steps = STEPS.map(([text, sign, where]) =>
      make("button", {
        type: "button",
        class: "icon step",
        title: say(text),
        "aria-label": say(text),
        click: () => this.step(where),
      }, icon(sign)));
    this.bar = make("div", { class: "steps" }, ...this.steps.slice(0, 2), this.place, ...this.steps.slice(2));
    frame.append(make("h2", {}, say("Moves")), this.bar, this.list);
  }

  /**
   * @param {State} state
   * @param {number} at the move number on the board
   */
  show(state, at) {
    this.at = at;
    this.count = state.moves.length;
    this.list.hidden = !this.count;
    setText(this.place, !this.count ? say("No moves yet.")
      : at ? say("Move {number} of {count}", { number: at, count: this.count })
      : say("Before the first move, of {count}", { count: this.count }));
    this.fill(state);
    this.buttons.forEach((button, i) => {
      if (i === at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = i === Math.max(0, at - 1) ? 0 : -1;
    });
    this.steps.forEach((button, i) => button.setAttribute("aria-disabled", String(i < 2 ? at === 0 : at === this.count)));
    this.reveal(at);
  }

  /**
   * Step by a key: arrows, Page Up and Page Down, Home and End.
   * @param {string} key
   * @returns {boolean} whether it was handled
   */
  key(key) {
    const place = { ArrowLeft: 1, PageUp: 1, ArrowRight: 2, PageDown: 2, Home: 0, End: 3 }[key];
    if (place === undefined || !this.count) return false;
    this.step(STEPS[place][2]);
    return true;
  }

  /** @private @param {(at: number, count: number) => number} where */
  step(where) {
    const wanted = Math.max(0, Math.min(this.count, where(this.at, this.count)));
    if (wanted !== this.at) this.go(wanted);
  }

  /** Bring the list up to date, from the first move that differs. @private @param {State} state */
  fill(state) {
    const texts = state.moves.map((move) => `${move.by} ${move.text} ${move.why ?? ""} ${move.resumed ?? ""} ${move.swapped ?? ""}`);
    let same = 0;
    while (same < texts.length && texts[same] === this.texts[same]) same++;
    for (const button of this.buttons.splice(same)) button.parentElement?.remove();
    for (let i = same; i < texts.length; i++) {
      const { by, text, why, tile, resumed, swapped } = state.moves[i];
      const shown = moveWords(text);
      const asked = resumed ? say("{by} asked to go on", { by: colourName(resumed) }) : "";
      const swap = swapped ? say("{by} swapped sides", { by: colourName(swapped) }) : "";
      const more = joined([why, asked, swap]);
      const spoken = joined([say("{number}. {by} {text}", { number: i + 1, by: colourName(by), text: shown }), more]);
      const sign = why ? [make("span", { class: `sign${tile ? " tile" : ""}`, "aria-hidden": "true" })] : [];
      const button = make("button", { type: "button", "aria-label": spoken, title: more || null, click: () => this.go(i + 1) },
        make("span", { class: "number" }, String(i + 1)), make("span", { class: `disc ${by}` }), shown, resumed ? "\u00a0↻" : swapped ? "\u00a0⇄" : "",
        ...sign);
      this.buttons.push(button);
      this.list.append(make("li", {}, button));
    }
    this.texts = texts;
  }

  /** Scroll only the list to show a move. @private @param {number} at */
  reveal(at) {
    const item = this.buttons[at - 1]?.parentElement;
    const list = this.list;
    if (!item) {
      list.scrollTop = 0;
      return;
    }
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + item.offsetHeight - list.clientHeight;
    }
  }
}

/** @type {Record<string, string>} */
const PATHS = { "⏮": "M6 6v12M18 6l-8 6 8 6z", "◀": "M16 6l-8 6 8 6z", "▶": "M8 6l8 6-8 6z", "⏭": "M18 6v12M6 6l8 6-8 6z" };

/** @param {string} sign */
function icon(sign) {
  const frame = make("span", { "aria-hidden": "true" });
  frame.innerHTML = `<svg viewBox="0 0 24 24"><path class="filled" d="${PATHS[sign]}"/></svg>`;
  return frame;
}
