// All variants: a search and filters over the list, which the address keeps.
import { byId, setText } from "./dom.js";
import { ready, sayCount } from "./words.js";

const form = /** @type {HTMLFormElement} */ (byId("filters"));
const fields = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (["q", "family", "which"].map((id) => byId(id)));

/** Return a text as it is compared: in small letters without accents. @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** List what the search and the filters let through. */
function filter() {
  const [query, family, which] = fields.map((field) => field.value);
  const words = plain(query).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".family"))) {
    let any = false;
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".card"))) {
      const text = plain(`${card.textContent} ${card.dataset.names}`);
      const fits = (!family || section.dataset.family === family)
        && (!which || card.classList.contains("missing") === (which === "no"))
        && words.every((word) => text.includes(word));
      card.hidden = !fits;
      any ||= fits;
      count += Number(fits);
    }
    section.hidden = !any;
  }
  setText(byId("counted"), sayCount("1 variant is listed.", "{count} variants are listed.", count));
}

/** Keep the filters in the address, so that it can be shared and a step back finds them. */
function keep() {
  const set = fields.filter((field) => field.value).map((field) => [field.id, field.value]);
  history.replaceState(null, "", set.length ? `?${new URLSearchParams(set)}` : location.pathname);
  filter();
}

ready.then(() => {
  const address = new URLSearchParams(location.search);
  for (const field of fields) {
    const value = address.get(field.id) ?? "";
    if (field instanceof HTMLInputElement || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  form.hidden = false;
  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
});
