// A form of a GET request whose response appears while someone fills it in.
import { get } from "./network.js";

const PAUSE = 150; // milliseconds after the last change

/**
 * Returns a listener that asks for the page of `form` once it has not changed for a moment. Only the response to the
 * last request counts: `show` gets its page and URL, `fail` gets the URL if there is no such page.
 */
export function liveForm(form, show, fail) {
  let timer = 0;
  let latest = 0;

  async function update() {
    const mine = (latest += 1);
    const url = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
    try {
      const { html } = await get(url);
      if (mine === latest) show(new DOMParser().parseFromString(html, "text/html"), url);
    } catch {
      if (mine === latest) fail(url);
    }
  }

  return () => {
    clearTimeout(timer);
    timer = setTimeout(update, PAUSE);
  };
}
