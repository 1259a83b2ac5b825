"""Several names in one field."""

from __future__ import annotations

import pytest

from companion.i18n.language import split_names


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("Ana und Bo", "de", ["Ana", "Bo"]),
        ("Ana, Luis, and Zoe", "en", ["Ana", "Luis", "Zoe"]),
        ("Ana; Luis\nZoe", "de", ["Ana", "Luis", "Zoe"]),
        ("Luis e Inés, Bo y Ana", "es", ["Luis", "Inés", "Bo", "Ana"]),
        ("Ana & Bo + Cy", "pt_BR", ["Ana", "Bo", "Cy"]),
        (" , \n", "en", []),
    ],
)
def test_a_list_is_several_names(text: str, language: str, names: list[str]) -> None:
    assert split_names(text, language) == names


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Maria da Costa e Silva", "pt_BR"),
        ("José Ortega y Gasset", "es"),
        ("Ana und Bo", "en"),
        ("Sandy", "en"),
        ("Y", "es"),
        ("Ana y", "es"),
        ("李 雷", "en"),
    ],
)
def test_a_text_that_can_be_one_name_is_one(name: str, language: str) -> None:
    assert split_names(name, language) == [name]
