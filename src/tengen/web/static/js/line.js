// A WebSocket that reconnects after a cut, unless the server refuses it.

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
/** Seconds until the next attempt after the server refused one connection too many. */
const WAIT_OUTSIDE = 40;
const PING_EVERY = 20;
const SILENCE = 45;

/** The code of a server that stops in order; it restarts, or another one takes over. */
const RESTART = 1012;
/** Seconds over which its pages reconnect. */
const SPREAD = 0.25;
const FOREIGN = 4403;
const BARRED = 4410;
const GONE = 4404;
const TOO_MUCH = 4429;

/**
 * The state: cut, or refused as one too many, both with a retry in some seconds; retrying; connected while the server
 * compiles; connected again.
 * @typedef {"lost" | "outside" | "trying" | "preparing" | "back"} LinkState
 */

/**
 * @typedef {object} LineHooks
 * @property {() => string} path of the connection, with its current options
 * @property {(message: any) => void} hear
 * @property {(link: LinkState, seconds: number) => void} link
 * @property {(why: "foreign" | "gone" | "barred") => void} closed for good
 * @property {() => void} [opened]
 */

export class Line {
  /** @param {LineHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.failures = 0;
    /** Whether a message is shown that ends with the server's next message. */
    this.troubled = false;
    this.heard = 0;
    this.retry = 0;
    this.closed = false;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.check(), PING_EVERY * 1000);
  }

  /** Whether something can be said now. */
  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Retry now, or check that the connection is alive. */
  hurry() {
    if (this.closed) return;
    if (!this.socket) this.open();
    else this.write({ type: "ping" });
  }

  /** Reconnect with the current cookie. */
  again() {
    if (this.closed) return;
    const before = this.socket;
    this.socket = null;
    before?.close();
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    if (this.failures) this.hooks.link("trying", 0);
    const address = new URL(this.hooks.path(), location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = Date.now();
    socket.addEventListener("open", () => socket === this.socket && this.hooks.opened?.());
    socket.addEventListener("message", (event) => socket === this.socket && this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.cut(event.code));
  }

  /** @param {object} message @returns {boolean} whether it was sent */
  write(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /** @private @param {any} message */
  hear(message) {
    this.heard = Date.now();
    if (message.type === "preparing") {
      this.troubled = true;
      this.hooks.link("preparing", 0);
      return;
    }
    this.failures = 0;
    if (this.troubled) this.hooks.link("back", 0);
    this.troubled = false;
    this.hooks.hear(message);
  }

  /** @private @param {number} code */
  cut(code) {
    this.socket = null;
    if (code === FOREIGN || code === GONE || code === BARRED) {
      this.closed = true;
      this.hooks.closed(code === GONE ? "gone" : code === BARRED ? "barred" : "foreign");
      return;
    }
    const outside = code === TOO_MUCH;
    const wait = outside ? WAIT_OUTSIDE : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    const handed = code === RESTART && !this.failures;
    const seconds = handed ? SPREAD * Math.random() : wait * (0.75 + Math.random() / 2);
    this.failures += 1;
    this.troubled = true;
    this.retry = window.setTimeout(() => this.open(), seconds * 1000);
    this.hooks.link(outside ? "outside" : "lost", seconds);
  }

  /** @private */
  check() {
    this.beat({ type: "ping" }, SILENCE);
  }

  /**
   * Send a message that gets an answer, and drop a connection that has been silent without closing.
   * @param {object} message
   * @param {number} silence after this many seconds
   */
  beat(message, silence) {
    if (Date.now() - this.heard > silence * 1000) this.drop();
    else this.write(message);
  }

  /** Close it for good. */
  end() {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket?.close();
    this.socket = null;
  }

  /** Give the connection up. @private */
  drop() {
    if (!this.socket || this.closed) return;
    const silent = this.socket;
    this.cut(0);
    silent.close();
  }
}
