"""What all pages of a game share: how it is seen and by whom, how its forms report, what became of a report."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from flask import render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf
from msgspec import Struct
from werkzeug.wrappers import Response as Redirect

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.translator import Translator
from companion.i18n import language
from companion.store import game_log
from companion.store.models import AccessLink, Game, LogRow, new_token
from companion.store.positions import CORRECT, REPORT, Position, Row
from companion.web import access
from companion.web import games as pages
from companion.web.forms import Adjustment, sent_json

Answered = str | Redirect | tuple[str, int]


class Post(Struct, frozen=True):
    """How the forms of a part report. A part drawn for a stream has neither submission nor token in it.

    `view_url` is what an address starts with that asks this page for something else: `{{ post.view_url }}seat=3`.
    """

    action: str
    view_url: str
    number: int
    submission: str = ""
    csrf: str = ""
    enhance: bool = True
    fields: dict[str, str] = {}
    offline: bool = False  # what it sends may wait on the phone until the network is back


class Notice(Struct, frozen=True):
    """What became of a report: refused, overtaken or accepted (with what deserves a warning)."""

    kind: str = "accepted"
    said: tuple[Message | Violation, ...] = ()
    meanwhile: tuple[dict[str, str], ...] = ()
    typed: str = ""
    entry: Json = None
    still_fits: bool = False
    repeated: bool = False


class GameContext(Struct, frozen=True):
    """A game as one viewer sees it."""

    who: access.Viewer
    game: Game
    position: Position

    @property
    def pages(self) -> pages.Pages:
        return pages.load(self.game.kind)

    @property
    def translator(self) -> Translator:
        return translator_for(self.game)

    @property
    def viewer(self) -> pages.Viewer:
        asked = tuple(sorted(request.args.items()))
        return pages.Viewer(self.who.seat(self.game), self.who.may_report, asked)

    def frame(self) -> dict[str, Any]:
        """Return what every page of a game is given."""
        return {
            "table": self.who.table,
            "n": self.game.n,
            "game_name": pages.TITLES[self.game.kind],
            "folder": pages.folder(self.game.kind),
            "translator": self.translator,
            "viewer": self.viewer,
            "last_row": self.position.number,
        }


def seen(table_id: str, n: int, needs: str = "viewer") -> GameContext:
    """Return the n-th game of a table for the browser that asks; answers 403 or 404 if it may not."""
    who = access.viewer(table_id, needs=needs)
    game = access.game_of(who, n)
    return GameContext(who, game, game_log.position(game))


def translator_for(game: Game) -> Translator:
    """Return the voice that tells this game to the reader of the request."""
    return language.translator(_words(game.kind), game.names)


def fresh_post(
    action: str,
    position: Position,
    enhance: bool = True,
    view_url: str | None = None,
    offline: bool = False,
    **fields: str,
) -> Post:
    """Return how the forms of a full page report."""
    view_url = view_url or action + ("&" if "?" in action else "?")
    return Post(action, view_url, position.number, new_token(), generate_csrf(), enhance, fields, offline)


def render_board(game: Game, position: Position, viewer: pages.Viewer, notice: Notice | None = None) -> str:
    """Return the inside of #board in the language of the moment, the same for all equal viewers.

    What is the phone's own (its submission id, its token) is not in it: board.js adds that.
    """
    return render_template("board.html", **board_context(game, position, viewer, notice))


def board_context(
    game: Game, position: Position, viewer: pages.Viewer, notice: Notice | None = None, post: Post | None = None
) -> dict[str, Any]:
    """Return what `board.html` is given."""
    state, mine, translator = position.state, pages.load(game.kind), translator_for(game)
    prompt = position.game.prompt(state)
    over = prompt is None
    if notice is None and position.last is not None:
        notice = Notice(said=position.last.warnings)
    return {
        "n": game.n,
        "folder": pages.folder(game.kind),
        "over": over,
        "viewer": viewer,
        "translator": translator,
        "notice": notice,
        "post": post or Post(url_for("play.report"), url_for("play.play") + "?", position.number, offline=True),
        "your_turn": prompt is not None and viewer.seat in (prompt.get("seats") or [prompt.get("seat", -1)]),
        "last_move": last_move(mine, position, translator),
        "undo": undo_words(mine, position, translator),
        "redo": bool(position.undone),
        **(mine.ending(state, translator) if over else mine.board(state, translator, viewer)),
        **compared(game, state, translator),
    }


def compared(game: Game, state: Any, translator: Translator) -> dict[str, Any]:
    """Return what the earlier games of the table add to the pages of this one."""
    return pages.compared(game.kind, state, partial(game_log.finished_states, game), translator)


def last_move(mine: pages.Pages, position: Position, translator: Translator) -> dict[str, str] | None:
    """Return the last line of the game in words, with its key for the desk; None before the first."""
    last = position.last
    return last and {"key": last.key, "words": mine.line(last.before, last.entry, translator)}


def undo_words(mine: pages.Pages, position: Position, translator: Translator) -> str:
    """Return in words what an undo would take back, "" if there is nothing."""
    if not position.done:
        return ""
    if position.done[-1].kind == CORRECT or position.last is None:
        return _("correction")
    return mine.line(position.last.before, position.last.entry, translator)


def sent_entry(it: GameContext, state: Any) -> Json:
    """Return the entry that a form reports in `state`: as JSON, as points agreed, or as the game reads its fields."""
    if "entry" in request.form:
        return sent_json("entry")
    if request.form.get("type") == "adjust":
        return Adjustment(it.game.names, request.form).entry()
    return it.pages.read(state, request.form)


def told(it: GameContext, answer: game_log.Answer, entry: Json = None, before: Any = None) -> tuple[Notice, int]:
    """Return what to tell about an answer, and its status; `before` is the state in which `entry` was meant."""
    if isinstance(answer, game_log.Accepted):
        return Notice(said=answer.warnings, repeated=answer.repeated), 200
    if isinstance(answer, game_log.Refused):
        return Notice("refused", answer.refusal.violations), 422
    now = answer.position
    meanwhile = tuple(_row_told(it, now, row, entry) for row in answer.meanwhile)
    typed = "" if entry is None else _entry_told(it, before or answer.seen or now.state, entry)
    # What was meant for one player's turn is not offered as the move of another.
    same = before is not None or typed == _entry_told(it, now.state, entry)
    fits = same and not isinstance(now.game.apply(now.state, entry), Refusal)
    return Notice("conflict", meanwhile=meanwhile, typed=typed, entry=entry, still_fits=fits), 409


def by(access_link: AccessLink | None) -> str:
    """Return who wrote a row of the log."""
    if access_link is None:
        return ""
    return access_link.player.name if access_link.player else _("the host")


@cache
def _words(kind: str) -> dict[str, str | tuple[str, str]]:
    return {**game_log.WORDS, **games.load(kind).WORDS}


def _row_told(it: GameContext, position: Position, row: LogRow, entry: Json) -> dict[str, str]:
    """Return a row that came in before `entry`; `key` is that of the line if it answers the same question."""
    line = position.find(str(row.number)) if row.kind == REPORT else None
    if line is None:
        return {"words": kind_told(row), "by": by(row.access_link), "key": ""}
    asked = position.game.question(line.before, entry)
    same = asked is not None and asked == position.game.question(line.before, line.entry)
    words = it.pages.line(line.before, line.entry, it.translator)
    return {
        "words": words,
        "by": by(row.access_link),
        "key": line.key if same and it.who.may_correct(row.access_link) else "",
    }


def kind_told(row: LogRow | Row) -> str:
    """Return what kind of row it is, for rows that no line stands for."""
    return {
        "report": _("an entry that has been undone"),
        "correct": _("a correction"),
        "undo": _("an undo"),
        "redo": _("a redo"),
    }[row.kind]


def _entry_told(it: GameContext, state: Any, entry: Json) -> str:
    """Return an entry in words where it can be told, else as it was sent."""
    try:
        return it.pages.line(state, entry, it.translator)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError):
        return str(entry)
