"""Misplays: every situation has an answer, in every game in progress."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion import games
from companion.core.rulebook import Remedy
from companion.games.rulebooks import PRINCIPLES, all_misplays, misplays
from companion.i18n import language
from companion.store import links
from tests.checked import allowed
from tests.web.pages import Page, Visitor, row_of

ALL = [(game, misplay) for game in games.GAMES for misplay in misplays(game)]
HALF_SENTENCE = re.compile(r"[.!?…] ")


def test_no_id_stands_for_two_decisions() -> None:
    ids = [*PRINCIPLES, *(misplay.id for _game, misplay in ALL)]
    assert len(ids) == len({*ids})
    assert all_misplays().keys() == {*ids} - PRINCIPLES.keys()


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_each_answer_is_three_short_sentences(lang: str) -> None:
    gettext = language.translator({}, (), lang).gettext
    for _game, misplay in ALL:
        for text in map(gettext, (misplay.now, misplay.later, misplay.entering)):
            assert text.endswith("."), text
            assert not HALF_SENTENCE.search(text), text
            assert len(text) < 150, text
        assert not gettext(misplay.title).endswith("."), misplay.id


def test_a_misplay_goes_on_in_another_one_of_the_same_game() -> None:
    for game, misplay in ALL:
        assert not misplay.see or all_misplays()[misplay.see][0] == game


def test_no_two_languages_say_it_in_the_same_words() -> None:
    said = [language.translator({}, (), lang).gettext for lang in language.LANGUAGES]
    for _game, misplay in ALL:
        for text in (misplay.title, *misplay.heads, misplay.now, misplay.later, misplay.entering):
            assert len({gettext(text) for gettext in said}) == len(said), text


@pytest.mark.parametrize("game", games.GAMES)
def test_the_book_holds_every_decision_with_its_id(visitor: Visitor, game: str) -> None:
    book = visitor.get(f"/rules/{game}")
    found = {node.attrs["id"] for node in book.root.all("article") if "id" in node.attrs}
    assert {*PRINCIPLES, *(misplay.id for misplay in misplays(game))} <= found


def test_an_unknown_misplay_or_game_is_not_found(visitor: Visitor) -> None:
    for url in ("/rules/chess/wrong", "/rules/bids/wrong/MP-51", "/rules/bids/wrong/MP-999"):
        assert visitor.client.get(url).status_code == 404


@pytest.mark.parametrize("game", games.GAMES)
def test_every_misplay_leads_to_its_remedies_in_a_game_in_progress(visitor: Visitor, game: str) -> None:
    play, ways = running(visitor, game), set()
    for lang in language.LANGUAGES:
        visitor.client.set_cookie("lang", lang)
        chooser = visitor.get(f"{play.url}/wrong")
        links = [node.attrs["href"] for node in chooser.root.all("a") if "/wrong/MP-" in node.attrs["href"]]
        assert [link.rpartition("/")[2] for link in links] == [misplay.id for misplay in misplays(game)]
        gettext = language.translator({}, (), lang).gettext
        for link, misplay in zip(links, misplays(game), strict=True):
            page = visitor.get(link)
            said = [node.text for node in page.root.all("dd")]
            assert said == [*map(gettext, (misplay.now, misplay.later, misplay.entering))]
            see = [
                node.attrs["href"].rpartition("/")[2] for node in page.root.all("a") if "/wrong/" in node.attrs["href"]
            ]
            assert see == [misplay.see] * bool(misplay.see)
            found = {way.removeprefix(play.url) for way in ways_of(page, play.url)}
            assert {kind_of(way) for way in found} == {*misplay.remedies} - {Remedy.NOTHING}, misplay.id
            ways |= found
    for way in ways - {"/undo"}:
        assert visitor.get(play.url + way).status == 200, way


@pytest.mark.parametrize("game", games.GAMES)
def test_a_player_is_led_only_to_what_players_may_do(visitor: Visitor, game: str) -> None:
    """The host has entered nearly everything; someone who sits at the table has entered the last card."""
    play = running(visitor, game, *ENTRIES[game][:-1])
    player = sitting_down(play, "Ana")
    player.submit(player.get(play.url), ENTRIES[game][-1])
    ways, waits = set(), set()
    for misplay in misplays(game):
        page = player.get(f"{play.url}/wrong/{misplay.id}")
        ways |= {*ways_of(page, play.url)}
        waits |= {node.text for node in page.root.all("p") if "host" in node.text}
    assert ways
    assert waits, "who may do the rest is said"
    for way in ways - {f"{play.url}/undo"}:
        assert player.get(way).status == 200, way
    desk = player.get(f"{play.url}/desk")
    corrects = [node.attrs["href"] for node in desk.root.all("a") if f"{play.url}/log/" in node.attrs["href"]]
    assert all(player.get(way).status == 200 for way in corrects)
    if not corrects:
        assert "Others entered this. Only they or the host can correct it." in desk.text


def ways_of(page: Page, game: str) -> list[str]:
    """Return where the remedies on a page lead: links and forms into this game."""
    (main,) = page.root.all("main")
    links = [node.attrs["href"] for node in main.all("a") if node.attrs["href"].startswith(game + "/")]
    return [way for way in links if "/wrong" not in way] + [node.attrs["action"] for node in main.all("form")]


def kind_of(way: str) -> Remedy:
    """Return which remedy has a URL below that of a game."""
    kinds = {
        "undo": Remedy.UNDO,
        "log/insert": Remedy.INSERT_TRICK,
        "log/round": Remedy.ROUND,
        "log": Remedy.CORRECT,
        "result": Remedy.RESULT,
        "settings": Remedy.SETTINGS,
        "adjust": Remedy.ADJUST,
        "end": Remedy.END,
    }
    return next(kind for start, kind in kinds.items() if way.removeprefix("/").startswith(start))


def sitting_down(page: Page, name: str) -> Visitor:
    """Return the browser of someone who plays at the table of a page."""
    with page.visitor.client.application.app_context():
        player = next(player for player in row_of(page).players if player.name == name)
        token = allowed(links.seat_link(player)).token
    client = page.visitor.client.application.test_client()
    assert client.get(f"/l/{token}").status_code == 303
    return Visitor(client)


def test_undo_is_one_tap_away_and_takes_back_the_last_entry(visitor: Visitor) -> None:
    play = running(visitor, "bids")

    def entered() -> int:
        return len(play.entries())

    before = entered()
    page = visitor.get(f"{play.url}/wrong/MP-29")
    assert page.press("/undo").status == 200
    assert entered() == before - 1


def test_undo_says_that_it_takes_back_changed_settings(visitor: Visitor) -> None:
    play = running(visitor, "bids")
    before = play.record()
    visitor.get(f"{play.url}/settings").press("do=save", rounds="3")
    page = visitor.get(f"{play.url}/wrong/MP-29")
    (undo,) = page.buttons("/undo")
    assert undo.name == "↶ Undo settings"
    page.press("/undo")
    assert play.record() == before


def test_the_trick_to_be_corrected_is_chosen_by_its_outcome(visitor: Visitor) -> None:
    play = running(visitor, "bids")
    page = visitor.get(f"{play.url}/wrong/MP-15")
    first = next(node for node in page.root.all("a") if node.text.startswith("Round 2, trick 1"))
    assert "Luis wins 5 points" in first.text
    assert visitor.get(first.attrs["href"]).status == 200


def running(visitor: Visitor, game: str, *entries: dict[str, Any]) -> Page:
    """Return the play page of a game in progress; if it has rounds, one is over."""
    play = visitor.seat(game, "Ana", "Luis", "Zoë").press("do=start")
    for entry in entries or ENTRIES[game]:
        play = visitor.submit(play, entry)
    return play


FRONTS = [{"front": ["K1"]}, {"front": ["K2"]}, {"front": ["K3"]}]
ENTRIES: dict[str, list[dict[str, Any]]] = {
    "bids": [
        {"type": "round", "seats": FRONTS, "alliance": None},
        {"type": "reveal", "card": "K5"},
        *({"type": "bid", "seat": seat, "card": card} for seat, card in ((2, "R3"), (0, "R4"), (1, "R9"))),
        {"type": "reveal", "card": "K6"},
    ],
    "the-game": [
        {"type": "play", "pile": "up1", "card": 10},
        {"type": "play", "pile": "down1", "card": 90},
        {"type": "end_turn"},
        {"type": "play", "pile": "up1", "card": 12},
    ],
    "take-that": [
        {"type": "result", "seats": [{"twisted": 10, "cards": 20, "toads": 2}] * 2 + [{"twisted": 4, "points": 6}]},
        {"type": "lay", "card": 34},
        {"type": "lay", "card": 36},
        {"type": "take"},
    ],
}
