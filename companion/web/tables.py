"""A table: its games and people, and a new game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from msgspec import Struct
from werkzeug import Response

from companion import games
from companion.core.game import Person, Refusal
from companion.i18n import language
from companion.store import game_log, tables
from companion.store.models import HOST, PLAYER, Game, Player, Table
from companion.web import access
from companion.web import games as pages
from companion.web.game_view import translator_for
from companion.web.options import OptionsForm
from companion.web.urls import external_url

bp = Blueprint("tables", __name__, url_prefix="/t/<table_id>")
SHOWN_GAMES = 20


@bp.get("")
def show(table_id: str) -> str:
    who = access.viewer(table_id)
    latest = who.table.games[::-1]
    if "all" not in request.args:
        latest = latest[:SHOWN_GAMES]
    fresh = session.pop("new-host-of", None) == table_id if who.is_host else False
    return render_template(
        "table.html",
        table=who.table,
        games=[_told(game) for game in latest],
        more=len(who.table.games) - len(latest),
        players=who.table.players,
        host=who.is_host,
        may_start=who.may_report,
        recovery=external_url("join.follow", token=who.access_link.token) if fresh and who.access_link else None,
    )


@bp.post("/recovery")
def show_host_link(table_id: str) -> Response:
    """Show the host's link on the next page."""
    access.viewer(table_id, needs=HOST)
    session["new-host-of"] = table_id
    return redirect(url_for("tables.show"), 303)


@bp.get("/new")
def new(table_id: str) -> str:
    who = access.viewer(table_id, needs=PLAYER)
    again, kind = request.args.get("again", ""), request.args.get("kind", "")
    if again.isdecimal() and len(again) < 6:
        game = access.game_of(who, int(again))
        people = {player.id: player for player in who.table.players}
        order = [people[seat["player"]] for seat in game.seats if seat["player"] in people]
        return _new_game_page(who.table, Plan(order), OptionsForm(game.kind, _people(order), options=game.options))
    if kind not in games.GAMES:
        kinds = [{"slug": slug, "title": pages.TITLES[slug], "about": pages.told(slug)} for slug in games.GAMES]
        return render_template("new_game.html", table=who.table, kind=None, kinds=kinds)
    plan = Plan(_usual(who.table, kind))
    return _new_game_page(who.table, plan, OptionsForm(kind, _people(plan.order)))


@bp.post("/new")
def start(table_id: str) -> Response | str | tuple[str, int]:
    """Draw the form again as a button asks, or start the game."""
    who = access.viewer(table_id, needs=PLAYER)
    kind, do = request.form.get("kind", ""), request.form.get("do", "")
    if kind not in games.GAMES:
        return redirect(url_for("tables.new"), 303)
    plan = _plan(who.table, do)
    form = OptionsForm(kind, _people(plan.order), request.form)
    if plan.name_wrong or plan.added or do != "start":
        return _new_game_page(who.table, plan, form), 422 if plan.name_wrong else 200
    if form.validate():
        game = tables.start_game(who.table, kind, plan.order, form.options())
        if not isinstance(game, Refusal):
            return redirect(url_for("play.play", n=game.n), 303)
        form.form_errors = list(map(language.translator(tables.WORDS, ()), game.violations))
    return _new_game_page(who.table, plan, form), 422


class Plan(Struct):
    """Who is to play, in seat order, and what became of a new name that was typed."""

    order: list[Player]
    added: bool = False
    new_name: str = ""
    name_wrong: str = ""


def _plan(table: Table, do: str) -> Plan:
    """Return the places at the table after the button `do`; a new name that was typed is added whatever the button."""
    people = {str(player.id): player for player in table.players}
    order = [people[it] for it in dict.fromkeys(request.form.getlist("player")) if it in people]
    _note_surnames(order)
    plan = Plan(order, new_name=request.form.get("new-name", "").strip())
    verb, _, which = do.partition(":")
    if which in people:
        _move(order, people[which], verb)
    if plan.new_name:
        surname = request.form.get("new-surname", "")
        player = _waiting(table, order, plan.new_name, surname) or tables.add_player(table, plan.new_name, surname)
        if isinstance(player, Refusal):
            say = language.translator(tables.WORDS, ())
            plan.name_wrong = " ".join(say(violation) for violation in player.violations)
        else:
            order.append(player)
            plan.added, plan.new_name = True, ""
    return plan


def _waiting(table: Table, order: Sequence[Player], name: str, surname: str) -> Player | None:
    """Return the one player of the table who has no seat yet and is called that, None if there is none."""
    if surname.strip():
        return None
    called = [it for it in table.players if it not in order and it.name.casefold() == name.casefold()]
    return called[0] if len(called) == 1 else None


def _move(order: list[Player], player: Player, verb: str) -> None:
    if verb == "add" and player not in order:
        order.append(player)
    elif verb == "drop" and player in order:
        order.remove(player)
    elif verb in ("up", "down") and player in order:
        place = order.index(player)
        order.insert(max(0, place + (-1 if verb == "up" else 1)), order.pop(place))


def _note_surnames(order: Sequence[Player]) -> None:
    for player in order:
        if surname := request.form.get(f"surname-{player.id}", "").strip():
            tables.set_surname(player, surname)


def _usual(table: Table, kind: str) -> list[Player]:
    """Return who is likely to play: those of the last game, or all who may; nobody if they are too many."""
    people = {player.id: player for player in table.players}
    last = [seat["player"] for seat in table.games[-1].seats] if table.games else list(people)
    order = [people[it] for it in last if it in people]
    return order if len(order) <= max(games.load(kind).SEATS) else []


def _people(players: Sequence[Player]) -> list[Person]:
    return [Person(player.name, player.surname) for player in players]


def _new_game_page(table: Table, plan: Plan, form: OptionsForm) -> str:
    chosen, kind = plan.order, form.game.SLUG
    state = form.game.setup(form.people, form.options())
    context: dict[str, Any] = {
        "table": table,
        "kind": kind,
        "title": pages.TITLES[kind],
        "chosen": chosen,
        "others": [player for player in table.players if player not in chosen],
        "form": form,
        "new_name": plan.new_name,
        "name_wrong": plan.name_wrong,
        "asked_surnames": [] if isinstance(state, Refusal) else [chosen[seat] for seat in _tied(form.game, state)],
        "rules_open": request.form.get("do") == "redraw",
    }
    return render_template(
        "new_game_form.html" if "X-Companion-Fragment" in request.headers else "new_game.html", **context
    )


def _tied(game: Any, state: Any) -> Sequence[int]:
    """Return the seats among which only surnames, or the table, can decide who starts."""
    prompt = game.prompt(state)
    return prompt["seats"] if prompt and prompt["type"] == "starter" else ()


def _told(game: Game) -> dict[str, Any]:
    position = game_log.position(game)
    return {
        "n": game.n,
        "title": pages.TITLES[game.kind],
        "names": ", ".join(game.names),
        "at": game.started_at,
        "over": position.game.prompt(position.state) is None,
        "outcome": pages.load(game.kind).outcome(position.state, translator_for(game)),
    }
