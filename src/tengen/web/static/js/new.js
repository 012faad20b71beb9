// The form for a new game, with an immediate check: conflicts are explained next to their fields.
import { ask, whyFailed } from "./api.js";
import { begin } from "./begin.js";
import { clash, clockChoice, CLOCKS, readAxis, showChoices, shownValue, sizeOf } from "./choosing.js";
import { byId, make, setText } from "./dom.js";
import { onEven, showEven } from "./evening.js";
import { keepGame } from "./friend.js";
import { chosenByHand, follow, follows } from "./following.js";
import { recall, recallObject, remember } from "./memory.js";
import { makeAndGo, offerToAnyone } from "./offer.js";
import { ratedChoice, showRated } from "./ratedchoice.js";
import { onTheme, theme } from "./theme.js";
import { commas, ready, say } from "./words.js";

/** @typedef {import("./choosing.js").Known} Known */
/** @typedef {import("./choosing.js").Answer} Answer */

const MOST = 100_000;
/** A level; other values are names of stronger engines. */
const LEVEL = /^\d+$/;
/** Fields to fill in first, as they decide the others' options. */
const PLACED = ["family", "variant", "shape"];
const PAUSE = 300;

/** @type {import("./choosing.js").Choices} */
const data = JSON.parse(byId("choices").textContent ?? "{}");
const form = /** @type {HTMLFormElement} */ (byId("new"));
const axes = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.querySelectorAll("[data-axis]")]);
const members = [.../** @type {HTMLSelectElement} */ (byId("variant")).options];
/** The position of a review from which to play; null: a game from the beginning. */
const start = reviewed(new URLSearchParams(location.search));
/** @type {{name: string, text: string} | null} */
let graph = null;
/** @type {Answer | null} */
let answer = null;
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} name of radio buttons; returns "" without any */
const chosen = (name) => /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]:checked`))?.value ?? "";
/** @returns {Known | undefined} undefined: custom rules */
const known = () => data.variants[input("variant").value];

/**
 * @param {URLSearchParams} address
 * @returns {{review: string, node: string, variant?: string} | null}
 */
function reviewed(address) {
  const [review, rules] = [address.get("review"), address.get("rules")];
  return review ? { review, node: address.get("node") || "0", ...(rules ? { variant: rules } : {}) } : null;
}

/** Return the choice for /api/check. */
function choice() {
  /** @type {Record<string, unknown>} */
  const made = { variant: known()?.name ?? "chinese", axes: changes() };
  if (!known()) made.toml = input("toml").value;
  const shape = chosen("shape");
  if (shape === "file") made.graph = graph ?? { name: "graph.edges", text: "" };
  else made.board = shape === "text" ? input("board").value : chosen("size");
  return made;
}

/** @returns {Record<string, unknown>} the axes changed from the variant's values */
function changes() {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const axis of axes) if (axis.value.trim()) found[axis.dataset.axis ?? ""] = readAxis(axis.value);
  if (input("komi").value && !byId("komi-field").hidden) found.komi = Number(input("komi").value);
  if (input("handicap").value) found.handicap = Number(input("handicap").value);
  return found;
}

/** Return the whole game for /api/games. */
function wanted() {
  const kind = chosen("opponent");
  const opponent = kind === "computer" ? { kind, ...strength(input("level").value) } : { kind };
  const clock = clockChoice(input("clock").value, (name) => Number(input(`clock-${name}`).value));
  const game = start ? { from: start } : { ...choice(), ...ratedChoice() };
  return { ...game, opponent, colour: chosen("colour"), clock };
}

/** @param {string} chosen a level, or the name of a stronger engine */
function strength(chosen) {
  return LEVEL.test(chosen) ? { level: Number(chosen) } : { bot: chosen };
}

// -- the form -------------------------------------------------------------------------------------------------------

/** Show the members of the chosen family, and the shapes that its stones fit. */
function showFamily() {
  const family = chosen("family");
  const select = /** @type {HTMLSelectElement} */ (byId("variant"));
  const before = select.value;
  const those = members.filter((each) => each.dataset.family === family);
  select.replaceChildren(...those);
  select.value = those.some((each) => each.value === before) ? before : those[0].value;
  byId("member-field").hidden = those.length < 2;
  setText(byId("member-field").children[0], known()?.footprint ? say("Stones") : say("Rules"));
  const wide = !!known()?.footprint;
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-shape]"))) {
    each.hidden = wide && (each.dataset.shape ?? "") in data.shapes && !data.grids.includes(each.dataset.shape ?? "");
    if (each.hidden && each.dataset.shape === chosen("shape")) set("shape", "grid");
  }
  showFaces();
}

/** Show the chosen game's square board, which every game has. */
function showFaces() {
  const face = data.pictures[known()?.name ?? "chinese"];
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (form.querySelectorAll('[data-shape="grid"] img'))) {
    image.src = image.src.replace(/\/\w+\/[^/]+\.svg/, face);
  }
}

/** Show the sizes of the chosen shape, keeping the previous one if possible. */
function showSizes() {
  const shape = chosen("shape");
  const before = chosen("size");
  const squares = (known()?.sizes ?? ["7", "9", "13", "19"]).map((side) => ({ board: side, title: `${side}x${side}`, picture: null }));
  const sizes = shape === "grid" ? squares : (data.shapes[shape] ?? []);
  showChoices(byId("size"), sizes);
  if (!sizes.length) return;
  const usual = shape === "grid" ? (known()?.board ?? "9") : (sizes[shape === "graph" ? 0 : 1] ?? sizes[0]).board;
  set("size", sizes.some((each) => each.board === before) ? before : usual);
}

/** Show only the fields that apply. */
function showFields() {
  const shape = chosen("shape");
  byId("text-field").hidden = byId("board-help").hidden = shape !== "text";
  byId("file-field").hidden = byId("graph-help").hidden = shape !== "file";
  byId("own-variant").hidden = known() !== undefined;
  const variant = known()?.name ?? "";
  setText(byId("prose"), data.summaries[variant] ?? "");
  byId("rules").hidden = !variant;
  byId("rules").setAttribute("href", `/rules/${variant}`);
  byId("workshop").setAttribute("href", `/workshop${variant && `?variant=${variant}`}`);
  byId("level-field").hidden = byId("follow-field").hidden = chosen("opponent") !== "computer";
  byId("tournament-field").hidden = chosen("opponent") !== "tournament";
  byId("colour-field").hidden = ["self", "tournament"].includes(chosen("opponent"));
  if (!start) showRated(chosen("opponent"));
  byId("komi-field").hidden = known()?.axes.end === "no-moves" && !input("axis-end").value;
  const usual = Number(input("handicap").value) ? data.handicap_komi : (known()?.axes.komi ?? 0);
  input("komi").placeholder = String(known() ? usual : "");
  const used = CLOCKS[input("clock").value] ?? [];
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) {
    field.hidden = !used.includes(field.dataset.for ?? "");
  }
  axes.forEach(showAxis);
  showIdle(data.idle[variant] ?? []);
}

/**
 * Hide the axes without effect in this game, except changed ones.
 * @param {string[]} idle
 */
function showIdle(idle) {
  for (const axis of axes) {
    const frame = /** @type {HTMLElement} */ (axis.parentElement);
    frame.hidden = idle.includes(axis.dataset.axis ?? "") && !axis.value.trim();
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} axis */
function showAxis(axis) {
  const name = axis.dataset.axis ?? "";
  const { about, values, default: common } = data.axes[name];
  const own = known()?.axes[name];
  const usual = known() ? String(own ?? common) : "";
  const text = usual ? say("As usual: {value}", { value: shownValue(axis, usual) }) : say("As the rules say");
  if (axis instanceof HTMLSelectElement) axis.options[0].textContent = text;
  else axis.placeholder = text;
  axis.parentElement?.classList.toggle("changed", axis.value.trim() !== "");
  byId(`say-${name}`).textContent = values[axis.value || usual] ?? about;
}

// -- what it comes to ----------------------------------------------------------------------------------------------------

/** Show the handicap for an even game under standard rules on a named board. */
function evened() {
  const board = chosen("shape") === "text" ? input("board").value : chosen("size");
  const usual = !start && chosen("opponent") === "computer" && known() && chosen("shape") !== "file" && board;
  showEven(usual ? { variant: known()?.name ?? "", board, level: input("level").value } : null);
}

/** Check the choice after a moment without changes. */
function check() {
  showFields();
  evened();
  remember("new", JSON.stringify(memory()));
  byId("trouble").hidden = true;
  byId("picture").classList.add("stale");
  clearTimeout(timer);
  timer = setTimeout(inquire, PAUSE);
}

async function inquire() {
  const mine = ++asked;
  try {
    if (start) return await showStart();
    const found = await ask("POST", "/api/check", { ...choice(), theme: theme() });
    if (mine === asked) show(found);
  } catch (error) {
    if (mine !== asked) return;
    byId("summary").textContent = whyFailed(error);
  }
}

/** Show the position of the review, under the rules chosen there. */
async function showStart() {
  const { review, ...rest } = /** @type {NonNullable<typeof start>} */ (start);
  const view = await ask("GET", `/api/reviews/${review}?${new URLSearchParams({ ...rest, tree: "false", theme: theme() })}`);
  paint(view.svg);
  const [title, board] = byId("name").children;
  title.textContent = view.rules.title;
  board.textContent = sizeOf(view.board);
  byId("summary").textContent = view.over ?? "";
}

/** @param {string} svg */
function paint(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  byId("picture").classList.remove("stale");
  byId("picture").replaceChildren(document.importNode(parsed, true));
}

/** @param {Answer} found */
function show(found) {
  answer = found;
  byId("picture").classList.toggle("stale", !found.board);
  if (found.board) paint(found.board.svg);
  const [title, board] = byId("name").children;
  title.textContent = found.title;
  board.textContent = found.board ? sizeOf(found.board) : "";
  if (!known()) setText(byId("prose"), found.prose);
  showIdle(found.idle);
  explain(found);
  const sentences = found.rules.filter((row) => !found.idle.includes(row.axis));
  byId("told").hidden = !sentences.length;
  byId("told").querySelector("ul")?.replaceChildren(...sentences.map((row) => make("li", {}, row.sentence)));
}

/**
 * Show errors next to the fields concerned.
 * @param {Answer} found
 */
function explain(found) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[id^=wrong-]"))) place.hidden = true;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  const told = found.wrong.map((one) => ({ ...one, text: clash(one, fieldOf) }));
  for (const one of told) {
    for (const name of one.axes.length ? one.axes : [one.field]) {
      const place = document.getElementById(`wrong-${name}`);
      if (!place) continue;
      place.textContent = one.text;
      place.hidden = false;
      fieldOf(name)?.setAttribute("aria-invalid", "true");
    }
    if (one.axes.some((name) => form.querySelector(`[data-axis="${name}"]`))) {
      /** @type {HTMLDetailsElement} */ (byId("advanced")).open = true;
    }
  }
  const count = told.length;
  byId("summary").textContent =
    count === 1 ? say("Conflict: {text}", { text: told[0].text }) : count ? say("{count} conflicts; each is explained next to its setting.", { count }) : "";
}

/** @param {string} name */
function fieldOf(name) {
  if (name === "board" && chosen("shape") !== "text") return byId("size");
  return document.getElementById(name === "graph" ? "graph-file" : name) ?? document.getElementById(`axis-${name}`);
}

// -- memory, files, events -----------------------------------------------------------------------------------------------

/** @returns {Record<string, string>} every field's value, files left out */
function memory() {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value.length < 2000) kept[name] = value;
  for (const axis of axes) if (axis.value) kept[axis.id] = axis.value;
  return kept;
}

/** Fill in the last choices, and those in the address. */
async function fill() {
  /** @type {Record<string, string>} */
  let kept = recallObject("new");
  const address = new URLSearchParams(location.search);
  const variant = address.get("variant");
  if (variant && !(variant in data.variants)) Object.assign(kept, cleared(kept), await shared(variant));
  else if (variant && variant !== kept.variant) kept = { ...kept, ...cleared(kept), variant, shape: "grid", size: "" };
  const board = address.get("board");
  if (board) Object.assign(kept, placeOf(board, data.variants[kept.variant]?.sizes ?? []));
  if (address.get("opponent")) kept.opponent = address.get("opponent") ?? "";
  if (kept.shape === "file") kept.shape = "grid";
  fillIn(kept);
  if (!kept.level || follows()) set("level", recall("level") ?? "1");
  input("follow").checked = follows();
  if (axes.some((axis) => axis.value)) /** @type {HTMLDetailsElement} */ (byId("advanced")).open = true;
}

/**
 * Return the fields of a shared game: a variant with changed axes, or rules in TOML.
 * @param {string} id
 * @returns {Promise<Record<string, string>>}
 */
async function shared(id) {
  const { variant, axes: changed, toml, board } = await ask("GET", `/api/variants/${id}`).catch(() => ({}));
  const found = toml ? { variant: "own", toml } : variant in data.variants ? { variant } : {};
  const values = Object.entries(changed ?? {}).map(([name, value]) => [["komi", "handicap"].includes(name) ? name : `axis-${name}`, String(value)]);
  return { ...found, ...Object.fromEntries(values), ...(board ? placeOf(board, data.variants[variant]?.sizes ?? []) : {}) };
}

/** Fill in fields, those that decide other fields' options first. @param {Record<string, string>} kept */
function fillIn(kept) {
  const family = Object.keys(data.families).find((name) => data.families[name].includes(kept.variant));
  set("family", kept.variant === "own" ? "own" : (family ?? "go"));
  showFamily();
  set("variant", kept.variant ?? "");
  if (kept.shape) set("shape", kept.shape);
  showFamily();
  showSizes();
  for (const [name, value] of Object.entries(kept)) if (!PLACED.includes(name)) set(name, value);
}

/**
 * Return the fields that choose a board, or else the board as text.
 * @param {string} board
 * @param {string[]} sizes of the square boards
 * @returns {Record<string, string>}
 */
function placeOf(board, sizes) {
  const size = /^(?:gengo |large-[no] )?(\d+)$/.exec(board)?.[1];
  if (size && sizes.includes(size)) return { shape: "grid", size };
  const shape = Object.keys(data.shapes).find((name) => data.shapes[name].some((each) => each.board === board));
  return shape ? { shape, size: board } : { shape: "text", board };
}

/** @param {Record<string, string>} kept */
function cleared(kept) {
  const axial = Object.keys(kept).filter((name) => name.startsWith("axis-") || name === "komi" || name === "handicap");
  return Object.fromEntries(axial.map((name) => [name, ""]));
}

/**
 * Set a field if it accepts the value.
 * @param {string} name
 * @param {string} value
 */
function set(name, value) {
  const field = form.elements.namedItem(name) ?? document.getElementById(name);
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some((option) => option.value === value)) field.value = value;
  } else if (field instanceof RadioNodeList) field.value = value;
  else if (field instanceof HTMLInputElement && field.type === "radio") field.checked ||= field.value === value;
  else if (field instanceof HTMLInputElement && field.type !== "file") field.value = value;
  else if (field instanceof HTMLTextAreaElement) field.value = value;
}

/**
 * Read a file in the browser, unless it is too long.
 * @param {HTMLInputElement} field
 * @param {string} place
 * @returns {Promise<{name: string, text: string} | null>}
 */
async function read(field, place) {
  const file = field.files?.[0];
  if (!file) return null;
  if (file.size > MOST) {
    const wrong = byId(`wrong-${place}`);
    wrong.textContent = say("The file has {count:,} characters; at most {most:,} are read.", { count: file.size, most: MOST });
    wrong.hidden = false;
    return null;
  }
  return { name: file.name.slice(-200), text: await file.text() };
}

/** Hide the fields that the position decides, and the lobby, which only has games from the beginning. */
function beginThere() {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-fresh]"))) each.hidden = true;
  for (const value of ["open", "tournament"]) {
    const open = /** @type {HTMLElement} */ (form.querySelector(`input[value="${value}"]`));
    /** @type {HTMLElement} */ (open.parentElement).hidden = true;
    if (chosen("opponent") === value) set("opponent", "computer");
  }
}

form.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "family" || name === "variant") {
    for (const axis of axes) axis.value = "";
    input("komi").value = input("handicap").value = "";
    showFamily();
  }
  if (["family", "variant", "shape"].includes(name)) {
    showSizes();
    check();
  }
  if (name === "level" && LEVEL.test(input("level").value)) {
    remember("level", input("level").value);
    chosenByHand();
  }
});
/** Start the game, and store the choice for the next one. @param {HTMLButtonElement} button */
function beginKept(button) {
  const game = wanted();
  if (!start && answer?.board) keepGame(game, commas([answer.title ?? "", answer.board.name.slice(0, 60)]));
  begin(game, button, byId("trouble"));
}

onEven((even, colour) => {
  input("handicap").value = even.handicap ? String(even.handicap) : "";
  input("komi").value = even.komi === null ? "" : String(even.komi);
  set("colour", colour);
  check();
}, evened);
input("follow").addEventListener("change", () => {
  if (LEVEL.test(input("level").value)) remember("level", input("level").value);
  follow(input("follow").checked);
});
for (const button of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-preset]"))) {
  button.addEventListener("click", () => {
    fillIn({ ...cleared(memory()), variant: "chinese", shape: "grid", ...JSON.parse(button.dataset.preset ?? "{}") });
    check();
  });
}
byId("usual").addEventListener("click", () => {
  for (const axis of axes) axis.value = "";
  check();
});
byId("toml-file").addEventListener("change", async () => {
  const found = await read(input("toml-file"), "toml");
  if (!found) return;
  input("toml").value = found.text;
  check();
});
byId("graph-file").addEventListener("change", async () => {
  const found = await read(input("graph-file"), "graph");
  if (!found) return;
  graph = found;
  check();
});
form.addEventListener("input", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).type !== "file") check();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = answer?.ok === false && form.querySelector("[aria-invalid]");
  if (first) /** @type {HTMLElement} */ (first).focus();
  else if (chosen("opponent") === "open") offerToAnyone(wanted(), byId("trouble"));
  else if (chosen("opponent") === "tournament") {
    const game = { ...choice(), name: input("tournament-name").value, kind: input("tournament-kind").value, clock: wanted().clock };
    makeAndGo("/api/tournaments", game, byId("trouble"));
  }
  else beginKept(/** @type {HTMLButtonElement} */ (byId("begin")));
});
onTheme(inquire);
ready.then(async () => {
  await fill();
  if (start) beginThere();
  showFields();
  evened();
  inquire();
});
