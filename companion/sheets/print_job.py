"""Print jobs: what to print, as plain data, and its checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.game import Person, Refusal, replay
from companion.core.messages import N_, NN_, Json, Violation
from companion.core.translator import Translator
from companion.games import DEFAULT_SLUG, GAMES
from companion.games.record import Record
from companion.sheets.answers import AnswerSheet
from companion.sheets.game_sheets import GameSheets
from companion.sheets.join import Join
from companion.sheets.round_sheets import RoundSheets
from companion.sheets.sheet_games import SheetGame, sheet_game

# The sheets in the order in which they are printed: name -> label.
SHEETS = {
    "setup": N_("Set-up list"),
    "score": N_("Score sheet"),
    "cards": N_("Set-up cards"),
    "reference": N_("Reference cards"),
    "join": N_("Join card"),
    "rules": N_("Rules on one page"),
    "booklet": N_("Rule booklet"),
    "tent": N_("Tent cards with names"),
    "tally": N_("Tally strips"),
    "tournament": N_("Tournament sheet"),
    "answers": N_("Answers"),
}
PACK = ("setup", "score", "cards", "reference", "rules")  # the evening pack, with the join card where there is a table
NO_GAME = frozenset({"join", "answers"})  # sheets without a game, or that name it themselves
PAPERS = {
    "a4": N_("A4"),
    "letter": N_("Letter"),
    "a5": N_("A5"),
    "a5x2": N_("two A5 sheets on one A4, to be cut apart"),
}
DUPLEX = {
    "none": N_("one-sided"),
    "long": N_("two-sided, flip on long edge"),
    "short": N_("two-sided, flip on short edge"),
}
COPIES = range(1, 51)


class Problem(Struct, frozen=True):
    """Why a job can't be printed, and what to do; `field` is the field of the job that it concerns, or "" for none."""

    field: str
    text: str


class PrintError(ValueError):
    """The job can't be printed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = problems


class PrintJob(Struct, frozen=True):
    """A print job: sheets (names of `SHEETS`) for one set-up of a game, on which paper and how.

    - `names`: the names by seat; none for blanks.
    - `has_every_count`: set-up cards for every number of players.
    - `has_reference_for_each`: each player gets the reference cards that this game needs, or all share one of each.
    - `has_single_cards`: each card on a page of its own, with bleed.
    - `is_landscape`: score sheets for large handwriting.
    - `has_tricks`, `has_reasons`: the tricks of each round on the score sheet, and why each ended as it did.
    - `games`: the games that fill in the score sheet.
    - `occasion`: where and when they were played.
    - `link`: the address in the QR code.
    """

    sheets: tuple[str, ...]
    slug: str = DEFAULT_SLUG
    player_count: int = 4
    options: dict[str, Json] = {}
    names: tuple[str, ...] = ()
    paper: str = "a4"
    is_grey: bool = False
    copies: int = 1
    duplex: str = "none"
    has_single_cards: bool = False
    has_every_count: bool = False
    has_reference_for_each: bool = True
    has_dark_backs: bool = False
    is_landscape: bool = False
    has_tricks: bool = False
    has_reasons: bool = False
    occasion: str = ""
    games: tuple[SheetGame, ...] = ()
    link: str = ""
    join: Join | None = None
    answers: tuple[AnswerSheet, ...] = ()

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Return the names by seat, or "" for each blank."""
        return self.names or ("",) * self.player_count


def setup_of(job: PrintJob, translator: Translator) -> Any:
    """Return the set-up of the game of `job`, which can be printed.

    :raises PrintError: the job can't be printed.
    """
    problems = [*_wrong_choices(job, translator)] or [*_wrong_players(job, translator)]
    if problems:
        raise PrintError(*problems)
    people = [Person(name or "?") for name in job.names or [""] * job.player_count]
    state = games.load(job.slug).setup(people, job.options)
    setup = state if isinstance(state, Refusal) else state.setup
    if isinstance(setup, Refusal) and job.has_every_count and set(job.sheets) <= {"cards", "reference"}:
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


def add_record(job: PrintJob, record: Record, translator: Translator, date: str = "") -> PrintJob:
    """Return `job` for the game in `record`, played on `date`: its players, options and entries so far.

    :raises PrintError: an entry is not valid, or the game does not belong on one sheet with the others.
    """
    game = record.game
    translator = translator.with_texts(game.WORDS, record.names)
    for is_wrong, text in (
        (job.slug != game.SLUG, N_("These are different games. Print each on its own sheet.")),
        (
            not sheets_class(game.SLUG).COLLECTS_ATTEMPTS,
            N_("One sheet holds one game of {game}. Print each one separately."),
        ),
        (job.names != record.names, N_("These games had different players. Print each team on its own sheet.")),
        (job.options != record.options, N_("These games had different options. Print them on separate sheets.")),
    ):
        if job.games and is_wrong:
            raise PrintError(Problem("records", translator.text(text, game=game.TITLE)))
    replayed = replay(game, record.state, record.entries)
    if replayed.refused is not None and replayed.refusal:
        why = " ".join(map(translator, replayed.refusal.violations))
        text = translator.text(N_("Entry {n} is not valid: {why}"), n=replayed.refused + 1, why=why)
        raise PrintError(Problem("records", text))
    return replace(
        job,
        slug=game.SLUG,
        player_count=len(record.people),
        options=record.options,
        names=record.names,
        games=(*job.games, sheet_game(record, translator, date)),
    )


def sheets_class(slug: str) -> type[GameSheets]:
    """Return the class of the sheets of the game `slug`."""
    return games.part_of(slug, "companion.sheets.games", "Sheets", RoundSheets)


def game_sheets(slug: str, setup: Any, translator: Translator) -> GameSheets:
    """Return the sheets of the game `slug` for one set-up, in the language of `translator`."""
    return sheets_class(slug)(games.load(slug), setup, translator)
