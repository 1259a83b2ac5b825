"""The view of the desk of Bids."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.messages import PlayerRef
from companion.core.translator import Translator
from companion.desk import Answer, Situation
from companion.desk.bids_table import NOBODY, cards, players
from companion.games import bids
from companion.games.bids.cards import ALLY, COLORS, DOUBLE, MINUS5, NUMBERS, SPECIALS, THIEF
from companion.games.bids.setup import SPECIALS as OPTIONAL
from companion.games.bids.setup import TOP
from companion.web.desks import Address, Board, Choice, Group, Item, Pad, Row, Setting, Typed
from companion.web.desks.bids_played import asked

__all__ = ["asked", "view"]


class View(Struct, frozen=True):
    """The view of a turn or of a round."""

    board: Board
    count: int  # players

    @property
    def ask(self) -> str:
        return self.board.situation.get("ask", "turn")

    @property
    def asks(self) -> tuple[tuple[str, str, str], ...]:
        known = self.board.situation
        of_round = ("ask", "alliance", "robbed")
        turn = {field: text for field, text in known.items() if field not in of_round and "zero" not in field}
        return (
            ("turn", _("A trick"), self.board.address(turn)),
            ("round", _("A round's score"), self.board.address({**_table(known), "ask": "round"})),
        )

    @property
    def rows(self) -> tuple[Row, ...]:
        board = self.board
        if self.ask == "round":
            return self._round_rows()
        blind = board.value_row("blind", _("In the centre"), {"1": _("nothing: blind bidding")})
        centre = blind if blind.items else board.row("centre", _("In the centre"), "card")
        rows = [self._winning(), centre, *self._bids()]
        if board.situation.get("prize") or cards(board.situation, "centre")[-1:] == ("KQ",):
            rows.append(board.row("prize", _("Turned up after the bids"), "card"))
        if board.situation.get("held", NOBODY) != NOBODY:
            rows.append(board.value_row("held", _("Already bid from hand this round"), self._seats()))
        if "steal" in board.situation:
            rows.append(self._steal())
        return tuple(rows)

    @property
    def fronts(self) -> tuple[Row, ...]:
        none = _("no black card")
        return tuple(
            self.board.row(f"front{seat}", self.board.translator.name(seat), "card", none) for seat in self._all()
        )

    @property
    def settings(self) -> tuple[Setting, ...]:
        board = self.board
        names = {"thief": THIEF, "shuffle": "KS", "lowest": "KL", "surprise": "KQ"}
        seats = [(str(seat), board.translator.name(seat)) for seat in self._all()]
        usual = ("", _("usual"))
        turn = (
            board.setting("starter", _("Who bids first?"), seats),
            board.setting(
                "lowest",
                _("Which bid wins?"),
                (("", _("not specified")), ("0", _("the highest")), ("1", _("the lowest"))),
            ),
        )
        return (
            board.setting(
                "players",
                _("Players"),
                [("", _("same as the number of bids")), *((str(n), str(n)) for n in bids.SEATS)],
            ),
            board.setting("variant", _("Variant"), (("", "Bids"), ("color", _("Color Bids")))),
            board.setting("ruleset", _("Rules"), (("", _("printed")), ("bga", "Board Game Arena"))),
            board.setting("ally", _("Ally"), (usual, ("1", _("in the game")), ("0", _("not in the game")))),
            *(turn if self.ask == "turn" else ()),
            board.setting(
                "specials",
                _("Special cards in the game"),
                [(name, board.translator.say(names[name])) for name in OPTIONAL],
                several=True,
            ),
        )

    @property
    def typed(self) -> tuple[Typed, ...]:
        return ()

    def pad(self, field: str, answer: Answer) -> Pad | None:
        """Return the pad for `field`; the thief's choice when nothing else is open."""
        board = self.board
        name, _colon, place = field.partition(":")
        if not field and answer.case is not None:
            return self._loot(answer)
        if name == "bids":
            return self._bid_pad(int(place) if place.isdecimal() else None)
        if name == "players":
            counts = [(str(count), str(count)) for count in bids.SEATS]
            return board.options(name, _("How many players?"), counts)
        if name in ("centre", "prize"):
            title = _("In the centre") if name == "centre" else _("Turned up after the bids")
            return Pad(name, title, "card", (self._blacks(name, True),))
        if name.startswith("front") and name[5:].isdecimal() and int(name[5:]) < self.count:
            title = _("In front of %(name)s", name=board.translator.name(int(name[5:])))
            nothing = Group("", (Choice(_("Nothing"), board.with_value(name, "")),))
            return Pad(name, title, "card", (self._blacks(name, False), nothing))
        if name == "lowest":
            return board.options(name, _("Which bid wins?"), (("1", _("the lowest")), ("0", _("the highest"))))
        if name == "held":
            return board.options(
                name, _("Already bid from hand this round"), [(NOBODY, _("nobody")), *self._seats().items()]
            )
        if name == "alliance":
            return board.options(name, _("Allies"), self._pairs().items())
        if name.startswith("zero"):
            return board.options(name, _("Earlier rounds without black cards"), [(str(n), str(n)) for n in range(10)])
        return None

    def _all(self) -> range:
        return range(self.count)

    def _seats(self) -> dict[str, str]:
        return {str(seat): self.board.translator.name(seat) for seat in self._all()}

    def _pairs(self) -> dict[str, str]:
        name = self.board.translator.name
        pairs = {
            f"{one} {other}": self.board.translator.listed((name(one), name(other)))
            for one, other in combinations(self._all(), 2)
        }
        return {NOBODY: _("nobody"), **pairs}

    def _bids(self) -> list[Row]:
        """Return one row a player, in the order of play; a tap on a card changes it."""
        board = self.board
        known = cards(board.situation, "bids")
        start = board.situation.get("starter", "0")
        first = int(start) if start.isdecimal() and int(start) < self.count else 0
        rows = []
        for at in self._all():
            label = board.translator.name((first + at) % self.count)
            card = known[at : at + 1]
            change = board.address(board.situation, f"bids:{at}" if card else "bids")
            items = tuple(Item(it, change, _("Change %(what)s", what=board.spoken("card", it))) for it in card)
            rows.append(
                Row("bids", label, "card", items, change, spoken="".join(board.spoken("card", it) for it in card))
            )
        return rows

    def _winning(self) -> Row:
        """Return the row that says which bid wins; a tap changes it."""
        lowest = self.board.situation.get("lowest") == "1"
        text, label = (_("the lowest") if lowest else _("the highest")), _("Which bid wins?")
        href = self.board.with_value("lowest", "0" if lowest else "1")
        return Row("lowest", label, "text", (Item(text, href, _("Change: %(what)s", what=label)),), href, spoken=text)

    def _steal(self) -> Row:
        victim, _colon, card = self.board.situation["steal"].partition(":")
        gone = {field: text for field, text in self.board.situation.items() if field != "steal"}
        words = _(
            "%(card)s from %(name)s", card=self.board.spoken("card", card), name=self._seats().get(victim, victim)
        )
        item = Item(words, self.board.address(gone), _("Remove %(what)s", what=words))
        return Row("steal", _("The thief takes"), "text", (item,), self.board.address(gone), spoken=words)

    def _round_rows(self) -> tuple[Row, ...]:
        board = self.board
        rows = [board.value_row("alliance", _("Allies"), self._pairs())] if self._has_ally() else []
        for seat in self._all():
            if f"zero{seat}" in board.situation:
                label = _("%(name)s: earlier rounds without black cards", name=board.translator.name(seat))
                rows.append(board.value_row(f"zero{seat}", label, {}))
        return tuple(rows)

    def _has_ally(self) -> bool:
        return self.board.situation.get("ally", "1" if self.count > 4 else "0") == "1"

    def _known(self) -> set[str]:
        fields = ("centre", "bids", "prize", *(f"front{seat}" for seat in self._all()))
        return {card for field in fields for card in cards(self.board.situation, field)}

    def _blacks(self, field: str, aside: bool, at: int | None = None) -> Group:
        """Return the black cards; those that never lie in front of anybody only where `aside` says so (R-29)."""
        specials = SPECIALS if aside else (DOUBLE, MINUS5, THIEF)
        deck = (*NUMBERS[: TOP[self.count]], *specials)
        return self._group("K", deck, field, at)

    def _bid_pad(self, at: int | None) -> Pad:
        top = TOP[self.count]
        groups = [
            self._group(color, tuple(f"{color}{rank}" for rank in range(1, top + 1)), "bids", at) for color in COLORS
        ]
        groups.append(self._blacks("bids", True, at))
        groups.append(self._group("W", (ALLY,), "bids", at))
        return Pad("bids", _("Bids in order"), "card", tuple(groups), columns=(top + 1) // 2)

    def _group(self, color: str, deck: Sequence[str], field: str, at: int | None = None) -> Group:
        known = self._known()
        pad = field if self.ask == "round" else ""  # a front takes several cards: its pad stays open
        choices = tuple(
            Choice(it, "" if it in known else self.board.with_item(field, it, at, pad), card=True) for it in deck
        )
        return Group(self.board.translator.say(f"color-{color}"), choices)

    def _loot(self, answer: Answer) -> Pad | None:
        """Return what the thief may take, if the turn waits for that."""
        assert answer.case is not None, "a thief steals in a turn that was judged"
        found = []
        for said in answer.case.said:
            if said.id in ("must-steal", "may-steal"):
                victim, loot = said.params["victim"], said.params["cards"]
                assert isinstance(victim, PlayerRef) and isinstance(loot, tuple), (
                    "the thief is told whom to rob of what"
                )
                for card in loot:
                    text = _(
                        "%(card)s from %(name)s",
                        card=self.board.translator.say(str(card)),
                        name=self.board.translator.name(victim.seat),
                    )
                    found.append((f"{victim.seat}:{card}", text))
        return self.board.options("steal", _("What does the thief take?"), found) if found else None


def view(situation: Situation, translator: Translator, address: Address) -> View:
    """Return what the page shows of `situation`."""
    return View(Board(situation, translator, address), players(situation))


def _table(situation: Situation) -> dict[str, str]:
    kept = ("players", "variant", "ruleset", "ally", "specials", "rules")
    return {field: text for field, text in situation.items() if field in kept or field.startswith("front")}
