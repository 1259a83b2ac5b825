"""The filters above history and statistics, which are kept in the URL; CSV files read the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import starmap
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from sqlalchemy import select
from werkzeug.datastructures import MultiDict
from wtforms import DateField, Form, SelectField, SelectMultipleField, ValidationError
from wtforms.fields.choices import SelectChoice
from wtforms.validators import NumberRange, Optional
from wtforms.widgets import CheckboxInput, ListWidget

from companion import games
from companion.core.names import isolated
from companion.i18n import language
from companion.statistics.aggregate import MIN_GAMES
from companion.statistics.filters import Filter, variants_of
from companion.store import evenings
from companion.store.base import db, now
from companion.store.evenings import midnight
from companion.store.models import Game, Table
from companion.web.forms import CHOOSE, DayField, NumberField
from companion.web.tables.forms import player_choices

_LAST_DAYS = 30
_SEASON = "season-"  # before the id of a season
MOST_GAMES = 1000


def _select(label: Any) -> SelectField:
    return SelectField(label, default="", invalid_choice_message=CHOOSE)


class FilterForm(Form):
    """Which games count, sent with GET. Wrong values are shown at their fields, and `filter` does without them.

    `least` is how many games someone needs for a place in the table of wins.
    """

    game = _select(_l("Kind of game"))
    variant = _select(_l("Variant or level"))
    players = _select(_l("Number of players"))
    venue = _select(_l("Venue"))
    period = _select(_l("Period"))
    since = DayField(_l("From"), [Optional()], name="from")
    until = DayField(_l("To"), [Optional()], name="to")
    player = SelectMultipleField(
        _l("All of these played"),
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
        invalid_choice_message=CHOOSE,
    )
    least = NumberField(
        _l("Games needed for a place"),
        [Optional(), NumberRange(1, MOST_GAMES, _l("Please enter a number."))],
        default=MIN_GAMES,
    )

    def __init__(self, args: MultiDict[str, str], table: Table) -> None:
        super().__init__(args)
        of_table = Game.table_id == table.id, Game.deleted_at.is_(None)
        found = db.session.execute(select(Game.started_at, Game.venue).where(*of_table)).all()
        years = sorted({str(moment.astimezone().year) for moment, _venue in found}, reverse=True)
        venues = {venue for _moment, venue in found if venue}
        self._seasons = {f"{_SEASON}{season.id}": season for season in evenings.season_times(table)}
        self._offer("game", _("All games"), games.titles())
        self.variant.choices = [SelectChoice("", _("All"))]
        for slug, title in games.titles().items():
            variants = variants_of(slug).items()
            self.variant.choices += [SelectChoice(value, _(label), optgroup=title) for value, label in variants]
        counts = {count for slug in games.GAMES for count in games.rules_of(slug).PLAYER_COUNTS}
        self._offer("players", _("Any number"), {str(count): str(count) for count in sorted(counts)})
        self._offer("venue", _("Everywhere"), {venue: isolated(venue) for venue in sorted(venues)})
        seasons = {key: isolated(season.name) for key, season in self._seasons.items()}
        recent = {str(_LAST_DAYS): _("The last %(n)s days", n=_LAST_DAYS)}
        self._offer("period", _("All time"), {**seasons, **recent, **dict(zip(years, years, strict=True))})
        self.player.choices = player_choices(table.players)
        self.validate()

    def validate_until(self, field: DateField) -> None:
        if field.data is not None and self.since.data is not None and field.data < self.since.data:
            raise ValidationError(_("The last day is before the first."))

    @property
    def status(self) -> int:
        """The status of a page with this form."""
        return 422 if self.errors else 200

    @property
    def filter(self) -> Filter:
        """What the form says, without the fields that are wrong."""
        since, before = self._times()
        return Filter(
            since=None if since is None else since.timestamp(),
            before=None if before is None else before.timestamp(),
            game=self._value("game") or "",
            variant=self._value("variant") or "",
            players=int(self._value("players") or 0),
            venue=self._value("venue") or "",
            people=frozenset(map(int, self._value("player") or ())),
        )

    @property
    def ratings_begin(self) -> datetime | None:
        """When the season began in which the period of the filter ends, or None if there was none."""
        _since, before = self._times()
        return next((each.begin for each in self._seasons.values() if before is None or each.begin < before), None)

    @property
    def least_games(self) -> int:
        return self._value("least") or MIN_GAMES

    @property
    def query(self) -> dict[str, Any]:
        """What the form says as the query of a URL, without what is wrong or usual."""
        values = {field.name: None if field.errors else field.data for field in self}
        values["least"] = None if values["least"] == MIN_GAMES else values["least"]
        return {name: value for name, value in values.items() if value}

    @property
    def in_words(self) -> Sequence[str]:
        """The filters that are set, in words, for the line above them."""
        words = []
        for field in (self.game, self.variant, self.venue, self.period):
            if value := self._value(field.short_name):
                words += [choice.label for choice in field.choices if choice.value == value]
        if count := self._value("players"):
            words.append(ngettext("%(num)s player", "%(num)s players", int(count)))
        for name, text in (("since", _("from %(day)s")), ("until", _("to %(day)s"))):
            if (day := self._value(name)) is not None:
                words.append(text % {"day": language.day(day)})
        chosen = {*(self._value("player") or ())}
        return [*words, *(choice.label for choice in self.player.choices if choice.value in chosen)]

    def _offer(self, name: str, everything: str, labels: Mapping[str, str]) -> None:
        self[name].choices = [SelectChoice("", everything), *starmap(SelectChoice, labels.items())]

    def _value(self, name: str) -> Any:
        return None if self[name].errors else self[name].data

    def _times(self) -> tuple[datetime | None, datetime | None]:
        """Return when the period begins and ends: the chosen one, within the days from and to."""
        since = None if self._value("since") is None else midnight(self._value("since"))
        before = None if self._value("until") is None else midnight(self._value("until") + timedelta(1))
        begin, end = self._period()
        return max(filter(None, (since, begin)), default=None), min(filter(None, (before, end)), default=None)

    def _period(self) -> tuple[datetime | None, datetime | None]:
        period = self._value("period") or ""
        if period in self._seasons:
            return self._seasons[period].begin, self._seasons[period].end
        if period == str(_LAST_DAYS):
            return now() - timedelta(days=_LAST_DAYS), None
        if not period:
            return None, None
        begin, end = (datetime(year, 1, 1).astimezone() for year in (int(period), int(period) + 1))
        return begin, end
