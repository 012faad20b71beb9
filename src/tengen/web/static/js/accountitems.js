// What this browser remembers, kept in step with the account it belongs to.
import { ask, Refused } from "./api.js";
import { recall, recallObject, remember } from "./memory.js";
import { showTheme } from "./theme.js";

/** What follows a person: settings by name, progress by how its names begin. */
const SETTINGS = new Set(["theme", "sound", "territory", "coordinates", "level", "chat"]);
const PROGRESS = /^(learn|lessons?|problems?)(\.|$)/;

/** The language that was chosen is no item of the storage but a cookie: the server speaks it. */
const LANGUAGE = /(?:^|; )language=([\w-]+)/;

/** What both had when they were last in step, by key. Its being there says that this browser belongs to an account. */
const BASE = "account.base";

/** @param {string} key */
const follows = (key) => SETTINGS.has(key) || PROGRESS.test(key);

/** @returns {Record<string, string>} what this browser remembers and what follows a person, by key */
export function remembered() {
  /** @type {Record<string, string>} */
  const found = {};
  try {
    for (const stored of Object.keys(localStorage).sort()) {
      const key = stored.replace(/^tengen\./, "");
      if (key !== stored && follows(key)) found[key] = recall(key) ?? "";
    }
  } catch {
    return {}; // Storage is closed to us.
  }
  const language = LANGUAGE.exec(document.cookie)?.[1];
  return language ? { ...found, language } : found;
}

/**
 * Remember what came from elsewhere; what is not in it is forgotten. What has changed here since it was asked for stays.
 * @param {Record<string, string>} items
 * @param {Record<string, string>} sent what this browser remembered when it asked
 * @returns {string[]} the keys of what has changed here
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
 * Have the server speak a language from the next page on, if it is one of those it knows.
 * @param {string | null} chosen
 */
function chooseLanguage(chosen) {
  const known = [...document.querySelectorAll("#language option")].map((each) => each.getAttribute("value"));
  if (chosen === null || !known.includes(chosen)) return;
  document.cookie = `language=${chosen}; path=/; max-age=34560000; samesite=lax`;
}

/** Note that this browser belongs to an account, and bring both in step. */
export async function rememberAccount() {
  if (recall(BASE) === null) remember(BASE, "{}");
  await inStep();
}

/** Note that this browser belongs to no account: its progress stays with the account it belonged to. */
export function forgetAccount() {
  if (recall(BASE) === null) return;
  remember(BASE, null);
  for (const key of Object.keys(remembered())) if (PROGRESS.test(key)) remember(key, null);
}

/** Bring this browser and its account in step, where it has one. */
export async function inStep() {
  const known = recall(BASE);
  if (known === null) return;
  const sent = remembered();
  try {
    const { items } = await ask("PUT", "/api/account/items", { items: changes(sent) });
    if (recall(BASE) !== known) return; // another page was faster, or has signed out
    const changed = takeOver(items, sent);
    const base = remembered(); // what could not be stored here is not to be taken for removed
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

/** Keep in step while this page is open: now, and when it is left. */
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
    }).catch(() => undefined); // it is done when the next page opens
  });
}

/**
 * Return what this browser has and what it had when both were in step.
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
