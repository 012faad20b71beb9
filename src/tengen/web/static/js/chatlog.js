// The lines of a chat, in order, each once.
import { make } from "./dom.js";
import { colourName, language, msg, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").ChatMessage} ChatMessage */

/** Ready phrases by name. @type {Record<string, string>} */
export const PHRASE_TEXTS = {
  hello: msg("Hello"),
  "good-luck": msg("Have a good game"),
  thanks: msg("Thank you"),
  "good-game": msg("Good game"),
  "well-played": msg("Well played"),
  sorry: msg("Sorry"),
  moment: msg("One moment, please"),
  bye: msg("Goodbye"),
};

export class ChatLog {
  constructor() {
    this.root = make("div", { class: "chat-log", role: "log", "aria-label": say("Chat messages"), tabindex: 0 });
    /** @type {Map<number, ChatMessage>} */
    this.messages = new Map();
    /** The players with the chat turned off. @type {Set<Colour>} */
    this.off = new Set();
    /** @type {Partial<Record<Colour, string | null>>} */
    this.names = {};
  }

  /** The number of the last message; 0 before the first. */
  get last() {
    return Math.max(0, ...this.messages.keys());
  }

  /** Update the players' names. @param {State} state */
  meet(state) {
    this.names = { black: state.players.black.name, white: state.players.white.name };
  }

  /**
   * Count the other player's messages after a number.
   * @param {number} number
   * @param {Colour[]} you
   */
  newer(number, you) {
    return [...this.messages.values()].filter((each) => each.number > number && each.body && !you.includes(each.by)).length;
  }

  /** @param {ChatMessage[]} messages */
  add(messages) {
    const atEnd = this.root.scrollHeight - this.root.scrollTop - this.root.clientHeight < 24;
    for (const message of messages) {
      if (this.messages.has(message.number)) continue;
      this.messages.set(message.number, message);
      this.root.insertBefore(this.line(message), this.after(message.number));
    }
    const switches = [...this.messages.values()].filter((each) => each.kind === "on" || each.kind === "off");
    this.off.clear();
    for (const each of switches.sort((one, other) => one.number - other.number)) {
      if (each.kind === "off") this.off.add(each.by);
      else this.off.delete(each.by);
    }
    if (atEnd) this.toEnd();
  }

  /** Show the last line. */
  toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }

  /** The line before which a message stands. @private @param {number} number */
  after(number) {
    return [...this.root.children].find((line) => Number(/** @type {HTMLElement} */ (line).dataset.number) > number) ?? null;
  }

  /** @private @param {ChatMessage} message */
  line(message) {
    const name = this.names[message.by] || colourName(message.by);
    const time = make("time", { class: "muted", datetime: new Date(message.at * 1000).toISOString() }, timeOfDay(message.at));
    if (message.kind === "on" || message.kind === "off") {
      const text = message.kind === "on"
        ? say("{player} has turned the chat in this game back on.", { player: name })
        : say("{player} has turned off the chat in this game.", { player: name });
      return make("p", { class: "muted", "data-number": message.number }, text, " ", time);
    }
    const said = message.kind === "phrase" ? say(PHRASE_TEXTS[message.body] ?? message.body) : message.body;
    return make("p", { "data-number": message.number },
      make("span", { class: `disc ${message.by}`, "aria-hidden": "true" }), " ",
      make("strong", {}, name), " ", make("span", { class: "said", dir: "auto" }, said), " ", time);
  }
}

/**
 * Format a time of day, with its date unless it is today.
 * @param {number} at seconds since 1970
 */
function timeOfDay(at) {
  const today = new Date(at * 1000).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" })
    .format(at * 1000);
}
