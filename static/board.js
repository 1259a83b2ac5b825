// Starts everything that uses the network on a page with a board: forms and links whose responses are shown in place,
// entries that wait on this phone, and the stream of changes. Without this script every form and link still works.
import "./alerts.js";
import "./grid_keys.js";
import { post } from "./network.js";
import { markTapped, send, submit } from "./outbox.js";
import { follow, refresh, showLost } from "./stream.js";
import { ask, board, notice, pageNotice, shown, showNotice, showQuestion, showResponse, texts } from "./view.js";

let latest = 0; // the number of the last tap: only its response is shown, since that to an older one would undo it

function submitInPlace(event) {
  const form = event.target.closest("form[data-enhance]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const body = new URLSearchParams(new FormData(form));
  // Older browsers have no `new FormData(form, button)`.
  if (button?.name) body.append(button.name, button.value);
  body.delete("csrf_token");
  button?.setAttribute("aria-busy", "true");
  if ("offline" in form.dataset) submit(form, body, button);
  else sendForm(form.getAttribute("action") || location.pathname, body, button);
}

async function sendForm(action, body, button) {
  latest += 1;
  const mine = latest;
  try {
    const response = await post(action, body);
    if (mine === latest) show(response);
  } catch {
    showLost();
    showNotice(notice("bad", texts.failed));
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

function show({ status, html, url }) {
  if (url) location.href = url;
  else if ([200, 409, 422].includes(status)) showResponse(html);
  else showNotice(pageNotice(html));
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

// A browser that is too old keeps the page as it is (see companion.js).
if (document.documentElement.classList.contains("js")) {
  document.addEventListener("submit", submitInPlace);
  document.addEventListener("click", followInPlace);
  document.addEventListener("companion:rendered", markTapped);
  follow(send);
}

// Where the browser allows it, the page comes back while the phone is offline (worker.js).
const worker = board.dataset.worker;
if (worker && navigator.serviceWorker) navigator.serviceWorker.register(worker, { scope: "/t/" }).catch(() => {});
