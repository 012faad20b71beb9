// Progress in Learn, stored in this browser: the finished steps of each course, and the last one opened.
import { recall, remember } from "./memory.js";

/**
 * Return the finished steps of a course.
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

/** @returns {{address: string, title: string} | null} the last step opened, with its title then */
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

/** @param {string[]} courses whose progress is deleted */
export function forget(courses) {
  for (const course of courses) remember(`learn.${course}`, null);
  remember("learn.last", null);
}
