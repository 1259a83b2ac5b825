"""The pages of Bids, for a visitor without JavaScript."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.core.translator import Translator
from companion.games.bids.describe import trick_outcome
from companion.games.bids.entries import Bid, Reveal, Steal
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from companion.web.games.bids import Pages
from companion.web.play.pages import Reader
from tests.bids import legal
from tests.bids.boards import NAMES, SPECIALS, asked, pages_of, question, started
from tests.bids.entries import bid, laid, reveal, state_after, trick
from tests.checked import steps
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


def test_another_players_name_is_tapped_to_enter_out_of_order(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}).press(reveal("K5"))
    assert question(game) == "Ana's bid"
    asked = game.follow("/1?seat=3")
    assert question(asked) == "Raúl's bid"
    assert question(asked.press(bid(3, "B2"))) == "Ana's bid"


def test_who_enters_a_bid_a_second_time_is_led_to_its_correction(visitor: Visitor) -> None:
    """The trick is over: there is no place for the late bid, but the one entered for it can be corrected."""
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, *trick("K5", "R9", "Y8", "G2", "B1"))
    late = visitor.submit(game, bid(2, "G3"), number="4")
    assert late.status == 409
    assert not late.buttons(bid(2, "G3"))
    log = late.follow("/log/5").press(bid(2, "G3"))
    assert "Sara bids the green 3" in log.text


@pytest.mark.parametrize(
    ("variant", "cards", "outcome"),
    [
        ("classic", ("K5", "R9", "Y9", "G2", "B1"), "Luis matches Ana's 9 and burns the trick: nobody wins"),
        ("color", ("K5", "R5", "Y4", "G2", "B1"), "Ana ties with the centre card: nobody wins"),
    ],
)
def test_who_burns_the_tenth_trick_starts_nothing(variant: str, cards: tuple[str, ...], outcome: str) -> None:
    played = state_after(*trick(*cards), variant=variant).round.tricks[-1]
    translator = Translator(GAME.WORDS, NAMES)
    starter = "Luis" if variant == "classic" else "Ana"
    assert translator(trick_outcome(played)[0]) == f"{outcome}, and {starter} starts."
    assert translator(trick_outcome(replace(played, number=10, next=None))[0]) == f"{outcome}."


def test_two_removed_cards_are_tapped_one_after_the_other(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor, 4, ally="yes"))
    picked = game.follow("/1?out=R3")
    assert not picked.buttons({"removed": ["R3", "R3"], "type": "deal"})
    removed = visitor.submit(picked.press({"removed": ["R3", "B7"], "type": "deal"}), {"type": "starter", "seat": 0})
    assert [node.name for node in removed.root.all("span", role="img")][:2] == ["red 3", "blue 7"]
    bidding = removed.press(reveal("K5"))
    assert bidding.buttons(bid(0, "R4")) and not bidding.buttons(bid(0, "R3"))


def test_a_blind_trick_asks_for_the_bids_before_the_card(visitor: Visitor, app: Flask) -> None:
    blind, won = laid("KQ", specials=SPECIALS), laid("KQ R9 B4 G3 Y2", specials=SPECIALS)
    with app.test_request_context():
        before, after, pages = asked(blind), asked(won), pages_of(won)
    assert before.title == "Ana's bid"
    assert before.hint == "Blind trick: nobody knows the centre card yet."
    assert (after.title, after.hint) == ("Which card were you bidding for?", "Ana wins it.")
    assert pages.outcome(pages.trick) == ["Ana wins the trick."]


@pytest.fixture
def thief_won() -> State:
    """A game in which Ana has just won the thief."""
    return laid("K1 R2 R10 R3 R4 KT G1 G2 G3 G10", specials=["thief"], ruleset="bga")


def test_a_thief_chooses_one_of_the_victims_cards_or_declines(app: Flask, thief_won: State) -> None:
    with app.test_request_context():
        question = asked(thief_won)
    assert question.title == "Does Ana use the thief?"
    assert {seat: [one.card for one in cards] for seat, cards in question.choices.victims.items()} == {1: ["K1"]}
    assert question.choices.decline == Steal(None)
    assert Reveal("K5") in [group.entry for group in question.choices.groups[0]], "the next card lets it pass too"


def test_on_a_players_phone_the_question_is_about_that_player(app: Flask) -> None:
    state = state_after(reveal("K5"), bid(0, "R9"))
    with app.test_request_context():
        own, waiting = asked(state, Reader(seat=2)), asked(state, Reader(seat=0))
        helped = asked(state, Reader(seat=0, params=(("seat", "3"),)))
    assert (own.title, own.for_others) == ("Your bid – after Luis", "")
    assert own.choices.groups[0][0].entry == Bid(2, "Y1")
    assert (waiting.title, waiting.for_others) == ("Waiting for Luis, Sara and Raúl", "Enter Luis's bid")
    assert (helped.title, helped.for_others) == ("Raúl's bid", "")


def test_a_thief_is_asked_on_the_phone_of_its_owner(app: Flask, thief_won: State) -> None:
    with app.test_request_context():
        own, waiting = asked(thief_won, Reader(seat=0)), asked(thief_won, Reader(seat=1))
    assert (own.title, own.for_others) == ("Use the thief? What do you steal from Luis?", "")
    assert (waiting.title, waiting.for_others) == ("Waiting for Ana", "Does Ana use the thief?")


@pytest.mark.parametrize(("card", "said"), [("KS", "the centre deck is shuffled"), ("KL", "the lowest bid wins")])
def test_a_special_card_that_is_turned_up_says_what_it_does(app: Flask, card: str, said: str) -> None:
    with app.test_request_context():
        answer = asked(state_after({"type": "starter", "seat": 0}, reveal(card), specials=SPECIALS))
    assert (answer.title, said in answer.hint) == ("Which card is turned up?", True)


def test_who_may_be_a_lucky_loser_is_said_in_the_last_three_tricks(app: Flask) -> None:
    with app.test_request_context():
        for tricks, names in ((6, ""), (7, ", ".join(f"{name} +8" for name in NAMES[1:4]))):
            cards = " ".join(f"K{n + 1} Y{10 - n} B{9 - n} R{9 - n} G{9 - n}" for n in range(tricks))
            assert pages_of(laid(cards)).lucky == names, tricks


def test_a_bid_can_be_corrected_to_another_players(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {"type": "starter", "seat": 0}, reveal("K5"), bid(1, "R9"))
    line = visitor.get(game.url + "/log/3")
    assert line.root.all("button", data_marked="")[0].name == "red 9"
    assert "Sara bids the red 9" in line.correct(bid(2, "R9")).text


@pytest.mark.parametrize(
    ("entry", "other", "words"),
    [
        ({"type": "deal", "removed": ["R3"]}, {"type": "deal", "removed": ["B7"]}, "Taken out: blue 7"),
        ({"type": "starter", "seat": 1}, {"type": "starter", "seat": 2}, "Sara starts the round"),
    ],
)
def test_an_entry_before_the_first_card_is_corrected_on_its_own_page(
    visitor: Visitor, entry: dict[str, Any], other: dict[str, Any], words: str
) -> None:
    game = visitor.submit_all(started(visitor), entry)
    assert words in visitor.get(game.url + "/log/1").press(other).text


def test_every_state_of_a_whole_game_can_be_shown(app: Flask) -> None:
    options = {"specials": ["thief", *SPECIALS], "rounds": 2, "ally": True, "variant": "color"}
    with app.test_request_context():
        translator = Translator(GAME.WORDS, legal.NAMES)
        for seed in range(6):
            ruleset = "bga" if seed % 2 else "printed"
            game = legal.play(Random(seed), 4, {**options, "ruleset": ruleset})
            for before, entry, state in steps(game.record):
                grew = len(state.tricks) > len(before.tricks) or len(state.rounds) > len(before.rounds)
                assert bool(GAME.outcome(before, state)) == grew
                if state.phase is not None:
                    assert Pages(GAME, state, translator, Reader()).question().title
                    assert Pages(GAME, before, translator, Reader()).question(entry).title
            assert Pages(GAME, state, translator, Reader()).places


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


def test_after_a_surprise_from_a_hand_the_card_that_replaces_the_centre_is_asked_for(visitor: Visitor) -> None:
    game = started(visitor, 4, specials="surprise").press({"seat": 1, "type": "starter"}).press(reveal("K5"))
    game = visitor.submit_all(game, *(bid(seat, card) for seat, card in enumerate(("R1", "KQ", "R3", "R9"))))
    assert question(game) == "Which card is turned up instead of the black 5?"


def test_a_bid_of_the_last_trick_is_corrected_by_a_tap_on_its_tile_or_in_its_row(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Zoë").press("do=start")
    game = visitor.submit_all(game, *trick("K5", "R1", "R2", "R3"))
    for tag, part in (("div", "always"), ("section", "outcome")):
        (inside,) = [node for node in game.root.all(tag) if node.attrs.get("class") == part]
        (link,) = [link for link in inside.all("a") if link.attrs["href"].endswith("?used=R2")]
        assert visitor.get(link.attrs["href"]).follow("/log/3?origin=play").buttons("/delete")
