"""What the page of a rules question shows: its settings, its rows, what else can be asked, and its pads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask import Flask

from companion.questions import situations
from companion.web.rules.asked import AskedQuestion, FieldRow, Key
from companion.web.rules.pads import pad_for
from tests.checked import present

TRICK = "players=4&centre=K6&bids=R9+K2X+G3+Y5&lowest=1&front2=K4"
LATER = "players=5&variant=color&specials=thief+lowest&rules=thief%3Abga"
CARD = "players=2&ask=play&level=expert&piles=22+1+100+100&draw=84&laid=1&pile=up1&card=32"


@pytest.fixture(autouse=True)
def request_context(shared_app: Flask) -> Iterator[None]:
    with shared_app.test_request_context():
        yield


def asked(slug: str, query: str, **more: Any) -> AskedQuestion:
    return AskedQuestion(slug, situations.letters(slug), dict(parse_qsl(query, keep_blank_values=True)), "", **more)


def links(keys: Any) -> list[tuple[str, str]]:
    """Return what is written on keys, and where they lead."""
    return [(key.text, key.href.removeprefix("?")) for key in keys]


@pytest.mark.parametrize(
    ("slug", "query", "texts"),
    [
        ("bids", "", ["Classic", "Printed rules"]),
        ("bids", "ally=1&ruleset=bga", ["Classic", "Board Game Arena rules", "The ally"]),
        ("bids", "players=5&ally=0", ["Classic", "Printed rules", "Without the ally"]),
        ("bids", "specials=thief+lowest&variant=color", ["Color Bids", "Printed rules", "Thief", "Lowest wins"]),
        ("the-game", "level=expert", ["Expert"]),
        ("take-that", "", ["Usual rules"]),
        ("take-that", "advanced=1", ["The advanced game"]),
        ("take-that", "advanced=yes", ["The advanced game"]),
    ],
)
def test_the_rules_in_force_are_the_choices_made(slug: str, query: str, texts: list[str]) -> None:
    assert asked(slug, query).in_force() == texts


def test_what_else_can_be_asked_keeps_what_is_known_of_the_players(shared_app: Flask) -> None:
    found = {name: href for name, _label, href in asked("bids", TRICK).links()}
    front = "players=4&front2=K4&ask="
    assert found == {"turn": f"?{TRICK}", "round": f"?{front}round", "tie": f"?{front}tie"}
    assert [name for name, *_ in asked("bids", "rules=minus5_bonus:on").links()] == ["turn", "round", "tie", "bonus"]
    card = {name: href for name, _label, href in asked("the-game", CARD).links()}
    kept = "players=2&level=expert"
    assert card == {"turn": f"?{kept}", "play": f"?{CARD}", "result": f"?{kept}&ask=result"}
    at_table = {name: href for name, _label, href in asked("bids", TRICK, is_at_table=True).links()}
    assert at_table == {"turn": f"?{TRICK}", "round": "?ask=round", "tie": "?ask=tie"}


def test_settings_are_the_options_of_the_game_and_an_empty_value_is_the_usual_one() -> None:
    def chosen(slug: str, query: str) -> dict[str, Any]:
        settings = [setting for setting in asked(slug, query).settings() if setting.field != "rules"]
        values = [[value for value, _label in setting.options] for setting in settings]
        return {
            one.field: ([*one.chosen], shown, one.takes_several) for one, shown in zip(settings, values, strict=True)
        }

    tricks = ["", *map(str, range(1, 11))]
    assert chosen("bids", TRICK) == {
        "players": ([""], ["3", "", "5", "6"], False),
        "variant": ([""], ["", "color"], False),
        "ruleset": ([""], ["", "bga"], False),
        "ally": ([""], ["", "1", "0"], False),
        "specials": ([], ["thief", "shuffle", "lowest", "surprise"], True),
        "lowest": (["1"], ["", "1", "0"], False),
        "starter": ([""], ["", "0", "1", "2", "3"], False),
        "turn": ([""], tricks, False),
    }
    later = chosen("bids", LATER)
    assert [later[name][0] for name in ("players", "variant", "specials")] == [["5"], ["color"], ["thief", "lowest"]]
    assert (
        "colors" not in later
        and "colors" in chosen("bids", "")
        and "colors" in chosen("bids", "players=4&colors=B+R+G")
    )
    rules = [setting for setting in asked("bids", LATER).settings() if setting.field == "rules"]
    assert [setting.chosen for setting in rules if setting.chosen != [""]] == [["thief:bga"]]
    assert {setting.options[0][0] for setting in rules} == {""} and len(rules) == len(asked("bids", "").rules.SWITCHES)


@pytest.mark.parametrize(("more", "is_asked"), [("", True), ("&turn=2&specials=lowest", True), ("&turn=2", False)])
def test_which_bid_wins_is_asked_only_where_the_lowest_may_win(more: str, is_asked: bool) -> None:
    shown = asked("bids", f"players=4&centre=K5&bids=R9+B4+G7+Y2&lowest=0{more}").shown_fields()
    assert [*shown.rows] == ["Which bid wins?"] * is_asked + ["In the centre", "Bids in order"]
    assert shown.more == []


def test_what_is_given_is_shown_even_where_it_is_impossible_and_a_theft_is_removed_by_a_tap() -> None:
    query = "players=4&centre=K5&held=0&right=1&steal=9%3AK4&prize=K3"
    rows = asked("bids", query).shown_fields().rows
    assert {label: next(map(row_of, shown))[2] for label, shown in rows.items()} == {
        "Which bid wins?": [("the highest", f"{query}&lowest=1")],
        "In the centre": [("K5", f"{query.replace('K5', '')}&pad=centre")],
        "Bids in order": [],
        "Turned up after the bids": [("K3", f"{query.removesuffix('K3')}&pad=prize")],
        "Already bid from hand this round": [("A", f"{query}&pad=held")],
        "The thief can still be used": [("yes", f"{query}&pad=right")],
        "The thief takes": [("black 4 from 9", query.replace("&steal=9%3AK4", ""))],
    }
    known = asked("bids", query.replace("9", "3")).shown_fields().rows["The thief takes"]
    assert [key.text for row in known for key in row.items] == ["black 4 from D"]
    (row,) = asked("take-that", "row=55+54+53").shown_fields().rows["The row, left to right"]
    assert [href for _text, href in links(row.items)] == [f"row={left}&pad=row" for left in ("54+53", "55+53", "55+54")]


@pytest.mark.parametrize(
    ("slug", "query", "typed"),
    [
        ("the-game", "ask=result&hands=3+4", {"": [("leftover", ""), ("hands", "3 4"), ("draw", "")]}),
        (
            "bids",
            "ask=tie&total1=-5",
            {name: [(f"total{at}", "-5" * (at == 1)), (f"last{at}", "")] for at, name in enumerate("ABC")},
        ),
        ("take-that", "ask=score", {name: [(f"count{at}", "")] * 4 for at, name in enumerate("AB")}),
        (
            "take-that",
            "ask=score&count1=6+2+1",
            {"A": [("count0", "")] * 4, "B": [("count1", text) for text in ("6", "2", "1", "")]},
        ),
        ("take-that", "ask=score&count1=1+2+3+4", {name: [(f"count{at}", "")] * 4 for at, name in enumerate("AB")}),
        (
            "take-that",
            "ask=score&count1=6+9",
            {"A": [("count0", "")] * 4, "B": [("count1", text) for text in ("6", "", "", "9")]},
        ),
    ],
)
def test_numbers_are_typed_for_each_player(slug: str, query: str, typed: dict[str, list[tuple[str, str]]]) -> None:
    shown = asked(slug, query).shown_fields()
    assert {title: [(name, value) for name, _label, value in fields] for title, fields in shown.typed.items()} == typed
    assert (shown.rows, shown.more) == ({}, [])


def row_of(row: FieldRow) -> tuple[Any, ...]:
    return (row.label, row.kind, links(row.items), row.open.removeprefix("?"), row.empty, row.takes_more)


def test_each_field_has_a_row_whose_items_are_changed_or_removed_by_a_tap() -> None:
    question = asked("bids", TRICK)
    shown, highest, centre = question.shown_fields(), TRICK.replace("lowest=1", "lowest=0"), f"{TRICK}&pad=centre"
    assert {label: [*map(row_of, rows)] for label, rows in shown.rows.items()} == {
        "Which bid wins?": [("Which bid wins?", "text", [("the lowest", highest)], highest, "", False)],
        "In the centre": [("In the centre", "card", [("K6", centre.replace("K6", ""))], centre, "", True)],
        "Bids in order": [
            (name, "card", [(card, f"{TRICK}&pad=bids%3A{at}")], f"{TRICK}&pad=bids%3A{at}", "", False)
            for at, (name, card) in enumerate(zip("ABCD", ("R9", "K2X", "G3", "Y5"), strict=True))
        ],
    }
    gone = [("K4", f"{TRICK.removesuffix('K4')}&pad=front2")]
    fronts = [
        (name, "card", gone if at == 2 else [], f"{TRICK}&pad=front{at}", "", True) for at, name in enumerate("ABCD")
    ]
    assert [*map(row_of, shown.front_rows)] == fronts
    assert ([*shown.more], shown.typed) == ([], {})
    assert [row.label for row in question.card_rows()] == ["In the centre", "Bids in order", "In front of C"]
    titles = [key.title for rows in shown.rows.values() for row in rows for key in row.items]
    assert titles == ["Change: Which bid wins?", "Remove black 6", *(f"Change: {name}" for name in "ABCD")]
    later = asked("bids", LATER).shown_fields()
    assert [href.removeprefix(f"?{LATER.replace(' ', '+')}") for _label, href in later.more] == [
        f"&pad={name}" for name in ("blind", "prize", "right", "steal")
    ]
    assert [*later.rows] == ["Which bid wins?", "In the centre", "Bids in order", "Already bid from hand this round"]
    unfinished = asked("the-game", "piles=12+30").shown_fields().rows["The piles"]
    assert [row.open for row in unfinished] == [f"?piles=12+30&pad=piles{at}" for at in ("%3A0", "%3A1", "", "")]
    (empty,) = asked("bids", "ask=round&players=3&alliance=-&front0=").shown_fields().front_rows[:1]
    assert (empty.empty, empty.items) == ("no black card", [])


SUITS = [("yellow", 10), ("blue", 10), ("red", 10), ("green", 10), ("black, white", 17)]
SUITS_OF_SIX = [("yellow", 14), ("blue", 14), ("red", 14), ("green", 14), ("black, white", 21)]
BIDS = "players=4&centre=K6&bids=R9+K2X&front2=K4"
FRONTS = "players=4&front0=&front1=K3&front2=K4&front3="
PILES = "piles=12+30+90+95"
HAND = f"{PILES}&hand=40"
NO_PAD: tuple[Any, ...] = (None, [], 5, "", "")


@pytest.mark.parametrize(
    ("slug", "query", "pad", "title", "groups", "columns", "used", "first"),
    [
        ("bids", BIDS, "players", "How many players?", [("", 4)], 5, "", BIDS.replace("4", "3", 1)),
        ("bids", BIDS, "centre", "In the centre", [("black", 16)], 5, "K4 K6 K2X", "+K1&bids"),
        ("bids", BIDS, "bids", "Bids in order", SUITS, 5, "R9 K4 K6 K2X", "K2X+Y1&front2"),
        ("bids", BIDS, "bids:0", "Bids in order", SUITS, 5, "R9 K4 K6 K2X", "bids=Y1+K2X&front2"),
        ("bids", BIDS, "bids:1", "Bids in order", SUITS, 5, "R9 K4 K6 K2X", "R9+Y1&front2"),
        ("bids", "players=6", "bids", "Bids in order", SUITS_OF_SIX, 7, "", "bids=Y1"),
        ("bids", BIDS, "front2", "In front of C", [("black", 13)], 5, "K4 K6 K2X", "K4+K1&pad=front2"),
        ("bids", BIDS, "starter", "Who bids first?", [("", 4)], 5, "", "&starter=0"),
        ("bids", BIDS, "x", *NO_PAD),
        ("bids", BIDS, "", *NO_PAD),
        ("the-game", "piles=12+30", "piles", "first descending pile", [("", 99)], 10, "", "piles=12+30+100"),
        ("the-game", "piles=12+30", "piles:1", "second ascending pile", [("", 99)], 10, "", "piles=12+1"),
        ("the-game", "piles=12+30", "piles:4", *NO_PAD),
        ("the-game", PILES, "piles", *NO_PAD),
        ("the-game", PILES, "piles:3", "second descending pile", [("", 99)], 10, "", "piles=12+30+90+100"),
        ("the-game", PILES, "hand", "In the player's hand", [("", 98)], 10, "12 30 90 95", "&hand=2&pad=hand"),
        ("the-game", HAND, "hand", "In the player's hand", [("", 98)], 10, "12 30 40 90 95", "&hand=40+2&pad=hand"),
        ("the-game", PILES, "draw", "Draw pile", [("", 2)], 5, "", "&draw=10"),
        ("the-game", "ask=play", "", "Card to lay", [("", 98)], 5, "", "&card=2"),
        ("take-that", "row=55+54", "row", "The row, left to right", [("", 79)], 9, "54 55", "row=55+54+12&pad=row"),
        ("take-that", "row=55+54", "cards", "Card to play", [("", 79)], 9, "54 55", "&cards=12"),
        ("take-that", "ask=score", "", *NO_PAD),
    ],
)
def test_a_pad_has_the_cards_that_fill_in_a_field(
    slug: str, query: str, pad: str, title: str | None, groups: Any, columns: int, used: str, first: str
) -> None:
    found = pad_for(asked(slug, query), pad)
    if title is None or found is None:
        assert (found, title) == (None, None)
        return
    keys: list[Key] = [key for _title, group in found.groups for key in group]
    assert (found.title, [(name, len(group)) for name, group in found.groups]) == (title, groups)
    assert (found.columns, found.is_slot) == (columns, pad.startswith("piles"))
    assert found.kind == ("card" if groups[0][0] else "number" if groups[0][1] > 20 else "text")
    assert [key.text for key in keys if not key.href] == used.split()
    assert first in next(key.href for key in keys if key.href)


@pytest.mark.parametrize(
    ("slug", "query", "pad", "actions", "done"),
    [
        ("bids", BIDS, "centre", {}, ""),
        ("bids", BIDS, "bids", {"The other bids are worse": f"{BIDS}&others=worse"}, ""),
        ("bids", "players=4&centre=K6", "bids", {}, ""),
        ("bids", f"{BIDS}&others=worse", "bids", {}, ""),
        ("bids", BIDS, "front2", {"Next player": f"{BIDS}&pad=front3", "Done": BIDS}, ""),
        *(
            ("bids", query, "front3", {"Nothing": none, "Next player": f"{query}&pad=front0", "Done": query}, "")
            for query, none in ((BIDS, f"{BIDS}&front3="), ("players=4&front3=", "players=4&front3="))
        ),
        ("bids", FRONTS, "front3", {"Nothing": FRONTS, "Done": FRONTS}, ""),
        ("the-game", PILES, "hand", {"Nothing": f"{PILES}&hand="}, ""),
        ("the-game", HAND, "hand", {}, f"{HAND}&pad=draw"),
        ("the-game", f"{HAND}&draw=0", "hand", {}, f"{HAND}&draw=0"),
        ("take-that", "row=55+54", "row", {}, "row=55+54&pad=cards"),
        ("take-that", "row=55+54", "cards", {"Nothing": "row=55+54&cards="}, ""),
    ],
)
def test_a_pad_leads_to_the_next_field_and_then_to_the_answer(
    slug: str, query: str, pad: str, actions: dict[str, str], done: str
) -> None:
    found = present(pad_for(asked(slug, query), pad))
    assert (dict(links(found.actions)), found.done.removeprefix("?")) == (actions, done)
