"""A whole trick or turn in one form: a row for each of its entries, with the possible values."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence

from flask_babel import gettext as _
from msgspec import Struct, json
from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm

from companion.core.messages import Json


class ChoiceGroup(Struct, frozen=True):
    """Choices of one kind: pairs of the value in the entry and its text."""

    label: str
    choices: tuple[tuple[dict[str, Json], str], ...]


class FormRow(Struct, frozen=True):
    """A row of the form, for one entry: its `fixed` fields, and the parts that can be chosen, if any.

    `is_required` tells whether a new trick or turn must have it.
    """

    label: str
    fixed: dict[str, Json]
    parts: tuple[tuple[ChoiceGroup, ...], ...] = ()
    is_required: bool = True


class TurnForm(BaseForm):
    """The form of a whole trick or turn: a select field for each part of each row.

    It holds what was `typed` or, at the start, the values of `entries`, one for each row, or None for a new one.
    """

    def __init__(self, rows: Sequence[FormRow], typed: MultiDict[str, str], entries: Sequence[Json]) -> None:
        self.rows = rows
        super().__init__(
            {
                _name(index, part): _field(row.label, groups, entry or {})
                for index, (row, entry) in enumerate(zip(rows, entries, strict=True))
                for part, groups in enumerate(row.parts)
            }
        )
        self.process(typed or None)

    def fields(self) -> list[tuple[FormRow, list[Field]]]:
        return [
            (row, [self[_name(index, part)] for part in range(len(row.parts))]) for index, row in enumerate(self.rows)
        ]

    @property
    def missing(self) -> list[str]:
        """The labels of the required rows in which not everything was chosen."""
        rows = zip(self.rows, self.entries(), strict=True)
        return [row.label for row, entry in rows if row.is_required and entry is None]

    def entries(self) -> list[Json]:
        """Return the entry that was chosen in each row, or None if a part of it was left empty."""
        entries: list[Json] = []
        for row, fields in self.fields():
            parts = [json.decode(field.data) for field in fields if field.data]
            complete = len(parts) == len(fields)
            entries.append(dict(row.fixed, **dict(ChainMap(*parts))) if complete else None)
        return entries


def _field(label: str, groups: Sequence[ChoiceGroup], entry: Json) -> SelectField:
    choices, chosen = [SelectChoice("", _("nothing"))], ""
    for group in groups:
        for value, text in group.choices:
            choices.append(SelectChoice(_text(value), text, optgroup=group.label))
            if value.items() <= entry.items():
                chosen = chosen or _text(value)
    return SelectField(label, choices=choices, default=chosen)


def _name(index: int, part: int) -> str:
    return f"entry-{index}-{part}"


def _text(value: Json) -> str:
    return json.encode(value).decode()
