"""A rules question as its page shows it: a row for each known field, what can be typed, what else can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Verbatim
from companion.core.numbers import number_in
from companion.core.options import AllButOne, Choice, Flag, Option, Several, changed_switches, default_rulings
from companion.core.questions import CardOfPlayer, Field, Label, NamedNumbers, OneOf, Situation, items_of
from companion.games.rulebooks import house_rule
from companion.i18n import language
from companion.questions import situations
from companion.questions.answers import Answer, answer_question
from companion.questions.in_game import InGame


class Key(Struct, frozen=True):
    """A card, number or words to tap: its link changes or removes it, as `title` says, or fills it in.

    Without `href` it has already been used.
    """

    text: str
    href: str
    title: str = ""


class FieldRow(Struct, frozen=True):
    """A field of the situation: its label, its known items, and the link that opens its pad.

    `takes_more`: another item can be added. `empty` is the text if it is known to be empty.
    """

    label: str
    kind: str  # "card", "number" or "text"
    items: Sequence[Key] = ()
    open: str = ""
    empty: str = ""
    takes_more: bool = False


class Setting(Struct, frozen=True):
    """A choice in the settings form: values with their labels, and the chosen ones, which may be several."""

    field: str
    label: str
    options: Sequence[tuple[str, str]]
    chosen: Sequence[str] = ()
    takes_several: bool = False


class Cell(Struct, frozen=True):
    """A field as the situation names it: that of the player at `seat` if each player has one."""

    field: Field
    name: str
    seat: int
    label: str
    text: str  # "" if it is not given


class ShownFields(Struct, frozen=True):
    """The fields of a question where its page shows them.

    - `rows`: by label, a row for each field that is always shown, and for each that is given; several for slots.
    - `front_rows`: a row for the cards in front of each player, in a section that can be opened.
    - `more`: the label and link of each field that has no row yet.
    - `typed`: the numbers that are typed, of the game and of each player, by title: their fields, labels and values.
    """

    rows: dict[str, list[FieldRow]]
    front_rows: list[FieldRow]
    more: list[tuple[str, str]]
    typed: dict[str, list[tuple[str, str, str]]]


class AskedQuestion:
    """A question about a situation, with the URLs that change it.

    `names` are those of the players. Its URL is `path` with the parameters `kept`, which are always there, and
    those of the situation. `is_at_table`: it is about a game at a table, whose state gives the fields that are not in
    the URL; `in_game` is the moment, if the game has the options of the question. `gone` are the cards that can't be in
    that situation.
    """

    def __init__(
        self,
        slug: str,
        names: Sequence[str],
        situation: Situation,
        path: str = "",
        kept: Mapping[str, str] = MappingProxyType({}),
        *,
        is_at_table: bool = False,
        in_game: InGame | None = None,
        gone: frozenset[str] = frozenset(),
    ) -> None:
        self.slug, self.names, self.situation = slug, names, situation
        self.path, self.kept, self.is_at_table, self.in_game, self.gone = path, kept, is_at_table, in_game, gone
        self.rules, self.declared = games.rules_of(slug), situations.questions_of(slug)
        self.question = self.declared.question(situation)
        self.translator = language.translator(situations.words(slug), names)
        typed = number_in(situation.get("players"), self.rules.PLAYER_COUNTS)
        self.player_count = typed or self.declared.default_player_count(situation)  # whatever is wrong with the rest

    @cached_property
    def answer(self) -> Answer:
        return answer_question(self.slug, self.situation, self.in_game)

    @cached_property
    def setup(self) -> Any:
        """The set-up of the game, None if it is impossible."""
        facts = self.answer.trials.facts
        if not isinstance(facts, Refusal):
            return facts.state.setup
        return getattr(situations.start_of(self.slug, self.situation, self.player_count), "setup", None)

    @cached_property
    def cells(self) -> Sequence[Cell]:
        """The fields of the question in the order of the page."""
        cells = []
        for field in self.question.fields:
            for seat, name in enumerate(field.names(self.player_count)):
                label = f"{self.names[seat]}: {_(field.label)}" if field.is_per_seat else _(field.label)
                cells.append(Cell(field, name, seat, label, self.situation.get(name, "")))
        return cells

    def can_be_given(self, field: Field) -> bool:
        return self.setup is None or field.can_be_given(self.setup, self.situation)

    def url(self, situation: Situation, pad: str = "") -> str:
        """The URL of this page with another situation, or with another pad open."""
        return f"{self.path}?{urlencode({**self.kept, **situation, **({'pad': pad} if pad else {})})}"

    def with_value(self, name: str, value: str, pad: str = "") -> str:
        return self.url({**self.situation, name: value}, pad)

    def front_label(self, cell: Cell) -> str:
        """The label of the cards in front of a player, or else of the field."""
        if not cell.field.is_per_seat:
            return cell.label
        return _("In front of %(name)s", name=self.names[cell.seat])

    def slot_labels(self, field: Field) -> list[str]:
        """The labels of the slots of a list, empty if it has none."""
        return [self.in_words(label) for label in field.slots(self.situation, self.player_count)] if field.slots else []

    def in_words(self, label: Label) -> str:
        if isinstance(label, str):
            return _(label)
        if isinstance(label, Verbatim):
            return label.text
        return self.translator.listed([self.names[player.seat] for player in label])

    def choices(self, field: Field) -> list[tuple[str, str]]:
        return [(value, self.in_words(label)) for value, label in field.type.choices(self.player_count)]

    def spoken(self, field: Field, item: str) -> str:
        """An item of a field in words; text that is not a card is returned unchanged."""
        seat, colon, stolen = item.partition(":")
        if isinstance(field.type, CardOfPlayer) and colon:
            known = number_in(seat, range(self.player_count))
            name = seat if known is None else self.names[known]
            return _("%(card)s from %(name)s", card=self._card(stolen), name=name)
        return self._card(item) if field.type.kind == "card" else dict(self.choices(field)).get(item, item)

    def _text(self, field: Field, item: str) -> str:
        """An item of a field as it is shown: a card as it is written on it."""
        return item.upper().removesuffix("*") if field.type.kind == "card" else self.spoken(field, item)

    def _card(self, text: str) -> str:
        card = text.upper().removesuffix("*")
        return self.translator.say(card) if card in self.translator.words else text

    def links(self) -> list[tuple[str, str, str]]:
        """The questions: name, label, and the URL that asks it about the same situation."""
        links, shared = [], situations.common_fields(self.slug)
        for question in self.declared.questions:
            query = {**self.situation}
            if question is not self.question:
                if self.setup is not None and not question.can_be_asked(self.setup):
                    continue
                fields = situations.fields_asked(self.slug, question.name, len(self.names))
                stays = shared | {name for name, field in fields.items() if field.row == "front"}
                query = {} if self.is_at_table else {name: query[name] for name in query if name in stays}
                if self.is_at_table or question is not self.declared.questions[0]:
                    query["ask"] = question.name
            links.append((question.name, _(question.label), self.url(query)))
        return links

    def shown_fields(self) -> ShownFields:
        shown = ShownFields({}, [], [], {})
        on_pads = {field.shortcut[1] for field in self.question.fields if field.shortcut}
        for cell in self.cells:
            field, is_given = cell.field, cell.text not in ("", cell.field.type.usual)
            if field.type.kind == "typed":
                title = self.names[cell.seat] if field.is_per_seat else ""
                shown.typed.setdefault(title, []).extend(_inputs(cell))
            elif field.row == "front":
                shown.front_rows.append(self._list(cell, self.names[cell.seat]))
            elif field.row == "given" and not is_given:
                if field.name not in on_pads and self.can_be_given(field):
                    shown.more.append((cell.label, self.url(self.situation, cell.name)))
            elif field.row != "never" and ((is_given and field.row != "always") or self.can_be_given(field)):
                shown.rows[cell.label] = self._slots(cell) if field.slots else [self._row(cell)]
        return shown

    def card_rows(self) -> list[FieldRow]:
        """A row of cards for each field that holds some, as a worked example shows them."""
        cells = [cell for cell in self.cells if cell.field.type.kind in ("card", "number") and cell.text]
        return [self._list(cell, self.front_label(cell)) for cell in cells]

    def _slots(self, cell: Cell) -> list[FieldRow]:
        """A row for each item of a list whose number of items is fixed."""
        items, rows = items_of(cell.text) or cell.field.default, []
        for index, label in enumerate(self.slot_labels(cell.field)):
            href = self.url(self.situation, f"{cell.name}:{index}" if index < len(items) else cell.name)
            rows.append(self._values(cell, label, items[index : index + 1], href))
        return rows

    def _row(self, cell: Cell) -> FieldRow:
        """The row of a list, or of one value: a tap opens its pad, changes yes to no, or removes a theft."""
        value, held = cell.text, cell.field.type
        if held.kind != "text":
            return self._list(cell, cell.label)
        if isinstance(held, OneOf) and held.default:
            value = value or held.default
            href = self.with_value(cell.name, next(text for text in held.labels if text != value))
        elif isinstance(held, CardOfPlayer):
            href = self.url({other: text for other, text in self.situation.items() if other != cell.name})
        else:
            href = self.url(self.situation, cell.name)
        return self._values(cell, cell.label, (value,) if value else (), href)

    def _values(self, cell: Cell, label: str, items: Sequence[str], href: str) -> FieldRow:
        """A row whose items share a link."""
        title = _("Change: %(what)s", what=label)
        shown = [Key(self._text(cell.field, item), href, title) for item in items]
        return FieldRow(label, cell.field.type.kind, shown, href)

    def _list(self, cell: Cell, label: str) -> FieldRow:
        """The row of a list; a tap on an item removes it."""
        items, shown, held = items_of(cell.text), [], cell.field.type
        for index, item in enumerate(items):
            href = self.with_value(cell.name, " ".join((*items[:index], *items[index + 1 :])), cell.name)
            title = _("Remove %(what)s", what=self.spoken(cell.field, item))
            shown.append(Key(self._text(cell.field, item), href, title))
        empty = _(held.nothing) if held.nothing and cell.name in self.situation and not items else ""
        return FieldRow(label, held.kind, shown, self.url(self.situation, cell.name), empty, takes_more=True)

    def settings(self) -> list[Setting]:
        """The number of players, the game's options, the fields that belong to the settings, the house rules."""
        counts = [(str(count), str(count)) for count in self.rules.PLAYER_COUNTS]
        default = str(self.declared.default_player_count(self.situation))
        settings = [self._setting("players", _("Players"), counts, default)]
        settings += [
            self._option(option)
            for option in situations.played_options(self.slug)
            if option.name in self.situation or option.unavailable(self.player_count) is None  # it leaves a choice
        ]
        for cell in self.cells:
            if cell.field.is_setting and self.can_be_given(cell.field):
                choices = [("", _("not specified")), *self.choices(cell.field)]
                settings.append(self._setting(cell.name, cell.label, choices))
        usual, given = default_rulings(self.rules, self.situation), self.situation.get("rules", "").split()
        for switch in self.rules.SWITCHES:
            name, words = switch.name, house_rule(switch.rule, self.translator.lang)
            options = [
                ("" if value == usual[name] else f"{name}:{value}", text) for value, text in words.answers.items()
            ]
            chosen = [value for value, _text in options if value in given] or [""]
            settings.append(Setting("rules", words.question, options, chosen))
        return settings

    def in_force(self) -> list[str]:
        """The rules in effect for a situation, in words: the choices made, and the house rules that differ."""
        texts: list[str] = []
        for option in situations.played_options(self.slug):
            if isinstance(option, AllButOne):
                continue  # without its question, what is left out says nothing
            text = self.situation.get(option.name, "")
            labels = option.labels(option.from_text(items_of(text) if isinstance(option, Several) else text))
            if isinstance(option, Flag) and text in ("1", "yes"):
                labels = [option.label]
            elif isinstance(option, Choice) and not labels:
                labels = option.labels(option.default_for(self.player_count))
            texts += labels
        changed = [
            f"{words.question} {words.answers[value]}"
            for switch, value in changed_switches(self.rules, situations.as_options(self.situation))
            if value in (words := house_rule(switch.rule, self.translator.lang)).answers
        ]
        return [*map(_, texts), *changed] or [_("Usual rules")]

    def _setting(self, name: str, label: str, choices: Sequence[tuple[str, str]], default: str = "") -> Setting:
        """A setting; its `default` value is the empty text."""
        options = [("" if value == default else value, text) for value, text in choices]
        chosen = self.situation.get(name, "")
        return Setting(name, label, options, ("" if chosen == default else chosen,))

    def _option(self, option: Option) -> Setting:
        label, chosen = _(option.label), self.situation.get(option.name, "")
        if isinstance(option, Several):
            choices = [(value, _(text)) for value, text in option.values.items()]
            return Setting(option.name, label, choices, items_of(chosen), takes_several=True)
        choices = [(situations.text_of(option.from_text(value)), _(text)) for value, text in option.values.items()]
        if callable(option.default):  # it depends on the number of players
            return self._setting(option.name, label, [("", _("usual")), *choices])
        return self._setting(option.name, label, choices, situations.text_of(option.default_for(self.player_count)))


def _inputs(cell: Cell) -> list[tuple[str, str, str]]:
    """The inputs of a field that is typed: its name, a label and the value of each."""
    held = cell.field.type
    if not isinstance(held, NamedNumbers):
        return [(cell.name, _(cell.field.label), cell.text)]
    given = items_of(cell.text)
    texts = dict(zip(held.names.get(len(given), ()), given, strict=False))
    return [(cell.name, _(label), texts.get(number, "")) for number, label in held.labels.items()]
