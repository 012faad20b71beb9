// The server: requests by HTTP, and a live connection that reconnects.

import { Line } from "./line.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Intent} Intent */
/** @typedef {import("./line.js").LinkState} LinkState */

/** A refusal by the server, with its code and text, or a failure to answer. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   * @param {number} status
   */
  constructor(code, text, status) {
    super(text || say("The server does not answer."));
    this.code = code;
    this.status = status;
  }
}

/**
 * Return why a request failed, as a sentence.
 * @param {unknown} error
 * @returns {string}
 */
export function whyFailed(error) {
  return (error instanceof Refused ? error : new Refused("failed", "", 0)).message;
}

/**
 * Send a request and return the answer.
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 * @throws {Refused} when the server refuses; with the code "network" when no answer came
 */
export async function ask(method, path, body, signal) {
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin", signal };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "content-type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refused("network", "", 0);
  }
  const found = await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new Refused(found?.error?.code ?? "unknown", found?.error?.text ?? answer.statusText, answer.status);
  }
  return found;
}

/** @typedef {{theme: string, coordinates: boolean, territory: boolean}} Look */

/**
 * @typedef {object} Hooks
 * @property {(state: State) => void} state
 * @property {(intent: Intent, code: string, text: string) => void} refused
 * @property {(link: LinkState, seconds: number) => void} link
 * @property {(why: "foreign" | "gone" | "barred") => void} closed the server refuses to show the game, or does not have it
 */

/**
 * A live connection to one game. After a cut, each unanswered message is sent again under the same id, so that
 * the server acts on it at most once.
 */
/**
 * Go to the new item, or to the lobby; return an error message.
 * @param {() => Promise<{url?: string | null}>} make
 * @returns {Promise<string>}
 */
export async function goTo(make) {
  try {
    location.assign((await make()).url ?? "/lobby");
    return "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.message;
  }
}

export class Live {
  /**
   * @param {string} game
   * @param {Look} look
   * @param {Hooks} hooks
   */
  constructor(game, look, hooks) {
    this.game = game;
    this.look = look;
    this.hooks = hooks;
    /** @type {Map<string, {type: "intent", id: string, number: number, intent: Intent}>} */
    this.unanswered = new Map();
    /** The last state that the server sent. @type {State | null} */
    this.state = null;
    /** The appearance with which the connection was opened. */
    this.asked = look;
    /** The connection that carried each message last: after a cut the next one carries it. @type {Map<string, WebSocket>} */
    this.sentOver = new Map();
    /** Further handlers, by type of message. @type {Map<string, (message: any) => void>} */
    this.others = new Map();
    /** Called when the queue or the connection changes. @type {(() => void)[]} */
    this.watchers = [];
    this.line = new Line({
      path: () => this.path(),
      hear: (message) => this.hear(message),
      link: (link, seconds) => {
        hooks.link(link, seconds);
        this.changed();
      },
      closed: hooks.closed,
      opened: () => this.look === this.asked || this.see(this.look),
    });
    this.line.open();
  }

  /**
   * Send an intent; it is answered by a state or by `refused`. A repetition before the answer is ignored.
   * @param {Intent} intent
   * @param {number} number the number of events seen
   */
  send(intent, number) {
    const same = JSON.stringify(intent);
    for (const sent of this.unanswered.values()) {
      if (sent.number === number && JSON.stringify(sent.intent) === same) return;
    }
    if (intent.kind === "move") this.thinkAgain();
    const id = uuid();
    const message = { type: /** @type {const} */ ("intent"), id, number, intent };
    this.unanswered.set(id, message);
    this.write(message);
    this.changed();
  }

  /** @private */
  changed() {
    for (const watch of this.watchers) watch();
  }

  /** Whether something can be sent now. */
  get isConnected() {
    return this.line.isOpen;
  }

  /**
   * Send a sign of life; close a connection that has been silent for this many seconds.
   * @param {{type: string, away?: boolean}} message
   * @param {number} silence
   */
  beat(message, silence) {
    this.line.beat(message, silence);
  }

  /** The move not sent yet, if any, which can still be changed. @returns {string | undefined} its id */
  get unsentMove() {
    const found = [...this.unanswered].find(([id, { intent }]) => intent.kind === "move" && !this.sentOver.has(id));
    return found?.[0];
  }

  /** Drop the move not sent yet. */
  thinkAgain() {
    if (this.unsentMove) this.forget(this.unsentMove);
  }

  /** Request pictures of another look.
   * @param {Look} look
   */
  see(look) {
    this.look = look;
    this.write({ type: "look", ...look });
  }

  /** Try again now rather than later. */
  hurry() {
    this.line.hurry();
  }

  /** @private */
  path() {
    this.asked = this.look;
    return `/api/games/${this.game}/live?${queryOf(this.look)}&changes=1`;
  }

  /** @private @param {any} message */
  hear(message) {
    if (message.type === "state" || message.type === "changes") {
      this.state = changed(this.state, message);
      this.hooks.state(this.state);
      this.repeat();
    } else if (message.type === "accepted") {
      this.forget(message.id);
    } else if (message.type === "refused") {
      const sent = this.unanswered.get(message.id);
      this.forget(message.id);
      if (sent) this.hooks.refused(sent.intent, message.code, message.text);
    } else {
      this.others.get(message.type)?.(message);
    }
  }

  /** Send again what a cut connection may have swallowed. @private */
  repeat() {
    for (const message of this.unanswered.values()) {
      if (this.sentOver.get(message.id) !== this.line.socket) this.write(message);
    }
  }

  /** @private @param {string} id */
  forget(id) {
    this.unanswered.delete(id);
    this.sentOver.delete(id);
    this.changed();
  }

  /** @private @param {{type: string, id?: string}} message */
  write(message) {
    if (this.line.write(message) && message.id && this.line.socket) this.sentOver.set(message.id, this.line.socket);
  }
}

/**
 * Return a look as a query string.
 * @param {Look} look
 * @returns {string}
 */
export function queryOf({ theme, coordinates, territory }) {
  return `theme=${theme}&coordinates=${coordinates ? 1 : 0}${territory ? "&territory=1" : ""}`;
}

/** @returns {string} a random UUID, also without HTTPS */
function uuid() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * Return the state after a message: a whole one, or differences from the previous one.
 * @param {State | null} before
 * @param {any} message
 * @returns {State}
 */
function changed(before, message) {
  if (message.type === "state" || !before) return message;
  const after = { ...before, ...message, type: "state" };
  if (message.moves) after.moves = [...before.moves.slice(0, message.moves.keep), ...message.moves.add];
  if (message.svg) after.svg = spliced(before.svg, message.svg);
  return after;
}

/** The first line, the number of lines removed, and their replacement. @typedef {[number, number, string[]]} Splice */

/**
 * Return a picture after changes, from the last lines to the first.
 * @param {string} svg
 * @param {Splice[]} splices
 * @returns {string}
 */
export function spliced(svg, splices) {
  const lines = svg.split("\n");
  for (const [from, count, instead] of splices) lines.splice(from, count, ...instead);
  return lines.join("\n");
}
