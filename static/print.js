// The print page: the preview follows every choice at once; a page that is tapped opens large.

import { liveForm } from "./live_form.js";
import { morph } from "./morph.js";

const form = document.getElementById("print");
const preview = document.getElementById("preview");
const large = document.getElementById("large");
const updatePreview = liveForm(form, show, (url) => location.assign(url)); // the browser shows the error itself

form.addEventListener("change", () => {
  preview.setAttribute("aria-busy", "true");
  updatePreview();
});

// A response without the form, such as "please try again", is shown in place of the pages.
function show(page, url) {
  const wanted = page.getElementById("print");
  preview.removeAttribute("aria-busy");
  if (!wanted) {
    document.getElementById("pages").textContent = page.querySelector("main").textContent.trim();
    return;
  }
  morph(form, wanted.innerHTML, new Set());
  morph(preview, page.getElementById("preview").innerHTML, new Set());
  history.replaceState(null, "", url);
}

// --- A page shown large ---

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
