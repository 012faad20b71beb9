// A step of a course: the task, its help, and the way on.
import { byId, make } from "./dom.js";
import { courseUrls, keep } from "./keep.js";
import { keepLast, markDone } from "./progress.js";
import { TaskBoard } from "./taskboard.js";
import { ready, say } from "./words.js";

const page = byId("task");
const course = page.dataset.collection ?? "";
const step = page.dataset.task ?? "";
const next = byId("next");

const task = new TaskBoard(`${course}/${step}`, { heard });

/** @param {import("./taskboard.js").TaskAnswer} answer */
function heard(answer) {
  const keyboard = byId("board").contains(document.activeElement) || document.activeElement?.closest("#actions") !== null;
  const done = answer.verdict === "right" || answer.verdict === "shown";
  if (answer.verdict === "right") markDone(course, step);
  next.classList.toggle("first", done);
  showHelp();
  if (done) next.scrollIntoView({ block: "nearest" });
  else if (answer.verdict !== "start") byId("verdict").scrollIntoView({ block: "nearest" });
  if (!keyboard) return;
  if (done) next.focus();
  else if (answer.verdict === "wrong") /** @type {HTMLElement | null} */ (byId("verdict").querySelector("button"))?.focus();
}

/** Offer the available help. */
function showHelp() {
  const state = task.state;
  const verdict = task.answer?.verdict;
  const over = verdict === "right" || verdict === "shown";
  const more = !over && !!state && task.hinted < state.hints.length;
  const words = task.hinted ? say("Another hint") : say("Hint");
  byId("help").replaceChildren(
    ...(more ? [make("button", { type: "button", click: hint }, words)] : []),
    ...(over ? [] : [make("button", { type: "button", click: () => task.show() }, say("Show me"))]),
    ...(over || task.tries.length ? [make("button", { type: "button", click: restart }, say("Start over"))] : []));
}

function hint() {
  task.hint();
  showHelp();
}

async function restart() {
  next.classList.remove("first");
  await task.start();
  byId("board").focus();
}

ready.then(() => {
  keepLast(location.pathname, document.querySelector("h1")?.textContent ?? "");
  task.start();
});
keep(courseUrls(course, (page.dataset.tasks ?? "").split(" ")));
