// The two players: names, clocks, prisoner bowls and Tao stones in hand.
import { clockText, reading } from "./clock.js";
import { draw, make, setText } from "./dom.js";
import { taoStone } from "./ghosts.js";
import { colourName, commas, say, sayCount } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Player} Player */

/** @type {Colour[]} */
const COLOURS = ["black", "white"];

/** Seconds left at which a player is warned. */
const WARNINGS = [30, 10];

/** Seconds below which a clock without further periods looks short. */
const SHORT = 20;

/**
 * @typedef {object} PlayersHooks
 * @property {() => void} giveBack on a click on the prisoner bowl
 * @property {() => void} takeTao on a click on the Tao stones in hand
 * @property {(text: string) => void} tell
 */

export class Players {
  /**
   * @param {HTMLElement} frame
   * @param {PlayersHooks} hooks
   */
  constructor(frame, hooks) {
    this.hooks = hooks;
    /** @type {State | null} */
    this.state = null;
    this.heard = 0;
    this.cards = { black: new Card("black", hooks), white: new Card("white", hooks) };
    frame.append(this.cards.black.root, this.cards.white.root);
    this.ticking = setInterval(() => this.tick(), 200);
  }

  /**
   * @param {State} state
   * @param {boolean} tao whether a Tao stone is in the hand
   */
  show(state, tao) {
    if (state !== this.state) this.heard = performance.now();
    this.state = state;
    for (const colour of COLOURS) this.cards[colour].show(state, tao);
    this.tick();
  }

  /** Stop the clocks when the players are hidden. */
  leave() {
    clearInterval(this.ticking);
  }

  /** Let the clocks run on. @private */
  tick() {
    if (!this.state) return;
    const elapsed = (performance.now() - this.heard) / 1000;
    for (const colour of COLOURS) {
      const warning = this.cards[colour].tick(this.state.players[colour], elapsed);
      if (warning && this.state.you.includes(colour)) this.hooks.tell(warning);
    }
  }
}

/** One player. @private */
class Card {
  /**
   * @param {Colour} colour
   * @param {PlayersHooks} hooks
   */
  constructor(colour, hooks) {
    this.colour = colour;
    this.name = make("span", { class: "name", dir: "auto" });
    this.about = make("span", { class: "about" });
    this.time = make("span", { class: "time" });
    this.byoyomi = make("span", { class: "byoyomi" });
    this.clock = make("p", { class: "clock" }, this.time, this.byoyomi);
    this.bowl = new Bowl("prisoners", colour === "black" ? "white" : "black", () => hooks.giveBack());
    this.tao = new Bowl("tao", "tao", () => hooks.takeTao());
    this.root = make(
      "div",
      { class: `player ${colour}` },
      make("p", { class: "who" }, make("span", { class: `disc ${colour}`, role: "img", "aria-label": colourName(colour) }), make("a", { class: "profile", target: "_blank" }, this.name)),
      this.about,
      this.clock,
      make("div", { class: "bowls" }, this.bowl.root, this.tao.root),
    );
    this.warned = Infinity;
  }

  /**
   * @param {State} state
   * @param {boolean} tao
   */
  show(state, tao) {
    const player = state.players[this.colour];
    const mine = state.you.includes(this.colour);
    const turn = state.to_play === this.colour && (state.phase === "playing" || state.phase === "waiting");
    this.root.classList.toggle("turn", turn);
    this.root.classList.toggle("near", state.you.length === 1 ? mine : this.colour === "black");
    setText(this.name, nameOf(player, this.colour));
    setText(this.about, aboutOf(player, mine, state));
    const hand = mine && turn;
    this.bowl.show(player.prisoners, hand && !!state.actions.return?.ok, false);
    const wanted = state.actions.tao !== undefined || player.tao_in_hand > 0;
    this.tao.root.hidden = !wanted;
    this.tao.show(player.tao_in_hand, hand && !!state.actions.tao?.ok, tao && hand);
  }

  /**
   * @param {Player} player
   * @param {number} elapsed
   * @returns {string | null} a warning when time has just become short
   */
  tick(player, elapsed) {
    const clock = player.clock;
    this.clock.hidden = !clock;
    if (!clock) return null;
    const found = reading(clock, elapsed);
    setText(this.time, clockText(found.seconds));
    setText(this.byoyomi, found.stones !== null ? sayCount("1 move to make", "{count} moves to make", found.stones)
      : found.periods ? sayCount("last period", "{count} periods left", found.periods) : "");
    this.clock.classList.toggle("running", clock.running);
    this.clock.classList.toggle("short", found.last && found.seconds < SHORT);
    const passed = WARNINGS.find((limit) => found.last && found.seconds <= limit && this.warned > limit);
    this.warned = found.last ? found.seconds : Infinity;
    if (!passed || !clock.running) return null;
    return say("{name} has {time} left.", { name: colourName(this.colour), time: clockText(found.seconds) });
  }
}

/** A bowl: how many are in it, and a button where one can be taken out. @private */
class Bowl {
  /**
   * @param {"prisoners" | "tao"} kind
   * @param {string} stone its content
   * @param {() => void} take
   */
  constructor(kind, stone, take) {
    this.kind = kind;
    this.text = make("span", {});
    this.root = make("button", { type: "button", class: "bowl", click: () => this.live && take() },
      kind === "tao" ? taoDisc() : make("span", { class: `disc ${stone}`, "aria-hidden": "true" }), this.text);
    this.live = false;
  }

  /**
   * @param {number} count
   * @param {boolean} live whether one can be taken out now
   * @param {boolean} taken whether one is in the hand
   */
  show(count, live, taken) {
    this.live = live;
    const takes = this.kind !== "tao" ? say("Return one of {count} prisoners", { count })
      : taken ? say("Put it back") : say("Take a Tao stone");
    setText(this.text, this.kind === "tao" ? taoStones(count) : prisoners(count));
    this.root.disabled = !live;
    this.root.title = live ? takes : "";
    if (live) this.root.setAttribute("aria-description", takes);
    else this.root.removeAttribute("aria-description");
    this.root.classList.toggle("taken", taken);
  }
}

function taoDisc() {
  return draw("svg", { class: "disc", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, ...taoStone({ x: 0, y: 0 }, 9.5));
}

/**
 * @param {Player} player
 * @param {Colour} colour
 */
function nameOf(player, colour) {
  return player.name || colourName(colour);
}

/**
 * @param {Player} player
 * @param {boolean} mine
 * @param {State} state
 */
function aboutOf(player, mine, state) {
  const parts = [];
  if (mine && state.you.length === 1) parts.push(say("you"));
  if (player.kind === "computer" && player.name !== say("Computer")) parts.push(say("bot"));
  if (player.level) parts.push(say("level {level}", { level: player.level }));
  if (player.visits) parts.push(sayCount("one visit per move", "{count} visits per move", player.visits));
  if (player.stand_in) parts.push(say("level {level} of Tengen stands in", { level: player.stand_in }));
  if (player.coupons) parts.push(sayCount("coupons worth 1 point", "coupons worth {count} points", player.coupons));
  if (!player.taken) parts.push(say("empty seat"));
  return commas(parts);
}

/** @param {number} count */
function prisoners(count) {
  return count ? sayCount("1 prisoner", "{count} prisoners", count) : say("No prisoners");
}

/** @param {number} count */
function taoStones(count) {
  return count ? sayCount("1 Tao stone", "{count} Tao stones", count) : say("No Tao stones");
}
