"""The pages of Bids: score line, question and grid, the last trick, the form of a result, the end of a round.

The fields of both ways to count a round are kept while either is shown: some of its results can be entered as the black
cards in front of a player in the order won, and others as points. Who has neither has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct

from companion.core.entries import Entry, type_of
from companion.core.game import Refusal
from companion.core.messages import Json, Message
from companion.core.rounds import in_order, places
from companion.core.translator import format_number, format_signed
from companion.games.bids import game
from companion.games.bids.cards import ALLY, ASIDE, VALUE
from companion.games.bids.describe import trick_outcome, trick_so_far
from companion.games.bids.entries import Bid, Deal, Reveal, Round, Steal, is_before_the_first_card
from companion.games.bids.fronts import listed
from companion.games.bids.rounds import is_empty, order, starters, tied_for_start, why_starts
from companion.games.bids.setup import HAND, setup_steps
from companion.games.bids.state import Front, PlayedRound, PlayedTrick, RoundScores, State, Trick
from companion.games.bids.trick import without_offer
from companion.web.play.pages import (
    LogCard,
    PlayerView,
    Question,
    ResultForm,
    RowView,
    ScoredPages,
    Typed,
    number_fields,
    number_view,
    read_number,
)

CARDS, POINTS = "cards", "points"
# the reasons for turning up another card at once
TURNED_UP = ("shuffle-turned-up", "lowest-turned-up", "lowest-turned-up-as-prize")


class BidsCard(Struct, frozen=True):
    """A card to tap, which enters `entry`; not offered if it `is_used`, and the present entry if it `is_marked`."""

    card: str
    entry: Entry | None
    is_used: bool = False
    is_marked: bool = False
    is_doubled: bool = False


class Choices(Struct, kw_only=True):
    """What there is to tap.

    - `asks`: the type of the entry that is asked for; `corrected`: the entry that is being corrected.
    - `plays`: the seats that the score line shows as those to play.
    - `seats`: who may start; `others`: who may start instead, before the first card of a round (`is_first`).
    - `seat`: whose bid the cards enter; `keep`: the part of the URL that keeps it; `bidders`: all seats in turn.
    - `to_bid`: the seats that these cards bid for, one after the other, each with its title: none if only `seat`.
    - `picked`: the cards taken out that have been tapped so far.
    """

    asks: str
    corrected: Entry | None
    is_first: bool
    plays: Sequence[int] = ()
    seats: Sequence[int] = ()
    others: Sequence[int] = ()
    picked: Sequence[str] = ()
    groups: Sequence[Sequence[BidsCard]] = ()
    hand: Sequence[BidsCard] = ()
    has_only_hand: bool = False
    seat: int | None = None
    keep: str = ""
    bidders: Sequence[int] = ()
    to_bid: Sequence[tuple[int, str]] = ()
    victims: dict[int, list[BidsCard]] = {}
    decline: Entry | None = None


class BidsPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line: the front and the bid.

    The bid is that of the trick that is played or, until the next card is turned up, of the last one, which it
    `has_won`, or burnt with an equal one if it `is_burnt`.
    """

    front: Front
    is_allied: bool
    bid: str | None
    is_face_down: bool
    has_won: bool
    is_burnt: bool


class SeatEnd(Struct, frozen=True):
    """What a player comes to at the end of a round: the sum of its adjustments, the `total`, the place by it."""

    seat: int
    name: str
    is_lucky: bool
    adjusted: int
    why: tuple[Message, ...]
    total: int
    rank: int


class BidsResult(ResultForm, frozen=True, kw_only=True):
    """The values for the result form: `cards` are those to tap, `fronts` those of each player, as text."""

    fronts: tuple[str, ...]
    cards: tuple[str, ...]


class Pages(ScoredPages):
    state: State
    COLUMNS: ClassVar = {10: 5, 12: 6, 14: 7}  # each colour has two rows, whatever its highest rank
    HAND = HAND

    @cached_property
    def trick(self) -> Trick | PlayedTrick | None:
        """The trick that waits for its prize or a theft, or else the last one, also of the round before."""
        state = self.state
        if state.phase in ("prize", "discard", "steal"):
            return state.trick
        tricks = state.round.tricks or (self.last_round.tricks if self.last_round else ())
        return tricks[-1] if tricks else None

    @property
    def last_round(self) -> PlayedRound | None:
        """The round that is over, until the first card of the next one is entered."""
        return self.state.rounds[-1] if self.state.rounds and is_before_the_first_card(self.state) else None

    def running(self) -> list[int]:
        return [] if self.last_round or self.state.ending else [front.points for front in self.state.round.fronts]

    @property
    def is_round_shown(self) -> bool:
        """Whether a round has just ended, and nobody has gone on to the next one."""
        state = self.state
        has_begun = state.round.removed is not None or state.round.named_starter is not None
        return bool(self.last_round) and not has_begun and self.reader.param("next") != str(state.round.number)

    def at_end_of(self, played: PlayedRound) -> list[SeatEnd]:
        """What the players come to at the end of a round, the best total first."""
        state = self.state
        totals = state.totals if played is self.last_round else played.totals
        start = state.before or (0,) * len(totals)
        earlier = next((before.totals for before in state.rounds if before.number == played.number - 1), start)
        ranks = {seat: 1 + sum(other > total for other in totals) for seat, total in enumerate(totals)}
        if state.ending and played is state.rounds[-1]:  # ties are broken as in the final ranking
            ranks = {seat: place for place, group in places(order(totals, played)) for seat in group}
        seats = [
            SeatEnd(
                seat=seat,
                name=self.translator.name(seat),
                is_lucky=any(reason.id == "lucky-loser" for reason in why),
                adjusted=totals[seat] - earlier[seat] - played.scores[seat],
                why=unseen_reasons(why),
                total=totals[seat],
                rank=ranks[seat],
            )
            for seat, why in enumerate(played.why)
        ]
        return sorted(seats, key=lambda end: end.rank)

    def outcome(self, trick: Trick | PlayedTrick) -> list[str]:
        """What came of a trick in words, and notes about it."""
        said = trick_outcome(trick) if isinstance(trick, PlayedTrick) else trick_so_far(trick)
        return [*map(self.translator, said)]

    def uses(self, entry: Entry, card: str) -> bool:
        if isinstance(entry, Deal):
            return card in entry.removed
        return isinstance(entry, Reveal | Bid) and entry.card == card

    def log_card(self, entry: Entry) -> LogCard | None:
        trick, seats = self.state.trick, self.state.setup.player_count
        match entry:
            case Reveal(card):
                return LogCard(_("Centre"), card, seats if any(trick.by_seat) else -1)
            case Bid(seat, card):
                return LogCard(self.translator.name(seat), card, (seat - trick.starter) % seats)
        return None

    def decided(self) -> tuple[Message, ...]:
        ending = self.state.ending
        return tuple(reason for reason in ending.why if reason.id not in ("wins", "ahead-by-total")) if ending else ()

    def bonus(self) -> tuple[int, ...] | None:
        return self.state.ending.bonus if self.state.ending and any(self.state.ending.bonus) else None

    def winning_entry(self) -> Entry | None:
        outcome = None if self.trick is None else self.trick.outcome
        winner = None if outcome is None else outcome.winner
        return next((Bid(seat, card) for seat, card in outcome.bids if seat == winner), None) if outcome else None

    @property
    def lucky(self) -> str:
        """Who has no black card in the last three tricks, each with the points of a lucky loser."""
        state, scores = self.state, game.so_far(self.state).scores
        if self.last_round or state.trick.number <= HAND - 3:
            return ""
        allies = state.round.alliance or ()
        fronts = enumerate(state.round.fronts)
        lucky = [seat for seat, front in fronts if is_empty(state.setup, front) and seat not in allies]
        return ", ".join(f"{self.translator.name(seat)} {format_signed(scores[seat])}" for seat in lucky)

    def players(self, question: Question) -> list[BidsPlayer]:
        """The score line."""
        state, best, last = self.state, self.scores.winning.best(self.state.totals), self.last_round
        finished = self.trick.outcome if self.trick and state.phase != "bid" else None
        bids = dict(finished.bids if finished else enumerate(state.trick.by_seat) if state.phase == "bid" else ())
        allies = state.round.alliance or ()
        return [
            BidsPlayer(
                name=self.translator.name(seat),
                now=last.scores[seat] if last else front.points,
                total=total,
                front=front,
                is_allied=seat in allies,
                has_turn=seat in question.choices.plays,
                is_asked=seat == question.choices.seat and not question.for_others,
                bid=bids.get(seat),
                is_face_down=seat in self.face_down,
                has_won=finished is not None and seat == finished.winner,
                is_burnt=finished is not None and seat in finished.tied,
                is_leading=total == best and bool(state.rounds or state.before),
                is_own=seat == self.reader.seat,
                href=self._tile_query(seat, bids),
            )
            for seat, (total, front) in enumerate(zip(state.totals, state.round.fronts, strict=True))
        ]

    @property
    def next_steps(self) -> str:
        """Which cards are taken out and mixed in before the next round, in words."""
        setup = self.state.setup
        taken_out = ngettext("take %(num)s card out", "take %(num)s cards out", setup.removed)
        mixed_in = ngettext("mix %(num)s black card in", "mix %(num)s black cards in", setup.hand_blacks)
        steps = [taken_out, mixed_in] if setup.removed else [mixed_in]
        return _("Round %(number)s: %(steps)s", number=self.state.round.number, steps=", ".join(steps))

    @property
    def setup_steps(self) -> Iterable[Message]:
        """The set-up list of the next round."""
        return setup_steps(self.state.setup, self.state.round.number)

    def _tile_query(self, seat: int, bids: Mapping[int, str | None]) -> str:
        """The query behind a tile: it asks for the player's bid, or shows it so that it can be corrected."""
        if not self.reader.may_enter or seat not in bids or (bids[seat] is None and seat in self.face_down):
            return ""
        return f"seat={seat}" if bids[seat] is None else f"used={bids[seat]}"

    # What is asked.

    def question(self, entry: Entry | None = None) -> Question:
        # An entry that is corrected answered its question once an offered theft was declined.
        if isinstance(entry, Reveal | Bid) and (passed := without_offer(self.state)) is not self.state:
            return type(self)(self.rules, passed, self.translator, self.reader).question(entry)
        asks = type_of(entry) if entry else (self.rules.prompt(self.state) or {}).get("type")
        match asks:
            case "deal":
                return Question(_("Which cards were taken out?"), choices=self._choices("deal", entry))
            case "starter":
                return self._ask_starter(entry)
            case "bid":
                return self._ask_bid(entry if isinstance(entry, Bid) else None)
            case "steal" if self.state.thief is not None:
                return self._ask_steal(self.state.thief, entry)
            case "reveal":
                return self._ask_reveal(entry)
        return Question("", choices=self._choices("", entry))

    @property
    def why_starts(self) -> Message:
        return why_starts(self.state)

    @property
    def suits(self) -> list[list[str]]:
        """The coloured cards of the grid, by colour."""
        setup = self.state.setup
        return [[card for card in setup.coloured if card[0] == colour] for colour in setup.colors]

    def _choices(self, asks: str, corrected: Entry | None) -> Choices:
        """What can be tapped before the first card of a round, whatever else is asked for then."""
        state, setup = self.state, self.state.setup
        is_first = is_before_the_first_card(state)
        tied = self._tied_for_start() if is_first else ()
        tapped = dict.fromkeys((self.reader.param("out") or "").split(","))
        return Choices(
            asks=asks,
            corrected=corrected,
            is_first=is_first,
            others=tied if len(tied) > 1 and len(starters(state)) == 1 else (),
            picked=[card for card in tapped if card in setup.coloured][: max(0, setup.removed - 1)],
        )

    def _tied_for_start(self) -> tuple[int, ...]:
        return tied_for_start(self.state) if self.state.rounds else tuple(range(self.state.setup.player_count))

    def _ask_starter(self, corrected: Entry | None) -> Question:
        state, tied = self.state, self._tied_for_start()
        view = self._choices("starter", corrected)
        view.seats = tied
        view.plays = tied if len(tied) < state.setup.player_count else ()
        hint = self.translator(why_starts(state)) if state.round.named_starter is None else ""
        return Question(_("Who starts round %(round)s?", round=state.round.number), hint, "", starters(state), view)

    def _ask_reveal(self, corrected: Entry | None) -> Question:
        state, trick, translator = self.state, self.state.trick, self.translator
        title = {
            "prize": _("Which card were you bidding for?"),
            "discard": _("Which card goes under the centre deck?"),
        }.get(state.phase or "", _("Which card is turned up?"))
        seats = starters(state) if state.round.starter is None else (trick.starter,)
        hint = ""
        if state.phase == "prize" and not trick.is_blind and trick.centre is not None:
            title = _("Which card is turned up instead of the %(card)s?", card=translator.say(trick.centre))
        if trick.why and trick.why[-1].id in TURNED_UP:
            hint = translator(trick.why[-1])
        elif state.phase == "prize" and trick.outcome is not None and trick.outcome.winner is not None:
            hint = _("%(name)s wins it.", name=translator.name(trick.outcome.winner))
        elif state.phase == "reveal" and state.round.starter is not None:
            hint = _("%(name)s starts.", name=translator.name(seats[0]))
        if not self.reader.may_enter:
            title = _("Waiting for the next card")
        view = self._choices("reveal", corrected)
        view.plays, view.groups = seats, [_reveals(state, corrected)]
        return Question(title, hint, choices=view)

    def _ask_bid(self, corrected: Bid | None) -> Question:
        state, trick, own, name = self.state, self.state.trick, self.reader.seat, self.translator.name
        missing = [seat for seat, card in enumerate(trick.by_seat) if card is None and seat not in self.face_down]
        in_turn = in_order(trick.starter, state.setup.player_count)
        first = game.next_bidder(state)
        requested = self.reader.requested_seat(state.setup.player_count)
        chosen = requested if requested in missing else corrected.seat if corrected else None
        seat = chosen if chosen is not None else own if own in missing else first
        waits = not corrected and own is not None and chosen is None and seat != own

        def title_of(bidder: int) -> str:
            who = name(bidder)
            return _("Enter %(name)s's bid", name=who) if waits else _("%(name)s's bid", name=who)

        if not corrected and seat == own:
            before = [other for other in in_turn[: in_turn.index(own)] if other in missing]
            title = _("Your bid – after %(name)s", name=name(before[-1])) if before else _("Your bid")
        else:
            title = title_of(seat or 0)
        offered, setup = set(game.bids(state)), state.setup
        # The black ones disappear from the grid once all of them have been bid from hand.
        from_hand = [*(setup.blacks if state.round.hand_blacks else ()), *((ALLY,) if ALLY in offered else ())]
        view = self._choices("bid", corrected)
        view.seat, view.bidders, view.plays = seat, in_turn, [] if first is None else [first]
        if waits or (own is None and chosen is None):
            view.to_bid = [(other, title_of(other)) for other in in_turn if other in missing]
        view.keep = f"seat={seat}&" if requested == seat else ""
        *view.groups, view.hand = [
            [_card(card, Bid(seat or 0, card), offered, corrected) for card in cards]
            for cards in (*self.suits, from_hand)
        ]
        view.has_only_hand = offered.isdisjoint(setup.coloured)
        hint = _("Blind trick: nobody knows the centre card yet.") if trick.is_blind else ""
        if waits and own in self.face_down:
            hint = _("Your bid lies face down. The others see it as soon as it is your turn.")
        waits_for = [other for other in in_turn if other in missing] if waits else ()
        return self.ask(title, view.plays, view, hint=hint, waits_for=waits_for)

    def _ask_steal(self, owner: int, corrected: Entry | None) -> Question:
        state, own, view = self.state, self.reader.seat, self._choices("steal", corrected)
        name, optional = self.translator.name(owner), state.phase == "offer"
        robbed = {seat for seat, _card in state.thefts}
        only = self.translator.name(*robbed) if len(robbed) == 1 else ""
        if owner == own and optional:
            title = _("Use the thief? Who do you steal from?")
            title = _("Use the thief? What do you steal from %(victim)s?", victim=only) if only else title
        elif owner == own:
            title = _("What do you steal from %(victim)s?", victim=only) if only else _("Who do you steal from?")
        elif optional:
            title = _("Does %(name)s use the thief?", name=name)
        elif only:
            title = _("What does %(name)s steal from %(victim)s?", name=name, victim=only)
        else:
            title = _("Who does %(name)s steal from?", name=name)
        passed = state if corrected else without_offer(state)
        view.plays = (owner,)
        view.groups = [_reveals(passed, corrected)] if passed.phase == "reveal" else []
        view.decline = Steal(None) if optional else None
        for seat, card in state.thefts:
            steal, is_doubled = Steal(seat, card), card in state.round.fronts[seat].doubled
            shown = BidsCard(card, steal, is_marked=steal == corrected, is_doubled=is_doubled)
            view.victims.setdefault(seat, []).append(shown)
        waits = not corrected and own not in (None, owner)
        return self.ask(title, (owner,), view, waits_for=(owner,) if waits else ())

    # The form of a result.

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """The ways of counting; points alone don't say who has the −5 (R-76)."""
        cards = (CARDS, _("Cards"))
        has_bonus = self.state.setup.rulings.minus5_bonus == "on"
        return (cards,) if has_bonus else (cards, (POINTS, _("Points")))

    def round_result(self, typed: Typed) -> BidsResult:
        setup, way, name = self.state.setup, self.way(typed), self.translator.name
        preview = game.preview(self.state, self.round_entry(typed))
        scores = None if isinstance(preview, Refusal) else preview
        seats = range(setup.player_count)
        hidden = "front-" if way == POINTS else "points-"
        rows = []
        for seat in seats:
            # An empty field for points means those of the cards that were entered.
            cards = [card for card in _cards(typed.get(f"front-{seat}", "")) if card in VALUE]
            nothing = format_number(listed(cards).points) if cards else "–"
            number = number_view(typed, f"points-{seat}", _("Points"), has_sign=True, nothing=nothing)
            rows.append(RowView(name(seat), (number,), scores.scores[seat] if scores else None))
        return BidsResult(
            whereabouts=_("Round %(number)s", number=self.state.round.number),
            ways=self.all_ways,
            way=way,
            rows=tuple(rows),
            notes=tuple(self._notes(scores, way)),
            violations=preview.violations if isinstance(preview, Refusal) else (),
            entry_type=type_of(Round),
            fronts=tuple(typed.get(f"front-{seat}", "") for seat in seats),
            hidden=tuple((name, value) for name, value in typed.items() if name.startswith(hidden)),
            pad="bids/result_pad.html" if way == CARDS else "",
            cards=tuple(card for card in setup.blacks if card not in ASIDE),
            allies=tuple((seat, name(seat), bool(typed.get(f"ally-{seat}"))) for seat in seats) if setup.ally else (),
        )

    def round_entry(self, typed: Typed) -> Json:
        seats: list[Json] = []
        for seat in range(self.state.setup.player_count):
            points, front = read_number(typed, f"points-{seat}"), _cards(typed.get(f"front-{seat}", ""))
            is_front = points == "" or (front and self.way(typed) == CARDS)
            seats.append({"front": front} if is_front else {"points": points})
        allies = [seat for seat in range(len(seats)) if typed.get(f"ally-{seat}")]
        return {
            "type": type_of(Round),
            "seats": seats if any(seat != {"front": []} for seat in seats) else [{"points": ""}] * len(seats),
            "alliance": (allies if len(allies) == 2 else allies[:1] * 2) or None,
        }

    def round_fields(self, entry: Round) -> dict[str, str]:
        seats = [*enumerate(entry.seats)]
        points = {f"points-{seat}": result.points for seat, result in seats if isinstance(result.points, int)}
        fronts = {f"front-{seat}": " ".join(result.cards) for seat, result in seats if result.cards}
        return {"how": CARDS if fronts else POINTS, **fronts, **number_fields(points), **_allies(entry.alliance)}

    def result_so_far(self) -> dict[str, str]:
        fronts = enumerate(self.state.round.fronts)
        fields = {f"front-{seat}": " ".join(front.cards) for seat, front in fronts if front.cards}
        return fields | _allies(self.state.round.alliance)

    def _notes(self, scores: RoundScores | None, way: str) -> Iterator[str]:
        """Yield why the scores are not what lies in front of the players, and what to enter for nothing (R-16)."""
        if way == POINTS:
            yield _("Leave it empty for no black card.")
        for seat, why in enumerate(scores.why if scores else ()):
            for reason in unseen_reasons(why):
                if reason.id != "lucky-loser-rate":
                    yield f"{self.translator.name(seat)}: {self.translator(reason)}"
        setup = self.state.setup
        # Under a rule that starts the count of rounds without black cards again, 0 points would do so too.
        keeps_count = setup.rulings.lucky_loser_count != "consecutive" and setup.rulings.robbed_lucky_loser == "no"
        if way == POINTS and "thief" in setup.specials and keeps_count:
            yield _("Enter 0 for whoever was robbed of all black cards.")


def _allies(alliance: Sequence[int] | None) -> dict[str, str]:
    return {f"ally-{seat}": "1" for seat in alliance or ()}


def _cards(typed: str) -> list[str]:
    """The black cards in a text, such as K9 K2X K-5, or 9 2x −5 if somebody typed it."""
    return [f"K{word.upper().removeprefix('K')}" for word in typed.replace("\N{MINUS SIGN}", "-").split()]


def unseen_reasons(why: Sequence[Message]) -> tuple[Message, ...]:
    """The reasons for a score that neither the front beside it nor another reason shows."""
    shown = ("points-told", "lucky-loser-rate")
    return tuple(reason for reason in why if not reason.id.startswith("front-") and reason.id not in shown)


def _reveals(state: State, corrected: Entry | None) -> Sequence[BidsCard]:
    offered = set(game.reveals(state))
    return [_card(card, Reveal(card), offered, corrected) for card in state.setup.blacks]


def _card(card: str, entry: Entry, offered: Iterable[str], corrected: Entry | None) -> BidsCard:
    return BidsCard(card, entry, is_used=card not in offered, is_marked=entry == corrected)
