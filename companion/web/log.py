"""The log of a game: every line and who reported it, and its correction with all that hangs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from msgspec import json

from companion.core.messages import Json
from companion.core.numbers import whole
from companion.store import game_log
from companion.store.models import PLAYER, AccessLink, LogRow
from companion.store.positions import CORRECT, REPORT, CorrectionConflict, LogEntry, NoSuchEntry, Position, Row
from companion.web.forms import Adjustment, Sent, sent_json
from companion.web.game_view import Answered, GameContext, Notice, by, fresh_post, kind_told, seen, sent_entry, told

bp = Blueprint("log", __name__, url_prefix="/t/<table_id>/<int:n>/log")
SHOWN_LINES = 200


@bp.get("")
def show(table_id: str, n: int) -> str:
    """Show the newest lines, or those before the one with the index `until`; the newest turn stands at the top."""
    it = seen(table_id, n)
    rows = {row.number: row for row in game_log.rows(it.game)}
    lines = it.position.log
    until = whole(request.args.get("until"))
    last = min(until, len(lines)) if isinstance(until, int) and until > 0 else len(lines)
    first = max(0, last - SHOWN_LINES)
    groups: list[dict[str, Any]] = []
    for line in lines[first:last]:
        heading = it.pages.heading(line.before, line.entry, it.translator)
        if not groups or groups[-1]["heading"] != heading:
            groups.append({"heading": heading, "lines": []})
        groups[-1]["lines"].append(_line_told(it, line, rows))
    standing = {line.row for line in lines}
    changes = [
        {"words": kind_told(row), "by": by(row.access_link), "at": row.at}
        for row in rows.values()
        if row.kind != REPORT or row.number not in standing
    ]
    return render_template("log.html", **it.frame(), groups=groups[::-1], until=first, changes=changes)


@bp.get("/<key>")
def line(table_id: str, n: int, key: str) -> str:
    it, reporter = _mine(table_id, n, key)
    return _line_page(it, key, reporter)


@bp.post("/<key>")
def correct(table_id: str, n: int, key: str) -> Answered:
    """Make the correction that a button asks for, together with those that wait for it in `pending`."""
    it, reporter = _mine(table_id, n, key)
    sent, how, pending = Sent.read(), _how(), _pending()
    _all_mine(it, pending)
    if how == "show" or (how in ("replace", "before") and not _confirmed()):
        return _line_page(it, key, reporter, pending)
    changes = pending + _changes(it, key, how, pending)
    answer = game_log.correct(it.game, it.who.access_link, changes, sent.number, sent.submission)
    if isinstance(answer, game_log.Accepted):
        return redirect(url_for("log.show"), 303)
    if isinstance(answer, game_log.Forbidden):
        abort(403)
    if isinstance(answer, CorrectionConflict):
        return _toppled_page(it, key, changes, answer), 409
    entry = changes[-1]["entry"] if how in ("replace", "before") else None
    notice, status = told(it, answer, entry, _before(it.position, key, pending))
    after = GameContext(it.who, it.game, game_log.position(it.game))
    if after.position.find(key) is None:
        return redirect(url_for("log.show"), 303)
    return _line_page(after, key, reporter, pending, notice), status


def _line_told(it: GameContext, line: LogEntry, rows: Mapping[int, LogRow]) -> dict[str, Any]:
    reported = rows[line.row]
    return {
        "key": line.key,
        "words": _words(it, line),
        "by": by(reported.access_link),
        "at": reported.at,
        "corrected": by(rows[line.corrected].access_link) if line.corrected else "",
        "mine": it.who.may_correct(reported.access_link),
        "refusal": line.refusal,
        "warnings": line.warnings,
        "verdict": it.pages.verdict(line.before, line.after, it.translator),
    }


def _how() -> str:
    """Return what is to become of the line: replace, before (put in before it), out, all (that would fall), show."""
    return request.form.get("how") or request.args.get("how") or "replace"


def _changes(it: GameContext, key: str, how: str, pending: Sequence[Json]) -> list[Json]:
    if how == "all":
        return [{"line": invalidated, "entry": None} for invalidated in request.form.getlist("invalidated")]
    if how == "out":
        return [{"line": key, "entry": None}]
    entry = sent_entry(it, _before(it.position, key, pending))
    return [{"before" if how == "before" else "line": key, "entry": entry}]


def _mine(table_id: str, n: int, key: str) -> tuple[GameContext, AccessLink | None]:
    """Return the game, and who reported this line; answers 404 without such a line, 403 if it is another's."""
    it = seen(table_id, n, PLAYER)
    line = it.position.find(key)
    if line is None:
        abort(404)
    reporters = _reporters(it)
    if not it.who.may_correct(reporters.get(line.row)):
        abort(403)
    return it, reporters.get(line.row)


def _all_mine(it: GameContext, changes: Sequence[Json]) -> None:
    """Answer 403 if one of these changes concerns a line that another reported, 400 if it is no change."""
    reporters = _reporters(it)
    for change in changes:
        key = change.get("line", change.get("before")) if isinstance(change, dict) else None
        if not isinstance(key, str):
            abort(400)
        line = it.position.find(key)
        if line is not None and not it.who.may_correct(reporters.get(line.row)):
            abort(403)


def _reporters(it: GameContext) -> dict[int, AccessLink | None]:
    return {row.number: row.access_link for row in game_log.rows(it.game)}


def _pending() -> list[Json]:
    pending = sent_json("pending")
    if pending is None:
        return []
    if not isinstance(pending, list):
        abort(400)
    return pending


def _confirmed() -> bool:
    return "entry" in request.form or "type" in request.form


def _before(position: Position, key: str, pending: Sequence[Json]) -> Any:
    """Return the state in which the line is judged, once the waiting corrections are made."""
    if not pending:
        return position.state_before(key)
    try:
        corrected = position.play((Row(position.number + 1, CORRECT, list(pending)),))
        return corrected.state_before(key)
    except NoSuchEntry:
        abort(400)


def _words(it: GameContext, line: LogEntry) -> str:
    return it.pages.line(line.before, line.entry, it.translator)


def _line_page(
    it: GameContext, key: str, reporter: AccessLink | None, pending: Sequence[Json] = (), notice: Notice | None = None
) -> str:
    line = it.position.find(key)
    assert line is not None, "the line was there a moment ago"
    before, state, translator = _how() == "before", _before(it.position, key, pending), it.translator
    entry = None if before else line.entry
    address = url_for("log.correct", key=key, how="before" if before else "replace")
    post = fresh_post(address, it.position, enhance=False, pending=_packed(pending))
    return render_template(
        "log_line.html",
        **it.frame(),
        key=key,
        before=before,
        words=_words(it, line),
        heading=it.pages.heading(state, line.entry, translator),
        by=by(reporter),
        pending=pending,
        notice=notice,
        takes_result=it.pages.takes_result(state),
        post=post,
        **_asked(it, state, entry),
    )


def _asked(it: GameContext, state: Any, entry: Json) -> dict[str, Any]:
    """Return what asks for the entry anew: points agreed, a result form, or the grid of a turn."""
    if entry is not None and entry["type"] == "adjust":
        return {"form": Adjustment(it.game.names, request.form or None, entry)}
    typed = _typed(it, state, entry)
    if typed is None:
        return it.pages.answer(state, it.translator, it.viewer, entry)
    return {"as_result": True, **it.pages.result(state, it.translator, typed)}


def _typed(it: GameContext, state: Any, entry: Json) -> Mapping[str, str] | None:
    """Return what the result form holds; None if the grids of a turn are to be shown."""
    if request.method == "POST" and "as-result" in request.form:
        return request.form
    if entry is not None:
        return it.pages.typed(state, entry)
    return {} if "as-result" in request.args else None


def _packed(changes: Sequence[Json]) -> str:
    return json.encode(list(changes)).decode()


def _toppled_page(it: GameContext, key: str, changes: Sequence[Json], answer: CorrectionConflict) -> str:
    invalidated = [
        {
            "key": it_fell.entry.key,
            "words": _words(it, it_fell.entry),
            "heading": it.pages.heading(it_fell.entry.before, it_fell.entry.entry, it.translator),
            "violations": it_fell.refusal.violations,
        }
        for it_fell in answer.invalidated
    ]
    post = fresh_post(url_for("log.correct", key=key), it.position, enhance=False, pending=_packed(changes))
    return render_template("log_toppled.html", **it.frame(), invalidated=invalidated, post=post)
