// Problems from the player's own mistakes, stored in this browser, and the player's sides in reviewed games.
import { recallObject, remember } from "./memory.js";

const KEY = "problems.own";
const MOST = 60;
const GAMES = "reviewed";
const MOST_GAMES = 40;

/**
 * A position with a mistake: the review's node, the side to move, the mistake, and the review's title.
 * @typedef {{review: string, node: string, by: "black" | "white", number: number, move: string, was: number, now: number,
 *   title: string}} OwnProblem
 */
/** The review of a game, and the player's sides in it. @typedef {{review: string, you: string[]}} Reviewed */

/** @param {{review: string, node: string}} problem @returns {string} the key of its progress */
export const nameOf = ({ review, node }) => `r.${review}.${node}`;

/** @returns {OwnProblem[]} newest first */
export function ownProblems() {
  const kept = Object.values(recallObject(KEY));
  return kept.filter((each) => typeof each?.review === "string" && typeof each.node === "string").reverse();
}

/** The address of a problem. @param {string} name @returns {string} */
export function problemUrl(name) {
  const own = ownProblems().find((each) => nameOf(each) === name);
  return own ? `/r/${own.review}?again=1#${own.node}` : `/problems/${name}`;
}

/**
 * Store a review's mistakes as problems, only sure ones by the player's own side.
 * @param {string} review
 * @param {string} title
 * @param {string[]} you
 * @param {import("./mistakes.js").Mistake[]} mistakes
 * @param {boolean} [more] keep the review's earlier ones, too
 * @returns {OwnProblem[]}
 */
export function keepProblems(review, title, you, mistakes, more = false) {
  const sure = mistakes.filter(({ degree, by }) => degree !== "unclear" && you.includes(by));
  const found = sure.map(({ before, by, number, move, was, now }) => ({ review, node: before, by, number, move, was, now, title }));
  const others = Object.entries(recallObject(KEY)).filter(([name, each]) => each?.review !== review || (more && !found.some((one) => nameOf(one) === name)));
  const rows = [...others, ...found.map((each) => /** @type {[string, OwnProblem]} */ ([nameOf(each), each]))];
  if (rows.length || others.length) remember(KEY, JSON.stringify(Object.fromEntries(rows.slice(-MOST))));
  return found;
}

/** Delete all problems, or one by name. @param {string} [name] */
export function forgetOwn(name) {
  const left = Object.entries(recallObject(KEY)).filter(([each]) => name && each !== name);
  remember(KEY, left.length ? JSON.stringify(Object.fromEntries(left)) : null);
}

/** @param {string} game @returns {Reviewed | null} its review, if any */
export function reviewOf(game) {
  return recallObject(GAMES)[game] ?? null;
}

/** @param {string} review @returns {string[]} the player's sides in the review's game; empty: unknown */
export function sidesIn(review) {
  const found = Object.values(recallObject(GAMES)).find((each) => each?.review === review);
  return Array.isArray(found?.you) ? found.you : [];
}

/** Forget a game's review when the game goes on, but not the sides. @param {string} game */
export function dropReview(game) {
  const { [game]: begun, ...rest } = recallObject(GAMES);
  if (begun) remember(GAMES, JSON.stringify({ ...rest, [begun.review]: begun }));
}

/** @param {string} game @param {Reviewed} reviewed */
export function keepReview(game, reviewed) {
  const rows = Object.entries({ ...recallObject(GAMES), [game]: reviewed });
  remember(GAMES, JSON.stringify(Object.fromEntries(rows.slice(-MOST_GAMES))));
}
