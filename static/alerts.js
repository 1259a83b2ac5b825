// Calls the player whose turn it is, by sound or vibration, as chosen on this phone.
import { board } from "./view.js";

let mine = isMyTurn();
let audio = null;

for (const box of document.querySelectorAll("[data-call]")) {
  const kind = box.dataset.call;
  if (kind === "vibrate" && !navigator.vibrate) {
    box.closest("label").hidden = true;
    continue;
  }
  box.checked = isWanted(kind);
  box.addEventListener("change", () => {
    try { localStorage.setItem(`companion:${kind}`, box.checked ? "1" : "0"); } catch { /* not kept */ }
    // This tap shows what to expect.
    if (box.checked) call(kind);
  });
}

document.addEventListener("companion:drawn", () => {
  const before = mine;
  mine = isMyTurn();
  if (!mine || before) return;
  for (const kind of ["vibrate", "sound"]) if (isWanted(kind)) call(kind);
});

// A browser lets a page sound only after a tap, and each page anew.
document.addEventListener("click", () => { if (isWanted("sound")) wakeAudio(); }, true);

function isMyTurn() {
  return Boolean(board.querySelector("[data-your-turn]"));
}

function isWanted(kind) {
  try { return localStorage.getItem(`companion:${kind}`) === "1"; } catch { return false; }
}

function call(kind) {
  if (kind === "vibrate") navigator.vibrate?.(120);
  else beep();
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
