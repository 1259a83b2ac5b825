// Copying and sharing, if the browser can: over plain http it can do neither, and the fields can be copied by hand.
const shown = (button, name) => document.getElementById(button.dataset[name]);
const type = "image/png";

// Returns what a button shares: the picture, the link or the text.
async function shared(element) {
  if (element.src) return { files: [await pictureOf(element)] };
  return element.id.endsWith("link") ? { url: element.value } : { text: element.value };
}

async function pictureOf(image) {
  const response = await fetch(image.src);
  return new File([await response.blob()], "result.png", { type });
}

function canShare(element) {
  if (!element.src) return Boolean(navigator.share);
  return Boolean(navigator.canShare?.({ files: [new File([], "result.png", { type })] }));
}

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.clipboard.writeText(shown(button, "copy").value));
}
for (const button of document.querySelectorAll("[data-share]")) {
  const element = shown(button, "share");
  if (!canShare(element)) continue;
  button.hidden = false;
  button.addEventListener("click", () => shared(element).then((what) => navigator.share(what)).catch(() => {}));
}
for (const field of document.querySelectorAll("textarea[readonly], input[readonly]")) {
  field.addEventListener("focus", () => field.select());
}
