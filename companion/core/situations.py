"""Rules questions about a situation of a game, declared once: the questions, their fields, what each may hold.

A situation maps fields to texts, like the query of a URL. A field with empty text means "none"; a missing field means
"not known". Pages, commands, checks and the public format are made from the declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.field_types import Cards, FieldType, Label, Numbers
from companion.core.game import Refusal
from companion.core.messages import N_, Json, Message, PlayerRef, Words
from companion.core.rounds import WholeRound

Situation = Mapping[str, str]


class Field(Struct, frozen=True):
    """A field of a situation: its name in URLs and files, its English label, what it may hold.

    - `row`: when the page has a row for it; "given" means: when its value is not the usual one, "offered": then, and
      whenever it can be given. The row replaces that of an earlier field with the same label.
    - `can_be_given`: whether it can matter, by the set-up of the game and the situation.
    - `is_setting`: the page shows the field among the settings of the game.
    - `is_per_seat`: there is one for each player: `front0`, `front1` and so on.
    - `slots`: for a list with a fixed number of items, a function that returns their labels.
    - `default`: the items of such a list if it is left out.
    - `shortcut`: the label of a key below its cards that sets another field, with the name and the value of that.

    On the command line, `option` replaces the name and `help` the label; `also` is another name, which players use.
    """

    name: str
    label: str
    type: FieldType
    row: Literal["always", "given", "offered", "never"] = "always"
    can_be_given: Callable[[Any, Situation], bool] = lambda setup, situation: True
    is_setting: bool = False
    is_per_seat: bool = False
    slots: Callable[[Situation, int], Sequence[Label]] | None = None
    default: tuple[str, ...] = ()
    shortcut: tuple[str, str, str] | None = None
    option: str = ""
    also: str = ""
    help: str = ""

    @property
    def is_front(self) -> bool:
        """Whether it holds the cards in front of a player, which stay when another question is asked."""
        return self.is_per_seat and isinstance(self.type, Cards)

    @property
    def may_be_empty(self) -> bool:
        """Whether an empty field says that there are no cards, instead of nothing."""
        return self.is_front or (isinstance(self.type, Numbers) and self.type.nothing != "")

    @property
    def is_typed(self) -> bool:
        """Whether it is typed, since there is nothing to tap."""
        return not (self.type.deck if isinstance(self.type, Cards | Numbers) else self.type.choices(2))

    def names(self, player_count: int) -> tuple[str, ...]:
        return tuple(f"{self.name}{seat}" for seat in range(player_count)) if self.is_per_seat else (self.name,)


class Facts(Struct, frozen=True, eq=False):
    """A situation that was read: the game before its first entry, the question, the value of each field that is given.

    The `assumed` fields were left out, and their values are only tried.
    """

    state: Any
    question: str
    values: Mapping[str, Any]
    assumed: frozenset[str] = frozenset()

    @property
    def player_count(self) -> int:
        return self.state.setup.player_count

    def __contains__(self, field: str) -> bool:
        return field in self.values

    def get(self, field: str, default: Any = None) -> Any:
        return self.values.get(field, default)

    def is_known(self, field: str) -> bool:
        """Return whether `field` was given, not only tried."""
        return field in self.values and field not in self.assumed


class Case(Struct, frozen=True):
    """The outcome of a situation: the `result` for programs, statements for people, and the reasons.

    - `compared`: what the statements say beyond the result. Two cases are the same if both are equal.
    - `choices`: the values that a field can be given next, such as what the thief may take.
    - `missing`: the fields that were left out although the result depends on them. If there are any, programs get no
      result; people still get the statements.
    """

    result: dict[str, Json]
    statements: tuple[Message, ...]
    why: tuple[Message, ...]
    compared: Json = None
    choices: Mapping[str, tuple[str, ...]] = {}
    missing: tuple[MissingField, ...] = ()


class MissingField(Struct, frozen=True):
    """The name of a field that has to be known, and the question for it.

    `values` stand for everything that it could hold.
    """

    name: str
    question: Message
    values: tuple[str, ...] = ()


class Missing(Struct, frozen=True):
    """These fields have to be known before anything can be decided.

    The question for the first of them is shown; if only another house rule needs them, `reason` is shown instead.
    `so_far` is what is certain all the same, without a result.
    """

    fields: tuple[MissingField, ...]
    reason: Message | None = None
    so_far: Case | None = None


Reply = Case | Missing | Refusal


def fields_of_players(name: str, seats: Iterable[int], rule: str, question: str) -> tuple[MissingField, ...]:
    """Return the field `name` of each player at `seats`; the text `question` asks `who` for it."""
    return tuple(MissingField(f"{name}{seat}", Message(rule, question, {"who": PlayerRef(seat)})) for seat in seats)


def missing(field: str, question: Message, reason: Message | None = None) -> Missing:
    """Return the reply that `field` has to be known first; `question` asks for it."""
    return Missing((MissingField(field, question),), reason)


class Question(Struct, frozen=True):
    """A kind of question: its name in the field `ask`, its English label, its fields in the order of the page.

    `answer` builds a state of the game from the situation and lets the game decide. It looks up house rules in the
    set-up of `facts.state`, which records them: other values are only tried for these. `next_missing` returns the next
    field that was left out and on which the answer may depend, until none is left. `in_doubt` returns the given fields
    that would have another value if the house rule had had another one before, with their possible values then. `pad`
    is the field to be filled in when nothing is missing, `option` the command-line flag that asks the question, `also`
    the name that players use for it. `can_be_asked` says whether it makes sense with the set-up of a game.
    """

    name: str
    label: str
    fields: tuple[Field, ...]
    answer: Callable[[Facts], Reply]
    next_missing: Callable[[Facts], MissingField | None] = lambda facts: None
    pad: str = ""
    option: str = ""
    also: str = ""
    in_doubt: Callable[[Facts, str, str], Sequence[MissingField]] = lambda facts, switch, value: ()
    can_be_asked: Callable[[Any], bool] = lambda setup: True


class History(Struct, frozen=True):
    """A game in progress: each entry with the state before it, and the current state."""

    moments: Sequence[tuple[Any, Entry]]
    now: Any


def changed_whole(history: History, index: int, facts: Facts) -> dict[int, Entry]:
    """Return the entry of a whole round at `index` with the counts of the situation, if they differ."""
    entry = history.moments[index][1]
    if not isinstance(entry, WholeRound):
        return {}
    changed = replace(entry, seats=tuple(facts.get(f"count{seat}", known) for seat, known in enumerate(entry.seats)))
    return {} if changed == entry else {index: changed}


class Desk(Struct, frozen=True, kw_only=True):
    """All rules questions about one game; the first question is the default.

    - `situation_at(history, index, ask)`: returns the fields for a game in progress, as it was at the entry at `index`,
      without the game's options. The question is `ask`, or else the one that the entry suggests.
    - `default_player_count`: returns the number of players if it is not given.
    - `implied`: returns the options that follow from the cards on the table.
    - `first_pad`: the field that is asked for before anything is known.
    - `gone(history, index)`: returns the cards that can't be in the trick or turn of the entry at `index`, as texts.
    - `newest`: English labels for the trick or turn that has just begun, and for the one before.
    - `changed(history, index, facts)`: returns the entries, by index, that would be different if the situation is what
      really happened.
    """

    questions: tuple[Question, ...]
    words: Words
    situation_at: Callable[[History, int, str], dict[str, str]]
    default_player_count: Callable[[Situation], int]
    implied: Callable[[Situation, int], dict[str, Json]] = lambda situation, player_count: {}
    first_pad: str = ""
    gone: Callable[[History, int], frozenset[str]] = lambda history, index: frozenset()
    newest: tuple[str, str] = (N_("This turn"), N_("Last turn"))
    changed: Callable[[History, int, Facts], Mapping[int, Entry]] = lambda history, index, facts: {}

    @property
    def fields(self) -> dict[str, Field]:
        """The fields of all questions by their names; questions share fields."""
        return {field.name: field for question in self.questions for field in question.fields}

    def question(self, situation: Situation) -> Question:
        """Return the question that `situation` asks, or the default if it names no existing question."""
        name = situation.get("ask")
        return next((question for question in self.questions if question.name == name), self.questions[0])
