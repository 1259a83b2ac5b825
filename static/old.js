// Shows a note in browsers that are too old for the other scripts; every form and link works without them.
// This is the only file that is written for any browser.
if (!/(^| )js( |$)/.test(document.documentElement.className)) {
  document.getElementById("old-browser").hidden = false;
}
