"""The pages of the rule books and of the dispute desk."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import desk, games
from companion.games import rulebooks as book
from tests.web.pages import Visitor


@pytest.mark.parametrize("game", games.GAMES)
def test_a_book_shows_every_rule_under_its_id(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/rules/{game}")
    ids = {it.attrs["id"] for it in page.root.all("article")}
    assert ids == {rule.id for it in book.chapters(game) for rule in (*it.rules, *it.rulings)}


@pytest.mark.parametrize("game", games.GAMES)
def test_a_book_prints_as_a_booklet_and_as_one_page(visitor: Visitor, client: FlaskClient, game: str) -> None:
    links = {it.name: it.attrs["href"] for it in visitor.get(f"/rules/{game}").root.all("a")}
    for name in ("Booklet", "One-page version"):
        assert client.get(links[name]).mimetype == "application/pdf"


def test_there_is_no_book_of_a_game_that_is_not_here(visitor: Visitor) -> None:
    assert visitor.get("/rules/chess").status == 404
    assert visitor.get("/rules?game=chess").status == 404


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("pad", ["", "front9", "front0", "bids:7", "bids:0", "piles:9", "zero1", "hand", "cards", "x"])
def test_every_pad_can_be_asked_for(visitor: Visitor, game: str, pad: str) -> None:
    assert visitor.get(f"/rules?game={game}" + (f"&pad={pad}" if pad else "")).status == 200


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        ("the-game", {"type": "play", "pile": "up1", "card": 20}, "Ana lays the 20 on the first ascending pile"),
        ("take-that", {"type": "lay", "card": 31}, "Ana lays the 31"),
    ],
)
def test_under_the_last_move_of_a_number_game_its_desk_is_one_tap_away(
    visitor: Visitor, kind: str, entry: dict[str, Any], told: str
) -> None:
    game = visitor.seat(kind, "Ana", "Luis").press("Start the game")
    assert "Not right?" not in game.text
    game = visitor.report(game, entry)
    assert f"{told} Not right?" in game.text
    desk = game.follow("Not right?")
    assert desk.address == f"{game.address}/desk"
    assert desk.follow("Correct the entry").address == f"{game.address}/log/1"


def test_the_desks_of_the_other_games_are_filled_in_too(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("Start the game")
    game = visitor.report(game, {"type": "play", "pile": "up1", "card": 47})
    game = visitor.report(game, {"type": "play", "pile": "up1", "card": 37})
    page = visitor.get(f"{game.address}/desk?line=2")
    assert "Lay the 37 on the first ascending pile: exactly ten back from the 47." in page.text
    row = visitor.seat("take-that", "Ana", "Luis").press("Start the game")
    row = visitor.report(row, {"type": "lay", "card": 34})
    row = visitor.report(row, {"type": "lay", "card": 44})
    assert "You can lay the 44." in visitor.get(f"{row.address}/desk").text


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("text", ["", "-1", "9" * 20, "*", "0:", "²", "<b>", "R9 " * 40])
def test_no_address_breaks_the_page(client: FlaskClient, game: str, text: str) -> None:
    """Every field of every desk, and the pad, with texts that nobody meant; a page or a refusal is the answer."""
    known = {
        "bids": {"players": "4", "centre": "KT", "bids": "R9 B8 G6 Y5", "front3": "K3 K2X"},
        "the-game": {"piles": "47 60 12 15", "hand": "37 39"},
        "take-that": {"row": "34 41 49", "cards": "94"},
    }[game]
    for field in sorted({*desk.fields_of(game), "pad", "line"}):
        for base in (known, {"ask": {"bids": "round", "the-game": "result", "take-that": "score"}[game]}):
            answer = client.get("/rules", query_string={"game": game, **base, field: text}, follow_redirects=True)
            assert answer.status_code in (200, 422), (field, base)
