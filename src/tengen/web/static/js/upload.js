// Putting a record on the table: a file, or a text that was pasted.
import { Refused } from "./api.js";
import { byId } from "./dom.js";
import { ready, say } from "./words.js";

const form = /** @type {HTMLFormElement} */ (byId("upload"));
const file = /** @type {HTMLInputElement} */ (byId("file"));
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const board = /** @type {HTMLInputElement} */ (byId("board"));
const wrong = byId("wrong");
const circles = byId("circles");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  open();
});
file.addEventListener("click", () => (file.value = "")); // so that the same file can be chosen again
file.addEventListener("change", () => file.files?.length && open());
text.addEventListener("input", () => (file.value = ""));
for (const button of circles.querySelectorAll("button")) {
  button.addEventListener("click", () => open(button.dataset.circles));
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer?.files;
  if (!dropped?.length) return;
  file.files = dropped;
  open();
});

const position = new URLSearchParams(location.search).get("position");
if (position) {
  text.value = position;
  history.replaceState(null, "", location.pathname); // so that going back does not open it again
  open();
}

/** @param {string} [meaning] of the circles in a diagram; without it the server asks if there are any */
async function open(meaning = "ask") {
  wrong.textContent = "";
  circles.hidden = true;
  const chosen = file.files?.[0];
  await ready;
  if (!chosen && !text.value.trim()) {
    wrong.textContent = say("Choose a file, or paste a record's text.");
    return;
  }
  const more = { circles: meaning, board: board.value.trim() };
  try {
    const made = chosen
      ? await post(
          `/api/reviews/file?${new URLSearchParams({ name: chosen.name.slice(0, 200), ...more })}`,
          "application/octet-stream",
          chosen,
        )
      : await post("/api/reviews", "application/json", JSON.stringify({ text: text.value, ...more }));
    location.assign(made.url);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    wrong.textContent = error.message;
    circles.hidden = error.code !== "circles";
    if (!circles.hidden) circles.querySelector("button")?.focus();
  }
}

/**
 * @param {string} path
 * @param {string} type
 * @param {BodyInit} body
 * @returns {Promise<{url: string}>}
 */
async function post(path, type, body) {
  const options = {
    method: "POST",
    credentials: /** @type {const} */ ("same-origin"),
    headers: { "content-type": type },
    body,
  };
  const answer = await fetch(path, options).catch(() => null);
  if (!answer) throw new Refused("network", "", 0);
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  if (type === "application/json") point(found?.error ?? {});
  throw new Refused(found?.error?.code ?? "unknown", found?.error?.text ?? answer.statusText, answer.status);
}

/** Put the cursor of the text where it cannot be read. @param {{line?: number, column?: number}} error */
function point({ line, column }) {
  if (!line || !column) return;
  const lines = text.value.split("\n");
  const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at + 1);
}
