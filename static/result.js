// When a link leads away from a result form, the typed values go into the URL of its page, so that the way back, for
// instance from a rule, finds them again.
const OF_ONE_PAGE = ["csrf_token", "number", "submission", "pending"];

document.addEventListener("click", (event) => {
  const form = document.querySelector("input[name=as-result]")?.form;
  if (!form || !event.target.closest("a[href]")) return;
  const typed = new URLSearchParams(location.search);
  for (const [name, value] of new FormData(form)) {
    if (!OF_ONE_PAGE.includes(name)) typed.set(name, value);
  }
  history.replaceState(null, "", `?${typed}`);
});
