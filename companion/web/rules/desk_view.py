"""A situation as the page shows it: rows of the known fields, as the game declares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.field_types import CardOfPlayer, Cards, Label, NamedNumbers, Numbers, OneOf, items_of
from companion.core.game import Game
from companion.core.messages import Verbatim
from companion.core.numbers import number_in
from companion.core.situations import Desk, Field, Question, Situation
from companion.core.translator import Translator
from companion.desk import questions
from companion.i18n import language


class Item(Struct, frozen=True):
    """A card, number or text in a row; its link changes or removes it, as `title` says."""

    text: str
    spoken: str
    href: str
    title: str


class FieldRow(Struct, frozen=True):
    """A field of the situation: its label, its known items, and the link that opens its pad.

    `kind` tells how items are shown: card, number or text. `takes_more`: another item can be added. `empty` is the text
    if it is known to be empty.
    """

    label: str
    kind: str
    items: tuple[Item, ...] = ()
    open: str = ""
    empty: str = ""
    takes_more: bool = False

    @property
    def spoken(self) -> str:
        """Return the items in words."""
        return ", ".join(item.spoken for item in self.items)


class NumberInputs(Struct, frozen=True):
    """Numbers to type: one field name, a label and a value each."""

    title: str
    fields: tuple[tuple[str, str, str], ...]


class QuestionView(Struct, frozen=True, dict=True):
    """A question about a situation as a page shows it: a row for each known field, and what else can be asked.

    `names` are those of the players. Its URL is `path` with the parameters `kept`, which are always there, and
    those of the situation. `is_at_table`: it is about a game at a table, whose state gives the fields that are not in
    the URL.
    """

    slug: str
    names: Sequence[str]
    situation: Situation
    path: str = ""
    kept: Mapping[str, str] = {}
    is_at_table: bool = False

    @cached_property
    def rules(self) -> Game[Any]:
        return games.rules_of(self.slug)

    @cached_property
    def desk(self) -> Desk:
        return questions.desk_of(self.slug)

    @cached_property
    def translator(self) -> Translator:
        return language.translator(questions.words(self.slug), self.names)

    @cached_property
    def question(self) -> Question:
        return self.desk.question(self.situation)

    @cached_property
    def player_count(self) -> int:
        """Return the number of players, whatever is wrong with the situation."""
        return number_in(self.text("players"), self.rules.SEATS) or self.desk.default_player_count(self.situation)

    def url(self, situation: Situation, pad: str = "") -> str:
        """Return the URL of this page with another situation, or with another pad open."""
        open_pad = {"pad": pad} if pad else {}
        return f"{self.path}?{urlencode({**self.kept, **situation, **open_pad})}"

    def choices(self, field: Field) -> list[tuple[str, str]]:
        """Return the values that a field can be given, each in words."""
        return [(value, self._words(label)) for value, label in field.type.choices(self.player_count)]

    def card(self, item: str) -> str:
        """Return the name of a card; text that is not a card is returned unchanged."""
        id = item.upper().removesuffix("*")
        return self.translator.say(id) if id in self.translator.words else item

    def spoken(self, field: Field, item: str) -> str:
        """Return an item of a field in words."""
        if isinstance(field.type, Cards):
            return self.card(item)
        seat, colon, card = item.partition(":")
        if isinstance(field.type, CardOfPlayer) and colon:
            known = seat.isdecimal() and int(seat) < self.player_count
            name = self.translator.name(int(seat)) if known else seat
            return _("%(card)s from %(name)s", card=self.card(card), name=name)
        return dict(self.choices(field)).get(item, item)

    def label(self, field: Field, name: str) -> str:
        """Return the label of a field, with the player's name if each player has one."""
        if not field.is_per_seat:
            return _(field.label)
        seat = field.names(self.player_count).index(name)
        return f"{self.translator.name(seat)}: {_(field.label)}"

    def front_label(self, seat: int) -> str:
        """Return the label of the cards in front of a player."""
        return _("In front of %(name)s", name=self.translator.name(seat))

    def slot_labels(self, field: Field) -> list[str]:
        """Return the labels of the slots of a list, empty if it has none."""
        return [self._words(label) for label in field.slots(self.situation, self.player_count)] if field.slots else []

    def with_item(self, field: Field, name: str, item: str, slot: int | None, pad: str) -> str:
        """Return the URL with `item` added at the end of a list, or put into `slot`."""
        items = [*(items_of(self.text(name)) or field.default)]
        index = len(items) if slot is None else slot
        items[index : index + 1] = [item]
        return self.with_value(name, " ".join(items), pad)

    def with_value(self, name: str, value: str, pad: str = "") -> str:
        """Return the URL with a value for `name`."""
        return self.url({**self.situation, name: value}, pad)

    def text(self, name: str) -> str:
        """Return the text of a field of the situation, or "" if it is not given."""
        return self.situation.get(name, "")

    def _words(self, label: Label) -> str:
        if isinstance(label, str):
            return _(label)
        if isinstance(label, Verbatim):
            return label.text
        return self.translator.listed([self.translator.name(player.seat) for player in label])

    @property
    def question_links(self) -> list[tuple[str, str, str]]:
        """Return the questions: name, label, and the URL that asks it about the same situation."""
        always = questions.common_fields(self.slug)
        links = []
        for question in self.desk.questions:
            query = dict(self.situation)
            if question is not self.question:
                stays = {name for field in question.fields if field.is_front for name in field.names(len(self.names))}
                kept = {} if self.is_at_table else query
                query = {name: text for name, text in kept.items() if name in always | stays}
                if self.is_at_table or question is not self.desk.questions[0]:
                    query["ask"] = question.name
            links.append((question.name, _(question.label), self.url(query)))
        return links

    @property
    def rows(self) -> tuple[FieldRow, ...]:
        """Return a row for each field that is always shown, and for each that is given."""
        rows = {field.label: rows for field in self.question.fields if (rows := tuple(self._rows_of(field)))}
        return tuple(chain.from_iterable(rows.values()))

    @property
    def collapsed(self) -> tuple[FieldRow, ...]:
        """Return the rows of a section that can be opened: the cards in front of the players."""
        return tuple(
            self._list_row(field, name, self.translator.name(seat))
            for field in self.question.fields
            if field.is_front
            for seat, name in enumerate(field.names(self.player_count))
        )

    @property
    def card_rows(self) -> tuple[FieldRow, ...]:
        """Return a row of cards for each field that holds some, as a worked example shows them."""
        return tuple(
            self._list_row(field, name, self.front_label(seat) if field.is_per_seat else self.label(field, name))
            for field in self.question.fields
            if is_row_of_cards(field)
            for seat, name in enumerate(field.names(self.player_count))
            if self.text(name)
        )

    @property
    def unseen(self) -> tuple[tuple[str, str], ...]:
        """Return the label and link of each field that has no row yet."""
        return tuple(
            (self.label(field, name), self.url(self.situation, name))
            for field in self.question.fields
            if field.row == "given" and not field.is_typed
            for name in field.names(self.player_count)
            if not self._has_row(field, name)
        )

    @property
    def typed(self) -> tuple[NumberInputs, ...]:
        """Return the numbers that are typed: those of each player, or one for each field."""
        fields = [field for field in self.question.fields if field.is_typed]
        if not fields:
            return ()
        if not isinstance(counts := fields[0].type, NamedNumbers):
            single = ((field.name, self.label(field, field.name), self.text(field.name)) for field in fields)
            return (NumberInputs("", tuple(single)),)
        labels, inputs = [_(label) for label in counts.labels], []
        for seat, name in enumerate(fields[0].names(self.player_count)):
            texts_given = items_of(self.text(name))
            texts = texts_given if len(texts_given) == len(labels) else [""] * len(labels)
            typed = ((name, label, text) for label, text in zip(labels, texts, strict=True))
            inputs.append(NumberInputs(self.translator.name(seat), tuple(typed)))
        return tuple(inputs)

    def _has_row(self, field: Field, name: str) -> bool:
        """Return whether a field has a row."""
        if field.row != "given":
            return field.row == "always"
        return name in self.situation and self.situation[name] != field.type.usual

    def _rows_of(self, field: Field) -> Iterator[FieldRow]:
        for index, label in enumerate(self.slot_labels(field)):
            items = items_of(self.text(field.name)) or field.default
            href = self.url(self.situation, f"{field.name}:{index}" if index < len(items) else field.name)
            yield self._row(field, label, items[index : index + 1], href)
        for name in () if field.slots else field.names(self.player_count):
            if self._has_row(field, name):
                is_list = is_row_of_cards(field)
                yield (self._list_row if is_list else self._value_row)(field, name, self.label(field, name))

    def _list_row(self, field: Field, name: str, label: str) -> FieldRow:
        """Return the row of a list; a tap on an item removes it."""
        items, cells = items_of(self.text(name)), []
        for index, item in enumerate(items):
            href = self.with_value(name, " ".join((*items[:index], *items[index + 1 :])), name)
            cells.append(self._item(field, item, href, _("Remove %(what)s", what=self.spoken(field, item))))
        nothing = field.type.nothing if isinstance(field.type, Cards) else ""
        empty = self._words(nothing) if nothing and name in self.situation and not items else ""
        return FieldRow(label, _kind(field), tuple(cells), self.url(self.situation, name), empty, takes_more=True)

    def _value_row(self, field: Field, name: str, label: str) -> FieldRow:
        """Return the row of a field with one value; a tap opens its pad, changes yes to no, or removes a theft."""
        value, href = self.text(name), self.url(self.situation, name)
        if isinstance(field.type, OneOf) and field.type.default:
            value = value or field.type.default
            href = self.with_value(name, next(text for text in field.type.labels if text != value))
        if isinstance(field.type, CardOfPlayer):
            href = self.url({other: text for other, text in self.situation.items() if other != name})
        return self._row(field, label, (value,) if value else (), href)

    def _row(self, field: Field, label: str, items: Sequence[str], href: str) -> FieldRow:
        """Return a row whose items share a link."""
        changed = (self._item(field, item, href, _("Change: %(what)s", what=label)) for item in items)
        return FieldRow(label, _kind(field), tuple(changed), href)

    def _item(self, field: Field, item: str, href: str, title: str) -> Item:
        spoken = self.spoken(field, item)
        return Item(item.upper().removesuffix("*") if isinstance(field.type, Cards) else spoken, spoken, href, title)


def is_row_of_cards(field: Field) -> bool:
    """Return whether a field is shown as cards, each of which can be removed."""
    return isinstance(field.type, Cards | Numbers) and not field.is_typed


def _kind(field: Field) -> str:
    return "card" if isinstance(field.type, Cards) else "number" if isinstance(field.type, Numbers) else "text"
