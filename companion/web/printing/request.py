"""A request to print: a print job with its language, and why it can't be printed."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import fields
from werkzeug.datastructures import MultiDict

from companion.core.numbers import int_or_none
from companion.i18n import language
from companion.sheets.print_job import NO_GAME, PrintJob
from companion.sheets.printed_games import PrintError, setup_of
from companion.store.models import Game

# Countries that use Letter, not A4.
LETTER_COUNTRIES = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PE", "PH", "PR", "SV", "VE"}
_TICKS = tuple(field.name for field in fields(PrintJob) if field.type is bool)
_FORMER_NAMES = {"turns": "tricks", "verdicts": "reasons"}


class PrintRequest(Struct, frozen=True):
    """A print job, its language, and the number of the table's game that is printed, or 0 for none."""

    job: PrintJob
    lang: str
    n: int = 0

    @property
    def file_name(self) -> str:
        """Return the file name of the PDF, such as `GAME-3-score-a4.pdf`."""
        sheet = self.job.sheets[0] if len(self.job.sheets) == 1 else "pack"
        game = [] if NO_GAME.issuperset(self.job.sheets) else [self.job.slug, *([str(self.n)] if self.n else [])]
        return "-".join((*game, sheet, self.job.paper)) + ".pdf"


def print_errors(print_request: PrintRequest) -> list[tuple[str | None, str]]:
    """Return why this can't be printed, in the reader's language, each with the field that it concerns."""
    errors: list[tuple[str | None, str]] = []
    try:
        language.parse_language(print_request.lang)
    except language.UnknownLanguage as error:
        errors.append(("lang", error.message(_)))
    try:
        setup_of(print_request.job)
    except PrintError as error:
        errors += error.in_words(language.translator())
    return errors


def game_print_request(game: Game, sheet: str) -> PrintRequest:
    """Return the request for a sheet of a game in progress; paper, language and so on are in the URL."""
    args = with_current_names(request.args)
    ticked: dict[str, Any] = {name: True for name in _TICKS if name in args}
    job = PrintJob(
        sheets=(sheet,),
        slug=game.slug,
        player_count=len(game.seats),
        options=game.options,
        names=tuple(game.names),
        paper=args.get("paper") or default_paper(),
        copies=int_or_none(args.get("copies", "1")) or 0,
        **ticked,
    )
    return PrintRequest(job, args.get("lang") or language.current(), game.n)


def with_current_names(args: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields of a URL of the print page under their present names; older URLs are still shared."""
    return MultiDict((_FORMER_NAMES.get(name, name), value) for name, value in args.items(multi=True))


def default_paper() -> str:
    """Return the paper of the country that the browser names: "letter" or "a4"."""
    tag = next(iter(request.accept_languages.values()), "").replace("_", "-").upper()
    return "letter" if "-" in tag and tag.rpartition("-")[2] in LETTER_COUNTRIES else "a4"
