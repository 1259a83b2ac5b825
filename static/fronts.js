// The result of a round of Bids: taps put black cards in front of the player whose row is open. They are kept in the fields
// of the form, so nobody waits for the network between two taps; the scores follow.

let open = 0; // the seat of that player

const formOf = () => document.querySelector(".keys")?.closest("form");
const fieldsOf = (form) => [...form.querySelectorAll(".front-rows input")];
const cardsIn = (field) => field.value.split(" ").filter(Boolean);

document.addEventListener("click", (event) => {
  const form = formOf(), button = form && event.target.closest(".keys button, .opener, [data-next-front]");
  if (!button) return;
  if (button.matches(".keys button")) move(fieldsOf(form), button.value);
  else open = button.value ? Number(button.value) : (open + 1) % fieldsOf(form).length;
  paint();
});

// A tapped card lies in front of one player only, and a second tap takes it away.
function move(fields, card) {
  fields.forEach((field, seat) => {
    const cards = cardsIn(field), others = cards.filter((other) => other !== card);
    if (others.length === cards.length && seat === open) others.push(card);
    if (others.length === cards.length) return;
    field.value = others.join(" ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// Shows what the fields hold: a new rendering only has these.
function paint() {
  const form = formOf(), owners = new Map();
  if (!form) return;
  fieldsOf(form).forEach((field, seat) => {
    const row = field.parentElement, shown = row.querySelector(".cards"), cards = cardsIn(field);
    for (const card of cards) owners.set(card, seat);
    shown.replaceChildren(...(cards.length ? cards.map((card) => face(form, card)) : [shown.dataset.none]));
    row.querySelector(".opener").setAttribute("aria-pressed", String(seat === open));
  });
  for (const key of form.querySelectorAll(".keys button")) {
    key.setAttribute("aria-pressed", String(owners.get(key.value) === open));
    key.toggleAttribute("data-elsewhere", owners.has(key.value) && owners.get(key.value) !== open);
  }
}

function face(form, card) {
  const key = form.querySelector(`.keys button[value="${CSS.escape(card)}"]`), shown = document.createElement("span");
  Object.assign(shown, { className: "card small", innerHTML: key?.innerHTML ?? "?" });
  shown.dataset.color = "K";
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", key?.getAttribute("aria-label") ?? card);
  return shown;
}

document.addEventListener("companion:rendered", paint);
paint();
