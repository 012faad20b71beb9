// The featured games: Play begins a game at once.
import { begin } from "./begin.js";
import { byId } from "./dom.js";

const trouble = byId("trouble");

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.play"))) {
  button.addEventListener("click", () => {
    button.closest(".card")?.append(trouble);
    begin(JSON.parse(button.dataset.choice ?? "{}"), button, trouble);
  });
}
