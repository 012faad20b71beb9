// Examples of the rules: each is stepped through by its buttons, by the arrow keys, or by choosing a sentence.
import { ready, say } from "./words.js";

class Example {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.address = section.dataset.address ?? "";
    this.pictures = /** @type {HTMLImageElement[]} */ ([...section.querySelectorAll(".board img")]);
    this.steps = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("li")]);
    this.back = /** @type {HTMLButtonElement} */ (section.querySelector(".back"));
    this.next = /** @type {HTMLButtonElement} */ (section.querySelector(".next"));
    this.count = /** @type {HTMLElement} */ (section.querySelector(".count"));
    this.status = /** @type {HTMLElement} */ (section.querySelector("[role=status]"));
    this.at = 0;
    this.back.addEventListener("click", () => this.show(this.at - 1));
    this.next.addEventListener("click", () => this.show(this.at + 1));
    this.steps.forEach((step, number) => step.addEventListener("click", () => this.show(number)));
    section.addEventListener("keydown", (event) => this.press(event));
    const buttons = /** @type {HTMLElement} */ (section.querySelector(".steps"));
    buttons.hidden = this.steps.length < 2;
    section.classList.add("live");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(to);
  }

  /** @param {number} number */
  show(number) {
    if (number < 0 || number >= this.steps.length || number === this.at) return;
    this.steps[this.at].removeAttribute("aria-current");
    this.at = number;
    const step = this.steps[number];
    step.setAttribute("aria-current", "step");
    for (const picture of this.pictures) {
      const theme = picture.classList.contains("by-dark") ? "dark" : "light";
      picture.src = this.picture(number, theme);
      picture.alt = say("rules.picture", { number: number + 1 });
    }
    this.back.setAttribute("aria-disabled", String(number === 0));
    this.next.setAttribute("aria-disabled", String(number === this.steps.length - 1));
    this.count.textContent = say("rules.count", { number: number + 1, count: this.steps.length });
    this.status.textContent = step.textContent;
    this.fetchNext();
  }

  /** Fetch the next picture beforehand, so that a step does not flicker. */
  fetchNext() {
    const shown = this.pictures.find((picture) => picture.offsetParent !== null);
    if (!shown || this.at + 1 >= this.steps.length) return;
    new Image().src = this.picture(this.at + 1, shown.classList.contains("by-dark") ? "dark" : "light");
  }

  /**
   * @param {number} number
   * @param {string} theme
   */
  picture(number, theme) {
    return `${this.address}${number}.svg?theme=${theme}`;
  }
}

ready.then(() => {
  for (const section of document.querySelectorAll(".example")) {
    const example = new Example(/** @type {HTMLElement} */ (section));
    section.addEventListener("pointerenter", () => example.fetchNext(), { once: true });
    section.addEventListener("focusin", () => example.fetchNext(), { once: true });
  }
});
