"""A question that is asked: its situation, its URLs, and its fields in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.game import GameRules
from companion.core.messages import Verbatim
from companion.core.numbers import number_in
from companion.core.questions import CardOfPlayer, Cards, Desk, Field, Label, Numbers, Question, Situation, items_of
from companion.core.translator import Translator
from companion.desk import questions
from companion.i18n import language


class AskedQuestion(Struct, frozen=True, dict=True):
    """A question about a situation, with the URLs that change it.

    `names` are those of the players. Its URL is `path` with the parameters `kept`, which are always there, and
    those of the situation. `is_at_table`: it is about a game at a table, whose state gives the fields that are not in
    the URL. `gone` are the cards that can't be in that situation.
    """

    slug: str
    names: Sequence[str]
    situation: Situation
    path: str = ""
    kept: Mapping[str, str] = {}
    is_at_table: bool = False
    gone: frozenset[str] = frozenset()

    @cached_property
    def rules(self) -> GameRules[Any]:
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
        """The number of players, whatever is wrong with the situation."""
        typed = number_in(self.text("players"), self.rules.PLAYER_COUNTS)
        return typed or self.desk.default_player_count(self.situation)

    @cached_property
    def setup(self) -> Any:
        """The set-up of the game, None if it is impossible."""
        return getattr(questions.start_of(self.slug, self.situation, self.player_count), "setup", None)

    def can_be_given(self, field: Field) -> bool:
        return self.setup is None or field.can_be_given(self.setup, self.situation)

    def url(self, situation: Situation, pad: str = "") -> str:
        """Return the URL of this page with another situation, or with another pad open."""
        open_pad = {"pad": pad} if pad else {}
        return f"{self.path}?{urlencode({**self.kept, **situation, **open_pad})}"

    def choices(self, field: Field) -> list[tuple[str, str]]:
        return [(value, self.in_words(label)) for value, label in field.type.choices(self.player_count)]

    def card(self, item: str) -> str:
        """Return the name of a card; text that is not a card is returned unchanged."""
        card = item.upper().removesuffix("*")
        return self.translator.say(card) if card in self.translator.words else item

    def spoken(self, field: Field, item: str) -> str:
        """Return an item of a field in words."""
        if isinstance(field.type, Cards):
            return self.card(item)
        seat, colon, card = item.partition(":")
        if isinstance(field.type, CardOfPlayer) and colon:
            known = number_in(seat, range(self.player_count))
            name = seat if known is None else self.translator.name(known)
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
        return [self.in_words(label) for label in field.slots(self.situation, self.player_count)] if field.slots else []

    def with_item(self, field: Field, name: str, item: str, slot: int | None, pad: str) -> str:
        """Return the URL with `item` added at the end of a list, or put into `slot`."""
        items = [*(items_of(self.text(name)) or field.default)]
        index = len(items) if slot is None else slot
        items[index : index + 1] = [item]
        return self.with_value(name, " ".join(items), pad)

    def with_value(self, name: str, value: str, pad: str = "") -> str:
        return self.url({**self.situation, name: value}, pad)

    def text(self, name: str) -> str:
        """Return the text of a field of the situation, or "" if it is not given."""
        return self.situation.get(name, "")

    def in_words(self, label: Label) -> str:
        """Return a label of the game in words."""
        if isinstance(label, str):
            return _(label)
        if isinstance(label, Verbatim):
            return label.text
        return self.translator.listed([self.translator.name(player.seat) for player in label])


def is_row_of_cards(field: Field) -> bool:
    """Return whether a field is shown as cards, each of which can be removed."""
    return isinstance(field.type, Cards | Numbers) and not field.is_typed
