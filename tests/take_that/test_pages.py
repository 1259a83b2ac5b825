"""The pages of Take That, for a visitor without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.core.translator import Translator
from companion.games.take_that.setup import CARDS
from companion.games.take_that.single_game import Lay, Penalty, Take, Twist, cards_to_lay
from companion.web.games.take_that import Choices, Pages
from companion.web.play.pages import LogCard, Reader
from tests.take_that.turns import HANDS_EMPTY, ONE_AND_ONE, RESULT, TAKE, lay, standing, take_that, twist
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


def test_cards_to_lay_and_cards_to_pair_are_distinguished(visitor: Visitor) -> None:
    game = started(visitor)
    assert all(game.buttons({"type": "lay", "card": card}) for card in CARDS) and not game.buttons(TAKE)
    game = visitor.submit_all(game, *lay(34, 41))
    assert offered(game, "Lay")[:3] == ["Lay 31", "Lay 32", "Lay 33, a toad"]
    assert offered(game, "Lay")[-1] == "Lay 51"
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


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (
            {"twisted-0": "40", "cards-0": "10", "toads-0": "5", "twisted-1": "20", "cards-1": "2"},
            "✓ On the table 77 possible: 61 to 79",
        ),
        ({"toads-0": "4", "toads-1": "4"}, "✕ Toads 8 of 7"),
        ({"twisted-0": "40"}, "… On the table 40 possible: 61 to 79"),
        ({"cards-0": "many"}, "Enter a whole number everywhere for Ana."),
    ],
)
def test_a_result_says_at_once_which_sums_hold(visitor: Visitor, typed: dict[str, str], text: str) -> None:
    assert text in started(visitor).follow("/result").press("/result", **typed).text


COUNTED = {"twisted-0": "40", "cards-0": "10", "toads-0": "5", "twisted-1": "20", "cards-1": "2"}


@pytest.mark.parametrize(
    ("typed", "scores", "sums"),
    [
        ({}, [None, None], []),
        (COUNTED, [5, 18], [60, 5, 72, 77]),
        ({"twisted-0": "41"}, [41, 0], [41, 0, 41, None]),
        ({"how": "points", "twisted-0": "40", "points-0": "12"}, [28, 0], [40]),
        ({**COUNTED, "how": "points"}, [5, 18], [60]),
        ({**COUNTED, "how": "points", "toads-0": "x"}, [40, 18], [60]),
    ],
)
def test_a_form_has_the_scores_and_the_sums_so_far(
    app: Flask, typed: dict[str, str], scores: list[int | None], sums: list[int | None]
) -> None:
    with app.test_request_context():
        form = pages_of([]).result(typed)
    way = typed.get("how", "cards")
    fields = ("twisted", "points") if way == "points" else ("twisted", "toads", "cards")
    assert [[view.name for view in row.numbers] for row in form.rows] == [
        [f"{field}-{seat}" for field in fields] for seat in (0, 1)
    ]
    views = [view for row in form.rows for view in row.numbers]
    assert {(view.has_sign, view.is_minus, view.nothing) for view in views} == {(False, False, "0")}
    counted = (
        {"points-0": "35", "points-1": "2"}
        if typed.get("toads-0") == "5"
        else {"points-1": "2"}
        if len(typed) > 3
        else {}
    )
    assert {view.name: view.typed for view in views if view.typed} == {
        name: text for name, text in {**typed, **counted}.items() if name.partition("-")[0] in fields
    }
    assert [row.score for row in form.rows] == scores
    within = [range(73), range(8), range(73), range(61, 80)]
    assert [(item.sum, item.within) for item in form.sums] == [
        (41 if total is None else total, limits) for total, limits in zip(sums, within, strict=False)
    ]
    assert [item.is_possible for item in form.sums if not item.is_possible] == (
        [False, None] if "41" in typed.values() else []
    )
    assert (form.way, [way for way, _label in form.ways]) == (way, ["cards", "points", "final"])
    assert (form.whereabouts, form.entry_type, form.hidden) == ("Deal 1 of 2", "result", ())


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


ADVANCED = {"advanced": True}
TAKEN, PAIRED = [*lay(34), TAKE], [*lay(34), *twist(43)]
ASKED_FOR_LUIS = Reader(seat=0, params=(("penalty", "1"),))
OVER = [*ONE_AND_ONE, TAKE, *lay(55), TAKE]  # but for a penalty card of Ana


def pages_of(entries: list[Any], reader: Reader = Reader(), **options: Any) -> Pages:  # noqa: B008 - frozen
    return Pages(take_that, standing(entries, **options), Translator(take_that.WORDS, ["Ana", "Luis"]), reader)


@pytest.mark.parametrize(
    ("entries", "options", "reader", "title", "for_others", "seat"),
    [
        ([], {}, Reader(), "Ana starts the row", "", 0),
        ([], {}, Reader(seat=0), "You start the row", "", 0),
        ([], {}, Reader(seat=1), "Waiting for Ana", "Ana starts the row", 0),
        (lay(34), {}, Reader(), "Luis: lay, pair or take?", "", 1),
        (lay(34), {}, Reader(seat=1), "Your turn: lay, pair or take?", "", 1),
        (lay(34), {}, Reader(seat=0), "Waiting for Luis", "Luis: lay, pair or take?", 1),
        (TAKEN, {}, Reader(), "Luis starts a new row", "", 1),
        (TAKEN, {}, Reader(seat=1), "You start a new row", "", 1),
        (PAIRED, {}, Reader(), "Ana starts the row", "", 0),
        (HANDS_EMPTY, {}, Reader(), "Luis has no cards left and takes the row", "", 1),
        (HANDS_EMPTY, {}, Reader(seat=1), "You have no cards left: take the row", "", 1),
        (TAKEN, ADVANCED, Reader(seat=1, params=(("penalty", "0"),)), "You start a new row", "", 1),
        (TAKEN, ADVANCED, ASKED_FOR_LUIS, "What was Luis's penalty card?", "", 1),
        (OVER, ADVANCED, Reader(), "What was Ana's penalty card?", "", 0),
        (OVER, ADVANCED, Reader(seat=1), "What was Ana's penalty card?", "", 0),
    ],
)
def test_each_phone_is_asked_what_comes_next(
    app: Flask, entries: list[Any], options: Any, reader: Reader, title: str, for_others: str, seat: int
) -> None:
    with app.test_request_context():
        pages = pages_of(entries, reader, **options)
        asked, current = pages.question(), pages.current
    assert (asked.title, asked.for_others, asked.seats, asked.hint) == (title, for_others, (seat,), "")
    choices, is_penalty = asked.choices, "penalty" in title
    free = [card for card in CARDS if not current.seen >> card & 1]
    may_lay = [] if is_penalty or entries == HANDS_EMPTY else cards_to_lay(current)
    assert choices == Choices(
        corrected=None,
        owners=(seat,) if options else (),
        looked=seat if is_penalty else None,
        penalties=tuple(Penalty(seat, card) for card in free) if is_penalty else (),
        to_lay=tuple(map(Lay, may_lay)),
        to_twist=(Twist(43),) if entries == lay(34) else (),
        may_take=entries in (lay(34), HANDS_EMPTY),
    )


def test_the_score_line_has_hands_the_points_of_the_deal_and_those_of_all(app: Flask) -> None:
    found = []
    with app.test_request_context():
        for entries, options in ([RESULT, *PAIRED], {}), (TAKEN, ADVANCED), (OVER, ADVANCED):
            pages = pages_of(entries, Reader(seat=1), **options)
            line = [(one.now, one.total, one.unseen_cards, one.note) for one in pages.players()]
            flags = [(one.has_turn, one.is_own, one.is_leading) for one in pages.players()]
            found.append((line, flags))
            assert pages.running() == [one.now for one in pages.players()]
        assert [pages_of(entries).starts for entries in ([], [RESULT])] == [
            "Luis deals, Ana starts.",
            "Ana deals, Luis starts.",
        ]
        assert pages_of([RESULT, RESULT]).running() == []
        begun = pages_of(PAIRED).result_so_far()
        assert (pages_of([]).result_so_far(), begun["twisted-0"], begun["twisted-1"]) == ({}, "0", "2")
    assert found == [
        ([(2, 7, 0, "9 cards"), (0, 18, 0, "9 cards")], [(False, False, False), (True, True, True)]),
        ([(0, 0, 0, "9 cards"), (-1, -1, 1, "9 cards")], [(False, False, True), (True, True, False)]),
        ([(51, 51, 1, "8 cards"), (-16, -16, 0, "9 cards")], [(False, False, True), (False, True, False)]),
    ]


def test_a_penalty_card_is_corrected_among_all_cards_that_were_not_seen(app: Flask) -> None:
    with app.test_request_context():
        pages = pages_of([*TAKEN, *lay(55)], advanced=True)
        asked = pages.question(Penalty(1, 22))
        others = [pages.question(entry).title for entry in (Penalty(0, 22), Lay(56))]
        keys = pages.in_tens(asked.choices.penalties)
        cards = [pages.log_card(entry) for entry in (Lay(34), Twist(43), Take(), Penalty(1, 22))]
    assert (asked.title, asked.choices.corrected) == ("What was Luis's penalty card?", Penalty(1, 22))
    assert others == ["Ana: lay, pair or take?"] * 2
    assert keys == [(card, None if card in (34, 55) else Penalty(1, card), card in (34, 55)) for card in CARDS]
    assert cards == [LogCard("Ana", 34), LogCard("Ana", 43), LogCard("Ana"), None]
    used = (Lay(34), Twist(34), Penalty(1, 34), Lay(35), Take())
    assert [pages.uses(entry, "34") for entry in used] == [True, True, True, False, False]


@pytest.mark.parametrize(("card", "first", "last"), [(13, "12", "39"), (45, "31", "59"), (98, "71", "98")])
def test_three_tens_are_offered_whatever_lies_on_top(visitor: Visitor, card: int, first: str, last: str) -> None:
    game = visitor.submit(visitor.seat("take-that", "Ana", "Luis").press("do=start"), {"type": "lay", "card": card})
    (pad,) = game.root.all("div", **{"data-columns": "9"})
    keys = [key.text for key in pad.below() if key.tag in ("a", "button")]
    assert (keys[0], keys[-1]) == (first, last)
