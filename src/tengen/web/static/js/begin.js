// Starting a game, once, and going to it.
import { ask, whyFailed } from "./api.js";
import { ready, say } from "./words.js";

/** @typedef {{id: string, url: string, seats: Record<string, string>, invite: string | null}} Made */

/** The milliseconds after which a wait is explained. */
const LONG = 3000;

let begun = false;

/**
 * Start a game and go to its page; show errors in their place on the page.
 * @param {Record<string, unknown>} choice
 * @param {HTMLButtonElement} button shows that it is waiting
 * @param {HTMLElement} trouble
 */
export async function begin(choice, button, trouble) {
  if (begun) return;
  begun = true;
  const name = button.textContent ?? "";
  trouble.hidden = true;
  button.setAttribute("aria-disabled", "true");
  await ready;
  button.textContent = say("Beginning …");
  const slow = setTimeout(() => tell(trouble, say("The server is preparing this kind of game for the first time; this may take a minute.")), LONG);
  try {
    const made = /** @type {Made} */ (await ask("POST", "/api/games", choice));
    location.assign(made.url);
  } catch (error) {
    begun = false;
    clearTimeout(slow);
    button.textContent = name;
    button.removeAttribute("aria-disabled");
    tell(trouble, whyFailed(error));
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function tell(place, text) {
  place.textContent = text;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

// Going back from the game, a cached page starts afresh.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
