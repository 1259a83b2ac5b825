"""Tables with an entry for each language: a new language needs one in every table that docs/translating.md lists."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.i18n import language
from companion.i18n.language import AND
from companion.questions.search import SEARCH_WORDS


@pytest.mark.parametrize("table", [AND, SEARCH_WORDS])
def test_every_language_has_an_entry(table: Mapping[str, object]) -> None:
    assert set(table) == set(language.LANGUAGES)
