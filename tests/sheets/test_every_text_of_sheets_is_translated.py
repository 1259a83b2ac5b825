"""Every sheet in a language without letters: any text that can be read on it is not translated."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from companion.core.translator import Translator
from companion.games import GAMES, rules_of
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob, sheets_of
from companion.sheets.tents import Join
from tests import samples
from tests.i18n.books import changed_books
from tests.i18n.catalogues import marked
from tests.i18n.visible_texts import NAMES

JOIN = Join("1. 1.", "234567", "192.0.2.1:8000", "http://192.0.2.1:8000/j/234567")
# Beside the names of the games and an initial as emblem: rules by their id, people in worked examples, a card, numbers
# that a book names.
SAME = re.compile(
    rf"{NAMES.pattern}|^[A-Z]$|\b\d?[A-Z]{{1,3}}\d?[-.]\d+[a-z]?\b|\b(?:Ana|Luis|Sara|Raúl|Eva|Zoë)\b|\b2x\b|½|%\(\w+\)s"
)


def lettered() -> Translator:
    """A language in which each text of the program is what it is in English, with + for every letter."""
    texts = marked()

    def gettext(text: str) -> str:
        return without_letters(text) if text in texts else text

    return Translator(None, (), gettext, lambda one, many, n: gettext(one if n == 1 else many))


def without_letters(text: str) -> str:
    return re.sub(r"(%\(\w+\)s)|[^\W\d_]", lambda found: found[1] or "+", text)


def book_text(text: str) -> str:
    return without_letters(text) if re.search("[a-z]", text) else text  # K2X is a card


@pytest.mark.parametrize(("game", "sheet"), [(game, sheet) for game in GAMES for sheet in sheets_of(game)])
def test_no_text_of_a_sheet_escapes_translation(game: str, sheet: str) -> None:
    job = PrintJob(
        (sheet,),
        game,
        rules_of(game).PLAYER_COUNTS[-1],
        samples.of(game).MOST_OPTIONS,
        join=JOIN,
    )
    with changed_books(book_text):
        pages = PdfReader(BytesIO(render(job, lettered()))).pages
    lines = "\n".join(page.extract_text() for page in pages).splitlines()
    assert any("+" in line for line in lines) or sheet == "tent"  # some have only names
    assert sorted({line for line in lines if re.search(r"[^\W\d_]", SAME.sub("", line.replace("http://", "")))}) == []
