// Lessons: everyone on the page of a review follows one board, the owner's or that of the guest with the pen.
import { ask, Refused } from "./api.js";
import { make } from "./dom.js";
import { say } from "./words.js";

/** A place of the board. `rules`: "" for the record's; `then`: moves shown after it, separated by commas.
 * @typedef {{node: string, rules: string, then: string}} Place */
/** @typedef {Place & {leads: boolean, pen: string, guests: {id: string, name: string}[]}} Lesson */

/**
 * @typedef {object} TeachingHooks
 * @property {() => Place} place of this page's board
 * @property {(place: Place) => void} go to the leader's place
 * @property {() => void} fetch the position again
 * @property {() => void} invite shows a link for guests
 * @property {(text: string) => void} note
 */

/** @param {Place} one @param {Place} other */
const isSame = (one, other) => one.node === other.node && one.rules === other.rules && one.then === other.then;

export class Teaching {
  /**
   * @param {HTMLElement} frame
   * @param {string} id of the review
   * @param {TeachingHooks} hooks
   */
  constructor(frame, id, hooks) {
    this.frame = frame;
    this.path = `/api/reviews/${id}/lesson`;
    this.hooks = hooks;
    /** @type {Lesson | null} */
    this.lesson = null;
    /** Whether the reader has left the common board. */
    this.away = false;
    /** A place not accepted by the server yet; only the last of several is sent. @type {Place | null} */
    this.wanted = null;
    this.sending = false;
    /** Places sent from this page and not received back yet. @type {Place[]} */
    this.sent = [];
    /** Whether the board may have moved while this page was disconnected. */
    this.behind = false;
  }

  /** @param {import("./reviewpanel.js").View} view */
  show({ lesson, right }) {
    const begins = !this.lesson && !!lesson;
    this.lesson = lesson;
    if (!lesson || lesson.leads) this.away = false;
    if (!lesson?.leads) this.wanted = null;
    if (lesson && (begins || this.behind || !lesson.leads)) this.follow(lesson);
    this.behind = false;
    const key = JSON.stringify([right, this.away, lesson?.leads, lesson?.pen, lesson?.guests]);
    if (this.frame.dataset.key === key) return;
    this.frame.dataset.key = key;
    this.frame.hidden = !lesson;
    this.frame.replaceChildren(...(lesson ? [make("p", {}, this.words(lesson, right)), this.buttons(lesson, right)] : []));
  }

  /** Handle a new place of the board; null: another change. @param {Place | null} place */
  hear(place) {
    const own = place && this.lesson?.leads ? this.sent.findIndex((each) => isSame(each, place)) : -1;
    this.sent.splice(0, own + 1);
    if (own >= 0 || (place && this.lesson?.leads && this.sending)) return; // sent from here, or superseded
    if (place && this.lesson) {
      this.wanted = null;
      this.follow(place);
    }
    this.hooks.fetch();
  }

  /** Update addresses after a variation was removed. @param {(node: string) => string} moved */
  readdress(moved) {
    if (this.wanted) this.wanted = { ...this.wanted, node: moved(this.wanted.node) };
  }

  /** Catch up after a lost connection, in either direction. */
  reconnected() {
    this.sent = [];
    if (this.lesson?.leads && this.wanted) this.send();
    else this.behind = true;
  }

  /** The board was moved on this page: lead the others there, or leave the common board. */
  stepped() {
    if (!this.lesson) return;
    if (this.lesson.leads) this.send();
    else this.away = true;
  }

  /** Start a lesson from this page's board. */
  begin() {
    return this.answered(() => ask("PUT", this.path, this.hooks.place()));
  }

  /** @private @param {Place} place */
  follow(place) {
    if (!this.away && !isSame(place, this.hooks.place())) this.hooks.go(place);
  }

  /** Send where the board stands; while one place is on its way, only the last of the others waits. @private */
  async send() {
    this.wanted = this.hooks.place();
    this.behind = false;
    if (this.sending) return;
    this.sending = true;
    await this.answered(async () => {
      while (this.wanted) {
        const place = this.wanted;
        this.sent.push(place);
        await ask("PUT", this.path, place);
        if (this.wanted === place) this.wanted = null;
      }
    });
    this.sending = false;
  }

  /** @private @param {Lesson} lesson @param {"own" | "add" | "look"} right @returns {string} */
  words({ leads, pen }, right) {
    if (leads && pen) return say("You have the pen: everyone follows your board.");
    if (leads) return say("You are teaching: everyone on this page follows your board.");
    if (this.away) return say("You have stepped away from the lesson.");
    if (pen) return say("{name} has the pen: you are following this board.", { name: pen });
    return right === "own" ? say("You are following the lesson.") : say("You are following the teacher's board.");
  }

  /** @private @param {Lesson} lesson @param {"own" | "add" | "look"} right */
  buttons({ leads, pen, guests }, right) {
    const made = [];
    if (this.away) made.push(this.button(say("Follow again"), () => this.rejoin(), true));
    if (right === "own") {
      const hand = (/** @type {string | null} */ guest) => () => this.answered(() => ask("PUT", `${this.path}/pen`, { guest }));
      if (pen || !leads) made.push(this.button(say("Take the pen back"), hand(null)));
      else for (const { id, name } of guests) made.push(this.button(say("Give {name} the pen", { name }), hand(id)));
      if (leads) made.push(this.button(say("Invite"), () => this.hooks.invite()));
      made.push(this.button(say("Stop teaching"), () => this.answered(() => ask("DELETE", this.path))));
    }
    return make("div", { class: "actions" }, ...made);
  }

  /** @private */
  rejoin() {
    this.away = false;
    if (this.lesson) this.follow(this.lesson);
    this.hooks.fetch();
  }

  /** @private @param {string} text @param {() => void} click @param {boolean} [first] */
  button(text, click, first = false) {
    return make("button", { type: "button", class: first ? "first" : null, click }, text);
  }

  /** @private @param {() => Promise<unknown>} work */
  async answered(work) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.hooks.note(error.message);
      this.hooks.fetch();
    }
  }
}
