"""Forms that adapt: a choice that was changed after the form was shown can change the other choices.

Our forms also send what they showed:

- `shown-players`: the number of players
- `shown-` with the name of an option that presets house rules: its value

They also send the choices that were impossible, to make them again once they are possible. A URL that someone typed
has no `shown-players`; what is impossible in it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.core.game import GameRules
from companion.core.messages import Violation
from companion.core.numbers import int_or_none
from companion.core.options import Name, Number, Option, Rulings, SeatChoice, Several, Text, default_rulings
from companion.core.settings import Settings, impossible_values

SHOWN = "shown-"  # prefix of the names of these fields


class Shown(Struct, frozen=True):
    """What the form showed; None for what was not sent."""

    player_count: int | None
    options: Mapping[str, Text] = {}


class Offer(Struct, frozen=True):
    """What a form offers for an option: the choice `text`, and each choice that is `closed`, with the reason.

    `kept` are the choices that were sent but are closed, such as one for up to five players once there are six. The
    form sends them again, so that they come back with five players.
    """

    text: Text
    closed: Mapping[str, Violation]
    kept: list[str]


def read_shown(sent: Mapping[str, str]) -> Shown:
    """What the form showed that was `sent` with these fields."""
    shown = {name.removeprefix(SHOWN): value for name, value in sent.items() if name.startswith(SHOWN)}
    return Shown(int_or_none(shown.get("players")), shown)


def offered_rulings(rules: GameRules[Any], sent: Rulings, default: Rulings, shown: Shown) -> dict[str, str]:
    """The house rules to offer; `default` are the house rules of the chosen ruleset.

    A house rule that differs from the ruleset that was shown was changed by hand, and stays as it was `sent`. All
    others follow the chosen ruleset: whoever changed the thief and then taps BGA gets the rules of BGA but their thief.
    """
    former = default_rulings(rules, shown.options)
    values = {switch.name: switch.values for switch in rules.SWITCHES}
    changed = {name: value for name, value in sent.items() if value in values[name] and value != former[name]}
    return {**default, **changed}


def offered_options(
    rules: GameRules[Any], sent: Mapping[str, Text], rulings: Rulings, player_count: int, shown: Shown
) -> dict[str, Offer]:
    """What to offer for each option, by name, for the texts that were `sent`."""
    result: dict[str, Offer] = {}
    chosen: dict[str, Any] = {}
    for option in rules.OPTIONS:
        settings = Settings(player_count, chosen, rules.HOUSE_RULES(**rulings))
        offer = _offer(option, sent[option.name], settings, shown.player_count)
        result[option.name] = offer
        chosen[option.name] = option.validate(option.from_text(offer.text), player_count)[0]
    return result


def _offer(option: Option, sent: Text, settings: Settings, shown_count: int | None) -> Offer:
    """What to offer for `option`: its default if what was sent is impossible, or had another default.

    Where several can be chosen, only what is impossible is removed.
    """
    closed = impossible_values(option, settings)
    if shown_count is None or isinstance(option, Number | Name):
        return Offer(sent, closed, [])
    texts = [sent] if isinstance(sent, str) else sent
    kept = [value for value in closed if value in texts]
    values = map(str, range(settings.player_count)) if isinstance(option, SeatChoice) else option.values
    possible = [value for value in values if value in texts and value not in closed]
    if isinstance(option, Several):
        return Offer(possible, closed, kept)
    default = option.default_for(settings.player_count)
    is_same_default = option.default_for(shown_count) == default
    return Offer(sent if possible and is_same_default else option.to_text(default), closed, kept)
