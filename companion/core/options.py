"""Options and house rules of a game, each declared once.

A game declares `OPTIONS` and `HOUSE_RULES`. Checks, forms, command options and documentation are generated from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_type_hints

from msgspec import Struct

from companion.core.entries import is_seat, no_such_seat
from companion.core.messages import N_, RECORD, AnyOf, Json, Param, Phrase, Verbatim, Violation, any_of, quoted
from companion.core.names import without_invisible
from companion.core.numbers import int_or_text

if TYPE_CHECKING:
    from companion.core.game import GameRules
    from companion.core.settings import Settings

MAX_NAME = 40  # characters
LAST = -1  # the last seat, as the default of a `SeatChoice`

Text = str | Sequence[str]  # the value of an option in a form or a command; a sequence for several values
Rulings = Mapping[str, str]  # name of a switch -> value


class HouseRules(Struct, frozen=True):
    """The house rules of one game, each with its value; a game declares its own in a subclass.

    A field has the rule's name in `options.rulings` and our default. Its type has all values, and is `Annotated` with
    the id of our decision, which the rule book says in words, and with what the rule needs (`Switch.needs`).
    """


class Switch(Struct, frozen=True):
    """A house rule as data, made of its field in `HouseRules`.

    It matters only in games with everything that it `needs`: flags that are set, and chosen values of other options.
    """

    rule: str
    name: str
    default: str
    values: tuple[str, ...]
    needs: tuple[str, ...]


def switches_of(house_rules: type[HouseRules]) -> tuple[Switch, ...]:
    """The house rules of a game as data, in the order in which they are declared."""
    switches = []
    for name, declared in get_type_hints(house_rules, include_extras=True).items():
        values, decision, *needs = get_args(declared)
        switches.append(Switch(decision, name, getattr(house_rules(), name), get_args(values), tuple(needs)))
    return tuple(switches)


class Option(Struct, frozen=True):
    """A choice made when a game is set up: its key in a record's `options`, and how players are asked for it.

    A game overrides `check` and `unavailable` in a class of its own. `depends_on` are the names of the switches that
    `check` reads; `has_pictures` says whether there is a picture named after each value.

    - `values`: the texts that can be chosen, each with its English label.
    - `default`: a value of the option, or a function of the number of players.
    - `rule`, `violation_id`: those of the violation if a value is not possible.
    - `presets`: the house rules that each value implies.
    - `is_asked_in_play`: whether the game asks for it before the first entry, so that the form of a new game does not.
    - `help`: a hint on the page.
    """

    name: str
    label: str
    values: Mapping[str, str] = {}
    default: Json | Callable[[int], Json] = None
    rule: str = RECORD
    violation_id: str = "impossible-option"
    help: str = ""
    presets: Mapping[str, Rulings] = {}
    is_asked_in_play: bool = False
    depends_on: ClassVar[tuple[str, ...]] = ()
    has_pictures: ClassVar[bool] = False

    def default_for(self, player_count: int) -> Json:
        return self.default(player_count) if callable(self.default) else self.default

    def unavailable(self, player_count: int) -> Violation | None:
        """Why there is nothing to choose with this many players."""
        return None

    def check(self, value: Json, settings: Settings) -> Iterable[Violation]:
        """What is wrong with a value, given the options declared before it, and the house rules."""
        return ()

    def holds(self, value: Json) -> bool:
        """Whether `value` can be one of this option: by default, one of `values`."""
        return type(value) is str and value in self.values

    def validate(self, value: Json, player_count: int) -> tuple[Json, list[Violation]]:
        """`value` as the game uses it, or the default if it is not possible; and what is wrong with it."""
        if self.holds(value):
            return value, []
        return self.default_for(player_count), [self.violation(self.violation_id, value, player_count)]

    def possible(self, player_count: int) -> Param:
        """The possible values, in the notation of a record."""
        return any_of(self.values)

    def from_text(self, text: Text) -> Json:
        """The record's value for what was typed or chosen; anything impossible is returned unchanged."""
        return text

    def to_text(self, value: Json) -> Text:
        """The text that `from_text` reads as `value`."""
        return str(value)

    def labels(self, value: Json) -> list[str]:
        """The English labels of `value`; a value that is not among `values` has none."""
        text = self.to_text(value)
        chosen = [text] if isinstance(text, str) else text
        return [label for name, label in self.values.items() if name in chosen]

    def violation(self, id: str, value: Json, player_count: int, rule: str = "") -> Violation:
        """The violation that `value` is not possible for this option."""
        params: dict[str, Param] = {
            "option": Verbatim(self.name),
            "value": quoted(value),
            "values": self.possible(player_count),
        }
        return Violation(rule or self.rule, id, params, field=self.name)


class Choice(Option, frozen=True, kw_only=True):
    """One of several values; the first is the default."""

    def default_for(self, player_count: int) -> Json:
        return next(iter(self.values)) if self.default is None else super().default_for(player_count)


class Flag(Option, frozen=True, kw_only=True):
    """Yes or no: `true` or `false` in a record."""

    values: Mapping[str, str] = MappingProxyType({"yes": N_("Yes"), "no": N_("No")})
    default: Json | Callable[[int], Json] = False

    def holds(self, value: Json) -> bool:
        return type(value) is bool

    def possible(self, player_count: int) -> Param:
        return AnyOf((Verbatim("true"), Verbatim("false")))

    def from_text(self, text: Text) -> Json:
        return {"yes": True, "no": False, "1": True, "0": False}.get(str(text), text)

    def to_text(self, value: Json) -> Text:
        return {True: "yes", False: "no"}.get(value, str(value))


class Number(Option, frozen=True, kw_only=True):
    """A whole number in the range `within`."""

    within: range

    def holds(self, value: Json) -> bool:
        return type(value) is int and value in self.within

    def possible(self, player_count: int) -> Param:
        return Phrase("a-number-within", {"low": self.within[0], "high": self.within[-1]})

    def from_text(self, text: Text) -> Json:
        return int_or_text(text) if isinstance(text, str) else text


class End(Number, frozen=True, kw_only=True):
    """A number with which the game ends, or 0 if it does not end with one.

    Where a game has several, a form offers one of them or none: `when` is its label there, `usual` the number to begin
    with.
    """

    default: Json | Callable[[int], Json] = 0
    when: str
    usual: int


class Name(Option, frozen=True, kw_only=True):
    """A name that players type, "" for none."""

    default: Json | Callable[[int], Json] = ""

    def holds(self, value: Json) -> bool:
        return type(value) is str and value == self.from_text(value) and len(value) <= MAX_NAME

    def possible(self, player_count: int) -> Param:
        return Phrase("a-name", {"n": MAX_NAME})

    def from_text(self, text: Text) -> Json:
        return " ".join(without_invisible(text).split()) if isinstance(text, str) else text


class SeatChoice(Option, frozen=True, kw_only=True):
    """A place at the table, counted from 0; a default may count from the end. Players choose a name."""

    default: Json | Callable[[int], Json] = 0

    def default_for(self, player_count: int) -> Json:
        return super().default_for(player_count) % max(player_count, 1)

    def validate(self, value: Json, player_count: int) -> tuple[Json, list[Violation]]:
        if type(value) is int and not is_seat(value, player_count):
            return self.default_for(player_count), [no_such_seat(value, player_count, self.name)]
        return super().validate(value, player_count)

    def holds(self, value: Json) -> bool:
        return type(value) is int

    def possible(self, player_count: int) -> Param:
        return Phrase("a-number-within", {"low": 0, "high": player_count - 1})

    def from_text(self, text: Text) -> Json:
        return int_or_text(text) if isinstance(text, str) else text


class _Names(Option, frozen=True, kw_only=True):
    """Some of `values`, each at most once: a list in a record, a tuple in the order of `values` once validated."""

    def holds(self, value: Json) -> bool:
        are_names = type(value) is list and all(type(name) is str and name in self.values for name in value)
        return are_names and len(set(value)) == len(value)

    def validate(self, value: Json, player_count: int) -> tuple[Json, list[Violation]]:
        names, violations = super().validate(value, player_count)
        return tuple(name for name in self.values if name in names), violations


class Several(_Names, frozen=True, kw_only=True):
    """Any of `values`, or none."""

    default: Json | Callable[[int], Json] = ()

    def from_text(self, text: Text) -> Json:
        return [text] if isinstance(text, str) else list(text)

    def to_text(self, value: Json) -> Text:
        return list(value)


class AllButOne(_Names, frozen=True, kw_only=True):
    """All of `values` but one; players are asked which one is left out."""

    def holds(self, value: Json) -> bool:
        return super().holds(value) and len(value) == len(self.values) - 1

    def from_text(self, text: Text) -> Json:
        return [name for name in self.values if name != text] if text in self.values else text

    def to_text(self, value: Json) -> Text:
        left_out = [name for name in self.values if name not in value]
        return left_out[0] if len(left_out) == 1 else ""


class RecordedRulings:
    """`HouseRules` that record which of them were looked up: nothing else can depend on the others."""

    def __init__(self, rulings: HouseRules) -> None:
        self._rulings = rulings
        self.looked_up: set[str] = set()

    def __getattr__(self, name: str) -> str:
        value: str = getattr(self._rulings, name)
        self.looked_up.add(name)
        return value


def default_rulings(rules: GameRules[Any], options: Mapping[str, Json]) -> dict[str, str]:
    """The house rules that apply by default: the defaults, changed by the presets of the chosen `options`."""
    rulings = {switch.name: switch.default for switch in rules.SWITCHES}
    for option in rules.OPTIONS:
        rulings.update(option.presets.get(str(options.get(option.name)), {}))
    return rulings


def rulings_in_force(rules: GameRules[Any], options: Mapping[str, Json]) -> dict[str, str]:
    """Every house rule that applies with these `options`, whose own house rules are valid."""
    return {**default_rulings(rules, options), **options.get("rulings", {})}


def with_all_rulings(rules: GameRules[Any], options: Mapping[str, Json]) -> dict[str, Json]:
    """`options` with every house rule that applies, which a stored game keeps when a default changes.

    House rules that are no mapping stay as they are, to be refused.
    """
    if not rules.SWITCHES or not isinstance(options.get("rulings", {}), Mapping):
        return dict(options)
    return {**options, "rulings": rulings_in_force(rules, options)}


def other_values(rules: GameRules[Any], in_force: Rulings) -> list[tuple[Switch, str]]:
    """Each value of each house rule that is not `in_force`."""
    return [(switch, value) for switch in rules.SWITCHES for value in switch.values if value != in_force[switch.name]]


def switches_that_matter(rules: GameRules[Any], options: Mapping[str, Json]) -> list[Switch]:
    """The house rules that matter in a game with these options: it has everything that they need."""
    present = {name for name, value in options.items() if value is True}
    for value in options.values():
        present.update(value if isinstance(value, list | tuple) else (value,))
    return [switch for switch in rules.SWITCHES if present.issuperset(switch.needs)]


def changed_switches(rules: GameRules[Any], options: Mapping[str, Json]) -> list[tuple[Switch, str]]:
    default, in_force = default_rulings(rules, options), rulings_in_force(rules, options)
    changed = (switch for switch in rules.SWITCHES if in_force[switch.name] != default[switch.name])
    return [(switch, in_force[switch.name]) for switch in changed]
