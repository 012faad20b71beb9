// The server: questions and answers by HTTP, and a live connection that survives being cut.

import { changed } from "./changes.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Intent} Intent */

/** What the server refuses, with its code and its sentence. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   * @param {number} status
   */
  constructor(code, text, status) {
    super(text);
    this.code = code;
    this.status = status;
  }
}

/**
 * Ask the server and return what it answers.
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws {Refused} when it refuses; with the code "network" when nothing came back
 */
export async function ask(method, path, body) {
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin" };
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

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
const PING_EVERY = 20;
const SILENCE = 45;

/**
 * @typedef {object} Hooks
 * @property {(state: State) => void} state
 * @property {(intent: Intent, code: string, text: string) => void} refused
 * @property {(link: "lost" | "trying" | "back", seconds: number) => void} link
 * @property {() => void} gone the server knows no such game
 */

/**
 * A live connection to one game. What was sent and not answered is sent again after a cut, under the same id, so that
 * the server does it once at most.
 */
export class Live {
  /**
   * @param {string} game
   * @param {{theme: string, coordinates: boolean}} look
   * @param {Hooks} hooks
   */
  constructor(game, look, hooks) {
    this.game = game;
    this.look = look;
    this.hooks = hooks;
    /** @type {Map<string, {type: "intent", id: string, number: number, intent: Intent}>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** What the server said last. @type {State | null} */
    this.state = null;
    /** Over which connection a message went last: after a cut it goes over the next one. @type {Map<string, WebSocket>} */
    this.sentOver = new Map();
    this.failures = 0;
    this.heard = 0;
    this.retry = 0;
    this.closed = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.check(), PING_EVERY * 1000);
    this.open();
  }

  /**
   * Send an intent; it is answered by a state or by `refused`. The same once more, before the answer, is one press too
   * many.
   * @param {Intent} intent
   * @param {number} number how many events were seen
   */
  send(intent, number) {
    const same = JSON.stringify(intent);
    for (const sent of this.unanswered.values()) {
      if (sent.number === number && JSON.stringify(sent.intent) === same) return;
    }
    const id = uuid();
    const message = { type: /** @type {const} */ ("intent"), id, number, intent };
    this.unanswered.set(id, message);
    this.write(message);
  }

  /** Ask for pictures of another look.
   * @param {{theme: string, coordinates: boolean}} look
   */
  see(look) {
    this.look = look;
    this.write({ type: "look", ...look });
  }

  /** Try again now rather than later, or see whether the connection still lives. */
  hurry() {
    if (this.closed) return;
    if (!this.socket) this.open();
    else this.write({ type: "ping" });
  }

  /** @private */
  open() {
    clearTimeout(this.retry);
    if (this.failures) this.hooks.link("trying", 0);
    const address = new URL(`/api/games/${this.game}/live`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("theme", this.look.theme);
    address.searchParams.set("coordinates", this.look.coordinates ? "1" : "0");
    address.searchParams.set("changes", "1");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = Date.now();
    socket.addEventListener("message", (event) => socket === this.socket && this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.cut(event.code));
  }

  /** @private @param {any} message */
  hear(message) {
    this.heard = Date.now();
    if (message.type === "state" || message.type === "changes") {
      this.state = changed(this.state, message);
      if (this.failures) {
        this.failures = 0;
        this.hooks.link("back", 0);
      }
      this.hooks.state(this.state);
      this.repeat();
    } else if (message.type === "accepted") {
      this.forget(message.id);
    } else if (message.type === "refused") {
      const sent = this.unanswered.get(message.id);
      this.forget(message.id);
      if (sent) this.hooks.refused(sent.intent, message.code, message.text);
    }
  }

  /** Send again what a cut connection may have swallowed. @private */
  repeat() {
    for (const message of this.unanswered.values()) {
      if (this.sentOver.get(message.id) !== this.socket) this.write(message);
    }
  }

  /** @private @param {string} id */
  forget(id) {
    this.unanswered.delete(id);
    this.sentOver.delete(id);
  }

  /** @private @param {number} code */
  cut(code) {
    this.socket = null;
    if (code === 4404) {
      this.closed = true;
      this.hooks.gone();
      return;
    }
    const seconds = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + Math.random() / 2);
    this.failures += 1;
    this.retry = window.setTimeout(() => this.open(), seconds * 1000);
    this.hooks.link("lost", seconds);
  }

  /** Ping, and give up a connection that has fallen silent without closing. @private */
  check() {
    if (!this.socket || this.closed) return;
    if (Date.now() - this.heard > SILENCE * 1000) {
      const silent = this.socket;
      this.cut(0);
      silent.close();
    } else {
      this.write({ type: "ping" });
    }
  }

  /** @private @param {{type: string, id?: string}} message */
  write(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (message.id) this.sentOver.set(message.id, this.socket);
  }
}

/** @returns {string} a random UUID, also where the page is not served over HTTPS */
function uuid() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
