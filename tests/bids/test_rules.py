"""Each house rule of Bids makes a difference: the same cards, another result."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Person
from companion.games.bids.game import GAME
from companion.games.bids.rounds import longest_names, score
from companion.games.bids.state import Front, Pair
from tests.bids.entries import SPECIALS, bids_from, codes, continued, last_trick, reveal, state_after, trick


@pytest.mark.parametrize("reason", ["burner", "same-starter", "nobody-left"])
def test_no_reason_for_a_trick_promises_another_one(reason: str) -> None:
    """Trick ten is decided with the same reasons as the others."""
    text = str(GAME.WORDS[reason])
    assert "next trick" not in text and "starts" not in text
    assert "starts the next trick" in str(GAME.WORDS["winner-starts"])  # as those do that promise one


@pytest.mark.parametrize(
    ("ruling", "outcome", "winner", "starts"),
    [("burn", "burnt", None, 2), ("bid_wins", "won", 2, 2), ("centre_wins", "centre", None, 0)],
)
def test_a_bid_equals_the_centre_card_of_color_bids(ruling: str, outcome: str, winner: int | None, starts: int) -> None:
    # Black twice (the centre and the hand 6), red twice: the red 6 equals the centre 6.
    last = last_trick(*trick("K7", "R2", "K6", "R7", "Y9"), variant="color", rulings={"color_centre_tie": ruling})
    assert (last.outcome.end, last.outcome.winner, last.next) == (outcome, winner, starts)


def test_several_bids_that_equal_the_centre_tie_among_themselves() -> None:
    cards = trick("K7", "R7", "G7", "R2", "G1", "Y3", "K1")
    last = last_trick(*cards, players=6, variant="color", rulings={"color_centre_tie": "bid_wins"})
    assert (last.outcome.end, last.next) == ("burnt", 1)


@pytest.mark.parametrize(("ruling", "winner"), [("excluded", 3), ("wins", 1)])
def test_the_holder_of_the_2x_bids_lowest_while_the_lowest_wins(ruling: str, winner: int) -> None:
    cards = [reveal("KL"), *trick("K5", "R9", "K2X", "G9", "Y1")]
    last = last_trick(*cards, specials=["lowest"], rulings={"holder_of_special": ruling})
    assert (last.outcome.winner, last.taken) == (winner, ("K5", "K2X"))


def test_an_excluded_bid_makes_no_tie() -> None:
    last = last_trick(reveal("KL"), *trick("K5", "R9", "KT", "G9", "Y1"), specials=["lowest", "thief"])
    assert (last.outcome.end, last.outcome.winner) == ("won", 3)


def test_nobody_wins_where_only_excluded_bids_lead_and_there_is_no_centre_card() -> None:
    options = {"variant": "color", "specials": ["surprise"], "rulings": {"surprise_in_hand": "next_turn_blind"}}
    state = state_after(*trick("K3", "R14", "R13", "KQ", "R1", "G2", "B5"), players=6, **options)
    state = continued(state, *bids_from(state.trick.starter, "K2X", "K-5", "Y3", "B7", "G9", "R2"))
    last = state.round.tricks[-1]
    assert (last.outcome.end, last.outcome.winner, last.centre, last.next) == ("centre", None, None, last.starter)


@pytest.mark.parametrize(
    ("rulings", "options"),
    [
        ({}, [(1, "K1")]),
        ({"thief_lowest": "highest"}, [(2, "K2"), (2, "K3")]),
        ({"thief_lowest": "none"}, []),
        ({"thief": "bga"}, [(1, "K1")]),
        ({"thief": "bga", "thief_lowest": "highest"}, [(2, "K2"), (2, "K3")]),
    ],
)
def test_the_thief_robs_these_players_while_the_lowest_wins(rulings: dict[str, str], options: list[Any]) -> None:
    state = state_after(*trick("K1", "R2", "R10", "R3", "R4"), specials=SPECIALS, rulings=rulings)
    state = continued(state, reveal("K2"), *bids_from(1, "G3", "G10", "G2", "G1"))
    state = continued(state, reveal("K3"), *bids_from(2, "B10", "B3", "B2", "B1"), reveal("KL"), reveal("KT"))
    state = continued(state, *bids_from(2, "Y9", "Y8", "Y1", "Y4"))
    fronts = [front.cards for front in state.round.fronts]
    if len(options) == 1 and rulings.get("thief") != "bga":
        assert state.round.tricks[-1].stolen == options[0]
    else:
        assert list(state.thefts) == options
        assert fronts == [("KT",), ("K1",), ("K2", "K3"), ()]


@pytest.mark.parametrize(
    ("rulings", "card", "points"),
    [
        ({}, "K4", [14, 4]),
        ({"stolen_doubled": "keeps_double"}, "K4", [14, 8]),
        ({}, "K2X", [22, 0]),
        ({"stolen_2x": "moves_doubling"}, "K2X", [11, 0]),
    ],
)
def test_a_stolen_card_has_this_value(rulings: dict[str, str], card: str, points: list[int]) -> None:
    # Luis has 4 and 7, both doubled; Ana then wins the thief, and Luis bid lowest.
    state = state_after(*trick("K4", "R1", "R9", "R2", "R3"), specials=SPECIALS, rulings=rulings)
    state = continued(state, reveal("K7"), *bids_from(1, "Y9", "Y1", "Y2", "Y3"))
    state = continued(state, reveal("K2X"), *bids_from(1, "G9", "G1", "G2", "G3"))
    state = continued(state, reveal("KT"), *bids_from(1, "B1", "B2", "B3", "B9"))
    state = continued(state, {"type": "steal", "seat": 1, "card": card})
    assert [state.round.fronts[seat].points for seat in (1, 0)] == points


@pytest.mark.parametrize(("ruleset", "stolen"), [("printed", (1, "K1")), ("bga", None)])
def test_only_the_printed_thief_goes_on_to_the_next_lowest_who_has_a_card(
    ruleset: str, stolen: tuple[int, str] | None
) -> None:
    state = state_after(*trick("K1", "R2", "R10", "R3", "R4"), specials=SPECIALS, ruleset=ruleset)
    state = continued(state, reveal("KT"), *bids_from(1, "G3", "G2", "G1", "G10"))  # Raúl bids lowest and has no card
    assert state.round.tricks[-1].stolen == stolen
    assert (state.phase, state.thefts) == ("reveal", ())


def test_a_trick_says_whether_a_2x_was_won_in_it() -> None:
    state = state_after(
        *trick("K2X", "R1", "R9", "R2", "R3"),
        *trick("K5", "G1", "G9", "G2", "G3"),
        *trick("K6", "B9", "Y9", "B1", "B2"),
    )
    assert [item.is_doubled for item in state.round.tricks] == [True, False, False]


def test_a_2x_that_may_not_be_stolen_cannot_be_chosen() -> None:
    state = state_after(*trick("K2X", "R1", "R9", "R2", "R3"), specials=SPECIALS, rulings={"stolen_2x": "forbidden"})
    state = continued(state, reveal("KT"), *bids_from(1, "B1", "B2", "B3", "B9"))
    assert (state.round.tricks[-1].stolen, state.phase) == (None, "reveal")


ROBBED, LONE, RICH = Front((), (), True), Front(("K2X",)), Front(("K3", "K4"))


@pytest.mark.parametrize(
    ("rulings", "front", "alliance", "points", "count"),
    [
        ({}, Front(), None, 24, 2),
        ({}, ROBBED, None, 24, 2),
        ({"robbed_lucky_loser": "no"}, ROBBED, None, 0, 1),
        ({"robbed_lucky_loser": "no", "lucky_loser_count": "consecutive"}, ROBBED, None, 0, 1),
        ({"robbed_lucky_loser": "no"}, ROBBED, (0, 1), 4, 1),
        ({}, ROBBED, (0, 1), 4, 2),
        ({}, LONE, None, 0, 1),
        ({"lone_special": "allows"}, LONE, None, 24, 2),
        ({"lone_special": "allows"}, LONE, (0, 1), 4, 2),
        ({"lone_special": "allows"}, Front(("K2X", "K-5")), None, -5, 1),
        ({"lucky_loser_count": "consecutive"}, RICH, None, 7, 0),
        ({"lucky_loser_count": "consecutive"}, RICH, (0, 1), 7, 0),
        ({"ally_rounding": "down"}, ROBBED, (0, 1), 3, 2),
    ],
)
def test_lucky_losers_and_allies(
    rulings: dict[str, str], front: Front, alliance: Pair | None, points: int, count: int
) -> None:
    setup = state_after(players=3, specials=["thief"], rulings=rulings).setup
    scores = score(setup, (front, RICH, 5), alliance, (1, 0, 0))
    assert (scores.scores[0], scores.zero_rounds[0]) == (points, count)
    assert scores.scores[2] == 5


def test_the_bonus_for_the_minus5_is_shared_by_four_and_rounded_up() -> None:
    fronts = [["K-5"], ["K1"], ["K2"], ["K3"]]
    results = [fronts[-at:] + fronts[:-at] for at in range(4)]
    state = state_after(rounds=4, rulings={"minus5_bonus": "on"})
    for listed in results:
        seats = [{"front": front} for front in listed]
        state = continued(state, {"type": "round", "seats": seats, "alliance": None})
    assert state.ending is not None
    assert state.ending.bonus == (8, 8, 8, 8)
    assert state.ending.ranking == ((2,), (1,), (0,), (3,))  # equal totals: the last round decides


@pytest.mark.parametrize(
    ("rulings", "leading", "winner"),
    [({}, {"K", "R", "Y", "G"}, None), ({"ally_color": "white"}, {"K", "R", "Y", "G", "W"}, 1)],
)
def test_the_white_ally_does_not_count_as_a_colour_unless_the_house_rule_says_so(
    rulings: dict[str, str], leading: set[str], winner: int | None
) -> None:
    """The lowest wins here: the ally's 0, if white is a colour; else nobody is below the centre card."""
    options: dict[str, Any] = {"variant": "color", "ally": True, "specials": ["lowest"]}
    last = last_trick(reveal("KL"), *trick("K1", "R2", "WA", "Y3", "G4"), **options, rulings=rulings)
    (message,) = [message for message in last.why if message.id == "all-colors-lead"]
    colors = message.params["colors"]
    assert isinstance(colors, tuple)
    assert set(colors) == {f"color-{color}" for color in leading}
    assert ("ally-has-no-color" in [message.id for message in last.why]) is (not rulings)
    assert last.outcome.winner == winner


def test_the_rules_of_the_arena_differ_only_in_the_thief() -> None:
    by_arena = state_after(ruleset="bga").setup.rulings
    changed = {name: value for name, value in by_arena.items() if value != state_after().setup.rulings[name]}
    assert changed == {"thief": "bga", "thief_players": "any"}


@pytest.mark.parametrize(
    ("people", "seats"),
    [
        ((("Ana", ""), ("Luis", ""), ("Bo", "")), (1,)),
        ((("Ana", ""), ("Eva", ""), ("Bo", "")), (0, 1)),
        ((("Ana", "Ruiz"), ("Eva", "Gil"), ("Bo", "Quintanilla")), (0,)),
        ((("Zoe\u0308", ""), ("Ana", ""), ("Bo", "")), (0, 1)),  # a combining mark is not a letter
        ((("A-n a", ""), ("Bo", ""), ("7777", "")), (0,)),
        ((("李雷", ""), ("Bo", ""), ("X", "")), (0, 1)),
    ],
)
def test_the_longest_name_starts_counted_in_letters(
    people: tuple[tuple[str, str], ...], seats: tuple[int, ...]
) -> None:
    assert longest_names([Person(*names) for names in people]) == seats


def test_a_late_bid_declines_an_offered_theft_in_a_blind_trick_only() -> None:
    rulings = {"surprise_in_hand": "next_turn_blind"}
    state = state_after(*trick("K4", "R1", "R9", "R2", "R3"), specials=SPECIALS, ruleset="bga", rulings=rulings)
    state = continued(state, reveal("KT"), *bids_from(1, "KQ", "Y1", "Y3", "Y9"))
    assert (state.phase, state.trick.is_blind) == ("offer", True)
    after_bid = continued(state, {"type": "bid", "seat": 0, "card": "G5"})
    assert (after_bid.phase, after_bid.round.thief_owner) == ("bid", 0), "the right itself is kept"
    assert codes(state, reveal("K5")) == ["waits-for-answer"]
