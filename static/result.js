// What was entered of a result goes into the URL of its page when a link leads away, so that the way back, for
// instance from a rule, finds it again.
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
