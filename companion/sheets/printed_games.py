"""The game of a print job: its sheets, its set-up, and the records that fill in its score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import N_, NN_, Violation
from companion.core.translator import Translator
from companion.games import GAMES
from companion.games.record import Record
from companion.sheets.game_sheets import GameSheets
from companion.sheets.print_job import (
    COPIES,
    DUPLEX,
    PAPERS,
    SHEETS,
    Adjustment,
    PrintError,
    PrintJob,
    Problem,
    SheetGame,
)
from companion.sheets.round_sheets import RoundSheets


def sheets_class(slug: str) -> type[GameSheets]:
    """Return the class of the sheets of the game `slug`."""
    return games.part_of(slug, "companion.sheets.games", "Sheets", RoundSheets)


def game_sheets(slug: str, setup: Any, translator: Translator, names: Sequence[str] = ()) -> GameSheets:
    """Return the sheets of the game `slug` for one set-up, in the language of `translator`; blank without `names`."""
    return sheets_class(slug)(games.load(slug), setup, translator, names)


def setup_of(job: PrintJob, translator: Translator) -> Any:
    """Return the set-up of the game of `job`, which can be printed.

    :raises PrintError: the job can't be printed.
    """
    problems = [*_wrong_choices(job, translator)] or [*_wrong_players(job, translator)]
    if problems:
        raise PrintError(*problems)
    people = [Person(name or "?") for name in job.names or ("",) * job.player_count]
    state = games.load(job.slug).setup(people, job.options)
    setup = state if isinstance(state, Refusal) else state.setup
    if isinstance(setup, Refusal) and job.every and set(job.sheets) <= {"cards", "reference"}:
        setup = next(sheets_class(job.slug).all_setups(games.load(job.slug), job.options), setup)
    if isinstance(setup, Refusal):
        translator = translator.with_texts(games.load(job.slug).WORDS, [person.name for person in people])
        raise PrintError(*(Problem("options", _refusal(violation, job, translator)) for violation in setup.violations))
    if "tally" in job.sheets and not sheets_class(job.slug).HAS_TALLY:
        raise PrintError(Problem("sheets", translator.text(N_("There are no tally strips for this game."))))
    return setup


def _refusal(violation: Violation, job: PrintJob, translator: Translator) -> str:
    """Return what is wrong with an option; for an unknown house rule, list those that exist."""
    sentence = translator(violation)
    if violation.id != "unknown-switch":
        return sentence
    switches = translator.any_of([switch.name for switch in games.load(job.slug).SWITCHES])
    known = translator.text(N_("You can use {known}."), known=switches)
    return f"{sentence} {known}"


def _wrong_choices(job: PrintJob, translator: Translator) -> Iterator[Problem]:
    for field, value, known, text in (
        ("game", job.slug, GAMES, N_("There is no game {value}. You can use {known}.")),
        ("paper", job.paper, PAPERS, N_("There is no paper size {value}. You can use {known}.")),
        ("duplex", job.duplex, DUPLEX, N_("{value} is not a choice for two-sided printing. You can use {known}.")),
        *(("sheets", name, SHEETS, N_("There is no sheet {value}. You can use {known}.")) for name in job.sheets),
    ):
        if value not in known:
            yield Problem(field, translator.text(text, value=value, known=translator.any_of(list(known))))
    if not job.sheets:
        yield Problem("sheets", translator.text(N_("Choose at least one sheet.")))
    if job.copies not in COPIES:
        text = N_("You can print 1 to {most} copies at once, not {n}.")
        yield Problem("copies", translator.text(text, n=job.copies, most=COPIES[-1]))
    if "join" in job.sheets and job.join is None:
        yield Problem("sheets", translator.text(N_("To print a join card, turn on the table's join code first.")))
    if "answers" in job.sheets and not job.answers:
        yield Problem("sheets", translator.text(N_("There is no answer to print.")))


def _wrong_players(job: PrintJob, translator: Translator) -> Iterator[Problem]:
    seats = games.load(job.slug).SEATS
    if job.names and len(job.names) != job.player_count:
        forms = NN_(
            "You gave {n} name, but the number of players is {players}.",
            "You gave {n} names, but the number of players is {players}.",
        )
        yield Problem("players", translator.count(forms, len(job.names), players=job.player_count))
    elif job.player_count not in seats:
        text = N_("This game is for {low} to {high} players, not for {n}.")
        yield Problem("players", translator.text(text, low=seats[0], high=seats[-1], n=job.player_count))


def add_record(job: PrintJob, record: Record, translator: Translator, date: str) -> PrintJob:
    """Return `job` for the game in `record`, played on `date`: its players, options and entries so far.

    :raises PrintError: an entry is not valid, or the game does not belong on one sheet with the others.
    """
    rules = record.rules
    translator = translator.with_texts(rules.WORDS, record.names)
    for is_wrong, text in (
        (job.slug != rules.SLUG, N_("These are different games. Print each on its own sheet.")),
        (
            not sheets_class(rules.SLUG).COLLECTS_ATTEMPTS,
            N_("One sheet holds one game of {game}. Print each one separately."),
        ),
        (job.names != record.names, N_("These games had different players. Print each team on its own sheet.")),
        (job.options != record.options, N_("These games had different options. Print them on separate sheets.")),
    ):
        if job.games and is_wrong:
            raise PrintError(Problem("records", translator.text(text, game=rules.TITLE)))
    state, adjustments = record.state, []
    for number, entry in enumerate(record.entries, 1):
        applied = rules.apply(state, entry)
        if isinstance(applied, Refusal):
            why = " ".join(map(translator, applied.violations))
            raise PrintError(
                Problem("records", translator.text(N_("Entry {n} is not valid: {why}"), n=number, why=why))
            )
        if entry["type"] == "adjust" and (scores := rules.scores(state)):
            adjustments.append(Adjustment(len(scores.rounds), entry["seat"], entry["points"], entry["reason"]))
        state = applied.state
    return replace(
        job,
        slug=rules.SLUG,
        player_count=len(record.people),
        options=record.options,
        names=record.names,
        games=(*job.games, SheetGame(rules.report(state, translator), tuple(adjustments), date)),
    )
