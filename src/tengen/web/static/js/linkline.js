// Messages on the connection to a game: cut, retrying, back, or game not found.
import { byId, make, setText } from "./dom.js";
import { msg, say } from "./words.js";

/** Milliseconds for which the message on the restored connection is shown. */
const BACK = 4000;

/** Seconds of a cut without a message. */
const BRIEF = 1.5;

const TRYING = {
  outside: msg("Too many connections or requests from your address. Trying again in {seconds} s."),
  lost: msg("Connection lost. Trying again in {seconds} s."),
};

const CLOSED = {
  gone: msg("Game not found."),
  foreign: msg("The server takes this page for another site's and rejects it. Open it at the server's own address."),
  barred: msg("The operator of this server has banned you."),
};

export class LinkLine {
  /** @param {() => boolean} shown whether the game is already on the screen; otherwise the status line is used */
  constructor(shown) {
    this.shown = shown;
    this.line = byId("link");
    this.timer = 0;
  }

  /**
   * @param {import("./line.js").LinkState} link
   * @param {number} seconds until the next try
   * @param {import("./api.js").Live} live
   */
  tell(link, seconds, live) {
    const line = this.line;
    clearTimeout(this.timer);
    if (link === "preparing") {
      setText(this.shown() ? line : byId("status"), say("The server is starting. The game comes by itself, in a moment."));
    } else if (link === "outside" || (link === "lost" && seconds > BRIEF)) {
      line.replaceChildren(say(TRYING[link], { seconds: Math.ceil(seconds) }), " ",
        make("button", { type: "button", class: "inline", click: () => live.hurry() }, say("Try now")));
    } else if (link !== "back") {
      line.replaceChildren(say("Connection lost. Trying again."));
    } else if (line.textContent) {
      line.replaceChildren(this.shown() ? say("Connected again.") : "");
      this.timer = window.setTimeout(() => line.replaceChildren(), BACK);
    }
  }

  /** Show why the connection has ended. @param {"foreign" | "gone" | "barred"} why */
  close(why) {
    this.line.replaceChildren();
    setText(this.shown() ? this.line : byId("status"), say(CLOSED[why]));
  }
}
