// The graph of Black's chances along the main line, with the same numbers as a table.
import { draw, make } from "./dom.js";
import { number, say, stopped } from "./words.js";

const WIDTH = 400;
const HEIGHT = 100;

export class Graph {
  /**
   * @param {HTMLElement} frame
   * @param {(place: number) => void} go to a place on the main line
   */
  constructor(frame, go) {
    this.frame = frame;
    this.go = go;
    /** Black's chance and lead by the place on the main line. @type {Map<number, [number, number | null]>} */
    this.points = new Map();
    /** The degrees of mistakes, by place. @type {Map<number, string>} */
    this.mistakes = new Map();
    this.length = 1;
    this.place = 0;
    this.waiting = false;
    this.svg = draw("svg", {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
    });
    this.svg.addEventListener("click", (event) => this.point(event));
    this.table = make("div", { tabindex: 0, role: "group", "aria-label": say("As a table") });
    this.behind = make(
      "details",
      { class: "behind", toggle: () => this.tabulate() },
      make("summary", {}, say("As a table")),
      this.table,
    );
  }

  /** Drop the numbers, which belong to other rules or another line. @param {number} length */
  begin(length) {
    this.length = Math.max(1, length);
    this.points.clear();
    this.show();
  }

  /** @param {Record<string, [number, number | null]>} points */
  add(points) {
    for (const [address, point] of Object.entries(points)) this.points.set(Number(address), point);
    this.show();
  }

  /** Mark mistakes. @param {Iterable<{node: string, degree: string}>} mistakes */
  flag(mistakes) {
    this.mistakes = new Map([...mistakes].map(({ node, degree }) => [Number(node), degree]));
    this.show();
  }

  /** @param {number} place */
  mark(place) {
    this.place = place;
    this.show();
  }

  /** Draw it at the next frame, however many numbers come until then. @private */
  show() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  /** @private */
  paint() {
    if (this.points.size < 2) {
      this.frame.replaceChildren();
      return;
    }
    const known = [...this.points].sort(([a], [b]) => a - b);
    const x = (/** @type {number} */ place) => ((place / Math.max(1, this.length - 1)) * WIDTH).toFixed(1);
    const y = (/** @type {number} */ chance) => ((1 - chance) * HEIGHT).toFixed(1);
    const line = known.map(([place, [chance]]) => `${x(place)} ${y(chance)}`).join("L");
    const [first, end] = [known[0][0], known[known.length - 1][0]];
    this.svg.replaceChildren(
      draw("path", { class: "share", d: `M${x(first)} ${HEIGHT}L${line}L${x(end)} ${HEIGHT}Z` }),
      draw("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      draw("path", { class: "chance", d: `M${line}` }),
      ...known
        .filter(([place]) => this.mistakes.has(place))
        .map(([place, [chance]]) =>
          draw("path", { class: `mistake ${this.mistakes.get(place)}`, d: `M${x(place)} ${y(chance)}v0` }),
        ),
      draw("line", { class: "here", x1: x(this.place), x2: x(this.place), y1: 0, y2: HEIGHT }),
    );
    this.svg.setAttribute("aria-label", this.told(known));
    if (!this.svg.isConnected) this.frame.replaceChildren(this.svg, this.behind);
    this.tabulate();
  }

  /** Return the graph in a sentence. @private @param {[number, [number, number | null]][]} known */
  told(known) {
    const here = this.points.get(this.place);
    const percent = (/** @type {number} */ chance) => Math.round(100 * chance);
    const whole = say("Black's chances along the main line, from {from} to {to} per cent.", {
      from: percent(known[0][1][0]),
      to: percent(known[known.length - 1][1][0]),
    });
    return stopped(
      whole,
      here && say("Here, after {number}: {chance} per cent.", { number: this.place, chance: percent(here[0]) }),
    );
  }

  /** @private */
  tabulate() {
    if (!this.behind.open) return;
    const rows = [...this.points]
      .sort(([a], [b]) => a - b)
      .map(([place, [chance, lead]]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, String(place)),
          make("td", {}, `${Math.round(100 * chance)} %`),
          make("td", {}, lead === null ? "" : number(Math.round(10 * lead) / 10)),
        ),
      );
    const heads = [say("Position"), say("Black's chances"), say("Black's lead")].map((text) =>
      make("th", { scope: "col" }, text),
    );
    this.table.replaceChildren(
      make("table", { class: "figures" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    );
  }

  /** @private @param {MouseEvent} event */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    this.go(Math.round(((event.clientX - box.left) / box.width) * (this.length - 1)));
  }
}
