"""Every refusal of Bids: what was entered, and which rule it breaks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from companion.core.game import Person, Refusal
from companion.core.other_rules import EnteredGame
from companion.games.bids import words
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from tests.bids import legal
from tests.bids.entries import (
    DECLINE,
    FINISH,
    SPECIALS,
    STEAL,
    bid,
    codes,
    continued,
    deal,
    laid,
    new_game,
    plain_tricks,
    result,
    reveal,
    starter,
    state_after,
    thief_won,
    trick,
)
from tests.checked import all_decoded, decoded

NOBODY = result("", "", "", "")
TIED = result("K10 K1", "K9 K2", "", "")  # Ana and Luis have eleven each, and Ana the higher card


def blind(**options: Any) -> State:
    """Return a game in which a blind trick was won and its card has to be turned up."""
    return state_after(*trick("KQ", "R9", "B4", "G3", "Y2"), specials=SPECIALS, **options)


def tied_blind() -> State:
    return state_after(*trick("KQ", "R9", "B9", "G3", "Y2"), specials=SPECIALS, rulings={"surprise_tie": "discarded"})


def tenth_trick(*bids: str, centre: str = "K10", **options: Any) -> State:
    """Return a game after nine tricks in which only coloured cards were bid, and these bids of the tenth."""
    return continued(state_after(*chain.from_iterable(plain_tricks(9)), **options), *trick(centre, *bids))


def last_offer() -> State:
    """Return a game in which the tenth trick is complete, and Ana may still use the thief."""
    return tenth_trick("R10", "B2", "Y4", "K2X", centre="KT", specials=["thief"], ruleset="bga")


def double_not_to_be_stolen() -> State:
    """Return a game in which Ana won the thief and may rob Luis of the 4 and the 7, but not of the 2x."""
    cards = "K2X R1 R9 R2 R3 K4 Y9 Y1 Y2 Y3 K7 B9 B1 B2 B3 KT G1 G2 G3 G9"
    return laid(cards, specials=["thief"], rulings={"stolen_2x": "forbidden"})


def with_ally() -> State:
    return state_after(ally=True)


CASES: tuple[tuple[Callable[[], State], Any, str, str, str], ...] = (
    # The moment
    (lambda: new_game("Ana", "Eva", "Bo"), reveal("K5"), "waits-for-starter", "BID-17", "type"),
    (lambda: new_game("Anabel", "Eva", "Bo"), bid(0, "R5"), "waits-for-reveal", "BID-15", "type"),
    (state_after, STEAL, "waits-for-reveal", "BID-15", "type"),
    (blind, bid(0, "R5"), "waits-for-prize", "SU-01", "type"),
    (tied_blind, bid(0, "R5"), "waits-for-discard", "R-59c", "type"),
    (lambda: state_after(reveal("K5")), reveal("K6"), "waits-for-bids", "BID-16", "type"),
    (lambda: state_after(reveal("K5")), STEAL, "waits-for-bids", "BID-16", "type"),
    (thief_won, reveal("K6"), "waits-for-theft", "TH-02", "type"),
    (thief_won, DECLINE, "must-steal", "TH-02", "seat"),
    (lambda: thief_won(ruleset="bga"), bid(0, "R5"), "waits-for-answer", "BGA-12", "type"),
    (lambda: state_after(reveal("K5")), deal("R5"), "deal-too-late", "BID-08", "type"),
    (lambda: state_after(deal("R5")), deal("R6"), "deal-twice", "BID-08", "type"),
    (lambda: state_after(reveal("K5")), starter(1), "starter-too-late", "BID-17", "type"),
    (lambda: state_after(TIED, starter(0), reveal("K5")), starter(0), "starter-too-late", "BID-30", "type"),
    (state_after, FINISH, "no-round-complete", "R-112", "type"),
    (lambda: state_after(NOBODY, FINISH), reveal("K5"), "game-over", "RECORD", "type"),
    (last_offer, reveal("K10"), "waits-for-answer", "BGA-12", "type"),
    (last_offer, NOBODY, "round-too-late", "BID-27", "type"),
    # The cards taken out
    (state_after, deal("R1", "R2"), "wrong-number-removed", "BID-12", "removed"),
    (with_ally, deal("R1"), "wrong-number-removed", "BID-12", "removed"),
    (with_ally, deal("R1", "R1"), "removed-twice", "BID-08", "removed"),
    (state_after, deal("K1"), "not-a-coloured-card", "BID-08", "removed"),
    (state_after, deal("R11"), "not-a-coloured-card", "BID-08", "removed"),
    (lambda: state_after(players=3), deal("G1"), "not-a-coloured-card", "BID-08", "removed"),
    # Who starts
    (state_after, starter(4), "no-such-seat", "RECORD", "seat"),
    (state_after, starter(-1), "no-such-seat", "RECORD", "seat"),
    (lambda: state_after(TIED), starter(1), "starter-card", "BID-30", "seat"),
    (lambda: state_after(result(7, 7, "K1", "K2")), starter(2), "cannot-start", "BID-30", "seat"),
    # The card in the centre
    (with_ally, reveal("WA"), "ally-in-centre", "BID-14", "card"),
    (state_after, reveal("R5"), "not-a-black-card", "BID-15", "card"),
    (state_after, reveal("KS"), "not-a-black-card", "BID-15", "card"),
    (state_after, reveal("K11"), "not-a-black-card", "BID-15", "card"),
    (lambda: state_after(*trick("K5", "R9", "B9", "G3", "Y2")), reveal("K5"), "lies-under-the-deck", "BID-26", "card"),
    (lambda: state_after(*trick("K5", "R9", "B4", "G3", "Y2")), reveal("K5"), "black-card-seen", "BID-02", "card"),
    # A bid
    (lambda: state_after(reveal("K5")), bid(0, "R11"), "rank-too-high", "BID-04", "card"),
    (lambda: state_after(reveal("K5"), players=3), bid(0, "G1"), "not-in-this-game", "BID-03", "card"),
    (lambda: state_after(reveal("K5")), bid(0, "WA"), "not-in-this-game", "AL-05", "card"),
    (lambda: state_after(reveal("K5")), bid(0, "KT"), "not-in-this-game", "TH-01", "card"),
    (lambda: state_after(reveal("K5")), bid(0, "KQ"), "not-in-this-game", "BID-07", "card"),
    (lambda: state_after(reveal("K5"), bid(0, "R1")), bid(0, "R2"), "already-bid", "BID-16", "seat"),
    (lambda: state_after(reveal("K5")), bid(4, "R2"), "no-such-seat", "RECORD", "seat"),
    (lambda: state_after(reveal("K5")), bid(-1, "R2"), "no-such-seat", "RECORD", "seat"),
    (lambda: state_after(reveal("K5"), bid(0, "WA"), ally=True), bid(1, "WA"), "ally-already-bid", "AL-04", "card"),
    (lambda: state_after(reveal("K5")), bid(0, "K5"), "black-card-seen", "BID-02", "card"),
    (lambda: state_after(reveal("K5"), bid(0, "K6")), bid(1, "K7"), "no-more-hand-blacks", "BID-10", "card"),
    (lambda: state_after(deal("R5"), reveal("K5")), bid(0, "R5"), "card-removed", "BID-08", "card"),
    (lambda: state_after(reveal("K5"), bid(0, "R5")), bid(1, "R5"), "card-already-bid", "BID-20", "card"),
    # What still has to be bid from hand: one bid is left, or two
    (lambda: tenth_trick("R10", "B2", "Y4"), bid(3, "G6"), "blacks-must-come", "BID-10", "card"),
    (lambda: tenth_trick("R10", "B2", "WA", ally=True), bid(3, "G6"), "blacks-must-come", "BID-10", "card"),
    (lambda: tenth_trick("R10", "B2", "K2X", ally=True), bid(3, "G6"), "ally-must-come", "BID-14", "card"),
    (lambda: tenth_trick("R10", "B2", ally=True), bid(3, "G6"), "ally-must-come", "BID-14", "card"),
    # The thief
    (thief_won, {**STEAL, "seat": 4}, "no-such-seat", "RECORD", "seat"),
    (thief_won, {**STEAL, "seat": -1}, "no-such-seat", "RECORD", "seat"),
    (thief_won, {**STEAL, "seat": 2, "card": "K2"}, "not-the-victim", "TH-02", "seat"),
    (thief_won, {**STEAL, "card": "K2"}, "not-in-that-front", "TH-02", "card"),
    (double_not_to_be_stolen, {**STEAL, "card": "K2X"}, "may-not-be-stolen", "R-49", "card"),
    # The result of a round
    (state_after, result("", "", ""), "one-result-per-seat", "RECORD", "seats"),
    (state_after, result("KS", "", "", ""), "not-a-black-card", "BID-07", "seats"),
    (lambda: state_after(specials=["shuffle"]), result("KS", "", "", ""), "lies-in-no-front", "R-29", "seats"),
    (state_after, result("K11", "", "", ""), "not-a-black-card", "BID-04", "seats"),
    (state_after, result("R5", "", "", ""), "not-a-black-card", "BID-02", "seats"),
    (state_after, result("WA", "", "", ""), "not-a-black-card", "AL-05", "seats"),
    (state_after, result("K5", "K5", "", ""), "card-twice", "BID-02", "seats"),
    (state_after, result("K5 K5", "", "", ""), "card-twice", "BID-02", "seats"),
    (state_after, result(0, 0, 0, ""), "points-impossible-together", "CB-5", "seats"),
    (state_after, result(1, 1, "K1", ""), "points-impossible-together", "CB-5", "seats"),
    (state_after, result(111, 1, 1, 1), "points-out-of-range", "CB-4", "seats"),
    (lambda: state_after(rulings={"minus5_bonus": "on"}), result(1, "", "", ""), "bonus-needs-cards", "R-76", "seats"),
    (state_after, result("K5", "K4", "", "", alliance=[0, 1]), "no-ally-in-game", "AL-05", "alliance"),
    (with_ally, result("K5", "K4", "", "", alliance=[0, 4]), "no-such-ally", "AL-01", "alliance"),
    (with_ally, result("K5", "K4", "", "", alliance=[-1, 0]), "no-such-ally", "AL-01", "alliance"),
    (with_ally, result("K5", "K4", "", "", alliance=[1, 1]), "allied-with-oneself", "AL-01", "alliance"),
    (with_ally, result("K5", "K4", "", "", alliance=[3, 2]), "allies-without-cards", "R-03", "alliance"),
)


@pytest.mark.parametrize(("state", "entry", "code", "rule", "field"), CASES)
def test_an_impossible_entry_is_refused_with_its_rule(
    state: Callable[[], State], entry: Any, code: str, rule: str, field: str
) -> None:
    refused = GAME.apply_json(state(), entry)
    assert isinstance(refused, Refusal)
    assert [(violation.id, violation.rule, violation.field) for violation in refused.violations] == [
        (code, rule, field)
    ]


def test_every_violation_is_reported_at_once() -> None:
    assert codes(with_ally(), deal("WA", "WA")) == ["removed-twice", "not-a-coloured-card"]
    listed = codes(state_after(), result("K11 K5", "K5 KS", "", ""))
    assert listed == ["not-a-black-card", "card-twice", "not-a-black-card"]
    allied = result("K1", "K2", "K3", "K4", alliance=[2, 2])
    assert codes(state_after(), allied) == ["no-ally-in-game", "allied-with-oneself"]
    state = tenth_trick("R10", "B2", "K2X", ally=True)
    assert codes(state, bid(3, "K-5")) == ["no-more-hand-blacks", "ally-must-come"]
    state = state_after(reveal("K5"), bid(0, "K7"))
    assert codes(state, bid(9, "K7")) == ["black-card-seen", "no-more-hand-blacks", "no-such-seat"]


def test_a_card_bid_before_is_refused_with_its_trick() -> None:
    state = state_after(
        *trick("K5", "R9", "B4", "G3", "Y2"), *trick("K6", "R8", "B3", "G2", "Y1"), reveal("K7"), bid(0, "R7")
    )
    for card, number in (("G3", 1), ("Y1", 2), ("R7", 3)):
        refused = GAME.apply_json(state, bid(1, card))
        assert isinstance(refused, Refusal)
        assert [violation.params["trick"] for violation in refused.violations] == [number]


NAMES = (*legal.NAMES, "Max")
OPTIONS: tuple[tuple[int, dict[str, Any], str, str], ...] = (
    (2, {}, "wrong-number-of-players", "BID-01"),
    (7, {}, "wrong-number-of-players", "BID-01"),
    (4, {"variant": "dark"}, "unknown-variant", "RECORD"),
    (4, {"ruleset": "mine"}, "unknown-ruleset", "RECORD"),
    (4, {"ally": 1}, "ally-shape", "RECORD"),
    (3, {"ally": True}, "ally-with-three", "R-09"),
    (6, {"ally": False}, "no-ally-with-six", "R-08"),
    (4, {"specials": "thief"}, "specials-shape", "RECORD"),
    (4, {"specials": ["wizard"]}, "unknown-special", "R-37"),
    (4, {"specials": ["shuffle", "shuffle"]}, "special-twice", "R-37"),
    (5, {"specials": ["thief"]}, "thief-with-many", "TH-01"),
    (4, {"colors": ["Y", "B", "R"]}, "colors-with-more", "BID-04"),
    (3, {"colors": ["Y", "B"]}, "impossible-colors", "BID-03"),
    (3, {"colors": ["Y", "B", "B"]}, "impossible-colors", "BID-03"),
    (3, {"colors": ["Y", "B", "K"]}, "impossible-colors", "BID-03"),
    (3, {"colors": ["Y", "B", "R", "G"]}, "impossible-colors", "BID-03"),
    (3, {"colors": "YBR"}, "impossible-colors", "BID-03"),
    (4, {"rounds": 0}, "impossible-rounds", "R-19"),
    (4, {"rounds": 100}, "impossible-rounds", "R-19"),
    (4, {"rulings": {"thief": "never"}}, "unknown-value", "R-40"),
)


@pytest.mark.parametrize(("players", "options", "code", "rule"), OPTIONS)
def test_an_impossible_option_is_refused_with_its_rule(
    players: int, options: dict[str, Any], code: str, rule: str
) -> None:
    refused = GAME.start([Person(name) for name in NAMES[:players]], options)
    assert isinstance(refused, Refusal)
    assert [(violation.id, violation.rule) for violation in refused.violations] == [(code, rule)]


def test_every_refusal_of_bids_is_in_the_lists_above() -> None:
    """The rest has tests of its own, since it is about numbers of players, or about what a form sends."""
    listed = {case[2] for case in (*CASES, *OPTIONS)}
    assert words.REFUSALS.keys() - listed == {"too-many-cards", "points-missing", "before-zero-rounds"}


def test_a_refusal_names_the_house_rules_that_would_allow_the_entry() -> None:
    """The bonus needs cards, the 2x may not be stolen; nothing allows a card that is not in the game."""
    points = {"type": "round", "seats": [{"points": 5}, *[{"front": []}] * 3], "alliance": None}
    won = [starter(0), *trick("K2X", "R9", "B4", "G3", "Y2"), *trick("KT", "R8", "B9", "G7", "Y1")]
    thief = {"specials": ["thief"], "rulings": {"stolen_2x": "forbidden", "thief_lowest": "highest"}}
    for options, entries, entry, expected in (
        ({"rulings": {"minus5_bonus": "on"}}, [], points, [("minus5_bonus", "off")]),
        (thief, won, STEAL, []),
        ({}, [starter(0)], reveal("K14"), []),
    ):
        allowing = EnteredGame(GAME, 4, (0,), options, [*all_decoded(GAME, entries)]).rules_that_allow(
            decoded(GAME, entry)
        )
        assert [(switch.name, value) for switch, value in allowing] == expected, entry
