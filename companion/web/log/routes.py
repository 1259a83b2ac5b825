"""A game's log: entries with their authors, what was corrected and undone, changed settings in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from flask import Blueprint, render_template, request
from flask_babel import gettext as _
from msgspec import Struct, convert

from companion import games
from companion.core.messages import Json
from companion.core.numbers import int_or_none
from companion.core.options import Number, Option, SeatChoice, rulings_in_force
from companion.store import game_log
from companion.store.log_rows import ENTRY, SETTINGS, SettingsChange
from companion.store.models import VIEWER, AccessLink, Game, StoredRow
from companion.store.positions import LogEntry
from companion.web import access
from companion.web.log.turns import sections
from companion.web.play.context import GameContext, game_context
from companion.web.play.notices import author_name, row_kind
from companion.web.play.pages import LogCard
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("log", __name__, url_prefix="/t/<public_id>/<int:n>/log")
SHOWN_ENTRIES = 120


class EntryView(Struct, frozen=True):
    logged: LogEntry
    words: str
    author: str
    at: datetime
    corrected_by: str
    may_correct: bool
    outcome: str  # its outcome in words, or "" if it has none
    card: LogCard | None = None  # its card in the line of its section, or None if it has a row of its own


class LogSection(Struct, frozen=True):
    """Entries under one heading, such as those of a trick."""

    heading: str
    entries: list[EntryView]
    may_correct_all: bool  # whether one form may correct them all


class OtherRow(Struct, frozen=True):
    """A row that is not an entry in effect: a correction, changed settings, an undo, or an entry that is gone."""

    words: str
    author: str
    at: datetime
    details: Sequence[str] = ()


@bp.get("")
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def show(link: AccessLink, game: Game) -> str:
    """Show the newest entries, or those before the one with the index `until`; the newest section comes first."""
    context = game_context(link, game)
    rows, entries = {row.number: row for row in game_log.rows(context.game)}, context.position.entries
    until = int_or_none(request.args.get("until"))
    last = min(until, len(entries)) if until and until > 0 else len(entries)
    first = max(0, last - SHOWN_ENTRIES)
    shown_sections = []
    for section in sections(context, entries[first:last]):
        shown = [_shown(context, logged, rows) for logged in section]
        has_form = len(shown) > 1 and context.entry_row(shown[0].logged) is not None
        heading = context.heading(section[0])
        shown_sections.append(LogSection(heading, shown, has_form and all(entry.may_correct for entry in shown)))
    entry_rows, done = {logged.row for logged in entries}, {row.number for row in context.position.done}
    changes = [
        OtherRow(row_kind(row, done), author_name(row.link), row.at, _changed_settings(context.game, row))
        for row in rows.values()
        if row.kind != ENTRY or row.number not in entry_rows
    ]
    return render_template("log.html", context=context, sections=shown_sections[::-1], first=first, changes=changes)


def _shown(context: GameContext, logged: LogEntry, rows: Mapping[int, StoredRow]) -> EntryView:
    row = rows[logged.row]
    card = None
    if logged.refusal is None and not logged.warnings:  # remarks about an entry are shown beside its words
        card = context.pages_at(logged.before).log_card(logged.entry)
    return EntryView(
        logged=logged,
        words=context.words(logged),
        author=author_name(row.link),
        at=row.at,
        corrected_by=author_name(rows[logged.corrected].link) if logged.corrected else "",
        may_correct=context.link.may_correct(row.link),
        outcome=context.outcome(logged),
        card=card,
    )


def _changed_settings(game: Game, row: StoredRow) -> list[str]:
    """Return what this row of the log has changed in the options and seats of the game; nothing for other kinds."""
    if row.kind != SETTINGS:
        return []
    before, after = convert(row.payload, SettingsChange).sides
    options = _options(game, len(game.seats), before.options, after.options)
    return [*options, *_seats(game, before.seats, after.seats)]


def _options(game: Game, player_count: int, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[str]:
    rules = games.rules_of(game.slug)
    for option in rules.OPTIONS:
        values = (options.get(option.name, option.default_for(player_count)) for options in (before, after))
        old, new = (_value(option, value, game) for value in values)
        if old != new:
            yield _change(_(option.label), old, new)
    rulings = [rulings_in_force(rules, options) for options in (before, after)]
    for switch in rules.SWITCHES:
        old, new = (_(switch.values[ruling[switch.name]]) for ruling in rulings)
        if old != new:
            yield _("%(question)s “%(new)s” instead of “%(old)s”", question=_(switch.question), old=old, new=new)


def _seats(game: Game, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    names = {player.uuid: player.full_name for player in game.table.players}
    for seat, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old != new:
            yield _change(_("Seat %(num)s", num=seat), names.get(old, "?"), names.get(new, "?"))


def _value(option: Option, value: Json, game: Game) -> str:
    """Return the value of an option in the words of a form."""
    if isinstance(option, SeatChoice):
        return game.names[value]
    if isinstance(option, Number):
        return str(value)
    return ", ".join(map(_, option.labels(value))) or _("none")


def _change(what: str, old: str, new: str) -> str:
    return _("%(what)s: %(new)s instead of %(old)s", what=what, old=old, new=new)
