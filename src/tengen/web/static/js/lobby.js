// The lobby: the form for a challenge, and live lists of challenges, players and games.
import { ask, Refused } from "./api.js";
import { begin } from "./begin.js";
import { atTheDoor } from "./door.js";
import { byId, make, setText } from "./dom.js";
import { offerFriend } from "./friend.js";
import { Line } from "./line.js";
import { challengeRow, fillList, gameCard, named } from "./lobbylists.js";
import { recallObject, remember } from "./memory.js";
import { onTheme } from "./theme.js";
import { msg, ready, say, sayCount } from "./words.js";

/** @typedef {import("./lobbylists.js").Challenge} Challenge */
/** @typedef {import("./lobbylists.js").WatchedGame} WatchedGame */

/** @typedef {{challenges: string[], begun: Record<string, string>}} Own the visitor's challenges, and the games they became */

/**
 * @typedef {object} Lobby
 * @property {Challenge[]} challenges
 * @property {{names: string[], profiles: (string | null)[], more: number}} people
 * @property {WatchedGame[]} games
 * @property {Own} you
 */

const FIELDS = ["variant", "board", "clock", "colour"];
const LISTS = ["boards", "clocks", "games"];

/** Texts for empty lists. */
const NONE = {
  challenges: msg("No open challenges. Offer a game, or play one of the house bots."),
  people: msg("No named players online."),
  games: msg("No lobby games in progress."),
};

/** @type {Record<string, {name: string, title: string, boards: string[], board: string}[]>} */
const groups = JSON.parse(byId("kinds").textContent ?? "{}");
const kinds = Object.values(groups).flat();

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

class LobbyPage {
  constructor() {
    /** @type {Partial<Lobby>} */
    this.lobby = {};
    /** The visitor's challenges that this page has seen. @type {Set<string>} */
    this.own = new Set();
    this.line = new Line({
      path: () => "/api/lobby/live",
      hear: (message) => this.hear(message),
      link: (link) => setText(byId("link"), link === "back" ? ""
        : link === "preparing" ? say("The server is starting. The game comes by itself, in a moment.") : say("Connection lost. Trying again.")),
      closed: () => setText(byId("link"), say("The server takes this page for another site's and rejects it. Open it at the server's own address.")),
    });
    this.line.open();
    offerFriend();
    byId("offer").addEventListener("submit", (event) => {
      event.preventDefault();
      const seek = this.seek;
      if (event.submitter !== byId("find")) this.offer(this.chosen());
      else if (seek) this.withdraw(seek);
      else this.offer({ ...this.chosen(), ...ranges(), match: true });
    });
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-bot]"))) {
      button.addEventListener("click", () => this.playBot(button));
    }
    onTheme(() => {
      byId("games").replaceChildren();
      this.show();
    });
    const hooks = { question: say("What should we call you?"), stays: true, named: () => this.line.again() };
    atTheDoor(byId("door"), hooks);
  }

  // -- what the server says -------------------------------------------------------------------------------------------

  /** @private @param {any} message */
  hear(message) {
    if (message.type !== "lobby") return;
    Object.assign(this.lobby, message);
    this.show();
    this.goToGame();
  }

  /** Go to the game that began with a challenge this page has shown as one's own. @private */
  goToGame() {
    for (const id of this.lobby.you?.challenges ?? []) this.own.add(id);
    for (const [id, url] of Object.entries(this.lobby.you?.begun ?? {})) {
      if (!this.own.has(id)) continue;
      setText(byId("notice"), say("Challenge accepted: the game begins."));
      location.assign(url);
    }
  }

  /** One's own challenge that begins with the first that fits. @private */
  get seek() {
    const { challenges, you } = this.lobby;
    return challenges?.find((each) => each.match && you?.challenges.includes(each.id));
  }

  // -- display ---------------------------------------------------------------------------------------------------------

  /** @private */
  show() {
    const { challenges, people, games, you } = this.lobby;
    setText(byId("find"), this.seek ? say("Stop looking") : say("Find me an opponent"));
    if (challenges) {
      const own = new Set(you?.challenges);
      const shown = challenges.map((each) => ({ ...each, mine: own.has(each.id) }));
      fillList(byId("challenges"), shown, (each) => challengeRow(each, (one) => this.accept(one), (one) => this.withdraw(one)));
      tellNone("challenges", shown.length);
    }
    if (people) {
      /** @type {[string, string | null][]} */
      const names = people.names.map((name, place) => [name, people.profiles[place]]);
      if (people.more) names.push([sayCount("and 1 more", "and {count} more", people.more), null]);
      fillList(byId("people"), names, ([name, profile]) => make("li", {}, named(name, profile)));
      tellNone("people", names.length);
    }
    if (games) {
      fillList(byId("games"), games, gameCard);
      tellNone("games", games.length);
    }
  }

  // -- what the visitor wants -----------------------------------------------------------------------------------------

  /** The game that the form describes. @private */
  chosen() {
    const clock = JSON.parse(select("clock").selectedOptions[0].dataset.clock ?? "{}");
    const rated = /** @type {HTMLInputElement | null} */ (document.getElementById("rated"))?.checked ?? false;
    return { variant: select("variant").value, board: select("board").value, colour: select("colour").value, clock, rated };
  }

  /** @private @param {Record<string, unknown>} wanted */
  offer(wanted) {
    keepForm();
    this.attempt(async () => {
      const { id, url } = await ask("POST", "/api/lobby/challenges", wanted);
      this.own.add(id);
      if (url) return location.assign(url);
      setText(byId("notice"), wanted.match ? say("Looking for an opponent. Keep this page open.") : say("Your challenge is open. Waiting for an opponent."));
      this.line.again();
    });
  }

  /** @private @param {Challenge} challenge */
  accept(challenge) {
    this.attempt(async () => {
      const made = await ask("POST", `/api/lobby/challenges/${challenge.id}/accept`);
      location.assign(made.url);
    });
  }

  /** @private @param {Challenge} challenge */
  withdraw(challenge) {
    this.attempt(async () => {
      await ask("DELETE", `/api/lobby/challenges/${challenge.id}`);
      this.own.delete(challenge.id);
      setText(byId("notice"), say("Your offer is withdrawn."));
      byId("offer-button").focus();
    });
  }

  /** @private @param {HTMLButtonElement} button */
  playBot(button) {
    keepForm();
    const choice = { ...this.chosen(), clock: { kind: "none" } };
    begin({ ...choice, opponent: { kind: "computer", bot: button.dataset.bot }, listed: true }, button, byId("notice"));
  }

  /** Run an action, and show its error. @private @param {() => Promise<void>} work */
  async attempt(work) {
    setText(byId("notice"), "");
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(byId("notice"), error.message);
    }
  }
}

/**
 * Show a text for an empty list.
 * @param {keyof typeof NONE} name
 * @param {number} count
 */
function tellNone(name, count) {
  const line = byId(`no-${name}`);
  setText(line, say(NONE[name]));
  line.hidden = count > 0;
}

// -- the form ------------------------------------------------------------------------------------------------------------

/** Alternatives to the chosen game, and the limit of the rating difference. */
function ranges() {
  const form = new FormData(/** @type {HTMLFormElement} */ (byId("offer")));
  const [boards, clocks, games] = LISTS.map((name) => form.getAll(name).map(String));
  const within = /** @type {HTMLSelectElement | null} */ (document.getElementById("within"))?.value;
  return { boards, games, clocks: clocks.map((each) => JSON.parse(each)), within: within ? Number(within) : null };
}

/**
 * Fill a group of checkboxes, keeping ticks.
 * @param {string} id
 * @param {string} name
 * @param {[string, string][]} options values and titles
 */
function showBoxes(id, name, options) {
  const before = [.../** @type {NodeListOf<HTMLInputElement>} */ (byId(id).querySelectorAll(":checked"))].map((each) => each.value);
  byId(id).replaceChildren(...options.map(([value, title]) => {
    const box = make("input", { type: "checkbox", name, value });
    /** @type {HTMLInputElement} */ (box).checked = before.includes(value);
    return make("label", {}, box, " ", title);
  }));
}

/** Show the boards that suit the chosen game, and other games on them, keeping earlier choices. */
function showBoards() {
  const kind = kinds.find((each) => each.name === select("variant").value) ?? kinds[0];
  const before = select("board").value;
  const alike = kinds.filter((each) => each !== kind && each.boards.some((board) => kind.boards.includes(board)));
  showBoxes("boards", "boards", kind.boards.map((board) => [board, `${board}x${board}`]));
  showBoxes("more-games", "games", alike.map((each) => [each.name, each.title]));
  select("board").replaceChildren(...kind.boards.map((board) => make("option", { value: board }, `${board}x${board}`)));
  select("board").value = kind.boards.includes(before) ? before : kind.board;
}

function keepForm() {
  const form = new FormData(/** @type {HTMLFormElement} */ (byId("offer")));
  const lists = LISTS.map((name) => [name, form.getAll(name)]);
  remember("lobby", JSON.stringify(Object.fromEntries([...FIELDS.map((name) => [name, select(name).value]), ...lists])));
}

/** Fill in the last choices, and those in the address. */
function fillForm() {
  const kept = recallObject("lobby");
  const wanted = new URLSearchParams(location.search).get("variant");
  FIELDS.forEach((name) => {
    const value = name === "variant" && wanted ? wanted : kept[name];
    if (value && [...select(name).options].some((option) => option.value === value)) select(name).value = value;
    if (name === "variant") showBoards();
  });
  for (const name of LISTS) {
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`#wider input[name="${name}"]`))) {
      box.checked = (/** @type {any} */ (kept)[name] ?? []).includes(box.value);
    }
  }
}

select("variant").addEventListener("change", showBoards);
fillForm();
ready.then(() => new LobbyPage());
