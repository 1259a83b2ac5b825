"""The options and house rules of a game as a form, built from the game's declarations.

If the game refuses a choice for these players, the form explains why instead of offering it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Field, RadioField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.widgets import CheckboxInput, ListWidget

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import Json, Violation
from companion.core.numbers import int_or_none
from companion.core.options import Number, Option, SeatChoice, Several, Switch, default_rulings, rulings_in_force
from companion.core.settings import Settings, impossible_values
from companion.i18n import language
from companion.store.names import WORDS
from companion.web.forms import add_refusal

RULE = "rule-"  # prefix of the names of the house rules' fields


class NumberField(StringField):
    """A number that is stepped or typed; for `type=number`, browsers do not show a digits-only pad."""


class OptionsForm(BaseForm):
    """The options and house rules of the game called `slug` for `people` in seat order.

    It holds what was typed, or the `options` of an earlier game, or the defaults. `closed` has for each option the
    choices that are impossible with these players, and why.

    Our form also sends what it showed: the number of players as "shown-players", and an option that presets house rules
    as "shown-" with its name. If one of them has changed since, what depends on it is changed as well. The form also
    sends choices that are impossible at the moment, to make them again once they are possible; `kept` has them for each
    option. A URL without "shown-players" was typed by someone, and its impossible values are refused.
    """

    def __init__(
        self,
        slug: str,
        people: Sequence[Person],
        typed: MultiDict[str, str] | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> None:
        self.rules = games.rules_of(slug)
        self.people = people
        self.translator = language.translator({**WORDS, **self.rules.WORDS}, [person.name for person in people])
        self.closed: dict[str, dict[str, Violation]] = {}
        self.kept: dict[str, list[str]] = {option.name: [] for option in self.rules.OPTIONS}
        self.default_rulings: dict[str, str] = {}
        redrawn_by = {name for option in self.rules.OPTIONS for name in option.depends_on}
        fields: dict[str, Any] = {option.name: _option_field(option, people) for option in self.rules.OPTIONS}
        for switch in self.rules.SWITCHES:
            choices = [SelectChoice(value, _(label)) for value, label in switch.values.items()]
            fields[RULE + switch.name] = _radio_field(_(switch.question), choices, switch.name in redrawn_by)
        super().__init__(fields)
        self.process(typed or None, data=self._texts(options or {}))
        self._follow_ruleset(typed or MultiDict())
        self._follow_players(typed or MultiDict())

    def options(self) -> dict[str, Json]:
        """Return the chosen `options` of a record; of the house rules, those that differ from the preset."""
        options = {option.name: option.from_text(field.data) for option, field in self.rows()}
        changed = self.changed_rules()
        return {**options, "rulings": changed} if changed else options

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the form as the game does: errors go to the field that they concern, the others to `form_errors`."""
        super().validate(extra_validators)
        start = self.rules.start(self.people, self.options())
        if isinstance(start, Refusal):
            self.add_refusal(start)
        return not self.errors

    def add_refusal(self, refusal: Refusal) -> None:
        """Show a refusal of the game or of the store."""
        names = {switch.name: RULE + switch.name for switch in self.rules.SWITCHES}
        add_refusal(self, refusal, names, self.translator)

    def rows(self) -> Iterator[tuple[Option, Any]]:
        """Yield the options that can be chosen with these players, each with its field."""
        for option in self.rules.OPTIONS:
            if not option.unavailable(len(self.people)):
                yield option, self[option.name]

    def house_rules(self) -> Iterator[tuple[Switch, Any]]:
        """Yield the switches, each with its field."""
        for switch in self.rules.SWITCHES:
            yield switch, self[RULE + switch.name]

    def reasons(self, option: Option) -> list[str]:
        """Return why some choices of `option` are impossible, each reason once."""
        return list(dict.fromkeys(map(self.translator, self.closed[option.name].values())))

    def changed_rules(self) -> dict[str, str]:
        """Return the house rules that differ from the chosen preset, by name."""
        rulings = {switch.name: field.data for switch, field in self.house_rules()}
        return {name: value for name, value in rulings.items() if value != self.default_rulings[name]}

    def _texts(self, options: Mapping[str, Json]) -> dict[str, Any]:
        """Return the texts of the fields for the `options` of a record."""
        player_count = len(self.people)
        chosen = {
            option.name: options.get(option.name, option.default_for(player_count)) for option in self.rules.OPTIONS
        }
        texts = {option.name: option.to_text(chosen[option.name]) for option in self.rules.OPTIONS}
        rulings = rulings_in_force(self.rules, {**chosen, "rulings": options.get("rulings", {})})
        return texts | {RULE + name: value for name, value in rulings.items()}

    def _follow_ruleset(self, typed: MultiDict[str, str]) -> None:
        """Change the house rules that had the default of the ruleset shown to that of the one chosen."""
        names = [option.name for option in self.rules.OPTIONS]
        shown = default_rulings(self.rules, {name: typed.get(f"shown-{name}") for name in names})
        self.default_rulings = default_rulings(self.rules, {name: self[name].data for name in names})
        for switch, field in self.house_rules():
            if (typed and field.data == shown[switch.name]) or field.data not in switch.values:
                field.data = self.default_rulings[switch.name]

    def _follow_players(self, typed: MultiDict[str, str]) -> None:
        """Reset to its default what is impossible for these players, or has another default than for the number shown.

        Where several can be chosen, only what is impossible is removed.
        """
        player_count, chosen = len(self.people), dict[str, Json]()
        shown = int_or_none(typed.get("shown-players")) if typed else player_count
        rulings = {switch.name: field.data for switch, field in self.house_rules()}
        for option in self.rules.OPTIONS:
            field, default = self[option.name], option.default_for(player_count)
            closed = self.closed[option.name] = impossible_values(option, Settings(player_count, chosen, rulings))
            if shown is not None and not isinstance(option, Number):
                texts = [field.data] if isinstance(field.data, str) else field.data
                self.kept[option.name] = [text for text in closed if text in texts]
                possible = [choice.value for choice in field.choices if choice.value in {*texts} - {*closed}]
                if isinstance(option, Several):
                    field.data = possible
                elif not possible or option.default_for(shown) != default:
                    field.data = option.to_text(default)
            chosen[option.name] = option.read(option.from_text(field.data), player_count)[0]


def _option_field(option: Option, people: Sequence[Person]) -> Field:
    """Return the field in which `option` is chosen or typed."""
    help = _(option.help) if option.help else ""
    common: dict[str, Any] = {"label": _(option.label), "description": help}
    if isinstance(option, Number):
        return NumberField(**common)
    if isinstance(option, SeatChoice):
        choices = [SelectChoice(str(seat), person.name) for seat, person in enumerate(people)]
    else:
        choices = [SelectChoice(text, _(label)) for text, label in option.values.items()]
    if isinstance(option, Several):
        widgets: dict[str, Any] = {"widget": ListWidget(prefix_label=False), "option_widget": CheckboxInput()}
        return SelectMultipleField(**common, **widgets, choices=choices, validate_choice=False)
    return _radio_field(choices=choices, redraws=bool(option.presets), **common)


def _radio_field(label: Any, choices: Sequence[SelectChoice], redraws: bool, description: Any = "") -> Field:
    render_kw = {"data-redraw": ""} if redraws else {}
    return RadioField(label, choices=choices, validate_choice=False, render_kw=render_kw, description=description)
