"""Room for scissors, pen and glasses: space for writing, readable type, few blank pages."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any

import pypdfium2
import pytest

from companion.core.rulebook import Steps, TextTable
from companion.games import GAMES, rules_of, with_rules
from companion.games.book_files import book_of
from companion.i18n import language
from companion.sheets.layout import layout, render
from companion.sheets.print_job import PAPERS, Paper, PrintJob
from companion.sheets.printed_games import game_sheets, setup_of
from companion.sheets.typesetting import Typesetter, in_columns
from tests import samples
from tests.sheets.measure import MM, complaints, pages, texts
from tests.sheets.records import ENGLISH

FOOT = 15 * MM  # where the foot of a page is


@pytest.mark.parametrize(("paper", "most"), [("letter", 2), ("a4", 2), ("a5", 4)])
@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", with_rules())
def test_the_rules_are_on_front_and_back_at_most_in_eight_points(game: str, lang: str, paper: str, most: int) -> None:
    pdf = render(PrintJob(("rules",), game, 4, paper=Paper(paper)), language.translator(lang=lang))
    assert len(pages(pdf)) <= (most if game == "bids" else most // 2)
    assert complaints(pdf) == []
    bodies = [
        piece for page in pages(pdf) for piece in page.pieces if 0.15 * page.height < piece.top < page.height - FOOT
    ]
    assert min(piece.size for piece in bodies) >= 7.99


def test_no_number_of_a_table_is_broken_to_fit_its_column() -> None:
    job = PrintJob(("rules",), "bids", 5, is_of_game=True)
    assert "8 16 24 32 40 48" in " ".join(texts(render(job, language.translator(lang="de"))))


def test_the_rules_of_one_table_are_about_its_number_of_players_and_fit_on_one_page() -> None:
    (page,) = pages(render(PrintJob(("rules",), "bids", 3, is_of_game=True), ENGLISH))
    assert "3 players" in page.text and "4 players" not in page.text and "The thief" not in page.text


@pytest.mark.parametrize("room", [4.5, 5.5])
def test_no_line_of_a_paragraph_stands_alone_in_a_column(room: float) -> None:
    typesetter = Typesetter(ENGLISH, 60, 8)
    lines = [line for _ in range(3) for line in typesetter.paragraph(" ".join(["word"] * 43))]
    firsts = [number for number, line in enumerate(lines) if line.height > lines[1].height]
    columns = in_columns(lines, room * lines[1].height)
    starts = [*accumulate(map(len, columns), initial=0)][1:-1]
    assert len(columns) > 3 and sum(map(len, columns)) == len(lines)
    assert not {start - 1 for start in starts} & {*firsts}, "a first line alone at the foot"
    assert not {start + 1 for start in starts} & {*firsts}, "a last line alone at the top"


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", with_rules())
def test_a_set_up_list_is_one_page_on_every_paper(game: str, lang: str) -> None:
    translator = language.translator(lang=lang)
    usual: dict[str, Any] = {}
    jobs = [
        PrintJob(("setup",), game, players, options, paper=Paper(paper))
        for players in rules_of(game).PLAYER_COUNTS
        for paper in PAPERS
        for options in (usual, samples.of(game).MOST_OPTIONS)
    ]
    assert [job for job in jobs if len(layout(job, translator).pages) != 1] == []


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_on_tents(game: str, lang: str) -> None:
    names = ("Ana", "Maximiliane-Charlotte von Hohenstein", "Ж" * 60)
    for paper in ("a4", "a5"):
        job = PrintJob(("tent", "score"), game, len(names), names=names, paper=Paper(paper))
        pdf = render(job, language.translator(lang=lang))
        assert complaints(pdf) == []


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_label_of_a_small_score_sheet_is_cut_off(game: str, lang: str) -> None:
    job = PrintJob(("score",), game, rules_of(game).PLAYER_COUNTS[-1], paper=Paper("a5"))
    pdf = render(job, language.translator(lang=lang))
    assert [text for text in texts(pdf) if "\u2026" in text] == []


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize(("game", "sheets"), [("bids", 2), ("the-game", 2), ("take-that", 1)])
def test_the_rules_to_learn_are_on_few_sheets_and_end_with_a_turn_in_order(game: str, sheets: int, lang: str) -> None:
    pdf = render(PrintJob(("booklet",), game, 4), language.translator(lang=lang))
    assert len(pages(pdf)) <= 2 * sheets
    order = next(overview for overview in book_of(game, lang).overviews if isinstance(overview, Steps))
    back = next(half for half in (_halves(pdf)[0], *_halves(pdf)[2::-1]) if half.strip())
    assert order.title in back
    assert sum(not half.strip() for half in _halves(pdf)) <= 1


def test_a_table_of_sentences_that_goes_on_in_the_next_column_has_its_head_there_too() -> None:
    sheets = game_sheets("bids", setup_of(PrintJob(("rules",), "bids")), ENGLISH)
    (table,) = (overview for overview in book_of("bids", "en").overviews if isinstance(overview, TextTable))
    title, _above, head, *rows = Typesetter(sheets.translator, 120, 8).text_table(table)
    columns = in_columns([title, head, *rows], sum(row.height for row in rows) / 2)
    assert columns[0][1] == head
    assert len(columns) > 2 and all(column[0] == head for column in columns[1:])
    assert [row for column in columns for row in column if row in rows] == rows


def _halves(pdf: bytes) -> list[str]:
    """Return the text of each half of each page, as PDFium reads it: without positions, and much faster."""
    found = []
    for side in pypdfium2.PdfDocument(pdf):
        (width, height), text = side.get_size(), side.get_textpage()
        found += [text.get_text_bounded(left, 0, left + width / 2, height) for left in (0, width / 2)]
    return found


@pytest.mark.parametrize(("game", "lang"), [("bids", "en"), ("bids", "de"), ("the-game", "es"), ("take-that", "pt_BR")])
def test_no_sum_is_broken_at_the_end_of_a_line(game: str, lang: str) -> None:
    for sheet in ("rules", "booklet", "setup"):
        text = "\n".join(texts(render(PrintJob((sheet,), game, 4, paper=Paper("a5")), language.translator(lang=lang))))
        assert re.findall(r"\d [=+×]$", text, re.MULTILINE) == [], sheet


def test_words_are_hyphenated_in_their_language_and_names_are_not() -> None:
    german = language.translator(lang="de")
    assert "\u00ad" not in "".join(texts(render(PrintJob(("rules",)), german)))
    name = "Donaudampfschifffahrt"
    job = PrintJob(("setup",), names=(name, "Ana", "Luis", "Zoe"))
    assert name in " ".join(texts(render(job, german)))


def test_a_long_name_is_shortened_to_its_initials_and_printed_in_full_in_the_heading() -> None:
    name = "Maximiliane-Charlotte Wilhelmine von Hohenstein"
    (page,) = pages(render(PrintJob(("score",), player_count=6, names=(name, *"ABCDE")), ENGLISH))
    text = " ".join(page.text.split())
    assert "M. W. v. H." in text and f"Names in full: {name}" in text
