// Alerts the player whose turn it is, by sound or vibration, and announces results by a sound or aloud, as chosen on
// this phone or screen. The voice is the browser's own, in the language of the page.
import { board } from "./view.js";

const RESULTS = ".outcome-of-game h2, .round-end h2, .outcome .words";
let mine = isMyTurn();
let result = resultText();
let audio = null;

for (const box of document.querySelectorAll("[data-call]")) {
  const kind = box.dataset.call;
  if ((kind === "vibrate" && !navigator.vibrate) || (kind === "voice" && !window.speechSynthesis)) {
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

document.addEventListener("companion:rendered", () => {
  const before = mine, known = result;
  mine = isMyTurn();
  result = resultText();
  if (result && result !== known) for (const kind of ["chime", "voice"]) if (isWanted(kind)) call(kind);
  if (mine && !before) for (const kind of ["vibrate", "sound"]) if (isWanted(kind)) call(kind);
});

// A browser lets a page play sounds only after a tap on that page.
document.addEventListener("click", () => { if (isWanted("sound") || isWanted("chime")) wakeAudio(); }, true);

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
