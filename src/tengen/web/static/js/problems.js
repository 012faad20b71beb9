// All problems: which are solved, missed or due again in this browser, and filters over them.
import { boxes, forgetProblems, nextProblem, nextProblems, standing } from "./boxes.js";
import { byId, make, setText } from "./dom.js";
import { keep, problemUrls } from "./keep.js";
import { recall, remember } from "./memory.js";
import { theme, onTheme } from "./theme.js";
import { forgetOwn, nameOf, ownProblems, problemUrl } from "./ownproblems.js";
import { moveWords, msg, ready, say, sayCount } from "./words.js";

/** @type {HTMLElement[]} */
let cards = [];
const filters = /** @type {HTMLSelectElement[]} */ (["game", "level", "which"].map((id) => byId(id)));

/** @type {Record<string, string>} */
const STANDINGS = { solved: msg("✓ solved"), due: msg("↻ due again"), missed: msg("↻ missed") };

/** Show the progress of every problem. */
function showStandings() {
  const all = boxes();
  const names = cards.map((card) => card.dataset.name ?? "");
  let solved = 0;
  let due = 0;
  for (const card of cards) {
    const kept = all[card.dataset.name ?? ""];
    const found = standing(kept);
    card.dataset.standing = found;
    if (kept && kept.box >= 0) solved += 1;
    if (found === "due" || found === "missed") due += 1;
    const state = /** @type {HTMLElement} */ (card.querySelector(".state"));
    state.hidden = found === "new";
    state.textContent = found === "new" ? "" : say(STANDINGS[found]);
  }
  setText(byId("progress"), say("{solved} of {count} solved, {due} due for repetition.", { solved, due, count: cards.length }));
  byId("kept").hidden = Object.keys(all).length === 0 && byId("own").hidden;
  const link = /** @type {HTMLAnchorElement} */ (byId("next-due"));
  const next = nextProblem(names);
  link.hidden = next === null;
  link.href = problemUrl(next ?? "");
  link.textContent = due ? say("Repeat due problems ({count})", { count: due })
    : Object.keys(all).length ? say("Go on with the next") : say("Begin with the first");
}

/** List the filtered problems. */
function filter() {
  const [game, level, which] = filters.map((each) => each.value);
  let count = 0;
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".of-game"))) {
    let any = false;
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".cards > li"))) {
      const fits = (!game || section.dataset.game === game) && (!level || card.dataset.level === level) && isAmong(card, which);
      card.hidden = !fits;
      any ||= fits;
      count += Number(fits);
    }
    section.hidden = !any;
  }
  byId("none").hidden = count > 0;
  setText(byId("counted"), sayCount("1 problem is listed.", "{count} problems are listed.", count));
}

/** @param {HTMLElement} card @param {string} which */
function isAmong(card, which) {
  const found = card.dataset.standing;
  return which === "all" || found === which || (which === "due" && found === "missed");
}

for (const each of filters) {
  const kept = recall(`problems.${each.id}`);
  if (kept && [...each.options].some((option) => option.value === kept)) each.value = kept;
  each.addEventListener("change", () => {
    remember(`problems.${each.id}`, each.value);
    filter();
  });
}
byId("forget").addEventListener("click", () => {
  forgetProblems();
  forgetOwn();
  show();
  filters[0].focus();
});

/** List the problems from the player's mistakes; drop those without a review. */
function showOwn() {
  const own = ownProblems();
  byId("own").hidden = !own.length;
  byId("own").querySelector("ul")?.replaceChildren(...own.map((each) => {
    const gone = () => {
      forgetOwn(nameOf(each));
      show();
    };
    const src = `/api/reviews/${each.review}/record.svg?${new URLSearchParams({ node: each.node, theme: theme() })}`;
    return make("li", { "data-name": nameOf(each) }, make("a", { href: problemUrl(nameOf(each)) },
      make("img", { src, alt: "", width: 96, height: 96, loading: "lazy", error: gone }),
      make("span", { class: "title" }, say("Better than {move}", { move: moveWords(each.move) })),
      make("span", { class: "small muted" }, say("{game}, move {number}", { game: each.title, number: each.number })),
      make("span", { class: "small state", hidden: true })));
  }));
  cards = [...document.querySelectorAll(".cards > li")].map((card) => /** @type {HTMLElement} */ (card));
}

function show() {
  showOwn();
  showStandings();
  filter();
}

ready.then(() => {
  show();
  const own = new Set(ownProblems().map(nameOf));
  keep(problemUrls(nextProblems(cards.map((card) => card.dataset.name ?? "").filter((name) => !own.has(name)), "")));
});
onTheme(show);
addEventListener("pageshow", (event) => event.persisted && show());
