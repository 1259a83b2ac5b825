// Tells the readers of a browser that is too old for the other scripts; every form and link works in it without them.
// This file alone is written for any browser.
if (!/(^| )js( |$)/.test(document.documentElement.className)) {
  document.getElementById("old-browser").hidden = false;
}
