"""Translators: texts in the language asked for, and lists as it joins them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po
from flask import Flask

from companion.core.messages import Message, Param, Phrase, PlayerRef, Words
from companion.i18n import language
from companion.i18n.build import compile_catalogues
from companion.questions.search import SEARCH_WORDS


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catalogues in which German has two texts."""
    catalogue = Catalog(locale="de")
    catalogue.add("%(who)s burns %(card)s", "%(who)s verbrennt %(card)s")
    catalogue.add(("%(n)s point", "%(n)s points"), ("%(n)s Punkt", "%(n)s Punkte"))
    catalogue.add("red %(rank)s", "rote %(rank)s")
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    compile_catalogues(tmp_path)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    language.catalogue.cache_clear()
    yield
    language.catalogue.cache_clear()


WORDS: Words = {
    "burns": "%(who)s burns %(card)s",
    "card-R": "red %(rank)s",
    "R9": Phrase("card-R", {"rank": 9}),
    "points": ("%(n)s point", "%(n)s points"),
    "new": "Not translated yet",
}


def test_a_translator_uses_the_language_asked_for(german: None) -> None:
    say = language.translator(WORDS, ["Ana"], "de-CH")
    assert say(Message("BID-24", "burns", {"who": PlayerRef(0), "card": "R9"})) == "Ana verbrennt rote 9"
    assert [say.say("points", {"n": n}) for n in (0, 1, 2)] == ["0 Punkte", "1 Punkt", "2 Punkte"]


def test_a_text_without_translation_is_in_english(german: None) -> None:
    assert language.translator(WORDS, [], "de").say("new") == "Not translated yet"


@pytest.mark.parametrize(
    ("who", "sentence"),
    [("R9", "Red 9 burns red 9"), (("R9", "R9"), "Red 9 and red 9 burns red 9"), (PlayerRef(0), "ana burns red 9")],
)
def test_a_term_that_begins_a_sentence_has_a_capital_letter_but_a_name_stays(who: Param, sentence: str) -> None:
    say = language.translator(WORDS, ["ana"], "en")
    assert say.say("burns", {"card": "R9", "who": who}) == sentence


def test_a_missing_parameter_is_an_error() -> None:
    with pytest.raises(KeyError, match="card"):
        language.translator(WORDS, ["Ana"], "en").say("burns", {"who": PlayerRef(0)})


def test_a_percent_sign_is_doubled_where_something_is_filled_in() -> None:
    translator = language.translator({"all": "%(n)s%% of 100%%", "size": "at 100%"}, [], "en")
    assert (translator.say("all", {"n": 5}), translator.say("size")) == ("5% of 100%", "at 100%")
    assert (translator.text("%(n)s%%", n=-5), translator.text("at 100%")) == ("−5%", "at 100%")
    assert translator.count(("%(n)s%% and %(what)s", "%(n)s%%, %(what)s"), 1, what="%(n)s {n}") == "1% and %(n)s {n}"


def test_a_translator_uses_the_language_of_the_request(german: None) -> None:
    app = Flask(__name__)
    language.init_app(app)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert language.translator(WORDS, []).say("points", {"n": 2}) == "2 Punkte"


def test_a_translator_outside_of_a_request_uses_english(german: None) -> None:
    assert language.translator(WORDS, []).say("points", {"n": 2}) == "2 points"


@pytest.mark.parametrize(
    ("last", "joined"),
    [
        ("Inés", "Luis e Inés"),
        ("Íñigo", "Luis e Íñigo"),
        ("Hilda", "Luis e Hilda"),
        ("Yvonne", "Luis e Yvonne"),
        ("Hiam", "Luis y Hiam"),
        ("Yolanda", "Luis y Yolanda"),
    ],
)
def test_spanish_y_becomes_e_before_the_sound_of_i(last: str, joined: str) -> None:
    translator = language.translator({"allies": "%(who)s y %(other)s"}, ["Luis", last], "es")
    assert translator.listed(translator.names) == joined
    assert translator.say("allies", {"who": PlayerRef(0), "other": PlayerRef(1)}) == joined
    assert translator.text("%(who)s", who=f"Luis y {last}") == joined


@pytest.mark.parametrize(
    ("last", "joined"), [("ocho", "7 u ocho"), ("8", "7 u 8"), ("Hortensia", "7 u Hortensia"), ("9", "7 o 9")]
)
def test_spanish_o_becomes_u_before_the_sound_of_o(last: str, joined: str) -> None:
    assert language.translator(lang="es").any_of(["7", last]) == joined


@pytest.mark.parametrize("table", [language.AND, SEARCH_WORDS])
def test_every_language_has_an_entry(table: dict[str, object]) -> None:
    """A new language needs one in every table that docs/translating.md lists."""
    assert set(table) == set(language.LANGUAGES)
