// For every page: nothing here is needed to play, and nothing here uses the network.

// A browser that does not tell which button was tapped (Safari before 15.4, of 2022) gets plain forms.
if ("submitter" in (window.SubmitEvent?.prototype ?? {})) document.documentElement.classList.add("js");

// The browser brings back an old copy of a page on "back": a list of entries must be the current one.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && !document.querySelector("[data-events]")) location.reload();
});

// What is unfolded comes into view.
document.addEventListener("click", (event) => {
  const part = event.target.closest("summary")?.parentElement;
  if (part) setTimeout(() => { if (part.open) part.scrollIntoView({ block: "nearest" }); });
});

// Times are shown in the phone's own zone, from 0 to 24 hours as the server writes them.
for (const time of document.querySelectorAll("time[data-clock]")) {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, format);
}

// A tap that leads to another page may be the first of two: the second one enters nothing there.
let before = null;
try { before = document.referrer && JSON.parse(sessionStorage.getItem("companion:tap")); } catch { /* a private window */ }
document.addEventListener("click", (event) => {
  const { clientX: x, clientY: y, detail } = event;
  if (!detail) return; // a keyboard's
  const isSecond = before && Date.now() - before.at < 650 && Math.hypot(x - before.x, y - before.y) < 30;
  before = null;
  if (isSecond && event.target.closest("[name=entry]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  try { sessionStorage.setItem("companion:tap", JSON.stringify({ x, y, at: Date.now() })); } catch { /* a private window */ }
}, true);
