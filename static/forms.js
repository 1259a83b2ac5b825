// Conveniences of forms and lists: nothing here is needed to fill them in, and nothing here uses the network.
// All listeners are on the document, so that parts which are rendered again keep working.

// Steppers: - and + beside a number field.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input"), next = (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step);
  input.value = Math.min(input.dataset.high, Math.max(input.dataset.low, next));
  for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
});

// In a column of numbers Enter goes down, after the last one to the button.
document.addEventListener("keydown", (event) => {
  const field = event.key === "Enter" && event.target.closest(".tally input[inputmode]");
  if (!field) return;
  event.preventDefault();
  const fields = [...field.form.querySelectorAll(".tally input[inputmode], button.main")];
  fields[fields.indexOf(field) + 1].focus();
});

// Typing overwrites a number that was tapped: 30 typed over 0 is 30. The end of the tap moves the cursor, so the content
// is selected again then.
for (const type of ["focusin", "click"]) {
  document.addEventListener(type, ({ target }) => { if (target.matches(".stepper input, .tally input[inputmode]")) target.setSelectionRange(0, target.value.length); });
}

// A field whose change affects other choices requests its form again.
document.addEventListener("change", (event) => {
  const field = event.target.closest("[data-redraw]");
  if (field) redraw(field);
});

// What is typed is added up while it is being typed.
const PAUSE = 400; // milliseconds
let typing = null;

document.addEventListener("input", (event) => {
  const field = event.target.closest("input[inputmode][data-redraw]");
  clearTimeout(typing);
  if (field) typing = setTimeout(redraw, PAUSE, field);
});

// Where nothing is drawn again in place, a score is out of date once something is changed.
document.addEventListener("input", ({ target }) => {
  target.closest("form.result:not([data-enhance])")?.querySelectorAll(".score").forEach((score) => { score.textContent = ""; });
});

function redraw(field) {
  clearTimeout(typing);
  const button = field?.form?.querySelector("button[data-redraw-button]");
  if (button) button.click();
}

// The ticks of a set-up list are kept on this phone.
function recallTicks(root) {
  for (const list of root.querySelectorAll("[data-ticks]")) {
    const kept = new Set(readTicks(list.dataset.ticks));
    for (const box of list.querySelectorAll("input[type=checkbox]")) box.checked = kept.has(box.value);
    countTicks(list);
  }
}

function readTicks(key) {
  try { return JSON.parse(localStorage.getItem(key) || "[]"); } catch { return []; }
}

function countTicks(list) {
  const boxes = [...list.querySelectorAll("input[type=checkbox]")];
  const left = boxes.filter((box) => !box.checked).length;
  const done = list.querySelector("[data-ticks-done]");
  if (done) done.hidden = left > 0;
}

document.addEventListener("change", (event) => {
  const list = event.target.closest("[data-ticks]");
  if (!list) return;
  const ticked = [...list.querySelectorAll("input:checked")].map((box) => box.value);
  try { localStorage.setItem(list.dataset.ticks, JSON.stringify(ticked)); } catch { /* a private window keeps nothing */ }
  countTicks(list);
});

recallTicks(document);

// Seats: drag a player by the handle, or move it with the arrow keys.
let dragged = null;

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-drag]");
  if (!handle) return;
  dragged = handle.closest("li");
  dragged.dataset.dragged = "";
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  for (const other of dragged.parentElement.children) {
    if (other === dragged) continue;
    const box = other.getBoundingClientRect(), middle = box.top + box.height / 2;
    const above = other.compareDocumentPosition(dragged) & Node.DOCUMENT_POSITION_PRECEDING;
    if (above && event.clientY > middle) other.after(dragged);
    else if (!above && event.clientY < middle) other.before(dragged);
  }
});

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (!dragged) return;
    delete dragged.dataset.dragged;
    seat(dragged.parentElement);
    dragged = null;
  });
}

document.addEventListener("keydown", (event) => {
  const handle = event.target.closest("[data-drag]");
  if (!handle || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  const item = handle.closest("li"), isUp = event.key === "ArrowUp";
  const other = isUp ? item.previousElementSibling : item.nextElementSibling;
  if (!other) return;
  if (isUp) other.before(item);
  else other.after(item);
  handle.focus();
  seat(item.parentElement);
});

// The people of a game in progress are in fields that are named after their seats.
function seat(list) {
  list.dataset.moved = ""; // until the next response
  if ("seats" in list.dataset) list.querySelectorAll("select").forEach((field, at) => { field.name = `seat-${at}`; });
  redraw(list.querySelector("[data-redraw], select"));
}

// This button does not take the focus: names are typed one after the other, with the keyboard open.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-keep-focus]")) event.preventDefault();
});

// While a file is being read the page says so, and a second tap does not send it again.
function showBusy(form, busy) {
  if (!form) return;
  form.querySelector("[role=status]").hidden = !busy;
  form.querySelector("button").disabled = busy;
}

document.addEventListener("submit", (event) => showBusy(event.target.closest("[data-busy]"), true));
addEventListener("pageshow", () => document.querySelectorAll("[data-busy]").forEach((form) => showBusy(form, false)));

// When a link leads away from a result form, the typed values go into the URL of its page, so that the way back, for
// instance from a rule, finds them again.
const OF_ONE_PAGE = ["csrf_token", "number", "submission", "pending"];

document.addEventListener("click", (event) => {
  const form = document.querySelector("input[name=as-result]")?.form;
  if (!form || !event.target.closest("a[href]")) return;
  const typed = new URLSearchParams(location.search);
  for (const [name, value] of new FormData(form)) {
    if (!OF_ONE_PAGE.includes(name)) typed.set(name, value);
  }
  history.replaceState(null, "", `?${typed}`);
});

// A long list of people shows those whose names have what is typed above it, accents and capitals aside.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function find(field) {
  for (const item of field.nextElementSibling.querySelectorAll(":scope > :not(legend)")) {
    item.hidden = !plain(item.textContent).includes(plain(field.value));
  }
}

document.addEventListener("input", (event) => { if ("find" in event.target.dataset) find(event.target); });
document.addEventListener("companion:rendered", () => document.querySelectorAll("[data-find]").forEach(find));

// Says so if the server's clock, as it was when this page was opened, is not this phone's: a wrong clock or time zone.
const MOST_APART = 5 * 60000; // milliseconds
for (const hint of document.querySelectorAll("[data-clock]")) {
  hint.hidden = Math.abs(new Date(hint.dataset.clock) - performance.timeOrigin) < MOST_APART;
}
