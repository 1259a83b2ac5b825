"""Checks that the pages of every game must pass, whatever its rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from companion import games
from companion.core.round_game import RoundGame
from companion.store import tables
from tests import samples
from tests.checked import allowed
from tests.exchange.imports import bring_in, exported
from tests.started import start_game
from tests.web.pages import Page, Visitor, join, row_of


def started(visitor: Visitor, slug: str, options: Mapping[str, Any] = {}) -> Page:
    """Return a new game with these options of a record, but for house rules."""
    fields = {name: str(value) for name, value in options.items() if name != "rulings"}
    return visitor.seat(slug, *samples.NAMES).press("do=start", **fields)


def over(visitor: Visitor, slug: str) -> Page:
    """Return a game that has come to its end."""
    options, ended = samples.of(slug).TO_THE_END
    return visitor.submit_all(started(visitor, slug, options), *ended)


def desk(slug: str) -> list[str]:
    """Return the path of the page about rules questions, if the game has one."""
    return ["/desk"] if games.has_rules(slug) else []


def always(slug: str) -> list[str]:
    """Return the paths of the pages that a game has before its first entry and later."""
    return ["", "/log", "/scores", "/setup", "/screen", *desk(slug)]


@pytest.mark.parametrize("slug", samples.GAMES)
def test_every_page_exists_before_the_first_entry(visitor: Visitor, slug: str) -> None:
    paths = [*always(slug), *["/adjust"] * isinstance(games.rules_of(slug), RoundGame)]
    game = started(visitor, slug)
    assert [visitor.get(game.url + path).status for path in paths] == [200] * len(paths)


@pytest.mark.parametrize("slug", samples.GAMES)
def test_every_page_exists_after_a_game(visitor: Visitor, slug: str) -> None:
    game = over(visitor, slug)
    table = game.url.rpartition("/")[0]
    own = [game.url + path for path in ("", "/log", "/scores", "/screen", "/afterwards", "/otherwise", *desk(slug))]
    pages = [visitor.get(url) for url in (*own, f"{table}/history", f"{table}/statistics", table, "/")]
    assert [page.status for page in pages] == [200] * len(pages)
    assert "Continue" not in pages[-1].text
    assert visitor.client.get(f"{game.url}/result.png").data.startswith(b"\x89PNG")


@pytest.mark.parametrize("slug", samples.GAMES)
def test_every_page_shows_a_game_with_entries_that_are_no_longer_valid(visitor: Visitor, slug: str) -> None:
    """As if the rules had been corrected: what was entered is entered again where it is impossible."""
    options, entries = samples.of(slug).TO_THE_END
    entries = [*samples.of(slug).IN_PROGRESS[1], *entries]
    game = started(visitor, slug)
    with visitor.client.application.app_context():
        raw = exported(row_of(game))
        raw["games"][0] |= {"id": str(uuid4()), "options": options}
        raw["games"][0]["log"] = [
            {"number": number, "kind": "report", "payload": entry} for number, entry in enumerate(entries * 2, 1)
        ]
        assert bring_in(raw, row_of(game)).plan.new[0].refused
    other, table = f"{game.url.removesuffix('1')}2", game.url.rpartition("/")[0]
    lines = [f"{url}?line=" for url in desk(slug)]
    keys = [f"{page}{key}" for page in ("/log/", *lines) for key in (1, len(entries) + 1)]
    urls = [*(other + path for path in (*always(slug), "/settings", *keys)), table, f"{table}/history"]
    pages = [visitor.get(url) for url in urls]
    assert {page.status for page in pages} <= {200, 422}  # a question about such an entry has no answer


@pytest.mark.parametrize("slug", samples.GAMES)
def test_a_viewer_sees_the_game_without_a_button_to_enter_something(visitor: Visitor, slug: str) -> None:
    game = visitor.submit(started(visitor, slug), samples.of(slug).FIRST_ENTRY)
    page = join(game).press("watch=1").visitor.get(game.url)
    assert page.status == 200
    assert not page.root.all("button", name="entry")
    assert not [*page.buttons("/undo"), *page.buttons("/redo")]


@pytest.mark.parametrize("slug", samples.GAMES)
def test_the_board_is_drawn_at_every_step_of_a_whole_game(visitor: Visitor, slug: str) -> None:
    chance = Random(1)
    raw = samples.of(slug).legal_record(chance)
    table = visitor.create_table()
    with visitor.client.application.app_context():
        row = row_of(table)
        people = [allowed(tables.add_player(row, player["name"])) for player in raw["players"]]
        number = allowed(start_game(row, slug, people, raw["options"])).n
    game = visitor.get(f"{table.url}/{number}")
    token = game.root.all("meta", name="csrf-token")[0].attrs["content"]
    for row_number, entry in enumerate(raw["entries"], 1):
        fields = {"entry": json.dumps(entry), "number": row_number - 1, "submission": f"entry {row_number}"}
        answer = visitor.client.post(
            f"{game.url}/entries", data={**fields, "csrf_token": token}, headers={"X-Companion-Fragment": "1"}
        )
        assert answer.status_code == 200, entry
        if chance.random() < 0.1:
            assert visitor.get(f"{game.url}/log/{row_number}").status == 200
            assert visitor.get(f"{game.url}/scores").status == 200
    assert game.entries() == raw["entries"]
    assert visitor.get(f"{game.url}/log").status == 200


@pytest.mark.parametrize("slug", samples.WITH_RULES)
def test_book_and_desk_are_open_to_everybody(visitor: Visitor, slug: str) -> None:
    assert visitor.get(f"/rules/{slug}").status == 200
    for situation in samples.of(slug).SITUATIONS:
        query = "&".join(f"{name}={value.replace(' ', '+')}" for name, value in situation.items())
        page = visitor.get(f"/rules?game={slug}&{query}")
        assert (page.status, "Link to this answer" in page.text) == (200, True)
