// The game's page: the prompt for a name, and the link for spectators.
import { ask } from "./api.js";
import { atTheDoor } from "./door.js";
import { byId, make, setText } from "./dom.js";
import { copied } from "./sharing.js";
import { say, sayCount } from "./words.js";

/** @typedef {import("./types.js").State} State */

/**
 * Ask a nameless player with a human opponent for a name, once.
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function doorPart(table) {
  let asked = false;
  const named = () => ask("POST", `/api/games/${table.id}/name`).catch(() => null);
  return {
    show(state) {
      if (asked || state.you.length !== 1 || state.phase === "over" || !amongPeople(state)) return;
      asked = true;
      atTheDoor(byId("door"), { question: say("What should your opponent call you?"), named });
    },
  };
}

/** @param {State} state */
function amongPeople({ players }) {
  return players.black.kind === "person" && players.white.kind === "person";
}

/**
 * Offer the players the link for spectators.
 * @returns {import("./gameparts.js").GamePart}
 */
export function spectatorsPart() {
  const frame = byId("spectators");
  const told = make("span", { class: "small muted", role: "status" });
  const link = `${location.origin}${location.pathname}`;
  const watchers = make("span", { class: "small muted" });
  const button = make("button", { type: "button", class: "inline", title: say("For watching only: this link gives no seat."), click: () => copied(link, told) }, say("Link for spectators"));
  frame.replaceChildren(make("p", {}, button, " ", watchers, " ", told));
  return {
    show(state) {
      button.hidden = !state.you.length || state.phase === "over";
      setText(watchers, state.watchers ? sayCount("1 person watches", "{count} people watch", state.watchers) : "");
      frame.hidden = button.hidden && !state.watchers;
    },
  };
}
