// The seat that a secret link carries.
import { ask, Refused } from "./api.js";
import { byId, setText } from "./dom.js";

/**
 * Take the seat that the address carries, and take it out of the address: nobody who sees the screen gets it.
 * @param {string} game
 */
export async function takeSeat(game) {
  const token = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  try {
    await ask("POST", `/api/games/${game}/seat`, { token: decodeURIComponent(token) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setText(byId("notice"), error.message);
  }
}
