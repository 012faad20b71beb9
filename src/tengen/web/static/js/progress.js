// What has been done in Learn, kept in this browser: the steps of each course, and where one was last.
import { recall, remember } from "./memory.js";

/**
 * Return the steps of a course that have been done.
 * @param {string} course
 * @returns {Set<string>}
 */
export function doneSteps(course) {
  return new Set((recall(`learn.${course}`) ?? "").split(" ").filter(Boolean));
}

/**
 * @param {string} course
 * @param {string} step
 */
export function markDone(course, step) {
  remember(`learn.${course}`, [...doneSteps(course).add(step)].join(" "));
}

/** @returns {{address: string, title: string} | null} the step that was opened last, by its title then */
export function lastStep() {
  const [address, ...title] = (recall("learn.last") ?? "").split(" ");
  return address.startsWith("/learn/") ? { address, title: title.join(" ") } : null;
}

/**
 * @param {string} address
 * @param {string} title
 */
export function keepLast(address, title) {
  remember("learn.last", `${address} ${title}`);
}

/** @param {string[]} courses forget what was done in them, and where one was */
export function forget(courses) {
  for (const course of courses) remember(`learn.${course}`, null);
  remember("learn.last", null);
}
