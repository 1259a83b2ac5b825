"""The figures of `companion stats` for readers: a paragraph for each kind of game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion import games
from companion.core import figures
from companion.core.messages import N_
from companion.core.translator import Translator, format_number
from companion.statistics import PersonKey, Tally, statistics_of

_GAMES = N_("Games: {n}, left out: {left_out}")


def lines_of(tally: Tally[PersonKey], translator: Translator) -> Iterator[str]:
    """Yield the figures of a tally as lines of text."""
    yield translator.text(_GAMES, n=tally.games, left_out=tally.left_out)
    counted = tally.as_json()
    for slug in games.GAMES:
        played = [(player, player[slug]) for player in counted["players"] if player[slug] is not None]
        if not played:
            continue
        labels = statistics_of(slug).LABELS
        yield ""
        yield games.load(slug).TITLE
        for person, values in played:
            name = " ".join(filter(None, (person["name"], person["surname"])))
            yield f"  {name}: {_line(values, labels, translator)}"
        for group in counted.get(slug, ()):
            yield f"  {_line(group, labels, translator)}"


def _line(values: Mapping[str, Any], labels: Mapping[str, str], translator: Translator) -> str:
    return ", ".join(f"{translator.text(labels.get(key, key))} {_value(values[key], translator)}" for key in values)


def _value(value: Any, translator: Translator) -> str:
    if isinstance(value, list):
        return "/".join(map(str, value))
    if isinstance(value, Mapping):
        parts = (f"{translator.text(figures.EXTENT_LABELS[key])} {format_number(value[key])}" for key in value)
        return f"({', '.join(parts)})"
    if isinstance(value, str):  # a choice among options, such as a level: the catalogues have its name
        return translator.gettext(value.replace("_", " "))
    return format_number(value)
