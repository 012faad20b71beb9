// Requests for analyses of a review, and the switches for showing them.
import { ask, Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { recall, remember } from "./memory.js";
import { msg, say } from "./words.js";

/** Milliseconds at a position before it is analysed. */
const PAUSE = 300;

/** @typedef {"analysis" | "candidates" | "territory"} Switch */

const SWITCHES = { analysis: msg("Analyse"), candidates: msg("Candidates"), territory: msg("Territory") };

/**
 * @typedef {object} AnalysisHooks
 * @property {() => import("./reviewpanel.js").View | null} view the current position, once loaded
 * @property {() => string} rules chosen; "" for the record's own
 * @property {() => boolean} isOpen whether results can be received
 * @property {() => void} fetch the position again
 * @property {(points: Record<string, [number, number | null]>) => void} draw
 * @property {() => void} done if the whole main line was already analysed
 */

export class Analysis {
  /**
   * @param {string} id of the review
   * @param {HTMLElement} frame for the switches
   * @param {boolean} begun whether to analyse unless switched off
   * @param {AnalysisHooks} hooks
   */
  constructor(id, frame, begun, hooks) {
    this.path = `/api/reviews/${id}/analysis`;
    this.frame = frame;
    this.hooks = hooks;
    this.timer = 0;
    /** The rules of the requested graph. */
    this.drawn = "";
    /** @type {Record<Switch, boolean>} */
    this.on = { analysis: (recall("review.analysis") ?? (begun ? "1" : "0")) === "1", candidates: true, territory: false };
    this.show();
  }

  get isOn() {
    return this.on.analysis;
  }

  /** @param {Switch} name @returns {boolean} whether this part of the results is shown */
  shows(name) {
    return this.on.analysis && this.on[name];
  }

  /** Request results missed while disconnected. */
  askAgain() {
    this.drawn = "";
    this.think();
  }

  /** Analyse the current position, if switched on, after a moment. */
  think() {
    clearTimeout(this.timer);
    if (this.isOn) this.timer = window.setTimeout(() => this.ask(), PAUSE);
  }

  /** @private */
  async ask() {
    const view = this.hooks.view();
    if (!view || !this.hooks.isOpen()) return;
    const rules = this.hooks.rules();
    const chosen = rules ? { variant: rules } : {};
    try {
      if (!view.stopped) {
        const { begun } = await ask("POST", this.path, { node: view.node, ...chosen });
        const now = this.hooks.view();
        if (!begun && now?.node === view.node && !now.analysis) this.hooks.fetch();
      }
      if (this.drawn !== view.rules.name) {
        this.drawn = view.rules.name;
        const { points, begun } = await ask("POST", this.path, { graph: true, ...chosen });
        if (this.drawn === view.rules.name) this.hooks.draw(points);
        if (this.drawn === view.rules.name && !begun) this.hooks.done();
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(byId("thinking"), error.message);
    }
  }

  /** @private */
  show() {
    const names = /** @type {Switch[]} */ (["analysis", "candidates", "territory"]);
    this.frame.replaceChildren(
      ...names.filter((name) => name === "analysis" || this.isOn).map((name) => this.button(name)),
    );
    byId("findings").hidden = !this.isOn;
  }

  /** @private @param {Switch} name */
  button(name) {
    const pressed = { "aria-pressed": String(this.on[name]), id: `switch-${name}` };
    const made = make("button", { type: "button", ...pressed, click: () => this.toggle(name) });
    made.append(say(SWITCHES[name]));
    return made;
  }

  /** @private @param {Switch} name */
  toggle(name) {
    this.on[name] = !this.on[name];
    if (name === "analysis") remember("review.analysis", this.isOn ? "1" : "0");
    this.show();
    byId(`switch-${name}`).focus();
    setText(byId("thinking"), "");
    this.hooks.fetch();
    this.think();
  }
}
