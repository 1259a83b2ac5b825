"""The pages of The Game, for a visitor without JavaScript."""

from __future__ import annotations

from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.core.entries import Finish
from companion.core.game import Person
from companion.core.translator import Translator
from companion.games.the_game.game import GAME, EndTurn, Play
from companion.games.the_game.piles import PILES, Move
from companion.games.the_game.setup import CARDS
from companion.games.the_game.statistics import STATISTICS
from companion.i18n.language import day as spoken_day
from companion.web.games.the_game import CardView, Pages, PileView, RecordView
from companion.web.play.pages import LogCard, Reader
from tests.checked import allowed, present
from tests.the_game.turns import END, STUCK, lay
from tests.web.pages import Page, Visitor


def started(visitor: Visitor, players: int = 2, **options: str) -> Page:
    return visitor.seat("the-game", *("Ana", "Luis", "Sara", "Raúl", "Marta")[:players]).press("do=start", **options)


def facts(page: Page) -> dict[str, str]:
    """Return what is always in view: draw pile, cards to lay, cards still to play."""
    return {node.all("dt")[0].text: node.all("dd")[0].text for node in page.root.all("dl")[0].all("div")}


def pad(page: Page) -> list[str]:
    """Return the names of the cards that can be tapped, and have not been laid."""
    group = page.root.all("div", role="group", aria_label="Cards")
    taps = [item for item in group[0].below() if item.tag in ("a", "button")] if group else []
    return [item.name for item in taps if not {"disabled", "data-used"} & item.attrs.keys()]


def test_a_pile_and_then_a_card_are_two_taps(visitor: Visitor) -> None:
    game = started(visitor)
    chosen = game.follow("/1?pile=up1")
    marked = [link.attrs["href"] for link in chosen.root.all("a", aria_current="true") if "pile=" in link.attrs["href"]]
    assert [href.partition("pile=")[2] for href in marked] == ["up1"]
    assert pad(chosen)[:3] == ["2", "3", "4"]
    laid = chosen.press({"card": 40, "pile": "up1", "type": "play"})
    assert "first ascending pile, 40 on top" in [link.name for link in laid.root.all("a")]
    assert "40" not in pad(laid)
    assert facts(laid) == {"Draw pile": "84", "Cards to go": "97", "To lay this turn": "1"}


def test_a_card_and_then_a_pile_are_two_taps_as_well(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay("up1", 40))
    chosen = game.follow("/1?card=30")
    piles = [button.attrs["aria-label"] for pile in PILES for button in chosen.buttons(*lay(pile, 30))]
    assert piles == [
        "first ascending pile, 40 on top, ten back",
        "second ascending pile, 1 on top",
        "first descending pile, 100 on top",
        "second descending pile, 100 on top",
    ]
    assert "first ascending pile, 30 on top" in chosen.press(*lay("up1", 30)).source


def test_each_card_keeps_its_place_on_the_pad(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay("up1", 40), *lay("down1", 60), END)
    for page in (game, game.follow("/1?pile=up1"), visitor.get(f"{game.url}/log/1")):
        (group,) = page.root.all("div", role="group", aria_label="Cards")
        places = [item for item in group.below() if "card" in item.attrs.get("class", "")]
        assert [int(item.text.removeprefix("« ")) for item in places] == [*CARDS]
    used = game.follow("/1?used=40")
    assert "Ana lays the 40 on the first ascending pile" in used.text
    assert used.follow("/log/1?origin=play").status == 200


def test_a_turn_ends_with_one_tap_once_nothing_is_owed(visitor: Visitor) -> None:
    one = visitor.submit_all(started(visitor), *lay("up1", 40))
    assert not one.buttons(END)
    enough = visitor.submit(one, lay("up1", 41)[0])
    assert not enough.buttons(END), "the next player's card ends the turn"
    another = visitor.get(f"{one.url}?another=1")
    assert not another.buttons(END), "nor is it entered before"
    ended = visitor.get(next(link.attrs["href"] for link in another.root.all("a") if "end-turn" in link.attrs["class"]))
    for page in (enough, ended):
        assert facts(page)["Draw pile"] == "82"
        assert "Luis: 2 more cards" in page.text


def test_a_card_ends_the_turn_before_it_and_undo_takes_back_both(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay("up1", 40), *lay("up1", 41))
    before = visitor.get(f"{game.url}?another=1").press(lay("up1", 42)[0])
    assert [entry["type"] for entry in before.entries()] == ["play"] * 3
    game = before.press(lay("up1", 43)[0])
    assert "43" in game.buttons("/undo")[0].name
    game = game.press("/undo")
    assert [entry["type"] for entry in game.entries()] == ["play"] * 3
    assert "42" in game.buttons("/undo")[0].name
    assert game.text.count("Luis: 2 more cards") == before.text.count("Luis: 2 more cards") == 1
    assert "Luis lays the 43" in game.buttons("/redo")[1].name
    game = game.press("/redo")
    assert [entry["type"] for entry in game.entries()] == [*["play"] * 3, "end_turn", "play"]


def test_being_stuck_is_offered_only_where_it_is_possible(visitor: Visitor) -> None:
    game = started(visitor)
    assert not game.buttons(STUCK)
    entries = [*lay("up1", 50), *lay("up2", 51), END, *lay("down1", 40), *lay("down2", 41), END]
    game = visitor.submit_all(game, *entries)
    over = game.press(STUCK)
    assert "94 left" in over.text
    assert "Ana couldn't go on." in over.text


def test_a_refused_result_says_which_house_rule_would_allow_it(visitor: Visitor) -> None:
    form = started(visitor).follow("/result").press("/result", how="sum").press("/result", leftover="95")
    assert "Allowed under another house rule: “No, the player takes them back”." in form.text
    assert form.follow("/settings").status == 200
    assert "Allowed under" not in form.press("/result", leftover="96").text
    assert "7 left: excellent!" in form.press("/result", leftover="7").text
    refused = visitor.submit(started(visitor), {"type": "result", "leftover": 95})
    assert refused.status == 422 and "“No, the player takes them back”" in refused.text


HANDS = {"type": "result", "hands": [3, 4], "draw_pile": 0}


@pytest.mark.parametrize(
    ("typed", "shown", "outcome", "entry"),
    [
        ({}, ["", "", ""], "", {"type": "result", "hands": ["", ""], "draw_pile": ""}),
        ({"hand-0": "3", "hand-1": "4"}, ["3", "4", ""], "7 left: excellent!", HANDS),
        ({"how": "sum", "hand-0": "3", "hand-1": "4"}, ["7"], "7 left: excellent!", {"type": "result", "leftover": 7}),
        (
            {"how": "sum", "hand-0": "3", "leftover": "9"},
            ["9"],
            "9 left: excellent!",
            {"type": "result", "leftover": 9},
        ),
        ({"how": "sum"}, [""], "", {"type": "result", "leftover": ""}),
    ],
)
def test_a_result_is_typed_by_hands_or_as_their_sum(
    app: Flask, typed: dict[str, str], shown: list[str], outcome: str, entry: dict[str, Any]
) -> None:
    with app.test_request_context():
        pages: Any = board_of([])
        form, sent = pages.result(typed), pages.entry_from(typed)
        result: Any = GAME.decode(entry, 2) if outcome else None
        fields = pages.result_fields(result) if outcome else {}
    way = typed.get("how", "hands")
    assert (sent, form.outcome, form.way, form.entry_type) == (entry, outcome, way, "result")
    assert bool(form.violations) is not bool(outcome)
    numbers = [number for row in form.rows for number in row.numbers]
    names = ["leftover"] if way == "sum" else ["hand-0", "hand-1", "draw_pile"]
    assert [(number.name, number.typed) for number in numbers] == [*zip(names, shown, strict=True)]
    assert [row.label for row in form.rows] == (["Cards not laid"] if way == "sum" else ["Ana", "Luis", "Draw pile"])
    again = dict(zip(names, [text or "0" for text in shown], strict=True))
    assert fields == ({"how": way, **again} if outcome else {})


def test_a_card_that_was_laid_is_used_and_shown_with_its_pile(app: Flask) -> None:
    with app.test_request_context():
        pages = board_of([])
        cards = [pages.log_card(entry) for entry in (Play("up1", 40), Play("down2", 9), EndTurn(), Finish())]
    assert cards == [LogCard("↑1", 40), LogCard("↓2", 9), LogCard("end"), None]
    assert [pages.uses(entry, "40") for entry in (Play("up1", 40), Play("up1", 41), EndTurn())] == [True, False, False]


def test_an_empty_result_asks_for_numbers_only_when_it_is_entered(visitor: Visitor) -> None:
    page, missing = started(visitor).follow("/result"), "Enter 0 or more for Ana and Luis."
    assert missing not in page.press("/result").text
    assert missing in page.press("type=result").text


def test_a_card_is_corrected_on_the_pile_where_it_was_laid(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), *lay("up1", 40), *lay("down1", 60), END)
    page = visitor.get(f"{game.url}/log/1")
    marked = [button.name for button in page.root.all("button", aria_pressed="true")]
    assert marked == ["40"]
    assert (
        "first ascending pile, 41 on top"
        in visitor.get(page.press({"card": 41, "pile": "up1", "type": "play"}).follow(game.url).url).source
    )


def test_the_record_to_beat_is_that_of_as_many_players_at_the_same_level(visitor: Visitor) -> None:
    game = started(visitor)
    assert "First game with this many players at normal level." in game.text
    for left in (23, 11, 30):
        visitor.submit(game, {"type": "result", "leftover": left})
        game = visitor.get(game.url).follow("/new").press("do=start")
    assert "Record to beat: 11 left (best of 3 games" in game.text
    assert [node.text.partition(": ")[2] for node in game.root.all("span", class_="record-by")] == ["Ana and Luis"]
    over = visitor.submit(game, {"type": "result", "leftover": 7})
    assert "New record! The old one was 11 left." in over.text
    assert "Best of 4 games like this (same number of players, normal level): 7 left" in over.text
    bars = over.root.all("svg", role="img")
    assert [node.text for node in bars[0].all("text")] == ["23", "11", "30", "7"]
    worse = over.follow("/new?again=4").press("do=start")
    assert "Record so far: 7 left." in visitor.submit(worse, {"type": "result", "leftover": 8}).text
    expert = over.follow("/new?again=4").press("do=start", level="expert")
    assert "First game with this many players at expert level." in expert.text


UP, TWO_UP = lay("up1", 40), lay("up1", 40, 41)


def reader_of(seat: int | None = None, **params: str) -> Reader:
    return Reader(seat=seat, params=tuple(params.items()))


def board_of(entries: list[Any], reader: Reader = Reader(), **changed: Any) -> Pages:  # noqa: B008 - frozen
    state = allowed(GAME.start([Person("Ana"), Person("Luis")], {}))
    for entry in entries:
        state = allowed(GAME.apply_json(state, entry)).state
    return Pages(GAME, replace(state, **changed), Translator(GAME.WORDS, ["Ana", "Luis"]), reader).on_board()


@pytest.mark.parametrize(
    ("entries", "reader", "title", "for_others", "then", "seat"),
    [
        ([], reader_of(), "Ana: 2 more cards", "", "Luis: 2 more cards", 0),
        (UP, reader_of(0), "Your turn: 1 more card", "", "Luis: 2 more cards", 0),
        (UP, reader_of(1), "Waiting for Ana", "Ana: 1 more card", "Your turn: 2 more cards", 0),
        (UP, reader_of(1, pile="up1"), "Ana: 1 more card", "", "Your turn: 2 more cards", 0),
        (UP, reader_of(1, card="30"), "Ana: 1 more card", "", "Your turn: 2 more cards", 0),
        (TWO_UP, reader_of(), "Luis: 2 more cards", "", "Ana: 2 more cards", 1),
        (TWO_UP, reader_of(0), "Waiting for Luis", "Luis: 2 more cards", "Your turn: 2 more cards", 1),
        (TWO_UP, reader_of(another="1"), "Ana: lay more, or end the turn", "", "", 0),
        (TWO_UP, reader_of(0, another="1"), "Your turn: lay more, or end it", "", "", 0),
        (TWO_UP, reader_of(1, another="1"), "Waiting for Ana", "Ana: lay more, or end the turn", "", 0),
    ],
)
def test_each_phone_is_asked_what_comes_next(
    app: Flask, entries: list[Any], reader: Reader, title: str, for_others: str, then: str, seat: int
) -> None:
    with app.test_request_context():
        pages = board_of(entries, reader)
        asked = pages.question()
        assert (asked.title, asked.for_others, asked.seats, pages.then) == (title, for_others, (seat,), then)
    assert (pages.passed_by, asked.choices.may_end) == ("Ana" if seat else "", reader.param("another") is not None)
    assert asked.choices.keep == ("another=1&" if asked.choices.may_end else "")


@pytest.mark.parametrize(
    ("hand", "entries", "title", "own", "then"),
    [
        (2, [], "Ana: 1 more card", "Your turn: 1 more card", "Luis: 1 more card"),
        (1, [], "Ana: 1 more card", "Your turn: 1 more card", "Luis: 1 more card"),
        (0, [], "Ana: 1 more card", "Your turn: 1 more card", ""),
        (1, TWO_UP, "Ana: lay more, or end the turn", "Your turn: lay more, or end it", ""),
        (0, TWO_UP, "Ana has no cards left", "You have no cards left", ""),
    ],
)
def test_cards_are_offered_to_the_last_one_in_the_hand(
    app: Flask, hand: int, entries: list[Any], title: str, own: str, then: str
) -> None:
    with app.test_request_context():
        pages, choices = [], []
        for seat in (None, 0):
            board = board_of(entries, reader_of(seat, another="1", card="50"), hands=(hand, 3), draw_pile=0)
            pages.append((board.title, board.then))
            choices.append(board.question().choices)
    assert pages == [(title, then), (own, then)]
    assert [[bool(found.cards), found.piles[1].move is not None] for found in choices] == [[hand > 0] * 2] * 2


CHOSEN: Any = ((), (("pile", "up1"),), (("pile", ""),), (("pile", "x"),), (("card", "30"),), (("card", "40"),))


def test_piles_and_cards_are_offered_until_one_is_chosen_and_the_present_one_is_marked(app: Flask) -> None:
    corrected = Play("up1", 50)
    with app.test_request_context():
        start, board = (board_of(entries).question().choices for entries in ([], UP))
        chosen, again = (
            [board_of(UP, Reader(params=params)).question(entry).choices for params in CHOSEN]
            for entry in (None, corrected)
        )
    first = PileView("up1", "first ascending pile", 40, 41, 99, 30, None)
    assert [replace(pile, name="") for pile in board.piles] == [
        replace(first, name=""),
        PileView("up2", "", 1, 2, 99, None, None),
        *(PileView(id, "", 100, 2, 99, None, None) for id in ("down1", "down2")),
    ]
    assert (board.piles[0], [pile.is_ascending for pile in board.piles]) == (first, [True, True, False, False])
    laid = [*range(41, 50)]
    assert [[card.card for card in cards] for cards in board.nearest] == [
        [30, *laid],
        [*range(2, 12)],
        *[[*range(99, 89, -1)]] * 2,
    ]
    assert board.nearest[0][:2] == (CardView(30, Play("up1", 30), is_backwards=True), CardView(41, Play("up1", 41)))
    assert board.cards == tuple(CardView(c, is_backwards=c == 30, is_used=c == 40) for c in CARDS)
    assert (start.may_end, start.may_be_stuck, start.keep) == (False, False, "")
    piles = [[one.pile for one in found] for found in (chosen, again)]
    assert piles == [[None, "up1", None, None, None, None], ["up1", "up1", None, None, None, "up1"]]
    assert [[one.card for one in found] for found in (chosen, again)] == [[None] * 4 + [30, None]] * 2
    assert [len(one.nearest) for one in chosen] == [4, 0, 4, 4, 0, 4]
    fits = {30, *range(41, 100)}
    assert again[0].cards == tuple(
        CardView(c, Play("up1", c), c == 30, is_marked=c == 50) if c in fits else CardView(c, is_used=c == 40)
        for c in CARDS
    )
    moves = [pile.move for pile in chosen[4].piles]
    assert moves == [Move(pile.id, pile.top, 30) for pile in board.piles]


@pytest.mark.parametrize(
    ("left", "earlier", "expected"),
    [
        (None, [], {}),
        (None, [23, 11, 30, 11], {"before": 11, "best": 11, "record_by": "1", "shown": [23, 11, 30, 11]}),
        (7, [23, 11], {"before": 11, "best": 7, "is_record": True, "shown": [23, 11, 7]}),
        (11, [23, 11], {"before": 11, "best": 11, "record_by": "1", "shown": [23, 11, 11]}),
        (12, [11], {"before": 11, "best": 11, "record_by": "0", "shown": [11, 12]}),
        (7, [], {"best": 7}),
        (7, [*range(20, 34)], {"before": 20, "best": 7, "is_record": True, "shown": [*range(23, 34), 7]}),
    ],
)
def test_the_record_to_beat_is_the_best_game_alike(
    app: Flask, left: int | None, earlier: list[int], expected: dict[str, Any]
) -> None:
    """Alone, so that a game has one result; the others are not alike."""
    state = allowed(GAME.start([Person("Ana")], {}))
    if left is not None:
        state = allowed(GAME.apply_json(state, {"type": "result", "leftover": left})).state
    alike, other = STATISTICS.group(state), {"players": 2}
    day = date(2026, 11, 1)
    games: list[Any] = [
        SimpleNamespace(
            game=SimpleNamespace(day=day + timedelta(days=at), names=["Ana"]),
            summary=SimpleNamespace(points=[points], figures=SimpleNamespace(group=group)),
        )
        for at, (points, group) in enumerate([*((points, alike) for points in earlier), (0, other)])
    ]
    with app.test_request_context():
        found = present(Pages(GAME, state, Translator(GAME.WORDS, ["Ana"]), Reader()).comparison(lambda: games))
        holder, shown = expected.get("record_by"), expected.get("shown", [])
        by = "" if holder is None else f"{spoken_day(day + timedelta(days=int(holder)))}: Ana"
    chart = [(bar.value, bar.is_marked) for bar in found.chart or ()]
    assert chart == [(value, left is not None and at + 1 == len(shown)) for at, value in enumerate(shown)]
    count = len(earlier) + (left is not None)
    plain = {
        "before": None,
        "best": None,
        "is_record": False,
        "level": "normal",
        "attempts": count,
        "chart": found.chart,
    }
    told = {name: value for name, value in expected.items() if name != "shown"}
    assert found == RecordView(**{**plain, **told, "record_by": by})


def test_there_is_no_record_to_beat_while_cards_are_laid(app: Flask) -> None:
    with app.test_request_context():
        assert board_of(UP).comparison(list) is None


def test_a_result_starts_with_what_the_board_counts_and_is_only_refused_once_it_was_typed(visitor: Visitor) -> None:
    game = started(visitor)
    visitor.submit_all(game, *lay("up1", 5), *lay("up1", 8))
    form = visitor.get(f"{game.url}/result")
    assert "replaces what was entered card by card" in form.text
    assert not form.root.all("p", data_wrong="")
    assert [form.root.all("input", name=name)[0].attrs["value"] for name in ("hand-0", "draw_pile")] == ["7", "82"]
    refused = form.press("type=result", hand_0="5")
    assert refused.status == 422
    assert form.press("/result", hand_0="5").root.all("p", data_wrong="")


def test_who_starts_can_be_chosen_until_the_first_card(visitor: Visitor) -> None:
    game = started(visitor)
    changed = game.press("seat=1")
    assert "Luis: 2 more cards" in changed.text
    visitor.submit_all(changed, *lay("up1", 5))
    late = changed.press("seat=0")
    assert late.status == 400
    assert game.record()["options"]["starter"] == 1


def test_who_starts_is_not_chosen_on_a_page_that_is_out_of_date(visitor: Visitor) -> None:
    game = started(visitor)
    game.press("seat=1")
    late = game.press("seat=0", submission="another-phone")
    assert late.status == 409
    assert "has changed in the meantime" in late.text
    assert game.record()["options"]["starter"] == 1


@pytest.mark.parametrize("seat", ["2", "-1", "x", ""])
def test_who_starts_must_be_a_player_of_the_game(visitor: Visitor, seat: str) -> None:
    game = started(visitor)
    before = game.record()
    assert game.press("seat=1", seat=seat).status == 400
    assert game.record() == before


def test_the_rules_about_stopping_and_talking_are_one_tap_away(visitor: Visitor) -> None:
    game = started(visitor)
    (talk,) = game.root.all("details", id="talk")
    assert "Ana may not stop yet: 2 more cards." in talk.text
    assert "TG-12" in [link.attrs.get("title") for link in talk.all("a")]
    laid = visitor.submit_all(game, *lay("up1", 5), *lay("up1", 6))
    assert "Ana may stop now, or lay more cards." in laid.root.all("details", id="talk")[0].text


def test_undo_names_the_pile_and_the_card_if_the_words_do_not_fit(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    game = visitor.submit(game, {"type": "play", "pile": "up1", "card": 12})
    assert game.buttons("/undo")[0].name == "↶ Undo ↑1 12"


@pytest.mark.parametrize(("name", "words"), [("Maximiliana Hanna", None), ("Maximiliana Hannah", "Round 1")])
def test_undo_says_all_that_fits_on_the_button(visitor: Visitor, name: str, words: str | None) -> None:
    game = visitor.seat("bids", name, "Ana", "Luis").press("do=start")
    started = visitor.submit(game, {"type": "starter", "seat": 1})
    assert started.buttons("/undo")[0].name == "↶ Undo Ana starts the round"
    again = visitor.submit(started.press("/undo"), {"type": "starter", "seat": 0})
    assert again.buttons("/undo")[0].name == f"↶ Undo {words or f'{name} starts the round'}"
