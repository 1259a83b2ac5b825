"""Set-up lists and cards: boxes for each round, room for names, words for one person, and cards told apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import rules_of
from companion.i18n import language
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.layout import layout, render
from companion.sheets.print_job import Paper, PrintJob
from companion.sheets.printed_games import game_sheets, setup_of
from companion.sheets.setup_sheet import SetupSheet
from tests import samples
from tests.checked import present
from tests.sheets.measure import complaints, pages, texts
from tests.sheets.placed import placed
from tests.sheets.records import ENGLISH


def setup_sheet(slug: str, count: int, options: Mapping[str, Any] = {}, names: tuple[str, ...] = ()) -> SetupSheet:
    job = PrintJob(("setup",), slug, count, dict(options), names)
    return game_sheets(slug, setup_of(job), ENGLISH, names).setup_sheet()


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_list_has_the_house_rules_on_its_one_page(paper: str) -> None:
    changed = {switch.name: [*switch.values][-1] for switch in rules_of("bids").SWITCHES}
    options = {**samples.of("bids").MOST_OPTIONS, "rulings": changed}
    pdf = render(PrintJob(("setup",), "bids", 4, options, paper=Paper(paper)), language.translator(lang="de"))
    assert len(pages(pdf)) == 1 and complaints(pdf) == []
    job = PrintJob(("setup",), "bids", 4, {"rulings": {"minus5_bonus": "on"}}, paper=Paper(paper))
    assert "share 30 points at the end? Yes" in " ".join(texts(render(job, ENGLISH))[0].split())


def test_the_list_of_bids_ends_with_who_starts_and_how_many_rounds() -> None:
    blank, named = setup_sheet("bids", 3), setup_sheet("bids", 3, {"rounds": 1}, ("Ana", "Maria", "Luis"))
    assert blank.steps[-1] == (
        "The player with the longest first name starts. "
        "You play 6 rounds: after each, whoever has the most points starts."
    )
    assert named.steps[-1] == "Maria has the longest first name and starts. You play 1 round."


def test_a_gap_for_a_name_is_as_wide_as_a_name() -> None:
    gap = next(word for step in setup_sheet("take-that", 3).steps for word in step.split() if "\u2026\u2026" in word)
    assert fonts.width(gap, fonts.REGULAR, m.BODY) / m.MM > 25


def test_the_list_for_one_person_names_no_others() -> None:
    said = " ".join(setup_sheet("the-game", 1).steps)
    assert "clockwise" not in said and "else" not in said
    together = " ".join(setup_sheet("the-game", 2).steps)
    assert "clockwise" in together
    cards = [
        slot.page_content.plain_name
        for page in layout(PrintJob(("reference",), "the-game", 1), ENGLISH).pages
        for slot in page.slots
    ]
    assert "The Game \u00b7 What you may say" not in cards and len(cards) == 2


@pytest.mark.parametrize(("slug", "option", "counts"), [("bids", "ally", (4, 5)), ("take-that", "advanced", (3,))])
def test_backs_of_different_cards_can_be_told_apart(slug: str, option: str, counts: tuple[int, ...]) -> None:
    jobs = [PrintJob(("reference",), slug, count, {option: value}) for count in counts for value in (False, True)]
    fronts = [layout(job, ENGLISH).pages[0].slots[0].page_content for job in jobs]
    backs = {str(placed(present(front.back).draw, m.POKER)) for front in fronts}
    assert len(backs) == len(jobs)


def test_the_list_of_the_game_pictures_its_piles_and_cards() -> None:
    sheet = setup_sheet("the-game", 3, {"level": "expert"})
    piles, *tens = sheet.deck
    assert [(card.suit, card.symbol) for card in piles.cards] == [*[("G", "1 \u2191")] * 2, *[("B", "100 \u2193")] * 2]
    assert [(row.cards[0].symbol, len(row.cards)) for row in tens] == [(str(ten), 10) for ten in range(1, 101, 10)]
    assert (left_out(sheet), {card.suit for row in tens for card in row.cards}) == (["1", "100"], {"W"})
    assert ({row.height for row in tens}, piles.height) == ({0.84}, 1.8)
    rows = [("", "Hand", "Draw pile", "Per turn"), ("normal", "6", "80", "2"), ("expert", "6", "80", "3")]
    assert sheet.levels == (*rows, ("expert plus", "5", "83", "3"))
    assert sheet.aim.startswith("Together") and setup_sheet("the-game", 1).aim.startswith("Lay")
    assert [value for _label, value in sheet.facts] == ["1"]
    drawn = present(sheet.table)
    assert [[spot.symbol for spot in spots] for spots in drawn.spots] == [[card.symbol for card in piles.cards], [""]]
    assert drawn.hand == "6 cards"


def test_the_list_of_take_that_pictures_its_cards() -> None:
    sheet = setup_sheet("take-that", 3)
    assert [(row.cards[0].symbol, len(row.cards), row.height) for row in sheet.deck] == [
        (f"{ten}1", 9, 0.88) for ten in range(1, 10)
    ]
    assert left_out(sheet) == ["11", "99"]
    black = [card.symbol for row in sheet.deck for card in row.cards if card.suit == "K"]
    assert black == [f"{ten}{ten}" for ten in range(2, 9)]
    assert [value for _label, value in sheet.facts] == ["79", "3 \u00d7 9", "79 \u2212 27 = 52"]
    assert [[spot.suit for spot in spots] for spots in present(sheet.table).spots] == [[""], ["W"]]


def test_the_list_of_bids_pictures_its_cards() -> None:
    sheet = setup_sheet("bids", 4, {"specials": ["thief"]})
    *colours, specials = sheet.deck
    assert [(row.cards[0].suit, row.name) for row in colours] == [
        *(("Y", "yellow"), ("B", "blue"), ("R", "red"), ("G", "green"), ("K", "black"))
    ]
    assert left_out(sheet) == [*["11", "12", "13", "14"] * 5, "KS", "KL", "KQ", "WA"]
    assert [(card.suit, card.symbol, card.name) for card in specials.cards[1:3]] == [
        ("K", "−5", ""),
        ("K", "KT", "thief"),
    ]
    assert ({row.height for row in colours}, specials.height) == ({1}, 1.25)
    assert [[(spot.suit, spot.symbol) for spot in spots] for spots in present(sheet.table).spots] == [
        *([("", "")], [("K", "K")])
    ]


@pytest.mark.parametrize(
    ("players", "options", "facts"),
    [
        (3, {}, ["30", "\u2212 1", "+ 1", "= 30", "3 \u00d7 10", "12 \u2212 1 = 11"]),
        (4, {"specials": ["thief"]}, ["40", "\u2212 1", "+ 1", "= 40", "4 \u00d7 10", "13 \u2212 1 = 12"]),
        (6, {}, ["56", "+ 1", "+ 3", "= 60", "6 \u00d7 10", "16 \u2212 3 = 13"]),
    ],
)
def test_the_list_of_bids_counts_its_cards(players: int, options: dict[str, Any], facts: list[str]) -> None:
    assert [value for _label, value in setup_sheet("bids", players, options).facts] == facts


@pytest.mark.parametrize(("slug", "suits"), [("bids", "YBRGK"), ("the-game", "GB"), ("take-that", "BG")])
def test_the_cards_of_an_emblem_are_fanned_out_alike_to_both_sides(slug: str, suits: str) -> None:
    cards = game_sheets(slug, setup_of(PrintJob(("setup",), slug, 3)), ENGLISH, ()).emblem
    assert "".join(card.suit for card in cards) == suits
    assert (sum(card.angle for card in cards), round(sum(card.shift for card in cards), 6)) == (0, 0)


def test_cards_of_bids_say_whether_there_is_an_ally_where_there_is_a_choice() -> None:
    ways = ((3, False), (4, False), (5, False), (5, True), (6, True))
    jobs = [PrintJob(("setup",), "bids", count, {"ally": ally}) for count, ally in ways]
    details = [game_sheets("bids", setup_of(job), ENGLISH, ()).card_detail for job in jobs]
    assert details == ["", *["without the ally"] * 2, *["with the ally"] * 2]


def left_out(sheet: SetupSheet) -> list[str]:
    return [card.symbol for row in sheet.deck for card in row.cards if card.is_left_out]
