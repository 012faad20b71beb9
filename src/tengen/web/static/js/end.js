// The end of a game as a card: the winner and why, three ways on, and for the loser the deciding mistake.
import { openReview, playAgain } from "./afterwards.js";
import { byId, make } from "./dom.js";
import { colourName, number, say, sayCount } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./gameparts.js").GameTable} GameTable */

/** The fewest moves of a game worth explaining. */
const ENOUGH = 6;

/**
 * @param {GameTable} table
 * @returns {import("./gameparts.js").GamePart}
 */
export function endPart(table) {
  const [card, told, ways, why, score] = ["end", "end-told", "ways", "why", "score"].map(byId);
  const place = document.createComment("");
  const counted = make("details", { class: "counted" }, make("summary", {}, say("How it was counted")));
  score.before(place);
  let shown = "";
  return {
    show(state) {
      const { outcome, phase } = state;
      card.hidden = phase !== "over" || !outcome;
      const key = card.hidden ? "" : JSON.stringify([outcome, state.rematch, state.you, state.score?.totals]);
      if (key === shown) return;
      shown = key;
      why.replaceChildren();
      if (!card.hidden && state.score) counted.append(score);
      else place.after(score);
      if (card.hidden || !outcome) return;
      told.replaceChildren(
        make("h2", {}, headline(state)),
        make("p", {}, reason(state)),
      );
      if (state.score) why.after(counted);
      else counted.remove();
      ways.replaceChildren(...waysOn(state, table));
      const lost = state.you.length === 1 && outcome.winner && outcome.winner !== state.you[0];
      if (lost && state.moves.length >= ENOUGH) why.replaceChildren(whyButton(state, why));
    },
  };
}

/** Return the winner and the margin for the viewer. @param {State} state */
function headline({ outcome, you, players, score }) {
  const winner = outcome?.winner;
  if (!outcome || !winner) return outcome?.how === "score" ? say("A draw") : say("No result");
  const mine = you.length === 1 ? winner === you[0] : null;
  const name = players[winner].name || colourName(winner);
  const by = Math.abs(outcome.margin ?? 0);
  if (outcome.how !== "score" || !by) return mine === null ? say("{name} won", { name }) : mine ? say("You won") : say("You lost");
  if (score?.kind === "stones") {
    if (mine === null) return sayCount("{name} won by 1 stone", "{name} won by {count} stones", by, { name });
    return mine ? sayCount("You won by 1 stone", "You won by {count} stones", by)
      : sayCount("You lost by 1 stone", "You lost by {count} stones", by);
  }
  if (mine === null) return sayCount("{name} won by 1 point", "{name} won by {count} points", by, { name });
  return mine ? sayCount("You won by 1 point", "You won by {count} points", by)
    : sayCount("You lost by 1 point", "You lost by {count} points", by);
}

/** Return the reason in one sentence. @param {State} state @returns {string} */
function reason({ score, outcome }) {
  if (!score) return outcome?.text ?? "";
  const values = { black: number(score.totals.black), white: number(score.totals.white), komi: number(score.komi) };
  return score.komi
    ? say("Black has {black}, White {white} with {komi} for komi.", values)
    : say("Black has {black}, White {white}.", values);
}

/** @param {State} state @param {GameTable} table @returns {HTMLElement[]} rematch, review, another game */
function waysOn(state, table) {
  const { rematch, you, players } = state;
  const elsewhere = `/g/${state.id}/variant?new=true`;
  const found = [
    make("button", { type: "button", id: "review", click: async () => table.note(await openReview(state.id)) }, say("Review")),
    make("a", { class: "button", href: elsewhere }, say("New game")),
  ];
  if (state.tournament) {
    found.unshift(make("a", { class: "button first", id: "tournament", href: `/t/${state.tournament}` }, say("To the tournament")));
  } else if (rematch && (!you.length || rematch.declined || you.includes(rematch.by))) {
    const by = players[rematch.by].name || colourName(rematch.by);
    found.unshift(make("a", { class: "button first", id: "there", href: `/g/${rematch.id}` }, say("{by} plays again: go there", { by })));
  } else if (you.length && !rematch) {
    const again = async () => table.note(await playAgain(state.id));
    found.unshift(make("button", { type: "button", class: "first", id: "again", click: again }, say("Rematch")));
  }
  return found;
}

/** @param {State} state @param {HTMLElement} frame */
function whyButton(state, frame) {
  const begin = async () => {
    const { tellWhy } = await import("./why.js");
    await tellWhy(frame, state);
  };
  return make("button", { type: "button", id: "ask-why", click: begin }, say("Why did I lose?"));
}
