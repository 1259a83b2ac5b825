"""A table's statistics: its last evening; wins, records and head to head for each game; and the page of a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.i18n import language
from companion.statistics.aggregate import MIN_GAMES, MIN_RATED_GAMES, Rating, ratings
from companion.statistics.filters import BASIC, variants_of
from companion.statistics.sentences import WORDS, sentence_of_each
from companion.statistics.summary import statistics_of
from companion.store import finished_games
from companion.store.finished_games import FinishedGame, own_games
from companion.store.models import VIEWER, AccessLink, Player, Table
from companion.web import access
from companion.web.charts import Bars, Chart, bars, chart
from companion.web.history import figure_rows
from companion.web.history.evening_grid import last_evening
from companion.web.history.records import SHOWN_HOLDERS, RecordRow, records
from companion.web.tables.filters import FilterForm
from companion.web.workers import in_worker

bp = Blueprint("statistics", __name__, url_prefix="/t/<public_id>")
SHOWN_POINTS = 40  # lines of a chart; nobody could tell more of them apart
SHOWN_BARS = 12


class ResultRow(Struct, frozen=True):
    """The result of the game with the number `n`, and when and by whom it was played."""

    n: int
    started_at: datetime
    names: str
    result: int


class LatestResults(Struct, frozen=True):
    """The results of the latest of all games, as bars and as a table: the heading of both, the `label` of results."""

    title: str
    label: str
    chart: Bars
    rows: Sequence[ResultRow]


class GameSection(Struct, frozen=True, kw_only=True):
    """What a page shows about the games with one slug: their title and figures, of a table or of a player."""

    title: str
    games: int
    groups: figure_rows.GroupTable | None = None
    by_number: Sequence[figure_rows.NumberTable] = ()


class RatingTable(Struct, frozen=True):
    """The ratings of a game: a column for each variant, and the players with their ratings, None if there is none.

    `since` is the first day of the season with which ratings start afresh, or None if they do not.
    """

    variants: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Rating | None]]]
    since: datetime | None


class TableSection(GameSection, frozen=True, kw_only=True):
    """The figures of a table in one game."""

    standings: Sequence[figure_rows.StandingRow]
    mean_label: str
    records: Sequence[RecordRow]
    results: LatestResults | None
    matrix: figure_rows.Matrix | None
    ratings: RatingTable | None


class PlayerCountRow(Struct, frozen=True):
    """How many games a player has played with this number of players, and the mean points."""

    player_count: int
    games: int
    mean: str


class PlayerSection(GameSection, frozen=True, kw_only=True):
    """A player's figures in one game; `rows` is empty if there are too few games."""

    rows: Sequence[figure_rows.FigureRow] = ()
    by_players: Sequence[PlayerCountRow] = ()
    points: Sequence[int] = ()
    chart: Chart | None = None
    partners: Sequence[tuple[str, int]] = ()
    opponents: Sequence[figure_rows.OpponentRow] = ()
    ratings: Sequence[tuple[str, Rating]] = ()  # by variant


@bp.get("/statistics")
@access.needs(VIEWER)
@in_worker()
def show(link: AccessLink) -> ResponseReturnValue:
    table, form = link.table, FilterForm(request.args, link.table)
    played = finished_games.of_table(table.id)
    taken = finished_games.filtered(played, form.filter)
    rated = _rated(played, form, table)
    page = render_template(
        "statistics.html",
        link=link,
        table=table,
        form=form,
        has_games=bool(played),
        evening=last_evening(taken, table.player_names),
        sentences=_sentences(taken, table.player_names),
        sections=[_table_section(slug, own, rated, form, table) for slug, own in _by_slug(taken).items()],
        min_games=MIN_GAMES,
        min_rated_games=MIN_RATED_GAMES,
        shown_holders=SHOWN_HOLDERS,
    )
    return page, form.status


@bp.get("/players/<int:player_id>")
@access.needs(VIEWER)
@in_worker()
def of_player(link: AccessLink, player_id: int) -> ResponseReturnValue:
    table, form = link.table, FilterForm(request.args, link.table)
    shown = access.player_of(table, player_id)
    played = finished_games.of_table(table.id)
    taken, rated = finished_games.filtered(played, form.filter), _rated(played, form, table)
    sections = [_player_section(slug, own, rated, shown, table) for slug, own in _by_slug(taken).items()]
    page = render_template(
        "player.html",
        table=table,
        player=shown,
        form=form,
        games_query=form.query | {"player": [player_id, *form.query.get("player", ())]},
        sentence=_sentences(taken, table.player_names, only=shown.id).get(shown.id, ""),
        sections=[section for section in sections if section.games],
        may_erase=link.is_host and not shown.is_anonymous,
        min_games=MIN_GAMES,
        min_rated_games=MIN_RATED_GAMES,
    )
    return page, form.status


def _sentences(played: Sequence[FinishedGame], names: Mapping[int, str], only: int | None = None) -> dict[int, str]:
    """Return the sentence about each player, by id, or about `only` one; `played` are games of any kinds."""
    numbers = {player_id: number for number, player_id in enumerate(names)}
    in_order = sorted(played, key=lambda finished: (finished.game.started_at, finished.game.n))
    seated = [([numbers[seat["player"]] for seat in finished.game.seats], finished.summary) for finished in in_order]
    people = numbers.values() if only is None else [numbers[only]]
    found, translator = sentence_of_each(seated, people), language.translator(WORDS, [*names.values()])
    return {player_id: translator(found[number]) for player_id, number in numbers.items() if number in found}


def _by_slug(played: Sequence[FinishedGame]) -> dict[str, list[FinishedGame]]:
    """Return games by slug, in the usual order of games."""
    by_slug = {slug: [finished for finished in played if finished.game.slug == slug] for slug in games.GAMES}
    return {slug: past_games for slug, past_games in by_slug.items() if past_games}


def _rated(played: Sequence[FinishedGame], form: FilterForm, table: Table) -> list[FinishedGame]:
    """Return the games from which ratings are computed: those of the filters, and the ones before them.

    If ratings start afresh with each season, they are those of the season in which the games of the filters end.
    """
    if not table.shows_ratings:
        return []
    begin = form.ratings_begin if table.rates_seasons else None
    return finished_games.filtered(played, replace(form.filter, since=None if begin is None else begin.timestamp()))


def _table_section(
    slug: str, played: Sequence[FinishedGame], rated: Sequence[FinishedGame], form: FilterForm, table: Table
) -> TableSection:
    aggregate = figure_rows.aggregate_of(played)
    enough = len(played) >= MIN_GAMES
    names = table.player_names
    is_ranked = bool(played[0].summary.ranking)
    standings = figure_rows.standings(slug, played, aggregate, names, form.least_games)
    return TableSection(
        title=games.rules_of(slug).TITLE,
        games=len(played),
        groups=figure_rows.group_table(slug, aggregate),
        by_number=figure_rows.number_tables(slug, played),
        matrix=figure_rows.matrix(slug, aggregate, [row.player_id for row in standings], names),
        standings=standings,
        mean_label=_(statistics_of(slug).MEAN_LABEL),
        records=records(played, names),
        results=_latest_results(slug, played) if enough and not is_ranked else None,
        ratings=_rating_table(slug, rated, names, form.ratings_begin if table.rates_seasons else None),
    )


def _rating_table(
    slug: str, rated: Sequence[FinishedGame], names: Mapping[int, str], since: datetime | None
) -> RatingTable | None:
    by_variant = _ratings(slug, rated)
    best = {
        player_id: max((found[player_id].points for found in by_variant.values() if player_id in found), default=None)
        for player_id in names
    }
    people = sorted((-points, player_id) for player_id, points in best.items() if points is not None)
    rows = [(names[person], [found.get(person) for found in by_variant.values()]) for _points, person in people]
    return RatingTable([*by_variant], rows, since) if rows else None


def _latest_results(slug: str, played: Sequence[FinishedGame]) -> LatestResults:
    declared, translator = statistics_of(slug), language.translator()
    latest = played[-SHOWN_BARS:]
    rows = [
        ResultRow(
            finished.game.n,
            finished.game.started_at,
            translator.listed(finished.game.names),
            finished.summary.points[0],
        )
        for finished in latest
    ]
    label = _(declared.LABELS[declared.RESULT])
    return LatestResults(_(declared.RESULT_CHART), label, bars([row.result for row in rows]), rows)


def _player_section(
    slug: str, played: Sequence[FinishedGame], rated: Sequence[FinishedGame], player: Player, table: Table
) -> PlayerSection:
    own = own_games(played, player.id)
    if len(own) < MIN_GAMES:
        return PlayerSection(title=games.rules_of(slug).TITLE, games=len(own))
    own_finished = [finished for finished, _seat in own]
    aggregate = figure_rows.aggregate_of(own_finished, only=player.id)
    total = aggregate.people[player.id][slug]
    shown = [finished.summary.points[seat] for finished, seat in own[-SHOWN_POINTS:]]
    names = table.player_names
    by_variant = _ratings(slug, rated).items()
    return PlayerSection(
        title=games.rules_of(slug).TITLE,
        games=len(own),
        groups=figure_rows.group_table(slug, aggregate),
        by_number=figure_rows.number_tables(slug, own_finished, only=player.id),
        opponents=figure_rows.opponents(slug, aggregate, names, player.id),
        rows=figure_rows.player_rows(slug, total),
        by_players=_by_players(own),
        points=shown,
        chart=chart([("", shown)], first=len(own) - len(shown) + 1) if len(shown) > 1 else None,
        partners=_partners(own, names),
        ratings=[(variant, found[player.id]) for variant, found in by_variant if player.id in found],
    )


def _ratings(slug: str, rated: Sequence[FinishedGame]) -> dict[str, dict[int, Rating]]:
    """Return the ratings in games of one kind by variant, in words, and player id."""
    ranked = [finished for finished in rated if finished.game.slug == slug and finished.summary.ranking]
    found = {}
    for variant, label in (variants_of(slug) or {BASIC: ""}).items():
        rankings = [
            [[finished.game.seats[seat]["player"] for seat in group] for group in finished.summary.ranking]
            for finished in ranked
            if variant == (finished.summary.variant or BASIC)
        ]
        if len(rankings) >= MIN_RATED_GAMES:
            found[_(label) if label else ""] = ratings(rankings)
    return found


def _by_players(own: Sequence[tuple[FinishedGame, int]]) -> list[PlayerCountRow]:
    """Return for each number of players the number of games, and the mean points if there are enough."""
    points: dict[int, list[int]] = {}
    for finished, seat in own:
        points.setdefault(len(finished.game.seats), []).append(finished.summary.points[seat])
    enough = ((count, results) for count, results in sorted(points.items()) if len(results) >= MIN_GAMES)
    return [
        PlayerCountRow(count, len(results), figure_rows.mean(sum(results), len(results))) for count, results in enough
    ]


def _partners(own: Sequence[tuple[FinishedGame, int]], names: Mapping[int, str]) -> list[tuple[str, int]]:
    """Return a player's allies with the number of rounds, most first; `own` has games with the player's seat."""
    rounds: Counter[int] = Counter()
    for finished, seat in own:
        for partner, count in finished.summary.partners[seat].items():
            rounds[finished.game.seats[int(partner)]["player"]] += count
    return [(names[player_id], count) for player_id, count in rounds.most_common()]
