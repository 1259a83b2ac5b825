"""A new game at a table: which game, who plays in which seat, and with which options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from wtforms.validators import Optional

from companion import games
from companion.core.game import Person, Refusal, ScoredGame
from companion.core.numbers import int_or_none
from companion.store import game_log, tables
from companion.store.database import writing
from companion.store.models import PLAYER, AccessLink, Game, Table
from companion.store.refusals import refusal
from companion.store.tables import CarriedPoints
from companion.web import access
from companion.web.forms import DayField, is_fragment, sent_action
from companion.web.play.context import begins_by_result
from companion.web.settings.options import OptionsForm, known_names, last_options, sent_name
from companion.web.tables.forms import SeatsForm
from companion.web.tables.game_rows import playing

bp = Blueprint("new_game", __name__, url_prefix="/t/<public_id>/new")


@bp.get("")
@access.needs(PLAYER)
def choose(link: AccessLink) -> str:
    """Show the games to choose from; with `game` the form of that game, with `again` that of an earlier game."""
    slug, again = _requested_slug(), int_or_none(request.args.get("again"))
    if again is not None:
        game = access.game_of(link.table, again)
        slug, seated, options = game.slug, access.seated_players(game), game.options
        carried, rules = requested_points(link), games.rules_of(slug)
        if carried and carried.rounds_left and isinstance(rules, ScoredGame):
            options = {**options, rules.LENGTH_OPTION: carried.rounds_left}
    elif slug in games.GAMES:
        likely, options = access.last_players(link.table) or link.table.players, last_options(link.table, slug)
        seated = likely if len(likely) <= max(games.rules_of(slug).PLAYER_COUNTS) else []
    else:
        all_games = [*map(games.rules_of, games.GAMES)]
        return render_template("choose_game.html", table=link.table, games=all_games, running=playing(link.table))
    people = [player.person for player in seated]
    form = OptionsForm(slug, people, options=options, **_at_table(link, people))
    return _page(link, SeatsForm(link.table, seated), form)


@bp.post("")
@access.needs(PLAYER)
def start(link: AccessLink) -> ResponseReturnValue:
    """Start the game, or show the form again after a tap on one of its other buttons.

    If these people's game has been started since the form was opened, by a second tap or on another phone, go there.
    """
    slug, action = _requested_slug(), sent_action()
    if slug not in games.GAMES:
        return redirect(url_for("new_game.choose"), 303)
    seats = SeatsForm(link.table, typed=request.form)
    seats.move(action)
    if seats.validate():
        seats.save_names()
    people = [player.person for player in seats.seated]
    name = sent_name()
    typed, last = (None, last_options(link.table, slug, name)) if name else (request.form, None)
    options = OptionsForm(slug, people, typed, last, **_at_table(link, people))
    if seats.errors:
        return _page(link, seats, options), 422
    seats = SeatsForm(link.table, seats.seated)  # without the texts, which are saved
    if action not in ("start", "result"):
        return _page(link, seats, options)
    if options.validate():
        carried = requested_points(link)
        if carried is None and "points-of" in request.form:
            options.add_refusal(refusal("points-refused", None))
            return _page(link, seats, options), 422
        with writing(link.table):
            started = tables.started_since(link.table, _newest_seen(link.table), seats.seated)
            game = started or tables.start_game(link.table, slug, seats.seated, options.options())
            if carried is not None and started is None and isinstance(game, Game):
                game = tables.carry_over(carried, game, seats.seated) or game
            if started is None and isinstance(game, Game) and "day" in options and options["day"].data:
                tables.set_day(game, options["day"].data)
        if not isinstance(game, Refusal):
            return redirect(_begin(game, by_result=action == "result"), 303)
        options.add_refusal(game)
    return _page(link, seats, options), 422


@bp.post("/<int:n>")
@access.needs(PLAYER)
def again(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Start the game again with the same people and options, unless they already play the next one: then go there.

    Redirect to the game itself if it is not over, and to the form of a new game if none can be started.
    """
    position = game_log.position(game)
    if not position.is_over:
        return redirect(url_for("play.show", n=game.n), 303)
    with writing(link.table):
        following = tables.next_game(game)
        is_played = following is not None and not game_log.position(following).is_over
        if following is None or not is_played or _people(following) != _people(game):
            started = tables.start_game(link.table, game.slug, access.seated_players(game), game.options)
            following = None if isinstance(started, Refusal) else started
    if following is None:
        return redirect(url_for("new_game.choose", again=game.n), 303)
    return redirect(_begin(following, by_result=sent_action() == "result"), 303)


def _begin(game: Game, *, by_result: bool) -> str:
    """The URL where a game goes on: the form of a result or, where one is expected, what says that none is."""
    if by_result:
        return url_for("play.result", n=game.n)
    return url_for("play.show", n=game.n, next=1 if begins_by_result(game) else None)


def _at_table(link: AccessLink, people: Sequence[Person]) -> dict[str, Any]:
    """What the form of the options shows of a table."""
    names = link.table.shown_names(people)
    # A host dates a game that is entered afterwards.
    day = DayField(_("Date, if it wasn't today"), [Optional()]) if link.is_host else None
    return {"names": names, "day": day, "known_names": known_names(link.table), "is_named": True}


def _people(game: Game) -> set[int]:
    return {seat["player"] for seat in game.seats}


def _requested_slug() -> str:
    """The slug of the requested game, or "" if there is none."""
    return request.values.get("game", "")


def _newest_seen(table: Table) -> int:
    """The number of the newest game when this form was opened."""
    seen = int_or_none(request.form.get("after"))
    return tables.last_number(table) if seen is None else seen


def _page(link: AccessLink, seats: SeatsForm, options: OptionsForm) -> str:
    carried, running = requested_points(link), playing(link.table)
    return render_template(
        "new_game_form.html" if is_fragment() else "new_game.html",
        link=link,
        seats=seats,
        options=options,
        shows_rules=sent_action() == "redraw" and not is_fragment(),
        newest_seen=_newest_seen(link.table),
        carried=carried,
        running=None if carried and running and running.game == carried.game else running,
    )


def requested_points(link: AccessLink) -> CarriedPoints | None:
    """The points to carry over, or None if that was not requested or there are none."""
    n = int_or_none(request.values.get("points-of"))
    if n is None:
        return None
    try:
        game = access.game_of(link.table, n)
    except NotFound:  # it was deleted
        return None
    position = game_log.position(game)
    rules, state = position.rules, position.state
    if not isinstance(rules, ScoredGame):
        return None
    players, scores = [seat["player"] for seat in game.seats], rules.scores(state)
    numbers = {field: dict(zip(players, of_seats, strict=True)) for field, of_seats in rules.carried(state).items()}
    planned = scores.winning.rounds
    return CarriedPoints(game, numbers, None if planned is None else planned - len(scores.rounds), link)
