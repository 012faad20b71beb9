// The page of a review: a record to walk through, under any rules. It knows no rules itself.
import { ask, Refused } from "./api.js";
import { Board } from "./board.js";
import { byId, make, setText } from "./dom.js";
import { Graph } from "./graph.js";
import { recall, remember } from "./memory.js";
import { Line } from "./line.js";
import { onTheme, theme } from "./theme.js";
import { showCandidates, showLinks, showSteps, showVerdict } from "./reviewpanel.js";
import { Tree, TreeView } from "./variations.js";
import { ready, say } from "./words.js";

/** @typedef {import("./reviewpanel.js").View} View */

const PAUSE = 300;
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
    /** What was asked for last; an older answer is of no use. */
    this.asked = 0;
    this.fetching = false;
    this.timer = 0;
    this.painted = 0;
    this.drawn = "";
    this.on = { analysis: recall("review.analysis") === "1", candidates: true, territory: false };
    this.board = new Board(byId("board"), byId("reason"), {
      choose: (label) => this.attempt(label),
      arm: (label) => this.offer(label),
      tell: (text) => setText(byId("cursor-said"), text),
    });
    this.treeView = new TreeView(byId("tree"), (address) => this.go(address));
    this.graph = new Graph(byId("graph"), (place) => this.go(String(place)));
    this.steps = showSteps(byId("steps"), (where) => this.step(where));
    this.news = new Line({
      path: () => `/api/reviews/${id}/live`,
      hear: (message) => this.hear(message),
      opened: () => this.connected(),
      link: (link, seconds) => this.tellLink(link, seconds),
      closed: (why) => this.note(say(why === "gone" ? "review.gone" : "game.closed.foreign")),
    });
    this.news.open();
    const select = /** @type {HTMLSelectElement} */ (byId("rules"));
    select.value = this.rules;
    this.rules = select.value;
    select.addEventListener("change", () => this.replay(select.value));
    showLinks(byId("links"), id, () => this.node);
    this.showSwitches();
    onTheme(() => this.fetch());
    wide.addEventListener("change", () => this.fetch());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    if (new URLSearchParams(location.search).has("copy")) this.note(say("review.own_copy"));
    this.fetch(true);
  }

  // -- going about ----------------------------------------------------------------------------------------------------

  /** @param {string | null | undefined} address */
  go(address) {
    if (!address || address === this.node || !this.tree?.find(address)) return;
    this.node = address;
    this.note("");
    this.place();
    this.fetch();
  }

  /** @param {"first" | "back" | "forward" | "last" | "up" | "down"} where */
  step(where) {
    const tree = this.tree;
    if (!tree) return;
    const found = {
      first: "0",
      back: tree.previous(this.node),
      forward: tree.next(this.node),
      last: tree.last(this.node),
      up: tree.beside(this.node, -1),
      down: tree.beside(this.node, 1),
    };
    this.go(found[where]);
  }

  /** @private @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, select, textarea, .behind")) return;
    /** @type {Record<string, Parameters<ReviewPage["step"]>[0]>} */
    const keys = {
      ArrowLeft: "back",
      ArrowRight: "forward",
      ArrowUp: "up",
      ArrowDown: "down",
      PageUp: "back",
      PageDown: "forward",
      Home: "first",
      End: "last",
    };
    const where = keys[event.key];
    if (!where) return;
    event.preventDefault();
    this.step(where);
    if (target?.closest("#tree")) this.treeView.current?.focus({ preventScroll: true });
  }

  /** Show at once where one is; the position itself comes from the server. @private */
  place() {
    const address = `#${this.node}${this.rules ? `,${this.rules}` : ""}`;
    if (location.hash !== address) history.replaceState(null, "", address);
    const barred = this.view?.illegal && this.sameLine(this.view.illegal.node) ? this.view.illegal.node : null;
    this.treeView.mark(this.node, barred);
    const tree = this.tree;
    if (!tree) return;
    this.graph.mark(tree.onMainLine(this.node));
    this.steps({ back: tree.previous(this.node) !== null, forward: tree.next(this.node) !== null });
  }

  /** Say whether a node lies on the line through the current one. @private @param {string} address */
  sameLine(address) {
    for (let each = /** @type {string | null} */ (address); each; each = this.tree?.previous(each) ?? null) {
      if (each === this.node) return true;
    }
    for (let each = /** @type {string | null} */ (this.node); each; each = this.tree?.previous(each) ?? null) {
      if (each === address) return true;
    }
    return false;
  }

  /** @private */
  follow() {
    const [node, rules = ""] = decodeURIComponent(location.hash.slice(1)).split(",");
    if (rules !== this.rules) this.replay(rules);
    this.go(node);
  }

  /** Walk through the record under other rules. @private @param {string} rules */
  replay(rules) {
    this.rules = rules;
    /** @type {HTMLSelectElement} */ (byId("rules")).value = rules;
    this.drawn = "";
    this.graph.begin(this.tree?.lines[0].nodes.length ?? 1);
    this.place();
    this.fetch();
  }

  // -- the server -----------------------------------------------------------------------------------------------------

  /**
   * Ask for the position; while one answer is waited for, only the last wish is kept.
   * @private @param {boolean} [whole] the tree, too
   */
  async fetch(whole = false) {
    this.whole ||= whole || !this.tree;
    this.asked += 1;
    if (this.fetching) return;
    this.fetching = true;
    while (true) {
      const number = this.asked;
      const tree = this.whole;
      this.whole = false;
      await this.fetchOnce(tree);
      if (number === this.asked) break;
    }
    this.fetching = false;
  }

  /** @private @param {boolean} tree */
  async fetchOnce(tree) {
    const [node, rules] = [this.node, this.rules];
    const wanted = new URLSearchParams({
      node,
      theme: theme(),
      tree: String(tree),
      coordinates: String(wide.matches),
      candidates: String(this.on.analysis && this.on.candidates),
      territory: String(this.on.analysis && this.on.territory),
      ...(rules ? { variant: rules } : {}),
    });
    try {
      const view = await ask("GET", `/api/reviews/${this.id}?${wanted}`);
      if (node === this.node && rules === this.rules) this.show(view);
      else if (view.record) this.showRecord(view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "no-node" && node !== "0") {
        this.node = "0";
        this.fetch(true);
      } else {
        this.note(error.message || say("error.network"));
      }
    }
  }

  /** Ask anew for what was missed. @private */
  connected() {
    this.drawn = "";
    this.think();
  }

  /** @private @param {import("./line.js").LinkState} link @param {number} seconds */
  tellLink(link, seconds) {
    if (link === "preparing") this.note(say("game.preparing"));
    else if (link === "outside") this.note(say("game.link.outside", { seconds: Math.ceil(seconds) }));
    else if (link === "back") this.note("");
  }

  /** @private @param {any} message */
  hear(message) {
    if (message.type === "tree") {
      this.fetch(true);
    } else if (message.rules !== this.view?.rules.name) {
      return;
    } else if (message.type === "graph") {
      this.graph.add(message.points);
    } else if (message.type === "analysis" && message.node === this.node) {
      showCandidates(byId("candidates"), message.analysis, (move) => this.attempt(move));
      setText(
        byId("thinking"),
        message.final ? "" : say("review.analysis.thinking", { visits: message.analysis.visits }),
      );
      if (message.final || Date.now() - this.painted > REPAINT) this.fetch();
    } else if (message.type === "trouble" && (message.node === null || message.node === this.node)) {
      setText(byId("thinking"), message.text);
    }
  }

  /** Have what is looked at analysed, if that is wanted and one stays for a moment. @private */
  think() {
    clearTimeout(this.timer);
    if (!this.on.analysis) return;
    this.timer = window.setTimeout(() => this.askAnalysis(), PAUSE);
  }

  /** @private */
  async askAnalysis() {
    const view = this.view;
    if (!view || !this.news.isOpen) return;
    const chosen = this.rules ? { variant: this.rules } : {};
    const path = `/api/reviews/${this.id}/analysis`;
    try {
      if (!view.stopped && view.node === this.node) {
        const { begun } = await ask("POST", path, { node: view.node, ...chosen });
        if (!begun && view.node === this.node && !this.view?.analysis) this.fetch();
      }
      if (this.drawn !== view.rules.name) {
        this.drawn = view.rules.name;
        const { points } = await ask("POST", path, { graph: true, ...chosen });
        if (this.drawn === this.view?.rules.name) this.graph.add(points);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(byId("thinking"), error.message || say("error.network"));
    }
  }

  // -- moves that are tried -------------------------------------------------------------------------------------------

  /** On a touch screen: offer the move that was tapped. @private @param {string | null} label */
  offer(label) {
    const frame = byId("confirm");
    frame.hidden = label === null;
    if (label === null) return;
    frame.replaceChildren(
      make(
        "button",
        { type: "button", class: "first", click: () => this.board.confirm() },
        say("game.action.play", { point: label }),
      ),
      make("button", { type: "button", click: () => this.board.disarm() }, say("game.action.cancel")),
    );
  }

  /** @private @param {string} move */
  async attempt(move) {
    const wish = { node: this.node, move, ...(this.rules ? { variant: this.rules } : {}) };
    try {
      const made = await ask("POST", `/api/reviews/${this.id}/try`, wish);
      if (made.id !== this.id) {
        location.assign(`${made.url}?copy=1#${made.node}${this.rules ? `,${this.rules}` : ""}`);
        return;
      }
      this.node = made.node;
      this.fetch(!this.tree?.find(made.node));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.board.disarm();
      this.note(error.message || say("error.network"));
    }
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  /** @private @param {View} view */
  show(view) {
    const moved = this.view?.node !== view.node || this.view.rules.name !== view.rules.name;
    this.view = view;
    if (view.record) this.showRecord(view);
    this.painted = Date.now();
    this.board.paint(view.svg);
    const still = !!view.over || view.stopped;
    this.board.use(still ? { kind: "look" } : { kind: "play", stone: view.to_play, illegal: view.forbidden });
    this.place();
    showVerdict(byId("verdict"), view, (address) => this.go(address));
    setText(byId("place"), view.said);
    setText(byId("why"), view.why);
    byId("why").hidden = !view.why;
    setText(byId("comment"), [view.title, view.judgement, view.comment].filter(Boolean).join("\n"));
    if (moved) {
      setText(byId("said"), [view.said, view.why.replace(/\.$/, ""), view.over, view.comment].filter(Boolean).join(". "));
      setText(byId("thinking"), "");
    }
    showCandidates(byId("candidates"), this.on.analysis ? view.analysis : null, (move) => this.attempt(move));
    if (moved) this.think();
  }

  /** @private @param {View} view */
  showRecord(view) {
    const record = view.record;
    if (!record) return;
    const length = this.tree?.lines[0].nodes.length;
    this.tree = new Tree(record.lines);
    this.treeView.show(this.tree);
    if (length !== record.lines[0].nodes.length) {
      this.graph.begin(record.lines[0].nodes.length);
      this.drawn = "";
    }
    setText(byId("title"), record.title);
    document.title = `${record.title} · ${say("review.title")}`;
    const said = [view.board.name, record.result, record.event, record.date, ...record.warnings];
    setText(byId("about"), said.filter(Boolean).join(" · "));
    setText(byId("own-rules"), say("review.rules_own_named", { title: record.rules.title }));
  }

  /** @private */
  showSwitches() {
    const names = /** @type {("analysis" | "candidates" | "territory")[]} */ ([
      "analysis",
      "candidates",
      "territory",
    ]);
    byId("switches").replaceChildren(
      ...names
        .filter((name) => name === "analysis" || this.on.analysis)
        .map((name) =>
          make(
            "button",
            {
              type: "button",
              "aria-pressed": String(this.on[name]),
              id: `switch-${name}`,
              click: () => this.toggle(name),
            },
            say(`review.analysis.${name}`),
          ),
        ),
    );
    byId("graph").hidden = !this.on.analysis;
  }

  /** @private @param {"analysis" | "candidates" | "territory"} name */
  toggle(name) {
    this.on[name] = !this.on[name];
    if (name === "analysis") remember("review.analysis", this.on.analysis ? "1" : null);
    this.showSwitches();
    byId(`switch-${name}`).focus();
    setText(byId("thinking"), "");
    this.fetch();
    this.think();
  }

  /** @private @param {string} text */
  note(text) {
    setText(byId("notice"), text);
  }
}

await ready;
new ReviewPage(byId("review").dataset.review ?? "");
