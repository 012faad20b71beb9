// The comment on a position, and its editor for entitled readers.
import { ask, Refused } from "./api.js";
import { make, setText } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 5000;

export class Comments {
  /**
   * @param {HTMLElement} frame
   * @param {string} id of the review
   * @param {() => void} changed
   */
  constructor(frame, id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {{node: string, text: string} | null} */
    this.at = null;
    this.text = make("p", { class: "comment", id: "comment" });
    this.edit = make("button", { type: "button", class: "inline", click: () => this.open() });
    this.form = make("form", { class: "words", submit: (event) => this.save(event) });
    this.form.hidden = true;
    frame.replaceChildren(this.text, this.edit, this.form);
  }

  /** @param {import("./reviewpanel.js").View} view */
  show(view) {
    setText(this.text, [view.title, view.judgement, view.comment].filter(Boolean).join("\n"));
    const may = view.right === "own" || (view.right === "add" && view.node.includes("."));
    if (this.at?.node !== view.node) this.close();
    this.at = { node: view.node, text: view.comment };
    setText(this.edit, view.comment ? say("Edit the comment") : say("Write a comment"));
    this.edit.hidden = !may || view.stopped || !this.form.hidden;
  }

  /** @private */
  open() {
    if (!this.at) return;
    const field = make("textarea", { rows: 4, maxlength: LONGEST, "aria-label": say("Comment on this position") });
    field.value = this.at.text;
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
    });
    this.field = field;
    this.problem = make("p", { role: "alert" });
    this.form.replaceChildren(
      field,
      make(
        "div",
        { class: "actions" },
        make("button", { class: "first" }, say("Save")),
        make("button", { type: "button", click: () => this.close() }, say("Cancel")),
      ),
      this.problem,
    );
    this.form.hidden = false;
    this.edit.hidden = true;
    field.focus();
  }

  /** @private */
  close() {
    if (this.form.hidden) return;
    const inside = this.form.contains(document.activeElement);
    this.form.hidden = true;
    this.form.replaceChildren();
    this.edit.hidden = false;
    if (inside) this.edit.focus();
  }

  /** @private @param {Event} event */
  async save(event) {
    event.preventDefault();
    if (!this.at || !this.field) return;
    try {
      await ask("PUT", `/api/reviews/${this.id}/comment`, { node: this.at.node, text: this.field.value });
      this.close();
      this.changed();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.problem) setText(this.problem, error.message);
    }
  }
}
