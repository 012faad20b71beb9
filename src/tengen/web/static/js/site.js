// What every page has: the switches for colours and sound.
import { byId } from "./dom.js";
import { soundIsOn, switchSound } from "./sound.js";
import { chosenTheme, nextTheme } from "./theme.js";
import { ready, say } from "./words.js";

const theme = byId("theme");
const sound = byId("sound");

function show() {
  name(theme, say(`site.theme_${chosenTheme()}`));
  name(sound, say(soundIsOn() ? "site.sound_on" : "site.sound_off"));
  sound.setAttribute("aria-pressed", String(soundIsOn()));
  theme.hidden = sound.hidden = false;
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
