"""A situation as a page shows it: its address, and its fields and their values in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from flask_babel import gettext as _
from msgspec import Struct

from companion import desk, games
from companion.core.field_types import Cards, Label, Theft, items_of
from companion.core.messages import Literal
from companion.core.situations import Desk, Field, Question, Situation
from companion.core.translator import Translator
from companion.i18n import language


class SituationView(Struct, frozen=True):
    """A situation as a page shows it: a game, the names of the players, the known fields.

    Its address is `path` with the parameters `kept`, which are always there, and those of the situation. `is_played`:
    it is about a game at a table, whose state gives the fields that are not in the address.
    """

    slug: str
    names: Sequence[str]
    situation: Situation
    path: str = ""
    kept: Mapping[str, str] = {}
    is_played: bool = False

    @property
    def desk(self) -> Desk:
        return desk.load(self.slug)

    @property
    def translator(self) -> Translator:
        return language.translator(desk.words(self.slug), self.names)

    @property
    def question(self) -> Question:
        return self.desk.question(self.situation)

    @property
    def player_count(self) -> int:
        """Return the number of players, whatever is wrong with the situation."""
        text = self.situation.get("players", "")
        seats = {str(count): count for count in games.load(self.slug).SEATS}
        return seats.get(text) or self.desk.usual_player_count(self.situation)

    def address(self, situation: Situation, pad: str = "") -> str:
        """Return the address of this page with another situation, or with another pad open."""
        shown = {"pad": pad} if pad else {}
        return f"{self.path}?{urlencode({**self.kept, **situation, **shown})}"

    def choices(self, field: Field) -> list[tuple[str, str]]:
        """Return the values that a field can be given, each in words."""
        return [(value, self._words(label)) for value, label in field.type.choices(self.player_count)]

    def card(self, item: str) -> str:
        """Return the name of a card; text that is not a card is returned unchanged."""
        known = item.upper().removesuffix("*")
        return self.translator.say(known) if known in self.translator.words else item

    def spoken(self, field: Field, item: str) -> str:
        """Return an item of a field in words."""
        if isinstance(field.type, Cards):
            return self.card(item)
        seat, colon, card = item.partition(":")
        if isinstance(field.type, Theft) and colon:
            known = seat.isdecimal() and int(seat) < self.player_count
            name = self.translator.name(int(seat)) if known else seat
            return _("%(card)s from %(name)s", card=self.card(card), name=name)
        return dict(self.choices(field)).get(item, item)

    def label(self, field: Field, name: str) -> str:
        """Return the label of a field, with the player's name if each player has one."""
        label = self.translator.gettext(field.label)
        return (
            f"{self.translator.name(field.names(self.player_count).index(name))}: {label}"
            if field.is_per_seat
            else label
        )

    def front_label(self, seat: int) -> str:
        """Return the label of the cards in front of a player."""
        return _("In front of %(name)s", name=self.translator.name(seat))

    def labels(self, field: Field) -> list[str]:
        """Return the labels of the places of a list, empty if it has none."""
        return [self._words(label) for label in field.slots(self.situation, self.player_count)] if field.slots else []

    def with_item(self, field: Field, name: str, item: str, place: int | None, pad: str) -> str:
        """Return the address with `item` added at the end of a list, or put at `place`."""
        items = [*(items_of(self.text(name)) or field.usual)]
        at = len(items) if place is None else place
        items[at : at + 1] = [item]
        return self.with_value(name, " ".join(items), pad)

    def with_value(self, name: str, value: str, pad: str = "") -> str:
        """Return the address with a value for `name`."""
        return self.address({**self.situation, name: value}, pad)

    def text(self, name: str) -> str:
        """Return the text of a field of the situation, or "" if it is not given."""
        return self.situation.get(name, "")

    def _words(self, label: Label) -> str:
        if isinstance(label, str):
            return self.translator.gettext(label)
        if isinstance(label, Literal):
            return label.text
        return self.translator.listed([self.translator.name(player.seat) for player in label])
