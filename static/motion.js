// What has just changed can be seen to change: a short movement, none for those who want none. What was undone is
// named for a moment, with the way back.

const WATCHED = [".scores .total", ".scores .worth", ".scores .played", ".verdict .words", ".top-card", ".row-of-cards li:first-child"];
const UNDONE = 5000; // milliseconds
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let timer = null;

/** Returns a function that moves, after a drawing, what reads otherwise than now. */
export function watchChanges(root) {
  const read = () => WATCHED.map((selector) => [...root.querySelectorAll(selector)]);
  const before = read().map((elements) => elements.map((element) => element.textContent));
  return () => read().forEach((elements, at) => elements.forEach((element, place) => {
    if (before[at].length && before[at][place] !== element.textContent) move(element);
  }));
}

function move(element) {
  if (still.matches || !element.animate) return;
  // What is wide grows by less than the margin of the page, which must not scroll sideways meanwhile.
  const grown = 1 + Math.min(.3, 30 / Math.max(element.offsetWidth, 1));
  element.animate([{ transform: `scale(${grown})` }, { transform: "none" }], { duration: 350, easing: "ease-out" });
}

/** Names for a moment what this phone has just undone. */
export function showUndone(board) {
  clearTimeout(timer);
  board.setAttribute("data-undone", "");
  timer = setTimeout(() => hideUndone(board), UNDONE);
}

/** Takes away the name of what was undone: something else has happened since. */
export function hideUndone(board) {
  clearTimeout(timer);
  board.removeAttribute("data-undone");
}
