// The chat of the two players, private to them; either can turn it off. Its space is reserved, to avoid layout shifts.
import { ask, Refused } from "./api.js";
import { ChatLog, PHRASE_TEXTS } from "./chatlog.js";
import { byId, make, setText } from "./dom.js";
import { recall, remember } from "./memory.js";
import { tellUnread } from "./title.js";
import { say, sayCount } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").ChatMessage} ChatMessage */

/** Phrases for a game's beginning, middle, and end. */
const PHRASES = {
  beginning: ["hello", "good-luck", "thanks", "moment"],
  later: ["well-played", "thanks", "sorry", "moment"],
  over: ["good-game", "well-played", "thanks", "bye"],
};

/** The number of moves of a game's beginning. */
const BEGINNING = 12;

const LONGEST = 200;
/** Whether the moves and the chat both have room (table.css). */
const roomy = matchMedia("(min-width: 600px) and (min-height: 1000px)");

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function chatPart(table) {
  const chat = new Chat(table.id);
  table.live.others.set("chat", (message) => chat.hear(message.messages));
  return { show: (state) => chat.show(state) };
}

/** @private */
class Chat {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {State | null} */
    this.state = null;
    this.log = new ChatLog();
    this.stage = "";
    /** The number of the last message seen. */
    this.read = Number(recall(`chat.read.${game}`)) || 0;
    this.isOpen = (recall("chat.open") ?? (roomy.matches ? "1" : "0")) === "1";
    this.asked = false;
    this.unread = make("span", { class: "unread" });
    this.toggle = make("button", { type: "button", id: "chat-toggle", hidden: true, "aria-controls": "talk", click: () => this.open(!this.isOpen) },
      say("Chat"), " ", this.unread);
    this.switch = make("button", { type: "button", class: "inline", id: "chat-switch", click: () => this.turn(this.isOff) });
    this.phrases = make("div", { class: "phrases", role: "group", "aria-label": say("Ready phrases") });
    this.field = make("input", { id: "chat-text", maxlength: LONGEST, autocomplete: "off", "aria-label": say("Say something"), placeholder: say("Say something") });
    this.form = make("form", { class: "saying", submit: (event) => this.submit(event) }, this.field,
      make("button", { type: "submit" }, say("Send")));
    this.note = make("p", { class: "small chat-note", role: "status" });
    this.everywhere = make("input", { type: "checkbox", id: "chat-everywhere", change: () => this.keepOff() });
    this.off = make("p", { class: "chat-off" }, make("span", {}), make("label", { for: "chat-everywhere" }, this.everywhere, " ", say("Keep it off in all my games in this browser")));
    this.body = make("div", { id: "chat-body", class: "chat-body" }, this.log.root, this.off, this.phrases, this.form,
      make("div", { class: "chat-foot" }, this.note, this.switch));
    byId("open-rules").before(this.toggle);
    byId("talk").append(this.body);
    this.mark = make("button", { type: "button", class: "mark", hidden: true, click: () => this.go() });
    this.isSeen = false;
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.isSeen = isIntersecting;
      this.count();
    }).observe(this.log.root);
    document.addEventListener("visibilitychange", () => this.count());
  }

  /** Scroll to the messages. @private */
  go() {
    this.open(true);
    this.log.root.scrollIntoView({ block: "nearest" });
    this.log.root.focus({ preventScroll: true });
  }

  /** Whether this player has turned the chat off. */
  get isOff() {
    return !!this.state && this.log.off.has(this.state.you[0]);
  }

  /** @param {State} state */
  show(state) {
    const frame = byId("talk");
    this.state = state;
    this.log.meet(state);
    const first = this.toggle.hidden && state.chat;
    this.toggle.hidden = !state.chat;
    if (!state.chat) frame.hidden = true;
    if (!state.chat) return;
    if (first) {
      if (state.phase === "counting") this.isOpen = false; // the score is read then
      this.open(this.isOpen);
      byId("players").querySelector(`.player.${state.you[0] === "black" ? "white" : "black"}`)?.append(this.mark);
    }
    const stage = state.phase === "over" ? "over" : state.moves.length < BEGINNING ? "beginning" : "later";
    if (stage !== this.stage) {
      this.offer(stage);
      if (stage === "over") this.open(false, false); // the card of the end comes first
    }
    if (recall("chat") === "off" && !this.isOff && !this.asked) this.turn(false);
    this.showOff();
  }

  /** @param {ChatMessage[]} messages */
  hear(messages) {
    this.log.add(messages);
    this.showOff();
    this.count();
  }

  /** @private @param {"beginning" | "later" | "over"} stage */
  offer(stage) {
    this.stage = stage;
    this.phrases.replaceChildren(...PHRASES[stage].map((phrase) =>
      make("button", { type: "button", "data-phrase": phrase, click: () => this.send({ phrase }) }, say(PHRASE_TEXTS[phrase]))));
  }

  /** @private @param {boolean} open @param {boolean} [kept] whether to store it */
  open(open, kept = true) {
    if (kept && open !== this.isOpen) remember("chat.open", open ? "1" : "0");
    this.isOpen = open;
    byId("what").classList.toggle("talking", open);
    this.toggle.setAttribute("aria-expanded", String(open));
    byId("talk").hidden = !open || !this.state?.chat;
    this.log.toEnd();
    this.count();
  }

  /** Count unread messages, next to the opponent's name. @private */
  count() {
    const last = this.log.last;
    if (this.isSeen && !document.hidden && last > this.read) {
      this.read = last;
      remember(`chat.read.${this.game}`, String(last));
    }
    const unread = this.state ? this.log.newer(this.read, this.state.you) : 0;
    setText(this.unread, unread ? String(unread) : "");
    const told = unread ? sayCount("Chat, 1 new message", "Chat, {count} new messages", unread) : say("Chat");
    this.toggle.setAttribute("aria-label", told);
    this.mark.setAttribute("aria-label", told);
    this.mark.title = told;
    setText(this.mark, String(unread));
    this.mark.hidden = !unread;
    tellUnread(unread);
  }

  /** @private */
  showOff() {
    const other = !!this.state && this.log.off.has(this.state.you[0] === "black" ? "white" : "black");
    const off = this.isOff || other;
    this.off.hidden = !off;
    const again = this.log.root.hidden && !off;
    this.log.root.hidden = off;
    if (again) this.log.toEnd();
    setText(/** @type {Element} */ (this.off.firstElementChild), this.isOff
      ? say("You have turned off the chat in this game; your opponent can see that.")
      : say("Your opponent has turned off the chat in this game."));
    for (const label of this.off.querySelectorAll("label")) label.hidden = !this.isOff;
    this.everywhere.checked = recall("chat") === "off";
    setText(this.switch, this.isOff ? say("Turn on") : say("Turn off"));
    this.field.disabled = off;
    for (const button of this.body.querySelectorAll("button")) button.disabled = off && button !== this.switch;
  }

  /** @private */
  keepOff() {
    remember("chat", this.everywhere.checked ? "off" : null);
  }

  /** Turn the chat of this game on or off. @private @param {boolean} on */
  async turn(on) {
    this.asked = true;
    if (on) remember("chat", null);
    await this.ask("PUT", { on });
  }

  /** @private @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const text = this.field.value;
    if (text.trim() && (await this.send({ text })) && this.field.value === text) this.field.value = "";
  }

  /** @private @param {{text: string} | {phrase: string}} what */
  async send(what) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const kept = await this.ask("POST", { id, ...what });
    if (kept) this.hear([kept]);
    return !!kept;
  }

  /** Send a request, and show a refusal. @private @param {"POST" | "PUT"} method @param {object} body */
  async ask(method, body) {
    try {
      const done = await ask(method, `/api/games/${this.game}/chat`, body);
      setText(this.note, "");
      return done;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(this.note, error.code === "network" ? say("Not sent: no connection.") : error.message);
      return null;
    }
  }
}
