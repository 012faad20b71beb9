// A problem on its live board: results are stored, and due problems come next.
import { markMissed, markSolved, nextProblem, nextProblems } from "./boxes.js";
import { byId, make, setText } from "./dom.js";
import { keep, problemUrls } from "./keep.js";
import { nameOf, ownProblems, problemUrl } from "./ownproblems.js";
import { TaskBoard } from "./taskboard.js";
import { language, ready, say } from "./words.js";

const page = byId("task");
const name = page.dataset.problem ?? "";
const names = (page.dataset.names ?? "").split(" ");
const next = /** @type {HTMLAnchorElement} */ (byId("next"));
const DAY = 24 * 60 * 60 * 1000;

/** Whether this visit had a wrong move or showed the solution. */
let missed = false;

const task = new TaskBoard(`problems/${name}`, { heard });

/** @param {import("./taskboard.js").TaskAnswer} answer */
function heard(answer) {
  const keyboard = byId("board").contains(document.activeElement) || document.activeElement?.closest("#actions") !== null;
  const over = answer.verdict === "right" || answer.verdict === "shown";
  if (answer.verdict === "right") tellReturn(markSolved(name, !missed));
  else if (answer.verdict === "wrong" || answer.verdict === "shown") miss();
  next.classList.toggle("first", over);
  showHelp();
  showNext();
  if (!keyboard) return;
  if (over) next.focus();
  else if (answer.verdict === "wrong") /** @type {HTMLElement | null} */ (byId("verdict").querySelector("button"))?.focus();
}

function miss() {
  missed = true;
  markMissed(name);
  setText(byId("again"), say("Not solved: it stays due."));
}

/** Show when the problem comes again. @param {number} due */
function tellReturn(due) {
  const days = Math.round((due - Date.now()) / DAY);
  const when = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  setText(byId("again"), missed
    ? say("Solved after a wrong try. It comes again {when}.", { when })
    : say("Solved. It comes again {when}.", { when }));
}

function showHelp() {
  const verdict = task.answer?.verdict;
  const over = verdict === "right" || verdict === "shown";
  byId("help").replaceChildren(
    ...(over ? [] : [make("button", { type: "button", click: () => task.show() }, say("Show me"))]),
    ...(over || task.tries.length ? [make("button", { type: "button", click: restart }, say("Start over"))] : []));
}

function showNext() {
  const found = nextProblem([...ownProblems().map(nameOf), ...names], name);
  next.hidden = found === null;
  next.href = found === null ? "/problems" : problemUrl(found);
}

async function restart() {
  missed = false;
  next.classList.remove("first");
  await task.start();
  byId("board").focus();
}

ready.then(() => {
  showNext();
  task.start();
});
keep(problemUrls([name, ...nextProblems(names, name)]));
