// The page of a review: a record to step through, under any rules. It does not know rules itself.
import { offerMove } from "./offeredmove.js";
import { ask, Refused } from "./api.js";
import { Board } from "./board.js";
import { drawCandidates, showCandidates } from "./candidates.js";
import { Comments } from "./comments.js";
import { byId, setText } from "./dom.js";
import { Graph } from "./graph.js";
import { comeByLink, Guests } from "./guests.js";
import { Mistakes } from "./mistakes.js";
import { Line } from "./line.js";
import { keepProblems, sidesIn } from "./ownproblems.js";
import { Positions } from "./positions.js";
import { onTheme, theme } from "./theme.js";
import { Analysis } from "./reviewanalysis.js";
import { Marks } from "./marks.js";
import { reached, wishOf } from "./reviewkeys.js";
import { showAbout, showLinks, showSteps, showVerdict } from "./reviewpanel.js";
import { Teaching } from "./teaching.js";
import { TryAgain } from "./tryagain.js";
import { movedBy, Tree, TreeView } from "./variations.js";
import { joined, moveWords, ready, say, stopped } from "./words.js";

/** @typedef {import("./reviewpanel.js").View} View */
/** @typedef {import("./reviewkeys.js").Wish} Wish */

const REPAINT = 700;
const wide = matchMedia("(min-width: 700px)");

class ReviewPage {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {View | null} */
    this.view = null;
    /** @type {Tree | null} */
    this.tree = null;
    const [node, rules] = decodeURIComponent(location.hash.slice(1)).split(",");
    this.node = node || "0";
    this.rules = rules || "";
    /** Moves shown after the position that are not in the record. @type {string[]} */
    this.then = [];
    /** Messages received before the first position. @type {any[]} */
    this.early = [];
    this.painted = 0;
    this.positions = new Positions(id, {
      place: () => this.whereabouts(),
      options: () => ({
        theme: theme(),
        coordinates: String(wide.matches),
        territory: String(this.analysis.shows("territory") && !this.again.isOn),
      }),
      hasTree: () => this.tree !== null,
      show: (view) => this.show(view),
      showRecord: (view) => this.showRecord(view),
      lost: () => {
        this.node = "0";
        this.fetch(true);
      },
      note: (text) => this.note(text),
    });
    this.board = new Board(byId("board"), byId("reason"), {
      choose: (label) => this.attempt(label),
      arm: (label) => this.offer(label),
      tell: (text) => setText(byId("cursor-said"), text),
    });
    this.treeView = new TreeView(byId("tree"), (address) => this.go(address));
    this.graph = new Graph(byId("graph"), (place) => this.go(String(place)));
    this.steps = showSteps(byId("steps"), (where) => this.step(where));
    this.comments = new Comments(byId("words"), id, () => this.fetch(true));
    this.guests = new Guests(byId("guests"), id, () => this.teaching.begin());
    this.marks = new Marks(byId("marks"), id, { changed: () => this.view && this.point(this.view), note: (text) => this.note(text) });
    this.teaching = new Teaching(byId("teaching"), id, {
      place: () => this.whereabouts(),
      go: (place) => this.follow(place),
      fetch: () => this.fetch(),
      invite: () => this.guests.invite(),
      note: (text) => this.note(text),
    });
    this.you = sidesIn(id);
    this.mistakes = new Mistakes(byId("mistake"), byId("mistakes"), this.you, {
      go: (address, then = [], why = "") => this.imagine(address, then, then.length ? stopped(say("Not played, but better: {moves}", { moves: then.map(moveWords).join(" ") }), why) : ""),
      again: (mistakes) => this.again.make(mistakes, byId("title").textContent ?? ""),
    });
    this.again = new TryAgain(byId("again"), id, { go: (address, then) => this.imagine(address, then), rules: () => this.rules });
    this.analysis = new Analysis(id, byId("switches"), this.you.length > 0, {
      view: () => (this.view?.node === this.node && !this.again.isOn ? this.view : null),
      rules: () => this.rules,
      isOpen: () => this.news.isOpen,
      fetch: () => this.fetch(),
      draw: (points) => this.graph.add(points),
      done: () => this.endMistakes(),
    });
    this.news = new Line({
      path: () => `/api/reviews/${id}/live`,
      hear: (message) => this.hear(message),
      opened: () => this.connected(),
      link: (link, seconds) => this.tellLink(link, seconds),
      closed: (why) => this.note(why === "gone"
        ? say("Review not found; the link may be incomplete.")
        : say("The server takes this page for another site's and rejects it. Open it at the server's own address.")),
    });
    this.news.open();
    const select = /** @type {HTMLSelectElement} */ (byId("rules"));
    select.value = this.rules;
    this.rules = select.value;
    select.addEventListener("change", () => this.replay(select.value));
    showLinks(byId("links"), id, () => this.node, () => this.rules);
    byId("remove").addEventListener("click", () => this.remove());
    onTheme(() => this.fetch());
    wide.addEventListener("change", () => this.fetch());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.goToHash());
    if (new URLSearchParams(location.search).has("copy")) this.note(say("This is your own copy of the review; the original belongs to another visitor."));
    this.fetch(true);
    if (new URLSearchParams(location.search).has("again")) this.again.resume(this.node);
  }

  // -- going about ----------------------------------------------------------------------------------------------------

  /** @param {string | null | undefined} address */
  go(address) {
    if (!address || this.again.isOn || !this.tree?.find(address)) return;
    if (address === this.node && !this.then.length) return;
    this.imagine(address);
  }

  /** Go to a position, and show a continuation. @param {string} address @param {string[]} [then] @param {string} [words] */
  imagine(address, then = [], words = "") {
    this.node = address;
    this.then = then;
    this.note(words);
    this.moved();
  }

  /** Show another place, and lead or leave those who follow the same board. @private */
  moved() {
    this.place();
    if (!this.again.isOn) this.teaching.stepped();
    this.fetch();
  }

  /** Go to the lesson's position. @private @param {import("./teaching.js").Place} place */
  follow({ node, rules, then }) {
    if (this.again.isOn) return;
    if (rules !== this.rules) this.chooseRules(rules);
    this.node = node;
    this.then = then ? then.split(",") : [];
    this.note("");
    this.place();
    this.fetch();
  }

  /** @private */
  whereabouts() {
    return { node: this.node, rules: this.rules, then: this.then.join(",") };
  }

  /** @param {Wish} wish */
  step(wish) {
    if (wish === "remove") this.remove();
    else if (this.tree) this.go(reached(this.tree, this.node, wish));
  }

  /** @private @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, select, textarea, .behind")) return;
    const wish = wishOf(event);
    if (!wish) return;
    event.preventDefault();
    this.step(wish);
    if (target?.closest("#tree")) this.treeView.current?.focus({ preventScroll: true });
  }

  /** Show at once where one is; the position itself comes from the server. @private */
  place() {
    const address = `#${this.node}${this.rules ? `,${this.rules}` : ""}`;
    if (location.hash !== address) history.replaceState(null, "", address);
    const tree = this.tree;
    const illegal = this.view?.illegal?.node;
    this.treeView.mark(this.node, illegal && tree?.areOnOneLine(illegal, this.node) ? illegal : null);
    if (!tree) return;
    this.graph.mark(tree.onMainLine(this.node));
    this.mistakes.mark(this.node);
    byId("remove").hidden = this.view?.right !== "own" || !this.node.includes(".");
    this.steps({ back: tree.previous(this.node) !== null, forward: tree.next(this.node) !== null });
  }

  /** @private */
  goToHash() {
    const [node, rules = ""] = decodeURIComponent(location.hash.slice(1)).split(",");
    if (rules !== this.rules) this.replay(rules);
    this.go(node);
  }

  /** Show the record under other rules. @private @param {string} rules */
  replay(rules) {
    this.chooseRules(rules);
    this.then = [];
    this.moved();
  }

  /** @private @param {string} rules */
  chooseRules(rules) {
    this.rules = rules;
    /** @type {HTMLSelectElement} */ (byId("rules")).value = rules;
    this.forget();
  }

  /** Drop the analysis of the main line. @private */
  forget() {
    this.analysis.drawn = "";
    this.graph.begin(this.tree?.lines[0].nodes.length ?? 1);
    this.hearMistakes([]);
    this.mistakes.begin();
  }

  /** @private @param {import("./mistakes.js").Mistake[]} mistakes */
  hearMistakes(mistakes) {
    this.mistakes.hear(mistakes);
    this.mistakes.mark(this.node);
    const sure = mistakes.filter(({ degree }) => degree !== "unclear");
    this.graph.flag(sure);
    this.treeView.flag(sure);
    if (!this.rules && this.you.length && mistakes.length) keepProblems(this.id, byId("title").textContent ?? "", this.you, mistakes);
  }

  /** The whole line has been looked at. @private */
  endMistakes() {
    this.mistakes.end(this.tree?.lines[0].nodes.some(([move]) => move) ?? true);
  }

  // -- the server -----------------------------------------------------------------------------------------------------

  /** Fetch the position. @private @param {boolean} [whole] the tree, too */
  fetch(whole = false) {
    this.positions.fetch(whole);
  }

  /** Fetch missed data again. @private */
  connected() {
    this.analysis.askAgain();
    if (!this.view) return;
    this.fetch(true);
    this.teaching.reconnected();
  }

  /** @private @param {import("./line.js").LinkState} link @param {number} seconds */
  tellLink(link, seconds) {
    if (link === "preparing") this.note(say("The server is starting. The game comes by itself, in a moment."));
    else if (link === "outside") this.note(say("Too many connections or requests from your address. Trying again in {seconds} s.", { seconds: Math.ceil(seconds) }));
    else if (link === "back") this.note("");
  }

  /** @private @param {any} message */
  hear(message) {
    if (message.type === "tree") {
      if (message.removed) {
        const moved = (/** @type {string} */ node) => movedBy(node, message.removed, message.node);
        this.node = moved(this.node);
        this.teaching.readdress(moved);
      }
      this.fetch(true);
    } else if (message.type === "teach") {
      this.teaching.hear(message.lesson);
    } else if (!this.view) {
      this.early.push(message);
    } else if (message.rules !== this.view.rules.name) {
      return;
    } else if (message.type === "graph") {
      this.graph.add(message.points);
    } else if (message.type === "mistakes") {
      this.hearMistakes(message.mistakes);
    } else if (message.type === "graph-done") {
      this.endMistakes();
    } else if (message.type === "analysis" && message.node === this.node) {
      setText(
        byId("thinking"),
        message.final ? "" : say("{visits} simulations so far.", { visits: message.analysis.visits }),
      );
      if (message.final || Date.now() - this.painted > REPAINT) this.fetch(); // keeps board and table consistent
    } else if (message.type === "trouble" && (message.node === null || message.node === this.node)) {
      setText(byId("thinking"), message.text);
    }
  }

  // -- moves that are tried -------------------------------------------------------------------------------------------

  /** On a touch screen: offer the tapped move. @private @param {string | null} label */
  offer(label) {
    offerMove(byId("confirm"), this.board, label);
  }

  /** Take the variation one is in away, from here on. @private */
  async remove() {
    if (this.view?.right !== "own" || !this.node.includes(".")) return;
    const gone = this.node;
    const path = `/api/reviews/${this.id}/variation?${new URLSearchParams({ node: gone })}`;
    this.node = this.tree?.previous(gone) ?? "0"; // before the server's message
    this.then = [];
    try {
      await ask("DELETE", path);
      this.teaching.stepped();
      this.fetch(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.node = gone;
      this.note(error.message);
    }
  }

  /** @private @param {string} move */
  async attempt(move) {
    if (this.again.isOn) {
      this.again.try(move);
      return;
    }
    if (this.marks.isOn) {
      this.marks.put(this.node, move);
      return;
    }
    const wish = { node: this.node, move, ...(this.rules ? { variant: this.rules } : {}) };
    try {
      const made = await ask("POST", `/api/reviews/${this.id}/try`, wish);
      if (made.id !== this.id) {
        location.assign(`${made.url}?copy=1#${made.node}${this.rules ? `,${this.rules}` : ""}`);
        return;
      }
      this.node = made.node;
      this.then = [];
      this.note("");
      this.teaching.stepped();
      this.fetch(!this.tree?.find(made.node));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.board.disarm();
      this.note(error.message);
    }
  }

  // -- display ---------------------------------------------------------------------------------------------------------

  /** @private @param {View} view */
  show(view) {
    const moved = this.view?.node !== view.node || this.view.rules.name !== view.rules.name;
    this.view = view;
    if (view.record) this.showRecord(view);
    this.painted = Date.now();
    this.board.paint(view.svg);
    this.board.direct = !this.again.isOn; // elsewhere trial moves are free, and a tap is enough
    this.marks.show(view);
    this.point(view);
    this.place();
    showVerdict(byId("verdict"), view, (address) => this.go(address));
    setText(byId("place"), view.said);
    setText(byId("why"), view.why);
    byId("why").hidden = !view.why;
    this.comments.show(view);
    this.guests.show(view);
    this.teaching.show(view);
    if (moved) {
      setText(byId("said"), joined([view.said, view.why, view.over, view.comment]));
      setText(byId("thinking"), "");
    }
    this.showCandidates(view);
    for (const message of this.early.splice(0)) this.hear(message);
    if (moved) this.analysis.think();
  }

  /** Set the board to marks or trial moves. @private @param {View} view */
  point(view) {
    if (this.marks.isOn && !this.again.isOn) return this.board.use({ kind: "find" });
    const still = !!view.over || view.stopped || view.then.length > 0;
    this.board.use(still ? { kind: "look" } : { kind: "play", stone: view.to_play, illegal: view.forbidden });
  }

  /** Show the engine's moves, and the one played. @private @param {View} view */
  showCandidates(view) {
    const next = this.tree?.next(view.node);
    const at = next ? this.tree?.find(next) : null;
    const played = at?.line.nodes[at.place][0] ?? "";
    const found = this.analysis.isOn && !this.again.isOn ? view.analysis : null;
    const shown = this.analysis.shows("candidates") ? found : null;
    if (!view.then.length) drawCandidates(this.board, shown, shown || this.again.isOn ? played : "");
    showCandidates(byId("candidates"), found, played, (move) => this.attempt(move));
  }

  /** @private @param {View} view */
  showRecord(view) {
    const record = view.record;
    if (!record) return;
    const length = this.tree?.lines[0].nodes.length;
    this.tree = new Tree(record.lines);
    this.treeView.show(this.tree);
    if (length !== record.lines[0].nodes.length) this.forget();
    showAbout(view, record);
  }

  /** @param {string} text */
  note(text) {
    setText(byId("notice"), text);
  }
}

await ready;
const id = byId("review").dataset.review ?? "";
let refusal = "";
await comeByLink(id, (text) => (refusal = text));
const page = new ReviewPage(id);
if (refusal) page.note(refusal);
