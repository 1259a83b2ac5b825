"""The dispute desk: a situation in the address, put together card by card, and what the rules say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Redirect

from companion import desk, games
from companion.core.translator import Translator
from companion.desk.told import told
from companion.i18n import language
from companion.sheets.slip import Slip
from companion.web import desks
from companion.web import games as pages
from companion.web.game_view import GameContext, seen
from companion.web.printing import printed_slip
from companion.web.rulebook import players

bp = Blueprint("desk", __name__)

# Words of the address that belong to the page, not to the situation.
PAGE = ("game", "pad", "line")
Answered = str | tuple[str, int] | Redirect | Response


class Place(Struct, frozen=True):
    """Where a desk stands: its game, its address with what always belongs to it, and who plays."""

    game: str
    path: str
    kept: Mapping[str, str]
    names: Sequence[str]

    def address(self, situation: desk.Situation, pad: str = "") -> str:
        """Return the address of this desk with another situation, or with another pad open."""
        shown = {"pad": pad} if pad else {}
        return f"{self.path}?{urlencode({**self.kept, **situation, **shown})}"


@bp.get("/rules")
def ask() -> Answered:
    game = request.args.get("game", "")
    if game not in games.GAMES:
        if game:
            abort(404)
        return render_template("rules.html", titles=pages.TITLES, tell=pages.told)
    return _page(Place(game, url_for("desk.ask"), {"game": game}, players(game)))


@bp.get("/rules/slip.pdf")
def slip() -> Answered:
    """Answer with the verdict on half a page."""
    game = request.args.get("game", "")
    if game not in games.GAMES:
        abort(404)
    place = Place(game, url_for("desk.ask"), {"game": game}, players(game))
    situation = read(request.args)
    translator = _voice(place)
    said = told(game, situation, desk.settle(game, situation), translator)
    if not said["verdict"]:
        abort(422)
    view = desks.load(game).view(situation, translator, place.address)
    lines = [f"{row.label.removesuffix('?')}: {row.spoken}" for row in view.rows if row.items]
    lines += [
        _("In front of %(name)s: %(cards)s", name=row.label, cards=row.spoken) for row in view.fronts if row.items
    ]
    return printed_slip(
        Slip(
            game=pages.TITLES[game],
            situation=tuple(lines),
            verdict=tuple(said["verdict"]),
            why=tuple((it["rule"], it["text"], it["source"]) for it in said["why"]),
            otherwise=tuple((f"{it['question']} {it['answer']}", " ".join(it["verdict"])) for it in said["otherwise"]),
            link=f"{request.host_url.rstrip('/')}{place.address(situation)}",
        )
    )


@bp.get("/t/<table_id>/<int:n>/desk")
def of_game(table_id: str, n: int) -> Answered:
    """Answer with the desk of a game that is played: first as it was at a line of the log, then as it is changed."""
    it = seen(table_id, n)
    line = request.args.get("line", "")
    if not (set(request.args) - set(PAGE)):
        lines = it.position.log
        at = next((at for at, other in enumerate(lines) if other.key == line), None)
        at = _last_decided(it) if at is None else at
        place = _at_table(it, lines[at].key if lines else "")
        moments = [(other.before, other.entry) for other in lines]
        return redirect(place.address(desks.load(it.game.kind).asked(it.position.start, moments, at)), 303)
    corrects = url_for("log.line", key=line) if line and it.who.may_report else ""
    return _page(_at_table(it, line), frame=it.frame(), corrects=corrects)


def _at_table(it: GameContext, line: str) -> Place:
    return Place(it.game.kind, url_for("desk.of_game"), {"line": line} if line else {}, it.game.names)


def _last_decided(it: GameContext) -> int:
    """Return the place of the last line that decided something, such as a turn; the last line if none did."""
    lines = it.position.log
    decided = (at for at, line in enumerate(lines) if it.pages.verdict(line.before, line.after, it.translator))
    return max(decided, default=len(lines) - 1)


def read(args: MultiDict[str, str]) -> dict[str, str]:
    """Return the situation in an address; a field that comes several times is one list.

    A front that is there but empty says that nothing lies there; any other empty field says nothing.
    """
    situation = {}
    for field in args:
        if field in PAGE:
            continue
        values = [value.strip() for value in args.getlist(field)]
        if field.startswith("count") and any(values):
            values = [value or "0" for value in values]
        text = " ".join(value for value in values if value)
        if text or field.startswith("front"):
            situation[field] = text
    return situation


def _page(place: Place, frame: Mapping[str, Any] | None = None, corrects: str = "") -> Answered:
    situation, pad = read(request.args), request.args.get("pad", "")
    own = {**place.kept, **situation, **({"pad": pad} if pad else {})}
    if dict(request.args.lists()) != {name: [value] for name, value in own.items()}:
        return redirect(place.address(situation, pad), 303)  # a form was sent: its address in one form, to be shared
    translator = _voice(place)
    answer = desk.settle(place.game, situation)
    missing = "" if answer.missing is None else answer.missing.field
    if not situation and not pad:
        pad = "players"  # where a desk asks for it, everything else depends on it
    said = told(place.game, situation, answer, translator)
    view = desks.load(place.game).view(situation, translator, place.address)
    page = render_template(
        "rules_desk.html",
        **(frame or {}),
        here=place,
        game_title=pages.TITLES[place.game],
        situation=situation,
        said=said,
        view=view,
        pad=view.pad(pad or missing, answer),
        pad_first=bool(pad or missing),
        question=said["question"]["text"] if missing and pad in ("", missing) else "",
        setting_names={"rules", *(it.field for it in view.settings)},
        typed_names={field for it in view.typed for field, _label, _value in it.fields},
        switches=games.load(place.game).SWITCHES,
        rulings=desk.rulings(situation),
        reader=translator,
        say=translator.gettext,
        corrects=corrects,
        link=url_for("desk.ask", game=place.game, **situation),
        slip=url_for("desk.slip", game=place.game, **situation),
    )
    return (page, 422) if answer.wrong else page


def _voice(place: Place) -> Translator:
    return language.translator(desk.words(place.game), place.names)
