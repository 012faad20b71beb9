// Boards to play on at once: Play starts a game at the last chosen level.
import { begin } from "./begin.js";
import { byId } from "./dom.js";
import { chosenByHand } from "./following.js";
import { lastGame, offerFriend } from "./friend.js";
import { keep } from "./keep.js";
import { recall, remember } from "./memory.js";

const trouble = byId("trouble");
const levels = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("select.level")]);
const computer = /** @type {HTMLButtonElement | null} */ (document.getElementById("computer"));

/** @param {string} level is shown on all boards, so that it is chosen once */
function show(level) {
  for (const each of levels) if ([...each.options].some((option) => option.value === level)) each.value = level;
}

/**
 * Start a game; show errors next to the button.
 * @param {Record<string, unknown>} choice
 * @param {HTMLButtonElement} button
 * @param {string} level
 */
function play(choice, button, level) {
  button.closest(".card, .told")?.append(trouble);
  begin({ ...choice, opponent: { kind: "computer", level: Number(level) } }, button, trouble);
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.play"))) {
  button.addEventListener("click", () => play(JSON.parse(button.dataset.choice ?? "{}"), button, levels[0]?.value ?? "1"));
}
for (const select of levels) {
  select.addEventListener("change", () => {
    remember("level", select.value);
    chosenByHand();
    show(select.value);
  });
}
computer?.addEventListener("click", () => play(lastGame(), computer, levels[0]?.value ?? "1"));
if (document.getElementById("friend")) offerFriend();
show(recall("level") ?? "1");
keep();
