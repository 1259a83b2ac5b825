"""The rules questions about each game, and situations: read, made from a game in progress, with other house rules.

Nothing is decided here: each game declares its questions, builds a state from a situation, and decides it with the same
functions as in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from string import ascii_uppercase
from typing import Any

from msgspec.structs import replace

from companion import games
from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Verbatim, Violation, Words
from companion.core.options import AllButOne, Choice, Flag, Option, Rulings, Several, changed_switches, default_rulings
from companion.core.questions import Course, Facts, Field, Questions, Situation, Unreadable, items_of, number, one_of

WORDS: Words = {
    "desk-field": N_("Unknown field: %(name)s."),
    "desk-number": N_("%(field)s: choose %(low)s to %(high)s, not %(value)s."),
    "desk-number-for-question": N_("%(field)s Choose %(low)s to %(high)s, not %(value)s."),
    "field-players": N_("Number of players"),
    "desk-choice": N_("%(value)s isn't allowed here. You can use: %(values)s."),
    "desk-one-player": N_("%(value)s isn't allowed here: choose one player."),
    "printed": N_("Printed rules"),
    "bga": N_("Board Game Arena"),
}


def letters(slug: str) -> tuple[str, ...]:
    """Names for the players of a question without names: A, B, C and so on."""
    return tuple(ascii_uppercase[: games.rules_of(slug).PLAYER_COUNTS[-1]])


def questions_of(slug: str) -> Questions:
    """The rules questions about the game `slug`.

    :raises KeyError: there is no such game.
    """
    return games.part_of(slug, ".questions", "QUESTIONS")


@cache
def words(slug: str) -> Words:
    """The texts for answers about the game `slug`: shared ones, the game's own, and field labels."""
    labels = {f"field-{field.name}": field.label for field in fields_of(slug).values() if field}
    return {**games.rules_of(slug).WORDS, **WORDS, **labels, **questions_of(slug).words}


@cache
def played_options(slug: str) -> tuple[Option, ...]:
    """The options of the game `slug` that can change an answer; each is a field of every situation."""
    return tuple(
        option for option in games.rules_of(slug).OPTIONS if isinstance(option, Choice | Flag | Several | AllButOne)
    )


def common_fields(slug: str) -> set[str]:
    """The names of the fields that all questions about a game share: players, house rules, options."""
    return {"players", "rules", *[option.name for option in played_options(slug)]}


@cache
def fields_of(slug: str) -> Mapping[str, Field | None]:
    """The fields that a situation of the game `slug` can have; those that all questions share map to None."""
    fields: dict[str, Field | None] = dict.fromkeys(("ask", "players", "rules"))
    fields.update(dict.fromkeys(option.name for option in played_options(slug)))
    for question in questions_of(slug).questions:
        fields.update(fields_asked(slug, question.name, games.rules_of(slug).PLAYER_COUNTS[-1]))
    return fields


@cache
def fields_asked(slug: str, question: str, player_count: int) -> Mapping[str, Field]:
    """The fields of a question in their order, by the names that they have in a situation."""
    fields = questions_of(slug).question({"ask": question}).fields
    return {name: field for field in fields for name in field.names(player_count)}


def read_situation(slug: str, situation: Situation) -> Facts | Refusal:
    declared, fields = questions_of(slug), fields_of(slug)
    given = {name: text.strip() for name, text in situation.items()}
    violations = [
        Violation(RECORD, "desk-field", {"name": Verbatim(name)}, field=name) for name in given if name not in fields
    ]

    def read(name: str, parse: Callable[[str], Any]) -> Any:
        """The value of a field, None if its text is not valid."""
        try:
            return parse(given[name])
        except Unreadable as error:
            reason, field = error.reason, fields[name]
            id, params = reason.id, {**reason.params}
            if id == "desk-number":  # it names the field
                params["field"] = f"field-{field.name if field else name}"
                id = "desk-number-for-question" if field and field.label.endswith("?") else id
            violations.append(Violation(reason.rule, id, params, field=name))

    if given.get("ask"):
        read("ask", partial(one_of, values=[question.name for question in declared.questions]))
    counts = games.rules_of(slug).PLAYER_COUNTS
    typed = read("players", partial(number, within=counts)) if given.get("players") else None
    player_count = typed or declared.default_player_count(situation)
    state = start_of(slug, situation, player_count)
    if isinstance(state, Refusal):
        # Anything that is not a field of a situation is a house rule.
        violations += [
            violation if violation.field in fields else replace(violation, field="rules")
            for violation in state.violations
        ]
    if violations:
        return Refusal(tuple(violations))
    question = declared.question(situation).name
    values = {
        name: read(name, partial(field.type.parse, setup=state.setup))
        for name, field in fields_asked(slug, question, player_count).items()
        if given.get(name) or (name in given and field.type.is_list)
    }
    return Refusal(tuple(violations)) if violations else Facts(state, question, values)


def start_of(slug: str, situation: Situation, player_count: int) -> Any:
    """The state before the first entry of a game with the options in `situation`, or why they are impossible."""
    options = options_of(slug, situation, player_count)
    return games.rules_of(slug).start_with(player_count, options, (*range(player_count),))


def situation_at(
    slug: str, player_count: int, options: Mapping[str, Json], course: Course, index: int, ask: str = ""
) -> dict[str, str]:
    """The situation of a game in progress, as it was at the entry at `index`.

    `options` are those of its record. `ask` is the question; by default it is the one that the entry suggests.
    """
    fields = {"players": str(player_count)}
    for option in played_options(slug):
        default = option.default_for(player_count)
        if (text := text_of(options.get(option.name, default))) != text_of(default):
            fields[option.name] = text
    if changed := changed_switches(games.rules_of(slug), options):
        fields = with_rulings(fields, {switch.name: value for switch, value in changed})
    return {**fields, **questions_of(slug).situation_at(course, index, ask)}


def text_of(value: Json) -> str:
    """A value of a record as the text of a situation."""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def rulings(situation: Situation) -> dict[str, str]:
    """The house rules that `situation` names: "a:b c:d" in its field `rules`."""
    return dict(text.partition(":")[::2] for text in situation.get("rules", "").split())


def as_options(situation: Situation) -> dict[str, Json]:
    """`situation` as the options of a record, with its house rules as `rulings`."""
    return {**situation, "rulings": rulings(situation)}


def with_rulings(situation: Situation, changed: Rulings) -> dict[str, str]:
    pairs = {**rulings(situation), **changed}.items()
    return {**situation, "rules": " ".join(f"{name}:{value}" for name, value in pairs)}


@cache
def rulesets_of(slug: str) -> Mapping[str, Rulings]:
    """The house rules on which the rulesets of the game `slug` differ, in each: those that an option presets."""
    rules = games.rules_of(slug)
    rulesets = {
        name: default_rulings(rules, {option.name: name})
        for option in rules.OPTIONS
        if option.presets
        for name in option.values
    }
    disputed = [
        switch.name for switch in rules.SWITCHES if len({ruleset[switch.name] for ruleset in rulesets.values()}) > 1
    ]
    return {name: {switch: ruleset[switch] for switch in disputed} for name, ruleset in rulesets.items()}


def options_of(slug: str, situation: Situation, player_count: int) -> dict[str, Json]:
    """The options in `situation`, and the options that follow from the cards on the table."""
    options: dict[str, Json] = {}
    for option in played_options(slug):
        if text := situation.get(option.name, "").strip():
            is_list = isinstance(option, Several | AllButOne)
            options[option.name] = list(items_of(text)) if is_list else option.from_text(text)
    return {**options, "rulings": rulings(situation), **questions_of(slug).implied(situation, player_count)}
