// After two losses in a row to the computer, an easier game is offered; a changed level is announced.
// Counted in this browser.
import { ask, Refused } from "./api.js";
import { playAgain } from "./afterwards.js";
import { byId, make } from "./dom.js";
import { followed, follows } from "./following.js";
import { recallObject, remember } from "./memory.js";
import { say, sayCount } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{level: number | null, handicap: number | null}} Ways */

const ENOUGH = 2;
const KEPT = 20;

/** @param {number} level @returns {string} the name of a level */
const levelName = (level) => (byId("game").dataset.levels ?? "").split("|")[level - 1];

/** @returns {Record<string, string[]>} the games lost in a row, by variant and board */
function losses() {
  return Object.fromEntries(Object.entries(recallObject("lost")).filter(([, games]) => Array.isArray(games)));
}

/**
 * Record the result of a game against the computer; return the losses in a row of its kind.
 * @param {State} state of a finished game
 * @returns {number}
 */
function counted(state) {
  const mine = state.you[0];
  const computer = state.players[mine === "black" ? "white" : "black"].kind === "computer";
  if (state.you.length !== 1 || !computer || !state.outcome?.winner) return 0;
  const known = losses();
  const kind = `${state.variant.name} ${state.board.text}`;
  const before = known[kind] ?? [];
  delete known[kind];
  const lost = state.outcome.winner === mine ? [] : [...before.filter((id) => id !== state.id), state.id].slice(-ENOUGH);
  if (lost.length) known[kind] = lost;
  remember("lost", JSON.stringify(Object.fromEntries(Object.entries(known).slice(-KEPT))));
  return lost.length;
}

/** Reset the losses of this kind. @param {State} state */
function forget(state) {
  const known = losses();
  delete known[`${state.variant.name} ${state.board.text}`];
  remember("lost", JSON.stringify(known));
}

/** The offer of a next, perhaps easier game below a finished one. */
class NextGame {
  /** @param {import("./gameparts.js").GameTable} table */
  constructor(table) {
    this.table = table;
    this.frame = byId("next");
    this.shown = "";
    this.seen = false;
  }

  /** @param {State} state */
  show(state) {
    this.seen ||= state.phase === "playing";
    const key = state.phase === "over" ? `${state.id} ${state.outcome?.winner}` : "";
    if (key === this.shown) return;
    this.shown = key;
    this.frame.hidden = true;
    if (!key) return;
    const lost = counted(state) >= ENOUGH;
    if (follows()) this.follow(state, key);
    else if (lost) this.propose(state, key);
  }

  /** @private @param {State} state @param {string} key */
  async follow(state, key) {
    const level = await followed(state, this.seen);
    if (key !== this.shown || level === null) return;
    const won = level > (state.players[state.you[0] === "black" ? "white" : "black"].level ?? 0);
    const values = { level, words: levelName(level) };
    const again = async () => this.table.note(await playAgain(state.id));
    this.frame.replaceChildren(
      make("h2", {}, say("The next game")),
      make("p", {}, won
        ? say("Two games won in a row: the computer plays the next one at level {level}, {words}.", values)
        : say("Two games lost in a row: the computer plays the next one at level {level}, {words}.", values)),
      make("div", { class: "answers" },
        make("button", { type: "button", "data-easier": "follow", click: again }, say("Against level {level}, {words}", values))));
    this.frame.hidden = false;
  }

  /** @private @param {State} state @param {string} key */
  async propose(state, key) {
    /** @type {Ways} */
    const ways = await ask("GET", `/api/games/${state.id}/easier`).catch(() => ({ level: null, handicap: null }));
    if (key !== this.shown || !(ways.level || ways.handicap)) return;
    const { level, handicap } = ways;
    this.frame.replaceChildren(
      make("h2", {}, say("The next game")),
      make("p", {}, say("Two games of this kind lost in a row. The next one may be easier:")),
      make("div", { class: "answers" },
        ...(level ? [this.button(state, "level", say("Against level {level}, {words}", { level, words: levelName(level) }))] : []),
        ...(handicap ? [this.button(state, "handicap", sayCount("With 1 stone ahead", "With {count} stones ahead", handicap))] : [])));
    this.frame.hidden = false;
  }

  /** @private @param {State} state @param {"level" | "handicap"} by @param {string} text */
  button(state, by, text) {
    const begin = async () => {
      try {
        const made = await ask("POST", `/api/games/${state.id}/easier`, { by });
        forget(state);
        location.assign(made.url);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.table.note(say("Could not start the game: {text}", { text: error.message }));
      }
    };
    return make("button", { type: "button", "data-easier": by, click: begin }, text);
  }
}

/** @param {import("./gameparts.js").GameTable} table */
export const nextGamePart = (table) => new NextGame(table);
