// What the page says, in the page's language: translations of /words.json by the English text, with placeholders filled in.

const page = document.documentElement;

/** The page's language, for dates and numbers. */
export const language = page.lang || "en";

const decimals = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });

const plurals = new Intl.PluralRules(language);

/**
 * @typedef {object} Words
 * @property {Record<string, string | string[]>} texts translations by the English text, some with plural forms
 * @property {Record<string, number>} forms the plural form of each category of CLDR
 */

/** @type {Words} */
let words = { texts: {}, forms: {} };

/**
 * Use these translations from now on.
 * @param {Words} found
 */
export function learn(found) {
  words = found;
}

/** Resolves when the page's translations are there; English needs none. Without them the page is in English. */
export const ready = !page.dataset.words ? Promise.resolve() : fetch(page.dataset.words)
  .then((answer) => (answer.ok ? answer.json() : words))
  .catch(() => words)
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
  return filled(typeof found === "string" ? found : text, values);
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
  const forms = words.texts[other];
  const english = count === 1 ? one : other;
  const text = Array.isArray(forms) ? forms[words.forms[plurals.select(count)] ?? forms.length - 1] : english;
  return filled(text ?? english, { count, ...values });
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)(?::([^{}/]*)\/([^{}/]*))?\}/g, (whole, name, first, second) => {
    if (!(name in values)) return whole;
    const value = written(values[name]);
    return first === undefined ? value : value + (endsInConsonant(value) ? first : second);
  });
}

/**
 * Tell whether a Korean word ends in a consonant, which decides its particle: {name:이/가}.
 * @param {string} word
 */
function endsInConsonant(word) {
  const last = word.charCodeAt(word.length - 1);
  return last >= 0xac00 && last <= 0xd7a3 && (last - 0xac00) % 28 !== 0;
}

/**
 * Return the name of a colour, as a text shows it.
 * @param {string} colour
 */
export function colourName(colour) {
  return say(colour === "black" ? "Black" : "White");
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
 * Put sentences one after another; the last one has no full stop.
 * @param {(string | null | undefined | false)[]} sentences with or without their full stops; empty ones are left out
 * @returns {string}
 */
export function joined(sentences) {
  const bare = sentences.filter((each) => !!each).map((each) => String(each).replace(/[.\u3002]$/, ""));
  return bare.length < 2 ? bare[0] ?? ""
    : bare.reduce((before, then) => say("{first} {then}", { first: say("{sentence}.", { sentence: before }), then }));
}

/**
 * Put sentences one after another, each with its full stop.
 * @param {(string | null | undefined | false)[]} sentences with or without their full stops; empty ones are left out
 * @returns {string}
 */
export function stopped(...sentences) {
  const sentence = joined(sentences);
  return sentence && !/[!?\u2026\uff01\uff1f]$/.test(sentence) ? say("{sentence}.", { sentence }) : sentence;
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
  return move in MOVES ? say(MOVES[move]) : move;
}
