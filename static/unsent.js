// The list of entries that are not saved. It is outside the board, so it survives new boards.
import { notice, texts } from "./view.js";

/** Renders the entries that wait to be sent, and refused ones with the reasons and what can be done about them. */
export function renderOutbox(items, { reasons, discard, sendAgain }) {
  const box = document.getElementById("unsent");
  if (!box) return;
  const waiting = items.filter((item) => !item.refused);
  const refused = items.filter((item) => item.refused);
  box.hidden = items.length === 0;
  box.toggleAttribute("data-waiting", refused.length === 0);
  box.textContent = "";
  if (waiting.length) box.append(waitingNotice(waiting, discard));
  for (const item of refused) {
    const buttons = [
      ...(item.mayRepeat ? [button(texts.sendAgain, () => sendAgain(item))] : []),
      button(texts.discard, () => discard(item)),
    ];
    box.append(refusedNotice(item, reasons.get(item.id), buttons));
  }
}

function waitingNotice(items, discard) {
  const box = notice("warn", texts.unsent);
  const list = box.appendChild(document.createElement("ul"));
  for (const item of items) {
    const line = list.appendChild(document.createElement("li"));
    line.append(`${item.label} `, button(texts.discard, () => discard(item), "quiet"));
  }
  return box;
}

// After a reload only the texts of the reasons are left.
function refusedNotice(item, said, buttons) {
  const box = notice("bad", `${texts.refused} ${item.label}`, said ? [] : item.refused);
  for (const reason of said ?? []) {
    for (const form of reason.querySelectorAll("form")) form.remove(); // the button below does the same
    box.append(...[...reason.childNodes].map((node) => node.cloneNode(true)));
  }
  const row = box.appendChild(document.createElement("div"));
  row.className = "buttons";
  row.append(...buttons);
  return box;
}

function button(text, act, className = "") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className, textContent: text });
  made.addEventListener("click", act);
  return made;
}
