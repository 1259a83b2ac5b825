// Entries that this phone has sent or will send. Each stays in the phone's storage until our server has responded:
// a saved entry is removed, a refused one stays in view until its owner decides about it or enters something else.
// Entries are sent in the order of the taps.
import { hideUndone, showUndone } from "./motion.js";
import { post } from "./network.js";
import { pause, refresh, showLost } from "./stream.js";
import { renderOutbox } from "./unsent.js";
import { board, pageNotice, releaseNotices, shown, showNotice, showResponse, takeNotices } from "./view.js";

const KEY = `companion:outbox:${board.dataset.base ?? ""}`;
const SLOW = 600; // milliseconds after which an entry that is on its way is listed

let memory = []; // the list, if the browser can't store it: in a private window, or because its storage is full
let isStored = true; // whether the storage has the newest list
let sending = false;
let failedSends = 0;
let retry = null;
const reasons = new Map(); // the server's responses to refused entries, by submission id

/** Keeps an entry and sends it; `button` is what was tapped. */
export function submit(form, body, button) {
  const action = form.getAttribute("action");
  const items = read(), value = body.get("entry"), trick = bidForNext(form, body, items) ?? playInTurn(form, body, items);
  const same = items.find((other) => other.action === action && content(other.body) === content(body));
  // A second tap on the same card while the first is on its way is the same entry. Undo and Redo name what they take
  // back or restore, so a second tap is the same only while the same row is in view.
  if (same && !same.refused) return;
  const id = newId();
  body.set("submission", id);
  const label = (button?.getAttribute("aria-label") || button?.textContent || "").trim().replace(/\s+/g, " ");
  const item = { id, action, label, body: body.toString(), value, trick, refused: null };
  releaseNotices();
  // A new entry means that its owner has read why an impossible one was refused.
  write([...items.filter((other) => other !== same && (!other.refused || other.mayRepeat)), item]);
  if (same) renderWaiting(); else markTapped();
  send();
}

/** Sends waiting entries; does nothing while one is being sent. */
export async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(retry);
  try {
    for (let item = next(); item; item = next()) {
      const slow = setTimeout(renderWaiting, SLOW);
      try { await deliver(item); } finally { clearTimeout(slow); }
      failedSends = 0;
    }
  } catch {
    showLost();
    retry = setTimeout(send, pause(failedSends));
    failedSends += 1;
  } finally {
    sending = false;
    renderWaiting();
  }
}

// Throws if the entry has to be sent again.
async function deliver(item) {
  const taps = shown.taps;
  const response = await post(item.action, new URLSearchParams(item.body));
  if (response.status >= 500 || response.status === 429) throw new Error("busy");
  const isPage = response.html.includes("<main");
  if (response.status === 200) {
    // A later tap's view is shown together with the changes of the entry.
    if (isPage || (taps !== shown.taps && !response.html.includes('class="notice"'))) await refresh().catch(showLost);
    else showResponse(response.html);
    if (item.action.endsWith("/undo")) showUndone(board); else hideUndone(board);
    accept(item);
    return;
  }
  if (isPage) return refuse(item, [pageNotice(response.html)], true);
  showResponse(response.html);
  const said = takeNotices();
  refuse(item, said, said.some((box) => box.querySelector("form")));
}

// The next tap was made with this entry in view, so it follows this one, unless someone else got there first.
function accept(item) {
  const rest = read().filter((other) => other.id !== item.id);
  const lastRow = lastRowOf(item);
  const isAfterFirst = new URLSearchParams(item.body).has("first");
  if (shown.lastRow === lastRow + (isAfterFirst ? 2 : 1)) {
    for (const other of rest) {
      if (lastRowOf(other) !== lastRow || other.refused) continue;
      putAfter(other, shown.lastRow);
      if (isAfterFirst && other.trick === item.trick) other.body = other.body.replace(/(^|&)first=[^&]*/, "");
    }
  }
  write(rest);
}

// With `mayRepeat`, the same entry could still be saved: a moment later, or after what others have entered.
function refuse(item, said, mayRepeat) {
  // An undo or redo has nothing that could be lost: why it was refused is shown until the next tap.
  if (item.value === null) {
    discard(item);
    said.forEach(showNotice);
    return;
  }
  reasons.set(item.id, said);
  const lines = said.flatMap((box) => [...box.querySelectorAll("p, li")].map((line) => line.textContent.trim()));
  const refused = lines.filter(Boolean);
  write(read().map((other) => (other.id === item.id ? { ...other, refused, mayRepeat } : other)));
  renderWaiting();
  document.getElementById("unsent")?.scrollIntoView({ block: "nearest" });
}

// ---- The owner's decision about an entry

function sendAgain(item) {
  const items = read();
  for (const other of items) {
    if (other.id !== item.id) continue;
    other.refused = null;
    putAfter(other, shown.lastRow);
  }
  write(items);
  renderWaiting();
  send();
}

function discard(item) {
  reasons.delete(item.id);
  write(read().filter((other) => other.id !== item.id));
  renderWaiting();
}

// ---- The list

function read() {
  if (!isStored) return memory;
  try { return JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { return memory; }
}

function write(items) {
  memory = items;
  try {
    if (items.length) localStorage.setItem(KEY, JSON.stringify(items)); else localStorage.removeItem(KEY);
    isStored = true;
  } catch {
    isStored = false; // memory has it until the page is closed
  }
}

function next() {
  return read().find((item) => !item.refused);
}

function renderWaiting() {
  markTapped();
  renderOutbox(read(), { reasons, discard, sendAgain });
}

/** Marks the buttons whose entries are being sent, at once and after each rendering; Undo and Redo have no value. */
export function markTapped() {
  const waiting = read().filter((item) => !item.refused);
  for (const button of board.querySelectorAll("form[data-offline] button")) {
    const ofForm = waiting.filter((item) => item.action === button.form.getAttribute("action"));
    if (ofForm.some((item) => item.value === button.value || entryOf(item) === button.value)) button.setAttribute("aria-busy", "true");
    else if (button.name === "entry" || !ofForm.length) button.removeAttribute("aria-busy");
  }
  for (const pad of board.querySelectorAll("[data-to-bid]")) {
    const next = nextBidder(pad, waiting), title = document.querySelector("#for-others summary") ?? document.getElementById("question");
    if (next && title.textContent !== next[1]) title.textContent = next[1];
  }
  for (const part of board.querySelectorAll("[data-then]")) {
    const title = document.querySelector("#for-others summary") ?? document.getElementById("question"), { then } = part.dataset;
    if (hasEnough(part, waiting) && title.textContent !== then) title.textContent = then;
  }
}

// A card that is tapped while the last one that a turn needs is still on its way is the next player's, who begins with
// it, as it would be if the network were quick. Returns the turn.
function playInTurn(form, body, items) {
  const part = form.querySelector("[data-then]"), turn = part?.dataset.turn;
  const waiting = items.filter((item) => !item.refused), again = waiting.find(({ value }) => value === body.get("entry"));
  const isNext = again ? again.trick !== turn : part && hasEnough(part, waiting);
  if (!part || !isNext) return turn;
  if (again ? new URLSearchParams(again.body).has("first") : !waiting.some(({ trick }) => trick === `${turn}+`)) {
    body.set("first", '{"type": "end_turn"}');
  }
  return `${turn}+`;
}

// The stream may have shown a card before the response to it.
function hasEnough(part, waiting) {
  const { turn, owed } = part.dataset, isLaid = ({ value }) => part.closest("form").querySelector(`[href$="used=${JSON.parse(value).card}"]`);
  return waiting.filter((item) => item.trick === turn && !isLaid(item)).length >= owed;
}

// A card that is tapped for somebody whose bid is still on its way is the bid of the next one, as it would be if the
// network were quick. Returns the trick, if taps on this form bid for one after the other.
function bidForNext(form, body, items) {
  const pad = form.querySelector("[data-to-bid]");
  if (!pad) return undefined;
  const waiting = items.filter((item) => !item.refused), entry = body.get("entry"), { card } = JSON.parse(entry);
  const again = bidsOf(pad, waiting).find((bid) => bid.card === card);
  const seat = again ? again.seat : nextBidder(pad, waiting)?.[0];
  if (seat !== undefined) body.set("entry", entry.replace(/"seat": \d+/, `"seat": ${seat}`));
  return pad.dataset.trick;
}

// Returns the seat and the title of whoever has no bid yet, not even one on its way.
function nextBidder(pad, waiting) {
  const bids = bidsOf(pad, waiting);
  return JSON.parse(pad.dataset.toBid).find(([seat]) => !bids.some((bid) => bid.seat === seat));
}

function bidsOf(pad, waiting) {
  return waiting.filter(({ trick }) => trick === pad.dataset.trick).map((item) => JSON.parse(entryOf(item)));
}

function entryOf(item) {
  return new URLSearchParams(item.body).get("entry");
}

// Returns the number of the last row of the log that was in view when the entry was made.
function lastRowOf(item) {
  return Number(new URLSearchParams(item.body).get("number"));
}

function putAfter(item, lastRow) {
  const body = new URLSearchParams(item.body);
  body.set("number", String(lastRow));
  item.body = body.toString();
}

function content(body) {
  const params = new URLSearchParams(body);
  params.delete("submission");
  if (params.has("entry")) params.delete("number");
  return params.toString();
}

function newId() {
  // crypto.randomUUID exists in secure contexts only, and a table's network is plain http.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
