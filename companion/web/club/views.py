"""What the pages of an evening show: its rounds with their tables, what is wrong with them, parts of standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct

from companion.club import seating
from companion.club.seating import Problem
from companion.club.standings import Standing
from companion.core.translator import format_number
from companion.i18n import language
from companion.statistics.summary import statistics_of
from companion.store import evenings, game_log
from companion.store.base import day_of, now
from companion.store.evenings import Round
from companion.store.finished_games import FinishedGame
from companion.store.models import Evening, Game, Season
from companion.web.play.context import translator_for

Names = Mapping[int, str]


class TableView(Struct, frozen=True):
    """A table of a round: whose seats are there, the names of those who play, and its game if it was started."""

    number: int
    seats: Sequence[int]
    names: Sequence[str]
    game: Game | None
    is_over: bool
    result: str = ""  # who has won, with how many points

    @property
    def named(self) -> list[tuple[int, str]]:
        """The id and name of everyone at this table."""
        return [*zip(self.seats, self.names, strict=True)]

    @property
    def so_far(self) -> tuple[Sequence[int], str]:
        """The scores of its game so far, and what is going on there; reading them takes longer than the rest."""
        if self.game is None:
            return (), ""
        position = game_log.position(self.game)
        scores, say = position.rules.scores(position.state), translator_for(self.game)
        text = scores.unit_of() if scores and not self.is_over else position.rules.headline(position.state)
        return scores.totals if scores else (), say(text)


class RoundView(Struct, frozen=True):
    number: int
    round: Round[int]
    tables: Sequence[TableView]
    out: Sequence[str]

    @property
    def out_named(self) -> list[tuple[int, str]]:
        return [*zip(self.round.out, self.out, strict=True)]

    @property
    def heading(self) -> str:
        return _("Final") if self.round.is_final else _("Round %(number)s", number=self.number)

    @property
    def ends(self) -> datetime:
        """When the clock of this round runs out."""
        return datetime.fromtimestamp(self.round.ends_at, UTC)

    @property
    def is_done(self) -> bool:
        return all(table.is_over for table in self.tables)

    def without_place(self, here: Sequence[int], names: Names) -> list[str]:
        """Who is here and neither plays nor sits out, while this round is played; only the best play a final."""
        is_over = self.is_done or self.round.is_final
        return [] if is_over else [names.get(person, "?") for person in here if person not in self.round.people]

    @property
    def is_waiting(self) -> bool:
        """Whether most of the games of this round have not been started yet."""
        return 2 * sum(table.game is not None for table in self.tables) < len(self.tables)

    def place_of(self, player_id: int | None) -> tuple[TableView | None, str]:
        """At which table someone plays, and with whom."""
        table = next((table for table in self.tables if player_id in table.seats), None)
        others = [name for person, name in table.named if person != player_id] if table else []
        return table, language.translator().listed(others) if others else ""


def rounds_of(
    evening: Evening, names: Names, played: Mapping[Game, FinishedGame | None] | None = None
) -> list[RoundView]:
    """The rounds of an evening and its drafts, newest first; `played` are its games, if they were read."""
    played = evenings.played(evening) if played is None else played
    kept, views = {game.uuid: game for game in played}, []
    for number, round in enumerate(evenings.rounds_of(evening), 1):
        tables = []
        for at, table in enumerate(round.tables, 1):
            seated, game = [names.get(person, "?") for person in table.seats], kept.get(table.game)
            finished = played[game] if game is not None else None
            result = _winners_of(finished) if finished else ""
            tables.append(TableView(at, table.seats, seated, game, finished is not None, result))
        views.append(RoundView(number, round, tables, [names.get(person, "?") for person in round.out]))
    return views[::-1]


def _winners_of(finished: FinishedGame) -> str:
    """The winners of a game with their points, or "" for a cooperative game."""
    if statistics_of(finished.game.slug).IS_COOPERATIVE:
        return ""
    seats = [seat for seat, place in enumerate(finished.summary.places) if place == 1]
    names = language.translator().listed([finished.game.names[seat] for seat in seats])
    return f"{names} {format_number(finished.summary.points[seats[0]])}"


def is_ended(evening: Evening, rounds: Sequence[RoundView]) -> bool:
    """Whether the host has ended an evening, or its final is over; an open one ends with its day."""
    if evening.form == evenings.OPEN:
        return evening.day < day_of(now())
    last = rounds[0] if rounds else None
    return (
        last is not None and last.round.is_published and (last.round.is_last or (last.round.is_final and last.is_done))
    )


def late(evening: Evening, rounds: Sequence[RoundView], names: Names) -> str:
    """In a sentence who is here and has no place in the newest published round, or ""."""
    newest = next((view for view in rounds if view.round.is_published), None)
    who = newest.without_place(evening.here, names) if newest and not is_ended(evening, rounds) else []
    words = seating.PROBLEMS["no-seat"]
    return _(words, who=language.translator().listed(who)) if who else ""


def winners(standings: Sequence[Standing], names: Names) -> str:
    """In a sentence who has won, or "" if nobody has points."""
    first = [names.get(standing.person, "?") for standing in standings if standing.place == 1]
    who = language.translator().listed(first)
    return ngettext("%(names)s wins the evening", "%(names)s win the evening", len(first), names=who) if first else ""


def columns_of(of: Evening | Season) -> dict[int, str]:
    """The heads of the columns of standings, by the keys of their parts: rounds, or the days of evenings."""
    if isinstance(of, Season):
        return {evening.id: language.day_and_month(evening.day) for evening in of.evenings}
    rounds = enumerate(evenings.rounds_of(of), 1)
    return {number: _("Final") if round.is_final else str(number) for number, round in rounds}


def tie_breaks(standings: Sequence[Standing]) -> dict[int, str]:
    """By person, what decided between equal points: wins, second places, or the lead on the average.

    The final decides in its own way: there is no line where the order does not follow from these numbers.
    """
    lines: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for one, other in pairwise(standings):
        is_tie = one.tally.points == other.tally.points and one.place is not None and other.place is not None
        if is_tie and one.tally > other.tally:
            names = _("Wins"), _("Second places"), _("Against the average")
            ahead: tuple[int | Fraction, ...] = one.tally[1:]
            behind: tuple[int | Fraction, ...] = other.tally[1:]
            pairs = zip(names, ahead, behind, strict=True)
            name, more, fewer = next(pair for pair in pairs if pair[1] != pair[2])
            for standing, value in ((one, more), (other, fewer)):
                lines[standing.person][name] = f"{name}: {language.decimal(value, 2)}"
    return {person: " \u00b7 ".join(texts.values()) for person, texts in lines.items()}


def part(standing: Standing, key: int) -> str:
    """Someone's points in a round or at an evening; those that do not count in a season are in brackets."""
    if (tally := standing.parts.get(key)) is None:
        return ""
    text = language.decimal(tally.points, 2)
    return text if not standing.counted or key in standing.counted else f"({text})"


def warnings(evening: Evening, view: RoundView, names: Names) -> list[tuple[Problem, str]]:
    possible, here = evenings.possible_counts(evening), evening.here
    if view.round.is_final:  # whoever is not among the best does not play
        here = [person for person in here if person in view.round.people]
    found = []
    for problem in seating.problems(view.round.seating, possible, evenings.people_of(evening).apart, here):
        who = language.translator().listed([names.get(person, "?") for person in problem.people])
        found.append((problem, _(seating.PROBLEMS[problem.id], table=problem.table, who=who, n=problem.count)))
    return found
