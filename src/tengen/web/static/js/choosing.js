// Converts the form's fields for the API, shows boards to choose from, and words errors.
import { make } from "./dom.js";
import { commas, say, sayCount } from "./words.js";

/**
 * @typedef {object} Known a variant that can be chosen by name
 * @property {string} name
 * @property {string} title
 * @property {string} prose
 * @property {Record<string, unknown>} axes those that differ from the defaults
 * @property {string} board
 * @property {string | null} footprint
 * @property {string[]} sizes
 */

/** @typedef {{board: string, title: string, picture: string | null}} BoardChoice */

/**
 * @typedef {object} Choices the form's data
 * @property {Record<string, Known>} variants
 * @property {Record<string, string[]>} families the variants of each
 * @property {Record<string, string>} pictures the addresses of the pictures of variants
 * @property {Record<string, string>} summaries a sentence for each variant
 * @property {Record<string, string[]>} idle the axes without effect in a variant
 * @property {Record<string, BoardChoice[]>} shapes
 * @property {string[]} grids the shapes on which stones may be wide
 * @property {Record<string, any>} axes
 * @property {number} handicap_komi
 */

/**
 * @typedef {object} Answer the result of a check
 * @property {boolean} ok
 * @property {string | null} title
 * @property {string} summary
 * @property {string} prose
 * @property {{text: string, name: string, points: number, wide: boolean, svg: string} | null} board
 * @property {{axis: string, value: string, sentence: string, changed: boolean}[]} rules
 * @property {string[]} idle the axes without effect
 * @property {string} toml
 * @property {{field: string, axes: string[], settings: Record<string, string>, text: string}[]} wrong
 */

/**
 * The fields of each time system.
 * @type {Record<string, string[]>}
 */
export const CLOCKS = {
  none: [],
  absolute: ["main"],
  fischer: ["main", "increment"],
  byoyomi: ["main", "periods", "period"],
  canadian: ["main", "period", "stones"],
  correspondence: ["days"],
};

/**
 * Return a clock for the API; minutes and days become seconds.
 * @param {string} kind
 * @param {(name: string) => number} value
 * @returns {Record<string, string | number>}
 */
export function clockChoice(kind, value) {
  /** @type {Record<string, string | number>} */
  const made = { kind };
  for (const name of CLOCKS[kind] ?? []) {
    if (name === "days") made.period = value(name) * 86400;
    else made[name] = name === "main" ? value(name) * 60 : value(name);
  }
  return made;
}

/**
 * Parse a typed axis value: a number, true or false, a list separated by commas or blanks, a word, or a price in words.
 * @param {string} text
 * @returns {unknown}
 */
export function readAxis(text) {
  if (/^\s*(schedule|auction)\s/i.test(text)) return text.trim();
  const words = text.split(/[\s,]+/).filter(Boolean);
  const values = words.map((word) => (/^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word));
  if (values.length > 1) return values;
  const [value] = values;
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "string" && /^[A-Z]{1,2}\d+$/i.test(value) ? [value] : value;
}

/**
 * Show boards to choose from, with their pictures if any.
 * @param {HTMLElement} frame
 * @param {BoardChoice[]} boards
 */
export function showChoices(frame, boards) {
  frame.hidden = !boards.length;
  frame.className = boards.some((each) => each.picture) ? "picks" : "radios";
  frame.replaceChildren(...boards.map((each) => {
    const radio = make("input", { type: "radio", name: "size", value: each.board });
    if (!each.picture) return make("label", {}, radio, " ", make("span", {}, each.title));
    const face = ["light", "dark"].map((theme) =>
      make("img", { class: `by-${theme}`, src: `/boards/${each.picture}.svg?theme=${theme}`, width: 96, height: 96, alt: "", loading: "lazy" }));
    return make("label", { class: "pick" }, radio, make("span", { class: "face" }, ...face), make("span", { class: "called" }, each.title));
  }));
}

/**
 * Word an error; two contradictory axes are named as their controls are.
 * @param {Answer["wrong"][number]} one
 * @param {(axis: string) => HTMLElement | null} fieldOf
 */
export function clash(one, fieldOf) {
  const [first, second] = one.axes.map((name) => {
    const field = fieldOf(name);
    const value = one.settings[name];
    return field && say("“{axis}: {value}”", { axis: document.querySelector(`label[for="${field.id}"]`)?.textContent ?? name, value: shownValue(field, value) });
  });
  return first && second ? say("{one} conflicts with {other}.", { one: first, other: second }) : one.text;
}

/**
 * Return a value of an axis as the form shows it.
 * @param {HTMLElement | null} axis
 * @param {string} value
 */
export function shownValue(axis, value) {
  const option = axis instanceof HTMLSelectElement && [...axis.options].find((each) => each.value === value);
  return (option && option.textContent) || value;
}

/** @param {{name: string, points: number}} board */
export function sizeOf({ name, points }) {
  if (name === sayCount("a graph with 1 point", "a graph with {count} points", points)) return name;
  return commas([name.slice(0, 60), sayCount("1 point", "{count} points", points)]);
}
