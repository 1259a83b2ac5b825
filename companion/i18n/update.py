"""Brings the catalogues up to date with the texts of the program: python -m companion.i18n.update [es ...]

New texts are added without a translation, texts that are gone are removed, translations stay. A language that was
added to `companion.i18n.language.LANGUAGES` gets its catalogue.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.i18n.language import CATALOGUES, LANGUAGES

ROOT = Path(__file__).parents[2]
SOURCES = (("companion", "**.py", "python"), ("templates", "**.html", "jinja2"))
KEYWORDS = DEFAULT_KEYWORDS | {"NN_": (1, 2), "lazy_gettext": None, "lazy_ngettext": (1, 2)}


def extracted() -> Catalog:
    """Return all texts of the program with the files that contain them, in the order of these files."""
    texts = Catalog()
    for folder, pattern, method in SOURCES:
        texts_of_folder = extract_from_dir(
            ROOT / folder, [(pattern, method)], {pattern: {"silent": "false"}}, KEYWORDS, ("Translators:",)
        )
        for name, _, text, comments, context in sorted(texts_of_folder, key=lambda item: item[:2]):
            texts.add(text, None, [(f"{folder}/{name}", 0)], auto_comments=comments, context=context)
    return texts


def catalogues() -> Iterator[tuple[str, Path]]:
    """Yield each language that needs a catalogue, with its file."""
    for lang in LANGUAGES:
        if lang != "en":
            yield lang, CATALOGUES / lang / "LC_MESSAGES" / "messages.po"


def read(lang: str, path: Path) -> Catalog:
    """Return the catalogue in `path`, or an empty one if there is none yet."""
    if not path.exists():
        return Catalog(
            lang,
            header_comment=f"# The companion in {LANGUAGES[lang]}, see docs/translating.md",
            project="companion",
            version="1",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=lang)


def update(only: Sequence[str] = ()) -> None:
    """Update the catalogues of the languages in `only`, or of all languages."""
    texts = extracted()
    for lang, path in catalogues():
        if only and lang not in only:
            continue
        catalogue = read(lang, path)
        catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=110, include_lineno=False, ignore_obsolete=True)
        print(f"{lang}: {len(catalogue)} texts, {len(untranslated(catalogue))} to be translated")


def untranslated(catalogue: Catalog) -> list[Message]:
    """Return the texts that lack a form in this language, or whose translation is only a guess."""
    return [text for text in catalogue if text.id and (text.fuzzy or not all(forms(text)))]


def forms(text: Message) -> tuple[str, ...]:
    """Return the translation of `text`, one for each plural form of the language."""
    return tuple(text.string) if isinstance(text.string, list | tuple) else (text.string or "",)


if __name__ == "__main__":
    update(sys.argv[1:])
