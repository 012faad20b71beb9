// A sheet next to the board, below it on a phone: the rules of this game, or possible moves; the board stays live.
import { ask } from "./api.js";
import { byId, make } from "./dom.js";
import { colourName, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {"rules" | "possible"} Page */
/** @typedef {{kind: string, ok: boolean, text: string, points: string[]}} Possibility */

/** With more moves, their list has the panel to itself. */
const FEW = 8;

class Sheet {
  /** @param {import("./gameparts.js").GameTable} table */
  constructor(table) {
    this.table = table;
    this.frame = byId("sheet");
    this.body = byId("sheet-body");
    this.title = byId("sheet-title");
    /** @type {Page | null} */
    this.page = null;
    /** The element that gets the focus back. @type {HTMLElement | null} */
    this.opener = null;
    /** @type {State | null} */
    this.state = null;
    this.rules = "";
    this.asked = 0;
    byId("sheet-close").addEventListener("click", () => this.close());
    for (const page of /** @type {Page[]} */ (["rules", "possible"])) {
      byId(`open-${page}`).addEventListener("click", () => this.toggle(page));
    }
    this.frame.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** @param {State} state @param {number | null} past */
  show(state, past) {
    const gone = this.state?.number !== state.number;
    this.state = state;
    byId("open-possible").hidden = state.phase === "over" || state.phase === "counting" || past !== null;
    if (this.page === "possible" && gone) this.fill("possible");
    byId("brief").hidden = state.moves.length > FEW;
    if (!this.rules) this.brief();
  }

  /** @param {string} key */
  key(key) {
    if (key === "Escape" && this.page) this.close();
    else if (key === "?" || key === "r") this.toggle("rules");
    else return false;
    return true;
  }

  /** @param {Page} page */
  toggle(page) {
    if (this.page === page) this.close();
    else this.open(page);
  }

  /** @param {Page} page */
  open(page) {
    if (!this.page) this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.page = page;
    this.frame.hidden = false;
    this.press();
    this.fill(page);
    this.title.focus({ preventScroll: true });
    this.frame.scrollTop = 0;
    if (page === "possible") scrollTo({ top: 0 });
  }

  close() {
    if (!this.page) return;
    this.page = null;
    this.frame.hidden = true;
    this.press();
    this.table.board.light([]);
    this.opener?.focus({ preventScroll: true });
  }

  /** @private */
  press() {
    for (const page of ["rules", "possible"]) byId(`open-${page}`).setAttribute("aria-expanded", String(this.page === page));
  }

  /** @private @param {Page} page */
  async fill(page) {
    const asked = ++this.asked;
    if (page === "rules") {
      this.title.textContent = say("The rules of this game: {title}", { title: this.state?.variant.title ?? "" });
      await this.fetchRules();
      const failed = say("Could not load this. Close it and open it again.");
      if (asked === this.asked) this.body.innerHTML = this.rules || `<p>${failed}</p>`;
      return;
    }
    try {
      const found = await ask("GET", `/api/games/${this.table.id}/possible`);
      if (asked === this.asked) this.list(found);
    } catch {
      if (asked === this.asked) this.body.replaceChildren(make("p", {}, say("Could not load this. Close it and open it again.")));
    }
  }

  /** @private @param {{to_play: import("./types.js").Colour, kinds: Possibility[]}} found */
  list({ to_play, kinds }) {
    this.title.textContent = say("What can {player} do?", { player: colourName(to_play) });
    this.table.board.light([]);
    const lines = kinds.map((each) => this.line(each));
    const hint = make("p", { class: "small muted" }, kinds.length
      ? say("Press a line to see its points on the board.")
      : say("The game is over: nothing can be played."));
    this.body.replaceChildren(hint, make("ul", { class: "possible" }, ...lines));
  }

  /** @private @param {Possibility} each */
  line({ kind, ok, text, points }) {
    if (!points.length) return make("li", { class: `${kind}${ok ? "" : " not"}` }, make("p", {}, text));
    const button = make("button", { type: "button", "aria-pressed": "false", click: () => this.light(button, points) }, text);
    return make("li", { class: `${kind}${ok ? "" : " not"}` }, button);
  }

  /** Toggle a line's points on the board. @private @param {HTMLElement} button @param {string[]} points */
  light(button, points) {
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const each of this.body.querySelectorAll("[aria-pressed]")) each.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(on));
    this.table.board.light(on ? points : []);
  }

  /** @private */
  async fetchRules() {
    if (this.rules) return;
    try {
      const answer = await fetch(`/g/${this.table.id}/rules`);
      if (answer.ok) this.rules = await answer.text();
    } catch {
      // The sheet shows the error; opening it again retries.
    }
  }

  /** Tell the rules in short where the panel would be empty. @private */
  async brief() {
    await this.fetchRules();
    const brief = byId("brief");
    if (!this.rules || brief.childElementCount) return;
    const lead = new DOMParser().parseFromString(this.rules, "text/html").querySelector(".lead")?.textContent ?? "";
    brief.append(make("h2", {}, say("The rules in short")), make("p", { class: "small" }, lead));
  }
}

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function sheetPart(table) {
  return new Sheet(table);
}
