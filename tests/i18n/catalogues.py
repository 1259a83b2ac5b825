"""The texts of the program and its catalogues, each read once: extracting the texts takes two seconds."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from companion.i18n.language import CATALOGUES
from companion.i18n.update import TRANSLATED, extract

__all__ = ["TRANSLATED"]


@cache
def catalogue(lang: str) -> Catalog:
    """Return the texts of the program ("en") with the files that have them, or their translations."""
    if lang == "en":
        with TemporaryDirectory() as folder:
            template = Path(folder, "messages.pot")
            extract(template, locations=True)
            return read_po(template.read_text(encoding="utf-8").splitlines())
    path = CATALOGUES / lang / "LC_MESSAGES" / "messages.po"
    return read_po(path.read_text(encoding="utf-8").splitlines(), locale=lang)


def files(text: Message) -> list[str]:
    english = catalogue("en").get(text.id)
    return [name for name, _ in english.locations] if english else []


def untranslated(texts: Catalog) -> list[Message]:
    """Return the texts that lack a form in this language, or whose translation is only a guess."""
    return [text for text in texts if text.id and (text.fuzzy or not forms(text))]


def forms(text: Message) -> tuple[str, ...]:
    """Return the translation of `text`, one for each plural form of the language; nothing if one is missing."""
    found = tuple(text.string) if isinstance(text.string, list | tuple) else (text.string or "",)
    return found if all(found) else ()


def ids(lang: str) -> set[str | tuple[str, ...]]:
    """Return the texts that are in a catalogue; a text with a plural is a pair."""
    return {text.id if isinstance(text.id, str) else tuple(text.id) for text in catalogue(lang) if text.id}


@cache
def marked() -> frozenset[str]:
    """Return every text of the program, and every plural."""
    return frozenset(form for text in ids("en") for form in ((text,) if isinstance(text, str) else text))
