// The live board: it shows the server's picture and reports the point under the cursor. It does not know rules.
import { Layer } from "./ghosts.js";
import { Picture } from "./picture.js";
import { Reason } from "./reason.js";
import { commas, joined, msg, say } from "./words.js";

/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./types.js").Relations} Relations */

/** Names of stones. */
const CONTENTS = {
  vacant: msg("{point}, vacant"),
  black: msg("{point}, black"),
  white: msg("{point}, white"),
  tao: msg("{point}, Tao stone"),
};

/** Further marks on points, by CSS class. @type {Record<string, string>} */
const SIGNS = {
  last: msg("last move"),
  ko: msg("ko"),
  tiled: msg("tile"),
  dead: msg("dead"),
  shaded: msg("in the region of the last incursion"),
  gone: msg("a stone was just taken here"),
};

/** Owners of points in counting. */
const OWNERS = { black: msg("Black's point"), white: msg("White's point"), nobody: msg("neutral point") };

/**
 * The board's mode. "look": no action; "play": place a stone on a vacant point that is not `illegal`; "mark": choose a
 * stone; "find": choose any point.
 * @typedef {object} Mode
 * @property {"look" | "play" | "mark" | "find"} kind
 * @property {"black" | "white" | "tao"} [stone] to place
 * @property {Record<string, string>} [illegal] the reason against each illegal point
 * @property {string[]} [closed] points shown as closed
 * @property {"any" | "incursion" | null} [due] whether it would get a tile: always, or if it is an incursion
 * @property {string[][]} [incursions] the regions where it would be an incursion
 * @property {number} [radius] of a stone; by default from the picture
 * @property {Relations | null} [relations] of wide stones
 * @property {Record<"black" | "white", string[]>} [owners] the points of each side, in counting
 * @property {Record<string, {why: string, region: string[]}>} [fallen] why the tile on a point fell, and the region that it answers
 * @property {Shown | null} [shown] shown without the cursor
 */

/** A region, and the point to which it belongs. @typedef {{region: string[], point: string}} Shown */

/**
 * @typedef {object} BoardHooks
 * @property {(label: string) => void} choose plays on a point, or marks a stone
 * @property {(label: string | null) => void} arm reports a point tapped once on a touch screen; null: no longer
 * @property {(text: string) => void} tell texts for screen readers
 * @property {(label: string) => void} [refused] an illegal point was chosen, and the reason was shown
 */

const WAIT = 500;
const FADE = 160;
/** The distance of neighbours, in lines. */
const NEIGHBOURS = 1.55;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} reason shows why a point cannot be played
   * @param {BoardHooks} hooks
   */
  constructor(frame, reason, hooks) {
    this.frame = frame;
    this.reason = new Reason(reason);
    this.hooks = hooks;
    /** @type {Mode} */
    this.mode = { kind: "look" };
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Layer | null} */
    this.layer = null;
    /** @type {{x: number, y: number} | null} position of the mouse on the board */
    this.mouse = null;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} tapped once, or chosen and unanswered */
    this.armed = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {string | null} clicked or tapped last */
    this.pointed = null;
    this.sent = false;
    this.shown = false;
    this.quiet = false;
    this.touch = false;
    /** Changes a picture before it is shown. @type {(picture: Picture) => void} */
    this.dress = () => undefined;
    /** Whether a tap or a click plays at once. */
    this.direct = false;
    /** Whether a mouse also needs a second click to play a chosen point. */
    this.careful = false;
    this.listen();
  }

  /**
   * Show a picture; landed and captured stones are animated, unless motion is reduced. `gone` stones leave a mark.
   * @param {string} text
   * @param {{landed?: string[], captured?: string[], gone?: Record<"black" | "white", string[]>}} [change]
   */
  paint(text, { landed = [], captured = [], gone } = {}) {
    const before = this.picture;
    const picture = new Picture(text);
    this.dress(picture);
    this.picture = picture;
    this.layer = new Layer(picture);
    this.sent = false;
    if (gone) this.layer.miss(gone, this.mode.radius ?? picture.radius());
    if (this.mode.owners) this.layer.areas(this.mode.owners);
    if (!calm.matches) {
      for (const label of landed) picture.points.get(label)?.node.classList.add("landed");
      for (const label of captured) {
        const gone = before?.points.get(label);
        if (gone) this.layer.leave(gone);
      }
      const leaving = this.layer.leaving;
      setTimeout(() => leaving.remove(), FADE + 40);
    }
    this.frame.replaceChildren(picture.svg);
    this.refresh();
  }

  /** @param {Mode} mode */
  use(mode) {
    this.mode = mode;
    this.frame.dataset.mode = mode.kind;
    this.refresh();
  }

  /** Cancel a first tap. */
  disarm() {
    if (this.armed === null) return;
    this.armed = null;
    this.sent = false;
    this.hooks.arm(null);
    this.refresh();
  }

  /** Take the keyboard focus; the first key only shows the cursor. */
  take() {
    this.quiet = true;
    this.frame.focus({ preventScroll: true });
    this.quiet = false;
    this.shown = false;
    this.outline();
  }

  /** Play on the tapped point. */
  confirm() {
    if (this.armed !== null) this.choose(this.armed);
  }

  /** @private */
  listen() {
    const frame = this.frame;
    frame.addEventListener("pointerdown", (event) => {
      this.touch = event.pointerType !== "mouse";
      if (!this.touch) event.preventDefault();
    });
    frame.addEventListener("mousedown", (event) => event.preventDefault());
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerleave", () => this.leave());
    frame.addEventListener("click", (event) => this.click(event));
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focus", () => this.focus());
    frame.addEventListener("blur", () => this.place(null));
  }

  // -- pointing -------------------------------------------------------------------------------------------------------

  /** @private @param {PointerEvent} event */
  move(event) {
    if (event.pointerType !== "mouse") return;
    this.mouse = { x: event.clientX, y: event.clientY };
    const point = this.picture?.at(event.clientX, event.clientY, false) ?? null;
    if (point?.label !== this.hovered) this.hover(point);
  }

  /** @private */
  leave() {
    this.mouse = null;
    this.hover(null);
  }

  /** @private @param {Point | null} point */
  hover(point) {
    this.hovered = point?.label ?? null;
    this.hush();
    this.outline();
    this.frame.classList.toggle("can", !!point && this.allows(point));
    this.frame.classList.toggle("within", !!point && (point.node.classList.contains("shaded") || !!this.mode.fallen?.[point.label]));
    if (point && this.explanation(point)) this.reason.soon(WAIT, () => this.explain(point, true));
  }

  /** Handle a click or a tap. @param {{clientX: number, clientY: number}} place */
  click({ clientX, clientY }) {
    const point = this.picture?.at(clientX, clientY, this.touch);
    this.pointed = point?.label ?? null;
    if (!point || !this.allows(point)) {
      this.disarm();
      this.outline();
      if (point && this.explanation(point)) this.explain(point, !this.touch);
      else this.hush();
      if (point && this.mode.kind !== "look") this.hooks.refused?.(point.label);
    } else if (!this.direct && (this.touch || this.careful) && this.mode.kind === "play" && this.armed !== point.label) {
      this.arm(point);
    } else {
      this.choose(point.label);
    }
  }

  /** @private @param {Point} point */
  arm(point) {
    this.hush();
    this.armed = point.label;
    this.outline();
    this.hooks.arm(point.label);
  }

  /** @private @param {string} label */
  choose(label) {
    this.hush();
    this.hooks.arm(null);
    this.armed = this.mode.kind === "play" ? label : null;
    this.sent = this.armed !== null;
    this.outline();
    this.hooks.choose(label);
  }

  // -- the keyboard ---------------------------------------------------------------------------------------------------

  /** @private */
  focus() {
    if (this.quiet || !this.frame.matches(":focus-visible")) return;
    this.place(this.picture?.points.get(this.cursor ?? "") ?? this.picture?.middle() ?? null);
  }

  /** @private @param {KeyboardEvent} event */
  key(event) {
    const here = this.picture?.points.get(this.cursor ?? "") ?? this.picture?.middle();
    if (event.key in ARROWS) [this.mouse, this.hovered, this.touch] = [null, null, false];
    if (!this.picture || !here || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in ARROWS) {
      const [dx, dy] = ARROWS[event.key];
      this.place(this.picture.next(here, dx, dy) ?? here);
    } else if (event.key === "Enter" || event.key === " ") {
      const seen = this.shown && !event.repeat; // a repeated key, or one pressed before the cursor is visible, does not play
      this.place(here);
      if (seen && this.allows(here)) this.choose(here.label);
      else if (seen && this.explanation(here)) this.explain(here, false);
      if (seen && !this.allows(here) && !this.sent) this.hooks.refused?.(here.label);
    } else if (event.key === "Escape" && this.armed) {
      this.disarm();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Put the cursor on a point, announce its content, and preview the move. @private @param {Point | null} point */
  place(point) {
    this.hush();
    if (point) this.cursor = point.label;
    this.shown = point !== null;
    this.outline();
    if (point) this.hooks.tell(this.describe(point));
  }

  /**
   * Describe a point, and why it cannot be played.
   * @private @param {Point} point @returns {string}
   */
  describe(point) {
    const classes = point.node.classList;
    const signs = Object.keys(SIGNS).filter((name) => classes.contains(name)).map((name) => say(SIGNS[name]));
    const content = this.picture?.content(point) ?? "vacant";
    const told = say(CONTENTS[content], { point: point.label });
    if (this.mode.owners) signs.push(...this.owner(point, this.mode.owners));
    const why = this.mode.kind === "play" ? this.why(point) : null;
    if (!why && this.invades(point)) signs.push(say("a stone here is an incursion"));
    const tile = this.mode.fallen?.[point.label]?.why;
    return joined([commas([told, ...signs]), why, tile]);
  }

  /**
   * Return a point's owner in counting, as shown by a small square or a dash, except under its live stone.
   * @private @param {Point} point @param {Record<"black" | "white", string[]>} owners @returns {string[]}
   */
  owner(point, owners) {
    const content = this.picture?.content(point) ?? null;
    const whose = owners.black.includes(point.label) ? "black" : owners.white.includes(point.label) ? "white" : "nobody";
    return whose === content || (whose === "nobody" && content) ? [] : [say(OWNERS[whose])];
  }

  // -- display ---------------------------------------------------------------------------------------------------------

  /** Restore marks after the picture or the mode has changed. @private */
  refresh() {
    this.hush();
    const armed = this.picture?.points.get(this.armed ?? "");
    if (this.armed !== null && !this.sent && (!armed || !this.allows(armed))) {
      this.armed = null;
      this.hooks.arm(null);
    }
    if (!this.sent && this.armed !== null && !this.touch && !this.careful) this.armed = null;
    const point = this.mouse ? (this.picture?.at(this.mouse.x, this.mouse.y, false) ?? null) : null;
    this.hover(point);
  }

  /** Draw the ghost, the footprint and the cursor where they belong. @private */
  outline() {
    const { layer, picture, mode } = this;
    if (!layer || !picture) return;
    const cursor = this.shown ? (picture.points.get(this.cursor ?? "") ?? null) : null;
    const point = picture.points.get(this.armed ?? this.hovered ?? "") ?? cursor;
    const radius = mode.radius ?? picture.radius();
    layer.clear();
    layer.cursor(cursor, radius);
    layer.close((mode.closed ?? []).flatMap((label) => picture.points.get(label) ?? []));
    this.tellTile(layer, picture, point ?? picture.points.get(this.pointed ?? "") ?? null);
    if (point && !picture.isNamed) layer.name(point, radius);
    this.frame.classList.toggle("sent", this.sent);
    if (!point) return;
    this.shade(layer, picture, point);
    if (mode.kind === "play" && mode.stone && (this.sent || this.allows(point))) {
      const region = this.invades(point);
      layer.invade((region ?? []).flatMap((label) => picture.points.get(label) ?? []));
      layer.show(point, mode.stone, radius, mode.due === "any" || (mode.due === "incursion" && !!region));
    }
  }

  /**
   * Shade the region of a fallen tile: of the point under the cursor, the requested one, or the last one.
   * @private @param {Layer} layer @param {Picture} picture @param {Point | null} point
   */
  tellTile(layer, picture, point) {
    const tile = this.mode.fallen?.[point?.label ?? ""];
    const shown = tile && point ? { region: tile.region, point: point.label } : this.mode.shown;
    const all = (/** @type {string[]} */ labels) => labels.flatMap((label) => picture.points.get(label) ?? []);
    layer.tell(all(shown?.region ?? []), all(shown ? [shown.point] : []));
  }

  /** Show the probable owners until the board changes. @param {Record<string, number>} owners from 1 (Black) to -1 */
  own(owners) {
    this.layer?.own(this.picture?.points ?? new Map(), owners);
  }

  /** Highlight points until the board changes. @param {string[]} labels */
  light(labels) {
    this.layer?.light(labels.flatMap((label) => this.picture?.points.get(label) ?? []));
  }

  /** Return the region in which a stone on a point would be an incursion. @private @param {Point} point */
  invades(point) {
    return this.mode.incursions?.find((region) => region.includes(point.label));
  }

  /** @private @param {Layer} layer @param {Picture} picture @param {Point} point */
  shade(layer, picture, point) {
    const relation = this.mode.relations?.[point.label];
    if (!relation) return;
    const all = (/** @type {string[]} */ labels) => labels.flatMap((label) => picture.points.get(label) ?? []);
    layer.reach(all(relation.footprint), all(relation.neighbours));
  }

  /** @private @param {Point} point */
  allows(point) {
    const content = this.picture?.content(point);
    const stone = content === "black" || content === "white";
    if (this.sent || this.mode.kind === "look") return false;
    if (this.mode.kind === "find") return true;
    if (this.mode.kind === "mark") return stone;
    return !stone && !(content && this.mode.stone === "tao") && !this.why(point);
  }

  /** @private @param {Point} point @returns {string | null} */
  why(point) {
    return (this.mode.kind === "play" && this.mode.illegal?.[point.label]) || null;
  }

  /** Return why a point cannot be played, or why the tile on it fell. @private @param {Point} point */
  explanation(point) {
    return this.why(point) ?? this.mode.fallen?.[point.label]?.why ?? null;
  }

  /**
   * Show a point's text near it, without covering the point or its neighbours.
   * @private
   * @param {Point} point
   * @param {boolean} seen whether the reader sees the text
   */
  explain(point, seen) {
    const text = this.explanation(point);
    if (!text || !this.picture) return;
    this.reason.show(text, this.picture.onScreen(point), NEIGHBOURS * this.picture.onScreenLength(2 * point.reach));
    if (!seen) this.hooks.tell(say("{point}: {why}", { point: point.label, why: text }));
  }

  /** @private */
  hush() {
    this.reason.hush();
  }
}
