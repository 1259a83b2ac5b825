"""Rules questions about a game, declared once: the questions, their fields, what each may hold; and their answers.

A situation maps fields to texts, like the query of a URL. A field with empty text means "none"; a missing field means
"not known". Pages, commands, checks and the public format are made from the declarations. The texts are read once: the
game answers from `Facts`, a state of the game and values, in which what is not known is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Message, Param, PlayerRef, Verbatim, Words, any_of
from companion.core.numbers import number_in
from companion.core.rounds import WholeRound

Situation = Mapping[str, str]
NOBODY = "-"

# The label of a choice: an English text, a sign that needs no translation, or players.
Label = str | Verbatim | tuple[PlayerRef, ...]
Choices = Sequence[tuple[str, Label]]


class Unreadable(ValueError):
    """A text is not valid for a field; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


def items_of(text: str) -> tuple[str, ...]:
    """The items of a list, separated by spaces or commas."""
    return tuple(text.replace(",", " ").split())


def number(text: str, within: range, rule: str = RECORD) -> int:
    """`text` as a whole number.

    :raises Unreadable: it is not a number in this range, which follows from `rule`.
    """
    value = number_in(text, within)
    if value is None:
        params: dict[str, Param] = {"value": Verbatim(text), "low": within[0], "high": within[-1]}
        raise Unreadable(Message(rule, "desk-number", params))
    return value


def one_of(text: str, values: Iterable[str], rule: str = RECORD) -> str:
    """`text` if it is one of the `values`, which follow from `rule`.

    :raises Unreadable: it is not one of `values`.
    """
    if text in values:
        return text
    raise Unreadable(Message(rule, "desk-choice", {"value": Verbatim(text), "values": any_of(values)}))


class FieldType(Struct, frozen=True):
    """What a field may hold. Empty text means "none" in a list, and "not given" in any other field.

    - `rule`: that of the violation if a text is not valid.
    - `nothing`: the label for none, if that can be said.
    - `kind`: how a page shows its items: as "card", "number" or "text"; "typed" if there is nothing to tap.
    - `usual`: the text of what is usual: a page needs no row for it.
    """

    is_list = False
    kind = "text"
    usual = NOBODY
    nothing = ""

    def parse(self, text: str, setup: Any) -> Any:
        """The value of a text in a game with this set-up.

        :raises Unreadable: it has none.
        """
        raise NotImplementedError

    def choices(self, player_count: int) -> Choices:
        """The texts that can be chosen, each with its label, or nothing if they can't be listed."""
        return ()


class OneNumber(FieldType, frozen=True):
    """A whole number. `offered` are the numbers that a page offers, with labels where a number alone is not clear."""

    within: range | Callable[[Any], range]  # or a function of the game's set-up
    offered: range | Mapping[str, str] = range(0)
    rule: str = RECORD

    def parse(self, text: str, setup: Any) -> int:
        return number(text, self.within if isinstance(self.within, range) else self.within(setup), self.rule)

    def choices(self, player_count: int) -> Choices:
        if isinstance(self.offered, range):
            return [(str(n), Verbatim(str(n))) for n in self.offered]
        return [*self.offered.items()]


class TypedNumber(OneNumber, frozen=True):
    kind = "typed"


class OneOf(FieldType, frozen=True):
    """One of several texts, each with its English label; a page shows the `default` one unless another is chosen."""

    labels: Mapping[str, str]
    default: str = ""
    rule: str = RECORD
    usual = "0"

    def parse(self, text: str, setup: Any) -> str:
        return one_of(text, self.labels, self.rule)

    def choices(self, player_count: int) -> Choices:
        return [*self.labels.items()]


class Seats(FieldType, frozen=True):
    """One player or `count` players, by their seats, or "-" for none if there is a label for `nobody`.

    `takes_several`: there can be any number of them. Otherwise `wrong_count` is the violation if there are not `count`.
    """

    count: int = 1
    nobody: str = ""
    takes_several: bool = False
    wrong_count: str = "desk-one-player"
    rule: str = RECORD
    usual: str = NOBODY
    is_list = True

    def parse(self, text: str, setup: Any) -> tuple[int, ...]:
        if self.nobody and text in ("", NOBODY):
            return ()
        seats = tuple(number(seat, range(setup.player_count)) for seat in items_of(text))
        if text and len(seats) != self.count and not self.takes_several:
            raise Unreadable(Message(self.rule, self.wrong_count, {"value": Verbatim(text)}))
        return seats

    def choices(self, player_count: int) -> Choices:
        groups = combinations(range(player_count), self.count)
        choices: Choices = [(" ".join(map(str, group)), tuple(map(PlayerRef, group))) for group in groups]
        return [(NOBODY, self.nobody), *choices] if self.nobody else choices


class Cards(FieldType, frozen=True):
    """Cards of a game in its notation; the game checks whether there are such cards.

    `deck` returns what a page offers for a number of players, in named groups.
    """

    deck: Callable[[int], Sequence[tuple[str, Sequence[str]]]]
    nothing: str = ""
    is_list = True
    kind = "card"

    def parse(self, text: str, setup: Any) -> Any:
        return items_of(text.upper())


class Numbers(FieldType, frozen=True):
    """Whole numbers; `deck` returns the numbers offered as cards, for one slot of the list if there are slots.

    `takes_several`: there are usually several, so the pad stays open until someone taps “Done”.
    """

    within: range
    deck: Callable[[int | None], Sequence[int]] | None = None
    takes_several: bool = False
    nothing: str = ""
    rule: str = RECORD
    is_list = True
    kind = "number"

    def parse(self, text: str, setup: Any) -> tuple[int, ...]:
        return tuple(number(word, self.within, self.rule) for word in items_of(text))


class TypedNumbers(Numbers, frozen=True):
    kind = "typed"


class CardOfPlayer(FieldType, frozen=True):
    """A card in front of a player, "3:K7", or "-" for none; the game checks what is possible."""

    nothing: str

    def parse(self, text: str, setup: Any) -> tuple[int, str] | None:
        seat_text, _, card = text.upper().partition(":")
        seat = number_in(seat_text, range(100))
        return None if text == NOBODY else (-1 if seat is None else seat, card)

    def choices(self, player_count: int) -> Choices:
        return [(NOBODY, self.nothing)]


class NamedNumbers(FieldType, frozen=True):
    """Several numbers side by side, "12 7 2", with an English label for each name: typed, not chosen.

    `names` maps each valid length to the names of the numbers; the game says why any other is wrong (`count-shape`).
    """

    within: range
    names: Mapping[int, tuple[str, ...]]
    labels: Mapping[str, str]
    kind = "typed"

    def parse(self, text: str, setup: Any) -> dict[str, int]:
        counts = items_of(text)
        if len(counts) not in self.names:
            raise Unreadable(Message(RECORD, "count-shape", {"value": Verbatim(text)}))
        return dict(zip(self.names[len(counts)], (number(count, self.within) for count in counts), strict=True))

    def typed(self, texts: Sequence[str]) -> str:
        """Texts typed for all labels as the first kind of list that has them; an empty one counts as 0.

        If no kind has them all, the list has one for each label, which `parse` refuses.
        """
        given = {name: text or "0" for name, text in zip(self.labels, texts, strict=True)}
        needed = {name for name, text in zip(self.labels, texts, strict=True) if text}
        return " ".join(given[name] for name in next(filter(needed.issubset, self.names.values()), given))


class Field(Struct, frozen=True):
    """A field of a situation: its name in URLs and files, its English label, what it may hold.

    - `row`: when the page has a row for it; "given" means: when its value is not the usual one, "offered": then, and
      whenever it can be given. The row replaces that of an earlier field with the same label. "front" are the cards in
      front of the players, which stay when another question is asked.
    - `can_be_given`: whether it can matter, by the set-up of the game and the situation.
    - `is_setting`: the page shows the field among the settings of the game.
    - `is_per_seat`: there is one for each player: `front0`, `front1` and so on.
    - `slots`: for a list with a fixed number of items, a function that returns their labels.
    - `default`: the items of such a list if it is left out.
    - `shortcut`: the label of a key below its cards that sets another field, with the name and the value of that.
    """

    name: str
    label: str
    type: FieldType
    row: Literal["always", "given", "offered", "front", "never"] = "always"
    can_be_given: Callable[[Any, Situation], bool] = lambda setup, situation: True
    is_setting: bool = False
    is_per_seat: bool = False
    slots: Callable[[Situation, int], Sequence[Label]] | None = None
    default: tuple[str, ...] = ()
    shortcut: tuple[str, str, str] | None = None

    @property
    def may_be_empty(self) -> bool:
        """Whether an empty field says that there are no cards, instead of nothing."""
        return self.row == "front" or (isinstance(self.type, Numbers) and self.type.nothing != "")

    def names(self, player_count: int) -> list[str]:
        return [f"{self.name}{seat}" for seat in range(player_count)] if self.is_per_seat else [self.name]


class Facts(dict[str, Any]):
    """A situation that was read: the value of each field, for a `question` about a game before its first entry.

    The fields that are not `given` were left out, and their values are only tried.
    """

    def __init__(
        self, state: Any, question: str, values: Mapping[str, Any], given: Collection[str] | None = None
    ) -> None:
        super().__init__(values)
        self.state = state
        self.question = question
        self.given = values.keys() if given is None else given
        self.player_count: int = state.setup.player_count

    def each(self, field: str, default: Any = None) -> tuple[Any, ...]:
        """The values of a field that each player has."""
        return tuple([self.get(f"{field}{seat}", default) for seat in range(self.player_count)])


class MissingField(Struct, frozen=True):
    """The name of a field that has to be known, and the question for it.

    `values` stand for everything that it could hold.
    """

    name: str
    question: Message
    values: tuple[Any, ...] = ()


class Case(Struct, frozen=True):
    """The outcome of a situation: the `result` for programs, statements for people, and the reasons.

    - `compared`: what the statements say beyond the result. Two cases are the same if both are equal.
    - `choices`: the values that a field can be given next, such as what the thief may take.
    - `missing`: the fields that were left out although the result depends on them. If there are any, programs get no
      result; people still get the statements.
    - `is_enough`: whoever asks has said that what is missing changes nothing, so that people are not asked for it.
    """

    result: dict[str, Json]
    statements: tuple[Message, ...]
    why: tuple[Message, ...]
    compared: Json = None
    choices: Mapping[str, tuple[str, ...]] = {}
    missing: tuple[MissingField, ...] = ()
    is_enough: bool = False


class Missing(Struct, frozen=True):
    """These fields have to be known before anything can be decided; the first is tried if it has `values`.

    The question for the first of them is shown; if only another house rule needs them, `reason` is shown instead.
    `so_far` is what is certain all the same, without a result.
    """

    fields: tuple[MissingField, ...]
    reason: Message | None = None
    so_far: Case | None = None


Reply = Case | Missing | Refusal


def missing(field: str, question: Message, reason: Message | None = None, values: tuple[Any, ...] = ()) -> Missing:
    """The reply that `field` has to be known first; `question` asks for it, and `values` stand for all."""
    return Missing((MissingField(field, question, values),), reason)


def fields_of_players(name: str, seats: Iterable[int], rule: str, question: str) -> tuple[MissingField, ...]:
    """The field `name` of each player at `seats`; the text `question` asks `who` for it."""
    return tuple(MissingField(f"{name}{seat}", Message(rule, question, {"who": PlayerRef(seat)})) for seat in seats)


class QuestionKind(Struct, frozen=True):
    """A kind of question: its name in the field `ask`, its English label, its fields in the order of the page.

    `answer` builds a state of the game from the situation and lets the game decide. It looks up house rules in the
    set-up of `facts.state`, which records them: other values are only tried for these. `in_doubt`, if there is one,
    returns the given fields that would have another value if the house rule had had another one before, with their
    possible values then.
    `pad` is the field to be filled in when nothing is missing. `can_be_asked` says whether it makes sense with the
    set-up of a game.
    """

    name: str
    label: str
    fields: tuple[Field, ...]
    answer: Callable[[Facts], Reply]
    pad: str = ""
    in_doubt: Callable[[Facts, str, str], Sequence[MissingField]] | None = None
    can_be_asked: Callable[[Any], bool] = lambda setup: True


class Course(Struct, frozen=True):
    """A game in progress: each entry with the state before it, and the current state."""

    moments: Sequence[tuple[Any, Entry]]
    now: Any


def changed_whole(course: Course, index: int, facts: Facts) -> dict[int, Entry]:
    """The entry of a whole round at `index` with the counts of the situation, if they differ."""
    entry = course.moments[index][1]
    if not isinstance(entry, WholeRound):
        return {}
    changed = replace(entry, seats=tuple(facts.get(f"count{seat}", known) for seat, known in enumerate(entry.seats)))
    return {} if changed == entry else {index: changed}


class Questions(Struct, frozen=True, kw_only=True):
    """All rules questions about one game; the first question is the default.

    - `situation_at(course, index, ask)`: returns the fields for a game in progress, as it was at the entry at `index`,
      without the game's options. The question is `ask`, or else the one that the entry suggests.
    - `default_player_count`: returns the number of players if it is not given.
    - `implied`: returns the options that follow from the cards on the table.
    - `first_pad`: the field that is asked for before anything is known.
    - `gone(course, index)`: returns the cards that can't be in the trick or turn of the entry at `index`, as texts.
    - `newest`: English labels for the trick or turn that has just begun, and for the one before.
    - `changed(course, index, facts)`: returns the entries, by index, that would be different if the situation is what
      really happened.
    """

    questions: tuple[QuestionKind, ...]
    words: Words
    situation_at: Callable[[Course, int, str], dict[str, str]]
    default_player_count: Callable[[Situation], int]
    implied: Callable[[Situation, int], dict[str, Json]] = lambda situation, player_count: {}
    first_pad: str = ""
    gone: Callable[[Course, int], frozenset[str]] = lambda course, index: frozenset()
    newest: tuple[str, str] = (N_("This turn"), N_("Last turn"))
    changed: Callable[[Course, int, Facts], Mapping[int, Entry]] = lambda course, index, facts: {}

    def question(self, situation: Situation) -> QuestionKind:
        """The question that `situation` asks, or the default if it names no existing question."""
        name = situation.get("ask")
        return next((question for question in self.questions if question.name == name), self.questions[0])
