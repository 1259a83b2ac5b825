"""The frame of a game: its live page, reports, undo and redo, results, adjustments. The rest is the game's own."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf
from msgspec import Struct
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Redirect
from wtforms.fields.choices import SelectChoice

from companion import games, language, record, tables
from companion.models import PLAYER, Game, Grant, LogRow, unguessable
from companion.positions import CORRECT, REPORT, Position, Row
from companion.rules import Json, Person, Refusal, Said, Violation
from companion.web import access, pages
from companion.web.forms import Adjustment, Sent, sent_json
from companion.words import Voice

room = Blueprint("games", __name__, url_prefix="/t/<table_id>/<int:n>")

LIVE = "X-Companion-Live"  # sent by live.js: answer with the inside of #live, not with a page
Answered = str | Redirect | tuple[str, int]


class Post(Struct, frozen=True):
    """How the forms of a part report. A part drawn for a stream has neither submission nor token in it.

    `wish` is what an address starts with that asks this page for something else: `{{ post.wish }}seat=3`.
    """

    action: str
    wish: str
    number: int
    submission: str = ""
    csrf: str = ""
    live: bool = True
    fields: dict[str, str] = {}


class Notice(Struct, frozen=True):
    """What became of a report: refused, overtaken or accepted (with what deserves a warning)."""

    kind: str = "accepted"
    said: tuple[Said | Violation, ...] = ()
    meanwhile: tuple[dict[str, str], ...] = ()
    typed: str = ""
    entry: Json = None
    repeated: bool = False


class Seen(Struct, frozen=True):
    """A game as one viewer sees it."""

    who: access.Viewer
    game: Game
    position: Position

    @property
    def pages(self) -> pages.Pages:
        return pages.load(self.game.kind)

    @property
    def voice(self) -> Voice:
        return voice_of(self.game)

    @property
    def base(self) -> str:
        return base_of(self.game)

    @property
    def viewer(self) -> pages.Viewer:
        asked = tuple(sorted(request.args.items()))
        return pages.Viewer(self.who.seat(self.game), self.who.may_report, asked)

    def frame(self) -> dict[str, Any]:
        """Return what every page of a game is given."""
        return {
            "table": self.who.table,
            "game": self.game,
            "n": self.game.n,
            "base": self.base,
            "title": pages.TITLES[self.game.kind],
            "folder": pages.folder(self.game.kind),
            "voice": self.voice,
            "viewer": self.viewer,
            "number": self.position.number,
        }


def seen(table_id: str, n: int, needs: str = "viewer") -> Seen:
    """Return the n-th game of a table for the browser that asks; answers 403 or 404 if it may not."""
    who = access.viewer(table_id, needs=needs)
    game = access.game_of(who, n)
    return Seen(who, game, tables.position(game))


def base_of(game: Game) -> str:
    return f"/t/{game.table.public_id}/{game.n}"


def voice_of(game: Game) -> Voice:
    """Return the voice that tells this game to the reader of the request."""
    return language.voice(_words(game.kind), game.names)


def fresh_post(action: str, position: Position, live: bool = True, wish: str | None = None, **fields: str) -> Post:
    """Return how the forms of a full page report."""
    wish = wish or action + ("&" if "?" in action else "?")
    return Post(action, wish, position.number, unguessable(), generate_csrf(), live, fields)


def render_live(game: Game, position: Position, viewer: pages.Viewer, notice: Notice | None = None) -> str:
    """Return the inside of #live in the language of the moment, the same for all equal viewers.

    What is the phone's own (its submission id, its token) is not in it: live.js adds that.
    """
    return render_template("live.html", **live_context(game, position, viewer, notice))


def live_context(
    game: Game, position: Position, viewer: pages.Viewer, notice: Notice | None = None, post: Post | None = None
) -> dict[str, Any]:
    """Return what `live.html` is given."""
    base, state, mine, voice = base_of(game), position.state, pages.load(game.kind), voice_of(game)
    prompt = position.game.prompt(state)
    over = prompt is None
    if notice is None and position.last is not None:
        notice = Notice(said=position.last.warnings)
    return {
        "base": base,
        "table_base": f"/t/{game.table.public_id}",
        "n": game.n,
        "folder": pages.folder(game.kind),
        "over": over,
        "number": position.number,
        "viewer": viewer,
        "voice": voice,
        "notice": notice,
        "post": post or Post(f"{base}/entries", f"{base}?", position.number),
        "your_turn": prompt is not None and viewer.seat in (prompt.get("seats") or [prompt.get("seat", -1)]),
        "undo": undo_words(mine, position, voice),
        "redo": position.can_redo,
        **(mine.ending(state, voice) if over else mine.live(state, voice, viewer)),
        **compared(game, state, voice),
    }


def compared(game: Game, state: Any, voice: Voice) -> dict[str, Any]:
    """Return what the earlier games of the table add to the pages of this one."""
    return pages.compared(game.kind, state, partial(tables.finished, game), voice)


def undo_words(mine: pages.Pages, position: Position, voice: Voice) -> str:
    """Return in words what an undo would take back, "" if there is nothing."""
    if position.done is None:
        return ""
    if position.done.row.kind == CORRECT or position.last is None:
        return _("the correction")
    return mine.line(position.last.judged_in, position.last.entry, voice)


@room.get("")
def play(table_id: str, n: int) -> str:
    return _page(seen(table_id, n))


@room.post("/entries")
def report(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    sent, entry = Sent.read(), _entry(it)
    return _answered(it, tables.report(it.game, it.who.grant, entry, sent.number, sent.submission), entry)


@room.post("/undo")
def undo(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    _may_turn_back(it, it.position.done)
    sent = Sent.read()
    return _answered(it, tables.undo(it.game, it.who.grant, sent.number, sent.submission))


@room.post("/redo")
def redo(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    _may_turn_back(it, it.position.undone)
    sent = Sent.read()
    return _answered(it, tables.redo(it.game, it.who.grant, sent.number, sent.submission))


@room.get("/scores")
def scores(table_id: str, n: int) -> str:
    it = seen(table_id, n)
    state = it.position.state
    past = compared(it.game, state, it.voice)
    return render_template("scores.html", **it.frame(), **it.pages.ending(state, it.voice), **past)


@room.get("/setup")
def setup(table_id: str, n: int) -> str:
    it = seen(table_id, n)
    state = it.position.state
    prompt = it.position.game.prompt(state) or {}
    heading = ""
    if "round" in prompt:
        heading = _("Round %(num)s", num=prompt["round"])
    elif "game" in prompt:
        heading = _("Game %(num)s", num=prompt["game"])
    return render_template("setup.html", **it.frame(), heading=heading, steps=it.pages.checklist(state))


@room.get("/record.json")
def record_json(table_id: str, n: int) -> Response:
    it = seen(table_id, n)
    people = [Person(seat["name"], seat["surname"]) for seat in it.game.seats]
    answer = jsonify(record.write(it.game.kind, it.game.options, people, it.position.entries))
    answer.headers["Content-Disposition"] = f'attachment; filename="{it.game.kind}-{n}.json"'
    return answer


@room.get("/result")
def result(table_id: str, n: int) -> str:
    return _result_page(seen(table_id, n, PLAYER), MultiDict())


@room.post("/result")
def enter_result(table_id: str, n: int) -> Answered:
    """Draw the result form as typed so far, or report the result that it confirms."""
    it = seen(table_id, n, PLAYER)
    if "entry" not in request.form and "type" not in request.form:
        return _result_page(it, request.form)
    sent, entry = Sent.read(), _entry(it)
    answer = tables.report(it.game, it.who.grant, entry, sent.number, sent.submission)
    if isinstance(answer, tables.Accepted):
        # The play page is another one than this: live.js follows the redirect as a browser does.
        return redirect(it.base, 303)
    notice, status = told(it, answer, entry)
    after = Seen(it.who, it.game, tables.position(it.game))
    return _result_page(after, request.form, notice), status


@room.get("/adjust")
def adjust(table_id: str, n: int) -> str:
    return _adjust_page(seen(table_id, n, PLAYER), Adjustment())


@room.post("/adjust")
def enter_adjustment(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    form, sent = Adjustment(request.form), Sent.read()
    answer = tables.report(it.game, it.who.grant, form.entry(), sent.number, sent.submission)
    if isinstance(answer, tables.Accepted):
        return redirect(it.base, 303)
    notice, status = told(it, answer)
    return _adjust_page(Seen(it.who, it.game, tables.position(it.game)), form, notice), status


def told(it: Seen, answer: tables.Answer, entry: Json = None, before: Any = None) -> tuple[Notice, int]:
    """Return what to tell about an answer, and its status; `before` is the state in which `entry` was meant."""
    if isinstance(answer, tables.Accepted):
        return Notice(said=answer.warnings, repeated=answer.repeated), 200
    if isinstance(answer, tables.Refused):
        return Notice("refused", answer.refusal.violations), 422
    assert isinstance(answer, tables.Overtaken), "only a correction topples lines"
    meanwhile = tuple(_row_told(it, answer.position, row) for row in answer.meanwhile)
    typed = "" if entry is None else _entry_told(it, before or answer.position.state, entry)
    return Notice("overtaken", meanwhile=meanwhile, typed=typed, entry=entry), 409


def by(grant: Grant | None) -> str:
    """Return who wrote a row of the log."""
    if grant is None:
        return ""
    return grant.player.name if grant.player else _("host")


def would_take(position: Position, entry: Json) -> bool:
    """Tell whether the game would accept this entry now."""
    return not isinstance(position.game.record(position.state, entry), Refusal)


@cache
def _words(kind: str) -> dict[str, str | tuple[str, str]]:
    return {**tables.WORDS, **games.load(kind).WORDS}


def _entry(it: Seen) -> Json:
    entry = sent_json("entry")
    return entry if "entry" in request.form else it.pages.read(it.position.state, request.form)


def _answered(it: Seen, answer: tables.Answer, entry: Json = None) -> Answered:
    notice, status = told(it, answer, entry)
    if isinstance(answer, tables.Accepted) and LIVE not in request.headers:
        return redirect(it.base, 303)
    # The address of the post may hold no wishes of the page it came from: what was asked for is answered.
    after = Seen(it.who, it.game, tables.position(it.game))
    if LIVE in request.headers:
        return render_live(after.game, after.position, after.viewer, None if notice == Notice() else notice), status
    return _page(after, notice), status


def _page(it: Seen, notice: Notice | None = None) -> str:
    post = fresh_post(f"{it.base}/entries", it.position, wish=f"{it.base}?")
    context = {
        **it.frame(),
        "takes_result": it.pages.takes_result(it.position.state),
        "may_adjust": _may_adjust(it.position) or would_take(it.position, {"type": "finish"}),
        **live_context(it.game, it.position, it.viewer, notice, post),
    }
    return render_template("game.html", **context)


def _result_page(it: Seen, typed: MultiDict[str, str], notice: Notice | None = None) -> str:
    action, position = f"{it.base}/result", it.position
    alone = LIVE in request.headers
    possible = it.pages.takes_result(position.state)
    context = {
        **it.frame(),
        "notice": notice,
        "possible": possible,
        "post": Post(action, f"{action}?", position.number) if alone else fresh_post(action, position),
        **(it.pages.result(position.state, it.voice, typed) if possible else {}),
    }
    return render_template("result_live.html" if alone else "result.html", **context)


def _adjust_page(it: Seen, form: Adjustment, notice: Notice | None = None) -> str:
    form.seat.choices = [SelectChoice(str(seat), name) for seat, name in enumerate(it.game.names)]
    return render_template(
        "adjust.html",
        **it.frame(),
        form=form,
        notice=notice,
        post=fresh_post(f"{it.base}/adjust", it.position, live=False),
        may_adjust=_may_adjust(it.position),
        may_finish=would_take(it.position, {"type": "finish"}),
    )


def _may_adjust(position: Position) -> bool:
    return would_take(position, {"type": "adjust", "seat": 0, "points": 1, "reason": "?"})


def _may_turn_back(it: Seen, stack: Any) -> None:
    """Answer 403 if the row that would be taken back, or brought in again, is not this viewer's to correct."""
    if stack is None or it.who.is_host:
        return
    row = next((row for row in tables.log(it.game) if row.number == stack.row.number), None)
    if row is not None and not it.who.may_correct(row.grant):
        abort(403)


def _row_told(it: Seen, position: Position, row: LogRow) -> dict[str, str]:
    line = position.line(str(row.number)) if row.kind == REPORT else None
    words = it.pages.line(line.judged_in, line.entry, it.voice) if line else kind_told(row)
    return {"words": words, "by": by(row.grant)}


def kind_told(row: LogRow | Row) -> str:
    """Return what kind of row it is, for rows that no line stands for."""
    return {
        "report": _("an entry that is undone by now"),
        "correct": _("a correction"),
        "undo": _("an undo"),
        "redo": _("a redo"),
    }[row.kind]


def _entry_told(it: Seen, state: Any, entry: Json) -> str:
    """Return an entry in words where it can be told, else as it was sent."""
    try:
        return it.pages.line(state, entry, it.voice)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError):
        return str(entry)
