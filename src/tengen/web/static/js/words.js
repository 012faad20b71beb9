// What the page says, in the page's language: translations of /words.json by the English text, with placeholders filled in.

const page = document.documentElement;

/** The page's language, for dates and numbers. */
export const language = page.lang || "en";

/**
 * @typedef {object} Words
 * @property {string} language in which numbers are written
 * @property {Record<string, string | string[]>} texts translations by the English text, those for a count by that for 1
 * @property {Record<string, number>} forms the plural form of each category of CLDR
 */

/** @type {Words} */
let words = { language, texts: {}, forms: {} };

/**
 * Use these translations from now on.
 * @param {Partial<Words>} found
 */
export function learn(found) {
  words = { ...words, ...found };
}

/** Resolves when the page's translations are there; English needs none. Without them the page is in English. */
export const ready = !page.dataset.words ? Promise.resolve() : fetch(page.dataset.words)
  .then((answer) => (answer.ok ? answer.json() : {}))
  .catch(() => ({}))
  .then(learn);

/**
 * Mark a text of a table for translation; `say` translates it later.
 * @template {string} T
 * @param {T} text
 * @returns {T}
 */
export function msg(text) {
  return text;
}

/**
 * Return a text in the page's language.
 * @param {string} text in English
 * @param {Record<string, string | number>} [values] what goes into {placeholders}
 * @returns {string}
 */
export function say(text, values = {}) {
  const found = words.texts[text];
  return filled((Array.isArray(found) ? form(found, 1) : found) ?? text, values);
}

/**
 * Return a text for a count in the page's language; {count} is filled in.
 * @param {string} one in English, for 1
 * @param {string} other in English, for other counts
 * @param {number} count
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function sayCount(one, other, count, values = {}) {
  const found = words.texts[one];
  const text = Array.isArray(found) ? form(found, count) : undefined;
  return filled(text ?? (count === 1 ? one : other), { count, ...values });
}

/**
 * Return the plural form for a count.
 * @param {string[]} forms
 * @param {number} count
 */
function form(forms, count) {
  return forms[words.forms[new Intl.PluralRules(words.language).select(count)] ?? 0];
}

/** The forms after a consonant of the particles that may follow a number. */
const PARTICLES = new Set(["이", "은", "을", "과", "으로"]);

/**
 * Fill in a text; docs/how/translating.md lists the formats of placeholders.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, format = "") => {
    if (!(name in values)) return whole;
    const value = values[name];
    const [first, second] = format.split("/");
    const written = typeof value === "string" ? value : number(value, format === ",");
    if (second === undefined) return written;
    if (typeof value === "string" || PARTICLES.has(first)) return written + particle(written, first, second);
    return withHalf(value, first, second);
  });
}

/**
 * Write a count with its unit, and a half in words: {points:目/半} is 17目半.
 * @param {number} value
 * @param {string} unit
 * @param {string} half
 */
function withHalf(value, unit, half) {
  const whole = Math.trunc(Math.abs(value));
  if (Math.abs(value) - whole !== 0.5) return number(value) + unit;
  return (value < 0 ? "-" : "") + (whole ? whole + unit + half : half.trim() + unit);
}

/**
 * Return the Korean particle that follows a word, as `_particle` does in rendering.py: {name:이/가}.
 * @param {string} word
 * @param {string} afterConsonant
 * @param {string} afterVowel
 */
function particle(word, afterConsonant, afterVowel) {
  const last = word.match(/[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u)?.[0].toLowerCase() ?? "";
  const code = last.charCodeAt(0);
  const syllable = code >= 0xac00 && code <= 0xd7a3;
  const open = syllable ? (code - 0xac00) % 28 === 0 : !/[013678lmn]/.test(last);
  const rieul = syllable ? (code - 0xac00) % 28 === 8 : /[178l]/.test(last);
  return open || (rieul && afterVowel === "로") ? afterVowel : afterConsonant;
}

/**
 * Return the name of a colour, as a text shows it.
 * @param {string} colour
 */
export function colourName(colour) {
  return colour === "black" ? say("Black") : say("White");
}

/**
 * Write a number as the page's language writes it: 6.5 is 6,5 in German.
 * @param {number} value
 * @param {boolean} [grouped] whether thousands are marked: 100,000
 * @returns {string}
 */
export function number(value, grouped = false) {
  if (Number.isInteger(value) && !grouped) return String(value);
  return value.toLocaleString(words.language, { useGrouping: grouped, maximumFractionDigits: 6 });
}

/**
 * Put sentences one after another, each with its full stop.
 * @param {(string | null | undefined | false)[]} sentences with or without their full stops; empty ones are left out
 * @returns {string}
 */
export function stopped(...sentences) {
  const whole = sentences.filter((each) => !!each).map((each) => withStop(String(each)));
  return whole.length ? whole.reduce((first, then) => say("{first} {then}", { first, then })) : "";
}

/** @param {string} sentence */
function withStop(sentence) {
  return /[.!?\u2026\u3002\uff01\uff1f]$/.test(sentence) ? sentence : say("{sentence}.", { sentence });
}

/**
 * Put sentences one after another; the last one has no full stop.
 * @param {(string | null | undefined | false)[]} sentences with or without their full stops; empty ones are left out
 * @returns {string}
 */
export function joined(sentences) {
  return stopped(...sentences).replace(/[.\u3002]$/, "");
}

/**
 * Write a list with the page's commas.
 * @param {string[]} items
 * @returns {string}
 */
export function commas(items) {
  return items.length ? items.reduce((first, then) => say("{first}, {then}", { first, then })) : "";
}

/** @type {Record<string, string>} */
const MOVES = { pass: msg("pass"), return: msg("return"), resign: msg("resign") };

/**
 * Show a move in the page's words; points stay as they are.
 * @param {string | null | undefined} move as it is typed: D4, pass, tao D4
 * @returns {string}
 */
export function moveWords(move) {
  if (!move) return "";
  if (move.startsWith("tao ")) return say("tao {point}", { point: move.slice(4) });
  return Object.hasOwn(MOVES, move) ? say(MOVES[move]) : move;
}
