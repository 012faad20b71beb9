// Automatic review after a game: its mistakes become problems, and the page reports when it is ready.
import { ask, Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { Line } from "./line.js";
import { dropReview, keepProblems, keepReview, nameOf, problemUrl, reviewOf } from "./ownproblems.js";
import { tellReviewed } from "./title.js";
import { commas, say, sayCount } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** The fewest moves of a game that is reviewed automatically. */
const LEAST = 6;

class Reviewed {
  constructor() {
    this.frame = make("div", { class: "reviewed small", id: "reviewed", hidden: true });
    byId("ways").after(this.frame);
    this.begun = false;
    /** Whether the game was played on this page. */
    this.seen = false;
    this.known = new Set();
    /** @type {import("./mistakes.js").Mistake[]} */
    this.mistakes = [];
  }

  /** @param {State} state */
  show(state) {
    this.seen ||= state.phase !== "over";
    if (state.phase !== "over") this.goOn(state);
    if (state.phase !== "over" || this.begun || !state.you.length || state.moves.length < LEAST) return;
    const known = reviewOf(state.id);
    if (!known && !this.seen) return;
    this.begun = true;
    this.begin(state, known?.review ?? null);
  }

  /** Reset when a game goes on after its end, as its next end has another review. @private @param {State} state */
  goOn(state) {
    dropReview(state.id);
    if (!this.begun) return;
    this.begun = false;
    this.known.clear();
    this.mistakes = [];
    this.give();
  }

  /** Request the analysis; if the server is busy, the button still opens the review. @private @param {State} state @param {string | null} review */
  async begin(state, review) {
    try {
      const id = review ?? (await ask("POST", "/api/reviews", { game: state.id })).id;
      keepReview(state.id, { review: id, you: state.you });
      this.line = new Line({
        path: () => `/api/reviews/${id}/live`,
        hear: (message) => this.hear(message, state, id),
        opened: () => this.ask(state, id),
        link: () => undefined,
        closed: () => this.give(),
      });
      this.line.open();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** @private @param {State} state @param {string} id */
  async ask(state, id) {
    try {
      const { begun } = await ask("POST", `/api/reviews/${id}/analysis`, { graph: true });
      if (begun) this.tellProgress(state);
      else this.ready(state, id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.give();
    }
  }

  /** @private @param {any} message @param {State} state @param {string} id */
  hear(message, state, id) {
    if (message.type === "graph") {
      for (const node of Object.keys(message.points)) this.known.add(node);
      this.tellProgress(state);
    } else if (message.type === "mistakes") {
      this.mistakes = message.mistakes;
    } else if (message.type === "graph-done") {
      this.ready(state, id);
    } else if (message.type === "trouble") {
      this.give();
    }
  }

  /** @private @param {State} state */
  tellProgress(state) {
    const percent = Math.min(99, Math.round((100 * this.known.size) / (state.moves.length + 1)));
    this.tell(say("The computer reviews the game: {percent} %", { percent }));
  }

  /** @private @param {State} state @param {string} id */
  ready(state, id) {
    const title = commas([state.variant.title, state.board.name]);
    const [first, ...rest] = keepProblems(id, title, state.you, this.mistakes);
    const text = first
      ? sayCount("The review is ready: you could have found a better move.", "The review is ready: {count} times you could have found a better move.", rest.length + 1)
      : say("The review is ready. The computer has found no large mistake of yours.");
    this.tell(text, ...(first ? [make("a", { href: problemUrl(nameOf(first)) }, say("Find the better moves"))] : []));
    setText(byId("said"), text);
    tellReviewed();
    this.give(false);
  }

  /** @private @param {string} text @param {...Node} ways */
  tell(text, ...ways) {
    this.frame.hidden = !text;
    this.frame.replaceChildren(make("p", {}, text, ...(ways.length ? [" ", ...ways] : [])));
  }

  /** Stop following the review. @private @param {boolean} [silent] */
  give(silent = true) {
    this.line?.end();
    if (silent) this.tell("");
  }
}

/** @returns {import("./gameparts.js").GamePart} */
export function reviewedPart() {
  return new Reviewed();
}
