"""The glossary of docs/translating.md: words that were rejected do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel import Locale

from companion.i18n.language import LANGUAGES
from tests import ROOT
from tests.i18n.books import book_texts
from tests.i18n.catalogues import catalogue, forms

GLOSSARY = ROOT / "docs" / "translating.md"


def rejected(lang: str) -> list[str]:
    """Return the words in the column "not" of a language."""
    heading = Locale.parse(lang).get_display_name("en")
    section = GLOSSARY.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [word.strip() for row in rows[2:] for word in row[2].split(",") if word.strip()]


def pattern(lang: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, rejected(lang)))})(?!\w)", re.IGNORECASE)


def texts(lang: str) -> Iterator[str]:
    """Yield what is read in a language; what players call things is what people type, rejected or not."""
    yield from book_texts(lang)
    for text in catalogue(lang):
        if text.id:
            yield from ((text.id,) if isinstance(text.id, str) else text.id) if lang == "en" else forms(text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rejected_words_do_not_come_back(lang: str) -> None:
    assert [text for text in texts(lang) if pattern(lang).search(text)] == []
