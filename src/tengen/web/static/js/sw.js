// The service worker: shows what the server calls about, and opens the game. It keeps and intercepts nothing.

/** What a worker knows that a page does not. @type {any} */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

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
