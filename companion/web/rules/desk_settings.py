"""The settings of the game that is asked about, as a form, and its rules in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.options import AllButOne, Choice, Flag, Option, Several, changed_switches, default_rulings
from companion.core.questions import items_of
from companion.desk import questions
from companion.games.rulebooks import house_rule
from companion.web.rules.desk_question import AskedQuestion


class Setting(Struct, frozen=True):
    """A choice in the settings form: values with their labels, and the chosen ones, which may be several."""

    field: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...] = ()
    takes_several: bool = False


def settings(asked: AskedQuestion) -> tuple[Setting, ...]:
    """Return the number of players, the game's options, the fields that belong to the settings, the house rules."""
    counts = [(str(count), str(count)) for count in asked.rules.PLAYER_COUNTS]
    fields = [field for field in asked.question.fields if field.is_setting and asked.can_be_given(field)]
    return (
        _setting(asked, "players", _("Players"), counts, str(asked.desk.default_player_count(asked.situation))),
        *(
            _option(asked, option)
            for option in questions.played_options(asked.slug)
            if option.name in asked.situation or option.unavailable(asked.player_count) is None  # it leaves a choice
        ),
        *(
            _setting(
                asked, field.name, asked.label(field, field.name), [("", _("not specified")), *asked.choices(field)]
            )
            for field in fields
        ),
        *_house_rules(asked),
    )


def in_force(asked: AskedQuestion) -> list[str]:
    """Return the rules in effect for a situation, in words: the choices made, and the house rules that differ."""
    texts: list[str] = []
    for option in questions.played_options(asked.slug):
        if isinstance(option, AllButOne):
            continue  # without its question, what is left out says nothing
        text = asked.text(option.name)
        labels = option.labels(option.from_text(items_of(text) if isinstance(option, Several) else text))
        if isinstance(option, Flag) and text in ("1", "yes"):
            labels = [option.label]
        elif isinstance(option, Choice) and not labels:
            labels = option.labels(option.default_for(asked.player_count))
        texts += labels
    changed = [
        f"{words.question} {words.answers[value]}"
        for switch, value in changed_switches(asked.rules, questions.as_options(asked.situation))
        if value in (words := house_rule(switch.rule, asked.translator.lang)).answers
    ]
    return [*map(_, texts), *changed] or [_("Usual rules")]


def _setting(
    asked: AskedQuestion, name: str, label: str, choices: Sequence[tuple[str, str]], default: str = ""
) -> Setting:
    """Return a setting; its `default` value is the empty text."""
    options = tuple(("" if value == default else value, text) for value, text in choices)
    return Setting(name, label, options, ("" if asked.text(name) == default else asked.text(name),))


def _option(asked: AskedQuestion, option: Option) -> Setting:
    label, labels = _(option.label), [(value, _(text)) for value, text in option.values.items()]
    if isinstance(option, Several):
        return Setting(option.name, label, tuple(labels), items_of(asked.text(option.name)), takes_several=True)
    choices = [(questions.text_of(option.from_text(value)), text) for value, text in labels]
    if callable(option.default):  # it depends on the number of players
        return _setting(asked, option.name, label, [("", _("usual")), *choices])
    return _setting(asked, option.name, label, choices, questions.text_of(option.default_for(asked.player_count)))


def _house_rules(asked: AskedQuestion) -> Iterator[Setting]:
    """Yield the choice for each house rule; the ruleset's own value is the empty text."""
    rules = asked.rules
    default = default_rulings(rules, asked.situation)
    for switch in rules.SWITCHES:
        texts = ["" if value == default[switch.name] else f"{switch.name}:{value}" for value in switch.values]
        chosen = [text for text in texts if text in asked.text("rules").split()] or [""]
        words = house_rule(switch.rule, asked.translator.lang)
        options = tuple(zip(texts, words.answers.values(), strict=True))
        yield Setting("rules", words.question, options, tuple(chosen))
