"""The texts of the program and its catalogues, each read once: extracting the texts takes two seconds."""

from functools import cache

from babel.messages import Catalog

from companion.i18n import update

TRANSLATED = tuple(lang for lang, _ in update.catalogues())


@cache
def catalogue(lang: str) -> Catalog:
    """Return the texts of the program ("en") with the files that contain them, or their translations."""
    return update.extracted() if lang == "en" else update.read(lang, dict(update.catalogues())[lang])


def ids(lang: str) -> set[object]:
    """Return the texts that are in a catalogue; a text with a plural is a pair."""
    return {text.id for text in catalogue(lang) if text.id}


@cache
def marked() -> frozenset[str]:
    """Return every text of the program, and every plural."""
    return frozenset(form for text in ids("en") for form in ((text,) if isinstance(text, str) else text))
