// Updates an element to new HTML by changing only what differs. Everything else keeps its elements, and so the focus,
// the phone's keyboard and typed text.

const NAMES = ["id", "name", "class", "type", "href", "action"];

/** Returns what identifies an element among its siblings in two versions of a page. */
export function identity(element) {
  const value = element.matches("button, [type=checkbox], [type=radio]") ? element.getAttribute("value") : "";
  return [element.nodeName, value, ...NAMES.map((name) => element.getAttribute(name))].join("\n");
}

/** Updates the contents of `element` to `html`; a field in `typed` keeps its typed text. */
export function morph(element, html, typed) {
  const template = document.createElement("template");
  template.innerHTML = html;
  updateChildren(element, template.content, typed);
}

function updateChildren(element, wanted, typed) {
  let next = element.firstChild;
  for (const node of [...wanted.childNodes]) {
    const same = find(next, node);
    if (!same) {
      element.insertBefore(node, next);
      continue;
    }
    while (next !== same) next = remove(next);
    next = same.nextSibling;
    update(same, node, typed);
  }
  while (next) next = remove(next);
}

// Elements before the one that is found are removed, but not an element that has the focus.
function find(from, wanted) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) return from && from.nodeType === wanted.nodeType ? from : null;
  for (let node = from; node; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && identity(node) === identity(wanted)) return node;
    if (node.contains(document.activeElement)) return null;
  }
  return null;
}

function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function update(node, wanted, typed) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data !== wanted.data) node.data = wanted.data;
    return;
  }
  updateAttributes(node, wanted);
  updateChildren(node, wanted, typed);
  if (node.matches("input, select, textarea") && !typed.has(node)) {
    if (node.value !== wanted.value) node.value = wanted.value;
    node.checked = wanted.checked;
  }
}

function updateAttributes(element, wanted) {
  // Sections that a reader has unfolded stay open, if they have a name and are not about someone else now.
  const keepsOpen = element.nodeName === "DETAILS" && element.id && [undefined, wanted.dataset.about].includes(element.dataset.about);
  for (const { name } of [...element.attributes]) {
    if (!wanted.hasAttribute(name) && !(keepsOpen && name === "open")) element.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
