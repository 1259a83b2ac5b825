// The view: the board, rendered again whenever it has changed.
import { identity, morph } from "./morph.js";
import { watchChanges } from "./motion.js";

export const board = document.getElementById("board");
export const texts = document.getElementById("connection-texts").dataset;

export const shown = {
  lastRow: Number(board.dataset.lastRow ?? 0), // the last row of the log that the board includes
  asked: location.search, // the query of the board after a tap, such as "?seat=3"
  taps: 0, // the number of such taps
  requests: 0, // the number of requests for the board
  outdated: 0, // how many of these are older than what the page shows
};

// Styles outside the board depend on its contents, which not every browser's CSS can express.
const CONTENTS = { over: ".outcome-of-game", joining: ".way-in" };
const DOUBLE_TAP = { time: 650, distance: 30 }; // milliseconds between its taps, CSS pixels
let typed = new WeakSet(); // fields whose content the server has not seen yet
let keepsNotices = false; // whether a change by others leaves the notices, which are about this phone's own entry

/** Shows a board that is the response to this phone's own form. */
export function showResponse(html) {
  const { lastRow } = shown;
  shown.asked = "";
  shown.outdated = shown.requests;
  tap.waiting = null;
  render(html);
  if (shown.lastRow !== lastRow) tap.changedAt = performance.now();
  keepsNotices = notices().length > 0;
  // The result of a tap must come into view, however far down the card was; so must the next question.
  if (newsText() !== tapped.news) newsElement()?.scrollIntoView({ block: "nearest" });
  else if (questionText() !== tapped.question) board.querySelector(".question h2, .nearest")?.scrollIntoView({ block: "nearest" });
  noteTap();
}

/** Shows a change by someone else, once no finger is down, since the finger aims at the current view. */
export function showChange(html, request = shown.requests) {
  shown.outdated = request;
  tap.waiting = html;
  if (!tap.down) showWaiting();
}

function showWaiting() {
  const html = tap.waiting;
  if (html === null) return;
  tap.waiting = null;
  const kept = keepsNotices ? takeNotices() : [];
  render(html);
  if (!kept.length) return;
  takeNotices();
  board.prepend(...kept);
}

/** Notes that the reader has moved on: the notice about the last entry need not stay. */
export function releaseNotices() {
  keepsNotices = false;
}

/** Notes a new query for the board. */
export function ask(query) {
  releaseNotices();
  shown.asked = query;
  shown.taps += 1;
  shown.outdated = shown.requests;
}

function render(html) {
  const { lastRow } = shown, question = questionText(), own = board.querySelector("[aria-busy]") !== null;
  const known = nextGame()?.href;
  const refocus = rememberFocus(), move = watchChanges(board);
  // Whoever enters for one after the other need not unfold each question.
  if (own) for (const part of board.querySelectorAll("[data-about]")) part.removeAttribute("data-about");
  morph(board, html, typed);
  refocus();
  move();
  for (const [name, part] of Object.entries(CONTENTS)) {
    board.toggleAttribute(`data-${name}`, Boolean(board.querySelector(part)));
  }
  const field = board.querySelector("input[name=number]");
  if (field) shown.lastRow = Number(field.value);
  // If a change by others leaves the question the same, an answer to it must not be ignored.
  if (questionText() !== question || (own && shown.lastRow !== lastRow)) tap.changedAt = performance.now();
  followTo(nextGame(), known);
  document.dispatchEvent(new CustomEvent("companion:rendered"));
}

function nextGame() {
  return board.querySelector("a[data-next]");
}

// Goes to a game that has just begun, if a player with this phone sits there; a screen goes with everybody. Whoever
// looks at an old game, or still has something to send, stays.
function followTo(next, known) {
  const { follows } = board.dataset;
  if (!next || next.href === known || document.querySelector("#unsent:not([hidden])")) return;
  if (follows === "screen") location.replace(next.dataset.screen);
  else if (follows === "all" || next.dataset.next.split(" ").includes(follows)) location.replace(next.href);
}

// Returns a function that gives the focus back to the element that has it now, or to the question if it is gone.
function rememberFocus() {
  const focused = document.activeElement;
  if (!focused || !board.contains(focused)) return () => {};
  const equals = () => [...board.querySelectorAll(focused.nodeName)].filter((other) => identity(other) === name);
  const name = identity(focused);
  const place = equals().indexOf(focused);
  return () => {
    if (document.activeElement === focused && focused.tabIndex >= 0 && !focused.disabled) return;
    const found = equals();
    const target = found[Math.min(place, found.length - 1)] ?? document.getElementById("question");
    if (target && target.tabIndex < 0) target.tabIndex = -1; // a heading needs a tabindex to take the focus
    target?.focus({ preventScroll: true });
  };
}

/** Brings the first thing that is wrong into view, however far from the button that was tapped. */
export function showError() {
  const wrong = board.querySelector("[data-wrong], .notice[data-kind=bad], .wrong");
  wrong?.scrollIntoView({ block: "center" });
  wrong?.querySelector("input:not([type=hidden]), select, textarea")?.focus({ preventScroll: true });
}

/** Scrolls to the top of the board if its question is not in view, after a long board became a short one. */
export function showQuestion() {
  const box = document.getElementById("question")?.getBoundingClientRect();
  if (box && (box.bottom < 0 || box.top > window.innerHeight)) window.scrollTo(0, 0);
}

function questionText() {
  return document.getElementById("question")?.textContent;
}

function newsElement() {
  return board.querySelector(".notice, .outcome, .round-end, .outcome-of-game");
}

function newsText() {
  return newsElement()?.textContent;
}

// ---- Notices

function notices() {
  return [...board.querySelectorAll(":scope > .notice")];
}

/** Removes the notices from the board and returns them. */
export function takeNotices() {
  const taken = notices();
  for (const box of taken) box.remove();
  return taken;
}

/** Returns a new notice; `kind` is good, warn or bad. */
export function notice(kind, title, lines = []) {
  const box = document.createElement("section");
  box.className = "notice";
  box.dataset.kind = kind;
  box.setAttribute("role", kind === "bad" ? "alert" : "status");
  const paragraphs = [title, ...lines].map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  paragraphs[0].className = "notice-title";
  box.append(...paragraphs);
  return box;
}

/** Returns a notice with the text of `html`, a full page such as "not allowed". */
export function pageNotice(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const [title, line] = ["h1", "main p"].map((selector) => page.querySelector(selector)?.textContent.trim() ?? "");
  return notice("bad", title, [line]);
}

/** Shows a notice above the board; it stays until the next tap. */
export function showNotice(box) {
  takeNotices();
  board.prepend(box);
  box.scrollIntoView({ block: "nearest" });
  keepsNotices = true;
}

// ---- Taps

const tap = { down: false, waiting: null, x: 0, y: 0, time: -Infinity, changedAt: 0 };
const tapped = {}; // the state of the page at the tap: the stream may deliver the change before the response arrives
noteTap();

function noteTap() {
  Object.assign(tapped, { news: newsText(), question: questionText() });
}

board.addEventListener("pointerdown", () => { tap.down = true; });
for (const end of ["pointerup", "pointercancel"]) {
  window.addEventListener(end, () => {
    if (!tap.down) return;
    tap.down = false;
    // The change waits until the click of this tap has been handled.
    setTimeout(() => { if (!tap.down) showWaiting(); }, 50);
  });
}

// The second tap of a double tap was meant for the previous question, which was answered meanwhile. While the answer is
// on its way outbox.js sees to it, and companion.js if the first tap was made on another page. Keyboards have no such
// problem.
document.addEventListener("click", (event) => {
  if (event.detail === 0) return noteTap();
  const { clientX: x, clientY: y, timeStamp: time } = event;
  const changed = tap.time < tap.changedAt && time - tap.time < DOUBLE_TAP.time;
  if (changed && Math.hypot(x - tap.x, y - tap.y) < DOUBLE_TAP.distance) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    Object.assign(tap, { x, y, time });
    noteTap();
  }
}, true);

// Of radio buttons, the whole group is what was chosen.
board.addEventListener("input", ({ target }) => {
  const group = target.type === "radio" ? target.form.querySelectorAll(`[name="${CSS.escape(target.name)}"]`) : [target];
  for (const field of group) typed.add(field);
});

/** Notes that what was typed so far is being sent: the response has it, except in the fields `kept`. */
export function releaseTyped(kept) {
  typed = new WeakSet(kept);
}
