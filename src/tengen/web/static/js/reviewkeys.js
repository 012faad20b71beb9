// The keys of a review, as in Sabaki: up and down along the line, left and right between variations.

/** @typedef {"first" | "back" | "forward" | "last" | "left" | "right" | "fork-back" | "fork-forward" |
 *   "comment-back" | "comment-forward" | "main" | "remove"} Wish */

/** @type {Record<string, Wish>} */
const KEYS = {
  ArrowUp: "back",
  ArrowDown: "forward",
  PageUp: "back",
  PageDown: "forward",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
  "Ctrl ArrowUp": "fork-back",
  "Ctrl ArrowDown": "fork-forward",
  "Ctrl Shift ArrowUp": "comment-back",
  "Ctrl Shift ArrowDown": "comment-forward",
  "Ctrl ArrowLeft": "main",
  "Ctrl Delete": "remove",
  "Ctrl Backspace": "remove",
};

/**
 * Return the target of a command from a node, or null.
 * @param {import("./variations.js").Tree} tree
 * @param {string} node
 * @param {Exclude<Wish, "remove">} wish
 * @returns {string | null}
 */
export function reached(tree, node, wish) {
  const forks = (/** @type {string} */ each) => tree.forks(each);
  const isCommented = (/** @type {string} */ each) => tree.isCommented(each);
  /** @type {Record<Exclude<Wish, "remove">, () => string | null>} */
  const found = {
    first: () => "0",
    back: () => tree.previous(node),
    forward: () => tree.next(node),
    last: () => tree.last(node),
    left: () => tree.beside(node, -1),
    right: () => tree.beside(node, 1),
    "fork-back": () => tree.nearest(node, -1, forks) ?? "0",
    "fork-forward": () => tree.nearest(node, 1, forks) ?? tree.last(node),
    "comment-back": () => tree.nearest(node, -1, isCommented),
    "comment-forward": () => tree.nearest(node, 1, isCommented),
    main: () => String(tree.onMainLine(node)),
  };
  return found[wish]();
}

/**
 * Return the command of a key, or null.
 * @param {KeyboardEvent} event
 * @returns {Wish | null}
 */
export function wishOf(event) {
  const held = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.shiftKey ? "Shift" : "", event.altKey ? "Alt" : ""];
  return KEYS[[...held, event.key].filter(Boolean).join(" ")] ?? null;
}
