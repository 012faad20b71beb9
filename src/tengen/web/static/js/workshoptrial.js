// Ten games of the computer against itself, and what they say of a game: who wins, how long it lasts, which rules matter.
import { ask, whyFailed } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { say, sayCount } from "./words.js";

/**
 * @typedef {object} Played
 * @property {"black" | "white" | null} winner
 * @property {string} how
 * @property {number} moves
 * @property {Record<string, number>} events
 * @property {Record<string, [number, boolean]>} effects
 */

const GAMES = 10;
const AT_ONCE = 2;
/** Milliseconds after which no further game starts. */
const LONGEST = 55_000;

/**
 * Play the games and show results as they come; one trial runs at a time.
 * @param {string} toml
 * @param {(axis: string) => string} titled what an axis is called
 */
export async function runTrial(toml, titled) {
  const [start, cancel] = [byId("trial"), byId("cancel")];
  if (start.getAttribute("aria-disabled") === "true") return;
  const began = Date.now();
  const stopping = new AbortController();
  /** @type {Played[]} */
  const played = [];
  const first = 1 + Math.floor(Math.random() * 900);
  let next = 0;
  let trouble = "";
  const [progress, status] = [/** @type {HTMLProgressElement} */ (byId("progress")), byId("trial-status")];
  const stop = () => stopping.abort();
  cancel.addEventListener("click", stop, { once: true });
  start.setAttribute("aria-disabled", "true");
  byId("findings").replaceChildren();
  progress.hidden = cancel.hidden = false;
  progress.value = 0;
  setText(status, say("The first game is being played …"));
  const work = async () => {
    while (next < GAMES && !stopping.signal.aborted && !trouble && Date.now() - began < LONGEST) {
      try {
        const found = await ask("POST", "/api/trials", { toml, number: first + next++ }, stopping.signal);
        played.push(found);
      } catch (error) {
        if (!stopping.signal.aborted) trouble = whyFailed(error);
        return;
      }
      progress.value = played.length;
      setText(status, say("{count} of {all} games", { count: played.length, all: GAMES }));
      byId("findings").replaceChildren(...findings(played, titled));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  cancel.removeEventListener("click", stop);
  progress.hidden = cancel.hidden = true;
  start.removeAttribute("aria-disabled");
  if (trouble) setText(status, trouble);
  else if (!stopping.signal.aborted) setText(status, sayCount("1 game in {seconds} seconds", "{count} games in {seconds} seconds", played.length, { seconds: Math.round((Date.now() - began) / 1000) }));
}

/**
 * @param {Played[]} played
 * @param {(axis: string) => string} titled
 * @returns {Node[]}
 */
function findings(played, titled) {
  const won = ["black", "white"].map((colour) => played.filter((game) => game.winner === colour).length);
  const even = played.length - won[0] - won[1];
  const lengths = played.map((game) => game.moves).sort((a, b) => a - b);
  const cut = played.filter((game) => game.how === "cut").length;
  /** @param {string} look @param {number} count */
  const bar = (look, count) => {
    const part = make("span", { class: look });
    part.style.flex = String(count);
    return part;
  };
  const facts = [
    say("Black won {black}, White {white}; {even} without a winner.", { black: won[0], white: won[1], even }),
    say("A game lasts {mean} moves, from {least} to {most}.", { mean: mean(lengths), least: lengths[0], most: lengths[lengths.length - 1] }),
    ...(cut ? [sayCount("1 game was stopped as too long and counted as it stood.", "{count} games were stopped as too long and counted as they stood.", cut)] : []),
    ...happened(played),
  ];
  return [
    make("div", { class: "wins", "aria-hidden": "true" }, bar("black", won[0]), bar("even", even), bar("white", won[1])),
    make("ul", {}, ...facts.map((fact) => make("li", {}, fact))),
    ...mattered(played, titled),
  ];
}

/** @param {Played[]} played @returns {string[]} what happened in a game, on average */
function happened(played) {
  /** @type {Record<string, (count: string) => string>} */
  const told = {
    captures: (count) => say("Stones captured in a game: {count}", { count }),
    kos: (count) => say("Turns at which repetition forbade a stone: {count}", { count }),
    incursions: (count) => say("Incursions in a game: {count}", { count }),
    tiles: (count) => say("Tiles laid in a game: {count}", { count }),
    taos: (count) => say("Tao stones put down in a game: {count}", { count }),
    returns: (count) => say("Prisoners returned in a game: {count}", { count }),
  };
  return Object.keys(played[0].events).filter((name) => name in told).map((name) => told[name](String(mean(played.map((game) => game.events[name])))));
}

/**
 * @param {Played[]} played
 * @param {(axis: string) => string} titled
 */
function mattered(played, titled) {
  const axes = [...new Set(played.flatMap((game) => Object.keys(game.effects)))];
  if (!axes.length) return [];
  const rows = axes.map((axis) => {
    const effects = played.map((game) => game.effects[axis] ?? [0, false]);
    const [legal, result] = [effects.filter(([turns]) => turns).length, effects.filter(([, winner]) => winner).length];
    return make("tr", {}, make("td", {}, titled(axis)), make("td", {}, `${legal}/${played.length}`), make("td", {}, `${result}/${played.length}`));
  });
  const heads = [say("Rule"), say("Changed what was legal"), say("Changed who won")];
  return [
    make("h2", {}, say("Which rules mattered")),
    make("p", { class: "small muted" }, say("In how many games a rule made a difference, compared with ordinary Go in that rule alone.")),
    make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows)),
  ];
}

/** @param {number[]} values */
function mean(values) {
  const found = values.reduce((sum, value) => sum + value, 0) / values.length;
  return found < 10 ? Math.round(found * 10) / 10 : Math.round(found);
}
