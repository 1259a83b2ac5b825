"""The evenings of a table: settings, who is here, the page for phones and the wall, standings, seasons, and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from companion import games
from companion.core.game import Person, Refusal
from companion.core.names import isolated
from companion.core.numbers import int_or_none
from companion.statistics.summary import statistics_of
from companion.store import evenings
from companion.store.base import day_of, now
from companion.store.database import writing
from companion.store.evenings import FINAL
from companion.store.finished_games import FinishedGame
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Evening, Game, Season
from companion.store.names import names_refusal, tidy_name
from companion.web import access
from companion.web.club import views
from companion.web.club.forms import POINTS, DrawForm, EveningForm, EveningOptionsForm, RoundForm, SeasonForm, preset_of
from companion.web.forms import add_refusal, flash_refusal, is_fragment, sent_action
from companion.web.settings.options import known_names, last_options, sent_name
from companion.web.tables.forms import SeatsForm
from companion.web.workers import in_worker

bp = Blueprint("club", __name__, url_prefix="/t/<public_id>")
SCREEN = "screen"
_COPIED = ("options", "form", "is_swiss", "finalists", "points", "apart", "season")  # from the last evening


@bp.get("/evenings")
@access.needs(VIEWER)
def evening_list(link: AccessLink) -> str:
    """Show all evenings and seasons of a table."""
    table = link.table
    return render_template(
        "club/evenings.html",
        link=link,
        table=table,
        evenings=evenings.of_table(table),
        seasons=evenings.seasons_of(table),
        games=[*map(games.rules_of, games.GAMES)],
    )


@bp.route("/evenings/new", methods=["GET", "POST"])
@access.needs(HOST)
def new(link: AccessLink) -> ResponseReturnValue:
    """Create an evening, with what the last evening of this game had."""
    slug = request.values.get("game", "")
    if slug not in games.GAMES:
        return redirect(url_for("club.evening_list"), 303)
    evening = Evening(table_id=link.table_id, slug=slug, options={}, form=evenings.ROUNDS, points=[], finalists=4)
    evening.name, evening.day = _("Club evening"), day_of(now())
    last = next((other for other in evenings.of_table(link.table) if other.slug == slug), None)
    for name in _COPIED if last else ():
        setattr(evening, name, getattr(last, name))
    return _edit(link, evening)


@bp.route("/evenings/<int:evening_id>/settings", methods=["GET", "POST"])
@access.needs(HOST)
def edit(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Change an evening's settings, or delete it; its games stay."""
    if request.method == "POST" and sent_action() == "delete":
        evenings.delete(evening)
        return redirect(url_for("club.evening_list"), 303)
    return _edit(link, evening)


@bp.get("/evenings/<int:evening_id>")
@access.needs(VIEWER)
def show(link: AccessLink, evening: Evening) -> str:
    """Show an evening: one's own seat, all tables, standings, and to a host what the host can do."""
    return render_template(
        "club/evening.html",
        link=link,
        evening=evening,
        board=_board(link, evening),
        ends=int_or_none(request.args.get("end")) if link.is_host and not _is_done(evening) else None,
        now=now(),
        **_here(link, evening, SeatsForm(link.table)),
    )


@bp.get("/evenings/<int:evening_id>/board")
@access.needs(VIEWER)
def board(link: AccessLink, evening: Evening) -> Response:
    """The part of the page that changes, or of the big screen; 304 if the phone already has it."""
    response = Response(_board(link, evening, request.args.get("view", "")))
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/evenings/<int:evening_id>/screen")
@access.needs(VIEWER)
def screen(link: AccessLink, evening: Evening) -> str:
    """Show an evening on the wall: the seating, then the tables that play, the standings, and the clock."""
    return render_template(
        "club/screen.html",
        title=isolated(evening.name),
        board=_board(link, evening, SCREEN),
        url=url_for("club.board", view=SCREEN),
        now=now(),
    )


@bp.post("/evenings/<int:evening_id>/here")
@access.needs(PLAYER)
def here(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Note who is here: players for themselves, hosts for everyone; anyone can bring guests, by name."""
    come, go = ([*filter(None, map(int_or_none, request.form.getlist(name)))] for name in ("come", "go"))
    if not link.is_host and not {*come, *go} <= {link.player_id}:
        abort(403)
    seats = SeatsForm(link.table, access.players_of(link.table, evening.here), request.form)
    if seats.validate():
        seats.save_names()
    come += [player.id for player in seats.seated if player.id not in evening.here]
    evenings.come_and_go(evening, come=come, go=go)
    if is_fragment():
        page = render_template("club/here.html", link=link, evening=evening, **_here(link, evening, seats))
        return page, 422 if seats.errors else 200
    for field in seats:
        for error in field.errors:
            flash(error, "bad")
    return redirect(url_for("club.show", here=1, _anchor="here"), 303)


@bp.post("/evenings/<int:evening_id>/apart")
@access.needs(HOST)
def keep_apart(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Keep two people apart at this evening, or no longer."""
    ids = filter(None, map(int_or_none, request.form.getlist("who")))
    pair = sorted({player.id for player in access.players_of(link.table, ids)})
    if len(pair) == 2:
        evenings.keep_apart(evening, pair, is_apart=sent_action() != "together")
    else:
        flash(_("Please choose two people."), "bad")
    return redirect(url_for("club.show", _anchor="apart"), 303)


@bp.post("/evenings/<int:evening_id>/start")
@access.needs(PLAYER)
def start(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Go to the game of a table of a round, or to the form of its result; whoever taps first starts it."""
    result = request.form.get("result", "")
    number, _dot, at = (result or request.form.get("table", "")).partition(".")
    game = evenings.start_game(evening, int_or_none(number) or 0, int_or_none(at) or 0)
    if isinstance(game, Refusal):
        flash_refusal(game, games.rules_of(evening.slug).WORDS)
        return redirect(url_for("club.show"), 303)
    return redirect(url_for("play.result", n=game.n) if result else url_for("play.show", n=game.n, next=1), 303)


@bp.post("/evenings/<int:evening_id>/rounds")
@access.needs(HOST)
@in_worker()
def draw(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Draw the next round or a final, or a draft again."""
    form = DrawForm()
    if not form.validate():
        abort(400)
    number = form.number.data
    if refusal := evenings.draw(evening, number, is_final=form.do.data == "final"):
        flash_refusal(refusal)
    return redirect(url_for("club.edit_round", number=number), 303)


@bp.route("/evenings/<int:evening_id>/rounds/<int:number>", methods=["GET", "POST"])
@access.needs(HOST)
def edit_round(link: AccessLink, evening: Evening, number: int) -> ResponseReturnValue:
    """Show a round with what is wrong with it, or change it; of two people to swap, the first is in the URL."""
    form = RoundForm()
    if form.is_submitted():
        if not form.validate():
            abort(400)
        if form.do.data == "end" and not form.sure.data and not _is_done(evening):
            return redirect(url_for("club.show", end=number), 303)
        numbers = (form[name].data or 0 for name in ("who", "other", "to", "minutes"))
        if (refusal := evenings.change(evening, number, form.do.data, *numbers)) is not None:
            flash_refusal(refusal)
        stays = refusal is not None or form.do.data in ("seat", "back")
        return redirect(url_for("club.edit_round", number=number) if stays else url_for("club.show"), 303)
    names = link.table.player_names
    view = next((view for view in views.rounds_of(evening, names) if view.number == number), None)
    if view is None:
        return redirect(url_for("club.show"), 303)
    who = int_or_none(request.args.get("who"))
    return render_template(
        "club/round.html",
        link=link,
        evening=evening,
        view=view,
        warnings=views.warnings(evening, view, names),
        names=names,
        who=who if who in names else None,
        spare=[(person, names[person]) for person in evening.here if person not in view.round.people],
        has_begun=evenings.begun(evening),
    )


@bp.route("/seasons/<int:season_id>", methods=["GET", "POST"])
@access.needs(VIEWER)
@in_worker()
def season(link: AccessLink, season: Season) -> ResponseReturnValue:
    """Show the standings of a season; a host can say how many evenings count."""
    form = SeasonForm(obj=season)
    if form.is_submitted() and not link.is_host:
        abort(403)
    if form.validate_on_submit():
        with writing(season):
            form.populate_obj(season)
        return redirect(url_for("club.season"), 303)
    standings = _standings(link, season, link.table.player_names)
    page = render_template("club/season.html", season=season, form=form, **standings)
    return page, 422 if form.errors else 200


def _edit(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Show the settings of an evening, which may be new, or save what was sent."""
    form = EveningForm(evening)
    people = [Person(str(seat)) for seat in range(min(4, evenings.possible_counts(evening)[-1]))]
    tapped, known = sent_name(), known_names(link.table)
    typed, given = (None, last_options(link.table, evening.slug, tapped)) if tapped else (request.form, evening.options)
    options = EveningOptionsForm(evening.slug, people, typed or None, given or None, known_names=known, is_named=True)
    if form.validate_on_submit() and not tapped and sent_action() != "redraw" and options.validate():
        name, season = tidy_name(form.name.data or ""), tidy_name(form.season.data or "")
        if (refused := names_refusal(name, season=season)) is None:
            changes = {column: form[column].data for column in ("day", "form", "is_swiss", "finalists")}
            changes |= {"name": name, "options": options.options(), "points": form.scales(evening)}
            if evening.id is not None and form.day.data != evening.day:
                evenings.move(evening, form.day.data)
            saved = evenings.save(evening, changes, season)
            return redirect(url_for("club.show", evening_id=saved.id), 303)
        add_refusal(form, refused)
    seasons = evenings.seasons_of(link.table)
    page = render_template(
        "club/settings.html", table=link.table, evening=evening, form=form, options=options, seasons=seasons
    )
    return page, 422 if form.errors or options.errors else 200


def _is_done(evening: Evening) -> bool:
    """Whether all games of the published rounds are over."""
    return all(view.is_done for view in views.rounds_of(evening, {}) if view.round.is_published)


def _board(link: AccessLink, evening: Evening, view: str = "") -> str:
    played, names = evenings.played(evening), link.table.player_names
    every, standings = views.rounds_of(evening, names, played), _standings(link, evening, names, played)
    is_ended, rounds = views.is_ended(evening, every), [round for round in every if round.round.is_published]
    return render_template(
        "club/screen_board.html" if view == SCREEN else "club/board.html",
        evening=evening,
        rounds=rounds,
        late=views.late(evening, every, names),
        draft=next((round for round in every if link.is_host and not round.round.is_published), None),
        can_have_final=evening.form == FINAL and not any(round.round.is_final for round in every),
        is_ended=is_ended,
        winners=views.winners(standings["standings"], names) if is_ended else "",
        **standings,
    )


def _here(link: AccessLink, evening: Evening, seats: SeatsForm) -> dict[str, Any]:
    """What club/here.html shows."""
    names = link.table.player_names
    late = views.late(evening, views.rounds_of(evening, names), names)
    return {"names": names, "seats": seats, "fewest": evenings.possible_counts(evening)[0], "late": late}


def _standings(
    link: AccessLink,
    of: Evening | Season,
    names: Mapping[int, str],
    played: Mapping[Game, FinishedGame | None] | None = None,
) -> dict[str, Any]:
    """What club/standings.html shows."""
    standings, columns = evenings.standings_of(of, played), views.columns_of(of)
    by_place = preset_of(of.points) if isinstance(of, Evening) and not statistics_of(of.slug).IS_COOPERATIVE else ""
    return {
        "counting": POINTS.get(by_place),
        "link": link,
        "standings": standings,
        "columns": columns,
        "part": views.part,
        "names": names,
        "ties": views.tie_breaks(standings),
    }
