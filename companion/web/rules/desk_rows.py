"""What a page shows of a question: a row for each known field, the numbers to type, what else can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.field_types import CardOfPlayer, Cards, NamedNumbers, Numbers, OneOf, items_of
from companion.core.situations import Field
from companion.desk import questions
from companion.web.rules.desk_question import AskedQuestion, is_row_of_cards


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
        return ", ".join(item.spoken for item in self.items)


class NumberInputs(Struct, frozen=True):
    """Numbers to type: one field name, a label and a value each."""

    title: str
    fields: tuple[tuple[str, str, str], ...]


def question_links(asked: AskedQuestion) -> list[tuple[str, str, str]]:
    """Return the questions: name, label, and the URL that asks it about the same situation."""
    always = questions.common_fields(asked.slug)
    links = []
    for question in asked.desk.questions:
        query = dict(asked.situation)
        if question is not asked.question:
            stays = {name for field in question.fields if field.is_front for name in field.names(len(asked.names))}
            kept = {} if asked.is_at_table else query
            query = {name: text for name, text in kept.items() if name in always | stays}
            if asked.is_at_table or question is not asked.desk.questions[0]:
                query["ask"] = question.name
        if question is asked.question or asked.setup is None or question.can_be_asked(asked.setup):
            links.append((question.name, _(question.label), asked.url(query)))
    return links


def rows(asked: AskedQuestion) -> list[FieldRow]:
    """Return a row for each field that is always shown, and for each that is given, but for what is typed."""
    shown = (field for field in asked.question.fields if not field.is_typed)
    by_label = {field.label: found for field in shown if (found := [*_rows_of(asked, field)])}
    return [row for found in by_label.values() for row in found]


def front_rows(asked: AskedQuestion) -> list[FieldRow]:
    """Return a row for the cards in front of each player, in a section that can be opened."""
    return [
        _list_row(asked, field, name, asked.translator.name(seat))
        for field in asked.question.fields
        if field.is_front
        for seat, name in enumerate(field.names(asked.player_count))
    ]


def card_rows(asked: AskedQuestion) -> list[FieldRow]:
    """Return a row of cards for each field that holds some, as a worked example shows them."""
    return [
        _list_row(asked, field, name, asked.front_label(seat) if field.is_per_seat else asked.label(field, name))
        for field in asked.question.fields
        if is_row_of_cards(field)
        for seat, name in enumerate(field.names(asked.player_count))
        if asked.text(name)
    ]


def links_to_more(asked: AskedQuestion) -> list[tuple[str, str]]:
    """Return the label and link of each field that has no row yet."""
    return [
        (asked.label(field, name), asked.url(asked.situation, name))
        for field in asked.question.fields
        if field.row in ("given", "offered") and not field.is_typed and asked.can_be_given(field)
        for name in field.names(asked.player_count)
        if not _has_row(asked, field, name)
    ]


def number_inputs(asked: AskedQuestion) -> list[NumberInputs]:
    """Return the numbers that are typed: those of each player, or one for each field."""
    fields = [field for field in asked.question.fields if field.is_typed]
    if not fields:
        return []
    if not isinstance(counts := fields[0].type, NamedNumbers):
        single = [
            (field.name, asked.label(field, field.name), asked.text(field.name))
            for field in fields
            if not field.is_per_seat
        ]
        panels = [NumberInputs("", tuple(single))] if single else []
        own = [field for field in fields if field.is_per_seat]
        for seat in range(asked.player_count) if own else ():
            names = [(field, field.names(asked.player_count)[seat]) for field in own]
            panels.append(
                NumberInputs(
                    asked.translator.name(seat),
                    tuple((name, _(field.label), asked.text(name)) for field, name in names),
                )
            )
        return panels
    inputs = []
    for seat, name in enumerate(fields[0].names(asked.player_count)):
        given = items_of(asked.text(name))
        texts = dict(zip(counts.names.get(len(given), ()), given, strict=False))
        typed = ((name, _(label), texts.get(number, "")) for number, label in counts.labels.items())
        inputs.append(NumberInputs(asked.translator.name(seat), tuple(typed)))
    return inputs


def _has_row(asked: AskedQuestion, field: Field, name: str) -> bool:
    if field.row == "never":
        return False
    if field.row == "always":
        return asked.can_be_given(field)
    is_given = name in asked.situation and asked.situation[name] != field.type.usual
    return is_given or (field.row == "offered" and asked.can_be_given(field))


def _rows_of(asked: AskedQuestion, field: Field) -> Iterator[FieldRow]:
    for index, label in enumerate(asked.slot_labels(field)):
        items = items_of(asked.text(field.name)) or field.default
        href = asked.url(asked.situation, f"{field.name}:{index}" if index < len(items) else field.name)
        yield _row(asked, field, label, items[index : index + 1], href)
    for name in () if field.slots else field.names(asked.player_count):
        if _has_row(asked, field, name):
            row_of = _list_row if is_row_of_cards(field) else _value_row
            yield row_of(asked, field, name, asked.label(field, name))


def _list_row(asked: AskedQuestion, field: Field, name: str, label: str) -> FieldRow:
    """Return the row of a list; a tap on an item removes it."""
    items, cells = items_of(asked.text(name)), []
    for index, item in enumerate(items):
        href = asked.with_value(name, " ".join((*items[:index], *items[index + 1 :])), name)
        cells.append(_item(asked, field, item, href, _("Remove %(what)s", what=asked.spoken(field, item))))
    nothing = field.type.nothing if isinstance(field.type, Cards | Numbers) else ""
    empty = asked.in_words(nothing) if nothing and name in asked.situation and not items else ""
    return FieldRow(label, _kind(field), tuple(cells), asked.url(asked.situation, name), empty, takes_more=True)


def _value_row(asked: AskedQuestion, field: Field, name: str, label: str) -> FieldRow:
    """Return the row of a field with one value; a tap opens its pad, changes yes to no, or removes a theft."""
    value, href = asked.text(name), asked.url(asked.situation, name)
    if isinstance(field.type, OneOf) and field.type.default:
        value = value or field.type.default
        href = asked.with_value(name, next(text for text in field.type.labels if text != value))
    if isinstance(field.type, CardOfPlayer):
        href = asked.url({other: text for other, text in asked.situation.items() if other != name})
    return _row(asked, field, label, (value,) if value else (), href)


def _row(asked: AskedQuestion, field: Field, label: str, items: Sequence[str], href: str) -> FieldRow:
    """Return a row whose items share a link."""
    changed = (_item(asked, field, item, href, _("Change: %(what)s", what=label)) for item in items)
    return FieldRow(label, _kind(field), tuple(changed), href)


def _item(asked: AskedQuestion, field: Field, item: str, href: str, title: str) -> Item:
    spoken = asked.spoken(field, item)
    return Item(item.upper().removesuffix("*") if isinstance(field.type, Cards) else spoken, spoken, href, title)


def _kind(field: Field) -> str:
    return "card" if isinstance(field.type, Cards) else "number" if isinstance(field.type, Numbers) else "text"
