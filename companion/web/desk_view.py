"""A situation as the page shows it: rows of what is known and settings to choose, as the game declares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion import desk, games
from companion.core.field_types import NOBODY, Cards, Counts, Label, Numbers, OneOf, Theft, words_of
from companion.core.messages import Literal
from companion.core.options import Choice, Flag, Option, Several, usual_rulings
from companion.core.situations import Desk, Field, Question, Situation
from companion.core.translator import Translator

Address = Callable[..., str]  # (situation, pad) -> address


class Item(Struct, frozen=True):
    """A card, number or words of a row; its link changes it or takes it away, as `title` says."""

    text: str
    spoken: str
    href: str
    title: str


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
        seats = {str(count): count for count in games.load(self.game).SEATS}
        return seats.get(text) or self.desk.usual_players(self.situation)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return a row for each field that is always shown, and for those that are given."""
        replaced = {field.instead_of for field in self.question.fields if self._deserves_row(field, field.name)}
        shown = (field for field in self.question.fields if field.row in ("always", "given", "typed"))
        return tuple(row for field in shown if field.name not in replaced for row in self._rows_of(field))

    @property
    def folded(self) -> tuple[Row, ...]:
        """Return the rows that are folded away: what lies in front of the players."""
        return tuple(
            self._list_row(field, name, self.translator.name(seat))
            for field in self.question.fields
            if field.row == "folded"
            for seat, name in enumerate(field.names(self.players))
        )

    @property
    def drawn(self) -> tuple[Row, ...]:
        """Return a row of cards for each field that holds some, as a worked example shows them."""
        return tuple(
            self._list_row(field, name, self._drawn_label(field, at))
            for field in self.question.fields
            if is_row_of_cards(field)
            for at, name in enumerate(field.names(self.players))
            if self.situation.get(name)
        )

    def _drawn_label(self, field: Field, seat: int) -> str:
        label = self.translator.gettext(field.label)
        return _("In front of %(name)s", name=self.translator.name(seat)) if field.per_seat else label

    @property
    def unseen(self) -> tuple[tuple[str, str], ...]:
        """Return the label and the link of each field that has no row yet."""
        return tuple(
            (self.label(field, name), self.address(self.situation, name))
            for field in self.question.fields
            if field.row == "given"
            for name in field.names(self.players)
            if not self._deserves_row(field, name)
        )

    @property
    def typed(self) -> tuple[Typed, ...]:
        """Return the numbers that are typed: those of each player, or one for each field."""
        fields = [field for field in self.question.fields if field.row == "typed"]
        if not fields or not isinstance(counts := fields[0].type, Counts):
            single = ((field.name, self.label(field, field.name), self._text(field.name)) for field in fields)
            return (Typed("", tuple(single)),) if fields else ()
        labels, found = [self.translator.gettext(label) for label in counts.labels], []
        for seat, name in enumerate(fields[0].names(self.players)):
            known = words_of(self._text(name))
            texts = known if len(known) == len(labels) else [""] * len(labels)
            typed = ((name, label, text) for label, text in zip(labels, texts, strict=True))
            found.append(Typed(self.translator.name(seat), tuple(typed)))
        return tuple(found)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Return the number of players, the options of the game, the fields that are settings, the house rules."""
        counts = [(str(count), str(count)) for count in games.load(self.game).SEATS]
        return (
            self._setting("players", _("Players"), counts, str(self.desk.usual_players(self.situation))),
            *map(self._option, self._options()),
            *(
                self._setting(
                    field.name, self.label(field, field.name), [("", _("not specified")), *self.choices(field)]
                )
                for field in self.question.fields
                if field.is_setting
            ),
            *self._house_rules(),
        )

    def choices(self, field: Field) -> list[tuple[str, str]]:
        """Return the texts that a field can be given, each in words."""
        return [(value, self._words(label)) for value, label in field.type.choices(self.players)]

    def card(self, item: str) -> str:
        """Return what a card is called; what is no card is said as it was typed."""
        known = item.upper().removesuffix("*")
        return self.translator.say(known) if known in self.translator.words else item

    def spoken(self, field: Field, item: str) -> str:
        """Return an item of a field in words."""
        if isinstance(field.type, Cards):
            return self.card(item)
        seat, colon, card = item.partition(":")
        if isinstance(field.type, Theft) and colon:
            known = seat.isdecimal() and int(seat) < self.players
            name = self.translator.name(int(seat)) if known else seat
            return _("%(card)s from %(name)s", card=self.card(card), name=name)
        return dict(self.choices(field)).get(item, item)

    def label(self, field: Field, name: str) -> str:
        """Return the label of a field, with the player's name if there is one for each."""
        label = self.translator.gettext(field.label)
        return f"{self.translator.name(field.names(self.players).index(name))}: {label}" if field.per_seat else label

    def labels(self, field: Field) -> list[str]:
        """Return the labels of the places of a list, nothing if it has none."""
        return [self._words(label) for label in field.places(self.situation, self.players)] if field.places else []

    def with_item(self, field: Field, name: str, item: str, place: int | None, pad: str = "") -> str:
        """Return the address after `item` was put at the end of a list, or at `place` of it."""
        items = [*(words_of(self._text(name)) or field.usual)]
        at = len(items) if place is None else place
        items[at : at + 1] = [item]
        return self.with_value(name, " ".join(items), pad)

    def with_value(self, name: str, value: str, pad: str = "") -> str:
        """Return the address after `name` was given a value."""
        return self.address({**self.situation, name: value}, pad)

    def _text(self, name: str) -> str:
        return self.situation.get(name, "")

    def _words(self, label: Label) -> str:
        if isinstance(label, str):
            return self.translator.gettext(label)
        if isinstance(label, Literal):
            return label.text
        return self.translator.listed([self.translator.name(player.seat) for player in label])

    def _deserves_row(self, field: Field, name: str) -> bool:
        """Tell whether a field says something special: not that nobody did what is rare, or that a card is there."""
        usual = "0" if isinstance(field.type, OneOf) else NOBODY
        return name in self.situation and (self.situation[name] != usual or field.shows_nobody)

    def _rows_of(self, field: Field) -> Iterator[Row]:
        for at, label in enumerate(self.labels(field)):
            items = words_of(self._text(field.name)) or field.usual
            href = self.address(self.situation, f"{field.name}:{at}" if at < len(items) else field.name)
            yield self._row(field, label, items[at : at + 1], href)
        for name in () if field.places else field.names(self.players):
            if field.row == "always" or self._deserves_row(field, name):
                is_list = is_row_of_cards(field)
                yield (self._list_row if is_list else self._value_row)(field, name, self.label(field, name))

    def _list_row(self, field: Field, name: str, label: str) -> Row:
        """Return the row of a list; a tap on an item takes it away."""
        items, shown = words_of(self._text(name)), []
        for at, item in enumerate(items):
            left = self.with_value(name, " ".join((*items[:at], *items[at + 1 :])), name)
            shown.append(self._item(field, item, left, _("Remove %(what)s", what=self.spoken(field, item))))
        empty = self._words(field.if_empty) if field.if_empty and name in self.situation and not items else ""
        return Row(label, _kind(field), tuple(shown), self.address(self.situation, name), empty, True)

    def _value_row(self, field: Field, name: str, label: str) -> Row:
        """Return the row of a field with one value; a tap opens its pad, changes yes to no, or takes a theft back."""
        value, href = self._text(name), self.address(self.situation, name)
        if isinstance(field.type, OneOf) and field.type.usual:
            value = value or field.type.usual
            href = self.with_value(name, next(text for text in field.type.labels if text != value))
        if isinstance(field.type, Theft):
            href = self.address({other: text for other, text in self.situation.items() if other != name})
        return self._row(field, label, (value,) if value else (), href)

    def _row(self, field: Field, label: str, items: Sequence[str], href: str) -> Row:
        """Return a row whose items are changed by the same link."""
        changed = (self._item(field, item, href, _("Change: %(what)s", what=label)) for item in items)
        return Row(label, _kind(field), tuple(changed), href)

    def _item(self, field: Field, item: str, href: str, title: str) -> Item:
        spoken = self.spoken(field, item)
        return Item(item.upper().removesuffix("*") if isinstance(field.type, Cards) else spoken, spoken, href, title)

    def _setting(self, name: str, label: str, choices: Sequence[tuple[str, str]], usual: str = "") -> Setting:
        """Return a setting; its `usual` value is the empty text."""
        options = tuple(("" if value == usual else value, text) for value, text in choices)
        return Setting(name, label, options, ("" if self._text(name) == usual else self._text(name),))

    def _options(self) -> Iterator[Option]:
        """Yield the options of the game about which there is something to choose."""
        for option in desk.played_options(self.game):
            if option.name in self.situation or option.why_unavailable(self.players) is None:
                yield option

    def _option(self, option: Option) -> Setting:
        label, several = self.translator.gettext(option.label), isinstance(option, Several)
        labels = [(value, self.translator.gettext(text)) for value, text in option.values.items()]
        if several:
            return Setting(option.name, label, tuple(labels), words_of(self._text(option.name)), several)
        choices = [(desk.text_of(option.from_text(value)), text) for value, text in labels]
        if callable(option.default):  # it depends on the number of players
            return self._setting(option.name, label, [("", _("usual")), *choices])
        return self._setting(option.name, label, choices, desk.text_of(option.usual(self.players)))

    def _house_rules(self) -> Iterator[Setting]:
        """Yield the choice of each house rule; what the ruleset says is the empty text."""
        game = games.load(self.game)
        usual = usual_rulings(game.OPTIONS, game.SWITCHES, self.situation)
        for switch in game.SWITCHES:
            texts = ["" if value == usual[switch.name] else f"{switch.name}:{value}" for value in switch.values]
            answers = map(self.translator.gettext, switch.answers)
            chosen = [text for text in texts if text in self._text("rules").split()] or [""]
            options = tuple(zip(texts, answers, strict=True))
            yield Setting("rules", self.translator.gettext(switch.question), options, tuple(chosen))


def in_force(view: View) -> list[str]:
    """Return the rules by which a situation is judged, in words: the choices made, and the house rules that differ."""
    game, gettext = games.load(view.game), view.translator.gettext
    found = []
    for option in desk.played_options(view.game):
        value = view.situation.get(option.name, "")
        if isinstance(option, Choice):
            found.append(gettext(option.values.get(value) or next(iter(option.values.values()))))
        elif isinstance(option, Several):
            found += [gettext(option.values[name]) for name in words_of(value) if name in option.values]
        elif isinstance(option, Flag) and value:
            found.append(gettext(option.label if value in ("1", "yes") else option.values["no"]))
    usual, chosen = usual_rulings(game.OPTIONS, game.SWITCHES, view.situation), desk.rulings(view.situation)
    for switch in game.SWITCHES:
        value = chosen.get(switch.name, usual[switch.name])
        if value != usual[switch.name] and value in switch.values:
            found.append(gettext(switch.answers[switch.values.index(value)]))
    return found


def is_row_of_cards(field: Field) -> bool:
    """Tell whether a field is shown as cards, each of which can be taken away."""
    return isinstance(field.type, Cards | Numbers) and field.row != "typed"


def _kind(field: Field) -> str:
    return "card" if isinstance(field.type, Cards) else "number" if isinstance(field.type, Numbers) else "text"
