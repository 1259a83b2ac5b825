"""Several entries in one form, such as those of a trick: a row for each, with its possible values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import DecodeError, Struct, json

from companion.core.messages import Json


class ChoiceGroup(Struct, frozen=True):
    """Choices of one kind: pairs of the value in the entry and its text."""

    label: str
    choices: tuple[tuple[dict[str, Json], str], ...]


class EntryRow(Struct, frozen=True):
    """An entry in the form: its `fixed` fields, and the parts that can be chosen. Without parts it cannot be changed.

    `needed` tells whether a new group must have it.
    """

    label: str
    fixed: dict[str, Json]
    parts: tuple[tuple[ChoiceGroup, ...], ...] = ()
    needed: bool = True


class Select(Struct, frozen=True):
    """A field of the form: its choices as texts, and the one that is chosen."""

    name: str
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    chosen: str


class FormRow(Struct, frozen=True):
    """A row as the page shows it, with the key of the entry that it is for, "" for a new one."""

    label: str
    key: str
    selects: tuple[Select, ...]


def form_row(index: int, row: EntryRow, key: str, entry: Json, typed: Mapping[str, str]) -> FormRow:
    """Return a row with what was chosen or, at the start, with the values of `entry`."""
    return FormRow(row.label, key, tuple(_selects(index, row, entry, typed)))


def read_row(index: int, row: EntryRow, typed: Mapping[str, str]) -> Json:
    """Return the entry that was chosen in a row, None if it was left empty.

    :raises ValueError: the value sent is not one of the choices.
    """
    entry = dict(row.fixed)
    for part, groups in enumerate(row.parts):
        text = typed.get(_name(index, part), "")
        if not text:
            return None
        try:
            chosen = json.decode(text)
        except DecodeError as error:
            raise ValueError(text) from error
        if not any(chosen == value for group in groups for value, _label in group.choices):
            raise ValueError(text)
        entry |= chosen
    return entry


def _selects(index: int, row: EntryRow, entry: Json, typed: Mapping[str, str]) -> Iterator[Select]:
    for part, groups in enumerate(row.parts):
        name = _name(index, part)
        shown = tuple((group.label, tuple((_text(value), label) for value, label in group.choices)) for group in groups)
        fits = (
            _text(value)
            for group in groups
            for value, _label in group.choices
            if entry is not None and value.items() <= entry.items()
        )
        yield Select(name, shown, typed.get(name, next(fits, "")))


def _name(index: int, part: int) -> str:
    return f"entry-{index}-{part}"


def _text(value: Json) -> str:
    return json.encode(value).decode()
