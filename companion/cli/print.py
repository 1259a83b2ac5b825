"""`companion print`: everything of the print room from the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import IO, Any

import click

from companion.cli.game_options import chosen_options, game_options
from companion.cli.options import LANG
from companion.games import GAMES, load
from companion.sheets.print_job import DUPLEX, PACK, PAPERS, SHEETS, Impossible, PrintJob, of_record, printed
from companion.sheets.speech import Speech

_HOW = (
    click.option("--paper", default="a4", help=f"The paper: {', '.join(PAPERS)}."),
    LANG,
    click.option("--grey", is_flag=True, help="Greys instead of colours."),
    click.option("--copies", type=int, default=1, help="How many of each."),
    click.option("-o", "--output", type=click.File("wb", lazy=True), required=True, help="The PDF file, or - ."),
)
_WHAT = (
    click.option("--players", type=int, help="How many play."),
    click.option("--name", "names", multiple=True, help="A player, in seat order; once for each."),
    game_options(GAMES),
)
_SIDES = click.option("--duplex", default="none", help=f"Backs of cards: {', '.join(DUPLEX)}.")
_TURNS = click.option("--turns", is_flag=True, help="The turns of each round on the score sheet.")
_GAME = click.argument("game", default=next(iter(GAMES)))


@click.group(help=f"Print score sheets, set-up lists and cards as PDF. GAME can be {', '.join(GAMES)}.")
def command() -> None:
    pass


def _with(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


@command.command()
@_with(_GAME, *_WHAT, *_HOW)
def setup(**given: Any) -> None:
    """The set-up check list of GAME."""
    _print(("setup",), given)


@command.command()
@_with(_GAME, *_WHAT, _TURNS, *_HOW)
def score(**given: Any) -> None:
    """A blank score sheet of GAME."""
    _print(("score",), given)


@command.command()
@_with(
    click.argument("records", type=click.File("rb"), nargs=-1, required=True),
    click.option("--link", default="", help="An address for the QR code at the head of the sheet."),
    _TURNS,
    *_HOW,
)
def filled(records: tuple[IO[bytes], ...], **given: Any) -> None:
    """The score sheet of the games in RECORDS, as far as they were played.

    The Game takes the records of several attempts by the same players.
    """
    from companion.games.record import NotARecord, read

    speech = _speech(given["lang"])
    order = _order(("score",), given)
    try:
        for file in records:
            order = of_record(read(file.read()), speech, order)
    except NotARecord as error:
        _refuse(" ".join(speech.translator(error.words)(reason) for reason in error.reasons))
    _write(order, speech, given["output"])


@command.command()
@_with(_GAME, *_WHAT, click.option("--single", is_flag=True, help="Each card a page with bleed."), _SIDES, *_HOW)
def cards(**given: Any) -> None:
    """Set-up cards of GAME: one for --players, or without it one for every number of players."""
    _print(("cards",), given)


@command.command(name="reference")
@_with(_GAME, click.option("--single", is_flag=True, help="Each card a page with bleed."), _SIDES, *_HOW)
def reference_cards(**given: Any) -> None:
    """The reference cards of GAME."""
    _print(("reference",), given)


@command.command()
@_with(_GAME, _SIDES, *_HOW)
def booklet(**given: Any) -> None:
    """The rule booklet of GAME: on A4 or Letter for folding, on A5 page by page."""
    _print(("booklet",), given)


@command.command()
@_with(_GAME, *_HOW)
def rules(**given: Any) -> None:
    """The rules of GAME on one page."""
    _print(("rules",), given)


@command.command()
@_with(
    click.option("--table", required=True, help="The name of the table."),
    click.option("--code", required=True, help="The code that is typed."),
    click.option("--address", required=True, help="Where it is typed, such as 192.168.1.20:8000."),
    *_HOW,
)
def join(table: str, code: str, address: str, **given: Any) -> None:
    """The join card of a table."""
    from companion.sheets.join import Join

    base = address if "://" in address else f"http://{address}"
    _print(("join",), given, join=Join(table, code, address, f"{base.rstrip('/')}/j/{code}"))


@command.command()
@_with(
    _GAME,
    *_WHAT,
    click.option("--sheet", "sheets", multiple=True, help=f"One of {', '.join(SHEETS)}; may be repeated."),
    _TURNS,
    _SIDES,
    *_HOW,
)
def pack(sheets: tuple[str, ...], **given: Any) -> None:
    """The evening pack of GAME: everything that is wanted in one PDF."""
    _print(sheets or PACK, given)


def _print(sheets: tuple[str, ...], given: dict[str, Any], **more: Any) -> None:
    _write(_order(sheets, given, **more), _speech(given["lang"]), given["output"])


def _order(sheets: tuple[str, ...], given: dict[str, Any], **more: Any) -> PrintJob:
    """Return the order that the options of the command line make."""
    names = tuple(given.get("names") or ())
    game = given.get("game", next(iter(GAMES)))
    players = given.get("players") or len(names) or (load(game).SEATS[-1] if game in GAMES else 0)
    return PrintJob(
        sheets,
        game=game,
        players=players,
        options=chosen_options(game, given),
        names=names,
        paper=given["paper"],
        grey=given["grey"],
        copies=given["copies"],
        duplex=given.get("duplex", "none"),
        single=given.get("single", False),
        every=not given.get("players"),
        turns=given.get("turns", False),
        link=given.get("link", ""),
        **more,
    )


def _speech(lang: str) -> Speech:
    from companion.i18n import language

    translator = language.translator({}, (), lang)
    return Speech(lang, translator.gettext, translator.ngettext, translator.finish)


def _write(order: PrintJob, speech: Speech, output: IO[bytes]) -> None:
    try:
        pdf = printed(order, speech)
    except Impossible as error:
        _refuse("\n".join(error.sentences))
    output.write(pdf)


def _refuse(reason: str) -> None:
    click.echo(reason, err=True)
    sys.exit(2)
