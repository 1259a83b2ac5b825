"""Cards: where they are on the page, what is behind them, and that their numbers come from the rules."""

from __future__ import annotations

import re
from itertools import cycle

import pypdfium2
import pytest
from msgspec.structs import replace

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
from companion.sheets.tents import Join
from tests import samples
from tests.sheets.measure import MM, Piece, drawings, pages, too_small
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


def test_nine_cards_fit_on_a4_and_eight_on_letter() -> None:
    a4, letter = (list(imposition.cards(numbered(18), paper, "none")) for paper in (m.A4, m.LETTER))
    assert [len(page.slots) for page in a4] == [9, 9]
    assert [len(page.slots) for page in letter] == [6, 6, 6]


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


@pytest.mark.parametrize("paper", ["a4", "letter", "a5x2"])
def test_marks_to_cut_or_fold_at_are_where_printers_print(paper: str) -> None:
    join = Join("1", "2", "3", "4")
    sheets = ("setup", "tent") if paper == "a5x2" else ("tent", "join", "booklet", "cards")
    found = layout(PrintJob(sheets, "take-that", 4, paper=Paper(paper), join=join), ENGLISH).pages
    marks = [(page, mark) for page in found for mark in (*page.cuts, *page.folds)]
    assert any(page.folds for page in found) or paper == "a5x2"
    for page, (x1, y1, x2, y2) in marks:
        assert min(x1, y1, page.size.width - x2, page.size.height - y2) >= 6 - 0.01


def test_each_game_has_an_emblem_of_its_own() -> None:
    drawn = [
        drawings(render(PrintJob(("cards",), game, 3, paper=Paper(duplex="long")), ENGLISH))[1] for game in with_rules()
    ]
    assert len({str(back) for back in drawn}) == len(with_rules())


def test_places_without_a_card_have_no_crop_marks() -> None:
    page = next(imposition.cards(numbered(4), m.A4, "none"))
    lowest = max(slot.y for slot in page.slots) + m.POKER.height
    assert max(y for cut in page.cuts for y in (cut[1], cut[3])) <= lowest + m.MARK + m.MARK_GAP
    below_right = [cut for cut in page.cuts if cut[0] == cut[2] > page.slots[3].x + m.POKER.width + 1]
    assert max(cut[3] for cut in below_right) < lowest


# Each way to print cards with some game in some language, not all of them with all others.
WAYS = (Paper("a4"), Paper("letter"), Paper("letter", is_grey=True), Paper("a5", is_grey=True))


@pytest.mark.parametrize(
    ("way", "game", "lang"), [*zip(WAYS, cycle(with_rules()), cycle(language.LANGUAGES), strict=False)]
)
def test_backs_leave_the_paper_light(way: Paper, game: str, lang: str) -> None:
    pdf = render(PrintJob(("cards",), game, 3, paper=replace(way, duplex="long")), language.translator(lang=lang))
    assert ink_of_backs(pdf) < 0.15
    assert too_small(pdf) == set()


def ink_of_backs(pdf: bytes) -> float:
    """Return how much of a page of backs is covered with ink, from 0 to 1, judging by the grey of a picture."""
    picture = pypdfium2.PdfDocument(pdf)[1].render(scale=0.5, grayscale=True).to_pil()
    return 1 - sum(value * count for value, count in enumerate(picture.histogram())) / (
        255 * picture.width * picture.height
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_crop_marks_stand_in_line_with_the_edges_of_the_cards_and_touch_none(paper: str) -> None:
    page = next(imposition.cards(numbered(8), m.PAPER_SIZES[paper], "none"))
    for x1, y1, x2, y2 in page.cuts:
        for slot in page.slots:
            right, bottom = slot.x + m.POKER.width, slot.y + m.POKER.height
            assert not (
                slot.x <= x1 <= right and slot.x <= x2 <= right and slot.y < y1 < bottom and slot.y < y2 < bottom
            )
    for slot in page.slots:
        for x in (slot.x, slot.x + m.POKER.width):
            assert any(cut[0] == cut[2] == pytest.approx(x) for cut in page.cuts)
        for y in (slot.y, slot.y + m.POKER.height):
            assert any(cut[1] == cut[3] == pytest.approx(y) for cut in page.cuts)


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
