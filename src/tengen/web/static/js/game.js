// The page of a game: it shows the server's state and sends the player's intents. It does not know rules.
import { AnalysisBoard } from "./analysisboard.js";
import { ask, Live } from "./api.js";
import { Board } from "./board.js";
import { byId, make, setText } from "./dom.js";
import { PARTS } from "./gameparts.js";
import { LinkLine } from "./linkline.js";
import { recall, remember } from "./memory.js";
import { coordinates, Looks } from "./looks.js";
import { Loupe } from "./loupe.js";
import { Menu } from "./menu.js";
import { Moves } from "./moves.js";
import { offerMove } from "./offeredmove.js";
import { Actions, askResign, Question, showFiles, showScore } from "./panel.js";
import { Past } from "./past.js";
import { Players } from "./players.js";
import { intentOf, modeOf } from "./pose.js";
import { takeSeat } from "./seat.js";
import { click } from "./sound.js";
import { statusOf } from "./status.js";
import { tellStory } from "./story.js";
import { onTheme, theme } from "./theme.js";
import { commas, ready, say, stopped } from "./words.js";

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
    /** The move number on the board; null: the present. @type {number | null} */
    this.past = null;
    this.positions = new Past(id);
    /** @type {Relations | null} */
    this.relations = null;
    this.tao = false;
    /** Whether taps mark seki, not dead stones. */
    this.seki = false;
    this.resigning = false;
    this.territory = recall("territory") === "1";
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
    }, byId("rows"));
    this.menu = new Menu();
    new Loupe(this.board);
    new Looks(byId("looks"), this.board, () => this.relook());
    byId("explain").addEventListener("click", () => this.explain(byId("explain").getAttribute("aria-expanded") !== "true"));
    byId("territory").addEventListener("click", () => this.toggleTerritory());
    byId("bid").addEventListener("submit", (event) => {
      event.preventDefault();
      this.bid(/** @type {HTMLInputElement} */ (this.bidForm.elements.namedItem("komi")).value);
    });
    byId("no-bid").addEventListener("click", () => this.bid("none"));
    this.question = new Question(byId("ask"));
    this.moves = new Moves(byId("moves"), (at) => this.go(at));
    this.analysis = new AnalysisBoard(id, this.board, {
      fetch: (moves, then) => this.positions.after(moves, this.look(), then),
      pose: () => this.pose(),
      closed: () => {
        this.go(Infinity);
        this.board.take();
      },
      note: (text) => this.note(text),
    });
    byId("open-analysis").addEventListener("click", () => this.analyse());
    this.link = new LinkLine(() => this.state !== null);
    this.live = new Live(id, this.look(), {
      state: (state) => this.hear(state),
      refused: (_, code, text) => this.refused(code, text),
      link: (link, seconds) => this.link.tell(link, seconds, this.live),
      closed: (why) => this.link.close(why),
    });
    this.parts = PARTS.map((part) => part(this));
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
      this.positions.clear();
      this.past = null;
    }
    if (this.analysis.isOpen && (this.past === null || (state.phase !== "playing" && state.phase !== "waiting"))) this.leave();
    if (state.moves.length !== known) this.tao = false;
    if (before && state.number !== before.number) this.forget(state);
    if (goesOn) this.welcome(state);
    else if (before && state.status !== before.status) setText(byId("said"), state.outcome?.text ?? state.status);
    if (state.board.wide && !this.relations) this.fetchRelations();
    this.show();
    const stands = before?.number === state.number && before.svg === state.svg; // only presence changed: a click is not lost
    if (this.past === null && !stands) {
      const one = goesOn && state.moves.length - known <= 2;
      this.board.paint(state.svg, { gone: state.gone, ...(one ? { landed: state.landed, captured: state.captured } : {}) });
      byId("game").style.setProperty("--aspect", String(this.board.picture?.aspect() ?? 1));
    }
  }

  /** Cancel pending input when the game goes on. @private @param {State} state */
  forget(state) {
    this.tao &&= !!state.actions.tao?.ok;
    this.seki &&= !!state.actions.seki?.ok;
    this.resigning &&= !!state.actions.resign?.ok;
    this.note("");
  }

  /** Announce a new move with a sound. @private @param {State} state */
  welcome(state) {
    click();
    setText(byId("said"), stopped(state.happened, state.due, this.status(state)));
  }

  /** @private @param {string} code @param {string} text */
  refused(code, text) {
    this.board.disarm();
    this.note(text || code);
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

  // -- display ---------------------------------------------------------------------------------------------------------

  /** @private */
  show() {
    const state = this.state;
    if (!state) return;
    byId("title").replaceChildren(
      make("a", { href: `/g/${state.id}/variant` }, state.variant.title), " ",
      make("span", { class: "small muted" }, state.board.name));
    byId("board").setAttribute("aria-label", say("Board: {game}", { game: commas([state.variant.title, state.board.name]) }));
    const fresh = byId("game").dataset.phase !== state.phase;
    byId("game").dataset.phase = state.phase;
    if (fresh && state.phase === "counting") this.menu.record();
    this.analysis.show(state);
    this.players.show(state, this.tao);
    this.actions.show(state, this.tao, this.seki);
    if (!state.actions.bid) this.bidForm.hidden = true;
    byId("no-bid").hidden = !state.actions.bid?.more;
    this.tellStatus();
    this.tellTerritory(state);
    if (this.past === null && tellStory(byId("story"), state, false)) this.explain(false);
    this.askWhatIsOpen();
    showScore(byId("score"), state);
    byId("terms").hidden = !state.terms;
    setText(byId("terms"), state.terms);
    showFiles(byId("files"), state.id);
    this.moves.show(state, this.past ?? state.moves.length);
    for (const part of this.parts) part.show(state, this.past);
    this.pose();
  }

  /** Show whose turn it is, or what the game waits for. @private */
  tellStatus() {
    const state = this.state;
    if (!state) return;
    const line = byId("status");
    if (this.analysis.isOpen) {
      this.analysis.tell(line, state);
      return;
    }
    if (this.past === null) {
      setText(line, this.status(state));
      return;
    }
    const text = say("Past position: the game is at move {count}.", { count: state.moves.length });
    if (line.firstChild?.textContent === text) return;
    line.replaceChildren(make("span", {}, text), " ",
      make("button", { type: "button", class: "inline", click: () => this.go(state.moves.length) }, say("Back to the present")));
  }

  /** Show the whole story, with its region on the board, or its first line. @private @param {boolean} open */
  explain(open) {
    const [story, button] = [byId("story"), byId("explain")];
    story.classList.toggle("open", open);
    byId("board").classList.toggle("explained", open);
    button.setAttribute("aria-expanded", String(open));
    setText(button, open ? say("Less") : say("Why?"));
    const happened = story.querySelector(".happened");
    button.hidden = !open && !this.state?.why && (!happened || happened.scrollWidth <= happened.clientWidth);
  }

  /** @private @param {State} state */
  tellTerritory(state) {
    const button = byId("territory");
    button.hidden = !state.tiles;
    button.setAttribute("aria-pressed", String(this.territory));
  }

  /** @private */
  toggleTerritory() {
    this.territory = !this.territory;
    remember("territory", this.territory ? "1" : null);
    if (this.state) this.tellTerritory(this.state);
    this.relook();
  }

  /** @private */
  askWhatIsOpen() {
    if (this.resigning) {
      this.question.ask("resign", () => askResign(() => this.resign(true), () => this.resign(false)));
    } else {
      this.question.ask("", () => []);
    }
  }

  /** Say to the board what pointing at it means now. @private */
  pose() {
    if (this.analysis.isOpen) this.board.use(this.analysis.mode(this.relations));
    else if (this.state) this.board.use(modeOf(this.state, { past: this.past !== null, tao: this.tao, relations: this.relations }));
  }

  /** Show a note under the status until the game goes on. @param {string} text */
  note(text) {
    setText(byId("notice"), text);
  }

  // -- what the player wants ------------------------------------------------------------------------------------------

  /** Send an intent for the shown position. @param {Intent} intent */
  send(intent) {
    if (!this.state) return;
    this.note("");
    this.live.send(intent, this.state.number);
  }

  /** @private @param {string} label */
  choose(label) {
    if (this.analysis.isOpen) this.analysis.choose(label);
    else if (this.state) this.send(intentOf(this.state, label, this));
  }

  /** Show, on a touch screen, the button that plays on the tapped point. @private @param {string | null} label */
  offer(label) {
    byId("do").classList.toggle("asking", label !== null);
    offerMove(byId("confirm"), this.board, label, this.tao);
  }

  /** @private @param {ActionName} name */
  act(name) {
    if (name === "hint" || name === "outlook") this.parts.some((part) => part.act?.(name));
    else if (name === "tao") this.takeTao();
    else if (name === "seki") this.markSeki();
    else if (name === "resign") this.askToResign();
    else if (name === "swap") this.send({ kind: "sides", said: "swap" });
    else if (name === "bid") this.bidForm.hidden = !this.bidForm.hidden;
    else if (name === "pass" || name === "return") this.send({ kind: "move", move: name });
    else if (name === "undo" || name === "no-result" || name === "hints" || name === "pause" || name === "time") this.send({ kind: "propose", what: name });
    else this.send({ kind: name });
    this.menu.close();
    if (name !== "resign") this.board.take();
  }

  /** @private */
  get bidForm() {
    return /** @type {HTMLFormElement} */ (byId("bid"));
  }

  /** @private @param {string} said */
  bid(said) {
    this.bidForm.hidden = true;
    this.send({ kind: "sides", said });
  }

  /** @private */
  takeTao() {
    this.tao = !this.tao;
    this.board.disarm();
    this.show();
    this.note(this.tao ? say("A Tao stone is in your hand: choose a point for it.") : "");
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
    byId("more").focus();
  }

  /** Open the analysis board over the position that is shown. @private */
  analyse() {
    this.past ??= this.state?.moves.length ?? null;
    if (this.past === null) return;
    this.menu.close();
    this.board.disarm();
    this.tao = this.seki = this.resigning = false;
    this.analysis.open(this.past);
    this.show();
    this.board.take();
  }

  /** Close the analysis board: the game itself is shown again, and the board is painted next. @private */
  leave() {
    this.analysis.close();
    this.past = null;
  }

  // -- looking back ---------------------------------------------------------------------------------------------------

  /** Show the position after a number of moves. @private @param {number} at */
  async go(at) {
    const state = this.state;
    if (!state) return;
    if (this.analysis.isOpen) this.leave();
    this.past = at >= state.moves.length ? null : at;
    this.board.disarm();
    this.show();
    if (this.past === null) {
      this.board.paint(state.svg, { gone: state.gone });
      return;
    }
    const stood = await this.positions.at(at, this.look());
    if (this.past !== at || this.state?.moves.length === at) return;
    if (stood) {
      if (tellStory(byId("story"), stood, true)) this.explain(false);
      this.board.paint(stood.svg, { gone: stood.gone });
    }
    if (!stood) this.note(say("Could not load that position."));
  }

  /** @private @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, textarea, select")) return;
    if (event.key === "Escape" && this.menu.isOpen) this.menu.close(true);
    else if (event.key === "Escape" && this.tao) this.takeTao();
    else if (event.key === "Escape" && this.resigning) this.resign(false);
    else if (!this.parts.some((part) => part.key?.(event.key)) && !this.analysis.key(event.key) && !this.moves.key(event.key)) return;
    event.preventDefault();
  }

  // -- what follows from all that -------------------------------------------------------------------------------------

  /** @private */
  look() {
    return { theme: theme(), coordinates: coordinates(wide.matches), territory: this.territory };
  }

  /** @private */
  relook() {
    this.live.see(this.look());
    if (this.analysis.isOpen) this.analysis.again();
    else if (this.past !== null) this.go(this.past);
    else if (this.state) this.board.paint(this.state.svg, { gone: this.state.gone });
  }

  /** @private @param {State} state */
  status(state) {
    return statusOf(state, Date.now() / 1000 - this.offset);
  }
}

/**
 * Return whether one game's moves begin with all of the other's.
 * @param {State} before
 * @param {State} after
 */
function sameStart(before, after) {
  return before.moves.every((move, i) => after.moves[i]?.by === move.by && after.moves[i].text === move.text);
}

async function start() {
  const id = byId("game").dataset.game ?? "";
  await ready;
  await takeSeat(id);
  addEventListener("hashchange", () => location.reload());
  new GamePage(id);
}

start();
