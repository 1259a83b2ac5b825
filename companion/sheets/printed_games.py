"""The game of a print job: its sheets, its set-up, and the records that fill in its score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion import games
from companion.core import words
from companion.core.entries import Adjust
from companion.core.game import Person, Refusal
from companion.core.messages import N_, NN_, RECORD, Param, Phrase, Series, Verbatim, Violation, Words, any_of
from companion.core.translator import Translator
from companion.games import GAMES
from companion.games.record import Record
from companion.sheets.game_sheets import GameSheets, ScoredSheets
from companion.sheets.print_job import COPIES, DUPLEX, PAPERS, PrintJob, SheetGame, sheets_of

# Why a job can't be printed; these texts go before those of the game with the same id.
WORDS: Words = {
    "no-such-game": N_("There is no game %(value)s. You can use %(known)s."),
    "no-such-paper": N_("There is no paper size %(value)s. You can use %(known)s."),
    "no-such-duplex": N_("%(value)s isn't a choice for two-sided printing. You can use %(known)s."),
    "no-such-sheet": N_("There is no sheet %(value)s. You can use %(known)s."),
    "unknown-switch": N_("There is no house rule %(name)s in this game. You can use %(known)s."),
    "no-sheet": N_("Choose at least one sheet."),
    "copies": N_("You can print 1 to %(most)s copies at once, not %(n)s."),
    "no-join-code": N_("To print a join card, turn on the table's join code first."),
    "player-count": words.WORDS["player-count"],
    "name-count": NN_(
        "You gave %(n)s name, but the number of players is %(players)s.",
        "You gave %(n)s names, but the number of players is %(players)s.",
    ),
    "different-games": N_("These are different games. Print each on its own sheet."),
    "different-players": N_("These games had different players. Print each team on its own sheet."),
    "one-game": N_("One sheet holds one game of %(game)s. Print each one separately."),
    "invalid-entry": N_("Entry %(n)s isn't valid: %(why)s"),
}


class PrintError(ValueError):
    """The job can't be printed.

    `violations` say why, in texts of the game and of `WORDS`, each with the field of the print form that it concerns.
    """

    def __init__(self, *violations: Violation, game_words: Words = words.WORDS, names: Sequence[str] = ()) -> None:
        self.violations, self.words, self.names = violations, {**game_words, **WORDS}, names
        super().__init__(" ".join(text for _field, text in self.in_words(Translator())))

    def in_words(self, translator: Translator) -> list[tuple[str | None, str]]:
        """Each field with its sentence."""
        translator = translator.with_texts(self.words, self.names)
        return [(violation.field, translator(violation)) for violation in self.violations]


def sheets_class(slug: str) -> type[GameSheets]:
    return games.part_of(slug, "companion.sheets.games", "Sheets", ScoredSheets)


def game_sheets(slug: str, setup: Any, translator: Translator, names: Sequence[str] = ()) -> GameSheets:
    """For one set-up; blank without `names`."""
    return sheets_class(slug)(games.rules_of(slug), setup, translator, names)


def setup_of(job: PrintJob) -> Any:
    """:raises PrintError: the job can't be printed."""
    if violations := [*_wrong_choices(job)] or [*_wrong_players(job)]:
        raise PrintError(*violations)
    rules, sheets = games.rules_of(job.slug), sheets_class(job.slug)
    people = [Person(name or "?") for name in job.names or ("",) * job.player_count]
    state = rules.start(people, job.options)
    setup = state if isinstance(state, Refusal) else state.setup
    if isinstance(setup, Refusal) and job.sheets == ("cards",):
        setup = next(sheets.all_setups(rules, job.options), setup)
    if isinstance(setup, Refusal):
        raise PrintError(*setup.violations, game_words=rules.WORDS, names=[person.name for person in people])
    return setup


def _wrong_choices(job: PrintJob) -> Iterator[Violation]:
    for id, field, value, known in (
        ("no-such-game", "game", job.slug, GAMES),
        ("no-such-paper", "paper", job.paper.size, PAPERS),
        ("no-such-duplex", "duplex", job.paper.duplex, DUPLEX),
        *(("no-such-sheet", "sheets", name, sheets_of(job.slug)) for name in job.sheets),
    ):
        if value not in known:
            yield _violation(id, field, value=Verbatim(value), known=any_of(known))
    if not job.sheets:
        yield _violation("no-sheet", "sheets")
    if job.paper.copies not in COPIES:
        yield _violation("copies", "copies", n=job.paper.copies, most=COPIES[-1])
    if "join" in job.sheets and job.join is None:
        yield _violation("no-join-code", "sheets")


def _wrong_players(job: PrintJob) -> Iterator[Violation]:
    counts = games.rules_of(job.slug).PLAYER_COUNTS
    if job.player_count not in counts:
        yield _violation("player-count", "players", n=job.player_count, low=counts[0], high=counts[-1])
    elif job.names and len(job.names) != job.player_count:
        yield _violation("name-count", "players", n=len(job.names), players=job.player_count)


def _violation(id: str, field: str | None, **params: Param) -> Violation:
    return Violation(RECORD, id, params, field=field)


def add_record(job: PrintJob, record: Record, date: str, names: Sequence[str] = ()) -> PrintJob:
    """`job` for the game in `record`, played on `date`: its players, options and entries so far.

    The players have these `names`, by seat, or those of the record.

    :raises PrintError: an entry is not valid, or the game does not belong on one sheet with the others.
    """
    rules, names = record.rules, tuple(names) or record.names
    for id, is_wrong in (
        ("different-games", job.slug != rules.SLUG),
        ("one-game", not sheets_class(rules.SLUG).COLLECTS_ATTEMPTS),
        ("different-players", job.names != names),
    ):
        if job.games and is_wrong:
            raise PrintError(_violation(id, None, game=Verbatim(rules.TITLE)))
    game = record.replay()
    if game.refusal is not None:
        why = Series(tuple(Phrase(violation.id, violation.params) for violation in game.refusal.violations), " ")
        invalid = _violation("invalid-entry", None, n=len(game.moments) + 1, why=why)
        raise PrintError(invalid, game_words=rules.WORDS, names=names)
    adjustments = tuple((len(before.rounds), entry) for before, entry in game.moments if isinstance(entry, Adjust))
    return replace(
        job,
        slug=rules.SLUG,
        player_count=len(record.people),
        options=record.options,
        names=names,
        games=(*job.games, SheetGame(game.state, adjustments, date)),
    )
