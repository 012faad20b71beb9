// The operator's page keeps up with the server: its figures are fetched anew while somebody looks.
import { byId } from "./dom.js";

const EVERY = 5_000;
const state = byId("state");

setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("state");
    if (fresh) state.replaceChildren(...fresh.childNodes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the server is away; what it said last stays
  }
}, EVERY);
