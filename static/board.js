// Starts everything that uses the network on a page with a board: forms and links whose responses are shown in place,
// entries that wait on this phone, and the stream of changes. Without this script every form and link still works.
import "./alerts.js";
import "./grid_keys.js";
import { post } from "./network.js";
import { markTapped, send, submit } from "./outbox.js";
import { follow, refresh, showLost } from "./stream.js";
import {
  ask, board, notice, pageNotice, releaseTyped, showError, shown, showNotice, showQuestion, showResponse, texts,
} from "./view.js";

// Taps that wait for the response to the one before: the form in the page holds what has been entered so far, so each tap
// is sent with the form that the last response left, together with what was changed in the page since.
const waiting = [];
let sending = false;

function submitInPlace(event) {
  const form = event.target.closest("form[data-enhance]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  if ("offline" in form.dataset) {
    const body = bodyOf(form, button);
    button?.setAttribute("aria-busy", "true");
    submit(form, body, button);
    return;
  }
  // A name that is being sent leaves its field at once, for the next one.
  const field = form.querySelector("[data-empties]"), text = field?.value.trim() ?? "";
  if (text) field.value = "";
  // People who were moved while a response is on its way keep their order; that response shows the order before.
  const order = sending && form.querySelector("[data-moved]") ? [...new FormData(form)].filter(([name]) => /^(player|seat-\d+)$/.test(name)) : [];
  const again = waiting.slice(1).find((tap) => !text && tap.button === button && button.matches("[data-redraw-button]"));
  if (again) again.order = order;
  else waiting.push({ form, button, name: button?.name, value: button?.value, text, order });
  if (sending) markWaiting(); else sendWaiting();
}

function bodyOf(form, button) {
  const body = new URLSearchParams(new FormData(form));
  // Browsers before 2023 have no `new FormData(form, button)`.
  if (button?.name) body.append(button.name, button.value);
  body.delete("csrf_token");
  return body;
}

async function sendWaiting() {
  sending = true;
  while (waiting.length) {
    const tap = waiting[0];
    const body = bodyOf(tap.form);
    if (tap.name) body.append(tap.name, tap.value);
    putInOrder(body, tap.order);
    const field = tap.form.querySelector("[data-empties]");
    if (field) body.set(field.name, tap.text);
    releaseTyped(field ? [field] : []);
    markWaiting();
    try {
      const response = await post(tap.form.getAttribute("action") || location.pathname, body);
      waiting.shift();
      if (response.url) { location.href = response.url; return; }
      show(tap, response);
    } catch {
      returnText(tap.form, waiting.map(({ text }) => text));
      waiting.length = 0;
      showLost();
      showNotice(notice("bad", texts.failed));
    }
  }
  sending = false;
  markWaiting();
}

function putInOrder(body, order) {
  const places = order.filter(([name]) => name === "player").map(([, player]) => player), players = body.getAll("player");
  const placeOf = (player) => (places.includes(player) ? places.indexOf(player) : places.length);
  body.delete("player");
  for (const player of players.sort((one, other) => placeOf(one) - placeOf(other))) body.append("player", player);
  for (const [name, value] of order) if (name !== "player") body.set(name, value);
}

function show(tap, { status, html }) {
  if (![200, 409, 422].includes(status)) {
    returnText(tap.form, [tap.text]);
    showNotice(pageNotice(html));
    return;
  }
  showResponse(html);
  // A name that was refused is in the form again; the one that is being typed meanwhile comes after it.
  const field = tap.form.querySelector("[data-empties]");
  if (field?.defaultValue) returnText(tap.form, [field.defaultValue]);
  if (status === 422 && !waiting.length) showError();
}

function returnText(form, refused) {
  const field = form.querySelector("[data-empties]");
  if (field) field.value = [...refused, field.value.trim()].filter(Boolean).join(", ");
}

function markWaiting() {
  for (const button of board.querySelectorAll("form[data-enhance]:not([data-offline]) button")) {
    const isTapped = waiting.some(({ name, value }) => name && name === button.name && value === button.value);
    if (isTapped) button.setAttribute("aria-busy", "true"); else button.removeAttribute("aria-busy");
  }
}

function followInPlace(event) {
  const link = event.target.closest("a[data-enhance]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const query = new URL(link.href).search;
  ask(query);
  // Without a network the page stays: a tap must not lead to the browser's own error.
  refresh().then(showQuestion).catch(() => { if (shown.asked === query) ask(""); showLost(); });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && location.hash === "#menu") location.hash = "to-menu";
});

// An older browser gets plain forms (companion.js).
if (document.documentElement.classList.contains("js")) {
  document.addEventListener("submit", submitInPlace);
  document.addEventListener("click", followInPlace);
  document.addEventListener("companion:rendered", markTapped);
  follow(send);
}

// Where the browser allows it, the page comes back while the phone is offline (worker.js).
const worker = board.dataset.worker;
if (worker && navigator.serviceWorker) navigator.serviceWorker.register(worker, { scope: "/t/" }).catch(() => {});
