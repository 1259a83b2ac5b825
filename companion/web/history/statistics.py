"""A table's statistics: its last evening; wins, records and head to head for each game; and the page of a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from flask import Blueprint, render_template
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.names import isolated
from companion.i18n import language
from companion.statistics.aggregate import MIN_RATED_GAMES, ratings
from companion.statistics.sentences import WORDS, sentence_of_each
from companion.statistics.summary import statistics_of
from companion.store import finished_games
from companion.store.finished_games import FinishedGame, own_games
from companion.store.models import VIEWER, AccessLink, Player, Table
from companion.web import access
from companion.web.charts import Bars, Chart, bars, chart, places_chart
from companion.web.history import figure_rows
from companion.web.history.records import SHOWN_HOLDERS, RecordRow, records
from companion.web.workers import in_worker

bp = Blueprint("statistics", __name__, url_prefix="/t/<public_id>")
SHOWN_POINTS = 40  # lines of a chart; nobody could tell more of them apart
SHOWN_BARS = 12
EVENING_PAUSE = timedelta(hours=6)  # after a break this long it is another evening
MAX_EVENING_GAMES = 12  # games of an evening that its chart shows


class EveningGame(Struct, frozen=True):
    """A game of the evening: its number at the table, its title, and everyone's place, or None if they did not play."""

    n: int
    title: str
    places: Sequence[int | None]


class Evening(Struct, frozen=True):
    """An evening: its day, who played, and their places in each game, oldest first."""

    day: datetime
    names: Sequence[str]
    games: Sequence[EveningGame]
    chart: Chart


class ResultRow(Struct, frozen=True):
    """The result of the game with the number `n`, and when and by whom it was played."""

    n: int
    started_at: datetime
    names: str
    result: int


class LatestResults(Struct, frozen=True):
    """The results of the latest games, as bars and as a table: the heading of both, and the `label` of the results."""

    title: str
    label: str
    chart: Bars
    rows: Sequence[ResultRow]


class GameSection(Struct, frozen=True, kw_only=True):
    """What a page shows about the games with one slug: their title and figures, of a table or of a player."""

    title: str
    games: int
    groups: figure_rows.GroupTable | None = None
    by_number: figure_rows.NumberTable | None = None
    pairs: Sequence[figure_rows.PairRow] = ()


class TableSection(GameSection, frozen=True, kw_only=True):
    """The figures of a table in one game."""

    standings: Sequence[figure_rows.StandingRow]
    mean_label: str
    records: Sequence[RecordRow]
    results: LatestResults | None
    ratings: Sequence[tuple[str, int]]  # names, the strongest first


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
    rating: int | None = None


@bp.get("/statistics")
@access.needs(VIEWER)
@in_worker()
def show(link: AccessLink) -> str:
    table, by_slug = link.table, _by_slug(link.table)
    played = [finished for of_game in by_slug.values() for finished in of_game]
    return render_template(
        "statistics.html",
        table=table,
        evening=last_evening(played, _names(table)),
        sentences=_sentences(played, _names(table)),
        sections=[_table_section(slug, played, table) for slug, played in by_slug.items()],
        is_host=link.is_host,
        min_games=figure_rows.MIN_GAMES,
        min_rated_games=MIN_RATED_GAMES,
        shown_holders=SHOWN_HOLDERS,
    )


@bp.get("/players/<int:player_id>")
@access.needs(VIEWER)
@in_worker()
def of_player(link: AccessLink, player_id: int) -> str:
    table = link.table
    shown = access.player_of(table, player_id)
    by_slug = _by_slug(table)
    sections = [_player_section(slug, played, shown, table) for slug, played in by_slug.items()]
    played = [finished for of_game in by_slug.values() for finished in of_game]
    may_erase = link.is_host and not shown.is_anonymous
    return render_template(
        "player.html",
        table=table,
        player=shown,
        sentence=_sentences(played, _names(table), only=shown.id).get(shown.id, ""),
        sections=[section for section in sections if section.games],
        may_erase=may_erase,
        min_games=figure_rows.MIN_GAMES,
        min_rated_games=MIN_RATED_GAMES,
    )


def _names(table: Table) -> dict[int, str]:
    return {player.id: isolated(player.full_name) for player in table.players}


def _sentences(played: Sequence[FinishedGame], names: Mapping[int, str], only: int | None = None) -> dict[int, str]:
    """Return the sentence about each player, by id, or about `only` one; `played` are games of any kinds."""
    numbers = {player_id: number for number, player_id in enumerate(names)}
    in_order = sorted(played, key=lambda finished: (finished.game.started_at, finished.game.n))
    seated = [([numbers[seat["player"]] for seat in finished.game.seats], finished.summary) for finished in in_order]
    people = numbers.values() if only is None else [numbers[only]]
    found, translator = sentence_of_each(seated, people), language.translator(WORDS, [*names.values()])
    return {player_id: translator(found[number]) for player_id, number in numbers.items() if number in found}


def _by_slug(table: Table) -> dict[str, list[FinishedGame]]:
    """Return the finished games of a table by slug, in the usual order of games."""
    played = finished_games.of_table(table.id)
    by_slug = {slug: [finished for finished in played if finished.game.slug == slug] for slug in games.GAMES}
    return {slug: past_games for slug, past_games in by_slug.items() if past_games}


def _table_section(slug: str, played: Sequence[FinishedGame], table: Table) -> TableSection:
    aggregate = figure_rows.aggregate_of(played)
    enough = len(played) >= figure_rows.MIN_GAMES
    names = _names(table)
    ratings = _ratings(played, table)
    rated = [(name, ratings[player_id]) for player_id, name in names.items() if player_id in ratings]
    is_ranked = bool(played[0].summary.ranking)
    return TableSection(
        title=games.rules_of(slug).TITLE,
        games=len(played),
        groups=figure_rows.group_table(slug, aggregate),
        by_number=figure_rows.number_table_of_all(slug, aggregate, played),
        pairs=figure_rows.pair_rows(slug, aggregate, names),
        standings=figure_rows.standings(slug, aggregate, names),
        mean_label=_(statistics_of(slug).MEAN_LABEL),
        records=records(played, names),
        results=_latest_results(slug, played) if enough and not is_ranked else None,
        ratings=sorted(rated, key=lambda row: -row[1]),
    )


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


def _player_section(slug: str, played: Sequence[FinishedGame], player: Player, table: Table) -> PlayerSection:
    own = own_games(played, player.id)
    if len(own) < figure_rows.MIN_GAMES:
        return PlayerSection(title=games.rules_of(slug).TITLE, games=len(own))
    aggregate = figure_rows.aggregate_of((finished for finished, _seat in own), only=player.id)
    total = aggregate.people[player.id][slug]
    shown = [finished.summary.points[seat] for finished, seat in own[-SHOWN_POINTS:]]
    names = _names(table)
    return PlayerSection(
        title=games.rules_of(slug).TITLE,
        games=len(own),
        groups=figure_rows.group_table(slug, aggregate),
        by_number=figure_rows.number_table(slug, total),
        pairs=figure_rows.pair_rows(slug, aggregate, names, only=player.id),
        rows=figure_rows.player_rows(slug, total),
        by_players=_by_players(own),
        points=shown,
        chart=chart([(names[player.id], shown)], first=len(own) - len(shown) + 1) if len(shown) > 1 else None,
        partners=_partners(own, names),
        rating=_ratings(played, table).get(player.id),
    )


def _ratings(played: Sequence[FinishedGame], table: Table) -> dict[int, int]:
    """Return the ratings in these games by player id, none if the table does not show them."""
    rankings = [
        [[finished.game.seats[seat]["player"] for seat in group] for group in finished.summary.ranking]
        for finished in played
        if finished.summary.ranking
    ]
    return ratings(rankings) if table.shows_ratings and len(rankings) >= MIN_RATED_GAMES else {}


def _by_players(own: Sequence[tuple[FinishedGame, int]]) -> list[PlayerCountRow]:
    """Return for each number of players the number of games, and the mean points if there are enough."""
    points: dict[int, list[int]] = {}
    for finished, seat in own:
        points.setdefault(len(finished.game.seats), []).append(finished.summary.points[seat])
    enough = ((count, results) for count, results in sorted(points.items()) if len(results) >= figure_rows.MIN_GAMES)
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


def last_evening(played: Sequence[FinishedGame], names: Mapping[int, str]) -> Evening | None:
    """Return the last evening with a winner in at least two games; `played` are finished games of all kinds."""
    ranked = sorted(
        (finished for finished in played if finished.summary.ranking), key=lambda finished: finished.finished_at
    )
    latest = ranked[-1:]
    for finished in reversed(ranked[:-1]):
        if latest[0].game.started_at - finished.finished_at > EVENING_PAUSE or len(latest) == MAX_EVENING_GAMES:
            break
        latest.insert(0, finished)
    if len(latest) < 2:
        return None
    ids = list(dict.fromkeys(seat["player"] for finished in latest for seat in finished.game.seats))
    rows = []
    for finished in latest:
        place_of = dict(zip((seat["player"] for seat in finished.game.seats), finished.summary.places, strict=True))
        places = [place_of.get(player_id) for player_id in ids]
        rows.append(EveningGame(finished.game.n, finished.game.title, places))
    shown_names = [names[player_id] for player_id in ids]
    series = [(name, [row.places[index] for row in rows]) for index, name in enumerate(shown_names)]
    return Evening(latest[0].game.started_at, shown_names, rows, places_chart(series))
