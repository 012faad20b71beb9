// The seats' links: the invitation while the other seat is free, and a new link for a player who lost theirs.
import { ask, Refused } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { linkBox } from "./sharing.js";
import { colourName, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export const invitationPart = (table) => new Invitation(table.id);

class Invitation {
  /** @param {string} id of the game */
  constructor(id) {
    this.path = `/api/games/${id}/invitation`;
    this.frame = make("section", { id: "invitation", class: "invitation", "aria-label": say("Links") });
    this.told = make("p", { class: "small", role: "status" });
    this.shown = "";
  }

  /** @param {State} state */
  show(state) {
    const free = state.phase === "waiting" && state.you.length > 0;
    const mine = state.you[0];
    const theirs = mine === "black" ? "white" : "black";
    const other = state.players[theirs];
    const people = state.you.length === 1 && other.kind === "person" && state.phase !== "over";
    const away = people && !other.here && !state.rated;
    const key = free ? "free" : people ? `seats ${mine} ${away}` : "";
    if (key === this.shown) return;
    this.shown = key;
    byId(free ? "ask" : "looks").after(this.frame); // the invitation is visible; the rest is in the menu
    this.frame.hidden = !key;
    this.frame.replaceChildren();
    setText(this.told, "");
    if (free) this.invite(theirs);
    else if (people) this.offerLinks(mine, away ? theirs : null, other.name || colourName(theirs));
  }

  /** Show the current invitation. @private @param {Colour} theirs */
  async invite(theirs) {
    const url = await ask("GET", this.path).then((found) => found.url, () => null);
    if (this.shown !== "free") return;
    this.showInvitation(url, theirs);
  }

  /** @private @param {string | null} url @param {Colour} theirs */
  showInvitation(url, theirs) {
    const anew = make("button", { type: "button", class: "inline", title: say("The previous link stops working."),
      click: () => this.renewed(theirs, (made) => this.showInvitation(made, theirs)) }, say("Make a new link"));
    const about = make("p", { class: "small muted" }, say("For one person: the first to open it plays {colour}.", { colour: colourName(theirs) }), " ", anew);
    this.frame.replaceChildren(...(url ? [linkBox(new URL(url, location.origin).href, say("Link for your friend"), about)] : [about]), this.told);
  }

  /** @private @param {Colour} mine @param {Colour | null} lost the opponent's colour while they are away @param {string} name */
  offerLinks(mine, lost, name) {
    const button = (/** @type {Colour} */ colour, /** @type {string} */ text, /** @type {string} */ label) =>
      make("button", { type: "button", class: "inline", "data-seat": colour,
        click: () => this.renewed(colour, (url) => this.frame.replaceChildren(linkBox(new URL(url, location.origin).href, label), this.told)) }, text);
    this.frame.replaceChildren(make("p", { class: "small choices" },
      ...(lost ? [button(lost, say("{name} lost the seat?", { name }), say("Link to {name}'s seat", { name }))] : []),
      button(mine, say("Play on in another browser"), say("Link to your own seat"))), this.told);
  }

  /** @private @param {Colour} colour @param {(url: string) => void} then */
  async renewed(colour, then) {
    try {
      const { url } = await ask("POST", `${this.path}/${colour}`);
      then(url);
      setText(this.told, "");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(this.told, error.message);
    }
  }
}
