"""Names as they are shown: namesakes told apart, right-to-left letters isolated, and nothing else changed."""

from __future__ import annotations

import pytest

from companion.core.game import Person
from companion.core.messages import Message, PlayerRef, Verbatim
from companion.core.names import bare, distinct_names, isolated, shortened
from companion.core.translator import Translator

ANA, OTHER_ANA, LUIS = Person("Ana", "Ruiz"), Person("ana", "Silva"), Person("Luis", "Paz")


@pytest.mark.parametrize("name", ["Ana", "Zoë", "李", "Zoë 🎲 Kim", "Мария", "42", ""])
def test_a_name_without_right_to_left_letters_stays_as_it_is(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("name", ["דנה", "هند", "Ana שרה", "דנה 2", "٣"])
def test_a_name_with_right_to_left_letters_is_isolated_once(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069" == isolated(isolated(name))
    assert bare(isolated(name)) == name


def test_a_shortened_name_is_still_isolated() -> None:
    assert shortened(isolated("דנה רוזנברג"), 5) == "\u2068דנה …\u2069"
    assert shortened("Maximiliane", 9) == "Maximili…"
    assert shortened(isolated("דנה"), 3) == isolated("דנה")


def test_namesakes_are_told_apart_also_from_people_who_are_not_listed() -> None:
    assert distinct_names([ANA, LUIS]) == ["Ana", "Luis"]
    assert distinct_names([ANA, OTHER_ANA]) == ["Ana Ruiz", "ana Silva"]
    assert distinct_names([ANA, LUIS], [ANA, LUIS, OTHER_ANA]) == ["Ana Ruiz", "Luis"]


def test_what_someone_typed_is_isolated_in_a_sentence() -> None:
    words = {"taken": "%(who)s: there is already a %(name)s."}
    say = Translator(words, ["Ana"])
    assert say(Message("", "taken", {"who": PlayerRef(0), "name": Verbatim("דנה")})) == (
        "Ana: there is already a \u2068דנה\u2069."
    )
