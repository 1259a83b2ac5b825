"""The filters above history and statistics, which are kept in the URL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import starmap
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectField, SelectMultipleField
from wtforms.fields.choices import SelectChoice
from wtforms.widgets import CheckboxInput

from companion import games
from companion.core.names import isolated
from companion.i18n import language
from companion.store import evenings
from companion.store.base import day_of, db, now
from companion.store.finished_games import Filter
from companion.store.models import Game, Table
from companion.store.tables import named_games
from companion.web.forms import CHOOSE
from companion.web.tables.forms import player_choices

_LAST_DAYS = 30
_SEASON = "season-"  # before the id of a season


def _select(label: Any) -> SelectField:
    return SelectField(label, default="", invalid_choice_message=CHOOSE)


class FilterForm(Form):
    """Which games count, sent with GET. Wrong values are shown at their fields, and `filter` does without them."""

    game = _select(_l("Kind of game"))
    venue = _select(_l("Venue"))
    period = _select(_l("Period"))
    player = SelectMultipleField(
        _l("All of these played"),
        option_widget=CheckboxInput(),
        invalid_choice_message=CHOOSE,
    )

    def __init__(self, args: MultiDict[str, str], table: Table) -> None:
        super().__init__(args)
        of_table = Game.table_id == table.id, Game.deleted_at.is_(None)
        found = db.session.execute(select(Game.started_at, Game.venue).where(*of_table)).all()
        years = sorted({str(day_of(moment).year) for moment, _venue in found}, reverse=True)
        venues = {venue for _moment, venue in found if venue}
        self._seasons = {f"{_SEASON}{season.id}": season for season in evenings.season_times(table)}
        kinds = {slug: _(title) for slug, title in games.titles().items()}
        kinds |= {game.kind: game.kind_title for game in reversed(named_games(table))}
        self._offer("game", _("All games"), kinds)
        self._offer("venue", _("Everywhere"), {venue: isolated(venue) for venue in language.in_order(venues)})
        seasons = {key: isolated(season.name) for key, season in self._seasons.items()}
        recent = {str(_LAST_DAYS): _("The last %(n)s days", n=_LAST_DAYS)}
        self._offer("period", _("All time"), {**seasons, **recent, **{year: year for year in years}})
        self.player.choices = player_choices(table.players)
        self.validate()

    @property
    def status(self) -> int:
        """The status of a page with this form."""
        return 422 if self.errors else 200

    @property
    def filter(self) -> Filter:
        """What the form says, without the fields that are wrong."""
        since, before = self._times()
        return Filter(
            since, before, self._value("game") or "", self._value("venue") or "", frozenset(map(int, self._people()))
        )

    @property
    def query(self) -> dict[str, Any]:
        """What the form says as the query of a URL, without what is wrong or usual."""
        values = {field.name: None if field.errors else field.data for field in self}
        return {name: value for name, value in values.items() if value}

    @property
    def in_words(self) -> Sequence[str]:
        """The filters that are set, in words, for the line above them."""
        words = []
        for field in (self.game, self.venue, self.period):
            if value := self._value(field.short_name):
                words += [choice.label for choice in field.choices if choice.value == value]
        return [*words, *(choice.label for choice in self.player.choices if choice.value in self._people())]

    def _offer(self, name: str, everything: str, labels: Mapping[str, str]) -> None:
        self[name].choices = [SelectChoice("", everything), *starmap(SelectChoice, labels.items())]

    def _value(self, name: str) -> Any:
        return None if self[name].errors else self[name].data

    def _people(self) -> Sequence[str]:
        return self._value("player") or ()

    def _times(self) -> tuple[datetime | None, datetime | None]:
        """When the period begins and ends."""
        period = self._value("period") or ""
        if period in self._seasons:
            return self._seasons[period].begin, self._seasons[period].end
        if period == str(_LAST_DAYS):
            return now() - timedelta(days=_LAST_DAYS), None
        if not period:
            return None, None
        begin, end = (evenings.begin_of(date(year, 1, 1)) for year in (int(period), int(period) + 1))
        return begin, end
