"""Names as they are shown: namesakes told apart, right-to-left letters isolated, and nothing else changed."""

from __future__ import annotations

import pytest

from companion.core.game import Person
from companion.core.messages import Message, PlayerRef, Verbatim
from companion.core.names import bare, distinct_names, isolated, look, order_key, shortened, without_invisible
from companion.core.translator import Translator, unbroken

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


@pytest.mark.parametrize(
    "invisible", ["\u200b", "\u00ad", "\u2060", "\ufe0f", "\u200d", "\u200c", "\ufeff", "\u034f", "\U000e0067"]
)
def test_a_name_has_no_invisible_characters(invisible: str) -> None:
    for name in (f"An{invisible}a", f"{invisible}Ana", f"Ana{invisible}", f"Ana{invisible}{invisible}"):
        assert without_invisible(name) == "Ana"
        assert look(name) == look("ana")


@pytest.mark.parametrize(
    "name",
    [
        "👨\u200d👩\u200d👧",
        "👩🏽\u200d💻",
        "❤\ufe0f\u200d🔥",
        "1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
        "می\u200cخواهم",
        "ශ\u0dca\u200dරී",
        "葛\U000e0100城",
    ],
)
def test_what_changes_the_look_of_an_emoji_or_a_letter_stays(name: str) -> None:
    assert without_invisible(name) == name


def test_names_are_in_the_order_of_the_language() -> None:
    first = "Álvaro, Ana, ana, bob, Carla, de Vries, Émile, Łukasz, Noa, Nuria, Ñusta, Ø Hansen"
    ordered = [*first.split(", "), "Ömer", "Öykü", "Straße", "Strassen", "Zoe", isolated("דנה")]
    names = sorted(ordered)  # by code points
    assert sorted(names, key=lambda name: order_key(name, "de")) == ordered != names
    spanish = sorted(["Nz", "Ñu", "O", "An\u0303o", "Anz"], key=lambda name: order_key(name, "es"))
    assert spanish == ["Anz", "An\u0303o", "Nz", "Ñu", "O"]


def test_sums_and_gains_stay_on_one_line_and_other_words_do_not() -> None:
    assert unbroken("(3 + 8) × 2 = 22") == "(3\u00a0+\u00a08)\u00a0×\u00a02\u00a0=\u00a022"
    assert unbroken("Ana Ruiz +5, Zoë 0, Bo −10") == "Ana Ruiz\u00a0+5, Zoë\u00a00, Bo\u00a0−10"
    assert unbroken("Take 4 cards") == "Take 4 cards"
