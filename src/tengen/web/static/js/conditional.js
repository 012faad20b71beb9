// Conditional moves of a correspondence game, visible to their owner only; the server plays them.
import { ask, whyFailed } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { colourName, moveWords, say, stopped } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Conditional {
  /**
   * @param {string} game
   * @param {(text: string) => void} note
   */
  constructor(game, note) {
    this.path = `/api/games/${game}/conditional`;
    this.note = note;
    this.frame = byId("conditional");
    /** The stored lines, each beginning with the opponent's move. @type {string[][]} */
    this.lines = [];
    /** @type {State | null} */
    this.state = null;
    /** The game's moves and number of events when they were fetched. */
    this.seen = "";
    this.number = 0;
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const moves = state.moves.map((move) => move.text).join();
    if (this.exists && moves !== this.seen) {
      this.seen = moves;
      this.fetch("GET");
    }
  }

  /** Whether the viewer can have conditional moves in this game. @private */
  get exists() {
    const { you, players } = /** @type {State} */ (this.state);
    return you.length === 1 && players.black.clock?.kind === "correspondence" && players.black.kind === players.white.kind;
  }

  /** @private @param {"GET" | "PUT"} method @param {string[][]} [lines] made after the given number of events @param {number} [after] */
  async fetch(method, lines, after = this.number) {
    const { number } = /** @type {State} */ (this.state);
    try {
      const found = await ask(method, this.path, lines && { number: after, lines });
      this.lines = found.lines;
      this.number = number;
      setText(byId("answered-for"), found.note);
      this.list();
    } catch (error) {
      this.note(whyFailed(error));
    }
  }

  /** @private */
  list() {
    this.frame.hidden = !this.lines.length;
    this.frame.replaceChildren(
      make("h2", { id: "conditional-title" }, say("Conditional moves")),
      make("ul", {}, ...this.lines.map((line, i) => make("li", {}, make("span", {}, this.words(line)),
        make("button", { type: "button", class: "inline", click: () => this.fetch("PUT", this.lines.filter((_, j) => j !== i)) }, say("Remove"))))),
      make("p", { class: "small muted" }, say("Only you see these. Your answer is played at once; another move of your opponent drops them.")));
  }

  /** Return a line in words. @private @param {string[]} line */
  words(line) {
    const { you, players } = /** @type {State} */ (this.state);
    const opponent = you[0] === "black" ? "white" : "black";
    const player = players[opponent].name || colourName(opponent);
    return stopped(...line.map((move, i) => {
      const values = { player, move: moveWords(move), answer: moveWords(line[i + 1] ?? "") };
      if (i % 2) return "";
      return i ? say("If {player} then plays {move}, you play {answer}.", values) : say("If {player} plays {move}, you play {answer}.", values);
    }));
  }

  /**
   * Offer to store trial moves, up to the viewer's last answer; leave the place empty if that is not possible.
   * @param {HTMLElement} place
   * @param {string[] | null} tried from the current position on; null: they begin in the past
   */
  offer(place, tried) {
    const open = tried !== null && this.exists && !this.state?.you.includes(this.state.to_play);
    const line = (tried ?? []).slice(0, (tried?.length ?? 0) & ~1);
    const known = this.lines.some((each) => line.every((move, i) => each[i] === move));
    place.hidden = !open;
    if (!open) return;
    const { number } = /** @type {State} */ (this.state);
    const add = async () => {
      await this.fetch("PUT", [...this.lines, line], Math.min(number, this.number));
      this.offer(place, tried);
    };
    place.replaceChildren(...(!line.length
      ? [make("p", { class: "small muted" }, say("Try your opponent's next move and your answer to keep them as conditional moves."))]
      : [make("p", {}, this.words(line)), known ? make("p", { class: "small muted" }, say("Kept: your conditional moves are listed under Moves."))
        : make("button", { type: "button", id: "keep-conditional", click: add }, say("Keep as conditional moves"))]));
  }
}
