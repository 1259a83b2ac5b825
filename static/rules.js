import { liveForm } from "./live_form.js";

// The search in the rule books: results appear while someone types; without this script, after a tap on the button.
for (const form of document.querySelectorAll("[data-live]")) {
  const field = form.querySelector("input[type=search]");
  const shown = document.querySelector(form.dataset.live);

  const show = (page, url) => {
    const found = page.querySelector(form.dataset.live);
    if (!found) return;
    shown.textContent = "";
    shown.append(...found.childNodes);
    history.replaceState(history.state, "", field.value.trim() ? url : form.action);
  };

  // Offline: the button still leads to the answer once the network is back.
  if (shown) field.addEventListener("input", liveForm(form, show, () => {}));
}

// The chosen one of the kinds of questions is in view.
for (const chosen of document.querySelectorAll(".tabs [aria-current]")) {
  chosen.parentElement.scrollLeft = chosen.offsetLeft - (innerWidth - chosen.offsetWidth) / 2;
}

// A link is shared if the browser can, or else copied (https only), or else shown for copying by hand.
for (const link of document.querySelectorAll("[data-copy-link]")) {
  const url = link.dataset.copyLink;

  const show = () => {
    const shown = document.querySelector(".copied-link") ?? document.createElement("input");
    shown.className = "copied-link";
    shown.readOnly = true;
    shown.value = url;
    shown.setAttribute("aria-label", link.textContent);
    link.closest("p").after(shown);
    shown.focus();
    shown.select();
  };

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      link.textContent = link.dataset.copied;
    } catch {
      show();
    }
  };

  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (!navigator.share) return copy();
    try {
      await navigator.share({ url });
    } catch (error) {
      if (error.name !== "AbortError") await copy(); // an abort: the reader changed their mind
    }
  });
}
