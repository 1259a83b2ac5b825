"""`companion print`: score sheets, set-up lists, cards and rules as PDFs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NoReturn

import click
from msgspec.structs import replace

from companion.cli.options import LANG, OPTIONS, RULES, command_translator, game_options, name_of, refuse_file
from companion.cli.output import printable, write_file
from companion.games import DEFAULT_SLUG, GAMES, record, rules_of
from companion.games.rulebooks import usual_setup
from companion.sheets.layout import render
from companion.sheets.print_job import BOOKLETS, CARD_SHEETS, NO_GAME, PACK, PAPERS, SHEETS, Paper, PrintJob, sheets_of
from companion.sheets.printed_games import PrintError, add_record
from companion.sheets.tents import Join

_OF_GAMES = ", ".join(name for name in SHEETS if name not in NO_GAME)
_SAMPLES = "samples"  # in place of a game: all sheets of all games
_WHO = (
    "Ana",
    "\u0141ukasz",
    "Zo\u00eb",
    "\u041c\u0430\u0440\u0438\u044f",
    "Maximiliane-Charlotte von Stein",
    "Luis",
)
_ADDRESS = "192.0.2.1:8000"
_JOIN = Join("Thursday", "K7PX3M", _ADDRESS, f"http://{_ADDRESS}/j/K7PX3M")


@click.command(epilog=f"GAME is one of {', '.join(GAMES)}; default: {DEFAULT_SLUG}.")
@click.argument("game", default=DEFAULT_SLUG)
@click.option("--sheet", "sheets", multiple=True, help=f"One of {_OF_GAMES}; may be repeated.")
@click.option("--players", type=int, metavar="NUMBER", help="The number of players.")
@click.option("--name", "names", multiple=True, help="A player's name; once per player, in seating order.")
@click.option("--record", "records", type=click.File("rb"), multiple=True, help="A game that fills in the score sheet.")
@RULES
@OPTIONS
@click.option("--paper", default="a4", show_default=True, metavar="|".join(PAPERS), help="The paper size.")
@LANG
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="The PDF file to write, or - for standard output; for samples, a folder.",
)
def command(game: str, output: Path, records: tuple[IO[bytes], ...], **given: Any) -> None:
    """Print sheets of GAME as one PDF.

    Without --sheet, it is the set-up list and the score sheet. `print samples -o FOLDER` prints each sheet of each
    game.

    With --record, the score sheet is filled in, as far as the game was played. Several games of The Game by the same
    people fill one sheet.

    \b
    Exit status:
      0  the PDF was written
      1  a record has an invalid entry, or the records don't belong on one sheet
      2  a file is not a game record, or an option is wrong
    """
    if game == _SAMPLES:
        _print_samples(output, given["paper"])
        return
    job = _job(game, given, is_filled=bool(records))
    for file in records:
        try:
            job = add_record(job, record.read(file.read()), "")
        except record.InvalidFile as error:
            refuse_file(file, error)
        except PrintError as error:
            _refuse(error, f"{name_of(file)}: ", status=1)
    write_file(output, _rendered(job))


def _job(slug: str, given: dict[str, Any], *, is_filled: bool) -> PrintJob:
    usual = ("score",) if is_filled else tuple(name for name in PACK if name in sheets_of(slug))
    sheets = given["sheets"] or usual
    is_tents = sheets == ("tent",)  # for any number of people, whoever plays
    names, tent_names = ((), given["names"]) if is_tents else (given["names"], ())
    counts = rules_of(slug).PLAYER_COUNTS if slug in GAMES else range(1)
    is_book = not {"rules", *BOOKLETS}.isdisjoint(sheets)
    usual_count = usual_setup(slug, 0).player_count if is_book and slug in GAMES else counts[-1]
    player_count = given["players"] if given["players"] is not None else len(names) or usual_count
    return PrintJob(
        sheets,
        slug=slug,
        player_count=player_count,
        options=game_options(given["rulings"], given["options"]),
        names=names,
        tent_names=tent_names,
        is_of_game=given["players"] is not None or bool(names),  # and not for any number of players
        paper=Paper(given["paper"]),
    )


def _print_samples(folder: Path, paper: str) -> None:
    from companion.exchange import sample
    from companion.store.base import now

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.FileError(str(folder), error.strerror) from None
    for name, job in _sample_jobs(paper, sample.last_games(now())):
        write_file(folder / f"{name}.pdf", _rendered(job))
    click.echo(str(folder))


def _sample_jobs(size: str, played: Iterable[record.Record]) -> Iterator[tuple[str, PrintJob]]:
    """Yield each sheet of each game with its name: blank and with names, cards on both sides.

    The score sheet of each of the games that were `played` is filled in.
    """
    paper = Paper(size)
    for slug in GAMES:
        blank = PrintJob(("score",), slug, rules_of(slug).PLAYER_COUNTS[-1], paper=paper)
        named = replace(blank, player_count=min(blank.player_count, len(_WHO)))
        named = replace(named, names=_WHO[: named.player_count])
        for sheet in sheets_of(slug):
            if sheet in NO_GAME:
                continue
            job = replace(named if sheet in ("setup", "tent") else blank, sheets=(sheet,))
            if sheet in CARD_SHEETS:
                job = replace(job, paper=replace(paper, duplex="long"))
            yield f"{slug}-{sheet}", job
        yield f"{slug}-score-names", named
    for game in played:
        filled = PrintJob(("score",), game.rules.SLUG, paper=paper, occasion="Sample")
        yield f"{filled.slug}-filled", add_record(filled, game, "")
    yield "join", PrintJob(("join",), paper=paper, join=_JOIN)


def _rendered(job: PrintJob) -> bytes:
    try:
        return render(job, command_translator())
    except PrintError as error:
        _refuse(error)


def _refuse(error: PrintError, where: str = "", status: int = 2) -> NoReturn:
    reasons = (text for _field, text in error.in_words(command_translator()))
    click.echo(printable(where + "\n".join(reasons)), err=True)
    sys.exit(status)
