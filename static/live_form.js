// A form of a GET request whose answer appears while someone fills it in.
import { get } from "./network.js";

const PAUSE = 150; // milliseconds after the last change

/**
 * Returns a listener that asks for the page of `form` once it has not changed for a moment. Only the answer to the last
 * request counts: `show` gets its page and address, `fail` gets the address if there is no such page.
 */
export function liveForm(form, show, fail) {
  let timer = 0;
  let latest = 0;

  async function update() {
    const mine = (latest += 1);
    const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
    try {
      const { html } = await get(address);
      if (mine === latest) show(new DOMParser().parseFromString(html, "text/html"), address);
    } catch {
      if (mine === latest) fail(address);
    }
  }

  return () => {
    clearTimeout(timer);
    timer = setTimeout(update, PAUSE);
  };
}
