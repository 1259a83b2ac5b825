"""The view of the desk of The Game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.translator import Translator
from companion.desk import Answer, Situation, listed
from companion.games import the_game
from companion.games.the_game import State
from companion.games.the_game.piles import PILES, START
from companion.games.the_game.setup import CARDS, LEVELS
from companion.games.the_game.switches import PARTIAL_LAST_TURN
from companion.web.desks import Address, Board, Item, Pad, Row, Setting, Typed, numbers


class View(Struct, frozen=True):
    """The view of a turn or of a result."""

    board: Board

    @property
    def ask(self) -> str:
        return self.board.situation.get("ask", "turn")

    @property
    def asks(self) -> tuple[tuple[str, str, str], ...]:
        table = {field: text for field, text in self.board.situation.items() if field in ("players", "level", "rules")}
        return (
            ("turn", _("A player's turn"), self.board.address(table)),
            ("result", _("Cards left over"), self.board.address({**table, "ask": "result"})),
        )

    @property
    def rows(self) -> tuple[Row, ...]:
        board = self.board
        if self.ask == "result":
            return tuple(board.row(field, label, "text") for field, label in self._counts() if field in board.situation)
        piles = [self._pile(at, pile, top) for at, (pile, top) in enumerate(zip(PILES, self._tops(), strict=True))]
        draw = board.value_row("draw", _("Draw pile"), {"0": _("empty"), "10": _("not empty")})
        return (*piles, board.row("hand", _("In the player's hand"), "number"), draw)

    @property
    def fronts(self) -> tuple[Row, ...]:
        return ()

    @property
    def settings(self) -> tuple[Setting, ...]:
        board = self.board
        seats = [(str(count), str(count)) for count in the_game.SEATS]
        levels = [(level if at else "", board.translator.say(level)) for at, level in enumerate(LEVELS)]
        players = board.setting("players", _("Players"), [("", "3"), *(it for it in seats if it[0] != "3")])
        level = board.setting("level", _("Level"), levels)
        if self.ask == "result":
            return (players, level)
        laid = [("" if not count else str(count), str(count)) for count in range(8)]
        return (players, level, board.setting("laid", _("Cards laid so far this turn"), laid))

    @property
    def typed(self) -> tuple[Typed, ...]:
        if self.ask == "turn":
            return ()
        known = self.board.situation
        fields = tuple((field, label, known.get(field, "")) for field, label in self._counts())
        return (Typed(_("The total, or hands and draw pile"), fields),)

    def pad(self, field: str, answer: Answer) -> Pad | None:
        """Return the pad for `field`; the hand's when nothing else is open."""
        board = self.board
        name, _colon, place = field.partition(":")
        if self.ask == "result":
            return None
        if name == "draw":
            words = (("10", _("not empty")), ("0", _("empty")))
            return board.options(name, _("Draw pile"), words)
        hand = [int(card) for card in listed(board.situation, "hand") if card.isdecimal()]
        used = [*hand, *self._tops()]
        if name == "piles" and place.isdecimal() and int(place) < len(PILES):
            filled = Board(
                {**board.situation, "piles": " ".join(map(str, self._tops()))}, board.translator, board.address
            )
            at = int(place)
            title = board.translator.say(PILES[at])
            return numbers(filled, "piles", title, (START[at], *CARDS), hand, at)
        return numbers(board, "hand", _("In the player's hand"), CARDS, used)

    def _tops(self) -> tuple[int, ...]:
        known = [int(top) for top in listed(self.board.situation, "piles") if top.isdecimal()]
        return tuple(known) if len(known) == len(START) else START

    def _pile(self, at: int, pile: str, top: int) -> Row:
        label = self.board.translator.say(pile)
        href = self.board.address(self.board.situation, f"piles:{at}")
        item = Item(str(top), href, _("Change: %(what)s", what=label))
        return Row("piles", label, "number", (item,), href, spoken=str(top))

    def _counts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("leftover", _("Cards left over")),
            ("hands", _("Cards in each hand, e.g. 2 6 6")),
            ("draw", _("Draw pile")),
        )


def view(situation: Situation, translator: Translator, address: Address) -> View:
    """Return what the page shows of `situation`."""
    return View(Board(situation, translator, address))


def asked(start: State, moments: Sequence[tuple[State, Any]], at: int) -> dict[str, str]:
    """Return the turn in which the entry at place `at` of `moments` fell, as it stood before that entry."""
    state, entry = moments[at] if moments else (start, {"type": "end_turn"})
    fields = {
        "players": str(state.setup.players),
        "level": state.setup.level if state.setup.level != "normal" else "",
        "rules": f"{PARTIAL_LAST_TURN.name}:taken_back" if state.setup.taken_back else "",
    }
    if entry["type"] == "result":
        hands = " ".join(map(str, entry.get("hands", ())))
        counts = {"leftover": entry.get("leftover", ""), "draw": entry.get("draw_pile", ""), "hands": hands}
        fields |= {"ask": "result", **{field: str(count) for field, count in counts.items()}}
    else:
        fields |= {"piles": " ".join(map(str, state.tops)), "draw": str(state.draw_pile), "laid": str(state.laid)}
        fields |= {"hand": str(entry["card"])} if entry["type"] == "play" else {}
    return {field: text for field, text in fields.items() if text}
