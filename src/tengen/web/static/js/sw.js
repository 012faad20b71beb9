// The service worker: keeps what works without a connection, and shows what the server calls about.
//
// The server writes `self.shipped` above this script: the version, which changes with any file of the pages, and the files
// of the pages that work offline. Pages and their data are asked of the server first, and come from here if it cannot be
// reached. Only what everybody sees alike is kept: no game, no account, nothing of one's own.

/** What a worker knows that a page does not. @type {any} */
const worker = self;
/** @type {{version: string, shell: string[]}} */
const { version, shell } = worker.shipped;
const NAME = `tengen-${version}`;
const PUBLIC = /^\/($|featured\/|offline$|offline\/|static\/|learn($|\/)|problems($|\/)|words\.json$|manifest)/;
/** What a proxy answers while the server is away. */
const AWAY = [502, 503, 504];
const PAUSE = 5000;
/** A new version keeps no file that the browser still had of an earlier one. @type {RequestInit} */
const FRESH = { cache: "no-cache" };

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(shell.map((url) => new Request(url, FRESH)))));
});
worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
});

// A page asks for one thing after another: a new version takes over in between.
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
 * Return the server's answer, or without a connection what is kept.
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
 * Return what is kept for an address: of this version if possible, and in other colours rather than not at all.
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

/** Return the addresses of pages that earlier versions have kept. @returns {Promise<string[]>} */
async function keptBefore() {
  const all = await Promise.all((await earlier()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => url).filter((url) => !url.includes("/static/"));
}

/** Delete what earlier versions have kept. */
async function forget() {
  for (const name of await earlier()) await caches.delete(name);
}

/**
 * Fetch and keep a page that is not kept yet, or in another language.
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
 * Show a notification; browsers want one for every call. One of the same game takes the place of the last.
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

/** Go to the page of the game, where it is open already, or open it. @param {string} url */
async function open(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url);
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}
