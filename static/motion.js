// Makes changes visible by a short movement, unless the reader wants no motion. After an undo, it briefly shows what
// was undone, with a button to redo it.

const WATCHED = [".scores .total", ".scores .worth", ".scores .played", ".outcome .words", ".top-card", ".row-of-cards li:first-child"];
const UNDONE = 5000; // milliseconds
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let hiding = null;

/** Returns a function that, after the next rendering, moves everything whose text has changed since now. */
export function watchChanges(root) {
  const read = () => WATCHED.map((selector) => [...root.querySelectorAll(selector)]);
  const before = read().map((elements) => elements.map((element) => element.textContent));
  return () => read().forEach((elements, at) => elements.forEach((element, place) => {
    if (before[at].length && before[at][place] !== element.textContent) move(element);
  }));
}

function move(element) {
  if (still.matches || !element.animate) return;
  // Wide elements grow by less than the margin of the page, so that it does not scroll sideways.
  const grown = 1 + Math.min(.3, 30 / Math.max(element.offsetWidth, 1));
  element.animate([{ transform: `scale(${grown})` }, { transform: "none" }], { duration: 350, easing: "ease-out" });
}

/** Briefly shows what this phone has just undone. */
export function showUndone(board) {
  clearTimeout(hiding);
  board.setAttribute("data-undone", "");
  hiding = setTimeout(() => hideUndone(board), UNDONE);
}

/** Hides what was undone, because something else has happened since. */
export function hideUndone(board) {
  clearTimeout(hiding);
  board.removeAttribute("data-undone");
}
