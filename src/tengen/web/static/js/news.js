// News of a review: a WebSocket that is opened again when it was cut.

const FIRST_WAIT = 1;
const LONGEST_WAIT = 30;
const PING_EVERY = 25;
const FINAL = [4403, 4404];

export class News {
  /**
   * @param {string} path
   * @param {(message: any) => void} hear is also told `{type: "connected"}`
   */
  constructor(path, hear) {
    this.path = path;
    this.hear = hear;
    this.failures = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    setInterval(() => this.open && this.socket?.send("ping"), PING_EVERY * 1000);
    this.connect();
  }

  /** Whether news can come now. */
  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @private */
  connect() {
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.failures = 0;
      this.hear({ type: "connected" });
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (FINAL.includes(event.code)) return;
      const seconds = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + Math.random() / 2);
      this.failures += 1;
      setTimeout(() => this.connect(), seconds * 1000);
    });
  }
}
