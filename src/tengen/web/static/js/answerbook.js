// A task without a server: answers are looked up in the server's answer book (task_view.py, answer_book).
import { spliced } from "./api.js";
import { say } from "./words.js";

/** @typedef {import("./taskboard.js").TaskAnswer} TaskAnswer */
/** @typedef {import("./taskboard.js").TaskState} TaskState */
/** @typedef {import("./taskboard.js").Frame} Frame */
/** @typedef {import("./api.js").Splice} Splice */
/** @template T @typedef {Partial<Omit<T, "svg">> & {svg?: Splice[]}} Changes the differences from the start */
/** @typedef {Omit<TaskAnswer, "tries" | "frames" | "state"> & {frames: Changes<Frame>[], state: Changes<TaskState>}} Brief */
/**
 * @typedef {object} Book
 * @property {TaskState} start
 * @property {Record<string, {find: string[], next: string}>} stages by right tries
 * @property {Record<string, Brief>} answers by the tries
 */

const STILL = { landed: [], captured: [], said: "", why: "" };

/**
 * Return the server's answer.
 * @param {Book} book
 * @param {string[]} tries those that were right so far, and a new one
 * @returns {TaskAnswer}
 */
export function answerOf(book, tries) {
  if (!tries.length) return { verdict: "start", text: [], reasons: [], tries, frames: [], state: book.start };
  const before = stageOf(book, tries.slice(0, -1));
  const { find } = book.stages[before.join("\n")];
  const found = find.filter((point) => tries.slice(before.length).includes(point));
  const last = tries[tries.length - 1];
  const all = find.length > 0 && found.length === find.length;
  const brief = book.answers[[...before, ...(all ? find : [last])].join("\n")];
  const kept = brief.verdict === "right" || brief.verdict === "onward";
  const state = { ...book.start, ...brief.state, svg: spliced(book.start.svg, brief.state.svg ?? []) };
  if (kept && !all && find.length) {
    const marks = found.flatMap((point) => book.answers[[...before, point].join("\n")].state.svg ?? []);
    state.svg = spliced(book.start.svg, marks.sort(([one], [other]) => other - one));
  }
  return {
    ...brief,
    text: kept && !all && find.length ? [say("Right: {found} of {count}.", { found: found.length, count: find.length })] : brief.text,
    tries: kept ? tries : tries.slice(0, -1),
    frames: brief.frames.map((frame) => /** @type {Frame} */ (({ ...frame, svg: spliced(book.start.svg, frame.svg ?? []) }))),
    state,
  };
}

/**
 * Return the rest of the solution, as the server plays it out.
 * @param {Book} book
 * @param {string[]} tries those that were right so far
 * @returns {TaskAnswer}
 */
export function solutionOf(book, tries) {
  /** @type {Frame[]} */
  const frames = [];
  let answer = answerOf(book, tries);
  while (answer.verdict !== "right") {
    const done = answer.tries;
    const before = stageOf(book, done);
    const { find, next } = book.stages[before.join("\n")];
    answer = answerOf(book, [...done, find.find((point) => !done.slice(before.length).includes(point)) ?? next]);
    const { text, state } = answer;
    frames.push(...(answer.frames.length ? answer.frames : [{ svg: state.svg, ...STILL }]).map((frame) => ({ ...frame, text })));
  }
  return { ...answer, verdict: "shown", frames };
}

/** Return the tries that led to the current stage, without points found. @param {Book} book @param {string[]} tries */
function stageOf(book, tries) {
  let found = tries;
  while (!Object.hasOwn(book.stages, found.join("\n")) && found.length) found = found.slice(0, -1);
  return found;
}
