// Controls of every page: switches for colours and sound.
import { byId } from "./dom.js";
import { recall } from "./memory.js";
import { soundIsOn, switchSound } from "./sound.js";
import { chosenTheme, nextTheme } from "./theme.js";
import { msg, ready, say } from "./words.js";

const theme = byId("theme");
const sound = byId("sound");
const tongue = byId("language");

const THEMES = { auto: msg("Colours: as the system"), light: msg("Colours: light"), dark: msg("Colours: dark") };

function show() {
  name(theme, say(THEMES[chosenTheme()]));
  name(sound, soundIsOn() ? say("Sound: on") : say("Sound: off"));
  sound.setAttribute("aria-pressed", String(soundIsOn()));
  theme.hidden = sound.hidden = tongue.hidden = false;
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
function name(button, text) {
  button.setAttribute("aria-label", text);
  button.title = text;
}

theme.addEventListener("click", () => {
  nextTheme();
  show();
});
sound.addEventListener("click", () => {
  switchSound(!soundIsOn());
  show();
});
ready.then(show);
for (const change of ["online", "offline"]) addEventListener(change, showConnection);
showConnection();

function showConnection() {
  byId("offline").hidden = navigator.onLine;
}

tongue.addEventListener("change", (event) => {
  const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
  document.cookie = `language=${chosen}; path=/; max-age=34560000; samesite=lax`;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  location.reload();
});
// Synchronizes a signed-in visitor's settings and progress.
if (recall("account.base") !== null) import("./accountitems.js").then(({ follow }) => follow());
