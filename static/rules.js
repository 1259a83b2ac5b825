// Searching in a rule book: entries without the words are hidden, and chapters without entries.
for (const field of document.querySelectorAll("[data-search]")) {
  const book = document.querySelector(field.dataset.search);
  const told = field.parentElement.querySelector("[data-found]");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const entries = [...book.querySelectorAll("[data-entry]")].map((entry) => [entry, plain(entry.textContent)]);

  field.addEventListener("input", () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [entry, text] of entries) {
      const hit = words.every((word) => text.includes(word));
      entry.classList.toggle("unfound", !hit);
      if (hit) found += 1;
    }
    for (const chapter of book.querySelectorAll("[data-chapter]")) {
      chapter.classList.toggle("unfound", !chapter.querySelector("[data-entry]:not(.unfound)"));
    }
    told.hidden = found > 0;
    told.textContent = found > 0 ? "" : told.dataset.none;
  });
}
