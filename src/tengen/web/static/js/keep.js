// Lets the service worker cache pages and their data for offline use.
import { theme } from "./theme.js";

const page = document.documentElement;

/**
 * @param {string[]} urls besides the pages that lead to them
 */
export async function keep(urls = []) {
  if (!("serviceWorker" in navigator) || /** @type {any} */ (navigator).connection?.saveData) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  const known = await navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => undefined);
  await known?.update().catch(() => undefined); // browsers check for new versions rarely
  const registration = await navigator.serviceWorker.ready;
  /** Send the worker a message, and return its answer. @param {object} message @returns {Promise<any>} */
  const ask = (message) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(null), { once: true }); // a new version takes over
    registration.active?.postMessage({ ...message, language: page.lang }, [port2]);
  });
  const usual = ["/", "/offline", `/offline/boards.json?theme=${theme()}`, "/learn", "/problems", "/manifest.webmanifest"];
  if (page.dataset.words) usual.push(page.dataset.words);
  const seen = [...document.images].filter((image) => image.complete && image.naturalWidth).map((image) => image.src);
  for (const each of [...usual, ...urls, ...seen]) await ask({ keep: each });
  for (const each of (await ask({ older: true })) ?? []) await ask({ keep: each });
  await ask({ forget: true });
}

/**
 * Return the addresses for steps of a course: pages and answer books.
 * @param {string} course
 * @param {string[]} steps
 */
export function courseUrls(course, steps) {
  const urls = steps.map((step) => `/learn/${course}/${step}`);
  return [`/learn/${course}`, ...urls.flatMap((url) => [url, `${url}.json?theme=${theme()}`])];
}

/** Return the addresses for problems. @param {string[]} names */
export function problemUrls(names) {
  return names.flatMap((name) => [`/problems/${name}`, `/learn/problems/${name}.json?theme=${theme()}`]);
}
