"""The pages of Bids, for a visitor without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.core.entries import Finish
from companion.games.bids.entries import Bid, Deal, Reveal, Starter, Steal
from companion.web.games.bids import BidsCard
from companion.web.play.pages import Reader
from tests.bids.boards import NAMES, SPECIALS, asked, pages_of, started
from tests.bids.entries import bid, continued, laid, new_game, result, reveal, starter, trick
from tests.web.pages import Visitor


def test_a_used_card_says_who_played_it_and_leads_to_its_correction(visitor: Visitor) -> None:
    game = started(visitor, 6).press(reveal("K5")).press(bid(5, "R9"))
    assert game.buttons(bid(0, "R8")) and not game.buttons(bid(0, "R9"))
    asked = game.follow("?used=R9")
    (bubble,) = asked.root.all("div", **{"class": "bubble"})
    assert "Bartholomäus bids the red 9 (Round 1, trick 1)" in bubble.text
    assert (
        "Bartholomäus bids the green 9 (before: red 9)" in asked.follow("/log/2?origin=play").press(bid(5, "G9")).text
    )


def test_a_used_card_that_was_taken_out_says_so(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {"type": "deal", "removed": ["R3"]}, {"type": "starter", "seat": 0})
    asked = game.press(reveal("K5")).follow("?used=R3")
    assert "Taken out: red 3" in asked.root.all("div", **{"class": "bubble"})[0].text


def test_who_enters_a_bid_a_second_time_is_led_to_its_correction(visitor: Visitor) -> None:
    """The trick is over: there is no place for the late bid, but the one entered for it can be corrected."""
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, *trick("K5", "R9", "Y8", "G2", "B1"))
    late = visitor.submit(game, bid(2, "G3"), number="4")
    assert late.status == 409
    assert not late.buttons(bid(2, "G3"))
    log = late.follow("/log/5").press(bid(2, "G3"))
    assert "Sara bids the green 3" in log.text


def test_two_removed_cards_are_tapped_one_after_the_other(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor, 4, ally="yes"))
    picked = game.follow("/1?out=R3")
    assert not picked.buttons({"removed": ["R3", "R3"], "type": "deal"})
    removed = visitor.submit(picked.press({"removed": ["R3", "B7"], "type": "deal"}), {"type": "starter", "seat": 0})
    assert [node.name for node in removed.root.all("span", role="img")][:2] == ["red 3", "blue 7"]
    bidding = removed.press(reveal("K5"))
    assert bidding.buttons(bid(0, "R4")) and not bidding.buttons(bid(0, "R3"))


THIEF = "K4 R1 R9 R2 R3 K7 Y9 Y2 Y3 Y1 K2 B1 B9 B2 B3 KT G2 G3 G9 G1"  # Ana wins it, and Luis has the 4 and the 7
VICTIMS = "K4 R5 R9 R2 R3 K7 Y1 Y9 Y3 Y2 KT B2 R7 G10 G2"  # Ana wins it, Luis has the 4 and Sara the 7
DECK: dict[str, Any] = {"specials": SPECIALS}
ONE: dict[str, Any] = {"specials": ["thief"]}
OFFER: dict[str, Any] = {**ONE, "ruleset": "bga"}
DISCARDED = {**DECK, "rulings": {"surprise_tie": "discarded"}}
TWO, TWO_OFFER = {**ONE, "variant": "color"}, {**OFFER, "variant": "color"}
SHUFFLED = "The shuffle card is turned up: the centre deck is shuffled, with everything that was under it."
LOWEST, THEN = "“Lowest wins” is turned up: from the next ", " on, the lowest bid wins."
HELPS = Reader(seat=0, params=(("seat", "3"),))


@pytest.mark.parametrize(
    ("cards", "options", "reader", "title", "more"),
    [
        ("", {}, Reader(), "Which card is turned up?", ""),
        ("", {}, Reader(may_enter=False), "Waiting for the next card", ""),
        ("KS", DECK, Reader(), "Which card is turned up?", SHUFFLED),
        ("KL", DECK, Reader(), "Which card is turned up?", f"{LOWEST}card{THEN}"),
        ("KQ R9 R8", DECK, Reader(seat=2), "Your bid", "Blind trick: nobody knows the centre card yet."),
        ("K5 R9 R8 R7 R6", {}, Reader(), "Which card is turned up?", "Ana starts."),
        ("KQ R9 B4 G3 Y2", DECK, Reader(), "Which card were you bidding for?", "Ana wins it."),
        ("KQ R9 B4 G3 Y2 KL", DECK, Reader(), "Which card were you bidding for?", f"{LOWEST}trick{THEN}"),
        ("KQ R9 B9 G3 Y3", DISCARDED, Reader(), "Which card goes under the centre deck?", ""),
        ("K5 R1 KQ R3 R9", DECK, Reader(), "Which card is turned up instead of the black 5?", "Raúl wins it."),
        (THIEF, ONE, Reader(), "What does Ana steal from Luis?", ""),
        (THIEF, ONE, Reader(seat=0), "What do you steal from Luis?", ""),
        (THIEF, ONE, Reader(seat=2), "Waiting for Ana", "What does Ana steal from Luis?"),
        (THIEF, OFFER, Reader(), "Does Ana use the thief?", ""),
        (THIEF, OFFER, Reader(seat=0), "Use the thief? What do you steal from Luis?", ""),
        (THIEF, OFFER, Reader(seat=1), "Waiting for Ana", "Does Ana use the thief?"),
        (VICTIMS, TWO, Reader(), "Who does Ana steal from?", ""),
        (VICTIMS, TWO, Reader(seat=0), "Who do you steal from?", ""),
        (VICTIMS, TWO_OFFER, Reader(), "Does Ana use the thief?", ""),
        (VICTIMS, TWO_OFFER, Reader(seat=0), "Use the thief? Who do you steal from?", ""),
        ("K5 R9 R8", {}, Reader(), "Sara's bid", ""),
        ("K5 R9 R8", {}, Reader(seat=0), "Waiting for Sara and Raúl", "Enter Sara's bid"),
        ("K5 R9 R8", {}, Reader(seat=2), "Your bid", ""),
        ("K5 R9 R8", {}, Reader(seat=3), "Your bid – after Sara", ""),
        ("K5 R9 R8", {}, HELPS, "Raúl's bid", ""),
    ],
)
def test_each_phone_is_asked_what_comes_next(
    app: Flask, cards: str, options: Any, reader: Reader, title: str, more: str
) -> None:
    state = laid(cards, **options)
    with app.test_request_context():
        found = asked(state, reader)
    assert (found.title, found.hint + found.for_others) == (title, more)
    assert bool(found.for_others) is (title.startswith("Waiting") and reader.may_enter)
    assert [*found.seats] == ([] if found.choices.asks == "reveal" else [*found.choices.plays])
    assert found.choices.decline == (Steal(None) if "ruleset" in options else None)


@pytest.mark.parametrize(
    ("reader", "seat", "keep", "to_bid"),
    [
        (Reader(), 2, "", {2: "Sara's bid", 3: "Raúl's bid"}),
        (Reader(params=(("seat", "1"),)), 2, "", {2: "Sara's bid", 3: "Raúl's bid"}),
        (Reader(params=(("seat", "3"),)), 3, "seat=3&", {}),
        (Reader(seat=0), 2, "", {2: "Enter Sara's bid", 3: "Enter Raúl's bid"}),
        (Reader(seat=3), 3, "", {}),
        (HELPS, 3, "seat=3&", {}),
    ],
)
def test_a_bid_is_that_of_the_reader_or_of_whoever_is_next_or_tapped(
    app: Flask, reader: Reader, seat: int, keep: str, to_bid: dict[int, str]
) -> None:
    state = laid("K5 R9 R8")
    with app.test_request_context():
        choices = asked(state, reader).choices
    assert (choices.seat, choices.keep, dict(choices.to_bid)) == (seat, keep, to_bid)
    assert (choices.plays, choices.bidders) == ([2], (0, 1, 2, 3))
    assert {card.entry.seat for group in (*choices.groups, choices.hand) for card in group} == {seat}


@pytest.mark.parametrize(
    ("entries", "seats", "others", "hint"),
    [
        ((), (0, 1, 2), (), "The longest first names are equally long: Luis and Sara. The players decide."),
        ((starter(1),), (0, 1, 2), (0, 1, 2), ""),
        ((result(9, 9, 3),), (0, 1), (), "Ana and Luis are tied for the start: the players decide."),
        ((result(9, 9, 3), starter(1)), (0, 1), (0, 1), ""),
        ((result(9, 8, 3),), (0,), (), "Ana has the highest total and starts."),
    ],
)
def test_who_may_start_a_round_is_asked_for(
    app: Flask, entries: tuple[dict[str, Any], ...], seats: tuple[int, ...], others: tuple[int, ...], hint: str
) -> None:
    state = continued(new_game(*NAMES[:3], rounds=3), *entries)
    with app.test_request_context():
        found = pages_of(state).question(Starter(1))
    assert (found.title, found.hint) == (f"Who starts round {state.round.number}?", hint)
    choices = found.choices
    assert (choices.seats, choices.others, choices.is_first) == (seats, others, True)
    assert choices.plays == (seats if len(seats) < 3 else ())


@pytest.mark.parametrize(("players", "options", "picked"), [(4, {"ally": True}, ["R3"]), (4, {}, []), (6, {}, [])])
def test_cards_taken_out_are_tapped_but_for_the_last(app: Flask, players: int, options: Any, picked: list[str]) -> None:
    with app.test_request_context():
        pages = pages_of(new_game(*NAMES[:players], **options), Reader(params=(("out", "R3,x,R3,B7,B8"),)))
        found = pages.question(Deal(("R3",)))
    assert (found.title, found.choices.asks, found.choices.picked) == ("Which cards were taken out?", "deal", picked)


def test_cards_to_tap_are_those_that_can_be_played_and_the_present_one_is_marked(app: Flask) -> None:
    state, won = laid("K5 R9"), laid(THIEF, **OFFER)
    with app.test_request_context():
        bids = pages_of(state, Reader(seat=1)).question(Bid(1, "R8"))
        stolen, passed = pages_of(won).question(Steal(1, "K7")), pages_of(won).question(Reveal("K5"))
        others = [pages_of(won).question(entry) for entry in (None, Finish())]
        gone = pages_of(state).question(Steal(1, "K7"))
    assert (bids.title, bids.for_others, bids.choices.seat, bids.choices.to_bid) == ("Luis's bid", "", 1, ())
    cards = [card for group in (*bids.choices.groups, bids.choices.hand) for card in group]
    assert [card.entry for card in cards] == [Bid(1, card.card) for card in cards]
    assert [card.card for card in cards if card.is_used] == ["R9", "K5"]
    assert [card.card for card in cards if card.is_marked] == ["R8"]
    assert [[*map(len, bids.choices.groups)], len(bids.choices.hand)] == [[10] * 4, 12]
    for found, marked in ((stolen, [False, True]), (others[0], [False, False])):
        (victim,) = found.choices.victims.items()
        assert victim == (1, [BidsCard(c, Steal(1, c), is_marked=m) for c, m in zip(("K4", "K7"), marked, strict=True)])
    assert (passed.title, passed.choices.victims) == ("Which card is turned up?", {})
    decks = [
        [card.card for group in found.choices.groups for card in group if card.is_marked] for found in (passed, stolen)
    ]
    assert (decks, stolen.choices.groups, len(others[0].choices.groups)) == ([["K5"], []], [], 1)
    assert [found.choices.asks for found in (others[1], gone)] == ["", ""], "nothing to tap"


def test_who_may_be_a_lucky_loser_is_said_in_the_last_three_tricks(app: Flask) -> None:
    with app.test_request_context():
        for tricks, names in ((6, ""), (7, ", ".join(f"{name} +8" for name in NAMES[1:4]))):
            cards = " ".join(f"K{n + 1} Y{10 - n} B{9 - n} R{9 - n} G{9 - n}" for n in range(tricks))
            assert pages_of(laid(cards)).lucky == names, tricks
        assert pages_of(continued(laid(cards), result("K3", "", "", ""))).lucky == ""
        allied = laid(cards.replace("B9", "WA", 1), ally=True)
        assert (pages_of(allied).lucky, allied.round.alliance) == ("Sara +8, Raúl +8", (0, 1))


OVER = (result("K5", "K3", "", "K1"), {"type": "adjust", "seat": 0, "points": -5, "reason": "late"})
CARRIED = {"type": "before", "points": [5, 9, 0, 9], "zero_rounds": [0] * 4}
FLAGS = ("is_own", "has_turn", "is_asked", "is_leading", "is_allied", "is_face_down", "has_won", "is_burnt")
NEXT = "seat=0, seat=1, seat=2 has_turn is_asked is_leading, seat=3"


def tiles(state: Any, reader: Reader = Reader(), face_down: tuple[int, ...] = ()) -> tuple[list[int], str]:  # noqa: B008 - frozen
    """Return the points on the tiles, those of the round and those of all, and what else is on them."""
    pages = pages_of(state, reader)
    pages.face_down = face_down
    shown = pages.players(pages.question())
    marks = [[tile.bid or "", tile.href, *(flag for flag in FLAGS if getattr(tile, flag))] for tile in shown]
    return [*(tile.now for tile in shown), *(tile.total for tile in shown)], ", ".join(
        " ".join(filter(None, mark)) for mark in marks
    )


def test_each_tile_has_the_bid_the_points_and_what_a_tap_on_it_does(app: Flask) -> None:
    bidding, over = laid("K5 R9 R8"), continued(new_game(*NAMES[:4], rounds=3), *OVER)
    with app.test_request_context():
        assert tiles(bidding) == ([0] * 8, "R9 used=R9, R8 used=R8, seat=2 has_turn is_asked, seat=3")
        assert tiles(bidding, Reader(seat=0))[1] == "R9 used=R9 is_own, R8 used=R8, seat=2 has_turn, seat=3"
        assert tiles(bidding, Reader(may_enter=False))[1] == "R9, R8, has_turn is_asked, "
        assert tiles(bidding, face_down=(3,))[1] == "R9 used=R9, R8 used=R8, seat=2 has_turn is_asked, is_face_down"
        burnt, allied = laid("K5 R9 Y9 R7 R6"), laid("K5 WA R2 R3 R9", ally=True)
        assert tiles(burnt)[1] == "R9 used=R9 is_burnt, Y9 used=Y9 has_turn is_burnt, R7 used=R7, R6 used=R6"
        marks = "WA used=WA is_allied, R2 used=R2, R3 used=R3, R9 used=R9 has_turn is_allied has_won"
        assert tiles(allied) == ([0, 0, 0, 5, 0, 0, 0, 0], marks)
        won = "G9 used=G9 has_turn has_won, G1 used=G1, G2 used=G2, G3 used=G3"
        assert tiles(laid(THIEF, **ONE)) == ([0, 11, 2, 0, 0, 0, 0, 0], won)
        assert tiles(over) == ([5, 3, 8, 1, 0, 3, 8, 1], ", , has_turn is_leading, ")
        assert tiles(continued(over, reveal("K3"))) == ([0, 0, 0, 0, 0, 3, 8, 1], NEXT)
        carried = continued(new_game(*NAMES[:4]), CARRIED)
        assert tiles(carried) == ([0, 0, 0, 0, 5, 9, 0, 9], ", is_leading, , is_leading")
        running = [pages_of(state).running() for state in (allied, over, continued(over, reveal("K3")))]
        assert running == [[0, 0, 0, 5], [], [0] * 4]
        assert [pages_of(state).winning_entry() for state in (burnt, allied, over)] == [None, Bid(3, "R9"), None]


def test_the_end_of_a_round_has_what_was_adjusted_and_the_places_of_that_moment(app: Flask) -> None:
    second = (result("K5 K4", "K3", "", "K6"), {"type": "adjust", "seat": 1, "points": 7, "reason": "late"})
    state = continued(new_game(*NAMES[:4], rounds=3), *OVER, *second)
    tied, going_on = (
        continued(new_game(*NAMES[:3], rounds=rounds), result("K9", "K3", "K1"), result("K3", "K9", "K1"))
        for rounds in (2, 3)
    )
    with app.test_request_context():
        ends = [pages_of(state).at_end_of(played) for played in state.rounds]
        decided = [[reason.id for reason in pages_of(over).decided()] for over in (state, tied)]
        shared = [end.rank for end in pages_of(going_on).at_end_of(going_on.rounds[-1])]
        ranked = [[end.rank for end in pages_of(tied).at_end_of(played)] for played in tied.rounds]
    why = [[reason.id for end in ended for reason in end.why] for ended in ends]
    assert why == [["lucky-loser"], ["lucky-loser", "earlier-rounds-count"]]
    assert [[(end.seat, end.is_lucky, end.adjusted, end.total, end.rank) for end in ended] for ended in ends] == [
        [(2, True, 0, 8, 1), (0, False, 0, 5, 2), (1, False, 0, 3, 3), (3, False, 0, 1, 4)],
        [(2, True, 0, 24, 1), (1, False, 7, 13, 2), (0, False, -5, 9, 3), (3, False, 0, 7, 4)],
    ]
    assert ranked == [[1, 2, 3], [1, 2, 3]]
    assert shared == [1, 1, 3], "nothing is decided yet"
    assert decided == [[], ["ahead-by-last-round"]]


def test_a_bid_can_be_corrected_to_another_players(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, reveal("K5"), bid(1, "R9"))
    line = visitor.get(game.url + "/log/3")
    assert line.root.all("button", data_marked="")[0].name == "red 9"
    assert "Sara bids the red 9" in line.correct(bid(2, "R9")).text


def test_the_setup_list_leads_to_where_the_removed_card_is_entered(visitor: Visitor) -> None:
    game = started(visitor)
    page = visitor.get(game.url + "/setup")
    assert page.root.all("p", **{"class": "soft"})[0].text == "Round 1"
    assert [link.attrs["href"] for link in page.root.all("a") if link.text == "Enter it now"] == [
        f"{game.url}#taken-out"
    ]
    assert len(visitor.get(game.url).root.all("p", id="taken-out")) == 1


def test_with_six_no_card_is_taken_out_and_the_setup_list_asks_for_none(visitor: Visitor) -> None:
    page = visitor.get(started(visitor, 6).url + "/setup")
    assert "Enter it now" not in page.root.text


def test_a_bid_of_the_last_trick_is_corrected_by_a_tap_on_its_tile_or_in_its_row(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Zoë").press("do=start")
    game = visitor.submit_all(game, *trick("K5", "R1", "R2", "R3"))
    for tag, part in (("div", "always"), ("section", "outcome")):
        (inside,) = [node for node in game.root.all(tag) if node.attrs.get("class") == part]
        (link,) = [link for link in inside.all("a") if link.attrs["href"].endswith("?used=R2")]
        assert visitor.get(link.attrs["href"]).follow("/log/3?origin=play").buttons("/delete")
