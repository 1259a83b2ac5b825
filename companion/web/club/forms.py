"""The forms of an evening, of its rounds and of a season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import BooleanField, RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, NumberRange, Optional

from companion.club.standings import PRESETS, SCALES
from companion.core.options import Option, SeatChoice
from companion.store import evenings
from companion.store.evenings import FINAL, MAX_ROUNDS, OPEN, ROUNDS
from companion.store.models import Evening
from companion.web.forms import ENTER_DATE, DayField, NumberField, action_field, name_field
from companion.web.settings.options import OptionsForm

MOST_MINUTES = 600  # of a round's clock
PREFIX = "evening"  # the options of the game have names of their own
FORMS = {
    OPEN: _l("Open: everyone plays with anyone, and every game of the day counts"),
    ROUNDS: _l("Rounds: the app seats everyone, round by round"),
    FINAL: _l("Rounds, and then a final of the best"),
}
POINTS = {
    "fair": _l("By place, the same on average at every table: 10-6-2 for three, 11-7-4-2 for four"),
    "behind": _l("One point for each player behind you"),
    "wins": _l("One point for a win"),
}
OWN = "own"  # points that someone typed when that was possible
_NUMBER = _l("Please enter a number.")


class EveningForm(FlaskForm):
    name = name_field(_l("Name of the evening"))
    day = DayField(_l("Date"), [InputRequired(ENTER_DATE)])
    form = RadioField(_l("Format"), choices=[SelectChoice(*form) for form in FORMS.items()], default=ROUNDS)
    is_swiss = BooleanField(_l("From round 2 on, people with similar scores meet"))
    finalists = NumberField(_l("Players in the final"), [NumberRange(2, 6, _NUMBER)], default=4)
    points = RadioField(_l("Points"))
    season = name_field(_l("Season"), list="seasons")

    def __init__(self, evening: Evening) -> None:
        points = preset_of(evening.points)
        given = {name: getattr(evening, name) for name in ("name", "day", "form", "is_swiss", "finalists")}
        season = evening.season.name if evening.season else ""
        super().__init__(prefix=PREFIX, data={**given, "points": points, "season": season})
        self.points.choices = [SelectChoice(*preset) for preset in POINTS.items()]
        if points == OWN:
            scales = ", ".join("-".join(map(str, scale)) for scale in evening.points)
            self.points.choices.append(SelectChoice(OWN, _("As before: %(points)s", points=scales)))

    def scales(self, evening: Evening) -> list[list[int]]:
        """The points for places that were chosen, one list for each number of players."""
        return evening.points if self.points.data == OWN else [[*scale] for scale in PRESETS[self.points.data].values()]


class SeasonForm(FlaskForm):
    best = NumberField(_l("How many of the best evenings count (0: all)"), [NumberRange(0, 99, _NUMBER)])
    minimum = NumberField(_l("Evenings needed for a place"), [NumberRange(1, 99, _NUMBER)])


class EveningOptionsForm(OptionsForm):
    """The options of all games of an evening: who starts is decided by the seating."""

    def rows(self) -> Iterator[tuple[Option, Any]]:
        return (row for row in super().rows() if not isinstance(row[0], SeatChoice))


class DrawForm(FlaskForm):
    do = action_field("draw", "final")
    number = NumberField(validators=[NumberRange(1, MAX_ROUNDS)])


class RoundForm(FlaskForm):
    """What a host changes in a round: where the one who is named goes or who swaps places, the clock."""

    do = action_field(*evenings.ACTIONS)
    who = NumberField(validators=[Optional()])
    other = NumberField(validators=[Optional()])
    to = NumberField(validators=[Optional(), NumberRange(evenings.GONE, 99)])
    minutes = NumberField(validators=[Optional(), NumberRange(1, MOST_MINUTES)])
    sure = BooleanField()


def preset_of(points: Sequence[Sequence[int]]) -> str:
    """Which of the presets an evening's points for places are, or OWN."""
    scales = {**SCALES, **{len(scale): tuple(scale) for scale in points}}
    return next((name for name, preset in PRESETS.items() if preset == scales), OWN)
