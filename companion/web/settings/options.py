"""The options and house rules of a game as a form, built from the game's declarations.

If the game refuses a choice for these players, the form explains why instead of offering it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.datastructures import MultiDict
from wtforms import Field, RadioField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import DataRequired
from wtforms.widgets import CheckboxInput

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import Json
from companion.core.names import distinct_names, look
from companion.core.options import (
    MAX_NAME,
    End,
    Name,
    Number,
    Option,
    SeatChoice,
    Several,
    Switch,
    default_rulings,
    rulings_in_force,
    switches_that_matter,
)
from companion.games.rulebooks import house_rule
from companion.i18n import language
from companion.store.models import Table
from companion.store.refusals import WORDS
from companion.store.tables import named_games, newest_game
from companion.web.forms import add_refusal, sent_action
from companion.web.settings.shown import Shown, offered_options, offered_rulings, read_shown

NAMED = "name"  # the action of the buttons with the names of games
RULE = "rule-"  # prefix of the names of the house rules' fields


class NumberField(StringField):
    """A number that is stepped or typed; for `type=number`, browsers do not show a digits-only pad."""


class OptionsForm(BaseForm):
    """The options and house rules of the game called `slug` for `people` in seat order, shown under these `names`.

    `known_names` are offered where players name the game, which they have to if it `is_named`. Of several numbers with
    which a game can end, one is chosen, or none. `day` is a field for the date of the game, for those who may set it.

    It holds what was typed, or the `options` of an earlier game, or the defaults. `web.settings.shown` says what
    becomes of them if the players or the ruleset have changed. `offers` has what is offered for each option.
    """

    def __init__(
        self,
        slug: str,
        people: Sequence[Person],
        typed: MultiDict[str, str] | None = None,
        options: Mapping[str, Json] | None = None,
        names: Sequence[str] = (),
        day: Field | None = None,
        known_names: Sequence[str] = (),
        *,
        is_named: bool = False,
    ) -> None:
        self.rules = games.rules_of(slug)
        self.people = people
        self.known_names = known_names
        names = [*names] or distinct_names(people)
        self.translator = language.translator({**WORDS, **self.rules.WORDS}, names)
        # What a choice makes possible, or which house rules it brings, is shown at once.
        opens = {name for option in self.rules.OPTIONS for name in option.depends_on}
        brings = {name for switch in self.rules.SWITCHES for name in switch.needs}
        fields: dict[str, Any] = {
            option.name: _option_field(
                option, names, not (opens | brings).isdisjoint((option.name, *option.values)), is_named
            )
            for option in self.rules.OPTIONS
        }
        for switch in self.rules.SWITCHES:
            words = house_rule(switch.rule, self.translator.lang)
            choices = [SelectChoice(value, label) for value, label in words.answers.items()]
            fields[RULE + switch.name] = _radio_field(words.question, choices, switch.name in opens)
        ends = [option for option in self.rules.OPTIONS if isinstance(option, End)]
        if ends:
            choices = [SelectChoice("", _("When you say so")), *(SelectChoice(end.name, _(end.when)) for end in ends)]
            fields["end"] = _radio_field(_("When does it end?"), choices, redraws=True)
        if day is not None:
            fields["day"] = day
        super().__init__(fields)
        self.process(typed or None, data=self._texts(options or {}))
        if ends and typed and "end" not in typed:
            self["end"].data = next((end.name for end in ends if end.name in typed), "")
        texts = {option.name: self[option.name].data for option in self.rules.OPTIONS}
        shown = read_shown(typed) if typed else Shown(len(people), options=texts)
        self.default_rulings = default_rulings(self.rules, texts)
        rulings = offered_rulings(self.rules, self._rulings(), self.default_rulings, shown)
        self.offers = offered_options(self.rules, texts, rulings, len(people), shown)
        for name, ruling in rulings.items():
            self[RULE + name].data = ruling
        for name, offer in self.offers.items():
            self[name].data = offer.text

    def options(self) -> dict[str, Json]:
        """The chosen `options` of a record, among them the house rules that differ from the preset."""
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
        """Yield the options that can be chosen with these players, each with its field; of the ends, the chosen one."""
        for option in self.rules.OPTIONS:
            if not option.unavailable(len(self.people)) and (not isinstance(option, End) or option.name == self.end):
                yield option, self[option.name]

    @property
    def end(self) -> str:
        """The name of the option with which the game ends, or "" if the players end it."""
        return self["end"].data if "end" in self else ""

    def house_rules(self) -> Iterator[tuple[Switch, Any]]:
        """Yield the switches, each with its field."""
        for switch in self.rules.SWITCHES:
            yield switch, self[RULE + switch.name]

    def shown_rules(self) -> list[Switch]:
        """The house rules that matter with the chosen options, or that would open a choice that is closed."""
        options = {option.name: option.from_text(field.data) for option, field in self.rows()}
        opening = {
            name for option in self.rules.OPTIONS if self.offers[option.name].closed for name in option.depends_on
        }
        matter = switches_that_matter(self.rules, options)
        return [switch for switch in self.rules.SWITCHES if switch in matter or switch.name in opening]

    def summary(self) -> list[str]:
        """The numbers, the choices that are not usual, and whether the house rules are, in words."""
        words = []
        for option, field in self.rows():
            value, usual = option.from_text(field.data), option.default_for(len(self.people))
            if isinstance(option, Number) and option.holds(value) and value:
                words.append(f"{field.label.text}: {field.data}")
            elif not option.is_asked_in_play and option.to_text(value) != option.to_text(usual):
                words += map(_, option.labels(value))
        changed = len(self.changed_rules())
        rules = ngettext("%(num)s house rule changed", "%(num)s house rules changed", changed)
        return [*([rules if changed else _("Usual rules")] if self.rules.SWITCHES else ()), *words]

    def reasons(self, option: Option) -> list[str]:
        """Why some choices of `option` are impossible, each reason once."""
        return list(dict.fromkeys(map(self.translator, self.offers[option.name].closed.values())))

    def changed_rules(self) -> dict[str, str]:
        """The house rules that differ from the chosen preset, by name."""
        return {name: value for name, value in self._rulings().items() if value != self.default_rulings[name]}

    def _rulings(self) -> dict[str, str]:
        return {switch.name: field.data for switch, field in self.house_rules()}

    def _texts(self, options: Mapping[str, Json]) -> dict[str, Any]:
        """The texts of the fields for the `options` of a record."""
        player_count = len(self.people)
        chosen = {
            option.name: options.get(option.name, option.default_for(player_count)) for option in self.rules.OPTIONS
        }
        texts = {option.name: option.to_text(chosen[option.name]) for option in self.rules.OPTIONS}
        for option in reversed(self.rules.OPTIONS):
            if isinstance(option, End):
                texts["end"] = option.name if chosen[option.name] else texts.get("end", "")
                texts[option.name] = str(chosen[option.name] or option.usual)
        rulings = rulings_in_force(self.rules, {**chosen, "rulings": options.get("rulings", {})})
        return texts | {RULE + name: value for name, value in rulings.items()}


def last_options(table: Table, slug: str, name: str = "") -> dict[str, Json]:
    """The options of the table's last game, of this name if one is given, without who dealt or started."""
    named = (game for game in named_games(table) if look(game.kind_name) == look(name))
    last = next(named, None) if name else newest_game(table, slug)
    seats = {option.name for option in games.rules_of(slug).OPTIONS if isinstance(option, SeatChoice)}
    return {name: value for name, value in last.options.items() if name not in seats} if last else {}


def known_names(table: Table) -> list[str]:
    """The names of games that were played, each as it was typed last, the newest first."""
    names: dict[str, str] = {}
    for game in named_games(table):
        names.setdefault(look(game.kind_name), game.kind_name)
    return [*filter(None, names.values())]


def sent_name() -> str:
    """The name of a game that was tapped, or ""."""
    action, _name, name = sent_action().partition(f"{NAMED}:")
    return "" if action else name


def _option_field(option: Option, names: Sequence[str], redraws: bool, is_named: bool) -> Field:
    description = _(option.help) if option.help else ""
    common: dict[str, Any] = {"label": _(option.label), "description": description}
    if isinstance(option, Number):
        return NumberField(**common)
    if isinstance(option, Name):
        validators = [DataRequired(_("Please enter the name of the game."))] if is_named else []
        return StringField(**common, validators=validators, render_kw={"maxlength": MAX_NAME})
    if isinstance(option, SeatChoice):
        choices = [SelectChoice(str(seat), name) for seat, name in enumerate(names)]
    else:
        choices = [SelectChoice(text, _(label)) for text, label in option.values.items()]
    if isinstance(option, Several):
        common |= {"option_widget": CheckboxInput(), "render_kw": {"data-redraw": ""} if redraws else {}}
        return SelectMultipleField(**common, choices=choices, validate_choice=False)
    return _radio_field(choices=choices, redraws=redraws or bool(option.presets), **common)


def _radio_field(label: Any, choices: Sequence[SelectChoice], redraws: bool, description: Any = "") -> Field:
    render_kw = {"data-redraw": ""} if redraws else {}
    return RadioField(label, choices=choices, validate_choice=False, render_kw=render_kw, description=description)
