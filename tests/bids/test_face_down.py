"""A bid that is entered early stays face down until its turn, wherever others might see it."""

from __future__ import annotations

import json
import re

import pytest

from tests.bids.boards import line_of, question, started
from tests.bids.entries import bid, result, reveal
from tests.web.pages import Page, Visitor, filled, join, joined

PAGES = ("", "/log", "/screen", "/board", "/board?view=screen", "/record.json", "/desk", "/scores", "/result")
TOKENS = r'name="(csrf_token|submission)" value="[^"]*"|csrf-token" content="[^"]*"'
OF_THE_REQUEST = rf'{TOKENS}|<time.*?</time>|/t/[^/"?]+|code=\w+|data-follows="\d+"|"code"[^>]*>[^<]+'


def seen_by_others(visitor: Visitor, card: str, *entries: str) -> list[str]:
    """Return what the host, another player and a big screen see after the last of four players bid `card` early."""
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, reveal("K5"))
    raul, luis = joined(game, "Raúl"), joined(game, "Luis")
    own = raul.submit(raul.get(game.url), bid(3, card))
    for button in entries:
        if button == "correct":
            key = raul.get(f"{game.url}/log").follow("/log/3")
            key.press(bid(3, "Y" + card[1:]))
        else:
            own = own.press(button)
    pages = [other.client.get(game.url + page) for other in (visitor, luis) for page in PAGES]
    return [re.sub(OF_THE_REQUEST, "", page.text) for page in pages]


@pytest.mark.parametrize("entries", [(), ("/undo",), ("/undo", "/redo"), ("correct",)])
def test_nobody_else_sees_a_card_that_was_bid_before_its_turn(visitor: Visitor, entries: tuple[str, ...]) -> None:
    assert seen_by_others(visitor, "R9", *entries) == seen_by_others(visitor, "R7", *entries)


@pytest.fixture
def early(visitor: Visitor) -> tuple[Page, Page]:
    """The board of a game in which the last of four players has just bid early, as the host and as they see it."""
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, reveal("K5"))
    raul = joined(game, "Raúl")
    own = raul.submit(raul.get(game.url), bid(3, "R9"))
    return visitor.get(game.url), own


def test_its_owner_sees_that_it_lies_face_down(early: tuple[Page, Page]) -> None:
    game, own = early
    assert question(own) == "Waiting for Ana, Luis and Sara"
    assert "face down" in own.root.all("p", class_="hint")[0].text
    assert [card.name for bid in own.root.all("span", class_="bid") for card in bid.all("span", role="img")] == [
        "red 9"
    ]
    assert "face down" in line_of(game, "Raúl")


def test_it_is_turned_up_as_soon_as_it_is_its_turn(visitor: Visitor, early: tuple[Page, Page]) -> None:
    game = visitor.submit_all(early[0], bid(0, "B4"), bid(1, "Y2"))
    assert "face down" in line_of(game, "Raúl")
    assert "Raúl burns" not in (done := visitor.submit(game, bid(2, "G3"))).text
    assert "Raúl wins 5 points" in done.text


def test_what_somebody_else_enters_for_a_player_lies_open(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, reveal("K5"), bid(3, "R9"))
    assert "face down" not in line_of(joined(game, "Luis").get(game.url), "Raúl")


def test_a_result_replaces_a_bid_that_lies_face_down_too(visitor: Visitor, early: tuple[Page, Page]) -> None:
    game = early[0]
    form = visitor.get(f"{game.url}/result").root.all("form", action=f"{game.url}/result")[0]
    visitor.post(f"{game.url}/result", [*filled(form), ("entry", json.dumps(result("", "", "", "")))])
    assert question(visitor.get(game.url)) == "Round 2"


def test_a_players_phone_enters_for_all_and_for_its_player_again(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, reveal("K5"))
    raul = joined(game, "Raúl")
    own, asked = raul.get(game.url), list[str]()
    for button in ("I keep the score for all", "I'm Raúl"):
        choice = own.follow(f"?me=1&game={game.url.rsplit('/', 1)[1]}")
        (value,) = [found.attrs["value"] for found in choice.buttons("player") if found.text == button]
        own = choice.press(f"player={value}")
        asked.append(question(own))
        assert "only the host can" in own.text, "what the host entered, nobody else takes back"
    own.follow(f"?me=1&game={game.url.rsplit('/', 1)[1]}").press("player=")
    again = raul.get(join(game).url)
    (value,) = [found.attrs["value"] for found in again.buttons("player") if found.text == "Raúl"]
    assert question(again.press(f"player={value}")) == asked[1], "whoever joins again plays as themselves"
    assert own.url == game.url and asked[0] == "Ana's bid" and asked[1].startswith("Your bid")
