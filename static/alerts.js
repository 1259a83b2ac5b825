// Alerts the player whose turn it is, by sound or vibration, announces results by a sound or aloud, and keeps the screen
// on, as chosen on this phone or screen. The voice is the browser's own, in the language of the page.
import { board } from "./view.js";

const RESULTS = ".outcome-of-game h2, .round-end h2, .outcome .words";
const ABLE = { vibrate: "vibrate" in navigator, voice: "speechSynthesis" in window, awake: "wakeLock" in navigator };
let mine = isMyTurn();
let result = resultText();
let audio = null;

for (const box of boxes()) {
  const kind = box.dataset.call;
  box.closest("label").hidden = !isAble(kind);
  box.checked = isWanted(kind);
  box.addEventListener("change", () => {
    keep(kind, box.checked);
    for (const other of boxes(kind)) other.checked = box.checked;
    // This tap shows what to expect.
    if (kind === "awake") stayAwake();
    else if (box.checked) call(kind);
  });
}

document.addEventListener("companion:rendered", () => {
  const before = mine, known = result;
  mine = isMyTurn();
  result = resultText();
  if (result && result !== known) for (const kind of ["chime", "voice"]) if (isWanted(kind)) call(kind);
  stayAwake();
  if (mine && !before) for (const kind of ["vibrate", "sound"]) if (isWanted(kind)) call(kind);
});

// A browser lets a page play sounds only after a tap on that page.
document.addEventListener("click", () => { if (isWanted("sound") || isWanted("chime")) wakeAudio(); }, true);

// ---- The screen stays on during the game. The browser gives that up whenever the page is hidden.

let lock = null; // a promise of it

async function stayAwake() {
  const held = lock, wanted = isAble("awake") && isWanted("awake") && !document.hidden && !board.hasAttribute("data-over");
  try {
    if (wanted) await (lock ??= holdScreen());
    else lock = null;
    if (!wanted) (await held)?.release();
  } catch { lock = null; /* not now: the battery is low, for instance */ }
}

async function holdScreen() {
  const held = await navigator.wakeLock.request("screen");
  held.addEventListener("release", () => { lock = null; });
  return held;
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// ---- What this phone can do is offered once.

const offers = document.getElementById("offers");
const done = offers?.querySelector("[data-offered]");
for (const hint of document.querySelectorAll("[data-needs-https]")) hint.hidden = window.isSecureContext;

if (offers && !isWanted("offered")) offers.hidden = !offers.querySelector("label:not([hidden])");
offers?.addEventListener("change", () => { done.textContent = done.dataset.done; });
done?.addEventListener("click", stopOffering);
board.addEventListener("submit", () => { if (offers && !offers.hidden) stopOffering(); });

function stopOffering() {
  keep("offered", true);
  offers.hidden = true;
}

function boxes(kind = "") {
  return document.querySelectorAll(kind ? `[data-call="${kind}"]` : "[data-call]");
}

function isAble(kind) {
  return ABLE[kind] ?? true;
}

function keep(kind, wanted) {
  try { localStorage.setItem(`companion:${kind}`, wanted ? "1" : "0"); } catch { /* not kept */ }
}

function isMyTurn() {
  return Boolean(board.querySelector("[data-your-turn]"));
}

function isWanted(kind) {
  try { return localStorage.getItem(`companion:${kind}`) === "1"; } catch { return false; }
}

function call(kind) {
  if (kind === "vibrate") navigator.vibrate?.(120);
  else if (kind === "voice") speak(result);
  else beep(kind === "chime" ? 880 : 660);
}

function resultText() {
  return board.querySelector(RESULTS)?.textContent.trim().replace(/\s+/g, " ") ?? "";
}

function speak(text) {
  const voice = window.speechSynthesis;
  if (!voice || !text) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  voice.cancel(); // only the newest result is spoken
  voice.speak(utterance);
}

function wakeAudio() {
  try {
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume().catch(() => {});
  } catch { /* a phone without sound */ }
}

function beep(frequency) {
  wakeAudio();
  if (!audio) return;
  const tone = audio.createOscillator(), loudness = audio.createGain();
  tone.frequency.value = frequency;
  loudness.gain.setValueAtTime(0.15, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}
