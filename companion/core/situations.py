"""What players can ask about a situation of a game, declared once: the questions, their fields, what each may hold.

A situation is a mapping of field to text, as in the query of an address: a field that is there with empty text says
"none", a field that is left out says nothing. Pages, commands, checks and the public format are made from the
declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.field_types import FieldType, Label
from companion.core.game import Refusal
from companion.core.messages import Json, Message, Words

Situation = Mapping[str, str]


class Field(Struct, frozen=True):
    """A field of a situation: its name in addresses and files, its English label, what it may hold.

    On the page a field has a `row` always, if it is "given", or "never"; it may be "folded" away or "typed", and be one
    of the settings besides. A field `per_seat` is one for each player: `front0`, `front1` and so on. `places` are the
    labels of a list whose items have fixed places, `usual` is what such a list holds when it is left out.
    `instead_of` is the field whose row this one replaces. `stays`: it is kept when another question is asked.
    `several`: it usually takes several items one after the other, so its pad stays open until somebody is done.
    `if_empty` is what the row of an empty list says. `shows_nobody`: a "given" row is there too where it was nobody.

    On the command line, `option` names it if its name does not, and `help` says more than its label. Whoever gives it
    says that the list `empties` of the same player is empty.
    """

    name: str
    label: str
    type: FieldType
    row: str = "always"
    is_setting: bool = False
    per_seat: bool = False
    places: Callable[[Situation, int], Sequence[Label]] | None = None
    usual: tuple[str, ...] = ()
    instead_of: str = ""
    stays: bool = False
    several: bool = False
    if_empty: str = ""
    shows_nobody: bool = False
    option: str = ""
    help: str = ""
    empties: str = ""

    def names(self, players: int) -> tuple[str, ...]:
        """Return the names of the field in a situation with so many players."""
        return tuple(f"{self.name}{seat}" for seat in range(players)) if self.per_seat else (self.name,)


class Given(Struct, frozen=True):
    """A situation that was read: the game as it is set up, and the value of each field that is given.

    The values of `assumed` fields were left out and are only tried.
    """

    state: Any
    players: int
    values: Mapping[str, Any]
    assumed: frozenset[str] = frozenset()

    def __contains__(self, field: str) -> bool:
        return field in self.values

    def get(self, field: str, default: Any = None) -> Any:
        """Return the value of `field`, or `default` if it was left out."""
        return self.values.get(field, default)

    def is_known(self, field: str) -> bool:
        """Tell whether `field` was given, and is not only tried."""
        return field in self.values and field not in self.assumed


class Case(Struct, frozen=True):
    """What a situation comes to: the `result` for programs, statements for people, and the reasons.

    `hinges` holds what else the statements claim: two cases are the same only if that is equal too. `choices` are the
    values that a field can be given next, such as what the thief may take. `missing` are fields left out without which
    the result has gaps: programs get no result then, people get the statements.
    """

    result: dict[str, Json]
    said: tuple[Message, ...]
    why: tuple[Message, ...]
    hinges: Json = None
    choices: Mapping[str, tuple[str, ...]] = {}
    missing: tuple[Asked, ...] = ()


class Asked(Struct, frozen=True):
    """A field that has to be known, and the question for it. `values` stand for all it could hold."""

    field: str
    said: Message
    values: tuple[str, ...] = ()


class Missing(Struct, frozen=True):
    """Without these fields there is nothing to decide.

    `reason` is what to say if only another house rule would need them; else the question for the first of them.
    """

    fields: tuple[Asked, ...]
    reason: Message | None = None


Outcome = Case | Missing | Refusal


def missing(field: str, said: Message, reason: Message | None = None) -> Missing:
    """Return that `field` has to be known first; `said` asks for it."""
    return Missing((Asked(field, said),), reason)


class Question(Struct, frozen=True):
    """A kind of question: its name in the field `ask`, its English label, its fields in the order of the page.

    `answer` lays out the situation as a state of the game and lets the game decide. `next_open` returns the next
    field that was left out and on which the answer may hang, until none is left. `pad` is the field to be filled in
    when nothing is missing, `option` the flag of the command that asks the question.
    """

    name: str
    label: str
    fields: tuple[Field, ...]
    answer: Callable[[Given], Outcome]
    next_open: Callable[[Given], Asked | None] = lambda given: None
    pad: str = ""
    option: str = ""


class History(Struct, frozen=True):
    """A game that is played: the state before each entry with the entry, and the state now."""

    moments: Sequence[tuple[Any, Mapping[str, Json]]]
    now: Any


class Desk(Struct, frozen=True, kw_only=True):
    """All that can be asked about one game; the first question is the usual one.

    `at(history, place, ask)` are the fields of a game that is played: as it was at the entry at `place`, for the
    question `ask`, or for the one that the entry suggests; what sets up the game is not among them. `presets` are the
    rulesets that the public format compares, `documents` those that a page compares: each a name with values of
    switches. `usual_players` is how many play if nothing is said, `implied` the options that follow from the cards on
    the table, `first_pad` the field that is asked for before anything is known. `turn_of(state, entry)` stands for the
    trick or turn that an entry belongs to: it is the same for all entries of one, and None for what belongs to none.
    `changed(history, place, situation)` are the entries, by their places, that would be others if what the situation
    says is what happened.
    """

    questions: tuple[Question, ...]
    words: Words
    at: Callable[[History, int, str], dict[str, str]]
    turn_of: Callable[[Any, Mapping[str, Json]], Hashable]
    presets: Mapping[str, Mapping[str, str]] = {}
    documents: Mapping[str, Mapping[str, str]] = {}
    usual_players: Callable[[Situation], int]
    implied: Callable[[Situation, int], dict[str, Json]] = lambda situation, players: {}
    first_pad: str = ""
    changed: Callable[[History, int, Situation], Mapping[int, Json]] = lambda history, place, situation: {}

    def question(self, situation: Situation) -> Question:
        """Return the question that `situation` asks, the usual one if it names none there is."""
        asked = situation.get("ask")
        return next((question for question in self.questions if question.name == asked), self.questions[0])
