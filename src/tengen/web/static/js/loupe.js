// A magnifier above the finger, on boards with lines closer than a finger; release chooses the shown point.
import { draw, make } from "./dom.js";

/** Pixels between lines below which the magnifier appears, its width, and how many lines it shows. */
const CLOSE = 30;
const WIDE = 148;
const LINES = 5;

/** Milliseconds before it appears, and for which the click after a touch is ignored. */
const WAIT = 90;
const AFTER = 500;

export class Loupe {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.frame = make("div", { class: "loupe", hidden: true, "aria-hidden": "true" });
    this.ring = draw("circle", { class: "aim" });
    this.timer = 0;
    this.done = -AFTER;
    /** @type {number | null} */
    this.finger = null;
    /** @type {SVGSVGElement | null} */
    this.copy = null;
    document.body.append(this.frame);
    const { frame } = board;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", () => this.hide());
    frame.addEventListener("click", (event) => {
      if (performance.now() - this.done < AFTER) event.stopImmediatePropagation();
    }, { capture: true });
  }

  /** @private @param {PointerEvent} event */
  down(event) {
    const { picture, mode } = this.board;
    const reach = picture?.points.values().next().value?.reach ?? 0;
    this.hide();
    if (!picture || event.pointerType === "mouse" || !event.isPrimary || mode.kind !== "play") return;
    if (picture.onScreenLength(2 * reach) >= CLOSE) return;
    this.finger = event.pointerId;
    this.timer = window.setTimeout(() => this.show(event), WAIT);
  }

  /** @private @param {PointerEvent} event */
  move(event) {
    if (event.pointerId === this.finger && this.copy) this.aim(event);
  }

  /** @private @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.finger) return;
    const shown = this.copy !== null;
    this.hide();
    if (!shown) return; // a short tap is a click
    this.done = performance.now();
    this.board.click(event);
  }

  /** @private @param {PointerEvent} event */
  show(event) {
    const picture = this.board.picture;
    if (!picture || this.finger === null) return;
    this.copy = /** @type {SVGSVGElement} */ (picture.svg.cloneNode(true));
    this.copy.append(this.ring);
    this.frame.replaceChildren(this.copy);
    this.frame.hidden = false;
    this.aim(event);
  }

  /** Move over the target point. @private @param {PointerEvent} event */
  aim({ clientX, clientY }) {
    const picture = this.board.picture;
    const point = picture?.at(clientX, clientY, true);
    this.ring.setAttribute("r", String(point ? point.reach * 0.95 : 0));
    if (point) for (const [name, value] of Object.entries({ cx: point.x, cy: point.y })) this.ring.setAttribute(name, String(value));
    if (picture && point) {
      const side = LINES * 2 * point.reach;
      this.copy?.setAttribute("viewBox", `${point.x - side / 2} ${point.y - side / 2} ${side} ${side}`);
    }
    const above = clientY - WIDE - 44;
    const aside = above > 4 ? 0 : clientX < innerWidth / 2 ? WIDE : -WIDE;
    this.frame.style.left = `${Math.max(4, Math.min(clientX + aside - WIDE / 2, innerWidth - WIDE - 4))}px`;
    this.frame.style.top = `${Math.max(4, above)}px`;
  }

  /** @private */
  hide() {
    clearTimeout(this.timer);
    this.finger = this.copy = null;
    this.frame.hidden = true;
    this.frame.replaceChildren();
  }
}
