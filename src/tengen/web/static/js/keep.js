// Has the service worker keep pages and their data, so that they work without a connection.
import { theme } from "./theme.js";

const page = document.documentElement;

/**
 * @param {string[]} urls beside the pages from which one gets there
 */
export async function keep(urls = []) {
  if (!("serviceWorker" in navigator) || /** @type {any} */ (navigator).connection?.saveData) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => undefined);
  const { active } = await navigator.serviceWorker.ready;
  const usual = ["/", "/offline", `/offline/boards.json?theme=${theme()}`, "/learn", "/problems", "/manifest.webmanifest"];
  if (page.dataset.words) usual.push(page.dataset.words);
  const seen = [...document.images].filter((image) => image.complete && image.naturalWidth).map((image) => image.src);
  active?.postMessage({ keep: [...usual, ...urls, ...seen], language: page.lang });
}

/**
 * Return what steps of a course need: their pages, and the books of their answers.
 * @param {string} course
 * @param {string[]} steps
 */
export function courseUrls(course, steps) {
  const urls = steps.map((step) => `/learn/${course}/${step}`);
  return [`/learn/${course}`, ...urls.flatMap((url) => [url, `${url}.json?theme=${theme()}`])];
}

/** Return what problems need. @param {string[]} names */
export function problemUrls(names) {
  return names.flatMap((name) => [`/problems/${name}`, `/learn/problems/${name}.json?theme=${theme()}`]);
}
