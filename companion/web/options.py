"""The options of a new game as a form: one form a game, and its house rules in plain words.

What is possible is asked of the game itself (`setup`), so that no rule stands here a second time: a choice that
the game refuses for these players is explained instead of offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask_babel import lazy_gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Form, RadioField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.widgets import CheckboxInput, ListWidget

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import Json, Violation
from companion.core.options import Switch
from companion.core.translator import Translator
from companion.games.bids.switches import RULESETS
from companion.web.forms import whole

RULE = "rule-"  # what the names of the house rules' fields start with


class OptionsForm(Form):
    """What every game's options form offers; without typed data it holds the defaults.

    `closed` says for a field's choice why it cannot be had with these players: (field, value) -> violation.
    `same_number` tells whether the form was last drawn for as many players: else choices that hang on it start anew.
    """

    def __init__(self, slug: str, people: Sequence[Person], typed: MultiDict[str, str]) -> None:
        super().__init__(typed or None)
        self.game = games.load(slug)
        self.people = people
        self.preset = self._preset()
        self.rules = _rules(self.game.SWITCHES, typed, self.preset, self._preset(typed.get("shown")))
        self.closed: dict[tuple[str, str], Violation] = {}
        self.same_number = typed.get("shown-players") == str(len(people))
        self.arrange()

    def arrange(self) -> None:
        """Adapt the form to the number of players."""

    def options(self) -> dict[str, Json]:
        """Return the `options` of a record as they were chosen: what differs from the defaults."""
        chosen = {name: str(field.data) for name, field in self.rules._fields.items()}
        rulings = {
            switch.name: chosen[RULE + switch.name]
            for switch in self.game.SWITCHES
            if chosen[RULE + switch.name] != self.preset[switch.name]
        }
        return {"rulings": rulings} if rulings else {}

    def word_for_word(self, typed: MultiDict[str, str]) -> dict[str, Json]:
        """Return `options` with what was typed, where `arrange` has put it right: the game refuses that in words."""
        return self.options()

    @staticmethod
    def fields(options: Mapping[str, Json]) -> MultiDict[str, str]:
        """Return the fields that would read as `options`, house rules aside."""
        typed: MultiDict[str, str] = MultiDict()
        for name, value in options.items():
            if type(value) is list:
                typed.setlist(name, value)
            elif name != "rulings":
                typed[name] = {True: "yes", False: "no"}[value] if type(value) is bool else str(value)
        return typed

    def refused(self, refusal: Refusal, translator: Translator) -> list[str]:
        """Put what is wrong at the fields it concerns; return the sentences that concern no field."""
        left = []
        for violation in refusal.violations:
            field = self._fields.get(violation.field or "")
            if field is None:
                left.append(translator(violation))
            else:
                field.errors = [*field.errors, translator(violation)]
        return left

    def changed_rules(self) -> int:
        """Return how many house rules differ from the chosen ruleset."""
        return sum(self.rules[RULE + name].data != usual for name, usual in self.preset.items())

    def house_rules(self) -> list[tuple[Switch, Any]]:
        """Return the switches, each with its field."""
        return [(switch, self.rules[RULE + switch.name]) for switch in self.game.SWITCHES]

    def _preset(self, ruleset: str | None = None) -> Mapping[str, str]:
        return {switch.name: switch.values[0] for switch in self.game.SWITCHES}

    def _possible(self, field: str, values: Sequence[str], meant: Callable[[str], dict[str, Json]]) -> list[str]:
        """Return those of `values` that the game accepts for `field`; note why the others are closed."""
        possible = []
        for value in values:
            answer = self.game.setup(self.people, {**OptionsForm.options(self), **meant(value)})
            wrong = [it for it in answer.violations if it.field == field] if isinstance(answer, Refusal) else []
            if wrong:
                self.closed[field, value] = wrong[0]
            else:
                possible.append(value)
        return possible


class BidsOptions(OptionsForm):
    variant = RadioField(
        _("Variant"),
        choices=[SelectChoice("classic", _("Classic")), SelectChoice("color", _("Color Bids"))],
        default="classic",
    )
    ally = RadioField(
        _("The ally"), choices=[SelectChoice("yes", _("With the ally")), SelectChoice("no", _("Without the ally"))]
    )
    specials = SelectMultipleField(
        _("Special cards"),
        choices=[
            SelectChoice("thief", _("Thief")),
            SelectChoice("shuffle", _("Shuffle")),
            SelectChoice("lowest", _("Lowest wins")),
            SelectChoice("surprise", _("Surprise")),
        ],
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
        validate_choice=False,
    )
    colors = RadioField(
        _("Which colour stays in the box?"),
        choices=[
            SelectChoice("G", _("green")),
            SelectChoice("R", _("red")),
            SelectChoice("B", _("blue")),
            SelectChoice("Y", _("yellow")),
        ],
        default="G",
    )
    rounds = StringField(_("Rounds"), default="6")
    ruleset = RadioField(
        _("Rules"),
        choices=[SelectChoice("printed", _("Printed rules")), SelectChoice("bga", _("Board Game Arena rules"))],
        default="printed",
        render_kw={"data-redraw": ""},
    )

    def arrange(self) -> None:
        possible = self._possible("ally", ("yes", "no"), lambda value: {"ally": value == "yes"})
        if self.ally.data not in possible or not self.same_number:
            self.ally.data = "yes" if len(self.people) >= 5 and "yes" in possible else possible[-1]
        open_now = self._possible("specials", ("thief",), lambda value: {"specials": [value], **self._ruleset()})
        self.specials.data = [name for name in self.specials.data or [] if name != "thief" or open_now]

    def options(self) -> dict[str, Json]:
        options = {
            **super().options(),
            "variant": self.variant.data,
            **self._ruleset(),
            "ally": self.ally.data == "yes",
            "specials": self.specials.data,
            "rounds": whole(self.rounds.data),
        }
        if len(self.people) == 3:
            options["colors"] = [color for color in "YBRG" if color != self.colors.data]
        return options

    def word_for_word(self, typed: MultiDict[str, str]) -> dict[str, Json]:
        options = self.options()
        if "specials" in typed:
            options["specials"] = typed.getlist("specials")
        if "ally" in typed:
            options["ally"] = typed["ally"] == "yes"
        return options

    @staticmethod
    def fields(options: Mapping[str, Json]) -> MultiDict[str, str]:
        typed = OptionsForm.fields(options)
        if "colors" in options:
            typed["colors"] = next((color for color in "GRBY" if color not in options["colors"]), "G")
        return typed

    def _ruleset(self) -> dict[str, Json]:
        return {"ruleset": self.ruleset.data}

    def _preset(self, ruleset: str | None = None) -> Mapping[str, str]:
        return RULESETS.get(ruleset or self.ruleset.data, RULESETS["printed"])


class TheGameOptions(OptionsForm):
    level = RadioField(
        _("Level"),
        choices=[
            SelectChoice("normal", _("Normal")),
            SelectChoice("expert", _("Expert")),
            SelectChoice("expert_plus", _("Expert plus")),
        ],
        default="normal",
    )
    starter = RadioField(_("Who starts?"), choices=[], default="0", validate_choice=False)

    def arrange(self) -> None:
        _offer_seats(self.starter, self.people, 0)

    def options(self) -> dict[str, Json]:
        return {**super().options(), "level": self.level.data, "starter": whole(self.starter.data)}


class TakeThatOptions(OptionsForm):
    games = StringField(_("Number of games"), default="2")
    advanced = RadioField(
        _("The advanced game"), choices=[SelectChoice("no", _("No")), SelectChoice("yes", _("Yes"))], default="no"
    )
    dealer = RadioField(_("Who deals first?"), choices=[], validate_choice=False)

    def arrange(self) -> None:
        if not self.same_number:
            self.dealer.data = None  # the last seat deals first, whoever sits there by now
        _offer_seats(self.dealer, self.people, len(self.people) - 1)

    def options(self) -> dict[str, Json]:
        return {
            **super().options(),
            "games": whole(self.games.data),
            "advanced": self.advanced.data == "yes",
            "dealer": whole(self.dealer.data),
        }


FORMS: dict[str, type[OptionsForm]] = {"bids": BidsOptions, "the-game": TheGameOptions, "take-that": TakeThatOptions}


def options_form(slug: str, people: Sequence[Person], typed: MultiDict[str, str] | None = None) -> Any:
    """Return the options form of the game called `slug` for `people` in seat order, filled with what was typed."""
    return FORMS[slug](slug, people, MultiDict() if typed is None else typed)


def typed_options(slug: str, options: Mapping[str, Json], players: int) -> MultiDict[str, str]:
    """Return the fields that would read as `options`: those of an earlier game of `players`, to play again."""
    typed = FORMS[slug].fields(options)
    typed.update({RULE + name: value for name, value in options.get("rulings", {}).items()})
    typed["shown-players"] = str(players)
    return typed


def _offer_seats(field: Any, people: Sequence[Person], default: int) -> None:
    field.choices = [SelectChoice(str(seat), person.name) for seat, person in enumerate(people)]
    if field.data not in [choice.value for choice in field.choices]:
        field.data = str(default)


def _rules(
    switches: Sequence[Switch], typed: MultiDict[str, str], preset: Mapping[str, str], shown: Mapping[str, str]
) -> BaseForm:
    """Return the house rules as radio buttons; what stood on the default of the rules `shown` follows `preset`."""
    form = BaseForm(
        {
            RULE + switch.name: RadioField(
                _(switch.question),
                choices=[
                    SelectChoice(value, _(answer)) for value, answer in zip(switch.values, switch.answers, strict=True)
                ],
                default=preset[switch.name],
            )
            for switch in switches
        }
    )
    form.process(typed or None)
    for switch in switches:
        field = form[RULE + switch.name]
        if field.data not in switch.values or field.data == shown[switch.name]:
            field.data = preset[switch.name]
    return form
