// Synchronizes this browser's stored items with its account.
import { ask, Refused } from "./api.js";
import { recall, recallObject, remember } from "./memory.js";
import { showTheme } from "./theme.js";

/** Synchronized items: settings by name, progress by prefix. */
const SETTINGS = new Set(["theme", "sound", "territory", "coordinates", "level", "chat"]);
const PROGRESS = /^(learn|lessons?|problems?)(\.|$)/;

/** The chosen language, which is a cookie, as the server needs it. */
const LANGUAGE = /(?:^|; )language=([\w-]+)/;

/** The values at the last synchronization, by key; present if this browser is signed in. */
const BASE = "account.base";

/** @param {string} key */
const follows = (key) => SETTINGS.has(key) || PROGRESS.test(key);

/** @returns {Record<string, string>} this browser's synchronized items, by key */
export function remembered() {
  /** @type {Record<string, string>} */
  const found = {};
  try {
    for (const stored of Object.keys(localStorage).sort()) {
      const key = stored.replace(/^tengen\./, "");
      if (key !== stored && follows(key)) found[key] = recall(key) ?? "";
    }
  } catch {
    return {}; // Storage is not available.
  }
  const language = LANGUAGE.exec(document.cookie)?.[1];
  return language ? { ...found, language } : found;
}

/**
 * Store the account's items and delete others, except those changed here since the request.
 * @param {Record<string, string>} items
 * @param {Record<string, string>} sent this browser's items at the request
 * @returns {string[]} the keys of items changed here
 */
export function takeOver(items, sent) {
  const now = remembered();
  const keys = [...new Set([...Object.keys(now), ...Object.keys(sent), ...Object.keys(items)])];
  for (const key of keys) {
    const value = items[key] ?? null;
    if (now[key] !== sent[key] || value === (now[key] ?? null)) continue;
    if (key === "language") chooseLanguage(value);
    else if (follows(key)) remember(key, value);
  }
  showTheme();
  return keys.filter((key) => now[key] !== sent[key]);
}

/**
 * Set the language from the next page on, if the server supports it.
 * @param {string | null} chosen
 */
function chooseLanguage(chosen) {
  const known = [...document.querySelectorAll("#language option")].map((each) => each.getAttribute("value"));
  if (chosen === null || !known.includes(chosen)) return;
  document.cookie = `language=${chosen}; path=/; max-age=34560000; samesite=lax`;
}

/** Mark this browser as signed in, and synchronize. */
export async function rememberAccount() {
  if (recall(BASE) === null) remember(BASE, "{}");
  await inStep();
}

/** Mark this browser as signed out; its progress stays with the account. */
export function forgetAccount() {
  if (recall(BASE) === null) return;
  remember(BASE, null);
  for (const key of Object.keys(remembered())) if (PROGRESS.test(key)) remember(key, null);
}

/** Synchronize this browser with its account, if any. */
export async function inStep() {
  const known = recall(BASE);
  if (known === null) return;
  const sent = remembered();
  try {
    const { items } = await ask("PUT", "/api/account/items", { items: changes(sent) });
    if (recall(BASE) !== known) return; // another page was faster, or has signed out
    const changed = takeOver(items, sent);
    const base = remembered(); // values that could not be stored must not count as removed
    for (const key of changed) {
      if (key in items) base[key] = items[key];
      else delete base[key];
    }
    remember(BASE, JSON.stringify(base));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "no-account") remember(BASE, null); // signed out from elsewhere
  }
}

/** Synchronize now, and when the page is left. */
export function follow() {
  inStep();
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden" || recall(BASE) === null) return;
    const items = changes(remembered());
    if (Object.values(items).every(({ value, base }) => value === base)) return;
    fetch("/api/account/items", {
      method: "PUT",
      body: JSON.stringify({ items }),
      headers: { "content-type": "application/json" },
      keepalive: true,
    }).catch(() => undefined); // retried when the next page opens
  });
}

/**
 * Return this browser's values, and those at the last synchronization.
 * @param {Record<string, string>} now
 */
function changes(now) {
  const base = Object.fromEntries(Object.entries(recallObject(BASE)).filter(([, value]) => typeof value === "string"));
  /** @type {Record<string, {value: string | null, base: string | null}>} */
  const items = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(now)])) {
    items[key] = { value: now[key] ?? null, base: base[key] ?? null };
  }
  return items;
}
