"""The forms of an evening, of its rounds and of a season."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import BooleanField, RadioField, StringField, ValidationError
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, NumberRange, Optional

from companion.club.standings import MOST_POINTS, SCALES
from companion.core.numbers import number_in
from companion.core.options import Option, SeatChoice
from companion.store import evening_rounds
from companion.store.evenings import FINAL, MAX_ROUNDS, OPEN, ROUNDS, possible_counts
from companion.store.models import Evening
from companion.web.forms import ENTER_DATE, DayField, NumberField, action_field
from companion.web.settings.options import OptionsForm

MOST_MINUTES = 600  # of a round's clock
PREFIX = "evening"  # the options of the game have names of their own
FORMS = {
    OPEN: _l("Open: everyone plays with anyone, and every game of the day counts"),
    ROUNDS: _l("Rounds: the program seats everyone, round by round"),
    FINAL: _l("Rounds, and then a final of the best"),
}
_NUMBER = _l("Please enter a number.")


class EveningForm(FlaskForm):
    name = StringField(_l("Name of the evening"))
    day = DayField(_l("Date"), [InputRequired(ENTER_DATE)])
    form = RadioField(_l("Form"), choices=[SelectChoice(*form) for form in FORMS.items()], default=ROUNDS)
    is_swiss = BooleanField(_l("From round 2 on, people of equal standing meet"))
    finalists = NumberField(_l("Players in the final"), [NumberRange(2, 6, _NUMBER)], default=4)
    points = StringField(_l("Points for each place"))
    season = StringField(_l("Season"), render_kw={"list": "seasons"})

    def __init__(self, evening: Evening) -> None:
        points = scales_text(evening.points, possible_counts(evening))
        given = {name: getattr(evening, name) for name in ("name", "day", "form", "is_swiss", "finalists")}
        season = evening.season.name if evening.season else ""
        super().__init__(prefix=PREFIX, data={**given, "points": points, "season": season})

    def validate_points(self, field: StringField) -> None:
        if (scales := read_scales(field.data or "")) is None:
            raise ValidationError(_("Please enter one list for each number of players, such as 10-6-2."))
        if any(sorted(scale, reverse=True) != scale for scale in scales):
            raise ValidationError(_("A better place must not get fewer points."))


class SeasonForm(FlaskForm):
    best = NumberField(_l("Best evenings that count (0: all)"), [NumberRange(0, 99, _NUMBER)])
    minimum = NumberField(_l("Evenings needed for a place"), [NumberRange(1, 99, _NUMBER)])


class EveningOptionsForm(OptionsForm):
    """The options of all games of an evening: who starts is decided by the seating."""

    def rows(self) -> Iterator[tuple[Option, Any]]:
        return (row for row in super().rows() if not isinstance(row[0], SeatChoice))


class DrawForm(FlaskForm):
    """The number of the round that is drawn, and of the draw; equal numbers give an equal seating."""

    do = action_field("draw", "final")
    number = NumberField(validators=[NumberRange(1, MAX_ROUNDS)])
    draw = NumberField(validators=[Optional(), NumberRange(1, 9999)])


class RoundForm(FlaskForm):
    """What a host changes in a round: where the one who is named goes, who swaps places or sits in, the clock."""

    do = action_field(*evening_rounds.ACTIONS)
    who = NumberField(validators=[Optional()])
    other = NumberField(validators=[Optional()])
    to = NumberField(validators=[Optional(), NumberRange(evening_rounds.GONE, 99)])
    minutes = NumberField(validators=[Optional(), NumberRange(1, MOST_MINUTES)])


def read_scales(text: str) -> list[list[int]] | None:
    """Return the points for each place that were typed, "12-8-5-3-2, 11-7-4-2", one list for each size of table.

    Return None if they can't be read.
    """
    typed = [re.split(r"\s*[-–]\s*|\s+", part.strip()) for part in re.split(r"[,;\n]", text) if part.strip()]
    known = range(MOST_POINTS + 1)
    scales = [[number for points in part if (number := number_in(points, known)) is not None] for part in typed]
    sizes = [*map(len, scales)]
    is_possible = sizes == [*map(len, typed)] and {*sizes} <= SCALES.keys() and len({*sizes}) == len(sizes)
    return scales if is_possible else None


def scales_text(scales: list[list[int]], possible: range) -> str:
    """Return the points for each place as they are typed, for the sizes of tables that a game can have."""
    by_size = {**SCALES, **{len(scale): tuple(scale) for scale in scales}}
    sizes = [size for size in (3, 4, 5) if size in possible or size == 3]
    return ", ".join("-".join(map(str, by_size[size])) for size in sizes)
