// The layer over the server's picture under the cursor: ghost stones, footprints, and captured stones.
import { draw } from "./dom.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Point} Point */

/** The relative width of a stone on a tile, as in the server's picture. */
const ON_TILE = 0.82;

/**
 * A layer over a picture, transparent to the pointer.
 */
export class Layer {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.under = draw("g", { class: "reach" });
    this.ghost = draw("g", { class: "ghost" });
    this.mark = draw("g", { class: "cursor" });
    this.leaving = draw("g", { class: "leaving" });
    this.why = draw("g", { class: "why" });
    this.shut = draw("g", { class: "shut" });
    this.gone = draw("g", { class: "gone" });
    this.lit = draw("g", { class: "lit" });
    const layers = [this.under, this.gone, this.lit, this.leaving, this.ghost, this.mark];
    this.root = draw("g", { class: "overlay", "pointer-events": "none" }, ...layers);
    picture.svg.append(this.root);
    picture.svg.querySelector(".point")?.before(this.shut, this.why);
    if (picture.turned) for (const each of [this.shut, this.why, this.leaving]) each.setAttribute("transform", picture.turned);
  }

  /** Remove the ghost and the footprint. */
  clear() {
    this.ghost.replaceChildren();
    this.under.replaceChildren();
  }

  /**
   * Preview a stone on a point.
   * @param {Point} point
   * @param {"black" | "white" | "tao"} stone
   * @param {number} radius
   * @param {boolean} due whether it would get a tile
   */
  show(point, stone, radius, due) {
    const wide = due ? ON_TILE * radius : radius;
    const shapes = stone === "tao" ? taoStone(point, wide) : [this.disc(point, stone, wide)];
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
   * Shade the region of a possible incursion.
   * @param {Point[]} region
   */
  invade(region) {
    this.under.append(...region.map((point) => square(point, 2 * point.reach, "invaded")));
  }

  /**
   * Shade points that are closed to stones.
   * @param {Point[]} points
   */
  close(points) {
    this.shut.replaceChildren(...points.map((point) => square(point, 2 * point.reach, "", 0)));
  }

  /**
   * Shade a region, and frame its point.
   * @param {Point[]} region
   * @param {Point[]} points
   */
  tell(region, points) {
    this.why.replaceChildren(
      ...region.map((point) => square(point, 2 * point.reach, "region")),
      ...points.map((point) => square(point, 2.1 * point.reach, "about")));
  }

  /**
   * Show probable owners, larger marks for surer ones.
   * @param {Map<string, Point>} points
   * @param {Record<string, number>} owners
   */
  own(points, owners) {
    const cells = Object.entries(owners).flatMap(([label, owner]) => {
      const point = points.get(label);
      const colour = owner > 0 ? "black" : "white";
      if (!point || Math.abs(owner) < 0.2 || this.picture.content(point) === colour) return [];
      return [square(point, point.reach * 0.9 * Math.abs(owner), `own ${colour}`)];
    });
    this.lit.replaceChildren(...cells);
  }

  /**
   * Tint the points by owner, below the stones.
   * @param {Record<"black" | "white", string[]>} owners
   */
  areas(owners) {
    const cells = /** @type {("black" | "white")[]} */ (["black", "white"]).flatMap((colour) => owners[colour].flatMap((label) => {
      const point = this.picture.points.get(label);
      return point ? [square(point, 2 * point.reach, colour, 0)] : [];
    }));
    this.picture.svg.querySelector(".point")?.before(draw("g", { class: "areas" }, ...cells));
  }

  /** Highlight points. @param {Point[]} points */
  light(points) {
    const rings = points.flatMap((point) => ["below", "above"].map((kind) =>
      draw("circle", { class: kind, cx: point.x, cy: point.y, r: point.reach * 0.5 })));
    this.lit.replaceChildren(...rings);
  }

  /**
   * Mark the points of the stones captured by the last move.
   * @param {Record<"black" | "white", string[]>} gone
   * @param {number} radius
   */
  miss(gone, radius) {
    for (const colour of /** @type {("black" | "white")[]} */ (["black", "white"])) {
      for (const label of gone[colour]) {
        const point = this.picture.points.get(label);
        if (!point || this.picture.content(point)) continue;
        point.node.classList.add("gone");
        this.gone.append(draw("circle", { class: colour, cx: point.x, cy: point.y, r: radius * 0.9 }));
      }
    }
  }

  /**
   * Write a point's name next to it.
   * @param {Point} point
   * @param {number} radius
   */
  name(point, radius) {
    const size = Math.max(13, point.reach * 0.7);
    const [x, y] = [point.x, point.y - Math.max(radius, point.reach) - size * 0.3];
    const box = this.picture.svg.viewBox.baseVal;
    const low = y - size < box.y ? point.y + Math.max(radius, point.reach) + size : y;
    this.mark.append(draw("text", { class: "name-at", x, y: low, "font-size": size, "text-anchor": "middle" },
      document.createTextNode(point.label)));
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
   * Fade out the content of a point.
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
 * @param {number} [round] the part of its side that rounds a corner
 */
function square(point, side, kind, round = 0.08) {
  const [x, y] = [point.x - side / 2, point.y - side / 2];
  return draw("rect", { class: kind, x, y, width: side, height: side, rx: side * round });
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
