// What the page says: the strings of /words.json, with placeholders filled in.

/** @type {Record<string, string>} */
let strings = {};

/** Resolves when the strings are there. Without them, keys are shown: ugly, and the page works. */
export const ready = fetch("/words.json")
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then((found) => {
    strings = found;
  });

/**
 * Say a string.
 * @param {string} key
 * @param {Record<string, string | number>} [values] what goes into {placeholders}
 * @returns {string}
 */
export function say(key, values = {}) {
  const text = strings[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
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
