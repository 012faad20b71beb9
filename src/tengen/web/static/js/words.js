// What the page says, in the page's language: the strings of /words.json, with placeholders filled in.

const page = document.documentElement;

/** The page's language, for dates and numbers. */
export const language = page.lang || "en";

const decimals = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });

/** @type {Record<string, string>} */
let strings = {};

/**
 * Say these strings from now on.
 * @param {Record<string, string>} found
 */
export function learn(found) {
  strings = found;
}

/** Resolves when the page's strings are there. Without them, keys are shown: ugly, and the page works. */
export const ready = !page.dataset.words ? Promise.resolve() : fetch(page.dataset.words)
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then(learn);

/**
 * Say a string.
 * @param {string} key
 * @param {Record<string, string | number>} [values] what goes into {placeholders}
 * @returns {string}
 */
export function say(key, values = {}) {
  const text = strings[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name]) : whole));
}

/**
 * Say how many: KEY_none and KEY_one are used for 0 and 1 where they exist.
 * @param {string} key
 * @param {number} count
 * @returns {string}
 */
export function sayCount(key, count) {
  const special = `${key}_${count === 0 ? "none" : "one"}`;
  return say(count < 2 && special in strings ? special : key, { count });
}

/**
 * Write a value as the page's language writes it: 6.5 is 6,5 in German.
 * @param {string | number} value
 * @returns {string}
 */
export function written(value) {
  return typeof value === "number" && !Number.isInteger(value) ? decimals.format(value) : String(value);
}

/**
 * Put sentences one after the other, as the page's language does; the last one has no full stop.
 * @param {(string | null | undefined | false)[]} sentences with or without their full stops; empty ones are left out
 * @returns {string}
 */
export function joined(sentences) {
  const between = say("language.full_stop") + say("language.gap").replace("_", " ");
  return sentences.filter((each) => !!each).map((each) => String(each).replace(/[.\u3002]$/, "")).join(between);
}

/**
 * Put sentences one after the other, each with its full stop.
 * @param {(string | null | undefined | false)[]} sentences with or without their full stops; empty ones are left out
 * @returns {string}
 */
export function stopped(...sentences) {
  const told = joined(sentences);
  return told && !/[!?\u2026\uff01\uff1f]$/.test(told) ? told + say("language.full_stop") : told;
}

/**
 * Write a list with the page's commas.
 * @param {string[]} items
 * @returns {string}
 */
export function commas(items) {
  return items.join(say("language.comma").replace("_", " "));
}

/**
 * Show a move in the page's words; points stay as they are.
 * @param {string | null | undefined} move as it is typed: D4, pass, tao D4
 * @returns {string}
 */
export function moveWords(move) {
  if (!move) return "";
  if (move.startsWith("tao ")) return say("move.tao", { point: move.slice(4) });
  return ["pass", "return", "resign"].includes(move) ? say(`move.${move}`) : move;
}
