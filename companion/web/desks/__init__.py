"""A situation at the dispute desk as the page shows it: rows of cards, pads to tap, settings to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.translator import Translator
from companion.desk import Answer, Situation, listed

Address = Callable[..., str]  # (situation, pad) -> address


class Item(Struct, frozen=True):
    """A card or number of a row; its link changes it or takes it away, as `title` says."""

    text: str
    href: str
    title: str


class Row(Struct, frozen=True):
    """A field of the situation: its label, what is known of it, and the link that opens its pad.

    `kind` tells how items are drawn: card, number or text. `more`: it takes another item. `empty` is said where it
    is known that there is nothing.
    """

    field: str
    label: str
    kind: str
    items: tuple[Item, ...] = ()
    open: str = ""
    empty: str = ""
    spoken: str = ""
    more: bool = False


class Choice(Struct, frozen=True):
    """Something to tap on a pad, a card or words; without `href` it is used up."""

    text: str
    href: str = ""
    card: bool = False


class Group(Struct, frozen=True):
    """Choices of a pad that belong together, such as those of one colour."""

    title: str
    choices: tuple[Choice, ...]


class Pad(Struct, frozen=True):
    """What can be tapped to fill a field: `kind` as in a row."""

    field: str
    title: str
    kind: str
    groups: tuple[Group, ...]
    columns: int = 5


class Setting(Struct, frozen=True):
    """A choice of the settings form: values with their words, the current one; `several` may be ticked."""

    field: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...] = ()
    several: bool = False


class Typed(Struct, frozen=True):
    """Numbers to type: one field name, a label and a value each."""

    title: str
    fields: tuple[tuple[str, str, str], ...]


class View(Protocol):
    """The page's view of a situation."""

    asks: tuple[tuple[str, str, str], ...]  # what can be asked here: its name, its label, its address
    ask: str  # the name of what is asked
    rows: tuple[Row, ...]
    fronts: tuple[Row, ...]
    settings: tuple[Setting, ...]
    typed: tuple[Typed, ...]

    def pad(self, field: str, answer: Answer) -> Pad | None:
        """Return the pad for `field`; None if it has none."""


class Desk(Protocol):
    """What a module `companion.web.desks.<game>` offers."""

    def view(self, situation: Situation, translator: Translator, address: Address) -> View:
        """Return what the page shows of `situation`."""

    def asked(self, start: Any, moments: Sequence[tuple[Any, Any]], at: int) -> dict[str, str]:
        """Return the situation of a game that is played at place `at` of `moments`.

        A moment is the state before an entry, and the entry; `start` is the state before the first.
        """


def load(game: str) -> Desk:
    """Return the view of the desk of `game` (its slug).

    :raises KeyError: there is no such game.
    """
    desk: Desk = games.part(game, __name__)
    return desk


class Board(Struct, frozen=True):
    """What every view is made of: the situation, the reader's voice, and how addresses are made."""

    situation: Situation
    translator: Translator
    address: Address

    def without(self, field: str, at: int) -> str:
        """Return the address after the item at place `at` of `field` was taken away."""
        items = listed(self.situation, field)
        return self.address({**self.situation, field: " ".join((*items[:at], *items[at + 1 :]))}, field)

    def with_item(self, field: str, item: str, at: int | None = None, pad: str = "") -> str:
        """Return the address after `item` was put at the end of `field`, or instead of the one at place `at`."""
        items = list(listed(self.situation, field))
        place = len(items) if at is None else at
        items[place : place + 1] = [item]
        return self.address({**self.situation, field: " ".join(items)}, pad)

    def with_value(self, field: str, value: str) -> str:
        return self.address({**self.situation, field: value})

    def row(self, field: str, label: str, kind: str, empty: str = "") -> Row:
        """Return the row of a field that holds a list."""
        items = listed(self.situation, field)
        known = empty if field in self.situation and not items else ""
        return Row(
            field,
            label,
            kind,
            tuple(
                Item(item, self.without(field, at), _("Remove %(what)s", what=self.spoken(kind, item)))
                for at, item in enumerate(items)
            ),
            self.address(self.situation, field),
            known,
            ", ".join(self.spoken(kind, item) for item in items),
            True,
        )

    def spoken(self, kind: str, item: str) -> str:
        """Return what an item is called; what is no card is said as it was typed."""
        if kind != "card":
            return item
        try:
            return self.translator.say(item.upper())
        except (KeyError, IndexError):
            return item

    def value_row(self, field: str, label: str, words: Mapping[str, str]) -> Row:
        """Return the row of a field with one value, in words."""
        value = self.situation.get(field, "")
        open_pad = self.address(self.situation, field)
        items = (Item(words.get(value, value), open_pad, _("Change: %(what)s", what=label)),) if value else ()
        return Row(field, label, "text", items, open_pad, spoken=words.get(value, value))

    def options(self, field: str, title: str, words: Iterable[tuple[str, str]]) -> Pad:
        """Return a pad that sets a field to one of a few values."""
        choices = tuple(Choice(text, self.with_value(field, value)) for value, text in words)
        return Pad(field, title, "text", (Group("", choices),))

    def setting(self, field: str, label: str, options: Iterable[tuple[str, str]], *, several: bool = False) -> Setting:
        chosen = listed(self.situation, field) if several else (self.situation.get(field, ""),)
        return Setting(field, label, tuple(options), chosen, several)


def numbers(
    board: Board,
    field: str,
    title: str,
    cards: Iterable[int],
    used: Iterable[int],
    at: int | None = None,
) -> Pad:
    """Return a pad of number cards; `at` is the place of the one that is replaced."""
    known = set(used)
    choices = (Choice(str(card), "" if card in known else board.with_item(field, str(card), at)) for card in cards)
    return Pad(field, title, "number", (Group("", tuple(choices)),))
