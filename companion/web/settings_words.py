"""Changed settings of a game in words: the new value of each, and the old."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _

from companion import games
from companion.core.messages import Json
from companion.core.options import Number, Option, Seat, usual_rulings
from companion.store.models import Game


def changed_settings(game: Game, before: Json, after: Json) -> list[str]:
    """Return the differences between two settings of a game as in a row of its log (options and seats)."""
    options = _options(game, len(game.seats), before["options"], after["options"])
    return [*options, *_seats(game, before["seats"], after["seats"])]


def _options(game: Game, player_count: int, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[str]:
    rules = games.load(game.slug)
    for option in rules.OPTIONS:
        values = (options.get(option.name, option.usual(player_count)) for options in (before, after))
        old, new = (_value(option, value, game) for value in values)
        if old != new:
            yield _change(_(option.label), old, new)
    rulings = [
        {**usual_rulings(rules.OPTIONS, rules.SWITCHES, options), **options.get("rulings", {})}
        for options in (before, after)
    ]
    for switch in rules.SWITCHES:
        old, new = (_(switch.answers[ruling[switch.name]]) for ruling in rulings)
        if old != new:
            yield _change(_(switch.question), old, new)


def _seats(game: Game, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    names = {player.uuid: player.full_name for player in game.table.players}
    for seat, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old != new:
            yield _change(_("Seat %(num)s", num=seat), names.get(old, "?"), names.get(new, "?"))


def _value(option: Option, value: Json, game: Game) -> str:
    """Return the value of an option in the words of a form."""
    if isinstance(option, Seat):
        return game.names[value]
    if isinstance(option, Number):
        return str(value)
    return ", ".join(map(_, option.labels(value))) or _("none")


def _change(what: str, old: str, new: str) -> str:
    return _("%(what)s: %(new)s instead of %(old)s", what=what, old=old, new=new)
