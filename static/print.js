// The print page: the preview follows every choice at once; a page that is tapped opens large.

import { morph } from "./morph.js";
import { get } from "./network.js";

const form = document.getElementById("print");
const preview = document.getElementById("preview");
const large = document.getElementById("large");
let latest = 0;
let timer = 0;

form.addEventListener("change", () => {
  clearTimeout(timer);
  timer = setTimeout(update, 150);
});

async function update() {
  const mine = (latest += 1);
  const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  preview.setAttribute("aria-busy", "true");
  try {
    const { html } = await get(address);
    if (mine === latest) show(html, address);
  } catch {
    if (mine === latest) location.assign(address); // the browser shows the error itself
  }
}

// An answer without the form, such as "please try again", is shown in place of the pages.
function show(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const wanted = page.getElementById("print");
  preview.removeAttribute("aria-busy");
  if (!wanted) {
    document.getElementById("pages").textContent = page.querySelector("main").textContent.trim();
    return;
  }
  morph(form, wanted.innerHTML, new Set());
  morph(preview, page.getElementById("preview").innerHTML, new Set());
  history.replaceState(null, "", address);
}

// --- A page large ---

const picture = document.createElement("img");
let shown = null;
picture.alt = "";
large.prepend(picture);

function enlarge(link) {
  shown = link;
  picture.src = link.href;
  large.setAttribute("aria-label", link.getAttribute("aria-label"));
  for (const button of large.querySelectorAll("button")) button.disabled = button.value !== "0" && !beside(Number(button.value));
  if (!large.open) large.showModal();
}

function beside(step) {
  const links = [...preview.querySelectorAll("[data-large]")];
  return links[links.indexOf(shown) + step];
}

preview.addEventListener("click", (event) => {
  const link = event.target.closest("[data-large]");
  if (!link || !large.showModal) return;
  event.preventDefault();
  enlarge(link);
});

large.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button && button.value !== "0") enlarge(beside(Number(button.value)));
  else large.close();
});
