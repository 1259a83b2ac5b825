// Alerts the player whose turn it is by sound or vibration, as chosen on this phone, and keeps the screen on while a game
// is open.
import { board } from "./view.js";

let mine = isMyTurn();
let audio = null;

for (const box of document.querySelectorAll("[data-call]")) {
  const kind = box.dataset.call;
  box.closest("label").hidden = kind === "vibrate" && !("vibrate" in navigator);
  box.checked = isWanted(kind);
  box.addEventListener("change", () => {
    try { localStorage.setItem(`companion:${kind}`, box.checked ? "1" : "0"); } catch { /* not kept */ }
    if (box.checked) call(kind); // this tap shows what to expect
  });
}

document.addEventListener("companion:rendered", () => {
  const before = mine;
  mine = isMyTurn();
  stayAwake();
  if (mine && !before) for (const kind of ["vibrate", "sound"]) if (isWanted(kind)) call(kind);
});

// A browser lets a page play sounds only after a tap on that page.
document.addEventListener("click", () => { if (isWanted("sound")) wakeAudio(); }, true);

// ---- The screen stays on during the game. The browser gives that up whenever the page is hidden.

let lock = null; // a promise of it

async function stayAwake() {
  const held = lock, wanted = board.dataset.events && !document.hidden && !board.hasAttribute("data-over");
  try {
    if (wanted) await (lock ??= holdScreen());
    else lock = null;
    if (!wanted) (await held)?.release();
  } catch { lock = null; /* over http, or not now: the battery is low, for instance */ }
}

async function holdScreen() {
  const held = await navigator.wakeLock.request("screen");
  held.addEventListener("release", () => { lock = null; });
  return held;
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();

function isMyTurn() {
  return Boolean(board.querySelector("[data-your-turn]"));
}

function isWanted(kind) {
  try { return localStorage.getItem(`companion:${kind}`) === "1"; } catch { return false; }
}

function call(kind) {
  if (kind === "vibrate") navigator.vibrate?.(120); else beep();
}

function wakeAudio() {
  try {
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume().catch(() => {});
  } catch { /* a phone without sound */ }
}

function beep() {
  wakeAudio();
  if (!audio) return;
  const tone = audio.createOscillator(), loudness = audio.createGain();
  tone.frequency.value = 660;
  loudness.gain.setValueAtTime(0.15, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}
