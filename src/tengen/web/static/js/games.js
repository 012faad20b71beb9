// The list of a visitor's games, and their name.
import { ask, Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { Picture } from "./picture.js";
import { PushSwitch } from "./push.js";
import { onTheme, theme } from "./theme.js";
import { colourName, language, ready, say, sayCount, stopped } from "./words.js";

/**
 * @typedef {object} Listed
 * @property {string} url
 * @property {string} title
 * @property {string} board
 * @property {"waiting" | "playing" | "counting" | "over"} phase
 * @property {("black" | "white")[]} you
 * @property {boolean} your_turn
 * @property {number} moves
 * @property {Record<"black" | "white", string>} players
 * @property {string} text
 * @property {number} updated in seconds since 1970; 0: not yet
 * @property {string} svg
 */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

async function list() {
  const note = byId("note");
  try {
    /** @type {Listed[]} */
    const games = await ask("GET", `/api/me/games?theme=${theme()}`);
    byId("games").replaceChildren(...games.map(card));
    if (games.length) setText(note, "");
    else note.replaceChildren(say("You have no games yet."), " ", make("a", { href: "/new" }, say("Begin one")));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setText(note, say("Could not load your games: {text}", { text: error.message }));
  }
}

/** @param {Listed} game */
function card(game) {
  const colour = game.you[0];
  const name = game.players[colour === "black" ? "white" : "black"];
  const seat = game.you.length === 2 ? say("Both sides") : say("{colour} against {name}", { colour: colourName(colour), name });
  const picture = make("span", { class: "picture" });
  picture.append(new Picture(game.svg).svg);
  const moves = game.moves ? sayCount("1 move", "{count} moves", game.moves) : say("no moves");
  return make("li", { class: game.your_turn && "due" },
    make("a", { href: game.url },
      picture,
      make("strong", {}, `${game.title} `, make("span", { class: "small muted" }, game.board)),
      make("span", {}, stopped(game.text)),
      make("span", { class: "small muted when" },
        [seat, moves, ...(game.updated ? [since(game.updated)] : [])].join(" · "))));
}

/**
 * Format the time since an event.
 * @param {number} at seconds since 1970
 */
function since(at) {
  const seconds = at - Date.now() / 1000;
  const [unit, length] = UNITS.find(([, each]) => -seconds >= each) ?? ["second", Infinity]; // "now"
  return ago.format(Math.round(seconds / length), unit);
}

async function name() {
  const form = byId("naming");
  const field = /** @type {HTMLInputElement} */ (byId("name"));
  const help = byId("name-help");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      field.value = (await ask("PUT", "/api/me", { name: field.value })).name ?? "";
      setText(help, say("Saved."));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(help, error.message);
    }
  });
  const me = await ask("GET", "/api/me").catch(() => null);
  field.value = me?.name ?? "";
  form.hidden = false;
}

ready.then(() => {
  list();
  new PushSwitch(byId("calling"));
  name();
  onTheme(list);
});
