// Shows that a file is being read, and prevents a second tap from sending it again; the form works without this.
document.addEventListener("submit", (event) => show(event.target.closest("[data-busy]"), true));
addEventListener("pageshow", () => document.querySelectorAll("[data-busy]").forEach((form) => show(form, false)));

function show(form, busy) {
  if (!form) return;
  form.querySelector("[role=status]").hidden = !busy;
  form.querySelector("button").disabled = busy;
}
