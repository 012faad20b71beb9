// Presence: this page's reports on its player, and the display of both.
import { byId, make, setText } from "./dom.js";
import { colourName, msg, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */

/** Milliseconds between reports; the server drops a page after 11 seconds of silence. */
const BEAT = 4000;

/** Seconds of silence after which this page drops its connection. */
const SILENCE = 12;

/** Milliseconds without input after which a player is away. */
const IDLE = 180_000;

/** Milliseconds for which a return is shown. */
const BACK = 5000;

/** @type {Colour[]} */
const COLOURS = ["black", "white"];

/** @type {Record<string, string>} */
const SHORT = { here: msg("here"), away: msg("away"), offline: msg("offline"), back: msg("back") };

/** @type {Record<string, string>} */
const TOLD = {
  here: msg("{player} is here."),
  away: msg("{player} is away."),
  offline: msg("{player} is offline."),
  back: msg("{player} is back."),
};

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function presencePart(table) {
  const own = new OwnPresence(table.live);
  const badges = { black: new Badge("black"), white: new Badge("white") };
  /** @type {State | null} */
  let seen = null;
  const show = () => {
    for (const colour of COLOURS) if (seen) badges[colour].show(seen, table.live.isConnected);
  };
  table.live.watchers.push(show);
  return {
    show(state) {
      seen = state;
      own.sits = state.you.length > 0;
      show();
    },
  };
}

/** Says every few seconds that this page's player is there, or away. @private */
class OwnPresence {
  /** @param {import("./api.js").Live} live */
  constructor(live) {
    this.live = live;
    this.sits = false;
    this.said = false;
    this.active = Date.now();
    for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"]) {
      addEventListener(event, () => this.stir(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () => (document.hidden ? this.beat() : this.stir()));
    setInterval(() => this.beat(), BEAT);
  }

  get away() {
    return document.hidden || Date.now() - this.active > IDLE;
  }

  /** @private */
  stir() {
    this.active = Date.now();
    if (this.said !== this.away) this.beat();
  }

  /** @private */
  beat() {
    if (!this.sits) return;
    this.said = this.away;
    this.live.beat({ type: "presence", away: this.said }, document.hidden ? Infinity : SILENCE);
  }
}

/** What a player's card says of where they are; of oneself, only that one is cut off. @private */
class Badge {
  /** @param {Colour} colour */
  constructor(colour) {
    this.colour = colour;
    this.before = "";
    this.met = false;
    this.timer = 0;
    this.root = make("span", { class: "presence", hidden: true });
    byId("players").querySelector(`.player.${colour} .who`)?.append(this.root);
  }

  /**
   * @param {State} state
   * @param {boolean} connected whether the state is current
   */
  show(state, connected) {
    const player = state.players[this.colour];
    const mine = state.you.includes(this.colour);
    this.root.hidden = player.kind !== "person" || !player.taken || state.you.length > 1 || connected === mine;
    const presence = connected ? player.presence : mine ? "offline" : this.before;
    if (this.root.hidden || presence === this.before) return;
    const back = presence === "here" && this.met && this.before !== "";
    const news = this.before !== "" || presence !== "here";
    this.before = presence;
    this.met ||= presence !== "offline";
    clearTimeout(this.timer);
    this.write(back ? "back" : presence);
    if (back) this.timer = window.setTimeout(() => this.write("here"), BACK);
    if (news && !mine) this.tell(back ? "back" : presence);
  }

  /** @private @param {string} presence */
  write(presence) {
    this.root.dataset.presence = presence;
    setText(this.root, say(SHORT[presence]));
  }

  /** Announce it to screen readers. @private @param {string} presence */
  tell(presence) {
    setText(byId("presence-said"), say(TOLD[presence], { player: colourName(this.colour) }));
  }
}
