"""Cards: where they are on the page, what is behind them, and that their numbers come from the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from companion.core.translator import Translator
from companion.games import rules_of, with_rules
from companion.i18n import language
from companion.sheets import imposition
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.cards import setup_card
from companion.sheets.game_sheets import GameSheets
from companion.sheets.imposition import PageContent
from companion.sheets.layout import layout, render
from companion.sheets.pdf import write_pdf
from companion.sheets.print_job import Paper, PrintJob
from companion.sheets.printed_games import game_sheets, sheets_class
from tests import samples
from tests.sheets.measure import MM, Piece, drawings, pages
from tests.sheets.records import ENGLISH


def numbered(count: int, size: m.Size = m.POKER) -> list[PageContent]:
    """Return cards that have their number near the upper left corner, front and back."""

    def page_content(text: str) -> PageContent:
        def draw(pen: Canvas) -> None:
            pen.text(5, 10, text)

        return PageContent(size, draw)

    return [PageContent(size, page_content(f"F{n}").draw, back=page_content(f"B{n}")) for n in range(count)]


def seen(pdf: bytes) -> list[dict[str, Piece]]:
    """Return for each page its words, each where its first letter stands."""
    return [{piece.text: piece for piece in page.pieces} for page in pages(pdf)]


def all_sheets(game: str, translator: Translator) -> list[GameSheets]:
    """Return the sheets of each possible set-up of `game`."""
    setups = sheets_class(game).all_setups(rules_of(game), {})
    return [game_sheets(game, setup, translator) for setup in setups]


@pytest.mark.parametrize("paper", [m.A4, m.LETTER])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_every_back_lies_behind_its_front(edge: str, paper: m.Size) -> None:
    sheets = list(imposition.cards(numbered(8), paper, edge))
    fronts, backs = seen(write_pdf(sheets, "t", ENGLISH, duplex=edge))
    width, height = sheets[0].size.width, sheets[0].size.height
    # Flipping a portrait page on its long edge, or a landscape page on its short edge, is like turning a page.
    like_a_book = (edge == "long") == (height > width)
    for n in range(8):
        is_upright = backs[f"B{n}"].is_upright
        front, back = ([place / MM for place in word.origin] for word in (fronts[f"F{n}"], backs[f"B{n}"]))
        left, top = front[0] - 5, front[1] - 10  # of the front's card
        if like_a_book:
            assert is_upright
            assert (back[0] - 5, back[1] - 10) == pytest.approx((width - left - m.POKER.width, top), abs=0.02)
        else:
            # The page is flipped over its upper edge: the back of the card is upside down on the page.
            assert not is_upright
            right, bottom = back[0] + 5, back[1] + 10
            assert (right, bottom) == pytest.approx((left + m.POKER.width, height - top), abs=0.02)


@pytest.mark.parametrize(("paper", "most"), [("a4", 9), ("letter", 8), ("a5", 4)])
def test_copies_of_a_card_are_tiled(paper: str, most: int) -> None:
    laid_out = layout(PrintJob(("reference",), "the-game", 1, paper=Paper(paper, copies=most)), ENGLISH)
    assert [len(page.slots) for page in laid_out.pages] == [most] * 2


def test_every_player_gets_the_reference_cards_of_what_is_played() -> None:
    def names(**options: object) -> list[str]:
        job = PrintJob(("reference",), player_count=3, options=options)
        return [slot.page_content.plain_name for page in layout(job, ENGLISH).pages for slot in page.slots]

    assert sorted(names()) == sorted([f"Bids \u00b7 {title}" for title in ("A trick", "Scoring", "Special cards")] * 3)
    assert names(variant="color").count("Color Bids \u00b7 Color Bids") == 3
    assert len(names(specials=["thief", "shuffle"])) == 4 * 3


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", with_rules())
def test_each_subject_has_one_reference_card(game: str, lang: str) -> None:
    names = [
        slot.page_content.plain_name
        for players in rules_of(game).PLAYER_COUNTS
        for page in layout(PrintJob(("reference",), game, players), language.translator(lang=lang)).pages
        for slot in page.slots
    ]
    assert names
    assert not any(re.search(r"\d/\d", name) for name in names)


@pytest.mark.parametrize("count", [4, 10, 18, 20])
def test_cards_are_in_order_when_the_pages_are_cut_as_a_stack(count: int) -> None:
    cards = numbered(count)
    sheets = [*imposition.cards(cards, m.A4, "none")]
    places = max(len(page.slots) for page in sheets)
    piles = [page.slots[place].page_content for place in range(places) for page in sheets if place < len(page.slots)]
    assert piles == cards


def laid_out(pages: Iterable[imposition.Page]) -> list[tuple[list[tuple[float, float, bool]], Any, Any]]:
    """Return where the contents of each page are, and which are upside down, and its marks to cut and to fold at."""
    return [([(slot.x, slot.y, slot.is_turned) for slot in page.slots], page.cuts, page.folds) for page in pages]


def test_cards_lie_in_the_middle_with_crop_marks_in_line_with_the_edges_of_their_rows() -> None:
    (page,) = imposition.cards(numbered(4), m.A4, "none")
    columns, rows = [10.5 + 63 * n for n in range(4)], [16.5 + 88 * n for n in range(3)]
    assert laid_out([page])[0][0] == [(x, 16.5, False) for x in columns[:3]] + [(10.5, 104.5, False)]
    lowest = (rows[2], rows[2], rows[1], rows[1])  # below the one card of the second row, and below the first row
    upright = [(x, y, x, y + 3.5) for x, low in zip(columns, lowest, strict=True) for y in (12, low + 1)]
    ends = (columns[3], columns[3], columns[1])
    assert page.cuts == (
        *upright,
        *((x, y, x + 3.5, y) for y, end in zip(rows, ends, strict=True) for x in (6, end + 1)),
    )
    assert page.folds == ()
    (page, backs) = imposition.cards(numbered(2), m.LETTER, "long")
    assert page.size == backs.size == m.LETTER.turned
    assert (page.slots[0].x, page.slots[0].y) == pytest.approx((13.7, 19.95))
    assert [slot.y for slot in backs.slots] == pytest.approx([107.95] * 2) and backs.cuts == ()
    assert [len(page.slots) for page in imposition.cards(numbered(6), m.A5, "none")] == [3, 3]


def test_two_on_a_page_are_cut_apart_or_folded_in_the_middle() -> None:
    contents = numbered(3)
    marks = ((6, 148.5, 12, 148.5), (198, 148.5, 204, 148.5))
    assert laid_out(imposition.two_on_one(contents, "a4")) == [
        ([(0, 0, False), (0, 148.5, False)], marks, ()),
        ([(0, 0, False)], marks, ()),
    ]
    assert laid_out(imposition.two_on_one(contents[:2], "a4", is_tent=True)) == [
        ([(0, 0, True), (0, 148.5, False)], (), marks)
    ]
    assert laid_out(imposition.two_on_one(contents[:1], "a5", is_tent=True)) == [([(0, 0, False)], (), ())]
    upright = ((148.5, 6, 148.5, 12), (148.5, 198, 148.5, 204))
    pages = [*imposition.two_up([numbered(2, m.A5)])]
    assert laid_out(pages) == [([(0.25, 0, False), (148.75, 0, False)], upright, ())]
    assert (pages[0].size, pages[0].name) == (m.A4.turned, "")
    book = [*imposition.booklet(numbered(5, m.A5), m.A4, "long")]
    assert [page.folds for page in book] == [upright, (), (), ()]
    assert [[slot.x for slot in page.slots] for page in book] == [[0, 148.5]] * 4
    named = [PageContent(m.A5, lambda canvas: None, name) for name in ("one", "t\u00adwo")]
    names = [[page.name for page in imposition.two_on_one(named, "a4", is_tent=is_tent)] for is_tent in (False, True)]
    assert names == [["one"], ["two"]] and imposition.Page(m.A4, ()).name == ""


def test_a_booklet_is_folded_in_the_right_order() -> None:
    page_contents = numbered(7, m.A5)
    sides = seen(write_pdf(list(imposition.booklet(page_contents, m.A4, "short")), "t", ENGLISH))
    order = [[word.text for word in sorted(side.values(), key=lambda word: word.x0)] for side in sides]
    assert order == [["F0"], ["F1", "F6"], ["F5", "F2"], ["F3", "F4"]]


def test_the_inner_sides_of_a_booklet_are_upside_down_if_the_paper_is_flipped_over_its_long_edge() -> None:
    page_contents = numbered(8, m.A5)
    short, long = (list(imposition.booklet(page_contents, m.A4, duplex)) for duplex in ("short", "long"))
    assert [[slot.is_turned for slot in page.slots] for page in long] == [[False] * 2, [True] * 2] * 2
    assert not any(slot.is_turned for page in short for slot in page.slots)
    for upright, turned in zip(short[1::2], long[1::2], strict=True):
        assert [slot.page_content for slot in turned.slots] == [slot.page_content for slot in upright.slots][::-1]


@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_there_is_a_set_up_card_for_every_number_of_players(game: str) -> None:
    cards = [setup_card(sheets).name for sheets in all_sheets(game, ENGLISH)]
    assert len(cards) == samples.of(game).SETUPS
    for players in rules_of(game).PLAYER_COUNTS:
        assert any(re.search(rf"\b{players} player", card) for card in cards)


@pytest.mark.parametrize("grey", [True, False])
def test_text_is_black_ink_only_and_grey_is_grey(grey: bool) -> None:
    job = PrintJob(("cards", "reference", "setup", "score"), player_count=5, paper=Paper(is_grey=grey, duplex="long"))
    pdf = render(job, ENGLISH)
    contents = b"".join(content for page in drawings(pdf) for content in page)
    in_colour = {colour.groups() for colour in re.finditer(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", contents)}
    assert bool(in_colour) is not grey, "grey is one number"
    assert all(len({*colour}) > 1 for colour in in_colour), "black and grey are one number"
    text = [piece.colour for page in pages(pdf) for piece in page.pieces]
    assert text.count((0, 0, 0)) > len(text) / 2


def test_a_booklet_is_printed_on_both_sides_unless_another_edge_was_chosen() -> None:
    one_sided, long = (
        layout(PrintJob(("booklet",), "take-that", paper=Paper(duplex=duplex)), ENGLISH) for duplex in ("none", "long")
    )
    assert one_sided.job.paper.duplex == "short" and one_sided.paper_count == len(one_sided.pages) // 2
    assert long.job.paper.duplex == "long"
    assert layout(PrintJob(("booklet",), "take-that", paper=Paper("a5")), ENGLISH).job.paper.duplex == "none"
