"""`GameRules`, which every kind of game implements, and `Game`: one game of its kind as it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar
from unicodedata import category

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from companion.core.entries import Entry, Finish, IllegalEntry, by_type, decode
from companion.core.messages import RECORD, Json, Message, Translate, Violation, Words
from companion.core.names import look
from companion.core.options import HouseRules, switches_of
from companion.core.rounds import Winning
from companion.core.units import ROUND, Unit

if TYPE_CHECKING:
    from types import UnionType

    from companion.core.options import Option, Switch
    from companion.core.rounds import Scores

S = TypeVar("S")


class Person(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player in a record: `name`, never blank, and a `surname` or ""."""

    name: Annotated[str, Meta(pattern=r"\S")]
    surname: str = ""

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.surname}".strip()


def count_letters(name: str) -> int:
    """How many letters a name has: in some games the longest name decides."""
    return sum(category(character).startswith("L") for character in name)


class Refusal(Struct, frozen=True):
    """Why an entry is not valid: every independent violation, at least one."""

    violations: tuple[Violation, ...]

    def at_field(self, field: str) -> Refusal:
        return Refusal(tuple(replace(violation, field=field) for violation in self.violations))


class Valid(Struct, Generic[S], frozen=True):
    """A valid entry: the state after it, and the warnings."""

    state: S
    warnings: tuple[Message, ...] = ()


class Kind(Struct, frozen=True):
    """A kind of game, within which games are compared: its key begins with the slug.

    `name` is the one that the players gave it, or "" if it has the game's title; `labels` are those of the choices that
    tell it from others of the same name.
    """

    key: str
    name: str = ""
    labels: tuple[str, ...] = ()


class GameRules(ABC, Generic[S]):
    """The rules of a game as the rest of the program sees them: the object `GAME` in the module `game` of its package.

    `TITLE` is the game's name, `ABOUT` an English text that says in a few words what kind it is. `KIND_OPTIONS` are the
    options that make another kind of game of it, last the one by which players name it. `PLAYERS_RULE` is the rule
    about the number of players. `WORDS` maps a message id to its English text, or to (singular, plural), chosen by `n`.
    `ENTRIES` are the types of its entries; `RESULT` is that of the result of a round, or of a game that has no rounds,
    in place of single entries.
    """

    SLUG: str
    TITLE: str
    ABOUT: str
    PLAYER_COUNTS: range
    PLAYERS_RULE = RECORD
    OPTIONS: tuple[Option, ...]
    HOUSE_RULES: type[HouseRules] = HouseRules
    SWITCHES: ClassVar[tuple[Switch, ...]]  # of `HOUSE_RULES`
    WORDS: Words
    ENTRIES: UnionType
    RESULT: type[Entry]
    KIND_OPTIONS: tuple[Option, ...] = ()

    def __init_subclass__(cls) -> None:
        cls.SWITCHES = switches_of(cls.HOUSE_RULES)

    def kind(self, options: Mapping[str, Json]) -> Kind:
        """What kind of game one with these options is; impossible values count as the default."""
        values, labels = [], []
        for option in self.KIND_OPTIONS:
            usual = option.default_for(1)
            values.append(option.validate(options.get(option.name, usual), 1)[0])
            labels += option.labels(values[-1]) if values[-1] != usual else []
        if not labels and not any(values[-1:]):
            return Kind(self.SLUG)
        return Kind(":".join((self.SLUG, *map(look, values))), values[-1], tuple(labels))

    def kind_in(self, setup: Any) -> Kind:
        """What kind of game one with this set-up is."""
        return self.kind({option.name: getattr(setup, option.name) for option in self.KIND_OPTIONS})

    def start(self, players: Sequence[Person], options: Mapping[str, Json]) -> S | Refusal:
        """What `start_with` does for these players, whose names may decide who starts."""
        return self.start_with(len(players), options, self.starters(players))

    @abstractmethod
    def start_with(self, player_count: int, options: Mapping[str, Json], starters: tuple[int, ...]) -> S | Refusal:
        """The state before the first entry, or why these options are impossible."""

    def starters(self, players: Sequence[Person]) -> tuple[int, ...]:
        """The seats that may start the game because of the players' names; none if names decide nothing.

        Where names decide, the players may decide otherwise: by the entry `starter` with a `seat`.
        """
        return ()

    def setup_steps(self, setup: Any, number: int) -> Iterable[Message]:
        """The steps that set up the round with this number, or the game if it has no rounds, in order."""
        return ()

    @abstractmethod
    def winning(self, setup: Any) -> Winning:
        """How the game is won, and when it ends; a cooperative game says which results are better."""

    @abstractmethod
    def prompt(self, state: S) -> dict[str, Json] | None:
        """What the table must enter next, or None when the game is over."""

    def decode(self, raw: Json, player_count: int) -> Entry:
        """The entry that a JSON value from a form, a file or a log holds.

        :raises IllegalEntry: it holds none.
        """
        return decode(raw, by_type(self.ENTRIES), player_count)

    @abstractmethod
    def apply(self, state: S, entry: Entry) -> Valid[S] | Refusal:
        """The state after `entry`, or a refusal that lists everything that is wrong with it."""

    def apply_json(self, state: Any, raw: Json) -> Valid[S] | Refusal:
        """What `apply` does for the entry that a JSON value holds, or why it holds none."""
        try:
            return self.apply(state, self.decode(raw, state.setup.player_count))
        except IllegalEntry as error:
            return Refusal(error.violations)

    def accepts(self, state: S, entry: Entry) -> bool:
        return isinstance(entry, self.ENTRIES) and isinstance(self.apply(state, entry), Valid)

    def is_result(self, entry: Entry) -> bool:
        return isinstance(entry, self.RESULT)

    def is_implied(self, entry: Entry) -> bool:
        """Whether the next entry implies `entry`: pages enter both at once, and undo and redo move both."""
        return False

    def early(self, state: S) -> Mapping[int, Entry]:
        """By seat the answers to the open question that were entered before it was the seat's turn."""
        return {}

    @abstractmethod
    def takes_result(self, state: S) -> bool:
        """Whether a result can be entered in `state`, whatever its numbers."""

    @abstractmethod
    def report(self, state: S, say: Translate) -> dict[str, Json]:
        """The game's fields of `companion-report/1`: turns, rounds, totals, ranking, and its own."""

    @abstractmethod
    def heading(self, before: S, entry: Entry) -> Message:
        """The heading of `entry` in the log: "Round 2, trick 7"."""

    @abstractmethod
    def describe(self, before: S, entry: Entry) -> Message:
        """The log's words for `entry`, entered in state `before`: "Luis plays the 9"."""

    @abstractmethod
    def turn_of(self, before: S, entry: Entry) -> tuple[int, int] | None:
        """The round of `entry`, and its trick or turn in it (0 for the round as a whole); None if it has none.

        Entries of one trick or turn have the same numbers, and no others have them.
        """

    @abstractmethod
    def outcome(self, before: S, after: S) -> tuple[Message, ...]:
        """The outcome of the step from `before` to `after`, such as who won a trick; most steps have none."""

    @abstractmethod
    def headline(self, state: S) -> Message:
        """The current or final result in one line: "Ana wins with 45 points"."""

    def scores(self, state: S) -> Scores | None:
        """The current scores, or None in a game without round scores."""
        return None

    def points_so_far(self, state: S) -> Sequence[int]:
        """By seat the points in the round in progress; none if it has none before its end."""
        return ()

    @abstractmethod
    def question_key(self, state: S, entry: Entry) -> Hashable:
        """A key of the question that `entry` answers in `state`, or None if it answers none.

        If two phones answer the same question, they enter the same thing; a late answer is valid while its question is
        open. The key of a question is the same whatever was entered in between.
        """


class ScoredGame(GameRules[S]):
    """A game that adds up round scores. `UNIT` is what a round is: a round, or a game of a match.

    `LENGTH_OPTION` is the name of the option that says how many are played, if that is known. What players bring along
    from an earlier game is a `before` entry; its fields are the keys of `carried`.
    """

    UNIT: Unit = ROUND
    LENGTH_OPTION = ""

    def winning(self, setup: Any) -> Winning:
        return Winning(rounds=getattr(setup, self.LENGTH_OPTION))

    @abstractmethod
    def scores(self, state: S) -> Scores:
        """The current scores."""

    def carried(self, state: S) -> dict[str, Sequence[int]]:
        """By seat what the players can bring along to another game: the fields of its `before` entry."""
        return {"points": self.scores(state).totals}

    def is_result(self, entry: Entry) -> bool:
        return super().is_result(entry) or (isinstance(entry, Finish) and entry.points is not UNSET)

    def headline(self, state: S) -> Message:
        return self.scores(state).headline()


class Game(Generic[S]):
    """A game as it is played or replayed: its rules, its entries so far, the `state` after them, and their warnings.

    `moments` are the entries, each with the state before it. `refusal` says why a replay stopped: at the entry after
    these.
    """

    def __init__(self, rules: GameRules[S], state: S) -> None:
        self.rules = rules
        self.state = state
        self.moments: list[tuple[S, Entry]] = []
        self.warnings: list[tuple[int, Message]] = []  # each with the index of its entry
        self.refusal: Refusal | None = None

    @property
    def refused(self) -> int | None:
        """The index of the refused entry, if a replay stopped at one."""
        return None if self.refusal is None else len(self.moments)

    @property
    def prompt(self) -> dict[str, Json] | None:
        """What the table must enter next, or None when the game is over."""
        return self.rules.prompt(self.state)

    def why_not(self, entry: Entry) -> tuple[Violation, ...]:
        """Everything that is wrong with `entry`: nothing if it can be entered next."""
        applied = self.rules.apply(self.state, entry)
        return applied.violations if isinstance(applied, Refusal) else ()

    def push(self, entry: Entry) -> None:
        """Enter `entry`.

        :raises IllegalEntry: it is not valid; the game is as it was.
        """
        applied = self.rules.apply(self.state, entry)
        if isinstance(applied, Refusal):
            raise IllegalEntry(*applied.violations)
        self.warnings += [(len(self.moments), warning) for warning in applied.warnings]
        self.moments.append((self.state, entry))
        self.state = applied.state


def replay(rules: GameRules[S], state: S, entries: Iterable[Entry]) -> Game[S]:
    """The game after `entries`, or after those before the first that is refused, or can't be decoded."""
    game = Game(rules, state)
    try:
        for entry in entries:
            game.push(entry)
    except IllegalEntry as illegal:
        game.refusal = Refusal(illegal.violations)
    return game


def report_without_texts(rules: GameRules[S], state: S) -> dict[str, Json]:
    """The game's fields of `companion-report/1` with empty texts, for callers that only need the numbers."""
    return rules.report(state, lambda message: "")
