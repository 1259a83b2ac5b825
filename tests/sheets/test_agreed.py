"""Every sheet says what this table has agreed on: packs of random options, compared with the game's own set-up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from companion.core.game import Person, Refusal
from companion.core.rulebook import AtTable
from companion.core.translator import Translator
from companion.games import rulebooks, rules_of
from companion.games.bids.game import GAME as BIDS
from companion.games.book_files import book_of
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import sheets_class

NAMES = ("Ana", "Luis", "Sara", "Maximiliano", "Zoe", "Ida")
COMBINATIONS = 40  # of Bids and of Take That
# The house rules of Bids that are on no reference card: they concern the set-up or what the cards do not say.
SWITCH_NEEDS = {switch.name: switch.needs for switch in BIDS.SWITCHES}
NOT_ON_CARDS = {"thief", "thief_players", "rounds", "variant"}


def sentences(slug: str) -> dict[tuple[str, str], tuple[str, tuple[str, ...]]]:
    """Return the sentence of the book for each unusual value of an option or house rule, and what its lesson needs."""
    return {
        (block.name, block.value): (block.text, lesson.needs)
        for lesson in book_of(slug, "en").lessons
        for block in lesson.blocks
        if isinstance(block, AtTable) and block.value
    }


def texts(value: Any) -> Iterator[str]:
    """Yield all texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def pack(slug: str, player_count: int, options: dict[str, Any]) -> tuple[Any, dict[str, str]]:
    """Return the set-up, and the text of each sheet, or of the lessons of the book, by its name."""
    rules = rules_of(slug)
    state = rules.start([Person(name) for name in NAMES[:player_count]], options)
    assert not isinstance(state, Refusal), (options, state)
    say = Translator(rules.WORDS)
    sheets = sheets_class(slug)(rules, state.setup, say)
    sheet = sheets.score_sheet(PrintJob(sheets=(), slug=slug, player_count=player_count))
    paragraphs = [
        [*block.paragraph, *([sheets.at_table(block.note)] if block.note else [])]
        for lesson in rulebooks.lessons(slug, state.setup, "en", is_of_game=True)
        for block in lesson.blocks
    ]
    found = {
        "set-up list": sheets.setup_sheet(),
        "score sheet": (sheet.head, sheet.panels, sheet.house_rules),
        "reference cards": [*sheets.reference_cards()],
        "book": paragraphs,
    }
    return state.setup, {name: " ".join(texts(msgspec.to_builtins(data))) for name, data in found.items()}


def test_the_sheets_of_bids_say_what_the_table_plays_by() -> None:
    for random in map(Random, range(COMBINATIONS)):
        count = random.choice((3, 4, 5, 6))
        rulings = {switch.name: random.choice([*switch.values]) for switch in BIDS.SWITCHES if random.random() < 0.5}
        may_rob = count < 5 or rulings.get("thief_players") == "any"
        specials = [name for name in ("thief", "shuffle", "lowest", "surprise") if random.random() < 0.5]
        options: dict[str, Any] = {
            "variant": random.choice(("classic", "color")),
            "ruleset": random.choice(("printed", "bga")),
            "ally": count == 6 or (count > 3 and random.random() < 0.5),
            "specials": [name for name in specials if name != "thief" or may_rob],
            "rounds": random.randint(1, 12),
            "rulings": rulings,
        }
        setup, sheets = pack("bids", count, options)
        in_force, reference, score = asdict(setup.rulings), sheets["reference cards"], sheets["score sheet"]
        assert f"{setup.rate}" in score
        assert f"{setup.rounds} round" in score
        assert f"= {setup.deck}" in sheets["set-up list"]
        assert f"= {setup.centre}" in sheets["set-up list"]
        # A count that starts again.
        for name in ("score sheet", "reference cards", "book"):
            starts_again = "ounds in a row" in sheets[name]
            assert starts_again == (in_force["lucky_loser_count"] == "consecutive"), name
        assert ("BID-33" in reference) == (in_force["lucky_loser_count"] == "cumulative")
        # Who may win a special card from hand.
        assert ("2X-04" in reference) == (in_force["holder_of_special"] == "excluded")
        # The thief: must, or may.
        if "thief" in setup.specials:
            must = in_force["thief"] == "printed"
            assert ("TH-02" in reference) == must
            assert ("BGA-12" in reference) != must
        if setup.ally:
            assert ("rounded up: 7.5" in reference) == (in_force["ally_rounding"] == "half_up")
        if "surprise" in setup.specials:
            assert ("R-59" in reference) == (in_force["surprise_in_hand"] == "replace")
        # Every house rule: the sentence of its value in force, and of no other.
        present = {*setup.specials, setup.variant, *(["ally"] if setup.ally else [])}
        for (name, value), (text, needs) in sentences("bids").items():
            is_agreed = options.get(name, in_force.get(name)) == value
            assert (text in sheets["book"]) == (is_agreed and present.issuperset(needs)), (name, value)
            if name not in NOT_ON_CARDS:
                assert (text in reference) == (is_agreed and present.issuperset(SWITCH_NEEDS[name])), (name, value)
        # Every number: lucky-loser points, cards dealt and mixed in, rounds.
        assert " ".join(str(rounds * setup.rate) for rounds in range(1, 7)) in reference
        assert f"have agreed on {setup.rounds} round" in sheets["book"] or setup.rounds == 6


SEAT = {
    "bids": "BID-19 BID-20 BID-21 BID-22 BID-23 BID-24 BID-25 BID-26 BID-31 BID-32 BID-33 "
    "2X-01 2X-02 2X-03 2X-04 M5-01 M5-02 M5-03",
    "the-game": "TG-03 TG-04 TG-07 TG-08 TG-09 TG-10 TG-11 TG-12 TG-13 TG-14 TG-15 TG-16",
    "take-that": "TT-06 TT-07 TT-08 TT-09 TT-10 TT-11 TT-12 TT-13 TT-14 TT-15 TT-16 TT-17 TT-18",
}
# What a card of Bids, or of Take That, that is in the game adds to it.
OF_OPTION = {
    "ally": "AL-01 AL-02 AL-03 BID-34 BID-35",
    "thief": "TH-01 TH-02 TH-03 TH-04 TH-05 TH-06 TH-07",
    "shuffle": "SH-01 SH-02 SH-03",
    "lowest": "LO-01 LO-02 LO-03",
    "surprise": "SU-01 SU-02 SU-03",
    "color": "COL-01 COL-02 COL-03 COL-04 COL-05",
    "advanced": "TT-19",
}


@pytest.mark.parametrize(
    ("slug", "count", "options"),
    [
        ("bids", 3, {}),
        ("bids", 4, {"ally": True, "specials": ["thief", "shuffle", "lowest", "surprise"]}),
        ("bids", 6, {"variant": "color"}),
        ("the-game", 3, {}),
        ("take-that", 2, {"advanced": True}),
    ],
)
def test_every_rule_that_a_seat_needs_is_on_a_reference_card(slug: str, count: int, options: dict[str, Any]) -> None:
    setup, sheets = pack(slug, count, options)
    chosen = [name for name, value in options.items() if value is True]
    present = {*options.get("specials", ()), options.get("variant"), *chosen}
    if getattr(setup, "ally", False):
        present.add("ally")
    needed = " ".join([SEAT[slug], *(ids for name, ids in OF_OPTION.items() if name in present)]).split()
    assert {*needed} <= {*sheets["reference cards"].split()}


@pytest.mark.parametrize("level", ["normal", "expert", "expert_plus"])
@pytest.mark.parametrize("partial", ["counts", "taken_back"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_sheets_of_the_game_say_how_many_cards_a_turn_needs(count: int, partial: str, level: str) -> None:
    setup, sheets = pack("the-game", count, {"level": level, "rulings": {"partial_last_turn": partial}})
    for minimum, word in ((2, "two"), (3, "three")):
        # A list has no usual rules.
        assert (f"at least {minimum} cards" in sheets["set-up list"]) == (
            setup.minimum == minimum and level != "normal"
        )
        assert (f"at least {word} cards" in sheets["reference cards"]) == (setup.minimum == minimum)
    assert ("take back the cards you laid" in sheets["set-up list"]) == (partial == "taken_back")
    assert ("go back to your hand" in sheets["reference cards"]) == (partial == "taken_back")
    assert f"{count} \u00d7 {setup.hand}" in sheets["set-up list"]
    assert str(setup.draw_pile) in sheets["set-up list"]


def test_the_sheets_of_take_that_say_how_many_deals_and_whether_there_is_a_penalty_card() -> None:
    for random in map(Random, range(COMBINATIONS)):
        count, deals = random.choice((2, 3, 4)), random.randint(1, 9)
        ends = random.choice(("continues", "ends"))
        options = {"games": deals, "advanced": random.random() < 0.5, "rulings": {"last_draw_empties_row": ends}}
        setup, sheets = pack("take-that", count, options)
        assert (f"You play {deals} deal" in sheets["set-up list"]) == (deals != 2), "a list does not say what is usual"
        assert (f"agreed on {deals} deal" in sheets["reference cards"]) == (deals != 2)
        for name in ("set-up list", "reference cards"):
            assert ("penalty card" in sheets[name]) == setup.advanced, name
        assert "Then draw a card" in sheets["reference cards"]
        assert f"= {setup.draw_pile}" in sheets["set-up list"]
        assert ("the deal is over at once" in sheets["reference cards"]) == (ends == "ends")
