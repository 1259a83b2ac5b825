// The Game: a play is a pile and a card, tapped in either order. The first tap only changes what is offered. That is
// done here, so that nobody waits for the network between two taps; without this script, links do it.

const PARTS = "a[data-choose]";
let chosen = null; // the first tap: { pile: "up1" } or { card: "21" }

document.addEventListener("click", (event) => {
  const link = event.target.closest(PARTS);
  const form = link?.closest("form");
  // A part that was rendered for a choice has buttons instead of these links; then a tap follows its link.
  if (!form?.querySelector(".pad a") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { choose } = link.dataset, value = worth(link);
  const play = { ...chosen, [choose]: value };
  if (play.pile && play.card) {
    if (takes(part(form, "pile", play.pile), play.card)) submitPlay(form, link, play);
    else if (choose === "card") offer(form, { card: value });
    return;
  }
  offer(form, choose && chosen?.[choose] !== value ? { [choose]: value } : null);
});

// A new rendering does not know the first tap, which still counts if its pile or card is still there.
document.addEventListener("companion:rendered", () => {
  const form = chosen && document.querySelector(".pad a")?.closest("form");
  if (form) offer(form, chosen);
});

function submitPlay(form, link, { pile, card }) {
  const button = document.createElement("button");
  button.name = "entry";
  button.value = JSON.stringify({ type: "play", pile, card: Number(card) });
  button.textContent = `${card} → ${part(form, "pile", pile).getAttribute("aria-label")}`;
  button.hidden = true;
  form.append(button);
  offer(form, null);
  link.setAttribute("aria-busy", "true");
  button.click();
  button.remove();
}

// Show what can follow the first tap: the cards or the piles, each in its place.
function offer(form, choice) {
  const [half, value] = Object.entries(choice ?? {})[0] ?? [];
  chosen = half && part(form, half, value) ? choice : null;
  for (const hint of form.querySelectorAll("[data-hint]")) hint.hidden = hint.dataset.hint !== (chosen ? half : "");
  for (const link of form.querySelectorAll(".piles a")) renderPile(form, link);
  const pad = form.querySelector(".pad");
  form.toggleAttribute("data-chosen", half === "pile");
  for (let box = chosen && pad.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  for (const link of pad.querySelectorAll(PARTS)) renderCard(form, link);
}

function renderPile(form, link) {
  const words = link.closest(".piles").dataset, small = link.querySelector("small");
  const card = chosen?.card && part(form, "card", chosen.card);
  const open = card && takes(link, chosen.card), back = card && link.dataset.tenBack === chosen.card;
  link.dataset.usual ??= small.textContent;
  link.dataset.name ??= link.getAttribute("aria-label");
  small.textContent = !card ? link.dataset.usual : back ? `« ${words.back}` : open ? words.open : "✕";
  link.setAttribute("aria-label", back ? `${link.dataset.name}, ${words.back}` : link.dataset.name);
  mark(link, "aria-disabled", card && !open && "true");
  link.toggleAttribute("data-open", Boolean(open));
  link.toggleAttribute("data-closed", Boolean(card) && !open);
  mark(link, "aria-current", chosen?.pile === worth(link) && "true");
}

function renderCard(form, link) {
  const value = worth(link), pile = chosen?.pile && part(form, "pile", chosen.pile);
  const trick = pile ? pile.dataset.tenBack === value : Boolean(form.querySelector(`.piles [data-ten-back="${value}"]`));
  link.toggleAttribute("data-closed", Boolean(pile) && !takes(pile, value));
  link.toggleAttribute("data-trick", trick);
  mark(link, "aria-label", trick && `${value}, ${form.querySelector(".piles").dataset.back}`);
  link.toggleAttribute("data-marked", chosen?.card === value);
  mark(link, "aria-current", chosen?.card === value && "true");
}

// Return the pile or card that a link asks for.
function worth(link) {
  return new URLSearchParams(link.search).get(link.dataset.choose);
}

function takes(pile, card) {
  const { low, high, tenBack } = pile.dataset;
  return (Number(low) <= card && card <= Number(high)) || card === tenBack;
}

function part(form, half, value) {
  return form.querySelector(`${PARTS}[href$="${half}=${value}"]`);
}

function mark(link, name, value) {
  if (value) link.setAttribute(name, value); else link.removeAttribute(name);
}
