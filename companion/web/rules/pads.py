"""Pads: the keys that fill in a field of a situation, built from the game's declarations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.numbers import number_in
from companion.core.questions import CardOfPlayer, Cards, Numbers, OneNumber, items_of
from companion.web.rules.asked import AskedQuestion, Cell, Key


class Pad(Struct, frozen=True):
    """The keys that fill in a field: cards, numbers or texts, as `kind` says.

    `groups` are the keys that belong together, such as those of one colour, by title; `actions` are those with words,
    below cards or beside the title. `done` is the link “Done” beside the title of a pad that stays open. `is_slot`: it
    fills in one of several slots, which the title names.
    """

    title: str
    kind: str
    groups: Sequence[tuple[str, Sequence[Key]]]
    columns: int = 5
    actions: Sequence[Key] = ()
    done: str = ""
    is_slot: bool = False


def pad_for(asked: AskedQuestion, requested: str) -> Pad | None:
    """The pad for a field ("hand:2" for one slot of it), or for the field to be filled in next."""
    offered = asked.answer.case.choices if asked.answer.case is not None else {}
    if requested == "players":
        counts = [(str(count), str(count)) for count in asked.rules.PLAYER_COUNTS]
        return _choices_pad(asked, requested, _("How many players?"), counts)
    name, _colon, text = (requested or asked.question.pad).partition(":")
    cell = next((cell for cell in asked.cells if cell.name == name), None)
    if cell is None or cell.field.type.kind == "typed":
        return None
    slot, held = number_in(text, range(100)), cell.field.type
    if isinstance(held, Cards):
        return _card_pad(asked, cell, held, slot)
    if isinstance(held, Numbers):
        return _number_pad(asked, cell, held, slot)
    if isinstance(held, CardOfPlayer) and name not in offered and not requested:
        return None
    choices = [(value, asked.spoken(cell.field, value)) for value in offered.get(name, ())] or asked.choices(cell.field)
    is_number = isinstance(held, OneNumber) and len(choices) > 20
    return _choices_pad(asked, name, cell.label, choices, "number" if is_number else "text")


def _choices_pad(
    asked: AskedQuestion, name: str, title: str, choices: Iterable[tuple[str, str]], kind: str = "text"
) -> Pad:
    keys = tuple(Key(text, asked.with_value(name, value)) for value, text in choices)
    return Pad(title, kind, (("", keys),))


def _card_pad(asked: AskedQuestion, cell: Cell, held: Cards, slot: int | None) -> Pad:
    """The cards that a field can hold, group by group; a player's front takes several, so its pad stays open."""
    groups: list[tuple[str, Sequence[Key]]] = []
    stays = cell.name if cell.field.is_per_seat else ""
    for term, cards in held.deck(asked.player_count):
        keys, title = _keys(asked, cell, cards, slot, stays), asked.translator.say(term)
        if groups and len(keys) == 1:  # a single card needs no row of its own
            before, more = groups.pop()
            title, keys = f"{before}, {title}", [*more, *keys]
        groups.append((title, keys))
    columns = 5 if len(groups) == 1 else (len(groups[0][1]) + 1) // 2
    actions = [*_after_a_front(asked, cell)] if cell.field.is_per_seat else []
    if cell.field.shortcut is not None and cell.text:  # instead of one more card
        label, other, value = cell.field.shortcut
        if not asked.situation.get(other):
            actions.append(Key(_(label), asked.with_value(other, value)))
    return Pad(asked.front_label(cell), "card", groups, columns, actions)


def _after_a_front(asked: AskedQuestion, cell: Cell) -> Iterable[Key]:
    """Yield the keys after a player's cards: “Nothing”, “Next player”, “Done”."""
    names = cell.field.names(asked.player_count)
    following = names[(cell.seat + 1) % len(names)]
    if not cell.text:
        yield Key(_("Nothing"), asked.with_value(cell.name, ""))
    if following not in asked.situation:
        yield Key(_("Next player"), asked.url(asked.situation, following))
    yield Key(_("Done"), asked.url(asked.situation))


def _number_pad(asked: AskedQuestion, cell: Cell, held: Numbers, slot: int | None) -> Pad | None:
    """The numbers that a list can hold; in a list with slots, a number may replace itself."""
    assert held.deck is not None, "only what is typed has no deck"
    field, labels, given = cell.field, asked.slot_labels(cell.field), items_of(cell.text)
    if not labels:
        slot = None
    elif slot is None:
        slot = len(given)
    if slot is not None and slot >= len(labels):
        return None
    keys = _keys(asked, cell, map(str, held.deck(slot)), slot, field.name if held.takes_several else "")
    can_be_none = field.may_be_empty and not given
    done = ""
    if held.takes_several and not can_be_none:  # to the next field that is not given, or the answer if there is none
        later = asked.question.fields[asked.question.fields.index(field) + 1 :]
        named = (other.name for other in later if other.row == "always" and not other.default)
        done = asked.url(asked.situation, next((name for name in named if name not in asked.situation), ""))
    return Pad(
        cell.label if slot is None else labels[slot],
        "number",
        (("", keys),),
        10 if any(key.text.endswith("0") for key in keys) else 9,
        actions=(Key(_("Nothing"), asked.with_value(field.name, "")),) if can_be_none else (),
        done=done,
        is_slot=slot is not None,
    )


def _keys(asked: AskedQuestion, cell: Cell, cards: Iterable[str], slot: int | None, stays: str) -> list[Key]:
    """The keys that add a card; those on the table, or that can't be there, are used.

    In a list with slots, a number may replace itself.
    """
    used = {*asked.gone}
    for other in asked.cells:
        replaces = other is cell and cell.field.slots and cell.field.type.kind == "number"
        if other.field.type.kind in ("card", "number") and not replaces:
            used |= {word.upper().removesuffix("*") for word in items_of(other.text) or other.field.default}
    items, keys = [*(items_of(cell.text) or cell.field.default)], []
    index = len(items) if slot is None else min(slot, len(items))
    for card in cards:
        items[index : index + 1] = [card]
        keys.append(Key(card, "" if card in used else asked.with_value(cell.name, " ".join(items), stays)))
    return keys
