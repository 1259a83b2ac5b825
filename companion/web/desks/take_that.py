"""The view of the desk of Take That."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.translator import Translator
from companion.desk import Answer, Situation, listed
from companion.games import take_that
from companion.games.take_that import State
from companion.games.take_that.setup import CARDS
from companion.games.take_that.switches import LAST_DRAW_EMPTIES_ROW
from companion.web.desks import Address, Board, Pad, Row, Setting, Typed, numbers


class View(Struct, frozen=True):
    """The view of a turn or of the counts of a game."""

    board: Board
    count: int  # players

    @property
    def ask(self) -> str:
        return self.board.situation.get("ask", "turn")

    @property
    def asks(self) -> tuple[tuple[str, str, str], ...]:
        kept = ("players", "advanced", "rules")
        table = {field: text for field, text in self.board.situation.items() if field in kept}
        return (
            ("turn", _("A player's turn"), self.board.address(table)),
            ("score", _("A game's score"), self.board.address({**table, "ask": "score"})),
        )

    @property
    def rows(self) -> tuple[Row, ...]:
        board = self.board
        if self.ask == "score":
            found = [(f"count{seat}", board.translator.name(seat)) for seat in range(self.count)]
            return tuple(board.row(field, label, "text") for field, label in found if field in board.situation)
        draw = board.value_row("draw", _("Draw pile"), dict(self._piles()))
        return (
            board.row("row", _("The row, left to right"), "number"),
            board.row("cards", _("Card to play"), "number"),
            draw,
        )

    @property
    def fronts(self) -> tuple[Row, ...]:
        return ()

    @property
    def settings(self) -> tuple[Setting, ...]:
        board = self.board
        seats = [("" if count == 2 else str(count), str(count)) for count in take_that.SEATS]
        games = (("", _("basic")), ("1", _("advanced")))
        return (board.setting("players", _("Players"), seats), board.setting("advanced", _("Variant"), games))

    @property
    def typed(self) -> tuple[Typed, ...]:
        if self.ask == "turn":
            return ()
        labels = (_("face up"), _("face down, no toads"), _("toads"))
        found = []
        for seat in range(self.count):
            known = listed(self.board.situation, f"count{seat}")
            texts = known if len(known) == len(labels) else ("",) * len(labels)
            fields = ((f"count{seat}", label, text) for label, text in zip(labels, texts, strict=True))
            found.append(Typed(self.board.translator.name(seat), tuple(fields)))
        return tuple(found)

    def pad(self, field: str, answer: Answer) -> Pad | None:
        """Return the pad for `field`; that of the row until the table says otherwise."""
        board = self.board
        if self.ask == "score":
            return None
        if field == "draw":
            return board.options(field, _("Draw pile"), self._piles())
        used = [int(card) for name in ("row", "cards") for card in listed(board.situation, name) if card.isdecimal()]
        if field == "cards":
            return numbers(board, field, _("Card to play"), CARDS, used)
        return numbers(board, "row", _("The row, left to right"), CARDS, used)

    def _piles(self) -> tuple[tuple[str, str], ...]:
        return (("10", _("two or more cards")), ("1", _("one card")), ("0", _("empty")))


def view(situation: Situation, translator: Translator, address: Address) -> View:
    """Return what the page shows of `situation`."""
    known = situation.get("players", "")
    players = int(known) if known.isdecimal() and int(known) in take_that.SEATS else take_that.SEATS[0]
    return View(Board(situation, translator, address), players)


def asked(start: State, moments: Sequence[tuple[State, Any]], at: int) -> dict[str, str]:
    """Return the row as it lay before the entry at place `at` of `moments`, with the card that was played."""
    state, entry = moments[at] if moments else (start, {"type": "finish"})
    setup = state.setup
    fields = {
        "players": str(setup.players),
        "advanced": "1" if setup.advanced else "",
        "rules": f"{LAST_DRAW_EMPTIES_ROW.name}:ends" if setup.last_draw_ends else "",
    }
    if entry["type"] == "result":
        fields["ask"] = "score"
        fields |= {f"count{seat}": " ".join(map(str, _counts(it))) for seat, it in enumerate(entry["seats"])}
    elif state.deal is not None:
        fields |= {"row": " ".join(map(str, state.deal.row)), "draw": str(state.deal.draw_pile)}
        fields |= {"cards": str(entry["card"])} if entry["type"] in ("lay", "twist") else {}
    return {field: text for field, text in fields.items() if text}


def _counts(seat: dict[str, int]) -> tuple[int, ...]:
    names = ("twisted", "points") if "points" in seat else ("twisted", "cards", "toads")
    return tuple(seat[name] for name in names)
