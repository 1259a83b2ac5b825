"""What all pages must have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from unicodedata import bidirectional

from html5lib import HTMLParser
from selectolax.lexbor import LexborHTMLParser, LexborNode

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
DEPENDS_ON_NAMES_AND_NUMBERS = re.compile(r'(?<![\w./"-])-\d| - \d|[\u0590-\u08ff]')  # in what `faults` finds
ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
REFERENCES = {"for", "aria-labelledby", "aria-describedby", "aria-controls"}
ADDRESSES = {"src", "href", "action"}
READ = {"aria-label", "title", "placeholder"}
TYPED = {"text", "search", "number", "date", "email", "url"}
FORBIDDEN = {"style", "center", "font", "iframe", "object", "embed"}


class Node:
    """An element of a page."""

    def __init__(self, node: LexborNode) -> None:
        self._node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._node.mem_id == other._node.mem_id

    def __hash__(self) -> int:
        return self._node.mem_id

    @property
    def tag(self) -> str:
        return self._node.tag or ""

    @cached_property
    def attrs(self) -> dict[str, str]:
        return {name: value or "" for name, value in self._node.attributes.items()}

    def below(self) -> Iterator[Node]:
        return (node for node in map(Node, self._node.css("*")) if node != self)

    def above(self) -> Iterator[Node]:
        node = self._node.parent
        while node is not None and node.is_element_node:
            yield Node(node)
            node = node.parent

    def texts(self) -> Iterator[str]:
        """Yield the texts in this element that are in no other within it."""
        return (node.text_content or "" for node in self._node.iter(include_text=True) if node.is_text_node)

    def all(self, tag: str, **attrs: str) -> list[Node]:
        wanted = {name.replace("_", "-").strip("-"): value for name, value in attrs.items()}
        return [
            node for node in map(Node, self._node.css(tag)) if wanted.items() <= node.attrs.items() and node != self
        ]

    @property
    def text(self) -> str:
        """Return the visible text, with white space normalised."""
        return " ".join(self._node.text(separator=" ").split())

    @property
    def name(self) -> str:
        """Return what a screen reader calls this control."""
        return self.attrs.get("aria-label") or self.text


def tree(source: str) -> Node:
    """Return the outermost element of a page, which is not checked."""
    root = LexborHTMLParser(source).root
    assert root is not None
    return Node(root)


def faults(source: str) -> list[object]:
    """Return where a browser would have to guess what was meant, and everything that a page lacks."""
    parser = HTMLParser()
    parser.parse(source)
    # A bell in a name that was refused is shown again as it was typed: that is not the page's fault.
    guessed = [error for error in parser.errors if error[1] != "invalid-codepoint"]
    return [*guessed, *_lacking(tree(source))]


def _lacking(root: Node) -> list[str]:
    """Return everything that a page lacks."""
    nodes = [root, *root.below()]
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
        beside |= {"beside"} & {*next(first.above()).attrs.get("class", "").split()}
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
    parent = next((outer.tag for outer in node.above()), "")
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
            yield from ((node, text) for text in node.texts())
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
