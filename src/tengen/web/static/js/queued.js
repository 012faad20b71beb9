// Shows intents that wait for the connection.
import { byId, make, setText } from "./dom.js";
import { colourName, say } from "./words.js";

/**
 * @param {import("./gameparts.js").GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function queuedPart(table) {
  /** @type {import("./types.js").State | null} */
  let seen = null;
  const line = byId("queued");
  const text = make("span", {});
  const back = make("button", { type: "button", class: "inline", click: () => takeBack(table) }, say("Take it back"));
  const tell = () => {
    const told = seen ? queuedText(table.live, seen) : "";
    setText(text, told);
    back.hidden = !table.live.unsentMove;
    if (!told) line.replaceChildren();
    else if (!line.firstChild) line.append(text, " ", back);
  };
  table.live.watchers.push(tell);
  return {
    show(state) {
      seen = state;
      tell();
    },
  };
}

/** @param {import("./gameparts.js").GameTable} table */
function takeBack(table) {
  table.live.thinkAgain();
  table.board.disarm();
  byId("board").focus({ preventScroll: true });
}

/**
 * @param {import("./api.js").Live} live
 * @param {import("./types.js").State} state
 */
function queuedText(live, state) {
  if (live.isConnected) return "";
  const intents = [...live.unanswered.values()].map((message) => message.intent);
  const move = intents.find((intent) => intent.kind === "move");
  if (move?.kind === "move") return say("Your move {player} {move} is saved and will be sent when the connection is back.", { player: colourName(state.to_play), move: move.move });
  return intents.length ? say("Your request is saved and will be sent when the connection is back.") : "";
}
