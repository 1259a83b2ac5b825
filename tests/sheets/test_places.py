"""Where everything lies that is drawn on paper, in millimetres, on small sheets with few texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import pytest
import segno
from msgspec.structs import replace

from companion.core.rulebook import CardPicture, Grid, PictureRow, TextTable
from companion.sheets import evening, fonts, icons, printed_games, result_picture
from companion.sheets import measures as m
from companion.sheets.booklet import booklet_pages
from companion.sheets.canvas import Canvas
from companion.sheets.cards import ReferenceCard, ReferenceText, draw_card_head, reference_cards, setup_card
from companion.sheets.evening import Occasion
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent, Slot
from companion.sheets.panels import Panel, draw_panels, draw_table
from companion.sheets.pdf import page_pictures, write_pdf
from companion.sheets.playing_cards import DeckCard, DeckRow, TiltedCard, draw_deck, draw_emblem, draw_picture
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import game_sheets
from companion.sheets.score_sheet import Block, Cell, ResultChart, ScoreGrid, ScoreRow, ScoreSheet, score_pages
from companion.sheets.setup_sheet import SetupSheet, Spot, TablePicture, draw_table_picture, setup_list
from companion.sheets.sheet_pages import SheetHead, draw_foot
from companion.sheets.tents import Join, join_pages, tent_pages
from companion.sheets.typesetting import TextLine, Typesetter, draw_lines, in_columns
from tests.checked import present
from tests.sheets import measure
from tests.sheets.measure import MM, Side, pages
from tests.sheets.placed import placed, sides
from tests.sheets.records import ENGLISH

SHEET = m.Size(100, 100)  # with a margin of 10 mm
TABLE = (("", "1", "2"), ("a", "3", "4"))
DECK = (
    DeckRow("", (DeckCard("K", "KT", name="n"), DeckCard("W", "WA", is_left_out=True), DeckCard("Y", "7")), 2),
    DeckRow("r", (DeckCard("R", "1"), DeckCard("R", "KT", name="n"))),
)
EMBLEM = (TiltedCard("W", ""),)
HEAD = SheetHead("T", "d", ("Table", "Date"), "o", EMBLEM)
CARD = ReferenceCard("R", (ReferenceText("a"), *[ReferenceText("b" + 8 * "\n", "Y", "7")] * 4), TABLE)
CELLS = (Cell("12", "q", "+5", True), Cell("3", "", "", False), Cell("", "e"))
BLOCKS = (
    Block("1", (ScoreRow("l", CELLS), ScoreRow("b", (Cell(), Cell("4"), Cell()), is_strong=True, is_beside=True))),
    Block("2", (ScoreRow("s", (Cell(), Cell(), Cell("5"))),)),
)
SCORE = ScoreSheet(SheetHead("T"), ("A", ""), BLOCKS, ("o",), "lab")
GAME = ScoreSheet(
    SheetHead("T"),
    ("A",),
    (Block("1", (ScoreRow("s", (Cell("5"),)),)),),
    panels=(Panel("p", ("x",)),),
    house_rules=("h",),
    notes=(("N", ("n",)),),
)
PICTURE = TablePicture(((Spot("L", "K", "7"), Spot("", "W", "WA")), (Spot("pile"),)), "h", ("A", "", "C"), "cap")
SMALL_PICTURE = TablePicture(((Spot("L", "K", "7"),),), "h", ("A",))
RESULT = result_picture.ResultPicture("t", "h", (("1.", "A", "9"), ("", "B", "")), ("x", "y"), "f", EMBLEM)
OCCASION = Occasion("E", "V", "a5", ENGLISH)
ROWS = (
    PictureRow("one", (CardPicture("K", "7", mark="stack", note="n"), CardPicture("R", "8", mark="won"))),
    PictureRow("two", (CardPicture("", "", mark="alike"), CardPicture("W", "WA", mark="doubled"))),
    PictureRow("no", ()),
)


def typeset() -> list[TextLine]:
    typesetter = Typesetter(ENGLISH.with_texts({"x": "X"}), 80, 8)
    return [
        *typesetter.heading("A heading that is longer than a line and so goes on in the next"),
        *typesetter.paragraph("word " * 22),
        *typesetter.rule("word " * 12, "R-1"),
        *typesetter.numbered(1, "word " * 10),
        *typesetter.subheading("mm mm mm mm mm mm mm mm mm mm mm mm mm mm m", "id"),
        *typesetter.grid(Grid("g", "G", ("", "a number and more", "2"), (("a first cell", "3", "4"),))),
        *typesetter.text_table(TextTable("t", ("u", "v"), (("x", "y" * 20, "z"),))),
        typesetter.picture(ROWS, 30),
        *typesetter.paragraph("end"),
    ]


DRAWN: dict[str, tuple[m.Size, Callable[[Canvas], object]]] = {
    "panels": (
        SHEET,
        lambda canvas: draw_panels(canvas, 20, [Panel("t", ("one", "two"), (TABLE,), 2), Panel("u", ("x",))]),
    ),
    "table": (
        SHEET,
        lambda canvas: draw_table(canvas, 10, 20, 60, (("", "long head of this column", "2"), TABLE[1]), 9, 2),
    ),
    "deck": (SHEET, lambda canvas: draw_deck(canvas, (10, 20, 60), DECK, 5)),
    "deck with names": (SHEET, lambda canvas: draw_deck(canvas, (10, 20, 60), DECK[1:], 7)),
    "table with players": (SHEET, lambda canvas: draw_table_picture(canvas, (10, 20, 80, 54), PICTURE)),
    "head": (SHEET, HEAD.draw),
    "foot": (SHEET, lambda canvas: draw_foot(canvas, "t", "1 / 2", ENGLISH)),
    "foot of a left page": (SHEET, lambda canvas: draw_foot(canvas, "t", "2", ENGLISH, is_left_page=True)),
    "head of a card": (m.POKER, lambda canvas: draw_card_head(canvas, "T", "d", "4")),
    "low head of a card": (m.POKER, lambda canvas: draw_card_head(canvas, "T")),
    "chart": (SHEET, lambda canvas: ResultChart("R", (("A", (0, 5, -3)), ("B", (0, 2, 10)))).draw(canvas, 20, 40)),
    "score grid": (m.Size(155, 100), lambda canvas: ScoreGrid(SCORE, canvas.size).draw(canvas, 20, BLOCKS, 30)),
    "typesetting": (SHEET, lambda canvas: draw_lines(canvas, 10, 10, 80, typeset())),
    "picture": (SHEET, lambda canvas: draw_picture(canvas, (10, 20, 50), ROWS, ENGLISH)),
}


def setup_of(setup: SetupSheet, rules: tuple[str, ...] = (), detail: str = "") -> Any:
    """The sheets of a game with this set-up and these house rules."""
    words = {"title": "T", "players_in_words": "2 players", "player_count": 2, "detail": "d", "card_detail": detail}
    return SimpleNamespace(
        **words, emblem=EMBLEM, house_rules=rules, translator=ENGLISH, text=ENGLISH.text, setup_sheet=lambda: setup
    )


SETUP = SetupSheet(("one", "two"), "aim", "end", DECK, (("f", "1"), ("g", "2")), table=SMALL_PICTURE)
LEVELS = SetupSheet(("one",), "aim", "end", DECK, (("f", "1"),), TABLE)
CONTENTS: dict[str, Callable[[], Iterable[PageContent]]] = {
    "reference cards": lambda: reference_cards(CARD, "Gm", "d", (), ENGLISH),
    "backs of cards": lambda: [
        present(card.back)
        for card in (next(reference_cards(CARD, "Gm", "d", EMBLEM, ENGLISH)), setup_card(setup_of(SETUP, detail="c")))
    ],
    "set-up list": lambda: setup_list(setup_of(SETUP, ("h",)), m.A5),
    "full set-up list": lambda: setup_list(setup_of(replace(SETUP, steps=("one" + 7 * "\n", "two" + 7 * "\n"))), m.A5),
    "set-up list without its table": lambda: setup_list(setup_of(replace(SETUP, steps=("one" + 28 * "\n",))), m.A5),
    "set-up card": lambda: [setup_card(setup_of(SETUP))],
    "full set-up card": lambda: [setup_card(setup_of(replace(SETUP, closing="end" + 15 * "\n")))],
    "full set-up card with levels": lambda: [setup_card(setup_of(replace(LEVELS, closing="end" + 10 * "\n")))],
    "pad": lambda: score_pages(replace(GAME, is_pad=True, blocks=GAME.blocks * 2), m.Size(100, 118), ENGLISH),
    "game in progress": lambda: score_pages(GAME, SHEET, ENGLISH),
    "game that is over": lambda: score_pages(replace(GAME, result=ResultChart("R", (("A", (0, 5)),))), SHEET, ENGLISH),
}
WRITTEN: dict[str, Callable[[], object]] = {
    "slips": lambda: evening.slips(OCCASION, "H", [["A", "B"]]),
    "sheet": lambda: evening.sheet(OCCASION, [("A", {2: 7})], 1),
    "standings": lambda: evening.standings(OCCASION, [("1.", "A", "9", "(5)"), *[("", "B", "", "")] * 3], ["p"]),
    "tents": lambda: write_pdf([*tent_pages("T", ("A", ""), "a4")], "t", ENGLISH),
    "join card": lambda: write_pdf([*join_pages(Join("T", "C", "a", "L"), "a5", ENGLISH)], "t", ENGLISH),
    "result picture": lambda: result_picture.draw(RESULT),
}
PLACES = {
    "panels": """
        box 10 20 61.3 43.1 - line 0.2 1.2 | at 12 23.7 7.5* accent t | box 12 25.5 59.3 29.8 tint | ...
        line 12 34.1 59.3 34.1 0.2 | at 12 37.4 7.5 one | at 12 40.9 7.5 two | box 64.3 20 90 43.1 - line 0.2 1.2
        at 66.3 23.7 7.5* accent u | at 66.3 27.8 7.5 x
    """,
    "table": """
        box 10 20 70 29.2 tint | in 30.6 20 49.4 29.2 center 8.5* long head of/this column
        in 50.6 20 69.4 29.2 center 8.5* 2 | line 10 29.2 70 29.2 0.2 | in 10.6 29.2 29.4 34.2 9* a
        in 30.6 29.2 49.4 34.2 center 9 3 | in 50.6 29.2 69.4 34.2 center 9 4 | line 10 34.2 70 34.2 0.2
    """,
    "deck": """
        box 12.1 20 31 29.6 black black 0.2 0.4 | icon 12.1 20 21.7 29.6 KT white black
        in 21.7 20 30.6 29.6 7.5* white n | box 31.4 20 50.3 29.6 - line 0.2 0.4
        box 50.7 20 69.6 29.6 Y black 0.2 0.4 | in 50.8 20 69.5 29.6 center 11* black 7 | in 10 30 12.1 34.6 6.2 r
        box 12.1 30 40.7 34.6 R black 0.2 0.4 | in 12.2 30 40.6 34.6 center 10.2* white 1
        box 41.1 30 69.6 34.6 R black 0.2 0.4 | icon 41.1 30 69.6 34.6 KT white R
    """,
    "deck with names": """
        in 10 20 12.3 26.6 7.5 r | box 12.3 20 40.7 26.6 R black 0.2 0.4 | in 12.4 20 40.6 26.6 center 11* white 1
        box 41.1 20 69.6 26.6 R black 0.2 0.4 | icon 41.1 20 47.7 26.6 KT white R | in 47.7 20 69.2 26.6 7.5* white n
    """,
    "table with players": """
        box 10 20 90 74 - accent 0.3 2.5 | box 54.3 64.8 81.3 72.8 white accent 0.2 1.2
        in 54.9 65.1 80.7 69.3 center 7.5* A | in 54.9 69.1 80.7 72.5 center 7.5 h
        box 18.7 64.8 45.7 72.8 white accent 0.2 1.2 | in 19.3 65.1 45.1 69.3 center 7.5* 2 | ...
        box 36.5 21.2 63.5 29.2 white accent 0.2 1.2 | ... | in 11.5 57.6 88.5 63.6 center 7.5 cap
        box 21.4 33.1 33.5 49.1 black black 0.2 1.5 | in 22.4 33.1 32.6 49.1 center 34.9* white 7
        box 35.5 33.1 47.6 49.1 white black 0.2 1.5 | icon 35.5 33.1 47.6 49.1 WA black white
        in 19.3 49.8 49.7 55.8 center 7.5 L | box 60.3 32.2 72.4 48.2 white black 0.2 1
        box 59.9 32.7 72 48.7 white black 0.2 1 | box 59.4 33.1 71.5 49.1 white black 0.2 1
        line 60.2 35.8 70.7 35.8 0.2 | ... | line 60.2 46.5 70.7 46.5 0.2 | in 50.3 49.8 80.7 55.8 center 7.5 pile
    """,
    "head": """
        card 14.9 20 6.1 9 | in 28 10 58 19 20* accent T | at 28 22.8 9* o | at 28 26.4 7.5 quiet d
        at 62 16 7.5 quiet Table | line 70.8 16.6 90 16.6 0.3 | at 62 23.5 7.5 quiet Date | line 69.9 24.1 90 24.1 0.3
    """,
    "foot": """
        line 10 90 90 90 0.2 | in 10 90.8 82 94.2 7 quiet t · made with Companion, not an official product
        at 90 93.3 right 7 quiet 1 / 2
    """,
    "foot of a left page": """
        line 10 90 90 90 0.2 | in 18 90.8 90 94.2 right 7 quiet t · made with Companion, not an official product
        at 10 93.3 7 quiet 2
    """,
    "backs of cards": """
        box 4 4 59 84 - accent 0.6 2.5 | card 24 42 15 22 | in 8 47 55 58 center 20* accent Gm
        in 8 58 55 63 center 9 quiet Reference | in 8 63 55 68 center 9 quiet d | box 4 4 59 84 - accent 0.6 2.5
        card 24 42 15 22 | in 8 47 55 58 center 20* accent T | in 8 58 55 63 center 9 quiet 2 players
        in 8 63 55 68 center 9 quiet c
    """,
    "head of a card": """
        box 0 0 63 11.5 tint | line 0 11.5 63 11.5 0.6 accent | in 4 1.2 48 7 13* accent T | in 4 6.8 48 11 7.5 d
        in 49 1.8 59 9.8 right 20* accent 4
    """,
    "low head of a card": """
        box 0 0 63 8.2 tint | line 0 8.2 63 8.2 0.6 accent | in 4 1.2 59 7 13* accent T
    """,
    "chart": """
        at 10 23.3 9* accent R | line 17 48.4 60 48.4 0.2 | at 15.8 49.2 right 6 0 | line 17 55 60 55 0.2
        at 15.8 55.8 right 6 −3 | line 17 26.2 60 26.2 0.2 | at 15.8 27 right 6 10 | at 38.5 59.6 center 6 quiet 1
        at 60 59.6 center 6 quiet 2 | line 17 48.4 38.5 37.3 0.6 seat0 | line 38.5 37.3 60 55 0.6 seat0
        line 60 55 62.4 55 0.2 seat0 | at 63.4 55.9 7.5 A | line 17 48.4 38.5 43.9 0.6 seat1 4 2.4
        line 38.5 43.9 60 26.2 0.6 seat1 4 2.4 | line 60 26.2 62.4 26.2 0.2 seat1 | at 63.4 27.1 7.5 B
    """,
    "score grid": """
        in 18.9 20.3 47.3 27.7 7.5* lab | box 48.1 20 80.4 28 tint line 0.2 | in 48.9 20.3 79.6 27.7 center 9* A
        box 80.4 20 112.7 28 white line 0.2 | at 81.2 22.6 6 quiet 2 | box 112.7 20 145 28 tint line 0.2
        in 113.3 20.3 144.4 27.7 center 7.5* o | in 10 28 17.1 38 center 14* accent 1 | in 18.9 28.8 32.3 37.2 9 l
        box 48.8 28.7 51 30.9 accent accent 0.3 1.1 | box 60.4 34.2 63.4 37.2 - black 0.3 0.4
        at 59.8 36.6 right 6.2 +5 | in 51.9 28 58.2 38 7.5 quiet q | in 59.2 28 63 38 right 9 12
        box 81.1 28.7 83.3 30.9 - accent 0.3 1.1 | in 84.2 28 95.3 38 right 9 3 | in 113.7 28 127.6 38 6.2 quiet e
        box 33.1 28 48.1 38 tint | box 64.2 28 80.4 38 tint | box 96.5 28 112.7 38 tint | box 128.8 28 145 38 tint
        in 33.9 28.8 47.3 37.2 9* b | in 97.5 28 111.5 38 right 9* 4 | line 18.1 28 145 28 0.2
        line 18.1 28 18.1 38 0.3 | line 48.1 28 48.1 38 0.3 | line 80.4 28 80.4 38 0.3 | line 112.7 28 112.7 38 0.3
        line 145 28 145 38 0.3 | line 10 28 145 28 0.6 accent | line 10 38 145 38 0.6 accent
        in 10 38 17.1 48 center 14* accent 2 | in 18.9 38.8 47.3 47.2 9 s | in 113.7 38 143.8 48 right 9 5 | ...
        line 10 38 145 38 0.3 accent | line 10 48 145 48 0.3 accent
    """,
    "typesetting": """
        at 10 19.3 10.4* accent A heading that is longer than a line and so
        at 10 24.2 10.4* accent goes on in the next | at 10 29.2 8 word word word word word word word word word word
        at 10 32.9 8 word word word word word word word word word word | at 10 36.6 8 word word
        at 10 41.7 7* accent R-1 | at 22 41.7 8 word word word word word word word word word
        at 22 45.4 8 word word word | at 10 50.4 8* accent 1.
        at 16 50.4 8 word word word word word word word word word | at 16 54.1 8 word | at 10 59.2 7* accent id
        at 22 59.2 8* accent mm mm mm mm mm mm mm mm mm mm | at 22 62.9 8* accent mm mm mm mm m
        at 10 67.9 8* accent G | box 10 69.4 90 74 tint | at 46 73 center 8* a number and more | at 75.3 73 center 8* 2
        line 10 74 90 74 0.2 | at 10.8 77.5 8* a first cell | at 46 77.5 center 8 3 | at 75.3 77.5 center 8 4
        line 10 78.5 90 78.5 0.2 | at 10 83.5 8* accent t | box 10 85 90 89.7 tint | at 21.2 88.1 7* u
        at 56 88.1 7* v | line 10 89.7 90 89.7 0.2 | at 10.8 92.7 7* X | at 21.2 92.7 7 yyyyyyyyyyyyyyyyyyyy
        at 56 92.7 7 z | line 10 94.3 90 94.3 0.2 | at 40 98.5 7.5 quiet one | ...
        at 40 117.9 7.5 quiet no | box 40 119.5 47.2 129.5 - quiet 0.2 0.9 | at 10 135.6 8 end
    """,
    "picture": """
        at 10 24.2 7.5 quiet one | box 11.2 27 18.4 37 white black 0.2 0.9
        box 10.6 26.4 17.8 36.4 white black 0.2 0.9 | box 10 25.8 17.2 35.8 black black 0.2 0.9
        in 10.6 25.8 16.6 35.8 center 21.8* white 7 | icon 10.4 26.2 12.4 28.2 K white black | at 13.6 40 center 7.5 n
        box 19.6 25.8 26.8 35.8 R black 0.2 0.9 | in 20.2 25.8 26.2 35.8 center 21.8* white 8
        icon 20 26.2 22 28.2 R white R | box 18.9 25.1 27.5 36.5 - accent 0.6 1.3 | at 34.2 24.2 7.5 quiet two
        box 34.2 25.8 41.4 35.8 tint accent 0.6 0.9 | box 33.5 25.1 42.1 36.5 - accent 0.3 1.3
        box 43.8 25.8 51 35.8 white black 0.2 0.9 | icon 43.8 25.8 51 35.8 WA black white | at 47.4 39 center 7.5 × 2
        at 10 43.6 7.5 quiet no | box 10 45.2 17.2 55.2 - quiet 0.2 0.9
    """,
    "reference cards": """
        ... | in 4 1.2 59 7 13* accent R 1/3 | box 4 9.4 59 14.2 tint | ... | line 4 18.9 59 18.9 0.2
        at 4 23.2 8.5 a | box 4 27.4 10.6 36.7 Y black 0.2 0.8 | in 4.5 27.4 10.1 36.7 center 20.3* black 7
        at 12 30.2 8.5 b | ... | in 4 1.2 59 7 13* accent R 2/3 | box 4 9.7 10.6 19 Y black 0.2 0.8
        in 4.5 9.7 10.1 19 center 20.3* black 7 | at 12 12.5 8.5 b | box 4 47.6 10.6 56.9 Y black 0.2 0.8
        in 4.5 47.6 10.1 56.9 center 20.3* black 7 | at 12 50.4 8.5 b | ... | in 4 1.2 59 7 13* accent R 3/3
        box 4 9.7 10.6 19 Y black 0.2 0.8 | in 4.5 9.7 10.1 19 center 20.3* black 7 | at 12 12.5 8.5 b
    """,
    "set-up list": """
        ... | in 27 9 87 18 20* accent T: set-up list | at 27 21.2 7.5 quiet 2 players · d
        in 9 25.5 139 33.5 13* aim | box 11.3 35.5 53.5 45.5 black black 0.2 0.4 | ...
        icon 75.1 45.9 138.6 50.7 KT white R | box 9 54.5 14.2 59.7 - black 0.3 0.5
        at 18.9 58.9 right 10.4* accent 1 | at 20.7 58.9 13 one | box 9 66.6 14.2 71.8 - black 0.3 0.5
        at 18.9 70.9 right 10.4* accent 2 | at 20.7 70.9 13 two | box 9 149 139 186 - accent 0.3 2.5 | ...
        in 65.3 169.9 82.7 175.9 center 7.5 L | box 9 188 139 198 - line 0.2 1.2 | at 11 191.8 7.5* accent House rules
        at 11 195.8 7.5 h | line 9 201 139 201 0.2
        in 9 201.8 126 205.2 7 quiet T: set-up list · 2 players · made with Companion, not an official product
        at 139 204.3 right 7 quiet 1 / 1
    """,
    "full set-up list": """
        ... | box 9 54.5 14.2 59.7 - black 0.3 0.5 | at 18.9 58.9 right 10.4* accent 1 | at 20.7 58.9 13 one
        box 9 106.5 14.2 111.7 - black 0.3 0.5 | at 18.9 110.8 right 10.4* accent 2 | at 20.7 110.8 13 two
        box 9 161 139 198 - accent 0.3 2.5 | ... | in 65.3 181.9 82.7 187.9 center 7.5 L | line 9 201 139 201 0.2 | ...
    """,
    "set-up list without its table": """
        ... | icon 75.1 45.9 138.6 50.7 KT white R | box 9 54.4 13.2 58.6 - black 0.3 0.5
        at 17.9 57.9 right 8.4* accent 1 | at 19.7 57.9 10.5 one | line 9 201 139 201 0.2 | ...
    """,
    "set-up card": """
        ... | in 4 1.2 48 7 13* accent T | in 4 6.8 48 11 7.5 2 players | in 49 1.8 59 9.8 right 20* accent 2
        at 4 14.7 7* aim | box 6.1 16.4 23.3 25.2 black black 0.2 0.4 | ... | icon 32.6 25.6 58.6 29.8 KT white R
        in 4 30.8 55.5 35.2 7.5 f | in 56.5 30.8 59 35.2 right 7.5* 1 | line 4 35.2 59 35.2 0.2 | ...
        line 4 39.6 59 39.6 0.2 | at 4 83.3 7 end
    """,
    "full set-up card": """
        ... | at 4 14.7 7* aim | box 6.1 16.4 23.4 21.6 black black 0.2 0.4 | ... | icon 32.6 22 58.7 24.4 KT white R
        in 4 25.4 55.5 28.1 7.5 f | ... | line 4 30.8 59 30.8 0.2 | at 4 34.4 7 end
    """,
    "full set-up card with levels": """
        ... | at 4 15.4 9* aim | box 4 17.9 59 27.1 tint | ... | line 4 32.1 59 32.1 0.2 | in 4 33.3 55.5 36.9 7.5 f
        in 56.5 33.3 59 36.9 right 7.5* 1 | line 4 36.9 59 36.9 0.2 | at 4 41.2 9 end
    """,
    "pad": """
        in 10 10 58 19 20* accent T | box 45.6 27.5 90 35.5 tint line 0.2 | in 46.4 27.8 89.2 35.2 center 9* A
        in 10 35.5 14.6 44.4 center 14* accent 1 | in 16.4 36.2 44.8 43.7 7.5 s | in 46.6 35.5 88.8 44.4 right 9 5
        ... | line 10 53.2 90 53.2 0.3 accent | box 45.6 57.2 90 65.2 tint line 0.2 | ...
        line 10 82.9 90 82.9 0.3 accent | box 10 84.7 90 94.7 - line 0.2 1.2 | at 12 88.5 7.5* accent p
        at 12 92.6 7.5 x | box 10 96.5 90 106.5 - line 0.2 1.2 | at 12 100.3 7.5* accent House rules
        at 12 104.3 7.5 h | line 10 108 90 108 0.2 | ... | at 90 111.3 right 7 quiet 1 / 1
    """,
    "game in progress": """
        ... | in 46.6 35.5 88.8 43 right 9 5 | ... | line 10 43 90 43 0.3 accent | box 10 44.8 90 54.8 - line 0.2 1.2
        ... | at 10 59.5 7.5* accent House rules | at 10 64.2 7.5 h | at 10 68.9 7.5* accent N | at 10 73.6 7.5 n
        line 10 90 90 90 0.2 | ... | at 90 93.3 right 7 quiet 1 / 1
    """,
    "game that is over": """
        in 10 10 58 19 20* accent T | ... | in 10 35.5 14.6 41.1 center 11.2* accent 1 | in 16.4 35.5 44.8 41.1 7.5 s
        in 46.6 35.5 88.8 41.1 right 9 5 | ... | line 10 41.1 90 41.1 0.3 accent | at 10 50.4 9* accent R
        line 17 72.1 60 72.1 0.2 | ... | at 63.4 54.2 7.5 A | line 10 90 90 90 0.2 | ...
        at 90 93.3 right 7 quiet 1 / 2 | in 10 10 58 19 20* accent T | box 10 29.3 90 39.3 - line 0.2 1.2 | ...
        at 10 44 7.5* accent House rules | ... | at 10 58.1 7.5 n | line 10 90 90 90 0.2 | ...
        at 90 93.3 right 7 quiet 2 / 2
    """,
    "slips": """
        in 4 4 37 13 20* accent Table 1 | at 4 16.8 9* H | at 4 20.4 7.5 quiet E | box 4 23.7 59 33.7 tint
        line 7.5 23.7 7.5 55.7 0.2 | line 35.6 23.7 35.6 55.7 0.2 | ... | line 59 23.7 59 55.7 0.2
        in 8.3 24.1 34.8 33.3 7.5* Name | ... | line 4 33.7 59 33.7 0.3 | in 4.8 33.7 6.7 44.7 center 9.2 1
        in 8.3 33.7 34.8 44.7 13.8 A | ... | in 8.3 44.7 34.8 55.7 13.8 B | line 4 55.7 59 55.7 0.2
    """,
    "sheet": """
        in 9 9 124.2 18 20* accent E | at 9 21.2 7.5 quiet V | box 9 26.5 201 36.5 tint | line 14.9 26.5 14.9 138 0.2
        line 61.9 26.5 61.9 138 0.2 | in 61.9 26.5 89.3 31.5 center 7.5* Round 1 | line 75.6 31.5 75.6 138 0.2
        line 89.3 26.5 89.3 138 0.2 | ... | in 144.2 26.5 171.6 31.5 center 7.5* Round 4 | ...
        line 171.6 26.5 171.6 138 0.2 | line 187.3 26.5 187.3 138 0.2 | line 201 26.5 201 138 0.2
        in 15.7 26.9 61.1 36.1 7.5* Name | in 62.7 31.9 74.8 36.1 center 7.5* Table
        in 76.4 31.9 88.5 36.1 center 7.5* Points | ... | in 172.4 26.9 186.5 36.1 center 7.5* Total
        in 188.1 26.9 200.2 36.1 center 7.5* Place | line 9 26.5 9 138 0.2 | line 9 26.5 201 26.5 0.3
        line 9 36.5 201 36.5 0.3 | in 9.8 36.5 14.1 45 center 10.6 1 | in 15.7 36.5 61.1 45 11 A
        in 90.1 36.5 102.2 45 center 10.6 7 | line 9 45 201 45 0.2 | ... | in 9.8 129.5 14.1 138 center 10.6 12
        line 9 138 201 138 0.2 | line 9 139 201 139 0.2 | ... | at 201 142.3 right 7 quiet 1 / 1
    """,
    "standings": """
        in 9 9 87 18 20* accent E | at 9 21.2 7.5 quiet V · In brackets: evenings that don't count
        box 9 26.5 139 36.5 tint | line 26.2 26.5 26.2 108.5 0.2 | line 85 26.5 85 108.5 0.2
        line 112 26.5 112 108.5 0.2 | line 139 26.5 139 108.5 0.2 | in 9.8 26.9 25.4 36.1 center 7.5* Place | ...
        in 112.8 26.9 138.2 36.1 center 7.5* p | ... | line 9 36.5 139 36.5 0.3 | in 9.8 36.5 25.4 54.5 center 22.5* 1.
        in 28.2 36.5 83 54.5 22.5* A | in 85.8 36.5 111.2 54.5 center 22.5* 9
        in 112.8 36.5 138.2 54.5 center 22.5* (5) | ... | in 28.2 72.5 83 90.5 22.5* B | line 9 90.5 139 90.5 0.2
        in 28.2 90.5 83 108.5 22.5 B
        line 9 108.5 139 108.5 0.2 | line 9 201 139 201 0.2 | ...
    """,
    "tents": """
        line 10 74.2 200 74.2 0.3 4 3 | box 10 79.2 200 138.5 - accent 0.6 3 | in 16 82.2 194 135.5 center 64* A
        box 10 79.2 200 138.5 - accent 0.6 3 | in 16 82.2 194 135.5 center 64* A | line 10 74.2 200 74.2 0.3 4 3
        box 10 79.2 200 138.5 - accent 0.6 3 | line 16 119.5 194 119.5 0.3 | box 10 79.2 200 138.5 - accent 0.6 3
        line 16 119.5 194 119.5 0.3
    """,
    "join card": """
        box 99.3 24.7 198 123.3 white | in 12 25.7 93.3 49.3 32* accent T
        in 12 51.3 93.3 63.3 13 Join with your phone: scan the code
        in 12 64.1 93.3 70.1 11 quiet Or open this address | in 12 70.1 93.3 80.1 16* a
        in 12 83.9 93.3 89.9 11 quiet Then enter this code | box 12 93.7 93.3 119.4 tint 2
        in 14 93.7 91.3 119.4 center 40* C
    """,
    "result picture": """
        box -1 -1 91 113.5 paper | card 15.3 17.5 7.5 11 | in 34 7 83 17.5 right 13 quiet t | in 7 21 83 38 19* h
        line 7 41 83 41 0.2 | in 7 41 15 50 13* accent 1. | in 15 41 65 50 13* A | in 66 41 83 50 right 13* 9
        line 7 50 83 50 0.2 | in 7 50 83 59 13 B | line 7 59 83 59 0.2 | in 7 60.5 83 69.5 9.5 quiet x
        in 7 69.5 83 78.5 9.5 quiet y | in 7 103 83 108 8 quiet f
    """,
}


@pytest.mark.parametrize("name", PLACES)
def test_everything_lies_where_it_belongs(name: str) -> None:
    if name in DRAWN:
        size, draw = DRAWN[name]
        found = placed(draw, size)
    elif name in CONTENTS:
        found = [what for content in CONTENTS[name]() for what in placed(content.draw, content.size)]
    else:
        found = [what for side in sides(WRITTEN[name]) for what in side if "black" not in what]
    wanted = laid(PLACES[name])
    if "..." in wanted:  # for what another sheet tells, or more of the same
        found = [what for what, _ in groupby(what if what in wanted else "..." for what in found)]
    assert found == wanted


def laid(text: str) -> list[str]:
    return [part.strip() for line in text.splitlines() for part in line.split("|") if part.strip()]


@pytest.mark.parametrize(("rounds", "numbers"), [(12, [*map(str, range(1, 13))]), (13, ["1", "13"])])
def test_a_chart_has_the_numbers_of_its_rounds_while_there_is_room(rounds: int, numbers: list[str]) -> None:
    chart = ResultChart("R", (("A", (0,) * (rounds + 1)),))
    found = [what.split() for what in placed(lambda canvas: chart.draw(canvas, 20, 40), SHEET)]
    assert [what[-1] for what in found if what[3] == "center"] == numbers
    assert [what[-1] for what in found if what[3] == "right"] == ["0", "1"], "no points"


def test_the_cover_of_a_booklet_lists_its_chapters_with_their_pages() -> None:
    sheets = game_sheets("take-that", printed_games.setup_of(PrintJob(("booklet",), "take-that")), ENGLISH)
    cover, *inside = booklet_pages(sheets, "take-that", m.A5, hint="Fold")
    found = [what for what in placed(cover.draw, m.A5) if not what.startswith(("card", "in 9 94.4"))]
    assert found[:3] + found[-1:] == [
        "in 9 61 139 77 center 40* accent Take That",
        "in 9 77 139 85 center 13 Rules",
        "line 9 92.4 139 92.4 0.6 accent",
        "in 9 198 139 202 center 7 quiet Fold",
    ]
    chapters, numbers = found[3:-1:2], found[4:-1:2]
    opened = [(page.name, str(number)) for number, page in enumerate(inside, start=2) if page.name]
    assert chapters[0].endswith(f" {opened[0][0]}")
    assert {*opened} <= {(one.split(" ", 4)[4], two.split()[-1]) for one, two in zip(chapters, numbers, strict=True)}
    rows = [f"{round(108.4 + at * (m.leading(9) + 1.2), 1):g}" for at in range(len(chapters))]
    assert [what.split()[:4] for what in chapters] == [["at", "24.6", row, "9"] for row in rows]
    assert [what.split()[:6] for what in numbers] == [["at", "123.4", row, "right", "9", "quiet"] for row in rows]
    for number, page in enumerate(inside, start=2):
        if foot := [what for what in placed(page.draw, m.A5) if "Take That \u00b7 Rules" in what]:
            assert foot[0].startswith("in 22 201.8 139 205.2 right" if number % 2 == 0 else "in 9 201.8 126 205.2 7")


def test_lines_that_belong_together_are_kept_in_one_column() -> None:
    """A heading with what follows, two lines of a paragraph at each end, the rows of a table of numbers."""
    lines = typeset()
    kept = "".join("k" if line.is_kept else "-" for line in lines)
    assert kept == "kk" + "kk-" + "k-" * 2 + "kk" + "kkk-" * 2 + "--"
    assert [place for place, line in enumerate(lines) if line.opens] == [0]
    assert [place for place, line in enumerate(lines) if line.head] == [18]
    assert lines[18].head == lines[17]


def test_a_column_begins_without_space_and_is_filled_to_its_end() -> None:
    typesetter = Typesetter(ENGLISH, 80, 8)
    (text,) = typesetter.paragraph("text")

    def columns(available: float, *heights: float) -> list[int]:
        lines = [typesetter.drawn(height, lambda *_: None) if height else text for height in heights]
        return [*map(len, in_columns(lines, available))]

    assert columns(10, 5, 5, 5, 5) == [2, 2]
    assert columns(8.8, 0, 5) == [2] and columns(8.8, 8, 1) == [1, 1] and columns(8.8, 5, 0) == [1, 1]


def drawn(draw: Callable[[Canvas], None]) -> Side:
    """Return what is drawn on a card of 60 mm × 40 mm."""
    size = m.Size(60, 40)
    (side,) = pages(write_pdf([Page(size, (Slot(PageContent(size, draw)),))], "t", ENGLISH))
    return side


def in_mm(box: measure.Box, *origin: float) -> tuple[float, ...]:
    x, y, unit = origin or (0, 0, 1)
    return tuple(
        round((place / MM - start) / unit, 2) + 0.0
        for place, start in ((box.x0, x), (box.top, y), (box.x1, x), (box.bottom, y))
    )


def test_texts_lie_at_their_point_and_in_the_middle_of_their_box() -> None:
    def draw(canvas: Canvas) -> None:
        for row, align in enumerate(("left", "center", "right")):
            canvas.text(30, 4 + 4 * row, "HH", 10, BOLD, align, (1, 0, 0))
            canvas.fitted((row * 20, 20, 20, 10), "H" * 10 + " " + "I" * 10, 10, align=align)
        end = canvas.paragraph(5, 30, 6, "N N", 10, REGULAR, (0, 0, 1))
        assert end == pytest.approx(30 + 2 * m.leading(10))

    pieces = drawn(draw).pieces
    words, lines, others, last = (
        [piece for piece in pieces if piece.text == text] for text in ("HH", "H" * 10, "I" * 10, "N")
    )
    width = fonts.width("HH", BOLD, 10)
    assert [piece.origin[0] for piece in words] == pytest.approx(
        [30 * MM - shift for shift in (0, width / 2, width)], abs=0.01
    )
    assert [piece.origin[1] / MM for piece in words] == pytest.approx([4, 8, 12], abs=0.01)
    assert {(piece.size, piece.colour, piece.font[-4:]) for piece in words} == {(10, (255, 0, 0), "Bold")}
    width, height = fonts.width("H" * 10, REGULAR, 7.5), lines[0].bottom - lines[0].top
    assert [round(piece.size, 2) for piece in (*lines, *others)] == [7.5] * 6
    starts = [0, 30 * MM - width / 2, 60 * MM - width]
    assert [piece.origin[0] for piece in lines] == pytest.approx(starts, abs=0.01)
    for first, second in zip(lines, others, strict=True):
        assert (first.origin[1] + second.origin[1] - height) / 2 == pytest.approx(25 * MM, abs=0.1)
        assert second.origin[1] - first.origin[1] == pytest.approx(m.leading(7.5) * MM)
    assert [(round(piece.origin[0] / MM, 2), piece.colour) for piece in last] == [(5, (0, 0, 255))] * 2
    assert [piece.origin[1] / MM for piece in last] == pytest.approx(
        [29 + m.leading(10), 29 + 2 * m.leading(10)], abs=0.01
    )


def test_lines_and_boxes_are_drawn_from_edge_to_edge() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.line(10, 20, 10, 25)
        canvas.line(10, 20, 50, 25, 0.5, dash=(4, 3))
        canvas.box((35, 30, 20, 8), stroke=(1, 0, 0), line_width=1, radius=2)
        canvas.box((10, 30, 20, 5), fill=(0, 0, 1))
        canvas.box((12, 32, 2, 2), fill=(0.4, 0.4, 0.4))
        draw_emblem(canvas, (20, 5, 20, 10), (TiltedCard("W", "", 90, 1), TiltedCard("W", "", shift=-1)))

    size = m.Size(60, 40)
    (picture,) = page_pictures(write_pdf([Page(size, (Slot(PageContent(size, draw)),))], "t", ENGLISH), 600)
    seen = [
        picture.convert("RGB").getpixel(place) for place in ((200, 325), (130, 330), (346, 350), (347, 297), (105, 200))
    ]
    assert seen == [(0, 0, 255), (102, 102, 102), (255, 0, 0), (255, 255, 255), (153, 153, 153)]
    assert {picture.convert("RGB").getpixel((x, 380)) for x in range(375, 525)} == {(255, 0, 0)}, "not dashed"
    side = drawn(draw)
    assert [(*in_mm(line), round(line.width / MM, 2), line.dash) for line in side.lines] == [
        (10, 20, 10, 25, 0.2, ()),
        (10, 20, 50, 25, 0.5, (4, 3)),
    ]
    assert [(*in_mm(frame), frame.is_filled, frame.has_edge) for frame in side.frames] == [
        (35, 30, 55, 38, False, True),
        (10, 30, 30, 35, True, False),
        (12, 32, 14, 34, True, False),
        (26.8, 11.6, 36.8, 18.4, True, True),  # turned to the left about the middle of its lower edge
        (19.8, 5, 26.6, 15, True, True),
    ]


def test_a_tent_has_its_name_on_both_sides() -> None:
    (side,) = pages(write_pdf([*tent_pages("T", ("A",), "a5")], "t", ENGLISH))
    upright, turned = side.pieces
    assert (upright.is_upright, turned.is_upright, upright.text, turned.text) == (True, False, "A", "A")
    both = [one + other for one, other in zip(upright.origin, turned.origin, strict=True)]
    assert both == pytest.approx([side.width, side.height], abs=0.01)


def test_a_qr_code_has_a_quiet_zone() -> None:
    white, *dark = drawn(lambda canvas: canvas.qr_code(10, 5, 27, "L")).frames
    assert in_mm(white) == (10, 5, 37, 32)
    assert in_mm(dark[0]) == (13, 8, 14.02, 9.02)
    assert in_mm(dark[-1])[3] <= 29.02 and len(dark) == sum(map(sum, segno.make("L", error="m", micro=False).matrix))


# Each shape of an icon from its left to its lower edge, in hundredths of the side of the icon, from its middle.
SHAPES = {
    "Y": [(-52, -46, 52, 42)],
    "B": [(-45, -45, 45, 45)],
    "R": [(-50, -55, 50, 55)],
    "G": [(-42, -42, 42, 42)],
    "K": [(-52.31, -55, 52.31, 44.5)],
    "KT": [(-62, -30, 62, 30), (-41, -10, -13, 10), (13, -10, 41, 10)],
    "KS": [
        (-50, -24, -20, -24),
        (-20, -24, 20, 24),
        (20, 24, 50, 24),
        (37.5, 24, 50, 38),
        (37.5, 10, 50, 24),
        (-50, 24, -20, 24),
        (-20, -24, 20, 24),
        (20, -24, 50, -24),
        (37.5, -24, 50, -10),
        (37.5, -38, 50, -24),
    ],
    "KL": [(0, -50, 0, 27.5), (-27.5, 0, 0, 30), (0, 0, 27.5, 30), (-35, 50, 35, 50)],
    "KQ": [(-37, -52.5, 37, 52.5)],
    "WA": [(-52, -32, 12, 32), (-12, -32, 52, 32)],
    "Gyes": [(-42, -2, -12, 32), (-12, -40, 45, 32)],
}


@pytest.mark.parametrize("name", icons.ICONS)
def test_an_icon_is_drawn_about_the_middle_of_its_box(name: str) -> None:
    side = drawn(lambda canvas: icons.draw(canvas, name, (10, 5, 20, 10), (0, 0, 0), (1, 0, 0)))
    found = [*side.lines, *side.frames]
    assert [in_mm(shape, 20, 10, 0.062) for shape in found] == SHAPES[name]
    assert all(line.width < 0.2 for line in side.lines)
    outlined = name in ("KQ", "WA")
    assert {(frame.is_filled, frame.has_edge) for frame in side.frames} <= {(not outlined, outlined)}
    assert [piece.text for piece in side.pieces] == ["?"] * (name == "KQ")
