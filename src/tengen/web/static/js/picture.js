// The points of the server's picture of a board, and their content.

/**
 * @typedef {object} Point
 * @property {string} label
 * @property {number} x
 * @property {number} y
 * @property {number} reach half the distance of neighbouring points
 * @property {Element} node
 */

/** The hit radius of a point, in units of `reach`: to the middle of a square's diagonal. */
const NEAR = 1.42;

/** The radius of a finger, in pixels. */
const FINGER = 22;

export class Picture {
  /** @param {string} text an SVG by tengen.draw */
  constructor(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    /** @type {Map<string, Point>} */
    this.points = new Map();
    for (const node of this.svg.querySelectorAll(".point")) {
      const label = node.getAttribute("data-point") ?? "";
      const hit = node.querySelector(".hit");
      if (!hit) continue;
      const [x, y, reach] = ["cx", "cy", "r"].map((name) => Number(hit.getAttribute(name)));
      this.points.set(label, { label, x, y, reach, node });
    }
    /** Whether every point's name is visible: next to it, or at the ends of its row and column. */
    this.isNamed = !!this.svg.querySelector("text.name") || isLettered(this.svg);
    /** The picture's rotation as an SVG transformation; "" without one. */
    this.turned = "";
    this.prefix = (this.svg.querySelector("title")?.id ?? "tengen.title").replace(/\.title$/, "");
  }

  /**
   * Return the stone on a point.
   * @param {Point} point
   * @returns {"black" | "white" | "tao" | null}
   */
  content(point) {
    const classes = point.node.classList;
    return classes.contains("black") ? "black" : classes.contains("white") ? "white" : classes.contains("tao") ? "tao" : null;
  }

  /** @returns {number} the radius of a stone, from one on the board, or the default */
  radius() {
    const stone = this.svg.querySelector(".point:not(.tiled) > .stone");
    const point = this.points.values().next().value;
    return stone ? Number(stone.getAttribute("r")) : (point?.reach ?? 20) * 0.925;
  }

  /**
   * Return the point at a place on the screen, if any.
   * @param {number} clientX
   * @param {number} clientY
   * @param {boolean} finger
   * @returns {Point | null}
   */
  at(clientX, clientY, finger) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const spot = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    /** @type {Point | null} */
    let best = null;
    let least = Infinity;
    for (const point of this.points.values()) {
      const away = Math.hypot(point.x - spot.x, point.y - spot.y);
      if (away < least) [best, least] = [point, away];
    }
    const reach = (best?.reach ?? 0) * NEAR;
    return least <= (finger ? Math.max(reach, FINGER / matrix.a) : reach) ? best : null;
  }

  /**
   * Return a point's place on the screen.
   * @param {Point} point
   * @returns {{x: number, y: number}}
   */
  onScreen(point) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(point.x, point.y).matrixTransform(matrix) : { x: 0, y: 0 };
  }

  /** Return a length of the picture in pixels. @param {number} length */
  onScreenLength(length) {
    return length * (this.svg.getScreenCTM()?.a ?? 1);
  }

  /** @returns {number} the picture's width in units of its height */
  aspect() {
    const { width, height } = this.svg.viewBox.baseVal;
    return height ? width / height : 1;
  }

  /** @returns {Point | null} the point nearest to the middle of the picture */
  middle() {
    const box = this.svg.viewBox.baseVal;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return least([...this.points.values()], (point) => Math.hypot(point.x - x, point.y - y));
  }

  /**
   * Return the nearest point in a direction, preferring straight ahead.
   * @param {Point} from
   * @param {number} dx
   * @param {number} dy
   * @returns {Point | null}
   */
  next(from, dx, dy) {
    const ahead = (/** @type {Point} */ point) => (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = (/** @type {Point} */ point) => Math.abs((point.x - from.x) * dy - (point.y - from.y) * dx);
    const front = [...this.points.values()].filter((point) => ahead(point) > 0.1);
    const straight = front.filter((point) => aside(point) <= ahead(point));
    return least(straight.length ? straight : front, (point) => ahead(point) + 2 * aside(point));
  }
}

/** Return whether columns have letters. @param {SVGSVGElement} svg */
function isLettered(svg) {
  return [...svg.querySelectorAll(".coordinate")].some((name) => /^[A-Z]+$/.test(name.textContent ?? ""));
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number} value
 * @returns {T | null}
 */
function least(items, value) {
  /** @type {T | null} */
  let best = null;
  let smallest = Infinity;
  for (const item of items) {
    const found = value(item);
    if (found < smallest) [best, smallest] = [item, found];
  }
  return best;
}
