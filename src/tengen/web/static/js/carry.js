// A link that carries this browser's games to another one.
import { ask } from "./api.js";
import { remembered } from "./accountitems.js";
import { make } from "./dom.js";
import { button, line, sheet, tell } from "./sheets.js";
import { say } from "./words.js";

export function carrySheet() {
  const place = make("div", {});
  return sheet(say("Copy this browser's games to another"), line(say("A link copies this browser's games, progress and settings to one other browser, without an account. Both browsers can then play these games. The link works once, within 15 minutes: anyone who opens it gets your seats.")),
    make("div", { class: "row" }, button(say("Make a link"), async () => {
      const { url, seconds } = await ask("POST", "/api/me/carry", { items: remembered() });
      place.replaceChildren(...shown(new URL(url, location.href).href, Date.now() + 1000 * seconds));
    })), place);
}

/**
 * @param {string} link
 * @param {number} until milliseconds since 1970
 */
function shown(link, until) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" }).format(until);
  const input = make("input", { value: link, readonly: true, class: "link", id: "carried" });
  const copy = button(say("Copy"), async () => {
    input.select();
    await navigator.clipboard?.writeText(link);
    tell(say("Copied."));
  });
  return [make("div", { class: "row" }, make("label", {}, say("The link"), input), copy), line(say("Works once, until {time}.", { time }))];
}
