"""Brings the catalogues up to date with the texts of the program: python -m companion.i18n.update

New texts are added without a translation, texts that are gone are removed, translations stay. A language that was
added to `companion.i18n.language.LANGUAGES` gets its catalogue.
"""

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.frontend import CommandLineInterface

from companion.i18n.language import CATALOGUES, LANGUAGES

ROOT = Path(__file__).parents[2]
TRANSLATED = tuple(lang for lang in LANGUAGES if lang != "en")
KEYWORDS = ("NN_:1,2", "_l", "failure")
_WIDTH = "--width=110"


def extract(template: Path, *, locations: bool = False) -> None:
    """Write all texts of the program to `template`, in alphabetical order, on request with the files that have them."""
    options = ["--mapping=pyproject.toml", "--project=companion", f"--output={template}", _WIDTH]
    options += ["--sort-output", "--add-location=file" if locations else "--no-location", "--add-comments=Translators:"]
    options += [f"--keyword={keyword}" for keyword in KEYWORDS]
    with chdir(ROOT):  # the files are named from here
        _pybabel("--quiet", "extract", *options, "companion", "templates")


def update() -> None:
    options = [f"--output-dir={CATALOGUES}", "--init-missing", _WIDTH]
    options += ["--ignore-obsolete", "--no-fuzzy-matching", "--ignore-pot-creation-date"]
    with TemporaryDirectory() as texts:
        template = Path(texts, "messages.pot")
        extract(template)
        for lang in TRANSLATED:
            _pybabel("update", f"--input-file={template}", f"--locale={lang}", *options)


def _pybabel(*arguments: str) -> None:
    CommandLineInterface().run(["pybabel", *arguments])  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    update()
