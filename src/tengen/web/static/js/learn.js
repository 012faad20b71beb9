// Learn: the overview and the page of a course show the progress in this browser.
import { byId, make, setText } from "./dom.js";
import { courseUrls, keep } from "./keep.js";
import { doneSteps, forget, lastStep } from "./progress.js";
import { msg, ready, say } from "./words.js";

/** @param {HTMLElement} frame a course, with its steps */
function showCourse(frame) {
  const course = frame.dataset.course ?? "";
  const steps = (frame.dataset.tasks ?? "").split(" ");
  const done = doneSteps(course);
  const count = steps.filter((step) => done.has(step)).length;
  const button = /** @type {HTMLAnchorElement | null} */ (frame.querySelector(".begin"));
  const [words, label] = count === 0 ? [msg("Begin"), msg("Begin: {title}")]
    : count === steps.length ? [msg("Once more"), msg("Once more: {title}")] : [msg("Continue"), msg("Continue: {title}")];
  if (button) {
    const next = steps.find((step) => !done.has(step)) ?? steps[0];
    button.href = `/learn/${course}/${next}`;
    setText(button, say(words));
    const title = frame.querySelector("h2, h3")?.textContent ?? "";
    if (button.hasAttribute("aria-label")) button.setAttribute("aria-label", say(label, { title }));
  }
  const line = frame.querySelector(".progress");
  const told = count === 0 ? say("{count} steps", { count: steps.length })
    : count === steps.length ? say("All {count} steps done", { count })
    : say("{done} of {count} steps done", { done: count, count: steps.length });
  if (line) setText(line, told);
  return count;
}

/** @param {HTMLElement} item a step in a list */
function showStep(item) {
  const mark = /** @type {HTMLElement} */ (item.querySelector(".mark"));
  mark.hidden = !doneSteps(item.dataset.of ?? "").has(item.dataset.task ?? "");
}

function show() {
  for (const item of document.querySelectorAll("[data-of]")) showStep(/** @type {HTMLElement} */ (item));
  const frames = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-course]")]);
  const count = frames.map(showCourse).reduce((sum, each) => sum + each, 0);
  const last = lastStep();
  const resume = document.getElementById("resume");
  if (resume) {
    resume.hidden = !last;
    resume.replaceChildren(say("You were here last:"), " ", make("a", { href: last?.address }, last?.title ?? ""));
  }
  const kept = document.getElementById("kept");
  if (kept) kept.hidden = count === 0 && !last;
}

ready.then(() => {
  show();
  document.getElementById("forget")?.addEventListener("click", () => {
    forget([...document.querySelectorAll("[data-course]")].map((each) => /** @type {HTMLElement} */ (each).dataset.course ?? ""));
    show();
    setText(byId("said"), say("Your progress in this browser is forgotten."));
  });
  addEventListener("pageshow", show);
  keepCourse();
});

/** Cache the course open here, or the last one, or the first one, if any. */
function keepCourse() {
  const frames = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-course]")]);
  const last = lastStep()?.address.split("/")[2];
  const frame = frames.find((each) => each.dataset.course === last) ?? frames[0];
  if (frame) keep(courseUrls(frame.dataset.course ?? "", (frame.dataset.tasks ?? "").split(" ")));
}
