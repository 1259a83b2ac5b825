"""Print jobs: that for a sheet of a game, why a job can't be printed, the usual paper, and former names of fields."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_babel import gettext as _
from msgspec.structs import fields
from werkzeug.datastructures import MultiDict

from companion.core.numbers import int_or_none
from companion.i18n import language
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import PrintError, setup_of
from companion.store.models import Game

# Countries that use Letter, not A4.
LETTER_COUNTRIES = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PE", "PH", "PR", "SV", "VE"}
_TICKS = tuple(field.name for field in fields(PrintJob) if field.type is bool)
_FORMER_NAMES = {"turns": "tricks", "verdicts": "reasons"}


def print_errors(job: PrintJob, lang: str) -> list[tuple[str | None, str]]:
    """Return why a job can't be printed in the language `lang`, each error with the field that it concerns."""
    errors: list[tuple[str | None, str]] = []
    try:
        language.parse_language(lang)
    except language.UnknownLanguage as error:
        errors.append(("lang", error.message(_)))
    try:
        setup_of(job)
    except PrintError as error:
        errors += error.in_words(language.translator())
    return errors


def game_job(game: Game, sheet: str) -> PrintJob:
    """Return the job for a sheet of a game of a table; paper, copies and so on are in the URL."""
    args = with_current_names(request.args)
    ticked: dict[str, Any] = {name: True for name in _TICKS if name in args}
    return PrintJob(
        sheets=(sheet,),
        slug=game.slug,
        player_count=len(game.seats),
        options=game.options,
        names=tuple(game.names),
        paper=args.get("paper") or default_paper(),
        copies=int_or_none(args.get("copies", "1")) or 0,
        **ticked,
    )


def with_current_names(args: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields of a URL of the print page under their present names; older URLs are still shared."""
    return MultiDict((_FORMER_NAMES.get(name, name), value) for name, value in args.items(multi=True))


def default_paper() -> str:
    """Return the paper of the country that the browser names: "letter" or "a4"."""
    tag = next(iter(request.accept_languages.values()), "").replace("_", "-").upper()
    return "letter" if "-" in tag and tag.rpartition("-")[2] in LETTER_COUNTRIES else "a4"
