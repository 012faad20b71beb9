// Reporting something to the operator.
import { ask, Refused } from "./api.js";
import { byId } from "./dom.js";
import { ready, say } from "./words.js";

const form = /** @type {HTMLFormElement} */ (byId("report"));
const about = /** @type {HTMLSelectElement} */ (byId("about"));
const reason = /** @type {HTMLSelectElement} */ (byId("reason"));
const words = /** @type {HTMLTextAreaElement} */ (byId("words"));
const notice = byId("notice");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await ready;
  const { kind = "", id } = form.dataset;
  const chosen = about.selectedOptions[0];
  const value = about.value;
  const field = chosen?.dataset.field;
  const told = { reason: reason.value, words: words.value };
  const part = field === "colour" ? { colour: value } : field === "message" ? { message: Number(value) } : {};
  try {
    await ask("POST", "/api/reports", { ...told, ...part, [kind]: id });
    form.hidden = true;
    notice.textContent = say("Thank you. The operator of this server will read it.");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notice.textContent = error.message;
  }
});
