// The tree of a record: where one can go from a node, and the tree as something to click.
import { make } from "./dom.js";
import { colourName, moveWords, say } from "./words.js";

/**
 * A line by first children: `prefix` begins its nodes' addresses, `after` is the node it leaves, `number` how many
 * moves were made before it. A node is its move's text, who made it, and signs: 1 a comment, 2 stones set up.
 * @typedef {object} Line
 * @property {string} prefix
 * @property {string | null} after
 * @property {number} number
 * @property {[string, "b" | "w" | "", number][]} nodes
 */

/** How deep branches are still moved to the right. */
const DEEP = 4;

/** @type {Record<string, "black" | "white">} */
const COLOURS = { b: "black", w: "white" };

/**
 * Return where a node is found after another was taken away with all that followed it.
 * @param {string} address
 * @param {string} removed
 * @param {string} before the node before the one that was taken away, where one goes from there
 * @returns {string}
 */
export function movedBy(address, removed, before) {
  const [here, gone] = [address, removed].map((each) => each.split(".").map(Number));
  const last = gone.length - 1;
  const line = gone.slice(0, last).every((number, i) => number === here[i]);
  if (line && here.length > last && here[last] >= gone[last]) return before;
  // The choices that stood behind it at its place: each comes one forward, and the second becomes the first.
  const place = gone[last] ? [...gone.slice(0, last), gone[last] - 1] : gone.slice(0, last - 1);
  const choice = gone[last] ? 0 : gone[last - 1];
  const at = place.length;
  if (!place.every((number, i) => number === here[i]) || here.length < at + 2 || here[at] <= choice) return address;
  const rest = here.slice(at + 1);
  if (here[at] > 1) return [...place, here[at] - 1, ...rest].join(".");
  return [...place.slice(0, -1), place[at - 1] + 1 + rest[0], ...rest.slice(1)].join(".");
}

export class Tree {
  /** @param {Line[]} lines the main line first */
  constructor(lines) {
    this.lines = lines;
    /** @type {Map<string, Line>} */
    this.byPrefix = new Map(lines.map((line) => [line.prefix, line]));
    /** The lines that leave each node. @type {Map<string, Line[]>} */
    this.leaving = new Map();
    for (const line of lines) {
      if (line.after === null) continue;
      this.leaving.set(line.after, [...(this.leaving.get(line.after) ?? []), line]);
    }
  }

  /** @param {string} address @returns {{line: Line, place: number} | null} */
  find(address) {
    const cut = address.lastIndexOf(".") + 1;
    const line = this.byPrefix.get(address.slice(0, cut));
    const place = Number(address.slice(cut));
    return line && place >= 0 && place < line.nodes.length ? { line, place } : null;
  }

  /** @param {string} address @returns {string | null} */
  next(address) {
    const found = this.find(address);
    return found && found.place + 1 < found.line.nodes.length ? `${found.line.prefix}${found.place + 1}` : null;
  }

  /** @param {string} address @returns {string | null} */
  previous(address) {
    const found = this.find(address);
    if (!found) return null;
    return found.place ? `${found.line.prefix}${found.place - 1}` : found.line.after;
  }

  /** @param {string} address @returns {string} the end of the line */
  last(address) {
    const found = this.find(address);
    return found ? `${found.line.prefix}${found.line.nodes.length - 1}` : address;
  }

  /** @param {string} address @param {1 | -1} step @returns {string | null} another choice at the same place */
  beside(address, step) {
    const parent = this.previous(address);
    if (parent === null) return null;
    const choices = [this.next(parent), ...(this.leaving.get(parent) ?? []).map((line) => `${line.prefix}0`)];
    return choices[choices.indexOf(address) + step] ?? null;
  }

  /**
   * Return the nearest node along the line, from the next one on, that is wanted.
   * @param {string} address
   * @param {1 | -1} step
   * @param {(address: string) => boolean} wanted
   * @returns {string | null}
   */
  nearest(address, step, wanted) {
    const on = (/** @type {string} */ each) => (step > 0 ? this.next(each) : this.previous(each));
    for (let each = on(address); each; each = on(each)) if (wanted(each)) return each;
    return null;
  }

  /** @param {string} address @returns {boolean} whether variations begin here */
  forks(address) {
    return this.leaving.has(address);
  }

  /** @param {string} address @returns {boolean} whether something is said here */
  isCommented(address) {
    const found = this.find(address);
    return !!found && (found.line.nodes[found.place][2] & 1) === 1;
  }

  /** @param {string} one @param {string} other @returns {boolean} whether one of two nodes lies on the way to the other */
  areOnOneLine(one, other) {
    const leadsTo = (/** @type {string} */ from, /** @type {string} */ to) => {
      for (let each = /** @type {string | null} */ (to); each; each = this.previous(each)) if (each === from) return true;
      return false;
    };
    return leadsTo(one, other) || leadsTo(other, one);
  }

  /** @param {string} address @returns {number} the place on the main line: one's own, or the branch's */
  onMainLine(address) {
    return Number(address.split(".")[0]);
  }
}

/** The tree on the page: one button for every node, of which the current one is reached by the Tab key. */
export class TreeView {
  /**
   * @param {HTMLElement} frame
   * @param {(address: string) => void} go
   */
  constructor(frame, go) {
    this.frame = frame;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** How grave the mistakes are, by node. @type {Map<string, string>} */
    this.mistakes = new Map();
    /** @type {HTMLButtonElement | null} */
    this.current = null;
    frame.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.node) go(button.dataset.node);
    });
  }

  /** @param {Tree} tree */
  show(tree) {
    this.tree = tree;
    this.buttons.clear();
    this.current = null;
    this.frame.replaceChildren(...tree.lines.slice(0, 1).map((line) => this.line(line, 0)));
    this.flag([...this.mistakes].map(([node, degree]) => ({ node, degree })));
  }

  /** Mark the moves that were mistakes. @param {Iterable<{node: string, degree: string}>} mistakes */
  flag(mistakes) {
    this.mistakes = new Map([...mistakes].map(({ node, degree }) => [node, degree]));
    for (const sign of this.frame.querySelectorAll(".sign")) {
      const button = sign.closest("button");
      sign.remove();
      button?.setAttribute("aria-label", button.dataset.told ?? "");
    }
    for (const [node, degree] of this.mistakes) {
      const button = this.buttons.get(node);
      button?.append(make("span", { class: "sign" }, degree === "grave" ? "??" : "?"));
      button?.setAttribute("aria-label", degree === "grave"
        ? say("{move}, a grave mistake", { move: button.dataset.told ?? "" })
        : say("{move}, a mistake", { move: button.dataset.told ?? "" }));
    }
  }

  /**
   * @param {string} address
   * @param {string | null} barred from which node of its line on nothing is legal
   */
  mark(address, barred) {
    this.current?.removeAttribute("aria-current");
    if (this.current) this.current.tabIndex = -1;
    for (const button of this.frame.querySelectorAll(".barred")) button.classList.remove("barred");
    for (let each = barred; each && this.tree; each = this.tree.next(each))
      this.buttons.get(each)?.classList.add("barred");
    const button = this.buttons.get(address) ?? null;
    this.current = button;
    if (!button) return;
    button.setAttribute("aria-current", "step");
    button.tabIndex = 0;
    const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
    if (top < this.frame.scrollTop || bottom > this.frame.scrollTop + this.frame.clientHeight) {
      this.frame.scrollTop = top - this.frame.clientHeight / 2;
    }
  }

  /** @private @param {Line} line @param {number} depth @returns {HTMLOListElement} */
  line(line, depth) {
    const list = make("ol", depth >= DEEP ? { class: "deep" } : {});
    let number = line.number;
    line.nodes.forEach((node, place) => {
      const address = `${line.prefix}${place}`;
      if (node[0]) number += 1;
      const button = this.node(address, node, number);
      list.append(make("li", {}, button));
      const before = place ? `${line.prefix}${place - 1}` : null;
      for (const branch of (before && this.tree?.leaving.get(before)) || []) {
        list.append(make("li", { class: "branch" }, this.line(branch, depth + 1)));
      }
    });
    return list;
  }

  /** @private @param {string} address @param {Line["nodes"][0]} node @param {number} number */
  node(address, [text, by, signs], number) {
    const colour = COLOURS[by];
    const spoken = !text
      ? address === "0" ? say("The first position") : signs & 2 ? say("Stones were set up here.") : say("A note, without a move")
      : colour
        ? say("Move {number}: {by} {move}", { number, by: colourName(colour), move: moveWords(text) })
        : say("Move {number}: {move}", { number, move: moveWords(text) });
    const shown = text
      ? [
          make("span", { class: "number" }, String(number)),
          ...(colour ? [make("span", { class: `disc ${colour}` })] : []),
          moveWords(text),
        ]
      : [address === "0" ? say("Start") : "–"];
    const told = signs & 1 ? say("{move}, with a comment", { move: spoken }) : spoken;
    const button = make(
      "button",
      {
        type: "button",
        "data-node": address,
        "data-told": told,
        tabindex: -1,
        "aria-label": told,
        class: signs & 1 ? "noted" : null,
      },
      ...shown,
    );
    this.buttons.set(address, button);
    return button;
  }
}
