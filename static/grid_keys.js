// Arrow keys move from card to card in a grid: to the nearest one in that direction.
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CELLS = ".grid button:not(:disabled), .grid a[href]";
const SIDEWAYS = 3; // how much more sideways distance counts than distance ahead

document.addEventListener("keydown", (event) => {
  const direction = DIRECTIONS[event.key], cell = event.target.closest(CELLS);
  if (!direction || !cell || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = nearest(cell, direction);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

function nearest(cell, [across, down]) {
  const from = middle(cell);
  let best = null, least = Infinity;
  for (const other of document.querySelectorAll(CELLS)) {
    if (other === cell || !other.getClientRects().length) continue;
    const to = middle(other);
    const x = to.x - from.x, y = to.y - from.y;
    const along = x * across + y * down, beside = Math.abs(x * down) + Math.abs(y * across);
    const cost = along + SIDEWAYS * beside;
    if (along > 1 && cost < least) { best = other; least = cost; }
  }
  return best;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
