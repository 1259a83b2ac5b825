"""Checks that the pages of every game must pass, whatever its rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games
from companion.core.round_game import RoundGame
from tests import samples
from tests.web.pages import Page, Visitor


def started(visitor: Visitor, slug: str) -> Page:
    return visitor.seat(slug, *samples.NAMES).press("do=start")


def over(visitor: Visitor, slug: str) -> Page:
    """Return a game that has come to its end."""
    options, ended = samples.of(slug).TO_THE_END
    fields = {name: str(value) for name, value in options.items() if name != "rulings"}
    game = visitor.seat(slug, *samples.NAMES).press("do=start", **fields)
    for entry in ended:
        game = visitor.submit(game, entry)
    return game


@pytest.mark.parametrize("slug", samples.GAMES)
def test_every_page_exists_during_a_game(visitor: Visitor, slug: str) -> None:
    paths = ["", "/log", "/scores", "/setup", "/screen", "/desk"]
    paths += ["/adjust"] if isinstance(games.rules_of(slug), RoundGame) else []
    game = started(visitor, slug)
    for page in (game, visitor.submit(game, samples.of(slug).FIRST_ENTRY)):
        assert [visitor.get(page.url + path).status for path in paths] == [200] * len(paths)


@pytest.mark.parametrize("slug", samples.GAMES)
def test_every_page_exists_after_a_game(visitor: Visitor, slug: str) -> None:
    game = over(visitor, slug)
    table = game.url.rpartition("/")[0]
    own = [game.url + path for path in ("", "/log", "/scores", "/screen", "/afterwards", "/otherwise", "/desk")]
    pages = [visitor.get(url) for url in (*own, f"{table}/history", f"{table}/statistics", table, "/")]
    assert [page.status for page in pages] == [200] * len(pages)
    assert visitor.client.get(f"{game.url}/result.png").data.startswith(b"\x89PNG")


@pytest.mark.parametrize("slug", samples.GAMES)
def test_a_viewer_sees_the_game_and_enters_nothing(visitor: Visitor, slug: str) -> None:
    game = visitor.submit(started(visitor, slug), samples.of(slug).FIRST_ENTRY)
    code = visitor.get(f"{game.url.rpartition('/')[0]}/people").root.all("strong", **{"class": "code"})[0].text
    other = Visitor(visitor.client.application.test_client())
    other.get(f"/j/{code.replace(' ', '')}").press("watch=1")
    page = other.get(game.url)
    assert page.status == 200
    assert not page.root.all("button", name="entry")
    assert not [*page.buttons("/undo"), *page.buttons("/redo")]
    token = page.root.all("meta", name="csrf-token")[0].attrs["content"]
    for path in ("entries", "undo", "redo", "result", "adjust", "settings", "log/1", "end"):
        fields = [("csrf_token", token), ("number", "1"), ("do", "abandon")]
        assert other.post(f"{game.url}/{path}", fields).status == 403, path
    assert game.entries() == [samples.of(slug).FIRST_ENTRY]


@pytest.mark.parametrize("slug", samples.GAMES)
def test_an_entry_is_undone_and_redone(visitor: Visitor, slug: str) -> None:
    entry = samples.of(slug).FIRST_ENTRY
    game = visitor.submit(started(visitor, slug), entry)
    assert game.entries() == [entry]
    undone = game.press("/undo")
    assert undone.entries() == []
    redone = undone.press("/redo")
    assert redone.entries() == [entry]


@pytest.mark.parametrize("slug", samples.GAMES)
def test_an_entry_is_in_the_log_and_has_a_page_of_its_own(visitor: Visitor, slug: str) -> None:
    game = visitor.submit(started(visitor, slug), samples.of(slug).FIRST_ENTRY)
    log = visitor.get(f"{game.url}/log")
    row = visitor.get(next(link.attrs["href"] for link in log.root.all("a") if link.name.startswith("Correct:")))
    assert row.status == 200
    assert visitor.get(f"{game.url}/log/99").status == 404


@pytest.mark.parametrize("slug", samples.GAMES)
def test_anything_that_is_not_an_entry_is_refused_and_not_saved(visitor: Visitor, slug: str) -> None:
    game = started(visitor, slug)
    wrong: list[Any] = [{}, {"type": "no-such-type"}, {"type": []}, [], "x", 5]
    for entry in wrong:
        assert visitor.submit(game, entry).status == 422
    assert game.entries() == []


@pytest.mark.parametrize("slug", samples.GAMES)
def test_book_and_desk_are_open_to_everybody(visitor: Visitor, slug: str) -> None:
    assert visitor.get(f"/rules/{slug}").status == 200
    for situation in samples.of(slug).SITUATIONS:
        query = "&".join(f"{name}={value.replace(' ', '+')}" for name, value in situation.items())
        page = visitor.get(f"/rules?game={slug}&{query}")
        assert (page.status, "Link to this answer" in page.text) == (200, True)
