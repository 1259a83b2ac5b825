"""Options and house rules of a game: how each is declared once, and how a record's `options` are read.

A game declares `OPTIONS` and `SWITCHES`. The forms, the options of the commands, the checks and the documentation are
made from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from companion.core.entries import no_such_seat
from companion.core.game import Refusal
from companion.core.messages import N_, Json, Literal, Param, Violation


class Switch(Struct, frozen=True):
    """A house rule as data: its ruling id, its name in `options.rulings`, its values, default first.

    `question` and `reason` are English sentences for players; `answers` says each value in words, in
    the order of `values`.
    """

    rule: str
    name: str
    values: tuple[str, ...]
    question: str
    answers: tuple[str, ...]
    reason: str


Rulings = Mapping[str, str]  # name of a switch -> value


class Settings(Struct, frozen=True):
    """How one game is set up: a value for each of its options and house rules."""

    players: int
    options: dict[str, Json]
    rulings: dict[str, str]

    def __getitem__(self, name: str) -> Json:
        """Return the value of the option called `name`."""
        return self.options[name]


Text = str | Sequence[str] | None  # what a form or a command holds for an option; a sequence for several values


def last_seat(players: int) -> int:
    """Return the last seat: a default for `Seat`."""
    return players - 1


def no_check(value: Json, settings: Settings) -> Iterable[Violation]:
    """Return nothing: every value that an option can have goes with everything else."""
    return ()


def always(players: int) -> Violation | None:
    """Return nothing: the option is there with any number of players."""
    return None


class Option(Struct, frozen=True):
    """What is chosen when a game is set up: the key in a record's `options`, and how players are asked for it.

    `default` is a value, or a function of the number of players. `rule` and `code` are those of the violation by a
    value that cannot be; without a code, the text that all games share says what is possible. `unavailable` says why
    there is nothing to choose with so many players; `check` says what is wrong with a value beside what was read
    before, house rules included; `depends_on` names the switches that it looks at.
    `is_played` tells whether it can change the answer to a
    question about a situation.
    """

    name: str
    label: str
    default: Json | Callable[[int], Json] = None
    rule: str = "RECORD"
    code: str = "impossible-option"
    help: str = ""
    unavailable: Callable[[int], Violation | None] = always
    check: Callable[[Json, Settings], Iterable[Violation]] = no_check
    depends_on: tuple[str, ...] = ()
    is_played: bool = False

    def usual(self, players: int) -> Json:
        """Return the default with so many players."""
        return self.default(players) if callable(self.default) else self.default

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        """Return the value of the option, as far as `value` can be one, and what is wrong with it."""
        raise NotImplementedError

    def possible(self, players: int) -> str:
        """Return the values a record may hold, in the notation of a record."""
        raise NotImplementedError

    def choices(self, players: int) -> Mapping[str, str]:
        """Return the text of each value with its English label, nothing if there are too many to list."""
        return {}

    def alone(self, text: str) -> Json:
        """Return the value of the option if of all `choices` only `text` is chosen."""
        return self.from_text(text)

    def from_text(self, text: Text) -> Json:
        """Return what a record would hold for what was typed or chosen; what cannot be stays as it is."""
        return text

    def to_text(self, value: Json) -> Text:
        """Return the text that reads as `value`."""
        return str(value)

    def violation(self, value: Json, players: int, code: str = "") -> Violation:
        """Return the violation that `value` cannot be one of this option."""
        params: dict[str, Param] = {
            "name": Literal(self.name),
            "value": Literal(str(value)[:40]),
            "values": Literal(self.possible(players)),
        }
        return Violation(code or self.code, self.rule, params, self.name)


class Choice(Option, frozen=True, kw_only=True):
    """One of several values, in `values` with their labels; the first is the default.

    `presets` are house rules by value; `flags` are the values that have an option of their own on the command line.
    """

    values: Mapping[str, str]
    presets: Mapping[str, Rulings] = {}
    flags: tuple[str, ...] = ()
    is_played: bool = True

    def usual(self, players: int) -> Json:
        return next(iter(self.values)) if self.default is None else super().usual(players)

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        if type(value) is str and value in self.values:
            return value, []
        return self.usual(players), [self.violation(value, players)]

    def possible(self, players: int) -> str:
        return ", ".join(self.values)

    def choices(self, players: int) -> Mapping[str, str]:
        return self.values


class Flag(Option, frozen=True, kw_only=True):
    """Yes or no: `true` or `false` in a record."""

    yes: str = N_("Yes")
    no: str = N_("No")
    default: Json | Callable[[int], Json] = False
    is_played: bool = True

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        return (value, []) if type(value) is bool else (self.usual(players), [self.violation(value, players)])

    def possible(self, players: int) -> str:
        return "true, false"

    def choices(self, players: int) -> Mapping[str, str]:
        return {"yes": self.yes, "no": self.no}

    def from_text(self, text: Text) -> Json:
        return {"yes": True, "no": False, "1": True, "0": False}.get(text, text) if isinstance(text, str) else text

    def to_text(self, value: Json) -> Text:
        return {True: "yes", False: "no"}.get(value, str(value))


class Number(Option, frozen=True, kw_only=True):
    """A whole number in the range `within`."""

    within: range

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        if type(value) is int and value in self.within:
            return value, []
        return self.usual(players), [self.violation(value, players)]

    def possible(self, players: int) -> str:
        return f"{self.within[0]} \u2026 {self.within[-1]}"

    def from_text(self, text: Text) -> Json:
        return whole(text)


class Seat(Option, frozen=True, kw_only=True):
    """A place at the table, counted from 0; players choose among the names."""

    default: Json | Callable[[int], Json] = 0

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        if type(value) is not int:
            return self.usual(players), [self.violation(value, players)]
        if not 0 <= value < players:
            return self.usual(players), [no_such_seat(value, players, self.name)]
        return value, []

    def possible(self, players: int) -> str:
        return f"0 \u2026 {players - 1}"

    def from_text(self, text: Text) -> Json:
        return whole(text)


class Several(Option, frozen=True, kw_only=True):
    """Any of `values`, each at most once: a list in a record, a tuple in the order of `values` when read.

    `singular` names one of them: on the command line, and in the codes `unknown-...` and `...-twice`. `code` is that of
    a value which is no list. `has_pictures` tells whether each value has a picture of the same name.
    """

    values: Mapping[str, str]
    singular: str
    value_rule: str = "RECORD"
    has_pictures: bool = False
    default: Json | Callable[[int], Json] = ()
    is_played: bool = True

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        if type(value) is not list:
            return self.usual(players), [self.violation(value, players)]
        unknown = [item for item in value if type(item) is not str or item not in self.values]
        codes = [("unknown-" + self.singular, item) for item in unknown]
        if not unknown and len(set(value)) < len(value):
            codes = [(self.singular + "-twice", value)]
        wrong = []
        for code, item in codes:
            params: dict[str, Param] = {"name": Literal(str(item)[:40]), "values": Literal(self.possible(players))}
            wrong.append(Violation(code, self.value_rule, params, self.name))
        return tuple(name for name in self.values if name in value), wrong

    def possible(self, players: int) -> str:
        return ", ".join(self.values)

    def choices(self, players: int) -> Mapping[str, str]:
        return self.values

    def alone(self, text: str) -> Json:
        return (text,)

    def from_text(self, text: Text) -> Json:
        return [] if text is None else list(text)

    def to_text(self, value: Json) -> Text:
        return list(value)


class AllButOne(Option, frozen=True, kw_only=True):
    """All of `values` but one: a list in a record; players are asked which one is left out.

    `default` is a function of the number of players. `singular` is the one left out, on the command line.
    """

    values: Mapping[str, str]
    singular: str

    def read(self, value: Json, players: int) -> tuple[Json, list[Violation]]:
        if type(value) is list and all(type(item) is str and item in self.values for item in value):
            chosen = tuple(item for item in self.values if item in value)
            if len(chosen) == len(value) == len(self.values) - 1:
                return chosen, []
        return self.usual(players), [self.violation(value, players)]

    def possible(self, players: int) -> str:
        return ", ".join(self.values)

    def choices(self, players: int) -> Mapping[str, str]:
        return {value: self.values[value] for value in reversed(tuple(self.values))}

    def from_text(self, text: Text) -> Json:
        return [value for value in self.values if value != text] if text in self.values else text

    def to_text(self, value: Json) -> Text:
        return next((name for name in self.values if name not in value), str(value))


def read_settings(
    options: Sequence[Option],
    switches: Sequence[Switch],
    players: int,
    given: Mapping[str, Json],
    wrong: Sequence[Violation] = (),
) -> Settings | Refusal:
    """Return the settings that a record's `options` give, or a refusal that lists all that is wrong with them.

    The house rules are read after the option that presets them, else last. `wrong` is what is already known to be
    wrong: it stands after the names of options that this game does not have.
    """
    violations = [*_unknown_options(given, [*(option.name for option in options), "rulings"]), *wrong]
    settings = Settings(players, {}, {})
    preset_at = next((at for at, option in enumerate(options, 1) if presets_of(option)), len(options))
    for option in options[:preset_at]:
        violations += _read_option(option, settings, given)
    chosen, wrong_rulings = read_switches(given.get("rulings", {}), switches)
    settings.rulings.update({**usual_rulings(options, switches, settings.options), **chosen})
    violations += wrong_rulings
    for option in options[preset_at:]:
        violations += _read_option(option, settings, given)
    return Refusal(tuple(violations)) if violations else settings


def usual_rulings(options: Sequence[Option], switches: Sequence[Switch], chosen: Mapping[str, Json]) -> dict[str, str]:
    """Return the house rules that hold unless the table says otherwise: the defaults, as `chosen` presets them."""
    rulings = {switch.name: switch.values[0] for switch in switches}
    for option in options:
        rulings.update(presets_of(option).get(str(chosen.get(option.name)), {}))
    return rulings


def presets_of(option: Option) -> Mapping[str, Rulings]:
    """Return the house rules that each value of `option` stands for, nothing for most options."""
    return option.presets if isinstance(option, Choice) else {}


def closed(option: Option, settings: Settings) -> dict[str, Violation]:
    """Return those of the option's choices that are impossible with the other `settings`, each with its reason."""
    choices = option.choices(settings.players)
    reason = option.unavailable(settings.players)
    if reason is not None:
        return dict.fromkeys(choices, reason)
    reasons = ((text, next(iter(option.check(option.alone(text), settings)), None)) for text in choices)
    return {text: reason for text, reason in reasons if reason is not None}


def whole(text: Text) -> Json:
    """Return the whole number that was typed; anything else as it stands, so that it can be refused in words."""
    if not isinstance(text, str):
        return text
    text = text.strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def _read_option(option: Option, settings: Settings, given: Mapping[str, Json]) -> list[Violation]:
    """Put the value of `option` into `settings`; return what is wrong with it."""
    value = option.usual(settings.players)
    wrong: list[Violation] = []
    if option.name in given:
        if reason := option.unavailable(settings.players):
            wrong = [reason]
        else:
            value, wrong = option.read(given[option.name], settings.players)
    settings.options[option.name] = value
    return [*wrong, *option.check(value, settings)]


def _unknown_options(given: Mapping[str, Json], known: Sequence[str]) -> list[Violation]:
    return [
        Violation("unknown-option", "RECORD", {"name": Literal(str(name)[:40])}, name)
        for name in given
        if name not in known
    ]


def read_switches(rulings: Json, switches: Sequence[Switch]) -> tuple[dict[str, str], list[Violation]]:
    """Return the values that `options.rulings` sets, and what is wrong with it; defaults are not filled in."""
    if type(rulings) is not dict:
        return {}, [Violation("rulings-shape", "RECORD", {}, "rulings")]
    by_name = {switch.name: switch for switch in switches}
    values: dict[str, str] = {}
    violations = []
    for name, value in rulings.items():
        switch = by_name.get(name)
        if switch is None:
            violations.append(Violation("unknown-switch", "RECORD", {"name": Literal(str(name)[:40])}, name))
        elif type(value) is not str or value not in switch.values:
            params: dict[str, Param] = {"name": Literal(name), "values": Literal(", ".join(switch.values))}
            violations.append(Violation("unknown-value", switch.rule, params, name))
        else:
            values[name] = value
    return values, violations
