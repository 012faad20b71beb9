// The workshop: one game, as controls, as a board and as a file, which the server reads and writes.
import { ask, whyFailed } from "./api.js";
import { begin } from "./begin.js";
import { clash, readAxis, sizeOf } from "./choosing.js";
import { byId, make, setText } from "./dom.js";
import { recallObject, remember } from "./memory.js";
import { linkBox } from "./sharing.js";
import { onTheme, theme } from "./theme.js";
import { ready, say } from "./words.js";
import { Bench } from "./workshopboard.js";
import { runTrial } from "./workshoptrial.js";

/** @typedef {import("./choosing.js").Answer} Answer */
/** @typedef {import("./workshopboard.js").Drawing} Drawing */
/**
 * A valid game, as read by the server, and later changes.
 * @typedef {{value: Record<string, unknown>, change: Record<string, any>, base: string, drawing: Drawing | null}} Snapshot
 */

const PAUSE = 250;
const MOST_UNDONE = 100;
/** @type {import("./choosing.js").Choices} */
const data = JSON.parse(byId("choices").textContent ?? "{}");
const form = /** @type {HTMLFormElement} */ (byId("workshop"));
const axes = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.querySelectorAll("[data-axis]")]);
/** @param {string} id @returns {HTMLInputElement} */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} axis */
const control = (axis) => document.getElementById(`axis-${axis}`);

/** @type {Snapshot} */
let now = { value: { variant: "chinese", board: "9x9" }, change: {}, base: "chinese", drawing: null };
/** @type {Snapshot[]} */
const before = [];
/** @type {Answer | null} */
let answer = null;
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const bench = new Bench({
  change: (board, drawing) => change({ board }, { drawing }),
  parts: async (board) => (await ask("POST", "/api/check", { ...wanted(), board, parts: true })).board?.parts ?? null,
  data,
});

/** Return the game as it is now, whether or not it is good. */
function wanted() {
  return { ...now.value, ...now.change };
}

/**
 * Change something: it can be undone, and is shown once the server has read it.
 * @param {Record<string, any>} changes fields of the request; axes are added to those that were changed before
 * @param {Partial<Snapshot>} [rest]
 */
function change(changes, rest = {}) {
  before.push(structuredClone(now));
  if (before.length > MOST_UNDONE) before.shift();
  const all = { ...now.change, ...changes };
  if (changes.axes) all.axes = { ...now.change.axes, ...changes.axes };
  now = { ...now, drawing: null, ...rest, change: all };
  if (!("board" in changes) && !("drawing" in rest)) now.drawing = before[before.length - 1].drawing;
  check();
}

/** Ask what the game comes to, after a moment without changes. */
function check() {
  asked++;
  byId("picture").classList.add("stale");
  byId("undo").setAttribute("aria-disabled", String(!before.length));
  clearTimeout(timer);
  timer = setTimeout(inquire, PAUSE);
}

async function inquire() {
  const mine = ++asked;
  try {
    const found = /** @type {Answer} */ (await ask("POST", "/api/check", { ...wanted(), theme: theme() }));
    if (mine !== asked) return;
    if (found.ok) now = { ...now, value: { toml: found.toml }, change: {} };
    remember("workshop", JSON.stringify(now));
    show(found);
  } catch (error) {
    if (mine === asked) byId("summary").textContent = whyFailed(error);
  }
}

// -- display ----------------------------------------------------------------------------------------------------------

/** @param {Answer} found */
function show(found) {
  answer = found;
  byId("picture").classList.toggle("stale", !found.board);
  if (found.board) {
    const parsed = new DOMParser().parseFromString(found.board.svg, "image/svg+xml").documentElement;
    byId("picture").replaceChildren(document.importNode(parsed, true));
    bench.show(found.board.text, now.drawing);
  }
  const [title, board] = byId("name").children;
  setText(title, found.title ?? "");
  setText(board, found.board ? sizeOf(found.board) : "");
  const rows = found.rules.filter((row) => !found.idle.includes(row.axis));
  if (found.ok) byId("told").replaceChildren(...rows.map((row) => make("li", {}, row.sentence)));
  for (const axis of axes) showAxis(axis, found);
  for (const [id, text] of [["title", found.title], ["about", found.summary], ["toml", found.toml]]) {
    if (found.ok && document.activeElement !== byId(id ?? "")) input(id ?? "").value = text ?? "";
  }
  input("variant").value = now.base;
  explain(found);
}

/**
 * Show an axis as it is, what its value means, and whether it differs from the game it was started from.
 * @param {HTMLInputElement | HTMLSelectElement} axis
 * @param {Answer} found
 */
function showAxis(axis, found) {
  const name = axis.dataset.axis ?? "";
  const row = found.rules.find((each) => each.axis === name);
  const frame = /** @type {HTMLElement} */ (axis.parentElement);
  if (row && document.activeElement !== axis) axis.value = row.value;
  const usual = String(data.variants[now.base]?.axes[name] ?? data.axes[name].default);
  frame.hidden = found.idle.includes(name) && !(name in (now.change.axes ?? {}));
  frame.classList.toggle("changed", !!now.base && axis.value !== usual);
  setText(byId(`say-${name}`), (axis.value === row?.value && row.sentence) || data.axes[name].values[axis.value] || data.axes[name].about);
}

/**
 * Show errors next to the controls concerned.
 * @param {Answer} found
 */
function explain(found) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[id^=wrong-]"))) place.hidden = true;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const one of found.wrong) {
    for (const name of one.axes.length ? one.axes : [one.field]) {
      const place = document.getElementById(`wrong-${name}`) ?? byId("wrong-toml");
      place.textContent = clash(one, control);
      place.hidden = false;
      control(name)?.setAttribute("aria-invalid", "true");
      for (let each = place.parentElement; each && each !== form; each = each.parentElement) if (each.classList.contains("axis")) each.hidden = false;
    }
  }
  setText(byId("summary"), found.wrong.length ? say("Conflict: {text}", { text: clash(found.wrong[0], control) }) : "");
}

// -- steps -----------------------------------------------------------------------------------------------------------

const tabs = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[role=tab]")]);
/** @param {HTMLElement} chosen */
function openTab(chosen) {
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = tab !== chosen;
  }
  bench.open(chosen.id === "tab-board");
}
for (const [place, tab] of tabs.entries()) {
  tab.addEventListener("click", () => openTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
    if (!step) return;
    const next = tabs[(place + step + tabs.length) % tabs.length];
    openTab(next);
    next.focus();
  });
}

input("variant").addEventListener("change", () => {
  const base = input("variant").value;
  const board = answer?.board && !data.variants[base].footprint ? answer.board.text : data.variants[base].board;
  before.push(structuredClone(now));
  now = { value: { variant: base, board }, change: {}, base, drawing: data.variants[base].footprint ? null : now.drawing };
  check();
});
for (const axis of axes) {
  axis.addEventListener(axis instanceof HTMLSelectElement ? "change" : "input", () => {
    if (axis.value.trim()) change({ axes: { [axis.dataset.axis ?? ""]: readAxis(axis.value) } });
  });
}
byId("toml").addEventListener("input", () => {
  before.push(structuredClone(now));
  now = { value: { toml: input("toml").value }, change: {}, base: now.base, drawing: null };
  check();
});
input("title").addEventListener("input", () => change({ title: input("title").value }));
byId("about").addEventListener("input", () => change({ summary: input("about").value }));
byId("undo").addEventListener("click", () => {
  const last = before.pop();
  if (!last) return;
  now = last;
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  check();
});

/** Return the file of the game; null while something does not fit. @returns {string | null} */
function file() {
  const found = answer?.ok ? answer.toml : null;
  if (!found) byId("summary").scrollIntoView({ block: "nearest" });
  return found;
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[data-play]"))) {
  button.addEventListener("click", () => {
    const toml = file();
    const opponent = { kind: button.dataset.play, ...(button.dataset.play === "computer" ? { level: 3 } : {}) };
    if (toml) begin({ toml, opponent, clock: { kind: "none" } }, button, byId("trouble"));
  });
}

/** Keep the game on the server, and show its link. @param {boolean} publish */
async function keep(publish) {
  const toml = file();
  if (!toml) return;
  try {
    const { url } = await ask("POST", "/api/variants", { toml, publish });
    const told = publish ? [say("Published."), " ", make("a", { href: "/explore#published" }, say("See it on Explore"))] : [];
    byId("published").replaceChildren(...told);
    byId("link").replaceChildren(linkBox(new URL(url, location.href).href, say("Link to your game")));
  } catch (error) {
    setText(byId("published"), whyFailed(error));
  }
}
byId("publish").addEventListener("click", () => keep(true));
byId("share").addEventListener("click", () => keep(false));
byId("trial").addEventListener("click", () => {
  const toml = file();
  if (toml) runTrial(toml, (axis) => form.querySelector(`label[for="axis-${axis}"]`)?.textContent ?? axis);
});
form.addEventListener("submit", (event) => event.preventDefault());
onTheme(inquire);

/** Start with the variant in the address, or else with the last one. */
async function start() {
  const address = new URLSearchParams(location.search);
  const variant = address.get("variant");
  const board = address.get("board");
  const kept = /** @type {any} */ (recallObject("workshop"));
  if (variant && variant in data.variants) now = { ...now, value: { variant, board: board ?? data.variants[variant].board }, base: variant };
  else if (variant) {
    const found = await ask("GET", `/api/variants/${variant}`).catch(() => null);
    const base = found?.variant && !found.toml ? found.variant : "";
    const value = found?.toml ? { toml: found.toml, board: found.board } : found;
    if (value) now = { ...now, base, value: Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) };
  } else if (board) now = { ...now, value: { variant: "chinese", board } };
  else if (kept.value) now = { ...now, ...kept };
  /** @type {HTMLDetailsElement} */ (byId("words")).open = matchMedia("(min-width: 900px)").matches;
  inquire();
}
ready.then(start);
