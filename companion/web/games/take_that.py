"""The pages of Take That: the row, the cards to lay and to pair, the result form with its sums, the games so far."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.numbers import number_in
from companion.core.rounds import Counts, WholeRound
from companion.games.take_that.results import minus
from companion.games.take_that.setup import CARDS, MIRROR, TOADS
from companion.games.take_that.single_game import Lay, Penalty, SingleGame, Take, Twist, cards_to_lay, cards_to_twist
from companion.web.play.pages import LogCard, PlayerView
from companion.web.play.round_pages import EndingView, RoundPages, RoundView, SumView


class TakeThatPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line, with the face-down cards that nobody has looked at."""

    unseen_cards: int


class CardFace(Struct, frozen=True):
    """A card, and whether there is a toad on it."""

    card: int
    has_toad: bool


class TakeThatCard(CardFace, frozen=True, kw_only=True):
    """A card to tap; `mirror` is the card of the row that it is paired with, or None if it is not paired."""

    entry: Entry
    is_marked: bool
    mirror: int | None = None


class TakeThatPicker(Struct, frozen=True, kw_only=True):
    """The values for `picker.html`: the cards to lay and to pair, the row to take, or a penalty card to name.

    `looked` is the name of the player whose penalty card is asked for, or None if a card is to be played. `row` has its
    newest card first; taking it costs `cost` points. `missing` are the cards that are not in this game, with the name
    of the option that would add them. `owners` are the seats and names of the players with penalty cards that nobody
    has looked at.
    """

    player: str
    opens: bool
    must_take: bool
    row: tuple[CardFace, ...]
    to_lay: tuple[TakeThatCard, ...]
    to_twist: tuple[TakeThatCard, ...]
    may_take: bool
    cost: int
    owes_penalty: bool
    owners: tuple[tuple[int, str], ...]
    looked: str | None
    has_only_penalties: bool
    penalties: tuple[TakeThatCard, ...]


class TakeThatBoard(Struct, frozen=True, kw_only=True):
    """The values for `board.html`: the score line, the row, the question; or the deals so far, if one has just `ended`.

    `starts` says who deals and who starts.
    """

    ended: EndingView | None
    starts: str
    picker: TakeThatPicker
    players: tuple[TakeThatPlayer, ...]
    draw_pile: int
    played_game: int
    games: int
    is_waiting: bool


class Pages(RoundPages):
    def board(self) -> TakeThatBoard:
        state, current = self.state, self.current
        totals = [total + score for total, score in zip(state.totals, current.scores, strict=True)]
        setup, name = state.setup, self.translator.name
        dealer, starter = setup.dealer_of(current.number), setup.starter_of(current.number)
        return TakeThatBoard(
            ended=self.just_ended(),
            starts=_("%(dealer)s deals, %(name)s starts.", dealer=name(dealer), name=name(starter)),
            picker=self.picker(),
            players=tuple(
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
            ),
            draw_pile=current.draw_pile,
            played_game=current.number,
            games=state.setup.games,
            is_waiting=self.reader.seat not in (None, current.seat) and not current.is_over,
        )

    def picker(self, entry: Entry | None = None) -> TakeThatPicker:
        current, name = self.current, self.translator.name
        owners = [seat for seat, cards in enumerate(current.unseen) if cards]
        looked = self._looked_at(entry, owners)
        must_take = not current.hands[current.seat]
        can_play = looked is None and not current.is_over and not must_take
        to_lay, to_twist = (cards_to_lay(current), cards_to_twist(current)) if can_play else ((), ())
        unseen = () if looked is None else tuple(card for card in CARDS if not current.seen >> card & 1)
        return TakeThatPicker(
            player=name(current.seat),
            opens=current.opens,
            must_take=must_take,
            row=tuple(CardFace(card, card in TOADS) for card in reversed(current.row)),
            to_lay=tuple(_choice(Lay(card), entry) for card in to_lay),
            to_twist=tuple(_choice(Twist(card), entry, MIRROR[card]) for card in to_twist),
            may_take=looked is None and bool(current.row),
            cost=current.cost,
            owes_penalty=current.owes_penalty,
            owners=tuple((seat, name(seat)) for seat in owners),
            looked=None if looked is None else name(looked),
            has_only_penalties=current.is_over,
            penalties=tuple(_choice(Penalty(looked or 0, card), entry) for card in unseen),
        )

    def log_card(self, entry: Entry) -> LogCard | None:
        if not isinstance(entry, Lay | Twist | Take):
            return None
        return LogCard(self.translator.name(self.current.seat), None if isinstance(entry, Take) else entry.card)

    def result_fields(self, entry: WholeRound) -> dict[str, str]:
        if any("points" in counts for counts in entry.seats):  # if one player has points, all are shown as points
            as_points = ({"twisted": counts["twisted"], "points": minus(counts)} for counts in entry.seats)
            entry = replace(entry, seats=tuple(as_points))
        return super().result_fields(entry)

    def rounds(self) -> tuple[RoundView, ...]:
        """Return the complete games: each score with the face-up cards and the minus points."""
        return tuple(
            RoundView(
                game.number,
                game.scores,
                tuple(f"+{counts['twisted']} −{minus(counts)}" for counts in game.all_counts),
            )
            for game in self.state.rounds
        )

    def sums(self, all_counts: Sequence[Counts]) -> tuple[SumView, ...]:
        """Return the sums over all players that must be possible, as far as they are known."""
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
        return tuple(SumView(label, total, within, holds and total in within) for label, total, within, holds in sums)

    def together(self, counts: Counts) -> str:
        """Return how many cards are face down if toads are among them: these are easily counted twice."""
        toads, others = counts.get("toads"), counts.get("cards")
        if not isinstance(toads, int) or not isinstance(others, int) or toads < 1 or others < 1:
            return ""
        all_down = toads + others
        return ngettext(
            "%(down)s cards face down: %(others)s and %(num)s toad.",
            "%(down)s cards face down: %(others)s and %(num)s toads.",
            toads,
            down=all_down,
            others=others,
        )

    @property
    def current(self) -> SingleGame:
        """The game on the table."""
        current: SingleGame | None = self.state.current
        assert current is not None, "a match that goes on has a game on the table"
        return current

    def _looked_at(self, corrected: Entry | None, owners: Sequence[int]) -> int | None:
        """Return the seat whose penalty card is asked for, or None if a card is to be played."""
        if isinstance(corrected, Penalty) and corrected.seat in owners:
            return corrected.seat
        requested = number_in(self.reader.param("penalty"), owners)
        if requested is not None:
            return requested
        return owners[0] if self.current.is_over and owners else None


def _choice(entry: Lay | Twist | Penalty, corrected: Entry | None, mirror: int | None = None) -> TakeThatCard:
    return TakeThatCard(entry.card, entry.card in TOADS, entry=entry, is_marked=entry == corrected, mirror=mirror)
