// Guests of a review, with the right to add variations: their link, and joining by it.
import { ask, Refused } from "./api.js";
import { make, setText } from "./dom.js";
import { say } from "./words.js";

/**
 * Join a review as a guest by a link, and remove the secret from the address.
 * @param {string} id
 * @param {(text: string) => void} note
 * @returns {Promise<void>}
 */
export async function comeByLink(id, note) {
  const token = location.hash.match(/^#add=([\w-]+)$/)?.[1];
  if (!token) return;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  try {
    await ask("POST", `/api/reviews/${id}/guests`, { token });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error.message);
  }
}

/** @param {"own" | "add" | "look"} right @param {boolean} shared */
function rightWords(right, shared) {
  if (right === "add") return say("You may add variations here, and comments on them.");
  if (right === "look") return say("Trying a move creates your own copy.");
  return shared
    ? say("Anyone with your guest link can add variations.")
    : say("Anyone with this page's address can see this review; only you can add to it.");
}

export class Guests {
  /**
   * @param {HTMLElement} frame
   * @param {string} id of the review
   * @param {() => void} teach
   */
  constructor(frame, id, teach) {
    this.frame = frame;
    this.id = id;
    this.teach = teach;
    this.shown = "";
    /** The link made on this page. */
    this.link = "";
  }

  /** @param {import("./reviewpanel.js").View} view */
  show(view) {
    const { right, lesson } = view;
    const shared = view.shared || !!this.link; // a view requested earlier does not have the link yet
    this.lesson = lesson;
    const key = `${right} ${shared} ${!lesson}`;
    if (this.shown === key) return;
    this.shown = key;
    this.problem = make("p", { class: "small", role: "status" });
    const told = make("p", { class: "small muted" }, rightWords(right, shared));
    this.frame.replaceChildren(told);
    if (right !== "own") return;
    const buttons = make("p", { class: "small choices" });
    const invite = shared ? say("Make a new link") : say("Make a link for adding variations");
    if (!lesson) buttons.append(this.button(say("Teach: everyone follows your board"), this.teach));
    buttons.append(this.button(invite, () => this.invite()));
    if (shared) buttons.append(this.button(say("Stop guests from adding variations"), () => this.dismiss()));
    this.field = make("input", { readonly: true, value: this.link, "aria-label": say("Link for adding variations") });
    this.frame.append(buttons, ...(this.link ? [this.field] : []), this.problem);
  }

  /** @private @param {string} text @param {() => void} click */
  button(text, click) {
    return make("button", { type: "button", class: "inline", click }, text);
  }

  /** Make a link for guests, and copy it. */
  invite() {
    return this.answered(async () => {
      const { url } = await ask("POST", `/api/reviews/${this.id}/guests/link`);
      this.link = new URL(url, location.href).href;
      this.redraw(true);
      this.field?.focus();
      this.field?.select();
      try {
        await navigator.clipboard.writeText(this.link);
        this.tell(say("Copied. Earlier links no longer work; guests who have joined stay."));
      } catch {
        this.tell(say("Press Ctrl+C to copy the link."));
      }
    });
  }

  /** @private */
  dismiss() {
    return this.answered(async () => {
      await ask("DELETE", `/api/reviews/${this.id}/guests`);
      this.link = "";
      this.redraw(false);
      this.tell(say("Only you can add to this review now."));
    });
  }

  /** @private @param {boolean} shared */
  redraw(shared) {
    this.shown = "";
    this.show({ .../** @type {any} */ ({}), right: "own", shared, lesson: this.lesson });
  }

  /** @private @param {() => Promise<void>} work */
  async answered(work) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(error.message);
    }
  }

  /** @private @param {string} text */
  tell(text) {
    if (this.problem) setText(this.problem, text);
  }
}
