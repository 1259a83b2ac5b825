"""A table's statistics: its last evening, who won how often, more figures on a page of their own, and each player's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from companion import games
from companion.core.figures import Figures
from companion.statistics.aggregate import MIN_RATED_GAMES, Rating, ratings
from companion.statistics.summary import statistics_of
from companion.store import finished_games
from companion.store.finished_games import FinishedGame
from companion.store.models import VIEWER, AccessLink
from companion.web import access
from companion.web.history import figure_rows
from companion.web.history.records import SHOWN_HOLDERS, records
from companion.web.tables.filters import FilterForm
from companion.web.workers import in_worker

bp = Blueprint("statistics", __name__, url_prefix="/t/<public_id>")
EVENING_PAUSE = timedelta(hours=6)  # after a break this long it is another evening


@bp.get("/statistics")
@access.needs(VIEWER)
@in_worker()
def show(link: AccessLink) -> ResponseReturnValue:
    form, names = FilterForm(request.args, link.table), link.table.player_names
    played = finished_games.of_table(link.table_id)
    taken = finished_games.filtered(played, form.filter)
    evening = last_evening(taken)
    sections = [
        {
            "title": own[-1].game.kind_title,
            "games": len(own),
            "mean_label": _(statistics_of(kind).MEAN_LABEL),
            "standings": figure_rows.standings(kind, figure_rows.aggregate_of(own), names, own[-1].summary.winning),
        }
        for kind, own in _by_kind(taken).items()
    ]
    page = render_template(
        "statistics.html",
        table=link.table,
        form=form,
        has_games=bool(played),
        evening=evening,
        evening_wins=wins_of(evening, names),
        sections=sections,
    )
    return page, form.status


@bp.get("/statistics/more")
@access.needs(VIEWER)
@in_worker()
def more(link: AccessLink) -> ResponseReturnValue:
    """Show what is asked for less often: records, cooperative games by group, ratings, and head to head."""
    form, names = FilterForm(request.args, link.table), link.table.player_names
    sections = []
    for kind, own in _by_kind(finished_games.filtered(finished_games.of_table(link.table_id), form.filter)).items():
        aggregate = figure_rows.aggregate_of(own)
        sections.append(
            {
                "title": own[-1].game.kind_title,
                "games": len(own),
                "records": records(own, names),
                "groups": figure_rows.group_table(kind, aggregate),
                "ratings": ratings_of(kind, own, names),
                "pairs": figure_rows.pairs(kind, aggregate, names),
            }
        )
    page = render_template(
        "more_figures.html",
        table=link.table,
        form=form,
        sections=sections,
        shown_holders=SHOWN_HOLDERS,
        min_rated_games=MIN_RATED_GAMES,
    )
    return page, form.status


@bp.get("/players/<int:player_id>")
@access.needs(VIEWER)
@in_worker()
def of_player(link: AccessLink, player_id: int) -> ResponseReturnValue:
    table, form = link.table, FilterForm(request.args, link.table)
    shown = access.player_of(table, player_id)
    taken = finished_games.filtered(finished_games.of_table(table.id), form.filter)
    sections: list[dict[str, Any]] = []
    for kind, played in _by_kind(taken).items():
        aggregate = figure_rows.aggregate_of(played)
        figures: Figures | None = aggregate.people.get(player_id, {}).get(kind)
        if figures is not None:
            rows = figure_rows.player_rows(kind, figures)
            pairs = figure_rows.pairs(kind, aggregate, table.player_names, only=player_id)
            title = played[-1].game.kind_title
            sections.append({"title": title, "games": figures["games"], "rows": rows, "pairs": pairs})
    page = render_template(
        "player.html",
        table=table,
        player=shown,
        form=form,
        games_query=form.query | {"player": [player_id, *form.query.get("player", ())]},
        sections=sections,
        may_erase=link.is_host and not shown.is_anonymous,
    )
    return page, form.status


def _by_kind(played: Sequence[FinishedGame]) -> dict[str, list[FinishedGame]]:
    """Games by kind, in the usual order of games, then by name."""
    by_kind: dict[str, list[FinishedGame]] = {slug: [] for slug in games.GAMES}
    for finished in sorted(played, key=lambda finished: finished.game.kind):
        by_kind.setdefault(finished.game.kind, []).append(finished)
    return {kind: past_games for kind, past_games in by_kind.items() if past_games}


def last_evening(played: Sequence[FinishedGame]) -> list[FinishedGame]:
    """The games of the last evening, oldest first; nothing if there was only one.

    Those who play at several tables have one evening.
    """
    in_order = sorted(played, key=lambda finished: finished.finished_at)
    latest = in_order[-1:]
    for finished in reversed(in_order[:-1]):
        if latest[0].game.started_at - finished.finished_at > EVENING_PAUSE:
            break
        latest.insert(0, finished)
    return latest if len(latest) > 1 else []


def wins_of(played: Sequence[FinishedGame], names: Mapping[int, str]) -> list[tuple[str, int, int]]:
    """The name, wins and games of all who played, most wins first."""
    count, wins = Counter[int](), Counter[int]()
    for finished in played:
        people = [person["player"] for person in finished.game.seats]
        count.update(people)
        wins.update(people[seat] for seat in finished.summary.winners)
    order = sorted(count, key=lambda player: (-wins[player], count[player]))
    return [(names[player], wins[player], count[player]) for player in order]


def ratings_of(
    kind: str, played: Sequence[FinishedGame], names: Mapping[int, str]
) -> tuple[list[str], list[tuple[str, list[Rating | None]]]]:
    """The variants of a game in which someone has a rating, and everybody's ratings by name, the best first."""
    labels, by_variant = statistics_of(kind).VARIANTS, dict[str, dict[int, Rating]]()
    for variant in sorted({finished.summary.variant for finished in played}):
        rankings = [
            [[finished.game.seats[seat]["player"] for seat in group] for group in finished.summary.ranking]
            for finished in played
            if finished.summary.variant == variant
        ]
        if len(rankings) >= MIN_RATED_GAMES and (found := ratings(rankings)):
            by_variant[_(labels[variant]) if variant in labels else _("The basic game") if labels else ""] = found
    people = {player for found in by_variant.values() for player in found}
    best = {player: max(found[player].points for found in by_variant.values() if player in found) for player in people}
    order = sorted(people, key=lambda player: (-best[player], player))
    return [*by_variant], [(names[player], [found.get(player) for found in by_variant.values()]) for player in order]
