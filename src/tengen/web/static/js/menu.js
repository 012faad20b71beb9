// The menu of rarer actions on a game's page, and the views next to the board.
import { byId } from "./dom.js";

/** Pixels that each view needs; with fewer, it opens as an overlay. */
const NEEDS = { moves: 150, chat: 270 };

export class Menu {
  constructor() {
    this.frame = byId("menu");
    this.button = byId("more");
    this.button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    addEventListener("pointerdown", (event) => this.away(/** @type {Element} */ (event.target)), { capture: true });
    byId("open-possible").addEventListener("click", () => this.close());
    byId("open-moves").addEventListener("click", () => {
      this.record();
      this.raise("moves", !byId("what").classList.contains("up"));
    });
    byId("tabs").addEventListener("click", (event) => {
      const chat = /** @type {Element} */ (event.target).closest("#chat-toggle");
      if (chat) this.raise("chat", chat.getAttribute("aria-expanded") === "true");
    });
  }

  /** @returns {boolean} */
  get isOpen() {
    return !this.frame.hidden;
  }

  /** @private */
  open() {
    this.frame.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
  }

  /** @param {boolean} [back] whether the button gets the focus */
  close(back = false) {
    if (!this.isOpen) return;
    this.frame.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (back) this.button.focus();
  }

  /** Close the menu and views on a press outside. @private @param {Element} target */
  away(target) {
    if (!target.closest("#menu, #more")) this.close();
    if (!target.closest("#what, .mark")) byId("what").classList.remove("up");
  }

  /** Show the moves and the score: the chat and the rules make room. */
  record() {
    byId("sheet-close").click();
    const chat = document.getElementById("chat-toggle");
    if (chat?.getAttribute("aria-expanded") === "true" && !byId("record").offsetParent) chat.click();
  }

  /** Open a view as an overlay if it has too little room. @private @param {"moves" | "chat"} view @param {boolean} open */
  raise(view, open) {
    const what = byId("what");
    what.classList.remove("up");
    what.classList.toggle("up", open && what.clientHeight < NEEDS[view]);
  }
}
