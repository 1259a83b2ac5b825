"""Pads: what can be tapped to fill in a field of a situation, drawn from what the game declares."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.field_types import Cards, Number, Numbers, words_of
from companion.core.situations import Field
from companion.desk import Answer
from companion.web.desk_view import View


class Key(Struct, frozen=True):
    """Something to tap on a pad, a card or words; without `href` it is used up."""

    text: str
    href: str = ""
    is_card: bool = False


class Group(Struct, frozen=True):
    """Keys of a pad that belong together, such as those of one colour."""

    title: str
    keys: tuple[Key, ...]


class Pad(Struct, frozen=True):
    """What can be tapped to fill a field: card, number or text."""

    title: str
    kind: str
    groups: tuple[Group, ...]
    columns: int = 5


def pad_for(view: View, asked: str, answer: Answer) -> Pad | None:
    """Return the pad for the field `asked` ("bids:2" for a place of it), or for the one to be filled in now."""
    asked = asked or view.question.pad
    if asked == "players":
        counts = [(str(count), str(count)) for count in games.load(view.game).SEATS]
        return _choices_pad(view, asked, _("How many players?"), counts)
    name, _colon, text = asked.partition(":")
    field = next((field for field in view.question.fields if name in field.names(view.players)), None)
    if field is None:
        return None
    title, place = view.label(field, name), int(text) if text.isdecimal() and len(text) < 3 else None
    if field.row == "group":
        title = _("In front of %(name)s", name=view.translator.name(field.names(view.players).index(name)))
    if isinstance(field.type, Cards):
        return _card_pad(view, field, name, title, place)
    if isinstance(field.type, Numbers):
        return None if field.row == "typed" else _number_pad(view, field, title, place)
    choices = field.type.choices(view.players)
    if answer.case is not None and name in answer.case.choices:
        offered = [(value, view.spoken(field.type, value)) for value in answer.case.choices[name]]
        return _choices_pad(view, name, title, offered)
    if isinstance(field.type, Number) and len(choices) > 20:
        keys = tuple(Key(value, view.with_value(name, value)) for value, _label in choices)
        return Pad(title, "number", (Group("", keys),))
    return _choices_pad(view, name, title, [(value, view.words(label)) for value, label in choices])


def _choices_pad(view: View, name: str, title: str, choices: Iterable[tuple[str, str]]) -> Pad | None:
    keys = tuple(Key(text, view.with_value(name, value)) for value, text in choices)
    return Pad(title, "text", (Group("", keys),)) if keys else None


def _card_pad(view: View, field: Field, name: str, title: str, place: int | None) -> Pad:
    """Return the cards a field can hold, group by group; a player's front takes several: its pad stays open."""
    assert isinstance(field.type, Cards), "only cards have a deck"
    used = {item for other in view.question.fields for item in _items(view, other)}
    stays = name if field.per_seat else ""
    groups = [
        Group(
            view.translator.say(term),
            tuple(
                Key(card, "" if card in used else view.with_item(name, card, place, pad=stays), True) for card in cards
            ),
        )
        for term, cards in field.type.deck(view.players)
    ]
    columns = 5 if len(groups) == 1 else (len(groups[0].keys) + 1) // 2
    if field.per_seat:
        groups.append(Group("", (Key(_("Nothing"), view.with_value(name, "")),)))
    return Pad(title, "card", tuple(groups), columns)


def _number_pad(view: View, field: Field, title: str, place: int | None) -> Pad | None:
    """Return the numbers a list can hold; in a list with places a number may be put in the place of the same."""
    assert isinstance(field.type, Numbers) and field.type.deck is not None, "what is typed has no deck"
    if field.places is not None:
        if place is None or place >= len(field.usual):
            return None
        title = view.words(field.places(view.situation, view.players)[place])
    others = (other for other in view.question.fields if other is not field or not field.usual)
    used = {item for other in others for item in _items(view, other)}
    keys = tuple(
        Key(str(card), "" if str(card) in used else view.with_item(field.name, str(card), place, field.usual))
        for card in field.type.deck(-1 if place is None else place)
    )
    return Pad(title, "number", (Group("", keys),))


def _items(view: View, field: Field) -> Iterable[str]:
    """Return the cards that a field holds, in their notation."""
    if isinstance(field.type, Cards | Numbers):
        for name in field.names(view.players):
            for item in words_of(view.situation.get(name, "")) or field.usual:
                yield item.upper().removesuffix("*")
