"""A visitor without JavaScript, who checks a page of each kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

from flask import template_rendered
from flask.testing import FlaskClient
from msgspec import json
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.store.base import db
from companion.store.models import Table
from tests import samples
from tests.checked import matched
from tests.web.markup import DEPENDS_ON_NAMES_AND_NUMBERS, Node, faults, tree

Wanted = str | Mapping[str, Any]  # a button, as `Page.buttons` finds it
TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')
ASSETS = re.compile(r'"(/static/[^"]+)"')
KIND = "X-Kind"  # the header with the endpoint and the role, which the applications of the tests add
checked: set[object] = set()  # the kinds of pages that were found to be right


class Page:
    """A page that was received; the first of its kind is checked.

    Pages are of one kind if they have the same status, endpoint, role of the reader, scripts and styles, and language.
    """

    def __init__(self, visitor: Visitor, response: TestResponse, given: list[dict[str, Any]]) -> None:
        self.visitor = visitor
        self.values = given[-1]  # what its template was given
        self.status = response.status_code
        self.url = response.request.path
        self.source = response.get_data(as_text=True)
        told = response.headers.get(KIND)
        kind = (told, self.status, self.source[:60], *ASSETS.findall(self.source))
        if kind not in checked or told is None or DEPENDS_ON_NAMES_AND_NUMBERS.search(self.source):
            wrong = faults(self.source)
            assert not wrong, f"{self.url}: {wrong}"
            checked.add(kind)

    @cached_property
    def root(self) -> Node:
        return tree(self.source)

    @property
    def text(self) -> str:
        return next(iter(self.root.all("main"))).text

    @property
    def title(self) -> str:
        return self.root.all("h1")[0].text

    def record(self) -> Any:
        """Return the record of the game whose page this is."""
        return self.visitor.client.get(f"{self.url}/record.json").get_json()

    def entries(self) -> list[Any]:
        """Return the effective entries of the game whose page this is."""
        entries: list[Any] = self.record()["entries"]
        return entries

    def buttons(self, wanted: Wanted) -> list[Node]:
        """Return the buttons that can be pressed and are meant by `wanted`.

        :param wanted: `name` or `name=value` of the button, the entry that it submits, or the end of its form's
            address if it has no name, such as `/undo`
        """
        buttons = [node for node in self.root.all("button") if not {"disabled", "type"} & node.attrs.keys()]
        return [node for node in buttons if self._is_meant(node, wanted)]

    def _is_meant(self, button: Node, wanted: Wanted) -> bool:
        name, value = button.attrs.get("name"), button.attrs.get("value", "")
        if not isinstance(wanted, str):
            return name == "entry" and json.decode(value) == wanted
        if wanted.startswith("/"):
            return name is None and self._address(_form(button)).partition("?")[0].endswith(wanted)
        return wanted in (name, f"{name}={value}")

    def _address(self, form: Node) -> str:
        return (form.attrs.get("action") or self.url).partition("#")[0]

    def press(self, wanted: Wanted, /, **fields: str) -> Page:
        """Return the page that follows when the first of these `buttons` is pressed, with `fields` filled in."""
        buttons = self.buttons(wanted)
        assert buttons, f"no button {wanted!r} among {[node.attrs for node in self.root.all('button')]}"
        button, form = buttons[0], _form(buttons[0])
        data = filled(form)
        for field, value in fields.items():
            known = {node.attrs.get("name", "") for node in form.below()}
            field = field if field in known else field.replace("_", "-")
            assert field in known, f"no field {field!r} among {sorted(known)}"
            data = [(key, old) for key, old in data if key != field] + [(field, value)]
        if "name" in button.attrs:
            data.append((button.attrs["name"], button.attrs.get("value", "")))
        action = self._address(form)
        if form.attrs.get("method") == "post":
            return self.visitor.post(action, data)
        return self.visitor.get(f"{action}?" + "&".join(f"{key}={value}" for key, value in data))

    def correct(self, wanted: Wanted, /, **fields: str) -> Page:
        """Return the page after a correction is submitted, and agreed to if the page asks for that."""
        page = self.press(wanted, **fields)
        return page.press("do=surely") if page.buttons("do=surely") else page

    def follow(self, end: str) -> Page:
        """Return the page behind the first link whose address ends like this, with or without its query."""
        hrefs = [node.attrs["href"].partition("#")[0] for node in self.root.all("a")]
        found = [href for href in hrefs if href.endswith(end) or href.partition("?")[0].endswith(end)]
        assert found, f"no link to {end!r} among {hrefs}"
        return self.visitor.get(urljoin(self.url, found[0]))


class Visitor:
    """A browser without JavaScript."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, url: str) -> Page:
        return self._page(lambda: self.client.get(url, follow_redirects=True))

    def _page(self, answer: Callable[[], TestResponse]) -> Page:
        given: list[dict[str, Any]] = [{}]
        with template_rendered.connected_to(lambda _app, template, context: given.append(context)):
            return Page(self, answer(), given)

    def post(self, url: str, data: list[tuple[str, str]]) -> Page:
        form: dict[str, list[str]] = {}
        for key, value in data:
            form.setdefault(key, []).append(value)
        return self._page(lambda: self.client.post(url, data=form, follow_redirects=True))

    def create_table(self, name: str = "Friday") -> Page:
        """Return the page of a new table; what follows first is the choice of its first game."""
        choice = self.get("/").press("/tables", name=name)
        return self.get(choice.url.removesuffix("/new")) if choice.status == 200 else choice

    def submit(self, game: Page, entry: object, /, **fields: str) -> Page:
        """Return the page after `entry` is submitted from the page `game`, as by one of its buttons."""
        form = next(node for node in game.root.all("form") if node.attrs.get("action", "").startswith(game.url))
        own = {name: value for name, value in filled(form) if name != "first"}
        data = {**own, "entry": json.encode(entry).decode(), **fields}
        return self.post(f"{game.url}/entries", list(data.items()))

    def submit_all(self, game: Page, *entries: object) -> Page:
        """Return the page after all `entries` are submitted, one after the other."""
        for entry in entries:
            game = self.submit(game, entry)
        return game

    def seat(self, kind: str, *names: str) -> Page:
        """Return the form of a new game at a new table, with these people sitting in order; no other page is read."""
        token = matched(TOKEN, self.client.get("/").text)[1]
        new = self.client.post("/tables", data={"name": "Friday", "csrf_token": token}).location
        if not names:
            return self.get(f"{new}?game={kind}")
        fields = {"game": kind, "do": "new", "new-name": ", ".join(names), "csrf_token": token}
        fields |= getattr(samples.of(kind), "MUST_BE_CHOSEN", {})
        return self.post(new, list(fields.items()))

    def visit_new(self, kind: str, table: Page) -> Page:
        return self.get(f"{table.url}/new?game={kind}")


def filled(form: Node) -> list[tuple[str, str]]:
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
            chosen = [option for option in options if "selected" in option.attrs] or options[:1]
            data += [(name, option.attrs.get("value", option.text)) for option in chosen]
    return data


def _form(button: Node) -> Node:
    if (id := button.attrs.get("form")) is not None:
        page = [*button.above()][-1]
        return page.all("form", id=id)[0]
    return next(node for node in button.above() if node.tag == "form")


def join(page: Page) -> Page:
    """Return the page on which another browser joins the table that a page belongs to, with its code."""
    people = page.visitor.get("/".join(page.url.split("/")[:3]) + "/people")
    code = people.root.all("strong", class_="code")[0].text.replace(" ", "")
    return Visitor(page.visitor.client.application.test_client()).get(f"/j/{code}")


def joined(game: Page, name: str) -> Visitor:
    """Return the browser of someone who has joined the table of a game as this player."""
    page = join(game)
    seat = next(button for button in page.buttons("player") if button.text == name)
    return page.press(f"player={seat.attrs['value']}").visitor


def row_of(page: Page) -> Table:
    """Return the table that a page belongs to, as the database has it."""
    return db.session.scalars(select(Table).where(Table.public_id == page.url.split("/")[2])).one()


def table_of(game: Page) -> Page:
    """Return the page of the table that a game belongs to."""
    return game.visitor.get(game.url.rsplit("/", 1)[0])
