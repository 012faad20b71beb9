// From the form's fields to what the API reads.

/**
 * @typedef {object} Known a variant that may be chosen by name
 * @property {string} name
 * @property {string} title
 * @property {string} prose
 * @property {Record<string, unknown>} axes those that differ from the defaults
 * @property {string} board
 * @property {string[]} sizes
 */

/**
 * @typedef {object} Answer what a choice comes to
 * @property {boolean} ok
 * @property {string | null} title
 * @property {string} prose
 * @property {{text: string, name: string, points: number, wide: boolean, svg: string} | null} board
 * @property {{axis: string, value: string, sentence: string, changed: boolean}[]} rules
 * @property {{field: string, axes: string[], text: string}[]} wrong
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
};

/**
 * Return a clock as the API reads it; minutes become seconds.
 * @param {string} kind
 * @param {(name: string) => number} value
 * @returns {Record<string, string | number>}
 */
export function clockChoice(kind, value) {
  /** @type {Record<string, string | number>} */
  const made = { kind };
  for (const name of CLOCKS[kind] ?? []) made[name] = name === "main" ? value(name) * 60 : value(name);
  return made;
}

/**
 * Read an axis as one writes it: a number, true or false, a list parted by commas or blanks, a word, or a price in words.
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
