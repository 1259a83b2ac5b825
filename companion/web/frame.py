"""What all pages of a game share: how it is seen and by whom, how its forms report, what became of a report."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from flask import render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf
from msgspec import Struct
from werkzeug.wrappers import Response as Redirect

from companion import games, language, tables
from companion.models import Game, Grant, LogRow, unguessable
from companion.positions import CORRECT, REPORT, Position, Row
from companion.rules import Json, Refusal, Said, Violation
from companion.web import access, pages
from companion.web.forms import Adjustment, sent_json
from companion.words import Voice

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
    still_fits: bool = False
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
            "n": self.game.n,
            "base": self.base,
            "game_name": pages.TITLES[self.game.kind],
            "folder": pages.folder(self.game.kind),
            "voice": self.voice,
            "viewer": self.viewer,
            "last_row": self.position.number,
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
        "viewer": viewer,
        "voice": voice,
        "notice": notice,
        "post": post or Post(f"{base}/entries", f"{base}?", position.number),
        "your_turn": prompt is not None and viewer.seat in (prompt.get("seats") or [prompt.get("seat", -1)]),
        "last_move": last_move(mine, position, voice),
        "undo": undo_words(mine, position, voice),
        "redo": position.can_redo,
        **(mine.ending(state, voice) if over else mine.live(state, voice, viewer)),
        **compared(game, state, voice),
    }


def compared(game: Game, state: Any, voice: Voice) -> dict[str, Any]:
    """Return what the earlier games of the table add to the pages of this one."""
    return pages.compared(game.kind, state, partial(tables.finished, game), voice)


def last_move(mine: pages.Pages, position: Position, voice: Voice) -> dict[str, str] | None:
    """Return the last line of the game in words, with its key for the desk; None before the first."""
    last = position.last
    return last and {"key": last.key, "words": mine.line(last.judged_in, last.entry, voice)}


def undo_words(mine: pages.Pages, position: Position, voice: Voice) -> str:
    """Return in words what an undo would take back, "" if there is nothing."""
    if position.done is None:
        return ""
    if position.done.row.kind == CORRECT or position.last is None:
        return _("the correction")
    return mine.line(position.last.judged_in, position.last.entry, voice)


def sent_entry(it: Seen, state: Any) -> Json:
    """Return the entry that a form reports in `state`: as JSON, as points agreed, or as the game reads its fields."""
    if "entry" in request.form:
        return sent_json("entry")
    if request.form.get("type") == "adjust":
        return Adjustment(it.game.names, request.form).entry()
    return it.pages.read(state, request.form)


def told(it: Seen, answer: tables.Reported, entry: Json = None, before: Any = None) -> tuple[Notice, int]:
    """Return what to tell about an answer, and its status; `before` is the state in which `entry` was meant."""
    if isinstance(answer, tables.Accepted):
        return Notice(said=answer.warnings, repeated=answer.repeated), 200
    if isinstance(answer, tables.Refused):
        return Notice("refused", answer.refusal.violations), 422
    now = answer.position
    meanwhile = tuple(_row_told(it, now, row, entry) for row in answer.meanwhile)
    typed = "" if entry is None else _entry_told(it, before or answer.seen or now.state, entry)
    # What was meant for one player's turn is not offered as the move of another.
    same = before is not None or typed == _entry_told(it, now.state, entry)
    fits = same and not isinstance(now.game.record(now.state, entry), Refusal)
    return Notice("overtaken", meanwhile=meanwhile, typed=typed, entry=entry, still_fits=fits), 409


def by(grant: Grant | None) -> str:
    """Return who wrote a row of the log."""
    if grant is None:
        return ""
    return grant.player.name if grant.player else _("the host")


@cache
def _words(kind: str) -> dict[str, str | tuple[str, str]]:
    return {**tables.WORDS, **games.load(kind).WORDS}


def _row_told(it: Seen, position: Position, row: LogRow, entry: Json) -> dict[str, str]:
    """Return a row that came in before `entry`; `key` is that of the line if it answers the same question."""
    line = position.line(str(row.number)) if row.kind == REPORT else None
    if line is None:
        return {"words": kind_told(row), "by": by(row.grant), "key": ""}
    asked = position.game.question(line.judged_in, entry)
    same = asked is not None and asked == position.game.question(line.judged_in, line.entry)
    words = it.pages.line(line.judged_in, line.entry, it.voice)
    return {"words": words, "by": by(row.grant), "key": line.key if same and it.who.may_correct(row.grant) else ""}


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
