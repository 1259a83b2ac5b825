"""What the pages of an evening show: its rounds with their tables, someone's own seat, and standings in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from flask import abort, flash
from flask_babel import gettext as _
from msgspec import Struct
from sqlalchemy import select

from companion import games
from companion.club import seating
from companion.club.seating import Problem
from companion.club.standings import Standing
from companion.core.game import Refusal
from companion.i18n import language
from companion.store import evening_games, evening_rounds, evenings, game_log
from companion.store.base import MAX_INTEGER, db
from companion.store.evenings import Round
from companion.store.finished_games import FinishedGame
from companion.store.models import Evening, Game, Season, Table
from companion.store.refusals import WORDS
from companion.web.play.context import translator_for

Names = Mapping[int, str]


class TableView(Struct, frozen=True):
    """A table of a round: who sits there, and its game if it was started; on a big screen, how that stands."""

    number: int
    names: Sequence[str]
    game: Game | None
    is_over: bool
    totals: Sequence[int] = ()
    progress: str = ""


class RoundView(Struct, frozen=True):
    number: int
    round: Round
    tables: Sequence[TableView]
    out: Sequence[str]

    @property
    def heading(self) -> str:
        return _("Final") if self.round.is_final else _("Round %(n)s", n=self.number)

    @property
    def ends(self) -> datetime:
        """Return when the clock of this round runs out."""
        return datetime.fromtimestamp(self.round.ends_at, UTC)

    @property
    def is_waiting(self) -> bool:
        """Return whether most of the games of this round have not been started yet."""
        return 2 * sum(table.game is not None for table in self.tables) < len(self.tables)


class OwnSeat(Struct, frozen=True):
    """Where someone sits in a round: at a table with others, perhaps for another player; without a table, out."""

    heading: str
    table: TableView | None
    others: str
    instead_of: str = ""


class StandingRow(Struct, frozen=True):
    """A line of the standings in words; a part that does not count in a season is in brackets."""

    place: str
    name: str
    is_own: bool
    points: str
    parts: Sequence[str]
    wins: int
    seconds: int
    margin: str
    games: int


def evening_of(table: Table, evening_id: int) -> Evening:
    """Return the evening of a table with this id.

    :raises NotFound: there is none.
    """
    query = select(Evening).where(Evening.id == min(evening_id, MAX_INTEGER), Evening.table_id == table.id)
    return db.session.scalar(query) or abort(404)


def season_of(table: Table, season_id: int) -> Season:
    """Return the season of a table with this id.

    :raises NotFound: there is none.
    """
    query = select(Season).where(Season.id == min(season_id, MAX_INTEGER), Season.table_id == table.id)
    return db.session.scalar(query) or abort(404)


def flash_refusal(refusal: Refusal, slug: str) -> None:
    """Show on the next page why something is not possible: a refusal of the store or of the game."""
    translator = language.translator({**WORDS, **games.rules_of(slug).WORDS})
    for violation in refusal.violations:
        flash(translator(violation))


def rounds_of(
    evening: Evening,
    names: Names,
    played: Mapping[Game, FinishedGame | None] | None = None,
    *,
    with_drafts: bool = False,
    with_scores: bool = False,
) -> list[RoundView]:
    """Return the rounds of an evening, newest first; for a big screen `with_scores`, which takes longer."""
    played = evening_games.played(evening) if played is None else played
    kept = {game.uuid: game for game in played}
    views = []
    for number, round in enumerate(evenings.rounds_of(evening), 1):
        if not (round.is_published or with_drafts):
            continue
        instead = dict(round.stand_ins)
        tables = []
        for at, table in enumerate(round.tables, 1):
            seated = [_with_stand_in(person, instead, names) for person in table.seats]
            game = kept.get(table.game)
            view = TableView(at, seated, game, game is not None and played[game] is not None)
            tables.append(_with_scores(view) if with_scores else view)
        views.append(RoundView(number, round, tables, [names.get(person, "?") for person in round.out]))
    return views[::-1]


def own_seat(rounds: Sequence[RoundView], player_id: int | None, names: Names) -> OwnSeat | None:
    """Return where someone sits in the newest published round, or None if that person is not in it."""
    view = next((view for view in rounds if view.round.is_published), None)
    if view is None or player_id is None:
        return None
    at = view.round.table_of(player_id)
    if at is None:
        return OwnSeat(view.heading, None, "") if player_id in view.round.out else None
    instead = {stand_in: who for who, stand_in in view.round.stand_ins}
    for_whom = instead.get(player_id, player_id)
    table = view.tables[at]
    seats = view.round.tables[at].seats
    others = [name for person, name in zip(seats, table.names, strict=True) if person != for_whom]
    others_listed = language.translator().listed(others) if others else ""
    return OwnSeat(view.heading, table, others_listed, "" if for_whom == player_id else names.get(for_whom, "?"))


def standing_rows(
    standings: Sequence[Standing], parts: Sequence[int], names: Names, own: int | None
) -> list[StandingRow]:
    """Return the lines of standings; `parts` are the rounds or evenings with a column of their own."""
    return [
        StandingRow(
            place="" if standing.place is None else f"{standing.place}.",
            name=names.get(standing.person, "?"),
            is_own=standing.person == own,
            points=language.decimal(standing.tally.points, 2),
            parts=[_part(standing, part) for part in parts],
            wins=standing.tally.wins,
            seconds=standing.tally.seconds,
            margin=language.decimal(standing.tally.margin, 2),
            games=standing.games,
        )
        for standing in standings
    ]


def warnings(evening: Evening, number: int, view: RoundView, names: Names) -> list[tuple[Problem, str]]:
    """Return what is wrong with a round, each problem with its sentence."""
    possible = evenings.possible_counts(evening)
    here = evening.here
    if view.round.is_final:  # whoever is not among the best does not play
        here = [person for person in here if person in view.round.people()]
    apart = [(one, other) for one, other in evening.apart]
    past, stand_ins = evening_rounds.history(evening, number), view.round.stand_ins
    found = seating.problems(view.round.seating, possible, past, apart, here, stand_ins)
    return [(problem, _sentence(problem, names)) for problem in found]


def _sentence(problem: Problem, names: Names) -> str:
    who = language.translator().listed([names.get(person, "?") for person in problem.people])
    values = {"table": problem.table, "who": who, "n": problem.count}
    match problem.id:
        case "impossible-size":
            return _("Table %(table)s: this game can't be played by %(n)s people.", **values)
        case "not-here":
            return _("Table %(table)s: %(who)s is not here.", **values)
        case "no-seat":
            return _("%(who)s is here and has no seat.", **values)
        case "apart":
            return _("Table %(table)s: %(who)s should be kept apart.", **values)
        case "met":
            return _("Table %(table)s: %(who)s have met before at this evening (%(n)s).", **values)
    return _("Table %(table)s: at a small table again: %(who)s.", **values)


def _with_scores(view: TableView) -> TableView:
    """Return a table with the scores of its game so far."""
    if view.game is None:
        return view
    position = game_log.position(view.game)
    scores, say = position.rules.scores(position.state), translator_for(view.game)
    totals = scores.totals if scores else ()
    progress = say(scores.unit_of() if scores and not view.is_over else position.rules.headline(position.state))
    return TableView(view.number, view.names, view.game, view.is_over, totals, progress)


def _with_stand_in(person: int, instead: Mapping[int, int], names: Names) -> str:
    name = names.get(person, "?")
    if person not in instead:
        return name
    return _("%(name)s (for %(other)s)", name=names.get(instead[person], "?"), other=name)


def _part(standing: Standing, part: int) -> str:
    tally = standing.parts.get(part)
    if tally is None:
        return ""
    text = language.decimal(tally.points, 2)
    return text if not standing.counted or part in standing.counted else f"({text})"
