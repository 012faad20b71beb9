// On a touch screen a tap chooses a point; a button below the board then plays there.
import { make } from "./dom.js";
import { say } from "./words.js";

/**
 * Show or remove the button that plays on the tapped point.
 * @param {HTMLElement} frame
 * @param {import("./board.js").Board} board
 * @param {string | null} label
 * @param {boolean} [tao] whether a Tao stone is in the hand
 */
export function offerMove(frame, board, label, tao = false) {
  frame.hidden = label === null;
  if (label === null) return;
  const words = tao ? say("Tao stone on {point}", { point: label }) : say("Play {point}", { point: label });
  frame.replaceChildren(
    make("button", { type: "button", class: "first", click: () => board.confirm() }, words),
    make("button", { type: "button", click: () => board.disarm() }, say("Cancel")),
  );
}
