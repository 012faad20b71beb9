// A short text over the board, near its subject without covering it.

/** Pixels between the text and the edge of the window. */
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
   * Show it after a delay.
   * @param {number} wait in milliseconds
   * @param {() => void} say
   */
  soon(wait, say) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(say, wait);
  }

  /**
   * Show a text above or below a spot on the screen, at least `clear` pixels away.
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
    const origin = frame.getBoundingClientRect(); // differs from the window's inside a transformed element
    [frame.style.left, frame.style.top] = [`${left - origin.x}px`, `${top - origin.y}px`];
  }

  hush() {
    clearTimeout(this.timer);
    this.frame.hidden = true;
    removeEventListener("scroll", this.away, { capture: true });
  }
}
