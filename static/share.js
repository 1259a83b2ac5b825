// Copying and sharing, if the browser can: over plain http it can do neither, and the fields can be copied by hand.
const text = (button, name) => document.getElementById(button.dataset[name]).value;

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.clipboard.writeText(text(button, "copy")));
}
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  const shown = () => (button.dataset.share.endsWith("link") ? { url: text(button, "share") } : { text: text(button, "share") });
  button.addEventListener("click", () => navigator.share(shown()).catch(() => {}));
}
for (const field of document.querySelectorAll("textarea[readonly], input[readonly]")) {
  field.addEventListener("focus", () => field.select());
}
