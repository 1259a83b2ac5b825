"""The pages of Take That: the row, the cards to lay and to pair, the result form with its sums, the games so far."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.numbers import number_in
from companion.core.rounds import CountField, CountingMethod, Counts, WholeRound
from companion.games.take_that.results import minus
from companion.games.take_that.setup import CARDS, MIRROR, TOADS
from companion.games.take_that.single_game import Lay, Penalty, SingleGame, Take, Twist, cards_to_lay, cards_to_twist
from companion.web.play.pages import LogCard, PlayerView, Question, ResultForm, RoundPages, RoundView, SumView, Typed


class TakeThatPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line, with the face-down cards that nobody has looked at."""

    unseen_cards: int


class Choices(Struct, frozen=True, kw_only=True):
    """What can be tapped: entries, of which `corrected` is the present one, or seats with unseen penalty cards.

    `looked` is the seat whose penalty card is asked for, or None if a card is to be played.
    """

    corrected: Entry | None
    to_lay: tuple[Lay, ...] = ()
    to_twist: tuple[Twist, ...] = ()
    may_take: bool = False
    owners: tuple[int, ...]
    looked: int | None = None
    penalties: tuple[Penalty, ...] = ()


class Pages(RoundPages):
    MIRROR, TOADS = MIRROR, TOADS

    def players(self) -> list[TakeThatPlayer]:
        """The score line."""
        state, current = self.state, self.current
        totals = [total + score for total, score in zip(state.totals, current.scores, strict=True)]
        return [
            TakeThatPlayer(
                name=self.translator.name(seat),
                total=total,
                now=current.twisted[seat] - current.minus[seat],
                unseen_cards=current.unseen[seat],
                note=ngettext("%(num)s card", "%(num)s cards", current.hands[seat]),
                has_turn=seat == current.seat and not current.is_over,
                is_own=seat == self.reader.seat,
                is_leading=any(totals) and total == state.winning.best(totals),
            )
            for seat, total in enumerate(totals)
        ]

    def running(self) -> list[int]:
        current = self.state.current
        return [] if current is None else [up - down for up, down in zip(current.twisted, current.minus, strict=True)]

    def question(self, entry: Entry | None = None) -> Question:
        current, name, own = self.current, self.translator.name(self.current.seat), self.reader.seat
        owners = tuple(seat for seat, cards in enumerate(current.unseen) if cards)
        is_asked = own == current.seat and not current.is_over
        seats = owners if current.is_over else (current.seat,)
        looked = self._looked_at(entry, owners)
        if looked is not None:
            unseen = tuple(Penalty(looked, card) for card in CARDS if not current.seen >> card & 1)
            title = _("What was %(name)s's penalty card?", name=self.translator.name(looked))
            return self.ask(title, seats, Choices(corrected=entry, owners=owners, looked=looked, penalties=unseen))
        choices = Choices(corrected=entry, owners=owners, may_take=bool(current.row))
        if not current.hands[current.seat]:
            mine, others = _("You have no cards left: take the row"), _("%(name)s has no cards left and takes the row")
        else:
            choices = replace(
                choices,
                to_lay=tuple(map(Lay, cards_to_lay(current))),
                to_twist=tuple(map(Twist, cards_to_twist(current))),
            )
            if current.opens:
                mine, others = _("You start a new row"), _("%(name)s starts a new row")
            elif current.row:
                mine, others = _("Your turn: lay, pair or take?"), _("%(name)s: lay, pair or take?")
            else:
                mine, others = _("You start the row"), _("%(name)s starts the row")
        waits_for = seats if own not in (None, current.seat) else ()
        return self.ask(mine if is_asked else others % {"name": name}, seats, choices, waits_for=waits_for)

    @property
    def starts(self) -> str:
        """Who deals the game on the table, and who starts it."""
        setup, number = self.state.setup, self.current.number
        dealer, starter = map(self.translator.name, (setup.dealer_of(number), setup.starter_of(number)))
        return _("%(dealer)s deals, %(name)s starts.", dealer=dealer, name=starter)

    def in_tens(self, offered: Sequence[Lay | Penalty]) -> list[tuple[int, Lay | Penalty | None, bool]]:
        """The cards of three tens to lay, else of all: each with its entry, if it has one, and whether it is used."""
        entries, seen, row = {entry.card: entry for entry in offered}, self.current.seen, self.current.row
        first = min(max(1, row[-1] // 10 - 1), 7) if row else 1  # so that what is below stays where it is
        tens = range(first, first + 3) if row and isinstance(offered[0], Lay) else range(1, 10)
        return [(card, entries.get(card), bool(seen >> card & 1)) for card in CARDS if card // 10 in tens]

    def uses(self, entry: Entry, card: str) -> bool:
        return isinstance(entry, Lay | Twist | Penalty) and str(entry.card) == card

    def log_card(self, entry: Entry) -> LogCard | None:
        if not isinstance(entry, Lay | Twist | Take):
            return None
        return LogCard(self.translator.name(self.current.seat), None if isinstance(entry, Take) else entry.card)

    def result_so_far(self) -> dict[str, str]:
        return self.count_fields(self.current.counts()) if self.current.turn > 1 else {}

    def columns(self, method: CountingMethod) -> Sequence[CountField]:
        return sorted(method.fields, key=lambda field: field.name == "cards")  # the others, once the toads are counted

    def round_result(self, typed: Typed) -> ResultForm:
        if self.way(typed) == "points" and "points-0" not in typed:  # the cards that were counted so far cost something
            counted = enumerate(self.round_entry({**typed, "how": "cards"})["seats"])
            points = {seat: minus(counts) for seat, counts in counted if all(type(n) is int for n in counts.values())}
            typed = {**typed, **{f"points-{seat}": str(cost) for seat, cost in points.items()}}
        return super().round_result(typed)

    def round_fields(self, entry: WholeRound) -> dict[str, str]:
        if any("points" in counts for counts in entry.seats):  # if one player has points, all are shown as points
            as_points = ({"twisted": counts["twisted"], "points": minus(counts)} for counts in entry.seats)
            entry = replace(entry, seats=tuple(as_points))
        return super().round_fields(entry)

    def rounds(self) -> tuple[RoundView, ...]:
        """The complete games: each score with the face-up cards and the minus points."""
        return tuple(
            RoundView(
                game.number,
                game.scores,
                tuple(f"+{counts['twisted']} −{minus(counts)}" for counts in game.all_counts),
            )
            for game in self.state.rounds
        )

    def sums(self, all_counts: Sequence[Counts]) -> tuple[SumView, ...]:
        """The sums over all players that must be possible, as far as they are known."""
        twisted = sum(counts["twisted"] for counts in all_counts)
        pairs = all(counts["twisted"] % 2 == 0 for counts in all_counts)
        sums = [(_("Face up"), twisted, range(len(MIRROR) + 1), pairs)]
        if all("cards" in counts for counts in all_counts):
            toads, cards = (sum(counts[name] for counts in all_counts) for name in ("toads", "cards"))
            least = self.state.setup.draw_pile
            sums += [
                (_("Toads"), toads, range(len(TOADS) + 1), True),
                (_("Other cards"), twisted + cards, range(len(MIRROR) + 1), True),
                (_("On the table"), twisted + cards + toads, range(least, len(CARDS) + 1), True),
            ]
        return tuple(
            SumView(label, total, within, None if holds and total < within[0] else holds and total in within)
            for label, total, within, holds in sums
        )

    @property
    def current(self) -> SingleGame:
        """The game on the table."""
        current: SingleGame | None = self.state.current
        assert current is not None, "a match that goes on has a game on the table"
        return current

    def _looked_at(self, corrected: Entry | None, owners: Sequence[int]) -> int | None:
        """The seat whose penalty card is asked for, or None if a card is to be played."""
        if isinstance(corrected, Penalty) and corrected.seat in owners:
            return corrected.seat
        requested = number_in(self.reader.param("penalty"), owners)
        if requested is not None:
            return requested
        return owners[0] if self.current.is_over and owners else None
