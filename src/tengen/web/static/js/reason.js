// A few words over the board, beside what they explain and never on it.

/** Pixels between the words and the rim of the window. */
const RIM = 8;

export class Reason {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.timer = 0;
    this.away = () => this.hush();
  }

  /** @returns {boolean} */
  get isShown() {
    return !this.frame.hidden;
  }

  /**
   * Say it after a moment.
   * @param {number} wait in milliseconds
   * @param {() => void} say
   */
  soon(wait, say) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(say, wait);
  }

  /**
   * Show words above or below a spot on the screen; what lies nearer to it than `clear` pixels stays free.
   * @param {string} text
   * @param {{x: number, y: number}} spot
   * @param {number} clear
   */
  show(text, { x, y }, clear) {
    const frame = this.frame;
    frame.hidden = false;
    addEventListener("scroll", this.away, { passive: true, capture: true });
    if (frame.textContent !== text) frame.textContent = text;
    const { width, height } = frame.getBoundingClientRect();
    const [above, below] = [y - clear - height, y + clear];
    const isAbove = above >= RIM || below + height > innerHeight - RIM;
    const [left, top] = [Math.max(RIM, Math.min(x - width / 2, innerWidth - width - RIM)), Math.max(RIM, isAbove ? above : below)];
    [frame.style.left, frame.style.top] = ["0px", "0px"];
    const origin = frame.getBoundingClientRect(); // not the window's where something around is transformed
    [frame.style.left, frame.style.top] = [`${left - origin.x}px`, `${top - origin.y}px`];
  }

  hush() {
    clearTimeout(this.timer);
    this.frame.hidden = true;
    removeEventListener("scroll", this.away, { capture: true });
  }
}
