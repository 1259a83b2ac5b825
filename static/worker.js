// A service worker: the page of a game can be reloaded while the phone is offline. Browsers allow it only over https
// and on this machine. All other requests go to the network as usual.
const PAGES = "pages";
const MOST = 20;
const GAME = /^\/t\/[^/]+\/\d+$/, LEAVE = /^\/t\/[^/]+\/leave$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.mode === "navigate" && request.method === "POST" && LEAVE.test(url.pathname)) {
    event.waitUntil(forget(url.href.replace(/leave$/, "")));
  }
  if (request.mode !== "navigate" || request.method !== "GET" || !GAME.test(url.pathname)) return;
  event.respondWith(load(request));
});

// Only the page of a game without a query is kept: "?seat=3" is temporary.
async function load(request) {
  const url = new URL(request.url), page = url.origin + url.pathname;
  const pages = await caches.open(PAGES);
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    const kept = await pages.match(page);
    if (kept) return kept;
    throw error;
  }
  // A page without our header is someone else's, such as a captive portal's, and is ignored.
  if (!response.headers.has("X-Companion")) return response;
  if (response.ok && !response.redirected && !url.search) await keep(pages, page, response.clone());
  if (response.status === 403 || response.status === 404) await pages.delete(page);
  return response;
}

// Whoever has left a table can't see its games on this phone any more, offline neither.
async function forget(table) {
  const pages = await caches.open(PAGES);
  const kept = (await pages.keys()).filter((page) => page.url.startsWith(table));
  await Promise.all(kept.map((page) => pages.delete(page)));
}

async function keep(pages, page, response) {
  await pages.delete(page); // newest last
  const headers = new Headers(response.headers);
  headers.set("Last-Modified", new Date().toUTCString()); // the page says of when it is, offline
  await pages.put(page, new Response(response.body, { headers }));
  const kept = await pages.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((old) => pages.delete(old)));
}
