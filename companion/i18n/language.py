"""Languages: which ones there are, which one a request asks for, a Translator for it, and lists of names in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from gettext import translation
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from companion.core.messages import N_, Words
from companion.core.names import isolated, order_key
from companion.core.translator import Translator, format_number, format_signed, unbroken

if TYPE_CHECKING:
    from fractions import Fraction
    from gettext import NullTranslations

    from babel import Locale
    from flask import Flask

_Item = TypeVar("_Item")
# Each language under its own name, so that everyone can find it in a menu in another language.
LANGUAGES = {"en": "English", "es": "Español", "pt_BR": "Português (Brasil)", "de": "Deutsch"}
# The word before the last name of a list, in each language; "&" and "+" in all of them.
AND = {"en": "and", "es": "y|e", "pt_BR": "e", "de": "und"}
CATALOGUES = Path(__file__).parent / "translations"
# In Spanish "y" is "e" before the sound of i ("Luis e Inés", "Ana e Hilda"), not before a diphthong ("y Hiam").
_BEFORE_I = re.compile(r"(?<= )y(?= (?:[Hh]?[IiÍí](?![aeoáéó])|[Yy](?=[^\W_aeiouáéíóú])))")
# And "o" is "u" before the sound of o ("siete u ocho", "7 u 8", "10 u 11").
_BEFORE_O = re.compile(r"(?<= )o(?= (?:[Hh]?[OoÓó]|8\d*\b|11\b))")
_FINISH: dict[str, Callable[[str], str]] = {"es": lambda text: _BEFORE_O.sub("u", _BEFORE_I.sub("e", text))}
# Formats of dates and times that differ from the language's default: our English is British, and the usual Brazilian
# date ("21 de nov. de 2026") is too long for a line of a list.
_LOCALES = {"en": "en_GB"}
_DATES: dict[str, Literal["short"]] = {"pt_BR": "short"}
COOKIE = "lang"


class UnknownLanguage(ValueError):
    """There is no such language; the text lists the languages in English, `message` does in the reader's language."""

    TEXT = N_("There is no language %(lang)s. You can use %(languages)s.")

    def __init__(self, lang: str) -> None:
        self.lang = lang
        super().__init__(self.message(str))

    def message(self, gettext: Callable[[str], str]) -> str:
        translator = Translator(gettext=gettext)
        return translator.text(self.TEXT, lang=self.lang, languages=translator.any_of([*map(tag, LANGUAGES)]))


def parse_language(lang: str) -> str:
    """A key of LANGUAGES: from "pt-BR", "de_AT", "es".

    :raises UnknownLanguage: there is no such language.
    """
    if (key := _find(lang)) is None:
        raise UnknownLanguage(lang)
    return key


def tag(lang: str) -> str:
    """For HTML and PDF: "pt-BR"."""
    return lang.replace("_", "-")


def current() -> str:
    """A key of LANGUAGES; English outside a request."""
    from flask_babel import get_locale

    return str(get_locale() or "en")


def translator(words: Words | None = None, names: Sequence[str] = (), lang: str | None = None) -> Translator:
    """Into `lang` or the request's language.

    :raises UnknownLanguage: there is no such language.
    """
    lang = current() if lang is None else parse_language(lang)
    texts = catalogue(lang)
    return Translator(words, names, texts.gettext, texts.ngettext, _FINISH.get(lang, str), lang)


def clock(at: datetime) -> str:
    """In this machine's time zone, in the format of the request's language."""
    from babel import dates

    lang = current()
    return dates.format_time(at.astimezone(), "short", locale=_LOCALES.get(lang, lang))


def day(at: date, lang: str = "") -> str:
    """A date, or that of a time in this machine's time zone, as `lang` or the request's language writes it."""
    from babel import dates

    lang = lang or current()
    return dates.format_date(_local(at), _DATES.get(lang, "medium"), locale=_LOCALES.get(lang, lang))


def day_and_month(at: date) -> str:
    """As `day`, without the year."""
    from babel import dates

    lang = current()
    return dates.format_skeleton("Md", _local(at), locale=_LOCALES.get(lang, lang))


def _local(at: date) -> date:
    return at.astimezone() if isinstance(at, datetime) else at


def decimal(number: float | Fraction, places: int = 1) -> str:
    """With so many decimal places at most, and a true minus sign, in the request's language."""
    return _decimal(float(number), places, current())


@lru_cache(4000)  # the standings of sixty people have four hundred numbers, many of them equal
def _decimal(number: float, places: int, lang: str) -> str:
    from babel import numbers

    return format_number(numbers.format_decimal(round(number, places), f"#,##0.{'#' * places}", lang))


def in_order(items: Iterable[_Item], name: Callable[[_Item], str] = str) -> list[_Item]:
    """In the alphabetical order of the request's language."""
    lang = current()
    return sorted(items, key=lambda item: order_key(name(item), lang))


def by_name(people: Iterable[_Item]) -> list[_Item]:
    """By their full names, as `in_order` does."""
    return in_order(people, attrgetter("full_name"))


def split_names(text: str, language: str) -> list[str]:
    """Without empty ones; `language` is a key of LANGUAGES.

    Commas, new lines and semicolons between names separate them. "Ana and Luis" are two people too, but "Costa e Silva"
    may be one: the word separates only in its own language, between single words or after a comma.
    """
    word = rf"(?:{AND.get(language, '&')}|&|\+)"
    first, *later = re.split(r"[,\n]|;(?=\s*\S)", text)
    parts = [first, *(re.sub(rf"^\s*{word}\s+", "", part) for part in later)]
    names: list[str] = []
    for part in parts:
        couple = re.split(rf"(?<=\S)\s+{word}\s+(?=\S)", part.strip())
        names += couple if all(len(name.split()) == 1 for name in couple) else [part]
    return [name for name in (" ".join(name.split()) for name in names) if name]


def init_app(app: Flask) -> None:
    """Render every page in its reader's language."""
    from flask_babel import Babel

    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(CATALOGUES)
    Babel(app, locale_selector=_requested)
    app.context_processor(lambda: {"language": tag(current()), "language_name": LANGUAGES[current()]})
    # The phone's own script shows the time in the phone's zone; `gettext` is for texts in variables.
    app.jinja_env.filters |= {
        **{filter.__name__: filter for filter in (clock, day, by_name, decimal, unbroken, isolated)},
        "number": format_number,
        "signed": format_signed,
        "gettext": lambda text: catalogue(current()).gettext(text),
    }


def _find(lang: str) -> str | None:
    return _KEYS.get(tag(lang).partition("-")[0].lower())


_KEYS = {key.partition("_")[0]: key for key in LANGUAGES}


@cache
def catalogue(lang: str) -> NullTranslations:
    """Of a language, a key of LANGUAGES."""
    # English is the language of the texts themselves: it has no catalogue, and a text without translation is English.
    return translation("messages", CATALOGUES, [lang], fallback=True)


def _requested() -> Locale:
    """The language chosen on this phone, or else the browser's first language that we have."""
    from flask import has_request_context, request

    if not has_request_context():
        return _locale("en")
    chosen = _find(request.cookies.get(COOKIE, ""))
    return _locale(chosen or next(filter(None, map(_find, request.accept_languages.values())), "en"))


@cache
def _locale(lang: str) -> Locale:
    from babel import Locale

    return Locale.parse(lang)
