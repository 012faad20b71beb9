// What is drawn over the server's picture while one points at it: ghost stones, the cursor, footprints, what leaves.
import { draw } from "./dom.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Point} Point */

/**
 * A layer over a picture; nothing in it can be pointed at.
 */
export class Layer {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.under = draw("g", { class: "reach" });
    this.ghost = draw("g", { class: "ghost" });
    this.mark = draw("g", { class: "cursor" });
    this.leaving = draw("g", { class: "leaving" });
    this.root = draw("g", { class: "overlay", "pointer-events": "none" }, this.under, this.leaving, this.ghost, this.mark);
    picture.svg.append(this.root);
  }

  /** Take the ghost and the footprint away. */
  clear() {
    this.ghost.replaceChildren();
    this.under.replaceChildren();
  }

  /**
   * Show the stone that would stand on a point.
   * @param {Point} point
   * @param {"black" | "white" | "tao"} stone
   * @param {number} radius
   * @param {boolean} due whether a tile would lie under it
   */
  show(point, stone, radius, due) {
    const shapes = stone === "tao" ? taoStone(point, radius) : [this.disc(point, stone, radius)];
    this.ghost.replaceChildren(draw("g", { class: "stone" }, ...shapes));
    if (due) this.ghost.append(square(point, 0.96 * 2 * Math.max(point.reach, 0.9 * radius), "due"));
  }

  /**
   * Shade a footprint and ring the neighbours.
   * @param {Point[]} footprint
   * @param {Point[]} neighbours
   */
  reach(footprint, neighbours) {
    const cells = footprint.map((point) => square(point, 2 * point.reach, "foot"));
    const rings = neighbours.map((point) =>
      draw("circle", { class: "near", cx: point.x, cy: point.y, r: point.reach * 0.32 }));
    this.under.replaceChildren(...cells, ...rings);
  }

  /**
   * Shade the region that a stone would be an incursion into.
   * @param {Point[]} region
   */
  invade(region) {
    this.under.append(...region.map((point) => square(point, 2 * point.reach, "invaded")));
  }

  /**
   * Show the keyboard's cursor, or none.
   * @param {Point | null} point
   * @param {number} radius
   */
  cursor(point, radius) {
    this.mark.replaceChildren();
    if (!point) return;
    const side = 2 * Math.max(point.reach, radius) * 1.04;
    this.mark.append(square(point, side, "below"), square(point, side, "above"));
  }

  /**
   * Let what stood on a point fade away.
   * @param {Point} point of an earlier picture
   */
  leave(point) {
    for (const child of point.node.children) {
      if (!child.matches(".hit, title, .tile, .ring")) this.leaving.append(document.importNode(child, true));
    }
  }

  /** @private @param {Point} point @param {string} stone @param {number} radius */
  disc(point, stone, radius) {
    const fill = `url(#${this.picture.prefix}.${stone})`;
    return draw("circle", { class: stone, cx: point.x, cy: point.y, r: radius, fill });
  }
}

/**
 * @param {Point} point
 * @param {number} side
 * @param {string} kind
 */
function square(point, side, kind) {
  const [x, y] = [point.x - side / 2, point.y - side / 2];
  return draw("rect", { class: kind, x, y, width: side, height: side, rx: side * 0.08 });
}

/**
 * Draw a Tao stone, as the server does: a disc, its dark half and the two eyes.
 * @param {{x: number, y: number}} spot
 * @param {number} radius
 */
export function taoStone({ x, y }, radius) {
  const half = radius / 2;
  const [top, bottom] = [`${x} ${y - radius}`, `${x} ${y + radius}`];
  const dark = `M${top}A${radius} ${radius} 0 0 0 ${bottom}A${half} ${half} 0 0 0 ${x} ${y}A${half} ${half} 0 0 1 ${top}Z`;
  return [
    draw("circle", { class: "yin", cx: x, cy: y, r: radius }),
    draw("path", { class: "yang", d: dark }),
    draw("circle", { class: "yang", cx: x, cy: y - half, r: radius * 0.15 }),
    draw("circle", { class: "yin eye", cx: x, cy: y + half, r: radius * 0.15 }),
  ];
}
