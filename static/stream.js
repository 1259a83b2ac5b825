// How the page learns of changes: by the stream of events, or by polling if that does not work; and whether it can.
import { get } from "./network.js";
import { board, showChange, shown, texts } from "./view.js";

const EVENTS = board.dataset.events; // the URL of the stream; a board with only a form has none
const SILENCE = 45000; // milliseconds without any event, not even a heartbeat (HEARTBEAT in stream.py), after which a stream counts as dead
const HELLO = 6000; // milliseconds: a proxy that holds events back does not pass the first one on either
const POLL = 3000;
const STREAMS = 4; // of one browser: it opens only six connections to a server, and pages need some too

let source = null;
let tag = ""; // the tag of the last board from the stream
let failures = 0;
let silence = null;
let reconnection = null;
let polling = null;
let onConnect = () => {};
const windows = new BroadcastChannel("companion:streams"); // says which windows of this browser open or close a stream
const me = Math.random();
const newer = new Set(); // windows that opened theirs after this one
let status = ""; // of the connection
let asOf = new Date(document.lastModified); // when the page was last up to date: one that the worker has kept is older

/** Starts following the board; `connected` is called each time the server can be reached again. */
export function follow(connected) {
  onConnect = connected;
  document.addEventListener("companion:rendered", () => showStatus());
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("pagehide", close);
  window.addEventListener("online", () => { close(); wake(); });
  window.addEventListener("offline", () => { close(); showStatus("offline"); });
  windows.addEventListener("message", ({ data: { id, isOpen } }) => {
    if (isOpen) newer.add(id);
    else newer.delete(id);
    if (source && newer.size >= STREAMS) { close(); startPolling(); }
  });
  wake();
}

/** Asks for the board as this page shows it; throws if there is no response. Returns its tag. */
export async function refresh(known = "") {
  const url = new URL(`${board.dataset.base}/board${shown.asked}`, location.href);
  const view = EVENTS && new URL(EVENTS, location.href).searchParams.get("view");
  if (view) url.searchParams.set("view", view);
  shown.requests += 1;
  const request = shown.requests;
  const response = await get(url, known);
  if (request <= shown.outdated || response.status === 304) return known;
  if (response.status === 404) location.reload();
  if (response.status !== 200) throw new Error("no board");
  showChange(response.html, request);
  return response.tag;
}

// A hidden page closes its stream: a browser opens only a few connections to a server.
function wake() {
  if (document.hidden) { close(); return; }
  failures = 0;
  open();
  onConnect();
}

function open() {
  if (!EVENTS || source || document.hidden) return;
  const url = new URL(EVENTS, location.href);
  // What this phone shows may have come with the response to its own entry, after the last board from the stream.
  if (Number.parseInt(tag, 10) === shown.lastRow) url.searchParams.set("shown", tag);
  const opened = new EventSource(url);
  source = opened;
  newer.clear();
  windows.postMessage({ id: me, isOpen: true });
  const on = (name, act) => opened.addEventListener(name, (event) => {
    if (source !== opened) return; // a stream that was closed may still report its end
    if (name !== "error") expectWithin(SILENCE);
    act(event);
  });
  expectWithin(HELLO);
  on("hello", () => {
    failures = 0;
    stopPolling();
    showStatus("connected");
    onConnect();
  });
  on("board", (event) => {
    tag = event.lastEventId;
    showEvent(Number.parseInt(tag, 10), event.data);
  });
  on("heartbeat", () => showStatus("connected"));
  on("closing", lose);
  on("revoked", () => { close(); location.reload(); });
  on("error", () => { failures += 1; lose(); });
}

function expectWithin(milliseconds) {
  clearTimeout(silence);
  silence = setTimeout(() => { failures += 2; lose(); }, milliseconds);
}

function showEvent(row, html) {
  // A board with a smaller row is older than this phone's last entry, or a backup was restored: only the server knows.
  // A view requested by a tap is rendered for this phone alone.
  // If there is no response, the next stream sends the board again.
  if (row < shown.lastRow || shown.asked) refresh().catch(lose); else showChange(html);
}

function close() {
  clearTimeout(silence);
  clearTimeout(reconnection);
  if (!source) return;
  source.close();
  source = null;
  windows.postMessage({ id: me, isOpen: false });
}

function lose() {
  close();
  if (!polling) showLost();
  if (document.hidden) return;
  if (failures >= 3) startPolling();
  reconnection = setTimeout(open, pause(failures));
}

/** Returns the milliseconds to wait after this many failures, at random so that not all phones try at once. */
export function pause(failed) {
  return Math.min(30000, 1000 * 2 ** Math.min(failed, 5)) * (0.5 + Math.random() / 2);
}

function startPolling() {
  if (polling) return;
  let known = "", isWaiting = false;
  const poll = async () => {
    if (document.hidden || isWaiting) return;
    isWaiting = true;
    try {
      known = await refresh(known);
      showStatus("connected");
      onConnect();
    } catch {
      showLost();
    } finally {
      isWaiting = false;
    }
  };
  polling = setInterval(poll, POLL);
  poll();
}

function stopPolling() {
  clearInterval(polling);
  polling = null;
}

// ---- The connection sign

// Shows how this phone is connected, "connected", "again" or "offline", and how old the page is if it is not.
function showStatus(now = status) {
  status = now;
  if (status === "connected") asOf = new Date();
  const time = asOf.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  for (const sign of document.querySelectorAll("[data-link-sign]")) {
    sign.dataset.state = status;
    sign.textContent = (texts[status] ?? "").replace("{time}", time);
  }
}

/** Shows that the server can't be reached, and whether the phone itself is offline. */
export function showLost() {
  showStatus(navigator.onLine ? "again" : "offline");
}
