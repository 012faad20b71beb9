// The service worker: caches offline pages, and shows notifications.
//
// The server writes `self.shipped` above this script: the version, which changes with any file of the pages, and the files
// of the pages that work offline. Pages and their data are fetched from the server first, and come from the cache if it
// cannot be reached. Only public data is cached: not games, accounts or other personal data.

/** The worker's global scope. @type {any} */
const worker = self;
/** @type {{version: string, shell: string[]}} */
const { version, shell } = worker.shipped;
const NAME = `tengen-${version}`;
const PUBLIC = /^\/($|featured\/|offline$|offline\/|static\/|learn($|\/)|problems($|\/)|words\.json$|manifest)/;
/** Statuses of a proxy while the server is down. */
const AWAY = [502, 503, 504];
const PAUSE = 5000;
/** A new version bypasses the browser's cache. @type {RequestInit} */
const FRESH = { cache: "no-cache" };

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(shell.map((url) => new Request(url, FRESH)))));
});
worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
});

// A new version takes over between a page's requests.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { keep, older, language } = event.data;
  const done = keep ? keepOne(keep, language) : older ? keptBefore() : forget();
  event.waitUntil(done.catch(() => null).then((found) => event.ports[0].postMessage(found)));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (PUBLIC.test(pathname) || request.mode === "navigate") event.respondWith(answer(event, PUBLIC.test(pathname)));
});

/**
 * Return the server's answer, or the cached one when offline.
 * @param {any} event
 * @param {boolean} isPublic
 * @returns {Promise<Response>}
 */
async function answer(event, isPublic) {
  const { request } = event;
  const found = await Promise.resolve(event.preloadResponse).then((loaded) => loaded ?? fetch(request)).catch(() => null);
  if (found && !AWAY.includes(found.status)) {
    const url = request.mode === "navigate" ? new URL(request.url).pathname : request.url;
    if (isPublic && found.ok && !found.redirected && !url.includes("/static/")) event.waitUntil(put(url, found.clone()));
    return found;
  }
  const known = isPublic ? await kept(request.url) : undefined;
  if (known) return known;
  if (found) return found;
  return (request.mode === "navigate" && (await kept("/offline"))) || Response.error();
}

/**
 * Return the cached answer for an address, preferably of this version and in the same colours.
 * @param {string} url
 * @returns {Promise<Response | undefined>}
 */
async function kept(url) {
  const cache = await caches.open(NAME);
  const loose = { ignoreVary: true, ignoreSearch: !url.includes("/words.json") };
  return (await cache.match(url, { ignoreVary: true })) ?? (await cache.match(url, loose)) ?? caches.match(url, loose);
}

/** Return the caches of earlier versions. */
async function earlier() {
  return (await caches.keys()).filter((name) => name.startsWith("tengen-") && name !== NAME);
}

/** Return the addresses of pages cached by earlier versions. @returns {Promise<string[]>} */
async function keptBefore() {
  const all = await Promise.all((await earlier()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => url).filter((url) => !url.includes("/static/"));
}

/** Delete the caches of earlier versions. */
async function forget() {
  for (const name of await earlier()) await caches.delete(name);
}

/**
 * Fetch and cache a page that is not cached yet, or in another language.
 * @param {string} url
 * @param {string} language
 */
async function keepOne(url, language) {
  const cache = await caches.open(NAME);
  const known = await cache.match(url, { ignoreVary: true });
  if (known && (known.headers.get("content-language") ?? language) === language) return;
  if (!PUBLIC.test(new URL(url, location.origin).pathname)) return;
  let found = await fetch(url, FRESH);
  if (found.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    found = await fetch(url, FRESH);
  }
  if (found.ok && !found.redirected) await cache.put(url, found);
}

/** @param {string} url @param {Response} found */
async function put(url, found) {
  await (await caches.open(NAME)).put(url, found);
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (title) event.waitUntil(show(title, body, url, tag));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/**
 * Show a notification, which browsers require for every push; it replaces the last one of the same game.
 * @param {string} title
 * @param {string} body
 * @param {string} url
 * @param {string} tag
 */
async function show(title, body, url, tag) {
  await worker.registration.showNotification(title, {
    body, tag, renotify: true, icon: "/static/icons/icon-192.png", badge: "/static/icons/icon-192.png", data: { url },
  });
}

/** Focus the open page of the game, or open it. @param {string} url */
async function open(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url);
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}
