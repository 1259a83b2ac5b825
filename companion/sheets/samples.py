"""Samples of all sheets, so that they can be looked at together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.games import GAMES, rules_of
from companion.games.record import Record
from companion.sheets.join import Join
from companion.sheets.print_job import CARD_SHEETS, NO_GAME, Paper, PrintJob, sheets_of
from companion.sheets.printed_games import add_record

_NAMES = ("Ana", "\u0141ukasz", "Zo\u00eb", "\u041c\u0430\u0440\u0438\u044f", "Maximiliane-Charlotte von Stein", "Luis")
_ADDRESS = "192.0.2.1:8000"
_JOIN = Join("Thursday", "K7PX3M", _ADDRESS, f"http://{_ADDRESS}/j/K7PX3M")


def sample_jobs(size: str, played: Iterable[Record]) -> Iterator[tuple[str, PrintJob]]:
    """Yield each sheet of each game with its name: blank and with names, cards on both sides.

    The score sheet of each of the games that were `played` is filled in.
    """
    paper = Paper(size)
    for slug in GAMES:
        blank = PrintJob(("score",), slug, rules_of(slug).PLAYER_COUNTS[-1], paper=paper)
        named = replace(blank, player_count=min(blank.player_count, len(_NAMES)))
        named = replace(named, names=_NAMES[: named.player_count])
        for sheet in sheets_of(slug):
            if sheet in NO_GAME:
                continue
            job = replace(named if sheet in ("setup", "tent") else blank, sheets=(sheet,))
            if sheet in CARD_SHEETS:
                job = replace(job, paper=replace(paper, duplex="long"))
            yield f"{slug}-{sheet}", job
        yield f"{slug}-score-names", named
    for record in played:
        filled = PrintJob(("score",), record.rules.SLUG, paper=paper, occasion="Sample")
        yield f"{filled.slug}-filled", add_record(filled, record, "")
    yield "join", PrintJob(("join",), paper=paper, join=_JOIN)
