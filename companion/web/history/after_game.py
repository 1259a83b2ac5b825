"""After a game: highlights; a picture, text and link to share; BG Stats; and other house rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from companion import games
from companion.core.entries import Entry
from companion.core.options import Option
from companion.core.rounds import Ranking, places
from companion.core.translator import format_number
from companion.exchange import bg_stats
from companion.games import rulebooks
from companion.i18n.language import current, day
from companion.sheets.printed_games import game_sheets
from companion.sheets.result_picture import HEIGHT, WIDTH, ResultPicture, draw
from companion.statistics.alternatives import AlternativeResult, alternative_results
from companion.statistics.summary import statistics_of
from companion.store import finished_games, game_log, links
from companion.store.finished_games import FinishedGame
from companion.store.models import PLAYER, VIEWER, AccessLink, Game
from companion.web import access
from companion.web.allowances import JOB, PICTURE, costs
from companion.web.play.board import highlights_in_words
from companion.web.play.context import translator_for
from companion.web.tables.game_rows import podium_of, variant_label
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("after_game", __name__)


class AfterGame:
    """A finished game as the pages after it show it, in the language of the request."""

    def __init__(self, game: Game, finished: FinishedGame) -> None:
        self.game = game
        self.finished = finished
        self.statistics = statistics_of(game.slug)
        self.translator = translator_for(game)
        self.variant = variant_label(self.finished)
        self.names = self.translator.listed(game.names)
        self.podium = podium_of(self.finished)

    @cached_property
    def headline(self) -> str:
        """The result in one line."""
        return self.translator(games.rules_of(self.game.slug).headline(game_log.position(self.game).state))

    @cached_property
    def highlights(self) -> list[str]:
        """The highlights of the game in sentences."""
        return highlights_in_words(self.finished, finished_games.played_before(self.game))

    @property
    def text(self) -> str:
        """The result as a text for a chat."""
        lines = [f"{self.game.title} · {day(self.game.day)}", *(row.line for row in self.podium)]
        if words := self.finished.summary.words:
            lines += [self.names, self.translator(words)]
        return "\n".join([*lines, *self.highlights])

    def picture(self) -> Response:
        lines = [(f"{row.place}.", row.names, format_number(row.points)) for row in self.podium]
        result = ResultPicture(
            self.game.title,
            self.headline,
            lines or [("", name, "") for name in self.game.names],
            self.highlights,
            f"{day(self.game.day)} · Companion",
            game_sheets(self.game.slug, game_log.position(self.game).start.setup, self.translator).emblem,
        )
        response = Response(draw(result), mimetype="image/png")
        response.headers.set("Content-Disposition", "inline", filename=f"{self.game.slug}-{self.game.n}.png")
        return response


def after_game_or_404(game: Game) -> AfterGame:
    """A finished game to look back on.

    :raises NotFound: it is not finished.
    """
    return AfterGame(game, finished_games.of_games([game]).get(game.id) or abort(404))


@bp.get("/t/<public_id>/<int:n>/afterwards")
@access.needs(VIEWER)
@in_worker()
def show(link: AccessLink, game: Game) -> str:
    result = after_game_or_404(game)
    return render_template(
        "after_game.html", result=result, bg_stats=bg_stats.link(result.finished), may_share=link.may_enter
    )


@bp.post("/t/<public_id>/<int:n>/share")
@access.needs(PLAYER)
def share(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Create the link that shows this game, or withdraw it."""
    after_game_or_404(game)
    if "stop" in request.form:
        links.stop_sharing(game)
    else:
        links.share(game)
    return redirect(url_for("after_game.show", _anchor="link"), 303)


@bp.get("/t/<public_id>/<int:n>/result.png")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def picture(link: AccessLink, game: Game) -> Response:
    return after_game_or_404(game).picture()


@bp.get("/s/<token>")
@access.public
@costs(PICTURE)
@in_worker()
def shared(token: str) -> str:
    """Show a game's result to anyone who has its link, and nothing else from the table."""
    return render_template("shared.html", result=_shared(token), token=token, picture_size=(WIDTH, HEIGHT))


@bp.get("/s/<token>/result.png")
@access.public
@costs(JOB)
@in_worker()
def shared_picture(token: str) -> Response:
    return _shared(token).picture()


@bp.get("/t/<public_id>/<int:n>/otherwise")
@access.needs(VIEWER)
@costs(JOB)
@in_worker(is_slow=is_long_game)
def other_rules(link: AccessLink, game: Game) -> str:
    """Show how other house rules would have changed the game."""
    finished = after_game_or_404(game).finished
    played = game_log.position(game).entered_game
    rows = [_alternative(finished, result, played.entries) for result in alternative_results(played)]
    return render_template("other_rules.html", table=link.table, title=game.title, rows=rows)


def _shared(token: str) -> AfterGame:
    game = links.find_shared(token)
    if game is None:
        abort(404, _("This result is no longer shared."))
    return after_game_or_404(game)


def _alternative(finished: FinishedGame, item: AlternativeResult, entries: Sequence[Entry]) -> dict[str, Any]:
    """Another house rule, with the results under it or the entry that it would have made impossible.

    Each of the `results` says of whom it is, how it was played, and how it would have been; the winner is the first.
    """
    game, replayed, changed = finished.game, item.replayed, item.changed
    if isinstance(changed, Option):
        question, label = _(changed.label), _(changed.values[item.value])
    else:
        words = rulebooks.house_rule(changed.rule, current())
        question, label = words.question, words.answers[item.value]
    translator, results, stops = translator_for(game), [], ""
    summary, result = finished.summary, item.result
    if replayed.refusal is not None:
        heading = translator(replayed.rules.heading(replayed.state, entries[len(replayed.moments)]))
        why = " ".join(map(translator, replayed.refusal.violations))
        stops = _("No longer possible from here on (%(where)s): %(why)s", where=heading, why=why)
    elif summary.words and result.words:
        results = [(translator.listed(game.names), translator(summary.words), translator(result.words))]
    else:
        played_by, other_by = _by_seat(summary.ranking, summary.points), _by_seat(item.ranking, result.points)
        order = [seat for group in summary.ranking for seat in group]
        results = [(game.names[seat], played_by[seat], other_by[seat]) for seat in order]
    return {"question": question, "label": label, "rule": changed.rule, "results": results, "stops": stops}


def _by_seat(ranking: Ranking, points: Sequence[int]) -> dict[int, str]:
    """Each seat's place and points in words."""
    return {seat: f"{place}. ({format_number(points[seat])})" for place, seats in places(ranking) for seat in seats}
