// Shows that a file is being read; the form works without this.
document.addEventListener("submit", (event) => {
  const status = event.target.closest("[data-busy]")?.querySelector("[role=status]");
  if (status) status.hidden = false;
});
addEventListener("pageshow", () => document.querySelectorAll("[data-busy] [role=status]").forEach((node) => { node.hidden = true }));
