"""The pages of Take That, for a visitor without JavaScript."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.core.game import Person
from companion.core.translator import Translator
from companion.games.take_that.setup import CARDS
from companion.web.games.take_that import Pages
from companion.web.play.pages import Reader
from tests.take_that.turns import RESULT, TAKE, lay, take_that
from tests.web.pages import Page, Visitor


def started(visitor: Visitor, players: int = 2, **options: str) -> Page:
    return visitor.seat("take-that", *("Ana", "Luis", "Sara", "Raúl")[:players]).press("do=start", **options)


def row(page: Page) -> list[str]:
    """Return the row as it is read out, the newest card first."""
    return [node.text for shown in page.root.all("ol", **{"class": "row-of-cards"}) for node in shown.all("li")]


def offered(page: Page, group: str) -> list[str]:
    found = page.root.all("div", role="group", aria_label=group)
    buttons = found[0].all("button") if found else []
    return [button.name for button in buttons if "disabled" not in button.attrs]


def of_player(page: Page, name: str) -> str:
    """Return what the score line says of a player."""
    return next(node.text for node in page.root.all("ol")[0].all("li") if name in node.text)


def test_any_card_starts_the_row(visitor: Visitor) -> None:
    game = started(visitor)
    assert "Ana starts the row" in game.text  # Luis, the last seat, deals unless the table says otherwise
    assert all(game.buttons({"type": "lay", "card": card}) for card in CARDS)
    assert not game.buttons(TAKE)
    opened = game.press({"card": 34, "type": "lay"})
    assert row(opened) == ["34"]
    assert "Luis: lay, pair or take?" in opened.text


def test_cards_to_lay_and_cards_to_pair_are_distinguished(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay(34, 41))
    assert offered(game, "Lay")[:3] == ["Lay 31", "Lay 32", "Lay 33, a toad"]
    assert offered(game, "Lay")[-1] == "Lay 51"
    (group,) = game.root.all("div", role="group", aria_label="Lay")
    places = [item.text.split()[0] for item in group.below() if "card" in item.attrs.get("class", "").split()]
    assert places == [str(card) for card in range(31, 60) if card % 10], "each ten is complete"
    assert "Ana lays the 34" in game.follow("used=34").text
    assert offered(game, "Pair") == ["Pair 14 with 41", "Pair 43 with 34"]
    assert row(game) == ["41", "34"]
    paired = game.press({"card": 43, "type": "twist"})
    assert row(paired) == ["41"]
    assert "now +2" in of_player(paired, "Ana")


def test_taking_the_row_is_a_button_of_its_own_and_says_its_cost(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay(34, 44, 41))
    assert "3 cards, 1 toad" in game.text
    taken = game.press({"type": "take"})
    assert "Luis starts a new row" in taken.text
    assert "now −7" in of_player(taken, "Luis")
    assert row(taken) == []


def test_a_penalty_card_can_be_looked_at_later(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor, advanced="yes"), *lay(34))
    taken = game.press({"type": "take"})
    assert "now −1 to play 1 unseen" in of_player(taken, "Luis")
    asked = taken.follow("/1?penalty=1")
    assert "What was Luis's penalty card?" in asked.text
    seen = asked.press({"card": 22, "seat": 1, "type": "penalty"})
    assert "now −6" in of_player(seen, "Luis")
    assert "unseen" not in of_player(seen, "Luis")


def test_the_score_line_has_hands_the_points_of_the_deal_and_those_of_all(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), RESULT, *lay(34), {"type": "twist", "card": 43})
    assert of_player(game, "Ana").endswith("total 7")
    assert "now +2" in of_player(game, "Ana")
    assert of_player(game, "Luis").endswith("total 18")
    assert "9 cards" in of_player(game, "Luis")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (
            {"twisted-0": "40", "cards-0": "10", "toads-0": "5", "twisted-1": "20", "cards-1": "2"},
            "✓ On the table 77 possible: 61 to 79",
        ),
        ({"twisted-0": "41"}, "✕ Face up 41 of 72"),
        ({"twisted-0": "41", "cards-1": "30"}, "Ana can't have 41 face-up cards: they come in pairs."),
        ({"toads-0": "4", "toads-1": "4"}, "✕ Toads 8 of 7"),
        ({"twisted-0": "40", "cards-1": "33"}, "✕ Other cards 73 of 72"),
        ({"twisted-0": "40"}, "… On the table 40 possible: 61 to 79"),
        (
            {"how": "points", "twisted-0": "40", "points-0": "21", "twisted-1": "20"},
            "✓ Face up 60 of 72",
        ),
        ({"how": "points", "twisted-0": "40", "points-0": "99"}, "no number of toads adds up to them"),
        ({"cards-0": "many"}, "Enter a whole number everywhere for Ana."),
    ],
)
def test_a_result_says_at_once_which_sums_hold(visitor: Visitor, typed: dict[str, str], text: str) -> None:
    form = started(visitor).follow("/result")
    if "how" in typed:
        form = form.press("/result", how=typed["how"])
    assert text in form.press("/result", **typed).text


def test_cards_that_were_counted_are_minus_points_too(visitor: Visitor) -> None:
    typed = {"twisted-0": "40", "cards-0": "10", "toads-0": "5"}
    form = started(visitor).follow("/result").press("/result", **typed).press("/result", how="points")
    assert [form.root.all("input", name=f"points-{seat}")[0].attrs["value"] for seat in (0, 1)] == ["35", "0"]


def test_a_match_of_results_ends_with_its_places_and_is_corrected(visitor: Visitor) -> None:
    game = started(visitor)
    fields = {"twisted-0": "40", "cards-0": "10", "toads-0": "5", "twisted-1": "20", "cards-1": "2"}
    second = game.follow("/result").press("type=result", **fields)
    assert "+40 −35" in second.text, "the points of the first deal are shown before the second"
    assert "Luis starts the row" not in second.text
    assert "Luis starts the row" in second.follow("?next=2").text
    over = visitor.submit(second, RESULT)
    assert "Luis wins with 36" in over.text
    assert "Ana 2. 10" in over.text
    form = visitor.get(f"{game.url}/log/1")
    assert form.root.all("input", name="toads-0")[0].attrs["value"] == "5"
    form.correct("type=result", toads_0="4")
    assert "Ana 2. 15" in visitor.get(game.url).text


def test_a_past_turn_is_corrected_with_the_cards_that_could_be_played_then(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay(34, 41), TAKE, *lay(98))
    page = visitor.get(f"{game.url}/log/2")
    assert [button.name for button in page.root.all("button", aria_pressed="true")] == ["Lay 41"]
    log = page.correct({"card": 44, "type": "lay"})
    assert "Luis lays the 44" in log.text
    assert "now −6" in of_player(visitor.get(game.url), "Ana")


def test_the_log_shows_turns_points_and_games(visitor: Visitor) -> None:
    entries = [*lay(34), {"type": "twist", "card": 43}, *lay(22), TAKE, *lay(98)]
    game = visitor.submit_all(started(visitor), RESULT, *entries)
    text = visitor.get(f"{game.url}/log").text
    for line in (
        "Result of deal 1",
        "Ana +5, Luis +18",
        "Ana pairs the 43 with the 34",
        "Ana gains 2 points.",
        "Ana loses 5 points.",
        "Deal 2",
    ):
        assert line in text
    assert "Ana takes the row: 1 card" in text


def test_the_set_up_of_the_second_game_has_its_own_dealer(visitor: Visitor) -> None:
    game = started(visitor)
    first = game.follow("/rules").follow("/setup")
    second = visitor.submit(game, RESULT).follow("/rules").follow("/setup")
    assert "Luis deals the cards for deal 1" in first.text
    assert "Ana deals the cards for deal 2" in second.text
    assert [page.root.all("p", **{"class": "soft"})[0].text for page in (first, second)] == ["Deal 1", "Deal 2"]


@pytest.mark.parametrize(("seat", "waits"), [(None, False), (0, False), (1, True)])
def test_a_players_phone_waits_for_the_others(app: Flask, seat: int | None, waits: bool) -> None:
    state = take_that.start([Person("Ana"), Person("Luis")], {})
    with app.test_request_context():
        question = Pages(take_that, state, Translator(take_that.WORDS, ["Ana", "Luis"]), Reader(seat=seat)).question()
        assert bool(question.for_others) is waits


@pytest.mark.parametrize(("card", "first", "last"), [(13, "12", "39"), (45, "31", "59"), (98, "71", "98")])
def test_three_tens_are_offered_whatever_lies_on_top(visitor: Visitor, card: int, first: str, last: str) -> None:
    game = visitor.submit(visitor.seat("take-that", "Ana", "Luis").press("do=start"), {"type": "lay", "card": card})
    (pad,) = game.root.all("div", **{"data-columns": "9"})
    keys = [key.text for key in pad.below() if key.tag in ("a", "button")]
    assert (keys[0], keys[-1]) == (first, last)
