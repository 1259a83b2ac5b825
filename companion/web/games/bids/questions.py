"""The questions of Bids: for each prompt its title, and the cards or players to tap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.entries import Entry, type_of
from companion.core.messages import Message
from companion.core.rounds import in_order
from companion.games.bids import play
from companion.games.bids.cards import ALLY
from companion.games.bids.entries import Bid, Reveal, Steal, is_before_the_first_card
from companion.games.bids.rounds import starters, tied_for_start, why_starts
from companion.games.bids.setup import Setup
from companion.games.bids.state import State
from companion.games.bids.trick import without_offer
from companion.web.play.pages import Question
from companion.web.play.round_pages import ScoredPages

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


class QuestionPages(ScoredPages):
    """The questions of Bids in one state for one reader."""

    state: State

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
            case "steal":
                return self._ask_steal(entry)
            case "reveal":
                return self._ask_reveal(entry)
        return Question("", choices=self._choices("", entry))

    @property
    def why_starts(self) -> Message:
        return why_starts(self.state)

    @property
    def suits(self) -> list[list[str]]:
        """The coloured cards, by colour."""
        return suits(self.state.setup)

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
        first = play.next_bidder(state)
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
        offered, setup = set(play.bids(state)), state.setup
        # The black ones disappear from the grid once all of them have been bid from hand.
        from_hand = [*(setup.blacks if state.round.hand_blacks else ()), *((ALLY,) if ALLY in offered else ())]
        view = self._choices("bid", corrected)
        view.seat, view.bidders, view.plays = seat, in_turn, [] if first is None else [first]
        if waits or (own is None and chosen is None):
            view.to_bid = [(other, title_of(other)) for other in in_turn if other in missing]
        view.keep = f"seat={seat}&" if requested == seat else ""
        *view.groups, view.hand = [
            [_card(card, Bid(seat or 0, card), offered, corrected) for card in cards]
            for cards in (*suits(setup), from_hand)
        ]
        view.has_only_hand = len(offered) <= len(setup.blacks) + 1 and offered.isdisjoint(setup.coloured)
        hint = _("Blind trick: nobody knows the centre card yet.") if trick.is_blind else ""
        if waits and own in self.face_down:
            hint = _("Your bid lies face down. The others see it as soon as it is your turn.")
        waits_for = [other for other in in_turn if other in missing] if waits else ()
        return self.ask(title, view.plays, view, hint=hint, waits_for=waits_for)

    def _ask_steal(self, corrected: Entry | None) -> Question:
        state, own, owner = self.state, self.reader.seat, self.state.thief
        view = self._choices("steal", corrected)
        if owner is None:
            return Question("", choices=view)
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


def _reveals(state: State, corrected: Entry | None) -> Sequence[BidsCard]:
    offered = set(play.reveals(state))
    return [_card(card, Reveal(card), offered, corrected) for card in state.setup.blacks]


def _card(card: str, entry: Entry, offered: Iterable[str], corrected: Entry | None) -> BidsCard:
    return BidsCard(card, entry, is_used=card not in offered, is_marked=entry == corrected)


def suits(setup: Setup) -> list[list[str]]:
    """The coloured cards of the grid, by colour."""
    return [[card for card in setup.coloured if card[0] == colour] for colour in setup.colors]
