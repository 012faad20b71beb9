// Why a game was lost: its three largest mistakes in plain words, each with the board before it and the better move.
import { reviewFor } from "./afterwards.js";
import { ask, Refused } from "./api.js";
import { make, setText } from "./dom.js";
import { theme } from "./theme.js";
import { moveWords, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./mistakes.js").Mistake} Mistake */

const MOMENTS = 3;

/**
 * Have the game analysed and show what decided it.
 * @param {HTMLElement} frame
 * @param {State} state of a game that is over
 */
export async function tellWhy(frame, state) {
  const note = make("p", { class: "small muted", role: "status" }, say("The computer is analysing your game."));
  frame.replaceChildren(note);
  try {
    const id = await reviewFor(state.id);
    const found = await mistakesOf(id, (done) => {
      const values = { done, all: Math.max(done, state.moves.length + 1) };
      setText(note, say("The computer is analysing your game: {done} of {all} positions.", values));
    });
    const own = found.filter(({ by, degree }) => state.you.includes(by) && degree !== "unclear").slice(0, MOMENTS).sort((a, b) => a.number - b.number);
    const moments = await Promise.all(own.map((mistake) => moment(id, mistake, state.board.text)));
    if (!frame.contains(note)) return; // the game goes on
    frame.replaceChildren(
      make("h2", { tabindex: -1 }, say("Why did I lose?")),
      ...(moments.length ? moments : [make("p", {}, say("No single move decided this game: it was lost little by little."))]),
    );
    const heading = frame.querySelector("h2");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setText(note, say("No explanation available: {text}", { text: error.message }));
  }
}

/**
 * Return the mistakes of a review's main line, the largest first, once all of it was looked at.
 * @param {string} id
 * @param {(done: number) => void} progress how many positions were looked at
 * @returns {Promise<Mistake[]>}
 */
function mistakesOf(id, progress) {
  const address = new URL(`/api/reviews/${id}/live`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  const looked = new Set();
  /** @type {Mistake[]} */
  let found = [];
  /** @type {Promise<Mistake[]>} */
  const heard = new Promise((resolve, reject) => {
    const begin = async () => {
      const { begun } = await ask("POST", `/api/reviews/${id}/analysis`, { graph: true });
      if (!begun) resolve(found);
    };
    socket.addEventListener("open", () => begin().catch(reject));
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "mistakes") found = message.mistakes;
      else if (message.type === "graph-done") resolve(found);
      else if (message.type === "trouble") reject(new Refused(message.code, message.text, 0));
      else if (message.type === "graph") {
        for (const place of Object.keys(message.points)) looked.add(place);
        progress(looked.size);
      }
    });
    socket.addEventListener("close", () => reject(new Refused("network", "", 0)));
  });
  return heard.finally(() => socket.close());
}

/** @param {string} id of the review @param {Mistake} mistake @param {string} board @returns {Promise<HTMLElement>} */
async function moment(id, mistake, board) {
  const { before, better, text } = mistake;
  const wish = new URLSearchParams({ node: before, then: better[0], tree: "false", coordinates: "false", theme: theme() });
  const { svg } = await ask("GET", `/api/reviews/${id}?${wish}`);
  const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  const values = { number: mistake.number, move: moveWords(mistake.move), better: moveWords(better[0]) };
  return make("figure", { class: "moment", "data-move": mistake.number, "data-board": board },
    /** @type {any} */ (picture),
    make("figcaption", {},
      make("strong", {}, say("Move {number}: you played {move}. {better} was better.", values)),
      ...(text && !text.includes("%") ? [text] : []))); // chances say nothing to a beginner
}
