// The keys of a review, as Sabaki has them: up and down along the line, left and right among the variations.

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
 * Say what a key asks for; null: nothing here.
 * @param {KeyboardEvent} event
 * @returns {Wish | null}
 */
export function wishOf(event) {
  const held = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.shiftKey ? "Shift" : "", event.altKey ? "Alt" : ""];
  return KEYS[[...held, event.key].filter(Boolean).join(" ")] ?? null;
}
