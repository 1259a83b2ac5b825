"""A situation as the page shows it: rows of what is known and settings to choose, as the game declares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion import desk, games
from companion.core.field_types import NOBODY, Cards, Counts, FieldType, FromSeat, Label, Numbers, YesNo, words_of
from companion.core.messages import Literal
from companion.core.options import Option, Several, usual_rulings
from companion.core.situations import Desk, Field, Question, Situation
from companion.core.translator import Translator

Address = Callable[..., str]  # (situation, pad) -> address


class Item(Struct, frozen=True):
    """A card, number or words of a row; its link changes it or takes it away, as `title` says."""

    text: str
    href: str
    title: str
    spoken: str


class Row(Struct, frozen=True):
    """A field of the situation: its label, what is known of it, and the link that opens its pad.

    `kind` tells how items are drawn: card, number or text. `more`: it takes another item. `empty` is said where it
    is known that there is nothing.
    """

    label: str
    kind: str
    items: tuple[Item, ...] = ()
    open: str = ""
    empty: str = ""
    more: bool = False

    @property
    def spoken(self) -> str:
        """Return the items in words."""
        return ", ".join(item.spoken for item in self.items)


class Setting(Struct, frozen=True):
    """A choice of the settings form: values with their words, the chosen ones; `several` may be ticked."""

    field: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...] = ()
    several: bool = False


class Typed(Struct, frozen=True):
    """Numbers to type: one field name, a label and a value each."""

    title: str
    fields: tuple[tuple[str, str, str], ...]


class View(Struct, frozen=True):
    """A question as it is asked on a page; `address` makes the links."""

    game: str
    situation: Situation
    translator: Translator
    address: Address

    @property
    def desk(self) -> Desk:
        return desk.load(self.game)

    @property
    def question(self) -> Question:
        return self.desk.question(self.situation)

    @property
    def players(self) -> int:
        """Return how many play, whatever is wrong with the situation."""
        text = self.situation.get("players", "")
        known = text.isascii() and text.isdecimal() and int(text[:4]) in games.load(self.game).SEATS
        return int(text) if known else self.desk.usual_players(self.situation)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return a row for each field that is always shown, and for those that are given."""
        replaced = {field.instead_of for field in self.question.fields if self._is_told(field, field.name)}
        return tuple(
            row
            for field in self.question.fields
            if field.name not in replaced and field.row in ("always", "given", "typed")
            for row in self._rows_of(field)
        )

    @property
    def groups(self) -> tuple[Row, ...]:
        """Return the rows that are folded away: what lies in front of the players."""
        fields = [field for field in self.question.fields if field.row == "group"]
        return tuple(
            self._list_row(field, name, self.translator.name(seat))
            for field in fields
            for seat, name in enumerate(field.names(self.players))
        )

    @property
    def drawn(self) -> tuple[Row, ...]:
        """Return a row of cards for each field that holds some, as a worked example shows them."""
        return tuple(
            self._list_row(field, field.name, self.translator.gettext(field.label))
            for field in self.question.fields
            if _is_row_of_items(field) and self.situation.get(field.name)
        )

    @property
    def unseen(self) -> tuple[tuple[str, str], ...]:
        """Return the label and the link of each field that has no row yet."""
        return tuple(
            (label, self.address(self.situation, name))
            for field in self.question.fields
            if field.row == "given"
            for name, label in self._names(field)
            if not self._is_told(field, name)
        )

    @property
    def typed(self) -> tuple[Typed, ...]:
        """Return the numbers that are typed: those of each player, or one for each field."""
        found, single = [], []
        for field in self.question.fields:
            if field.row == "typed" and isinstance(field.type, Counts):
                labels = [self.translator.gettext(label) for label in field.type.labels]
                for seat, name in enumerate(field.names(self.players)):
                    known = words_of(self.situation.get(name, ""))
                    texts = known if len(known) == len(labels) else ("",) * len(labels)
                    fields = tuple((name, label, text) for label, text in zip(labels, texts, strict=True))
                    found.append(Typed(self.translator.name(seat), fields))
            elif field.row == "typed":
                single.append((field.name, self.translator.gettext(field.label), self.situation.get(field.name, "")))
        return (*found, Typed("", tuple(single))) if single else tuple(found)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Return the number of players, the options of the game, the fields that are settings, the house rules."""
        counts = [(str(count), str(count)) for count in games.load(self.game).SEATS]
        return (
            self._setting("players", _("Players"), counts, str(self.desk.usual_players(self.situation))),
            *map(self._option, self._options()),
            *(
                self._setting(field.name, self.translator.gettext(field.label), self._choices(field))
                for field in self.question.fields
                if field.is_setting
            ),
            *self._house_rules(),
        )

    def words(self, label: Label) -> str:
        """Return a label in the reader's language."""
        if isinstance(label, str):
            return self.translator.gettext(label)
        if isinstance(label, Literal):
            return label.text
        return self.translator.listed([self.translator.name(player.seat) for player in label])

    def card(self, item: str) -> str:
        """Return what a card is called; what is no card is said as it was typed."""
        known = item.upper().removesuffix("*")
        return self.translator.say(known) if known in self.translator.words else item

    def spoken(self, type_: FieldType, item: str) -> str:
        """Return an item of a field in words."""
        if isinstance(type_, Cards):
            return self.card(item)
        if isinstance(type_, FromSeat) and ":" in item:
            seat, _colon, what = item.partition(":")
            known = seat.isdecimal() and int(seat) < self.players
            name = self.translator.name(int(seat)) if known else seat
            return _("%(card)s from %(name)s", card=self.card(what), name=name)
        return self.words(dict(type_.choices(self.players)).get(item, Literal(item)))

    def with_item(
        self, name: str, item: str, place: int | None = None, usual: Sequence[str] = (), pad: str = ""
    ) -> str:
        """Return the address after `item` was put at the end of a list, or at `place` of it."""
        items = [*(words_of(self.situation.get(name, "")) or usual)]
        at = len(items) if place is None else place
        items[at : at + 1] = [item]
        return self.address({**self.situation, name: " ".join(items)}, pad)

    def with_value(self, name: str, value: str) -> str:
        """Return the address after `name` was given a value."""
        return self.address({**self.situation, name: value})

    def label(self, field: Field, name: str) -> str:
        """Return the label of a field, with the player's name if there is one for each."""
        return dict(self._names(field)).get(name, name)

    def _names(self, field: Field) -> Iterator[tuple[str, str]]:
        label = self.translator.gettext(field.label)
        for seat, name in enumerate(field.names(self.players)):
            player = self.translator.name(seat)
            yield name, f"{player}: {label}" if field.per_seat else label

    def _is_told(self, field: Field, name: str) -> bool:
        """Tell whether a field says something that deserves a row: not that there is nothing special."""
        usual = {YesNo: "0"}.get(type(field.type), NOBODY if isinstance(field.type, FieldType) else "")
        return name in self.situation and (field.type.is_list or self.situation[name] != usual)

    def _rows_of(self, field: Field) -> Iterator[Row]:
        if field.places is not None:
            yield from self._place_rows(field)
            return
        for name, label in self._names(field):
            if field.row == "always" or self._is_told(field, name):
                yield (
                    self._list_row(field, name, label)
                    if _is_row_of_items(field)
                    else self._value_row(field, name, label)
                )

    def _list_row(self, field: Field, name: str, label: str) -> Row:
        """Return the row of a list; a tap on an item takes it away."""
        items, shown = words_of(self.situation.get(name, "")), []
        for at, item in enumerate(items):
            left = {**self.situation, name: " ".join((*items[:at], *items[at + 1 :]))}
            title = _("Remove %(what)s", what=self.spoken(field.type, item))
            shown.append(self._item(field, item, self.address(left, name), title))
        empty = _("no black card") if name in self.situation and not items else ""
        return Row(label, _kind(field.type), tuple(shown), self.address(self.situation, name), empty, True)

    def _place_rows(self, field: Field) -> Iterator[Row]:
        """Yield a row for each place of a list; a tap on its item changes it."""
        assert field.places is not None, "else it is one row"
        items = words_of(self.situation.get(field.name, "")) or field.usual
        for at, place in enumerate(field.places(self.situation, self.players)):
            label = self.words(place)
            href = self.address(self.situation, f"{field.name}:{at}" if at < len(items) else field.name)
            shown = tuple(
                self._item(field, item, href, _("Change %(what)s", what=self.spoken(field.type, item)))
                for item in items[at : at + 1]
            )
            yield Row(label, _kind(field.type), shown, href)

    def _value_row(self, field: Field, name: str, label: str) -> Row:
        """Return the row of a field with one value; a tap opens its pad, or changes yes to no."""
        value, href = self.situation.get(name, ""), self.address(self.situation, name)
        if isinstance(field.type, YesNo) and field.type.usual:
            value = value or field.type.usual
            href = self.with_value(name, "0" if value == "1" else "1")
        if isinstance(field.type, FromSeat):
            href = self.address({other: text for other, text in self.situation.items() if other != name})
        title = _("Change: %(what)s", what=label)
        return Row(label, "text", (self._item(field, value, href, title),) if value else (), href)

    def _item(self, field: Field, item: str, href: str, title: str) -> Item:
        spoken = self.spoken(field.type, item)
        shown = item.upper().removesuffix("*") if isinstance(field.type, Cards) else spoken
        return Item(shown, href, title, spoken)

    def _choices(self, field: Field) -> list[tuple[str, str]]:
        choices = [(value, self.words(label)) for value, label in field.type.choices(self.players)]
        return [("", _("not specified")), *choices]

    def _setting(self, name: str, label: str, choices: Sequence[tuple[str, str]], usual: str = "") -> Setting:
        """Return a setting; its `usual` value is the empty text."""
        chosen = self.situation.get(name, "")
        options = tuple(("" if value == usual else value, text) for value, text in choices)
        return Setting(name, label, options, ("" if chosen == usual else chosen,))

    def _options(self) -> Iterator[Option]:
        """Yield the options of the game about which there is something to choose."""
        for option in desk.played_options(self.game):
            if option.name in self.situation or option.why_unavailable(self.players) is None:
                yield option

    def _option(self, option: Option) -> Setting:
        gettext = self.translator.gettext
        if isinstance(option, Several):
            chosen = words_of(self.situation.get(option.name, ""))
            ticks = tuple((value, gettext(text)) for value, text in option.values.items())
            return Setting(option.name, gettext(option.label), ticks, chosen, several=True)
        choices = [(desk.text_of(option.from_text(value)), gettext(text)) for value, text in option.values.items()]
        if callable(option.default):  # it depends on the number of players
            return self._setting(option.name, gettext(option.label), [("", _("usual")), *choices])
        return self._setting(option.name, gettext(option.label), choices, desk.text_of(option.usual(self.players)))

    def _house_rules(self) -> Iterator[Setting]:
        """Yield the choice of each house rule; what the ruleset says is the empty text."""
        game = games.load(self.game)
        usual = usual_rulings(game.OPTIONS, game.SWITCHES, self.situation)
        told = desk.rulings_in_force(self.game, self.situation)
        for switch in game.SWITCHES:
            options = tuple(
                ("" if value == usual[switch.name] else f"{switch.name}:{value}", self.translator.gettext(answer))
                for value, answer in zip(switch.values, switch.answers, strict=True)
            )
            chosen = "" if told[switch.name] == usual[switch.name] else f"{switch.name}:{told[switch.name]}"
            yield Setting("rules", self.translator.gettext(switch.question), options, (chosen,))


def _kind(type_: FieldType) -> str:
    return "card" if isinstance(type_, Cards) else "number" if isinstance(type_, Numbers) else "text"


def _is_row_of_items(field: Field) -> bool:
    return isinstance(field.type, Cards | Numbers) and field.row != "typed"
