"""Pads: the keys that fill in a field of a situation, built from the game's declarations."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.numbers import number_in
from companion.core.questions import CardOfPlayer, Cards, Field, Numbers, OneNumber, items_of
from companion.desk.answers import Answer
from companion.web.rules.desk_question import AskedQuestion, is_row_of_cards


class Key(Struct, frozen=True):
    """A key of a pad: a card, a number or words; without `href` it has already been used."""

    text: str
    href: str


class KeyGroup(Struct, frozen=True):
    """Keys of a pad that belong together, such as those of one colour."""

    title: str
    keys: tuple[Key, ...]


class Pad(Struct, frozen=True):
    """The keys that fill in a field: cards, numbers or texts, as `kind` says.

    `actions` are the keys with words, below cards or beside the title; `done` is the link “Done” beside the title of a
    pad that stays open.
    `is_slot`: it fills in one of several slots, which the title names.
    """

    title: str
    kind: str
    groups: tuple[KeyGroup, ...]
    columns: int = 5
    actions: tuple[Key, ...] = ()
    done: str = ""
    is_slot: bool = False


def pad_for(asked: AskedQuestion, requested: str, answer: Answer) -> Pad | None:
    """Return the pad for a field ("hand:2" for one slot of it), or for the field to be filled in next."""
    offered = answer.case.choices if answer.case is not None else {}
    is_requested, requested = bool(requested), requested or asked.question.pad
    if requested == "players":
        counts = [(str(count), str(count)) for count in asked.rules.PLAYER_COUNTS]
        return _choices_pad(asked, requested, _("How many players?"), counts)
    name, _colon, text = requested.partition(":")
    field = next((field for field in asked.question.fields if name in field.names(asked.player_count)), None)
    if field is None or field.is_typed:
        return None
    slot = number_in(text, range(100))
    if isinstance(field.type, Cards):
        return _card_pad(asked, field, name, slot)
    if isinstance(field.type, Numbers):
        return _number_pad(asked, field, slot)
    if isinstance(field.type, CardOfPlayer) and name not in offered and not is_requested:
        return None
    choices = [(value, asked.spoken(field, value)) for value in offered.get(name, ())] or asked.choices(field)
    is_number = isinstance(field.type, OneNumber) and len(choices) > 20
    return _choices_pad(asked, name, asked.label(field, name), choices, "number" if is_number else "text")


def _choices_pad(
    asked: AskedQuestion, name: str, title: str, choices: Iterable[tuple[str, str]], kind: str = "text"
) -> Pad:
    keys = tuple(Key(text, asked.with_value(name, value)) for value, text in choices)
    return Pad(title, kind, (KeyGroup("", keys),))


def _card_pad(asked: AskedQuestion, field: Field, name: str, slot: int | None) -> Pad:
    """Return the cards that a field can hold, group by group; a player's front takes several, so its pad stays open."""
    assert isinstance(field.type, Cards), "only cards have groups"
    used, groups = _used(asked, asked.question.fields), list[KeyGroup]()
    stays = name if field.is_per_seat else ""
    for term, cards in field.type.deck(asked.player_count):
        keys = tuple(
            Key(card, "" if card in used else asked.with_item(field, name, card, slot, stays)) for card in cards
        )
        title = asked.translator.say(term)
        if groups and len(keys) == 1:  # a single card needs no row of its own
            title, keys = f"{groups[-1].title}, {title}", (*groups.pop().keys, *keys)
        groups.append(KeyGroup(title, keys))
    columns = 5 if len(groups) == 1 else (len(groups[0].keys) + 1) // 2
    if not field.is_per_seat:
        return Pad(asked.label(field, name), "card", tuple(groups), columns, tuple(_shortcut(asked, field)))
    label = asked.front_label(field.names(asked.player_count).index(name))
    return Pad(label, "card", tuple(groups), columns, tuple(_after_a_front(asked, field, name)))


def _shortcut(asked: AskedQuestion, field: Field) -> Iterable[Key]:
    """Yield the key that sets another field instead of one more card, once there is a card."""
    if field.shortcut is not None and asked.text(field.name):
        label, other, value = field.shortcut
        if not asked.text(other):
            yield Key(_(label), asked.with_value(other, value))


def _after_a_front(asked: AskedQuestion, field: Field, name: str) -> Iterable[Key]:
    """Yield the keys after a player's cards: “Nothing”, “Next player”, “Done”."""
    names = field.names(asked.player_count)
    following = names[(names.index(name) + 1) % len(names)]
    if not asked.situation.get(name):
        yield Key(_("Nothing"), asked.with_value(name, ""))
    if following not in asked.situation:
        yield Key(_("Next player"), asked.url(asked.situation, following))
    yield Key(_("Done"), asked.url(asked.situation))


def _number_pad(asked: AskedQuestion, field: Field, slot: int | None) -> Pad | None:
    """Return the numbers that a list can hold; in a list with slots, a number may replace itself."""
    assert isinstance(field.type, Numbers) and field.type.deck is not None, "only what is typed has no deck"
    labels = asked.slot_labels(field)
    if not labels:
        slot = None
    elif slot is None:
        slot = len(items_of(asked.text(field.name)))
    if slot is not None and slot >= len(labels):
        return None
    used = _used(asked, [other for other in asked.question.fields if other is not field or not labels])
    cards = map(str, field.type.deck(slot))
    stays = field.name if field.type.takes_several else ""
    keys = tuple(
        Key(card, "" if card in used else asked.with_item(field, field.name, card, slot, stays)) for card in cards
    )
    title = asked.label(field, field.name) if slot is None else labels[slot]
    can_be_none = field.may_be_empty and not items_of(asked.text(field.name))
    actions = (Key(_("Nothing"), asked.with_value(field.name, "")),) if can_be_none else ()
    done = _next_pad(asked, field) if field.type.takes_several and not can_be_none else ""
    return Pad(title, "number", (KeyGroup("", keys),), actions=actions, done=done, is_slot=slot is not None)


def _next_pad(asked: AskedQuestion, field: Field) -> str:
    """Return the URL that asks for the next field that is not given, or the answer if there is none."""
    fields = asked.question.fields
    later = fields[fields.index(field) + 1 :]
    named = (candidate.name for candidate in later if candidate.row == "always" and not candidate.default)
    return asked.url(asked.situation, next((name for name in named if name not in asked.situation), ""))


def _used(asked: AskedQuestion, fields: Iterable[Field]) -> set[str]:
    """Return the cards in the fields, in their notation, and those that can't be there."""
    names = [(field, name) for field in fields if is_row_of_cards(field) for name in field.names(asked.player_count)]
    texts = [items_of(asked.situation.get(name, "")) or field.default for field, name in names]
    return {word.upper().removesuffix("*") for words in texts for word in words} | asked.gone
