"""What all pages must have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unicodedata import bidirectional
from xml.etree.ElementTree import Element

from html5lib import HTMLParser
from msgspec import Struct

# What the parser does not check: which elements may contain which.
PARENTS = {
    "li": {"ul", "ol"},
    "dt": {"dl", "div"},
    "dd": {"dl", "div"},
    "legend": {"fieldset"},
    "summary": {"details"},
    "option": {"select", "optgroup", "datalist"},
}
BLOCKS = {"p", "div", "ul", "ol", "dl", "table", "section", "article", "nav", "form", "fieldset", "details", "main"}
HEADINGS = {"h1", "h2", "h3", "h4"}
PHRASING_ONLY = {*HEADINGS, "span", "button", "label", "strong", "small", "summary", "dt", "legend", "time"}
INTERACTIVE = {"a", "button", "input", "select", "textarea", "label", "details"}
MINUS = re.compile(r"(?<![\w./-])-\d| - \d")
DEPENDS_ON_NAMES_AND_NUMBERS = re.compile(r'(?<![\w./"-])-\d| - \d|[\u0590-\u08ff]')  # in what `problems` finds
ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
REFERENCES = {"for", "aria-labelledby", "aria-describedby", "aria-controls"}
ADDRESSES = {"src", "href", "action"}
READ = {"aria-label", "title", "placeholder"}
TYPED = {"text", "search", "number", "date", "email", "url"}
FORBIDDEN = {"style", "center", "font", "iframe", "object", "embed"}


class Node(Struct, eq=False):
    """An element of a page."""

    tag: str
    attrs: dict[str, str]
    parent: Node | None
    children: list[Node | str] = []

    def below(self) -> Iterator[Node]:
        ahead = [child for child in reversed(self.children) if isinstance(child, Node)]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(child for child in reversed(node.children) if isinstance(child, Node))

    def above(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def all(self, tag: str, **attrs: str) -> list[Node]:
        wanted = {name.replace("_", "-").strip("-"): value for name, value in attrs.items()}
        return [node for node in self.below() if node.tag == tag and wanted.items() <= node.attrs.items()]

    @property
    def text(self) -> str:
        """Return the visible text, with white space normalised."""
        return " ".join(
            "".join(child if isinstance(child, str) else f" {child.text} " for child in self.children).split()
        )

    @property
    def name(self) -> str:
        """Return what a screen reader calls this control."""
        return self.attrs.get("aria-label") or self.text


def parse(source: str) -> Node:
    """Return the page as a browser understands it; fails if it would have to guess what was meant."""
    parser = HTMLParser(namespaceHTMLElements=False)
    root = parser.parse(source)
    # A bell in a name that was refused is shown again as it was typed: that is not the page's fault.
    faults = [(place, code, data) for place, code, data in parser.errors if code != "invalid-codepoint"]
    assert not faults, faults
    page = Node("#page", {}, None)
    page.children.append(_node(root, page))
    return page


def _node(element: Element, parent: Node) -> Node:
    """Return an element with all that is in it."""
    node = Node(element.tag.removeprefix("{http://www.w3.org/2000/svg}"), element.attrib, parent)
    node.children.append(element.text or "")
    for child in element:
        if isinstance(child.tag, str):  # no comment
            node.children.append(_node(child, node))
        node.children.append(child.tail or "")
    return node


def problems(root: Node) -> list[str]:
    """Return everything that a page lacks."""
    nodes = [*root.below()]
    return [
        *_wrong_frame(nodes),
        *_wrong_ids(nodes),
        *_wrong_nesting(nodes),
        *_unnamed_controls(nodes),
        *_inline(nodes),
        *_typewriter_minus(nodes),
        *_not_isolated(nodes),
        *_wrong_enter(nodes),
    ]


def _wrong_enter(nodes: Sequence[Node]) -> Iterator[str]:
    """Yield the forms in which the key Enter, which presses the first button, does something else than the fields' own.

    That is the button beside the field, the main one, the only one, or the one that renders the form again.
    """
    for form in (node for node in nodes if node.tag == "form"):
        inner = [*form.below()]
        typed = [node for node in inner if node.tag == "input" and node.attrs.get("type", "text") in TYPED]
        pressed = [node for node in inner if node.tag == "button" and node.attrs.get("type", "submit") == "submit"]
        if not typed or len(pressed) < 2:
            continue
        first, beside = pressed[0], {"beside", "main"} & {*pressed[0].attrs.get("class", "").split()}
        beside |= {"beside"} & {*first.parent.attrs.get("class", "").split()} if first.parent else set()
        if not beside and "data-redraw-button" not in first.attrs:
            yield f"Enter in {typed[0].attrs.get('name')} presses {first.name!r}"


def _wrong_frame(nodes: Sequence[Node]) -> Iterator[str]:
    if not any(node.tag == "html" and node.attrs.get("lang") for node in nodes):
        yield "the page has no language"
    for tag, times in (("h1", 1), ("main", 1), ("title", 1)):
        found = [node for node in nodes if node.tag == tag and not _is_drawn(node)]
        if len(found) != times or not found[0].text:
            yield f"the page has {len(found)} <{tag}>"
    levels = [int(node.tag[1]) for node in nodes if node.tag in HEADINGS]
    for level, following in pairwise(levels):
        if following > level + 1:
            yield f"h{following} follows h{level}"
    for node in nodes:
        if node.attrs.get("class") == "notice" and node.attrs.get("data-kind") not in {None, "good", "warn", "bad"}:
            yield f"notice of no kind: {node.text}"


def _is_drawn(node: Node) -> bool:
    return any(outer.tag == "svg" for outer in node.above())


def _wrong_ids(nodes: Sequence[Node]) -> Iterator[str]:
    ids = Counter(node.attrs["id"] for node in nodes if "id" in node.attrs)
    yield from (f"id {id!r} {times} times" for id, times in ids.items() if times > 1 or not id)
    for node in nodes:
        for name in REFERENCES & node.attrs.keys():
            for id in node.attrs[name].split():
                if id not in ids:
                    yield f"{name}={id!r} leads nowhere"


def _wrong_nesting(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        wrong = _wrong_place(node)
        if wrong and not _is_drawn(node):
            yield wrong


def _wrong_place(node: Node) -> str:
    """Return what is wrong with the place of an element, nothing if it is allowed there."""
    parent = node.parent.tag if node.parent else ""
    if node.tag in FORBIDDEN:
        return f"<{node.tag}> is not wanted"
    if (
        (node.tag in PARENTS and parent not in PARENTS[node.tag])
        or (parent in ("ul", "ol") and node.tag != "li")
        or (parent in PHRASING_ONLY and node.tag in BLOCKS)
    ):
        return f"<{node.tag}> in <{parent}>"
    if node.tag in INTERACTIVE and any(outer.tag in ("button", "a") for outer in node.above()):
        return f"<{node.tag}> in a link or button"
    return ""


def _unnamed_controls(nodes: Sequence[Node]) -> Iterator[str]:
    labelled = {node.attrs["for"] for node in nodes if node.tag == "label" and "for" in node.attrs and node.text}
    for node in nodes:
        if node.tag in ("button", "a", "summary") and not node.name and "aria-labelledby" not in node.attrs:
            yield f"<{node.tag} {node.attrs}> has no name"
        if node.tag == "a" and not node.attrs.get("href"):
            yield f"link {node.name!r} leads nowhere"
        if node.tag in ("input", "select", "textarea") and node.attrs.get("type") not in ("hidden", "submit"):
            inside = any(outer.tag == "label" and outer.text for outer in node.above())
            named = node.attrs.get("aria-label") or node.attrs.get("aria-labelledby")
            if not inside and not named and node.attrs.get("id") not in labelled:
                yield f"<{node.tag} name={node.attrs.get('name')!r}> has no label"
        if node.tag == "img" and "alt" not in node.attrs:
            yield "a picture without words"
        if node.tag == "fieldset" and not node.all("legend"):
            yield "a fieldset without a legend"
        if node.tag == "form" and node.attrs.get("method") == "post" and not node.all("input", name="csrf_token"):
            yield f"the form to {node.attrs.get('action')!r} carries no token"


def _inline(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        yield from (f"<{node.tag} {name}>" for name in node.attrs if name == "style" or name.startswith("on"))
        if node.tag == "script" and (not node.attrs.get("src", "").startswith("/static/") or node.text):
            yield "a script in the page"
        for name in ADDRESSES & node.attrs.keys():
            if node.attrs[name].startswith(("javascript:", "//")):
                yield f"{name}={node.attrs[name]}"


def _read(nodes: Sequence[Node]) -> Iterator[tuple[Node, str]]:
    """Yield every text that people read or hear, with its element."""
    for node in nodes:
        if node.tag != "script":
            yield from ((node, child) for child in node.children if isinstance(child, str))
        yield from ((node, node.attrs[name]) for name in READ & node.attrs.keys())


def _typewriter_minus(nodes: Sequence[Node]) -> Iterator[str]:
    for _node, text in _read(nodes):
        if "-" in text and MINUS.search(text):
            yield f"a hyphen for a minus sign: {text!r}"


def _not_isolated(nodes: Sequence[Node]) -> Iterator[str]:
    for node, text in _read(nodes):
        around = "" if text.isascii() or node.tag == "textarea" else ISOLATED.sub("", text)
        if any(bidirectional(character) in ("R", "AL") for character in around):
            yield f"a right-to-left name that may move what is beside it: {text!r}"
