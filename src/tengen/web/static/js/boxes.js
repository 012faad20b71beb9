// Solved problems in this browser, and their spaced repetition by Leitner's boxes.
import { recallObject, remember } from "./memory.js";

/** Days until a problem comes again, by box: solved at once it moves up a box, missed it falls to the first. */
export const DAYS = [1, 3, 7, 16, 35, 90];
const DAY = 24 * 60 * 60 * 1000;
const KEY = "problems";

/**
 * A tried problem: its box (-1: missed and not solved since) and its due time, in milliseconds since 1970.
 * @typedef {{box: number, due: number}} Kept
 */

/** @returns {Record<string, Kept>} every tried problem, by name */
export function boxes() {
  const rows = Object.entries(recallObject(KEY)).filter(([, kept]) => Number.isInteger(kept?.box) && Number.isFinite(kept?.due));
  return Object.fromEntries(rows);
}

/**
 * Record a solved problem.
 * @param {string} name
 * @param {boolean} clean at the first try, without being shown
 * @param {number} [now]
 * @returns {number} when it comes again
 */
export function markSolved(name, clean, now = Date.now()) {
  const all = boxes();
  const before = all[name]?.box ?? -1;
  const early = before >= 0 && all[name].due > now;
  const box = clean ? Math.min(early ? before : before + 1, DAYS.length - 1) : 0;
  all[name] = { box, due: now + DAYS[box] * DAY };
  remember(KEY, JSON.stringify(all));
  return all[name].due;
}

/**
 * Record a missed problem, which is due at once.
 * @param {string} name
 * @param {number} [now]
 */
export function markMissed(name, now = Date.now()) {
  remember(KEY, JSON.stringify({ ...boxes(), [name]: { box: -1, due: now } }));
}

/**
 * @param {Kept | undefined} kept
 * @param {number} [now]
 * @returns {"new" | "missed" | "due" | "solved"}
 */
export function standing(kept, now = Date.now()) {
  if (!kept) return "new";
  if (kept.box < 0) return "missed";
  return kept.due <= now ? "due" : "solved";
}

/**
 * Return the next problem: the one longest due, else the first new one after the current one.
 * @param {string[]} names in their order
 * @param {string} [present]
 * @param {number} [now]
 * @returns {string | null} null if none is due or new
 */
export function nextProblem(names, present = "", now = Date.now()) {
  const all = boxes();
  const due = names.filter((name) => name !== present && all[name] && all[name].due <= now);
  if (due.length) return due.reduce((one, other) => (all[other].due < all[one].due ? other : one));
  const from = names.indexOf(present) + 1;
  return [...names.slice(from), ...names.slice(0, from)].find((name) => name !== present && !all[name]) ?? null;
}

/**
 * Return the next problems, in the order of `nextProblem`.
 * @param {string[]} names in their order
 * @param {string} present
 * @param {number} [most]
 * @returns {string[]}
 */
export function nextProblems(names, present, most = 12) {
  /** @type {string[]} */
  const found = [];
  while (found.length < most) {
    const next = nextProblem(names.filter((name) => !found.includes(name)), present);
    if (next === null) break;
    found.push(next);
  }
  return found;
}

/** Forget them all. */
export function forgetProblems() {
  remember(KEY, null);
}
