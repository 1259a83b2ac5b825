// The page of an evening, and its big screen: asks every few seconds for what is new, and counts the clock down.
import { morph } from "./morph.js";
import { get } from "./network.js";

const board = document.querySelector("[data-evening]");
const ahead = Number(board.dataset.now) * 1000 - Date.now(); // of the server's clock
let tag = "", isWaiting = false;

async function refresh() {
  if (document.hidden || isWaiting) return;
  isWaiting = true;
  try {
    const response = await get(board.dataset.evening, tag);
    if (response.status === 404) location.reload();
    if (response.status === 200) {
      tag = response.tag;
      morph(board, response.html, new Set(board.querySelectorAll("input")));
      showClock();
    }
  } catch {
    // The next time may succeed.
  } finally {
    isWaiting = false;
  }
}

function showClock() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil(Number(clock.dataset.ends) - (Date.now() + ahead) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.toggleAttribute("data-over", left === 0);
  }
}

setInterval(refresh, 1000 * board.dataset.every);
setInterval(showClock, 1000);
document.addEventListener("visibilitychange", refresh);
showClock();
