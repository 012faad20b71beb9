// Two players on one device: the page judges the moves itself (gorules.js), and stores the game in this browser.
import { ask, whyFailed } from "./api.js";
import { Board } from "./board.js";
import { byId, draw, make, setText } from "./dom.js";
import { keep } from "./keep.js";
import { offerMove } from "./offeredmove.js";
import { OfflineGame } from "./offlinegame.js";
import { Actions, Question } from "./panel.js";
import { click } from "./sound.js";
import { onTheme, theme } from "./theme.js";
import { colourName, joined, msg, ready, say, sayCount, stopped } from "./words.js";

/** @typedef {import("./offlinegame.js").GameBoard} GameBoard */
/** @typedef {import("./offlinegame.js").NamedRules} NamedRules */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").ActionName} ActionName */

/** @type {Record<string, string>} */
const REASONS = {
  suicide: msg("A stone there would leave {player}'s own stones without a liberty (suicide)."),
  ko: msg("{opponent} has just captured here; retaking at once would bring the same position back (ko)."),
  positional: msg("The stones would stand as they stood before (positional superko)."),
  situational: msg("The stones would stand as before, with {opponent} to play again (situational superko)."),
};

const boardChoice = /** @type {HTMLSelectElement} */ (byId("board-choice"));
const rulesChoice = /** @type {HTMLSelectElement} */ (byId("rules-choice"));
const save = /** @type {HTMLAnchorElement} */ (byId("save"));

class OfflinePage {
  /** @param {{boards: GameBoard[], rules: NamedRules[]}} data */
  constructor(data) {
    this.data = data;
    this.game = OfflineGame.kept(data.boards, data.rules);
    /** The illegal points, by label. @type {Record<string, string>} */
    this.illegal = {};
    this.board = new Board(byId("board"), byId("reason"), {
      choose: (label) => this.choose(label),
      arm: (label) => offerMove(byId("confirm"), this.board, label),
      tell: (text) => setText(byId("cursor-said"), text),
    });
    this.board.dress = (picture) => this.dress(picture);
    this.actions = new Actions(byId("actions"), { act: (name) => this.act(name), send: () => {}, note: () => {} });
    this.question = new Question(byId("ask"));
    this.fill();
    this.paint([]);
  }

  /** Offer the boards and the rules there are. @private */
  fill() {
    boardChoice.replaceChildren(...this.data.boards.map(({ text, title }) => make("option", { value: text }, title)));
    rulesChoice.replaceChildren(...this.data.rules.map(({ name, title }) => make("option", { value: name }, title)));
    [boardChoice.value, rulesChoice.value] = [this.game.board.text, this.game.rules.name];
  }

  /** Start the chosen game; ask first if another one would be lost. @param {boolean} [sure] */
  begin(sure = false) {
    const open = this.game.phase !== "over" && this.game.go.moves.length > 0 && !sure;
    byId("ask").hidden = !open;
    this.question.ask(open ? "new" : "", () => [
      make("p", {}, say("Begin a new game? The present one is discarded.")),
      make("div", { class: "answers" },
        make("button", { type: "button", class: "first", "data-answer": "yes", click: () => this.begin(true) }, say("New game")),
        make("button", { type: "button", "data-answer": "no", click: () => this.stay() }, say("Keep playing"))),
    ]);
    if (open) return;
    const board = this.data.boards.find(({ text }) => text === boardChoice.value);
    const rules = this.data.rules.find(({ name }) => name === rulesChoice.value);
    if (board && rules) this.game = new OfflineGame(board, rules);
    this.paint([]);
  }

  /** Keep the present game. @private */
  stay() {
    byId("ask").hidden = true;
    this.question.ask("", () => []);
    [boardChoice.value, rulesChoice.value] = [this.game.board.text, this.game.rules.name];
  }

  /** Redraw the boards in other colours. @param {GameBoard[]} boards */
  redraw(boards) {
    this.data.boards = boards;
    this.game.board = boards.find(({ text }) => text === this.game.board.text) ?? this.game.board;
    this.paint([]);
  }

  /** @private @param {string} label */
  choose(label) {
    const { game } = this;
    const point = game.board.labels.indexOf(label);
    if (game.phase === "counting") {
      game.mark(point);
      this.paint([]);
    } else if (game.go.play(point)) {
      click();
      this.paint([label]);
    }
  }

  /** @private @param {ActionName} name */
  act(name) {
    const { game } = this;
    if (name === "pass") game.go.play(-1);
    else if (name === "agree") game.agreed = true;
    else game.undo();
    this.board.disarm();
    this.paint([]);
    this.board.take();
  }

  // -- display ---------------------------------------------------------------------------------------------------------

  /** @private @param {string[]} landed */
  paint(landed) {
    const { game, board } = this;
    const captured = landed.length ? game.go.gone.map((point) => game.board.labels[point]) : [];
    const frame = byId("offline-game");
    frame.dataset.phase = game.phase;
    this.pose();
    board.paint(game.svg(), { landed, captured });
    frame.style.setProperty("--aspect", String(board.picture?.aspect() ?? 1));
    this.tell();
    game.keep();
  }

  /** Say to the board what pointing at it means. @private */
  pose() {
    const { game } = this;
    const { labels, radius } = game.board;
    if (game.phase === "playing") {
      this.board.use({ kind: "play", stone: game.toPlay, illegal: this.refusals(), radius });
      return;
    }
    const { owners } = game.go.area(game.dead);
    const of = (/** @type {number} */ owner) => labels.filter((_, point) => owners[point] === owner);
    this.board.use({ kind: game.phase === "counting" ? "mark" : "look", radius, owners: { black: of(1), white: of(-1) } });
  }

  /** Return why points cannot be played. @private */
  refusals() {
    const { go, board, toPlay, rules } = this.game;
    const [player, opponent] = [colourName(toPlay), colourName(toPlay === "black" ? "white" : "black")];
    /** @type {Record<string, string>} */
    const found = {};
    for (const [point, label] of board.labels.entries()) {
      const why = go.stones[point] ? null : go.whyNot(point);
      const reason = why === "superko" ? rules.repetition : why;
      if (reason) found[label] = say(REASONS[reason], { player, opponent });
    }
    return found;
  }

  /** Ring the last move, and fade dead stones. @private @param {import("./picture.js").Picture} picture */
  dress(picture) {
    const { go, board, dead } = this.game;
    for (const point of dead) {
      const node = picture.points.get(board.labels[point])?.node;
      node?.classList.add("dead");
      node?.querySelector(".stone")?.setAttribute("opacity", "0.4");
    }
    const last = picture.points.get(board.labels[go.moves.at(-1) ?? -1] ?? "");
    if (!last) return;
    last.node.classList.add("last");
    const stroke = go.toPlay === 1 ? "#15161a" : "#fbfaf6";
    last.node.append(draw("circle", { class: "ring", cx: last.x, cy: last.y, r: board.radius / 2, fill: "none", stroke, "stroke-width": board.radius / 9 }));
  }

  /** @private */
  tell() {
    const { game } = this;
    const { captures, moves } = game.go;
    const area = game.go.area(game.dead);
    setText(byId("status"), this.status(area.margin));
    byId("goods").hidden = !(captures.black || captures.white);
    setText(byId("goods"), say("Prisoners: Black holds {black}, White holds {white}.", captures));
    byId("score").hidden = game.phase === "playing";
    setText(byId("score"), stopped(say("Black {black:g}, White {white:g} and komi {komi:g}, in area.", { ...area, owners: "", komi: game.rules.komi }),
      game.phase === "counting" && ending(area.margin)));
    byId("record").hidden = !moves.length;
    URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob([game.sgf()], { type: "application/x-go-sgf" }));
    save.download = "tengen.sgf";
    const can = { playing: { pass: { ok: true } }, counting: { agree: { ok: true } }, over: {} }[game.phase];
    const actions = { ...can, undo: moves.length ? { ok: true } : { ok: false, why: say("Nothing has been played yet.") } };
    const state = { you: ["black", "white"], actions, agreed: [], dead: ["stones"] };
    this.actions.show(/** @type {State} */ (/** @type {unknown} */ (state)), false, false);
  }

  /** @private @param {number} margin */
  status(margin) {
    const { game } = this;
    if (game.phase === "over") return ending(margin);
    if (game.phase === "counting") return say("Both have passed. Mark the dead stones, then agree");
    const turn = say("{player} to play", { player: colourName(game.toPlay) });
    return game.go.moves.at(-1) === -1 ? joined([say("{player} passes", { player: colourName(game.toPlay === "black" ? "white" : "black") }), turn]) : turn;
  }

  /** Send the game to the server for a review. */
  async review() {
    setText(byId("notice"), "");
    try {
      location.assign((await ask("POST", "/api/reviews", { text: this.game.sgf(), circles: "ask", board: "" })).url);
    } catch (error) {
      setText(byId("notice"), stopped(whyFailed(error), say("The game is kept in this browser: try again later.")));
    }
  }
}

/** @param {number} margin Black's lead @returns {string} */
function ending(margin) {
  if (!margin) return say("Both have the same score: a draw.");
  const points = Math.abs(margin);
  return sayCount("{winner} wins by {points:g} point.", "{winner} wins by {points:g} points.", points, { points, winner: colourName(margin > 0 ? "black" : "white") });
}

const fetched = () => ask("GET", `/offline/boards.json?theme=${theme()}`);

ready.then(fetched).then((data) => {
  const page = new OfflinePage(data);
  byId("begin").addEventListener("submit", (event) => {
    event.preventDefault();
    page.begin();
  });
  byId("review").addEventListener("click", () => page.review());
  onTheme(() => fetched().then(({ boards }) => page.redraw(boards)).catch(() => undefined));
}).catch((error) => setText(byId("status"), whyFailed(error)));
keep();
