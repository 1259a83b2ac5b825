"""What a browser can send from the pages of an evening: every form and address on them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from flask import Flask
from msgspec import Struct
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests import ROOT
from tests.web.markup import Node, tree
from tests.web.pages import filled

Pairs = list[tuple[str, str]]
READ = re.compile(r'request\.(?:args|form|values)\.get(?:list)?\("([\w-]+)"')  # names that no page may show
TELLING = ("do", "game", "ask", "type")  # fields that decide what the others mean
TOKEN = "csrf_token"
LIKE_IT, OF_AN_ADDRESS = 6, 12


class Visit(Struct, frozen=True):
    """A request that is right: an address with a query, or a form with its fields; `file` is the name of a file's."""

    method: str
    path: str
    pairs: Pairs
    file: str = ""

    @property
    def url(self) -> str:
        """The address of a page, nothing for a form that is posted."""
        return f"{self.path}?{urlencode(self.pairs)}" if self.method == "GET" else ""

    @property
    def kind(self) -> object:
        """What visits have in common that differ in their values only."""
        return {name for name, _ in self.pairs}, [value for name, value in self.pairs if name in TELLING]


def visits_from(url: str, root: Node) -> Iterator[Visit]:
    """Yield every link of a page, and every form: once for each of its buttons."""
    for node in root.below():
        if node.tag == "a":
            link = urlsplit(urljoin(url, node.attrs.get("href", "")))
            if link.scheme in ("", "http") and link.hostname in (None, "localhost"):
                yield Visit("GET", link.path, parse_qsl(link.query, keep_blank_values=True))
        if node.tag == "form":
            yield from _sent(url, node, [*node.all("button"), *root.all("button", form=node.attrs.get("id", "-"))])


def _sent(url: str, form: Node, buttons: Sequence[Node]) -> Iterator[Visit]:
    files = [node.attrs["name"] for node in form.all("input", type="file")]
    fields = [(name, value) for name, value in filled(form) if name not in (*files, TOKEN)]
    for button in [button for button in buttons if button.attrs.get("type") != "button"] or [form]:
        method = button.attrs.get("formmethod") or form.attrs.get("method", "get")
        address = urlsplit(urljoin(url, button.attrs.get("formaction") or form.attrs.get("action", "")))
        pressed = [(button.attrs["name"], button.attrs.get("value", ""))] if "name" in button.attrs else []
        yield Visit(
            method.upper(),
            address.path,
            [*parse_qsl(address.query, keep_blank_values=True), *fields, *pressed],
            "".join(files[:1]),
        )


class Known:
    """What was seen on the pages: visits of each address, values of each field, parts of addresses, files."""

    def __init__(self, app: Flask) -> None:
        self.urls = app.url_map.bind("localhost")
        self.visits: dict[tuple[str, str], list[Visit]] = {}
        self.values: dict[str, set[str]] = defaultdict(set)
        self.parts: set[str] = set()
        self.files: list[bytes] = []
        for module in (ROOT / "companion" / "web").rglob("*.py"):
            for name in READ.findall(module.read_text(encoding="utf-8")):
                self.values[name].add("1")

    def unread(self, but: tuple[str, str]) -> Iterator[str]:
        """Yield the address of every page that is known or becomes known meanwhile, except those of one kind."""
        seen = {visit.url for visit in self.visits[but]}
        while ahead := {url for visits in self.visits.values() for visit in visits if (url := visit.url)} - seen:
            seen |= ahead
            yield from sorted(ahead)

    def read(self, url: str, response: TestResponse) -> None:
        """Keep what a page offers, or the file that is at this address."""
        if response.status_code == 200 and "json" in (response.mimetype or ""):
            self.files.append(response.data)
        if response.mimetype != "text/html":
            return
        root = tree(response.text)
        for node in root.below():
            self._note_choice(node)
        for visit in visits_from(url, root):
            self.note(visit)

    def note(self, visit: Visit) -> None:
        """Keep a visit, unless there are enough like it."""
        try:
            endpoint, parts = self.urls.match(visit.path, visit.method)
        except HTTPException:
            return
        self.parts.update(map(str, parts.values()))
        for name, value in visit.pairs:
            self.values[name].add(value)
        kept = self.visits.setdefault((endpoint, visit.method), [])
        alike = [other for other in kept if other.kind == visit.kind]
        if visit not in alike and len(alike) < LIKE_IT and len(kept) < OF_AN_ADDRESS:
            kept.append(visit)

    def _note_choice(self, node: Node) -> None:
        named = next((outer for outer in (node, *node.above()) if "name" in outer.attrs), None)
        if named is not None and "value" in node.attrs and named.attrs["name"] != TOKEN:
            self.values[named.attrs["name"]].add(node.attrs["value"])
