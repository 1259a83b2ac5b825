"""A visitor without JavaScript, who checks every page for what all pages owe their readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

from flask.testing import FlaskClient
from msgspec import Struct, json
from werkzeug.test import TestResponse

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SVG = {"svg", "path", "use", "text", "polyline", "rect", "circle", "g", "line", "title", "symbol"}
BLOCKS = {
    "p",
    "div",
    "ul",
    "ol",
    "dl",
    "table",
    "section",
    "article",
    "nav",
    "form",
    "fieldset",
    "details",
    "main",
    "hr",
}
# What may hold phrasing content only.
PHRASING_ONLY = {
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "span",
    "button",
    "label",
    "strong",
    "small",
    "summary",
    "dt",
    "legend",
    "time",
}
INTERACTIVE = {"a", "button", "input", "select", "textarea", "label", "details"}
PARENTS = {
    "li": {"ul", "ol"},
    "dt": {"dl", "div"},
    "dd": {"dl", "div"},
    "tr": {"thead", "tbody", "tfoot"},
    "td": {"tr"},
    "th": {"tr"},
    "thead": {"table"},
    "tbody": {"table"},
    "tfoot": {"table"},
    "legend": {"fieldset"},
    "summary": {"details"},
    "option": {"select", "optgroup"},
}
FORBIDDEN = {"style", "center", "font", "iframe", "object", "embed"}


class Node(Struct, eq=False):
    """An element of a page."""

    tag: str
    attrs: dict[str, str]
    parent: Node | None
    children: list[Node | str] = []

    def below(self) -> Iterator[Node]:
        for child in self.children:
            if isinstance(child, Node):
                yield child
                yield from child.below()

    def above(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def all(self, tag: str, **attrs: str) -> list[Node]:
        wanted = {name.replace("_", "-").strip("-"): value for name, value in attrs.items()}
        return [it for it in self.below() if it.tag == tag and wanted.items() <= it.attrs.items()]

    @property
    def text(self) -> str:
        """Return what can be read, blanks in one form."""
        return " ".join(
            "".join(child if isinstance(child, str) else f" {child.text} " for child in self.children).split()
        )

    @property
    def name(self) -> str:
        """Return what a screen reader calls this control."""
        return self.attrs.get("aria-label") or self.text


class Page:
    """A page that was received, parsed and checked."""

    def __init__(self, visitor: Visitor, response: TestResponse) -> None:
        self.visitor = visitor
        self.status = response.status_code
        self.address = response.request.path
        self.source = response.get_data(as_text=True)
        self.root = _parse(self.source)
        self.wrong = _problems(self.root)
        assert not self.wrong, f"{self.address}: {self.wrong}"

    @property
    def text(self) -> str:
        return next(iter(self.root.all("main"))).text

    @property
    def title(self) -> str:
        return self.root.all("h1")[0].text

    def buttons(self) -> list[str]:
        """Return the names of the buttons that can be pressed."""
        return [it.name for it in self.root.all("button") if "disabled" not in it.attrs and "js" not in _classes(it)]

    def press(self, name: str, /, **fields: str) -> Page:
        """Return the page that follows when the button with this name is pressed, with `fields` filled in."""
        found = [it for it in self.root.all("button") if it.name == name and "disabled" not in it.attrs]
        assert found, f"no button {name!r} among {self.buttons()}"
        button = found[0]
        form = next(it for it in button.above() if it.tag == "form")
        data = _filled(form)
        for field, value in fields.items():
            known = {it.attrs.get("name", "") for it in form.below()}
            field = field if field in known else field.replace("_", "-")
            assert field in known, f"no field {field!r} among {sorted(known)}"
            data = [(key, old) for key, old in data if key != field] + [(field, value)]
        if "name" in button.attrs:
            data.append((button.attrs["name"], button.attrs.get("value", "")))
        action = form.attrs.get("action") or self.address
        if form.attrs.get("method") == "post":
            return self.visitor.post(action, data)
        return self.visitor.get(f"{action}?" + "&".join(f"{key}={value}" for key, value in data))

    def follow(self, name: str) -> Page:
        """Return the page behind the link with this name."""
        found = [it for it in self.root.all("a") if it.name == name or it.name.startswith(name + " ")]
        assert found, f"no link {name!r} among {[it.name for it in self.root.all('a')]}"
        return self.visitor.get(found[0].attrs["href"])


class Visitor:
    """A browser without JavaScript."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, address: str) -> Page:
        return Page(self, self.client.get(address, follow_redirects=True))

    def post(self, address: str, data: list[tuple[str, str]]) -> Page:
        form: dict[str, list[str]] = {}
        for key, value in data:
            form.setdefault(key, []).append(value)
        return Page(self, self.client.post(address, data=form, follow_redirects=True))

    def open_table(self, name: str = "Friday") -> Page:
        return self.get("/").press("Open", name=name)

    def report(self, game: Page, entry: object, /, **fields: str) -> Page:
        """Return what follows when `entry` is reported from the page `game`, as one of its buttons would."""
        form = next(it for it in game.root.all("form") if it.attrs.get("action", "").startswith(game.address))
        data = {**dict(_filled(form)), "entry": json.encode(entry).decode(), **fields}
        return self.post(f"{game.address}/entries", list(data.items()))

    def seat(self, kind: str, *names: str) -> Page:
        """Return the form of a new game at a new table, with these people sitting in order."""
        page = self.visit_new(kind, self.open_table())
        for name in names:
            page = page.press("Add", new_name=name)
        return page

    def visit_new(self, kind: str, table: Page) -> Page:
        return self.get(f"{table.address}/new?kind={kind}")


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("#page", {}, None, [])
        self.node = self.root
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, times in Counter(name for name, _ in attrs).items():
            if times > 1:
                self.faults.append(f"<{tag}> has {name} twice")
        node = Node(tag, {name: value or "" for name, value in attrs}, self.node, [])
        self.node.children.append(node)
        if tag not in VOID:
            self.node = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SVG and tag not in VOID:
            self.faults.append(f"<{tag}/> is no void element")
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != self.node.tag:
            self.faults.append(f"</{tag}> closes <{self.node.tag}>")
            return
        assert self.node.parent is not None
        self.node = self.node.parent

    def handle_data(self, data: str) -> None:
        self.node.children.append(data)


def _parse(source: str) -> Node:
    builder = _Builder()
    builder.feed(source)
    builder.close()
    assert source.lower().startswith("<!doctype html>"), "a page starts with its doctype"
    assert builder.node is builder.root, f"<{builder.node.tag}> is never closed"
    assert not builder.faults, builder.faults
    return builder.root


def _problems(root: Node) -> list[str]:
    """Return all that a page owes its readers and does not give."""
    return [
        *_wrong_frame(root),
        *_wrong_ids(root),
        *_wrong_nesting(root),
        *_unnamed_controls(root),
        *_inline(root),
    ]


def _wrong_frame(root: Node) -> Iterator[str]:
    if not root.all("html") or not root.all("html")[0].attrs.get("lang"):
        yield "the page has no language"
    for tag, times in (("h1", 1), ("main", 1), ("title", 1)):
        found = [it for it in root.all(tag) if not any(above.tag == "svg" for above in it.above())]
        if len(found) != times or not found[0].text:
            yield f"the page has {len(found)} <{tag}>"
    levels = [int(it.tag[1]) for it in root.below() if it.tag in ("h1", "h2", "h3", "h4")]
    for level, following in pairwise(levels):
        if following > level + 1:
            yield f"h{following} follows h{level}"


def _wrong_ids(root: Node) -> Iterator[str]:
    ids = Counter(it.attrs["id"] for it in root.below() if "id" in it.attrs)
    yield from (f"id {id!r} {times} times" for id, times in ids.items() if times > 1 or not id)
    for node in root.below():
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            for id in node.attrs.get(name, "").split():
                if id not in ids:
                    yield f"{name}={id!r} leads nowhere"


def _wrong_nesting(root: Node) -> Iterator[str]:
    for node in root.below():
        above = [it.tag for it in node.above()]
        if "svg" in above:
            continue
        parent = above[0]
        if node.tag in FORBIDDEN:
            yield f"<{node.tag}> is not wanted"
        if node.tag in PARENTS and parent not in PARENTS[node.tag]:
            yield f"<{node.tag}> in <{parent}>"
        if parent in ("ul", "ol") and node.tag != "li":
            yield f"<{node.tag}> in <{parent}>"
        if parent in PHRASING_ONLY and node.tag in BLOCKS:
            yield f"<{node.tag}> in <{parent}>"
        if node.tag == "form" and "form" in above:
            yield "a form in a form"
        if node.tag in ("a", "button") and ("a" in above or "button" in above):
            yield f"<{node.tag}> in a link or button"
        if node.tag in INTERACTIVE and node.tag not in ("a", "button") and ("button" in above or "a" in above):
            yield f"<{node.tag}> in a link or button"


def _unnamed_controls(root: Node) -> Iterator[str]:
    labelled = {it.attrs["for"] for it in root.all("label") if "for" in it.attrs and it.text}
    for node in root.below():
        if node.tag in ("button", "a", "summary") and not node.name and "aria-labelledby" not in node.attrs:
            yield f"<{node.tag} {node.attrs}> has no name"
        if node.tag == "a" and not node.attrs.get("href"):
            yield f"link {node.name!r} leads nowhere"
        if node.tag in ("input", "select", "textarea") and node.attrs.get("type") not in ("hidden", "submit"):
            inside = any(it.tag == "label" and it.text for it in node.above())
            named = node.attrs.get("aria-label") or node.attrs.get("aria-labelledby")
            if not inside and not named and node.attrs.get("id") not in labelled:
                yield f"<{node.tag} name={node.attrs.get('name')!r}> has no label"
        if node.tag == "img" and "alt" not in node.attrs:
            yield "a picture without words"
        if node.tag == "fieldset" and not node.all("legend"):
            yield "a fieldset without a legend"
        if node.tag == "form" and node.attrs.get("method") == "post" and not node.all("input", name="csrf_token"):
            yield f"the form to {node.attrs.get('action')!r} carries no token"


def _inline(root: Node) -> Iterator[str]:
    for node in root.below():
        yield from (f"<{node.tag} {name}>" for name in node.attrs if name == "style" or name.startswith("on"))
        if node.tag == "script" and (not node.attrs.get("src", "").startswith("/static/") or node.text):
            yield "a script in the page"
        for name in ("src", "href", "action"):
            if node.attrs.get(name, "").startswith(("javascript:", "//")):
                yield f"{name}={node.attrs[name]}"


def _filled(form: Node) -> list[tuple[str, str]]:
    """Return the fields of a form as a browser would send them."""
    data = []
    for node in form.below():
        name, kind = node.attrs.get("name"), node.attrs.get("type", "text")
        if not name or "disabled" in node.attrs:
            continue
        if node.tag == "input" and (kind not in ("checkbox", "radio") or "checked" in node.attrs):
            data.append((name, node.attrs.get("value", "on" if kind in ("checkbox", "radio") else "")))
        elif node.tag == "textarea":
            data.append((name, node.text))
        elif node.tag == "select":
            options = node.all("option")
            chosen = [it for it in options if "selected" in it.attrs] or options[:1]
            data += [(name, it.attrs.get("value", it.text)) for it in chosen]
    return data


def _classes(node: Node) -> set[str]:
    return set(node.attrs.get("class", "").split())
