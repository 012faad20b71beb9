// The lists of the lobby: challenges, people, games to watch. Unchanged items keep their elements.
import { make } from "./dom.js";
import { theme } from "./theme.js";
import { msg, say, sayCount } from "./words.js";

/**
 * @typedef {object} Challenge
 * @property {string} id
 * @property {string} name
 * @property {string | null} profile
 * @property {boolean} here
 * @property {string} variant
 * @property {string} title
 * @property {string} board
 * @property {string[]} changed
 * @property {"black" | "white" | "random"} colour the maker's
 * @property {string} clock_text
 * @property {boolean} rated
 * @property {number | null} least
 * @property {number | null} most
 * @property {number | null} within
 * @property {boolean} match whether the game begins with the first challenge that fits
 * @property {string[]} also
 */

/**
 * @typedef {object} WatchedGame
 * @property {string} id
 * @property {string} url
 * @property {string} title
 * @property {string} board
 * @property {Record<"black" | "white", {name: string, kind: string, level: number | null}>} players
 * @property {number} moves
 * @property {number} number
 * @property {string} clock_text
 * @property {number} watchers
 */

/**
 * Fill a list with items; only changed items get new elements, so that the focus stays.
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} items
 * @param {(item: T) => HTMLElement} show
 */
export function fillList(list, items, show) {
  const before = new Map([...list.children].map((each) => [/** @type {HTMLElement} */ (each).dataset.item, each]));
  items.forEach((item, place) => {
    const key = JSON.stringify(item);
    let element = before.get(key);
    if (!element) {
      element = show(item);
      /** @type {HTMLElement} */ (element).dataset.item = key;
    }
    before.delete(key);
    if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
  });
  for (const gone of before.values()) gone.remove();
}

/** The reader's colour in words. */
const YOU_PLAY = { black: msg("you play Black"), white: msg("you play White"), random: msg("random colours") };

/**
 * @param {Challenge & {mine: boolean}} challenge
 * @param {(challenge: Challenge) => void} accept
 * @param {(challenge: Challenge) => void} withdraw
 */
export function challengeRow(challenge, accept, withdraw) {
  const { mine, name, colour } = challenge;
  const other = colour === "random" ? "random" : colour === "black" ? "white" : "black";
  const facts = [challenge.clock_text, say(YOU_PLAY[mine ? colour : other]), ...extras(challenge)];
  const told = make("span", { class: "grow" },
    make("strong", {}, `${challenge.title} ${challenge.board}`), make("br"),
    make("span", {}, mine ? say("your challenge") : named(name, challenge.profile)), challenge.here ? "" : " ",
    challenge.here ? "" : make("span", { class: "tag" }, say("away")), make("br"),
    make("span", { class: "small muted" }, facts.join(" · ")));
  if (challenge.also.length) told.append(make("br"), make("span", { class: "small muted" }, say("Also: {games}", { games: challenge.also.join(" · ") })));
  if (challenge.changed.length) {
    told.append(make("details", {}, make("summary", {}, say("Changed rules")),
      make("ul", {}, ...challenge.changed.map((each) => make("li", {}, each)))));
  }
  const button = mine
    ? make("button", { type: "button", click: () => withdraw(challenge) }, say("Withdraw"))
    : make("button", { type: "button", class: "first", "aria-label": say("Accept the challenge of {name}", { name }), click: () => accept(challenge) },
      say("Accept"));
  return make("li", { class: mine ? "row mine" : "row" }, told, button);
}

/**
 * A name, linked to the player's profile if any.
 * @param {string} name
 * @param {string | null} profile
 */
export const named = (name, profile) => (profile ? make("a", { href: profile }, name) : name);

/** @param {Challenge} challenge */
function extras({ rated, least, most, within }) {
  const found = rated ? [say("rated")] : [];
  if (least !== null && most !== null) found.push(say("rating {least} to {most}", { least, most }));
  else if (least !== null) found.push(say("rating {least} or more", { least }));
  else if (most !== null) found.push(say("rating {most} or less", { most }));
  if (within !== null) found.push(say("ratings at most {within} points apart", { within }));
  return found;
}

/** @param {WatchedGame} game */
export function gameCard(game) {
  const picture = `/api/lobby/games/${game.id}.svg?number=${game.number}&theme=${theme()}`;
  const { black, white } = game.players;
  const moves = game.moves ? sayCount("1 move", "{count} moves", game.moves) : say("no moves yet");
  const watchers = game.watchers ? sayCount("1 spectator", "{count} spectators", game.watchers) : say("no spectators");
  return make("li", {},
    make("a", { href: game.url },
      make("img", { src: picture, alt: "", width: 168, height: 168, loading: "lazy" }),
      make("strong", {}, `${game.title} ${game.board}`),
      make("span", {}, say("{black} and {white}", { black: nameOf(black), white: nameOf(white) })),
      make("span", { class: "small muted" }, [moves, game.clock_text].join(" · ")),
      make("span", { class: "small muted watchers" }, watchers)));
}

/** @param {{name: string, kind: string}} player */
function nameOf({ name, kind }) {
  return kind === "computer" ? say("{name} (bot)", { name }) : name;
}
