"""Pads: the keys that fill in a field of a situation, built from the game's declarations."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.field_types import CardOfPlayer, Cards, Numbers, OneNumber, items_of
from companion.core.numbers import number_in
from companion.core.situations import Field
from companion.desk.answers import Answer
from companion.web.rules.desk_view import QuestionView, is_row_of_cards


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

    `actions` are the keys with words below cards; `done` is the link “Done” beside the title of a pad that stays open.
    """

    title: str
    kind: str
    groups: tuple[KeyGroup, ...]
    columns: int = 5
    actions: tuple[Key, ...] = ()
    done: str = ""


def pad_for(view: QuestionView, requested: str, answer: Answer) -> Pad | None:
    """Return the pad for a field ("hand:2" for one place of it), or for the field to be filled in next."""
    offered = answer.case.choices if answer.case is not None else {}
    is_requested, requested = bool(requested), requested or view.declared.pad
    if requested == "players":
        counts = [(str(count), str(count)) for count in view.rules.SEATS]
        return _choices_pad(view, requested, _("How many players?"), counts)
    name, _colon, text = requested.partition(":")
    field = next((field for field in view.declared.fields if name in field.names(view.player_count)), None)
    if field is None or field.is_typed:
        return None
    place = number_in(text, range(100))
    if isinstance(field.type, Cards):
        return _card_pad(view, field, name, place)
    if isinstance(field.type, Numbers):
        return _number_pad(view, field, place)
    if isinstance(field.type, CardOfPlayer) and name not in offered and not is_requested:
        return None
    choices = [(value, view.spoken(field, value)) for value in offered.get(name, ())] or view.choices(field)
    is_number = isinstance(field.type, OneNumber) and len(choices) > 20
    return _choices_pad(view, name, view.label(field, name), choices, "number" if is_number else "text")


def _choices_pad(
    view: QuestionView, name: str, title: str, choices: Iterable[tuple[str, str]], kind: str = "text"
) -> Pad:
    keys = tuple(Key(text, view.with_value(name, value)) for value, text in choices)
    return Pad(title, kind, (KeyGroup("", keys),))


def _card_pad(view: QuestionView, field: Field, name: str, place: int | None) -> Pad:
    """Return the cards that a field can hold, group by group; a player's front takes several, so its pad stays open."""
    assert isinstance(field.type, Cards), "only cards have groups"
    used, groups = _used(view, view.declared.fields), []
    stays = name if field.is_per_seat else ""
    for term, cards in field.type.deck(view.player_count):
        keys = tuple(
            Key(card, "" if card in used else view.with_item(field, name, card, place, stays)) for card in cards
        )
        groups.append(KeyGroup(view.translator.say(term), keys))
    columns = 5 if len(groups) == 1 else (len(groups[0].keys) + 1) // 2
    if not field.is_per_seat:
        return Pad(view.label(field, name), "card", tuple(groups), columns)
    title = view.front_label(field.names(view.player_count).index(name))
    return Pad(title, "card", tuple(groups), columns, tuple(_after_a_front(view, field, name)))


def _after_a_front(view: QuestionView, field: Field, name: str) -> Iterable[Key]:
    """Yield the keys after a player's cards: “Nothing”, “Next player”, “Done”."""
    names = field.names(view.player_count)
    following = names[(names.index(name) + 1) % len(names)]
    if not view.situation.get(name):
        yield Key(_("Nothing"), view.with_value(name, ""))
    if following not in view.situation:
        yield Key(_("Next player"), view.url(view.situation, following))
    yield Key(_("Done"), view.url(view.situation))


def _number_pad(view: QuestionView, field: Field, place: int | None) -> Pad | None:
    """Return the numbers that a list can hold; in a list with places, a number may replace itself."""
    assert isinstance(field.type, Numbers) and field.type.deck is not None, "only what is typed has no deck"
    labels = view.labels(field)
    if not labels:
        place = None
    elif place is None:
        place = len(items_of(view.text(field.name)) or field.default)
    if place is not None and place >= len(labels):
        return None
    used = _used(view, [other for other in view.declared.fields if other is not field or not labels])
    cards, stays = map(str, field.type.deck(-1 if place is None else place)), field.name if field.takes_several else ""
    keys = tuple(
        Key(card, "" if card in used else view.with_item(field, field.name, card, place, stays)) for card in cards
    )
    title = view.label(field, field.name) if place is None else labels[place]
    done = _next_pad(view, field) if field.takes_several else ""
    return Pad(title, "number", (KeyGroup("", keys),), done=done)


def _next_pad(view: QuestionView, field: Field) -> str:
    """Return the URL that asks for the next field that is not given, or the answer if there is none."""
    fields = view.declared.fields
    later = fields[fields.index(field) + 1 :]
    named = (other.name for other in later if other.row == "always" and not other.default)
    return view.url(view.situation, next((name for name in named if name not in view.situation), ""))


def _used(view: QuestionView, fields: Iterable[Field]) -> set[str]:
    """Return the cards in the fields, in their notation."""
    names = [(field, name) for field in fields if is_row_of_cards(field) for name in field.names(view.player_count)]
    texts = [items_of(view.situation.get(name, "")) or field.default for field, name in names]
    return {word.upper().removesuffix("*") for words in texts for word in words}
