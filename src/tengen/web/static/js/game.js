// The page of a game: it shows what the server says and sends what the player wants. It knows no rules.
import { ask, Live, queryOf, Refused } from "./api.js";
import { Board } from "./board.js";
import { byId, make, setText } from "./dom.js";
import { keepInvite, keptInvite, recall, remember } from "./memory.js";
import { Moves } from "./moves.js";
import { Actions, askResign, askUndo, inviteLink, Question, showFiles, showScore, showWays } from "./panel.js";
import { Players } from "./players.js";
import { click } from "./sound.js";
import { isToMove, statusOf } from "./status.js";
import { onTheme, theme } from "./theme.js";
import { ready, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Intent} Intent */
/** @typedef {import("./types.js").ActionName} ActionName */
/** @typedef {import("./types.js").Relations} Relations */

const wide = matchMedia("(min-width: 700px) and (min-height: 480px)");

class GamePage {
  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
    /** @type {State | null} */
    this.state = null;
    /** After how many moves the board stands; null: the present. @type {number | null} */
    this.past = null;
    /** Pictures of the past by moves and look. @type {Map<string, string>} */
    this.pictures = new Map();
    /** @type {Relations | null} */
    this.relations = null;
    this.tao = false;
    /** Whether taps mark seki, not dead stones. @private */
    this.seki = false;
    this.resigning = false;
    this.territory = recall("territory") === "1";
    this.linkTimer = 0;
    /** How far this machine's clock is ahead of the server's, in seconds. */
    this.offset = 0;
    this.board = new Board(byId("board"), byId("reason"), {
      choose: (label) => this.choose(label),
      arm: (label) => this.offer(label),
      tell: (text) => setText(byId("cursor-said"), text),
    });
    this.players = new Players(byId("players"), {
      giveBack: () => this.send({ kind: "move", move: "return" }),
      takeTao: () => this.takeTao(),
      tell: (text) => setText(byId("cursor-said"), text),
    });
    this.actions = new Actions(byId("actions"), {
      act: (name) => this.act(name),
      send: (intent) => this.send(intent),
      note: (text) => this.note(text),
    });
    byId("territory").addEventListener("click", () => this.toggleTerritory());
    this.question = new Question(byId("ask"));
    this.moves = new Moves(byId("moves"), (at) => this.go(at));
    this.live = new Live(id, this.look(), {
      state: (state) => this.hear(state),
      refused: (_, code, text) => this.refused(code, text),
      link: (link, seconds) => this.tellLink(link, seconds),
      closed: (why) => this.tellClosed(why),
    });
    onTheme(() => this.relook());
    wide.addEventListener("change", () => this.relook());
    addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.tellStatus(), 500);
  }

  // -- what the server says -------------------------------------------------------------------------------------------

  /** @private @param {State} state */
  hear(state) {
    const before = this.state;
    const known = before?.moves.length ?? 0;
    const same = !!before && sameStart(before, state);
    const goesOn = same && state.moves.length > known;
    this.state = state;
    this.offset = Date.now() / 1000 - state.now;
    if (before && !same) {
      this.pictures.clear();
      this.past = null;
    }
    if (state.moves.length !== known) this.tao = false;
    if (before && state.number !== before.number) this.forget(state);
    if (goesOn) this.welcome(state);
    else if (before && state.status !== before.status) setText(byId("said"), state.outcome?.text ?? state.status);
    if (state.board.wide && !this.relations) this.fetchRelations();
    this.show();
    if (this.past === null) {
      const one = goesOn && state.moves.length - known <= 2;
      this.board.paint(state.svg, one ? { landed: state.landed, captured: state.captured } : {});
      byId("game").style.setProperty("--aspect", String(this.board.picture?.aspect() ?? 1));
    }
  }

  /** Drop what was begun before the game went on. @private @param {State} state */
  forget(state) {
    this.tao &&= !!state.actions.tao?.ok;
    this.seki &&= !!state.actions.seki?.ok;
    this.resigning &&= !!state.actions.resign?.ok;
    this.note("");
  }

  /** Say and sound a new move. @private @param {State} state */
  welcome(state) {
    click();
    setText(byId("said"), [state.said, state.why.replace(/\.$/, ""), this.status(state)].filter(Boolean).join(". "));
  }

  /** @private @param {string} code @param {string} text */
  refused(code, text) {
    this.board.disarm();
    this.note(text || code);
  }

  /** @private @param {import("./line.js").LinkState} link @param {number} seconds */
  tellLink(link, seconds) {
    const line = byId("link");
    clearTimeout(this.linkTimer);
    if (link === "preparing") {
      setText(this.state ? line : byId("status"), say("game.preparing"));
    } else if (link === "outside" || (link === "lost" && seconds > 1.5)) {
      const words = `game.link.${link}${link === "lost" && this.live.unanswered.size ? "_unsent" : ""}`;
      line.replaceChildren(say(words, { seconds: Math.ceil(seconds) }), " ",
        make("button", { type: "button", class: "inline", click: () => this.live.hurry() }, say("game.link.now")));
    } else if (link !== "back") {
      line.replaceChildren(say("game.link.trying"));
    } else if (line.textContent) {
      line.replaceChildren(this.state ? say("game.link.back") : "");
      this.linkTimer = window.setTimeout(() => line.replaceChildren(), 4000);
    }
  }

  /** Say why nothing comes any more. @private @param {"foreign" | "gone"} why */
  tellClosed(why) {
    byId("link").replaceChildren();
    setText(byId(this.state ? "link" : "status"), say(`game.closed.${why}`));
  }

  /** @private */
  async fetchRelations() {
    this.relations = {};
    try {
      this.relations = await ask("GET", `/api/games/${this.id}/relations`);
      this.pose();
    } catch {
      this.relations = null;
    }
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  /** @private */
  show() {
    const state = this.state;
    if (!state) return;
    const title = `${state.variant.title}, ${state.board.name}`;
    byId("title").replaceChildren(
      make("a", { href: `/rules/${state.variant.name}` }, state.variant.title), " ",
      make("span", { class: "small muted" }, state.board.name));
    document.title = `${isToMove(state) ? "● " : ""}${title}`;
    byId("board").setAttribute("aria-label", `${say("game.board")}: ${title}`);
    byId("game").dataset.phase = state.phase;
    this.players.show(state, this.tao);
    this.actions.show(state, this.tao, this.seki);
    this.tellStatus();
    this.tellTiles(state);
    this.askWhatIsOpen(state);
    showScore(byId("score"), state);
    showWays(byId("ways"), state, { review: () => this.review(), again: () => this.again() });
    byId("terms").hidden = !state.terms;
    setText(byId("terms"), state.terms);
    showFiles(byId("files"), state.id);
    this.moves.show(state, this.past ?? state.moves.length);
    this.pose();
  }

  /** Say whose turn it is, or what is waited for. @private */
  tellStatus() {
    const state = this.state;
    if (!state) return;
    const line = byId("status");
    if (this.past === null) {
      setText(line, this.status(state));
      return;
    }
    const text = say("game.moves.past", { count: state.moves.length });
    if (line.firstChild?.textContent === text) return;
    line.replaceChildren(make("span", {}, text), " ",
      make("button", { type: "button", class: "inline", click: () => this.go(state.moves.length) }, say("game.moves.present")));
  }

  /** Say that the last placement was an incursion, as long as it was the last. @private @param {State} state */
  tellTiles(state) {
    const line = byId("incursion");
    const text = (this.past === null && state.tiles?.text) || "";
    setText(line, text);
    line.hidden = !text;
    const button = byId("territory");
    button.hidden = !state.tiles;
    button.setAttribute("aria-pressed", String(this.territory));
  }

  /** @private */
  toggleTerritory() {
    this.territory = !this.territory;
    remember("territory", this.territory ? "1" : null);
    if (this.state) this.tellTiles(this.state);
    this.relook();
  }

  /** @private @param {State} state */
  askWhatIsOpen(state) {
    const by = state.offer.undo?.by;
    const invite = this.invite(state);
    if (this.resigning) {
      this.question.ask("resign", () => askResign(() => this.resign(true), () => this.resign(false)));
    } else if (by && !state.you.includes(by) && state.you.length) {
      const answer = (/** @type {boolean} */ granted) => this.send({ kind: "undo-answer", granted });
      this.question.ask(`undo ${state.number}`, () => askUndo(answer));
    } else if (invite) {
      this.question.ask("invite", () => inviteLink(new URL(invite, location.origin).href));
    } else {
      this.question.ask("", () => []);
    }
  }

  /** Say to the board what pointing at it means now. @private */
  pose() {
    const state = this.state;
    if (!state) return;
    const radius = state.board.radius;
    const relations = this.relations;
    if (this.past === null && isToMove(state)) {
      const illegal = this.tao ? state.tao_illegal : state.illegal;
      const stone = this.tao ? "tao" : state.to_play;
      const tiles = this.tao ? null : state.tiles;
      this.board.use({ kind: "play", stone, illegal, radius, relations, due: tiles?.due, incursions: tiles?.incursions });
    } else if (this.past === null && state.phase === "counting" && state.you.length) {
      this.board.use({ kind: "mark", owners: state.score?.owners });
    } else {
      this.board.use({ kind: "look", relations, radius, owners: this.past === null ? state.score?.owners : undefined });
    }
  }

  /** @private @param {string} text */
  note(text) {
    setText(byId("notice"), text);
  }

  // -- what the player wants ------------------------------------------------------------------------------------------

  /** @private @param {Intent} intent */
  send(intent) {
    if (!this.state) return;
    this.note("");
    this.live.send(intent, this.state.number);
  }

  /** @private @param {string} label */
  choose(label) {
    const state = this.state;
    if (!state) return;
    if (state.phase === "counting" && this.seki) {
      this.send({ kind: "seki", stones: [label], seki: !state.seki?.stones.includes(label) });
    } else if (state.phase === "counting") {
      this.send({ kind: "dead", stones: [label], dead: !state.dead.includes(label) });
    } else {
      this.send({ kind: "move", move: this.tao ? `tao ${label}` : label });
    }
  }

  /** Show, on a touch screen, the button that plays what was tapped. @private @param {string | null} label */
  offer(label) {
    const frame = byId("confirm");
    frame.hidden = label === null;
    if (label === null) return;
    const words = this.tao ? "game.action.tao_play" : "game.action.play";
    frame.replaceChildren(
      make("button", { type: "button", class: "first", click: () => this.board.confirm() }, say(words, { point: label })),
      make("button", { type: "button", click: () => this.board.disarm() }, say("game.action.cancel")));
  }

  /** @private @param {ActionName} name */
  act(name) {
    if (name === "tao") this.takeTao();
    else if (name === "seki") this.markSeki();
    else if (name === "resign") this.askToResign();
    else if (name === "pass" || name === "return") this.send({ kind: "move", move: name });
    else this.send({ kind: name });
  }

  /** @private */
  takeTao() {
    this.tao = !this.tao;
    this.board.disarm();
    this.show();
    this.note(this.tao ? say("game.bowl.tao_chosen") : "");
  }

  /** Let taps mark seki, or dead stones again. @private */
  markSeki() {
    this.seki = !this.seki;
    this.show();
  }

  /** @private */
  askToResign() {
    this.resigning = true;
    this.show();
    /** @type {HTMLElement | null} */ (byId("ask").querySelector('[data-answer="no"]'))?.focus();
  }

  /** @private @param {boolean} sure */
  resign(sure) {
    this.resigning = false;
    this.show();
    if (sure) this.send({ kind: "resign" });
    this.actions.focus("resign");
  }

  /** @private */
  async review() {
    try {
      const made = await ask("POST", "/api/reviews", { game: this.id });
      location.assign(made.url);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.note(say("game.over.review_failed", { text: error.message || say("error.network") }));
    }
  }

  /** Play once more, by the same rules with the same player. @private */
  async again() {
    try {
      const made = await ask("POST", `/api/games/${this.id}/rematch`, {});
      if (made.invite) keepInvite(made.id, made.invite);
      location.assign(made.url);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.note(say("game.over.again_failed", { text: error.message || say("error.network") }));
    }
  }

  // -- looking back ---------------------------------------------------------------------------------------------------

  /** Look at the position after a number of moves. @private @param {number} at */
  async go(at) {
    const state = this.state;
    if (!state) return;
    this.past = at >= state.moves.length ? null : at;
    this.board.disarm();
    this.show();
    if (this.past === null) {
      this.board.paint(state.svg);
      return;
    }
    const picture = await this.picture(at);
    if (this.past !== at || this.state?.moves.length === at) return;
    if (picture) this.board.paint(picture);
    else this.note(say("game.moves.failed"));
  }

  /** @private @param {number} at @returns {Promise<string | null>} */
  async picture(at) {
    const query = `moves=${at}&${queryOf(this.look())}`;
    const known = this.pictures.get(query);
    if (known) return known;
    try {
      const { svg } = await ask("GET", `/api/games/${this.id}?${query}`);
      this.pictures.set(query, svg);
      return svg;
    } catch {
      return null;
    }
  }

  /** @private @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, textarea, select")) return;
    if (event.key === "Escape" && this.tao) this.takeTao();
    else if (event.key === "Escape" && this.resigning) this.resign(false);
    else if (!this.moves.key(event.key)) return;
    event.preventDefault();
  }

  // -- what follows from all that -------------------------------------------------------------------------------------

  /** @private */
  look() {
    return { theme: theme(), coordinates: wide.matches, territory: this.territory };
  }

  /** @private */
  relook() {
    this.live.see(this.look());
    if (this.past !== null) this.go(this.past);
  }

  /** @private @param {State} state */
  status(state) {
    return statusOf(state, Date.now() / 1000 - this.offset);
  }

  /** The link for the other seat, while it is free. @private @param {State} state @returns {string | null} */
  invite(state) {
    if (state.phase !== "waiting") keepInvite(this.id, null);
    return state.phase === "waiting" && state.you.length ? keptInvite(this.id) : null;
  }
}

/**
 * Say whether one game's moves begin with all of the other's.
 * @param {State} before
 * @param {State} after
 */
function sameStart(before, after) {
  return before.moves.every((move, i) => after.moves[i]?.by === move.by && after.moves[i].text === move.text);
}

/**
 * Take the seat that the address carries, and take it out of the address: nobody who sees the screen gets it.
 * @param {string} game
 */
async function takeSeat(game) {
  const token = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  try {
    await ask("POST", `/api/games/${game}/seat`, { token: decodeURIComponent(token) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setText(byId("notice"), say("game.seat_taken", { text: error.message || say("error.network") }));
  }
}

async function start() {
  const id = byId("game").dataset.game ?? "";
  await ready;
  await takeSeat(id);
  addEventListener("hashchange", () => location.reload());
  new GamePage(id);
}

start();
