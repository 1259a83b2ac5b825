"""What changed settings did, in words: options, house rules, and who sits where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from msgspec import convert

from companion import games
from companion.core.messages import Json
from companion.core.names import isolated
from companion.core.options import Number, Option, SeatChoice, rulings_in_force
from companion.games.rulebooks import house_rule
from companion.i18n.language import current
from companion.store.models import Game, StoredRow
from companion.store.positions import SETTINGS, LogRow, SettingsChange


def changed_settings(game: Game, row: StoredRow | LogRow) -> list[str]:
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
        words = house_rule(switch.rule, current())
        old, new = (words.answers[ruling[switch.name]] for ruling in rulings)
        if old != new:
            yield _("%(question)s “%(new)s” instead of “%(old)s”", question=words.question, old=old, new=new)


def _seats(game: Game, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    names = {player.uuid: isolated(player.full_name) for player in game.table.players}
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
