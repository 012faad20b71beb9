// The seat in a secret link.
import { ask, Refused } from "./api.js";
import { byId, setText } from "./dom.js";

/**
 * Take the seat of the address, and remove the secret from it, so that it is not visible on the screen.
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
