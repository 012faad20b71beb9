// The workshop's boards: grids with holes and wrapped edges, ready-made ones, and one drawn point by point.
import { byId, draw, make } from "./dom.js";

/** @typedef {{points: {name: string, x: number, y: number}[], lines: [number, number][]}} Drawing */
/** @typedef {{points: string[], lines: [number, number][], places: [number, number][]}} Parts */
/** @typedef {{x: number, y: number}} Spot */

/** Units of the drawing within which a press means a point or a line; new points lie on multiples of SNAP. */
const NEAR = 0.45;
const SNAP = 0.5;
const LEAST = 8;
/** A rectangular grid; a footprint's name may stand before it, but no lattice's. */
const GRID = /^(?:(?:gengo|large-n|large-o) )?(\d+)(?:x(\d+))?(?: (cylinder|torus|mobius|klein))?(?: without ([A-Z0-9 ]+))?$/i;

/** @param {string} id @returns {HTMLInputElement} */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** Return where a point's name stands: in the widest gap between its lines, above it if it has none.
 * @param {number} place @param {Spot[]} points @param {[number, number][]} lines */
function nameAt(place, points, lines) {
  const { x, y } = points[place];
  const ends = lines.filter((line) => line.includes(place)).map(([a, b]) => points[a === place ? b : a]);
  const ways = ends.map((end) => Math.atan2(end.y - y, end.x - x)).sort((a, b) => a - b);
  let [way, widest] = [-Math.PI / 2, 0];
  ways.forEach((from, at) => {
    const gap = (ways[at + 1] ?? ways[0] + 2 * Math.PI) - from;
    if (gap > widest + 0.01) [way, widest] = [from + gap / 2, gap];
  });
  return { x: x + 0.34 * Math.cos(way), y: y + 0.34 * Math.sin(way) + 0.11 };
}

export class Bench {
  /**
   * @param {object} given
   * @param {(board: string, drawing: Drawing | null) => void} given.change tells of another board
   * @param {(board: string) => Promise<Parts | null>} given.parts finds what a board is made of
   * @param {import("./choosing.js").Choices} given.data
   */
  constructor({ change, parts, data }) {
    this.change = change;
    this.parts = parts;
    this.data = data;
    this.text = "";
    this.kind = "grid";
    this.tool = "draw";
    /** @type {string[]} */
    this.holes = [];
    /** @type {Drawing} */
    this.drawing = { points: [], lines: [] };
    this.chosen = -1;
    this.isOpen = false;
    /** Whether a drawing has started without a point, and so is not a board. */
    this.isBlank = false;
    this.canvas = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("canvas")));
    this.frame = { x: 0, y: 0, size: LEAST };
    this.listen();
  }

  /**
   * Show a board as the server has read it.
   * @param {string} text
   * @param {Drawing | null} drawing of which the board was made
   */
  show(text, drawing) {
    this.text = text;
    if (this.isBlank) return;
    const grid = GRID.exec(text);
    if (drawing) {
      this.kind = "drawn";
      this.drawing = drawing;
    } else if (grid) {
      this.kind = "grid";
      [input("columns").value, input("rows").value] = [grid[1], grid[2] ?? grid[1]];
      input("surface").value = (grid[3] ?? "").toLowerCase();
      this.holes = (grid[4] ?? "").split(" ").filter(Boolean);
    } else if (this.kind !== "named" && text.startsWith("{")) {
      this.kind = "drawn";
      this.drawing = readDrawing(text) ?? this.drawing;
    } else {
      this.kind = "named";
      const shape = Object.keys(this.data.shapes).find((name) => this.data.shapes[name].some((each) => each.board === text));
      if (shape) {
        input("shape").value = shape;
        this.showSizes(text);
      }
    }
    this.render();
  }

  /** @param {boolean} isOpen whether boards are being worked on */
  open(isOpen) {
    this.isOpen = isOpen;
    this.render();
  }

  /** @private */
  render() {
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=kind]"))) radio.checked = radio.value === this.kind;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-kind]"))) part.hidden = !(part.dataset.kind ?? "").split(" ").includes(this.kind);
    const drawing = this.isOpen && this.kind === "drawn";
    this.canvas.toggleAttribute("hidden", !drawing);
    byId("picture").hidden = drawing;
    byId("picture").classList.toggle("cutting", this.isOpen && this.kind === "grid");
    byId("holes").replaceChildren(...this.holes.map((hole) => make("button", { type: "button", click: () => this.cut(hole) }, `${hole} ×`)));
    if (drawing) this.paint();
  }

  // -- grids and ready-made boards -----------------------------------------------------------------------------------

  /** Cut a point out, or put it back. @private @param {string} label */
  cut(label) {
    this.holes = this.holes.includes(label) ? this.holes.filter((each) => each !== label) : [...this.holes, label];
    this.grid();
  }

  /** @private */
  grid() {
    const size = `${input("columns").value}x${input("rows").value}`;
    const surface = input("surface").value;
    const holes = this.holes.length ? ` without ${this.holes.join(" ")}` : "";
    this.change(`${size}${surface && ` ${surface}`}${holes}`, null);
  }

  /** @private @param {string} [chosen] */
  showSizes(chosen) {
    const sizes = this.data.shapes[input("shape").value] ?? [];
    byId("size").replaceChildren(...sizes.map((each) => make("option", { value: each.board }, each.title)));
    input("size").value = chosen ?? sizes[Math.min(1, sizes.length - 1)].board;
  }

  /** Take the present board apart, to draw on it. @private */
  async takeApart() {
    byId("draw").setAttribute("aria-disabled", "true");
    const found = await this.parts(this.text).catch(() => null);
    const wrapped = GRID.exec(this.text)?.[3];
    if (found && wrapped) await this.arrange(found.points, found.lines);
    else if (found) this.take(found);
    byId("draw").removeAttribute("aria-disabled");
  }

  /** Have the server say where the points go. @private @param {string[]} points @param {[number, number][]} lines */
  async arrange(points, lines) {
    const edges = lines.map((line) => line.map((point) => points[point]));
    const found = await this.parts(JSON.stringify({ points, edges })).catch(() => null);
    if (found) this.take(found);
  }

  /** @private @param {Parts} parts */
  take({ points, lines, places }) {
    const [left, top] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
    const spots = points.map((name, place) => ({ name, x: tidy(places[place][0] - left), y: tidy(places[place][1] - top) }));
    this.frame = { x: 0, y: 0, size: 0 };
    this.tell({ points: spots, lines });
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  /** @private @param {Drawing} drawing */
  tell(drawing) {
    this.kind = "drawn";
    this.drawing = drawing;
    this.isBlank = !drawing.points.length;
    this.render();
    const { points, lines } = drawing;
    const edges = lines.map((line) => line.map((point) => points[point].name));
    const board = { points: points.map((point) => point.name), edges, positions: points.map(({ x, y }) => [x, y]) };
    if (points.length) this.change(JSON.stringify(board), drawing);
  }

  /** @private @param {Spot} spot @param {[number, number][]} lines further lines of the new point, by its index */
  add({ x, y }, lines = []) {
    const names = new Set(this.drawing.points.map((point) => point.name));
    let number = this.drawing.points.length + 1;
    while (names.has(String(number))) number++;
    return { points: [...this.drawing.points, { name: String(number), x, y }], lines: [...this.drawing.lines, ...lines] };
  }

  /** @private @param {number} gone */
  without(gone) {
    const { points, lines } = this.drawing;
    const kept = lines.filter((line) => !line.includes(gone)).map((line) => line.map((point) => point - Number(point > gone)));
    return { points: points.filter((_, place) => place !== gone), lines: /** @type {[number, number][]} */ (kept) };
  }

  /** Connect two points, or cut the line between them. @private @param {number} one @param {number} other */
  join(one, other) {
    const is = (/** @type {[number, number]} */ line) => line.includes(one) && line.includes(other);
    const { points, lines } = this.drawing;
    return { points, lines: lines.some(is) ? lines.filter((line) => !is(line)) : [...lines, /** @type {[number, number]} */ ([one, other])] };
  }

  /** @private @param {Spot | null} [from] the beginning of a line that is being drawn @param {Spot} [to] */
  paint(from, to) {
    const { points, lines } = this.drawing;
    if (!from) this.fit();
    const { x, y, size } = this.frame;
    this.canvas.setAttribute("viewBox", `${x} ${y} ${size} ${size}`);
    this.canvas.dataset.tool = this.tool;
    const dots = [];
    for (let column = Math.ceil(x); column < x + size; column++) for (let row = Math.ceil(y); row < y + size; row++) dots.push(draw("circle", { class: "snap", cx: column, cy: row, r: 0.025 }));
    /** @param {Spot} a @param {Spot} b @param {string} look */
    const line = (a, b, look = "") => draw("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: look });
    this.canvas.replaceChildren(...(size < 40 ? dots : []), ...lines.map(([a, b]) => line(points[a], points[b])),
      ...(from && to ? [line(from, to, "pending")] : []),
      ...points.flatMap((point, place) => [
        draw("circle", { cx: point.x, cy: point.y, r: 0.14, class: place === this.chosen ? "chosen" : "", "data-name": point.name }),
        draw("text", nameAt(place, points, lines), document.createTextNode(point.name)),
      ]));
    const label = input("label");
    label.disabled = !(this.chosen in points);
    if (document.activeElement !== label) label.value = points[this.chosen]?.name ?? "";
  }

  /** Leave room around the drawing, and let it stand still while it fits. @private */
  fit() {
    const { points } = this.drawing;
    const { x, y, size } = this.frame;
    const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
    const [left, top] = [Math.min(...xs, 1), Math.min(...ys, 1)];
    const [right, bottom] = [Math.max(...xs, 1), Math.max(...ys, 1)];
    if (size && left >= x + 0.5 && top >= y + 0.5 && right <= x + size - 0.5 && bottom <= y + size - 0.5) return;
    const side = Math.max(right - left, bottom - top, LEAST - 2) + 2;
    this.frame = { x: (left + right - side) / 2, y: (top + bottom - side) / 2, size: side };
  }

  /** @private @param {PointerEvent} event @returns {Spot} */
  spotOf(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.frame.size / Math.min(box.width, box.height);
    const { x, y, size } = this.frame;
    return { x: x + size / 2 + (event.clientX - box.left - box.width / 2) * scale, y: y + size / 2 + (event.clientY - box.top - box.height / 2) * scale };
  }

  /** @private @param {Spot} spot @returns {number} -1: none is near */
  pointAt(spot) {
    const far = this.drawing.points.map((point) => Math.hypot(point.x - spot.x, point.y - spot.y));
    const least = Math.min(...far, Infinity);
    return least < Math.max(NEAR, this.frame.size / 30) ? far.indexOf(least) : -1;
  }

  /** Remove the point or the line at a spot. @private @param {Spot} spot */
  erase(spot) {
    const { points, lines } = this.drawing;
    const point = this.pointAt(spot);
    const far = lines.map(([a, b]) => toLine(spot, points[a], points[b]));
    const line = far.indexOf(Math.min(...far));
    if (point >= 0) this.tell(this.without(point));
    else if (far[line] < NEAR / 1.5) this.tell({ points, lines: lines.filter((_, place) => place !== line) });
  }

  /** @private */
  listen() {
    const canvas = this.canvas;
    /** Where a press began: the point there, or -1. @type {{spot: Spot, point: number} | null} */
    let press = null;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      const spot = this.spotOf(event);
      press = { spot, point: this.pointAt(spot) };
      this.chosen = this.tool === "erase" ? -1 : press.point;
      if (this.tool === "erase") this.erase(spot);
      else this.paint();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!press) return;
      const spot = this.spotOf(event);
      if (this.tool === "move" && press.point >= 0) {
        const points = this.drawing.points.map((point, place) => (place === press?.point ? { ...point, ...snapped(spot) } : point));
        this.drawing = { ...this.drawing, points };
        this.paint(press.spot);
      } else if (this.tool === "draw" && Math.hypot(spot.x - press.spot.x, spot.y - press.spot.y) > NEAR / 2) {
        const end = this.pointAt(spot);
        this.paint(press.point < 0 ? snapped(press.spot) : this.drawing.points[press.point], end < 0 ? snapped(spot) : this.drawing.points[end]);
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      const [began, spot] = [press, this.spotOf(event)];
      press = null;
      if (!began) return;
      if (this.tool === "move" && began.point >= 0) this.tell(this.drawing);
      if (this.tool === "draw") this.drawn(began, spot);
    });
    canvas.addEventListener("pointercancel", () => {
      press = null;
      this.paint();
    });
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-tool]"))) {
      button.addEventListener("click", () => {
        this.tool = button.dataset.tool ?? "draw";
        for (const each of document.querySelectorAll("button[data-tool]")) each.setAttribute("aria-pressed", String(each === button));
        for (const hint of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-hint]"))) hint.hidden = hint.dataset.hint !== this.tool;
        this.paint();
      });
    }
    input("label").addEventListener("input", () => {
      const name = input("label").value.trim();
      if (name) this.tell({ ...this.drawing, points: this.drawing.points.map((point, place) => (place === this.chosen ? { ...point, name } : point)) });
    });
    byId("arrange").addEventListener("click", () => this.arrange(this.drawing.points.map((point) => point.name), this.drawing.lines));
    byId("clear").addEventListener("click", () => {
      this.frame = { x: 0, y: 0, size: 0 };
      this.chosen = -1;
      this.tell({ points: [], lines: [] });
    });
    byId("draw").addEventListener("click", () => this.takeApart());
    for (const id of ["columns", "rows", "surface"]) {
      byId(id).addEventListener("input", () => {
        this.holes = [];
        if (input(id).value) this.grid();
      });
    }
    byId("picture").addEventListener("click", (event) => {
      const point = /** @type {Element} */ (event.target).closest("[data-point]");
      if (this.isOpen && this.kind === "grid" && point) this.cut(point.getAttribute("data-point") ?? "");
    });
    byId("shape").addEventListener("input", () => {
      this.showSizes();
      this.change(input("size").value, null);
    });
    byId("size").addEventListener("input", () => this.change(input("size").value, null));
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=kind]"))) {
      radio.addEventListener("change", () => this.choose(radio.value));
    }
  }

  /** @private @param {string} kind */
  choose(kind) {
    this.kind = kind;
    this.isBlank = kind === "drawn";
    if (kind === "grid") {
      this.holes = [];
      this.grid();
    } else if (kind === "named") {
      this.showSizes();
      this.change(input("size").value, null);
    } else {
      this.drawing = { points: [], lines: [] };
      this.frame = { x: 0, y: 0, size: 0 };
    }
    this.render();
  }

  /** End a press of the drawing tool. @private @param {{spot: Spot, point: number}} began @param {Spot} spot */
  drawn({ spot: start, point }, spot) {
    const end = this.pointAt(spot);
    const moved = Math.hypot(spot.x - start.x, spot.y - start.y) > NEAR;
    const count = this.drawing.points.length;
    if (!moved) {
      if (point < 0) {
        this.chosen = count;
        this.tell(this.add(snapped(start)));
      } else this.paint();
    } else if (point >= 0 && end >= 0) {
      if (point !== end) this.tell(this.join(point, end));
    } else if (point >= 0) this.tell(this.add(snapped(spot), [[point, count]]));
    else {
      this.drawing = this.add(snapped(start));
      this.tell(end >= 0 ? this.join(count, end) : this.add(snapped(spot), [[count, count + 1]]));
    }
  }
}

/** @param {number} value */
const tidy = (value) => Math.round(value * 100) / 100;
/** @param {Spot} spot @returns {Spot} */
const snapped = ({ x, y }) => ({ x: Math.round(x / SNAP) * SNAP, y: Math.round(y / SNAP) * SNAP });

/** @param {Spot} spot @param {Spot} start @param {Spot} end */
function toLine(spot, start, end) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const share = Math.min(1, Math.max(0, ((spot.x - start.x) * dx + (spot.y - start.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(spot.x - start.x - share * dx, spot.y - start.y - share * dy);
}

/** Read a board that was drawn from its text. @param {string} text @returns {Drawing | null} */
function readDrawing(text) {
  try {
    const { points, edges, positions, neighbours, footprint } = JSON.parse(text);
    if (!positions || neighbours || footprint) return null;
    const place = new Map(points.map((/** @type {string} */ name, /** @type {number} */ index) => [name, index]));
    const spots = points.map((/** @type {string} */ name, /** @type {number} */ index) => ({ name, x: positions[index][0], y: positions[index][1] }));
    return { points: spots, lines: edges.map((/** @type {string[]} */ line) => line.map((name) => place.get(name))) };
  } catch {
    return null;
  }
}
