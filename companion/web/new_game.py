"""A new game at a table: which game, who plays in which seat, and with which options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.options import SeatChoice
from companion.i18n import language
from companion.i18n.name_lists import split_names
from companion.store import game_log, tables
from companion.store.base import new_uuid
from companion.store.database import writing
from companion.store.models import PLAYER, AccessLink, Game, Player, Table
from companion.store.names import WORDS
from companion.store.players import rename
from companion.store.tables import CarriedPoints
from companion.web import access
from companion.web.forms import is_fragment
from companion.web.game_context import translator_for
from companion.web.options import OptionsForm
from companion.web.rendering import PageResponse, render
from companion.web.table_forms import SeatsForm, seats_form

bp = Blueprint("new_game", __name__, url_prefix="/t/<public_id>/new")


class NewGameView(Struct, frozen=True):
    """The values for the form of a new game: the seats and the options.

    `carried` are the points carried over from an earlier game; `tied` are the players among whom a surname decides who
    starts. The game will have the id `uuid`.
    """

    table: Table
    seated: Sequence[Player]
    tied: Sequence[Player]
    seats: SeatsForm
    options: OptionsForm
    shows_rules: bool
    uuid: str
    carried: CarriedPoints | None


@bp.get("")
def choose(public_id: str) -> str:
    """Show the games to choose from; with `game` the form of that game, with `again` that of an earlier game."""
    link = access.current_link(public_id, needs=PLAYER)
    slug, again = _requested_slug(), request.args.get("again", type=int)
    if again is not None:
        game = access.game_of(link.table, again)
        slug, seated, options = game.slug, access.seated_players(game), game.options
    elif slug in games.GAMES:
        seated, options = _likely_players(link.table, slug), _last_options(link.table, slug)
    else:
        return render_template("choose_game.html", table=link.table, games=[*map(games.rules_of, games.GAMES)])
    return _page(link, seated, OptionsForm(slug, [player.person for player in seated], options=options))


@bp.post("")
def start(public_id: str) -> PageResponse:
    """Start the game, or show the form again after a tap on one of its other buttons."""
    link = access.current_link(public_id, needs=PLAYER)
    slug, action = _requested_slug(), request.form.get("do", "")
    if slug not in games.GAMES:
        return redirect(url_for("new_game.choose"), 303)
    form = seats_form(link.table.players)
    seated = access.players_of(link.table, dict.fromkeys(form.player.data or ()))
    _move(seated, link.table, action)
    if form.validate_on_submit():
        _save_names(link.table, seated, form)
    options = OptionsForm(slug, [player.person for player in seated], request.form)
    if form.errors:
        return _page(link, seated, options, form), 422
    if action not in ("start", "result"):
        return _page(link, seated, options)
    if options.validate():
        carried = requested_points(link)
        try:
            with writing(link.table):
                game = tables.start_game(link.table, slug, seated, options.options(), sent_uuid())
                if carried is not None and isinstance(game, Game):
                    tables.carry_over(carried, game, seated)
        except tables.PointsRefused as refused:
            game = refused.refusal
        if not isinstance(game, Refusal):
            return redirect(url_for("play.result" if action == "result" else "play.show", n=game.n), 303)
        options.form_errors = list(map(language.translator(WORDS, ()), game.violations))
    return _page(link, seated, options), 422


def _requested_slug() -> str:
    """Return the slug of the requested game, which older URLs and pages call `kind`, or "" if there is none."""
    return request.values.get("game") or request.values.get("kind", "")


def sent_uuid() -> str:
    """Return the id that the form carries for the new game, or "" if it is not valid."""
    try:
        return str(UUID(request.form.get("uuid", "")))
    except ValueError:
        return ""


def _likely_players(table: Table, slug: str) -> list[Player]:
    """Return the players of the last game, or everyone before the first game, or nobody if there are too many."""
    players = access.last_players(table) or list(table.players)
    return players if len(players) <= max(games.rules_of(slug).SEATS) else []


def _last_options(table: Table, slug: str) -> dict[str, Json]:
    """Return the options of the table's last game of this kind, without who dealt or started."""
    last = next((game for game in reversed(table.games) if game.slug == slug), None)
    seats = {option.name for option in games.rules_of(slug).OPTIONS if isinstance(option, SeatChoice)}
    return {name: value for name, value in last.options.items() if name not in seats} if last else {}


def _move(seated: list[Player], table: Table, action: str) -> None:
    """Add, remove or move the player named by the button `action`: "add:3", "drop:3", "up:3", "down:3"."""
    verb, _colon, player_id = action.partition(":")
    player = next((player for player in table.players if str(player.id) == player_id), None)
    if player is None:
        return
    if verb == "add" and player not in seated:
        seated.append(player)
    elif verb == "drop" and player in seated:
        seated.remove(player)
    elif verb in ("up", "down") and player in seated:
        index = seated.index(player)
        seated.insert(max(0, index + (-1 if verb == "up" else 1)), seated.pop(index))


def _save_names(table: Table, seated: list[Player], form: SeatsForm) -> None:
    """Save the surnames that were typed, and add the players with new names; a refused name stays in its field.

    "Ana, Luis, Zoe" are three players.
    """
    for player in seated:
        field = form[f"surname-{player.id}"]
        refusal = rename(player, player.name, field.data) if field.data else None
        if refusal is not None:
            form.add_refusal(refusal, names={"name": field.name, "surname": field.name})
    names = split_names(form.new_name.data or "", language.current())
    surname = form.new_surname.data or "" if len(names) == 1 else ""
    for index, name in enumerate(names):
        added = _waiting_player(table, seated, name, surname) or tables.add_player(table, name, surname)
        if isinstance(added, Refusal):
            form.add_refusal(added, names={"name": "new_name", "surname": "new_surname"})
            form.new_name.data = ", ".join(names[index:])
            return
        seated.append(added)
    form.new_name.data = ""


def _waiting_player(table: Table, seated: Sequence[Player], name: str, surname: str) -> Player | None:
    """Return the player without a seat who has the typed name, or None if there is no such player or more than one."""
    if surname:
        return None
    namesakes = [
        player for player in table.players if player not in seated and player.name.casefold() == name.casefold()
    ]
    return namesakes[0] if len(namesakes) == 1 else None


def _page(
    link: AccessLink, seated: Sequence[Player], options: OptionsForm, refused_form: SeatsForm | None = None
) -> str:
    """Return the page; a field is empty if its text was saved, and keeps it if it was refused."""
    view = NewGameView(
        table=link.table,
        seated=seated,
        tied=[seated[seat] for seat in _tied_seats(options)],
        seats=refused_form or seats_form([*link.table.players, *seated], formdata=None),
        options=options,
        shows_rules=request.form.get("do") == "redraw",
        uuid=sent_uuid() or new_uuid(),
        carried=requested_points(link),
    )
    template = "new_game_form.html" if is_fragment() else "new_game.html"
    return render(template, view)


def _tied_seats(options: OptionsForm) -> Sequence[int]:
    """Return the seats among which only surnames, or the players, can decide who starts."""
    rules: Any = options.rules
    state = rules.setup(options.people, options.options())
    prompt = None if isinstance(state, Refusal) else rules.prompt(state)
    return prompt["seats"] if prompt and prompt["type"] == "starter" else ()


def requested_points(link: AccessLink) -> CarriedPoints | None:
    """Return the points to carry over, or None if that was not requested or the game has none."""
    n = request.values.get("points-of", type=int)
    if n is None:
        return None
    game = access.game_of(link.table, n)
    position, translator = game_log.position(game), translator_for(game)
    totals = position.rules.report(position.state, translator)["totals"]
    if totals is None:
        return None
    points = {seat["player"]: total for seat, total in zip(game.seats, totals, strict=True)}
    return CarriedPoints(game, points, link, _("Points from game %(num)s", num=game.n))
