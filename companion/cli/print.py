"""`companion print`: score sheets, set-up lists, cards and rules as PDFs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import IO, Any, NoReturn

import click
from msgspec.structs import replace

from companion.cli.game_options import chosen_options, game_options, option_names
from companion.cli.options import LANG, Decorator, command_translator, gettext, name_of, refuse_file, with_options
from companion.cli.output import printable, write_file
from companion.core.names import isolated
from companion.games import DEFAULT_SLUG, GAMES, rules_of
from companion.games.rulebooks import usual_setup
from companion.sheets.answers import AnswerSheet
from companion.sheets.join import Join
from companion.sheets.layout import render
from companion.sheets.print_job import CARD_SHEETS, DUPLEX, NO_GAME, PACK, PAPERS, SHEETS, PrintJob
from companion.sheets.printed_games import PrintError, add_record

_PAPER = click.option("--paper", default="a4", show_default=True, metavar="|".join(PAPERS), help="The paper size.")
_OUTPUT = (
    _PAPER,
    LANG,
    click.option("--grey", is_flag=True, help="Print in greyscale."),
    click.option("--copies", type=int, default=1, show_default=True, metavar="NUMBER", help="The number of copies."),
    click.option(
        "-o",
        "--output",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        required=True,
        help="The PDF file to write, or - for standard output.",
    ),
)
_GAME_OPTIONS = (
    click.option("--players", type=int, metavar="NUMBER", help="The number of players."),
    click.option(
        "--name", "names", multiple=True, help="A player's name; give this option once per player, in seating order."
    ),
    game_options(GAMES),
)
_SINGLE = click.option(
    "--single", is_flag=True, help="Print each card on a page of its own, with bleed for a print shop."
)
_DUPLEX = click.option(
    "--duplex",
    default="none",
    show_default=True,
    metavar="|".join(DUPLEX),
    help="Two-sided printing, flipped on the long or the short edge.",
)
_OF_GAMES = [name for name in SHEETS if name not in NO_GAME]
_TRICKS = click.option("--tricks", is_flag=True, help="Put the tricks of each round on the score sheet.")
_REASONS = click.option("--reasons", is_flag=True, help="Add the reason for each trick's result.")
_GAME = click.argument("game", default=DEFAULT_SLUG)

# The commands that print one sheet: its name in `SHEETS`, its help, and its options in addition to the common ones.
_COMMANDS: dict[str, tuple[str, tuple[Decorator, ...]]] = {
    "setup": ("Print the set-up list for GAME.", _GAME_OPTIONS),
    "score": ("Print a blank score sheet for GAME.", (*_GAME_OPTIONS, _TRICKS)),
    "cards": (
        "Print set-up cards for GAME. One for --players, or one for each number of players.",
        (*_GAME_OPTIONS, _SINGLE, _DUPLEX),
    ),
    "reference": (
        "Print reference cards for GAME. With --players, each player gets a set of the cards in use.",
        (*_GAME_OPTIONS, _SINGLE, _DUPLEX),
    ),
    "booklet": (
        "Print the rule booklet for GAME. Fold A4 and Letter sheets in the middle; A5 has one page per sheet.",
        (_DUPLEX,),
    ),
    "rules": ("Print the rules of GAME on one page.", ()),
    "tent": (
        "Print a tent card for each player. It shows the name, a colour, and how points are counted.",
        _GAME_OPTIONS,
    ),
    "tally": ("Print tally strips for GAME, one for each player. Cut them apart.", _GAME_OPTIONS),
}


@click.group(
    help="Print score sheets, set-up lists and cards as PDFs. "
    f"GAME is one of {', '.join(GAMES)}; default: {DEFAULT_SLUG}."
)
def command() -> None:
    pass


@command.command()
@with_options(
    click.argument("records", type=click.File("rb"), nargs=-1, required=True),
    click.option("--link", default="", help="The address to print on the sheet as a QR code."),
    click.option("--table", default="", help="The name of the table, for the top of the sheet."),
    click.option("--venue", default="", help="Where the games were played."),
    click.option(
        "--date",
        "dates",
        multiple=True,
        help="When a game was played; give this option once per game, in the order of RECORDS.",
    ),
    _TRICKS,
    _REASONS,
    *_OUTPUT,
)
def filled(records: tuple[IO[bytes], ...], table: str, venue: str, dates: tuple[str, ...], **given: Any) -> None:
    """Print a filled-in score sheet for the games in RECORDS.

    Unfinished games are filled in as far as they were played. Several records fill one sheet if it has room for
    several games and the same people played them.

    \b
    Exit status:
      0  the sheet was written
      1  a record has an invalid entry, or the records don't belong on one sheet
      2  a file is not a game record, or an option is wrong
    """
    from companion.games import record

    if len(dates) > len(records):
        raise click.BadParameter(gettext("There are more dates than records."), param_hint="--date")
    when = dates[:1] if len(records) == 1 else ()
    job = replace(_job(("score",), given), occasion=" \u00b7 ".join(map(isolated, filter(None, (table, venue, *when)))))
    for file, date in zip(records, chain(dates, repeat("")), strict=False):
        try:
            job = add_record(job, record.read(file.read()), date)
        except record.InvalidFile as error:
            refuse_file(file, error)
        except PrintError as error:
            _refuse(error, f"{name_of(file)}: ", status=1)
    write_file(given["output"], _rendered(job))


@command.command()
@with_options(
    click.option("--table", required=True, help="The name of the table."),
    click.option("--code", required=True, help="The table's join code."),
    click.option("--address", required=True, help="Where to enter the code, such as 192.168.1.20:8000."),
    *_OUTPUT,
)
def join(table: str, code: str, address: str, **given: Any) -> None:
    """Print the join card of a table."""
    base = address if "://" in address else f"http://{address}"
    _print(("join",), **given, join=Join(table, code, address, f"{base.rstrip('/')}/j/{code}"))


@command.command()
@with_options(
    _GAME,
    *_GAME_OPTIONS,
    click.option("--sheet", "sheets", multiple=True, help=f"One of {', '.join(_OF_GAMES)}; may be repeated."),
    _TRICKS,
    _DUPLEX,
    *_OUTPUT,
)
def pack(sheets: tuple[str, ...], **given: Any) -> None:
    """Print everything you need for an evening of GAME.

    All sheets are in one PDF.
    """
    _print(sheets or PACK, **given)


@command.command()
@with_options(
    LANG,
    _PAPER,
    click.option(
        "-o",
        "--output",
        type=click.Path(file_okay=False, path_type=Path),
        required=True,
        help="The folder to write to.",
    ),
)
def samples(paper: str, output: Path) -> None:
    """Print a sample of each sheet, in a PDF of its own.

    contact-sheet.png shows small pictures of all pages.
    """
    from companion.exchange import sample
    from companion.sheets.samples import contact_sheet, sample_jobs
    from companion.store.base import now

    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from None
    jobs = dict(sample_jobs(paper, _sample_answer(), sample.last_games(now())))
    pdfs = {name: _rendered(job) for name, job in jobs.items()}
    for name, pdf in pdfs.items():
        write_file(output / f"{name}.pdf", pdf)
    write_file(output / "contact-sheet.png", contact_sheet(pdfs))
    click.echo(str(output / "contact-sheet.png"))


def _sample_answer() -> AnswerSheet:
    """Return the answer to the first worked example in the first rule book."""
    from companion.desk import questions
    from companion.desk.answers import answer_question
    from companion.desk.wording import in_words
    from companion.games import rulebooks

    example = next(example for chapter in rulebooks.chapters(DEFAULT_SLUG) for example in chapter.examples)
    translator = command_translator(questions.words(DEFAULT_SLUG), questions.letters(DEFAULT_SLUG))
    answer = in_words(answer_question(DEFAULT_SLUG, example.situation), translator)
    cards = []
    for field in questions.desk_of(DEFAULT_SLUG).question(example.situation).fields:
        items = example.situation.get(field.name, "").split()
        labels = translator.names if field.slots else (translator.text(field.label),)
        cards += [f"{label}: {translator.say(card)}" for label, card in zip(labels, items, strict=False)]
    return AnswerSheet(rules_of(DEFAULT_SLUG).TITLE, (translator.text(example.title), *cards), answer)


def _print(sheets: tuple[str, ...], **given: Any) -> None:
    write_file(given["output"], _rendered(_job(sheets, given)))


for _name, (_help, _options) in _COMMANDS.items():
    command.command(_name, help=_help)(with_options(_GAME, *_options, *_OUTPUT)(partial(_print, (_name,))))


def _job(sheets: tuple[str, ...], given: Mapping[str, Any]) -> PrintJob:
    """Return the print job for the options of the command line."""
    names = given.get("names", ())
    slug = given.get("game", DEFAULT_SLUG)
    player_count = given.get("players")
    is_open = player_count is None and not names  # the print is for any number of players
    if player_count is None:
        player_count = len(names) or (_usual_count(sheets, slug) if slug in GAMES else 0)
    if sheets == ("tent",):  # for any number of people, whoever plays
        counts = rules_of(slug).PLAYER_COUNTS if slug in GAMES else range(1)
        player_count = given.get("players") or min(max(player_count, counts[0]), counts[-1])
        given = {**given, "names": (), "tent_names": names}
    fields = given.keys() & set(PrintJob.__struct_fields__) - option_names()
    return PrintJob(
        sheets,
        slug=slug,
        player_count=player_count,
        options=chosen_options(slug, given),
        every=is_open and not CARD_SHEETS.isdisjoint(sheets),
        has_reference_for_each=not is_open,
        **{name: given[name] for name in fields},
    )


def _usual_count(sheets: tuple[str, ...], slug: str) -> int:
    """Return for how many players a print is that is for any number: the usual number in a book, else the most."""
    is_book = not {"booklet", "rules"}.isdisjoint(sheets)
    return int(usual_setup(slug, 0).player_count) if is_book else rules_of(slug).PLAYER_COUNTS[-1]


def _rendered(job: PrintJob) -> bytes:
    try:
        return render(job, command_translator())
    except PrintError as error:
        _refuse(error)


def _refuse(error: PrintError, where: str = "", status: int = 2) -> NoReturn:
    reasons = (text for _field, text in error.in_words(command_translator()))
    click.echo(printable(where + "\n".join(reasons)), err=True)
    sys.exit(status)
