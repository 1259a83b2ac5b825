"""The picker of Bids: for each prompt its question, and the cards or players to tap."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from msgspec.structs import replace

from companion.core.entries import Entry, type_of
from companion.core.rounds import in_order
from companion.core.translator import Translator
from companion.games.bids import choices
from companion.games.bids.cards import ALLY
from companion.games.bids.entries import Bid, Deal, Reveal, Starter, Steal, is_before_the_first_card
from companion.games.bids.prizes import without_offer
from companion.games.bids.report import prompt, thief
from companion.games.bids.setup import HAND, Setup
from companion.games.bids.standings import starters, tied_for_start, why_starts
from companion.games.bids.state import State
from companion.web.games.bids.views import (
    BeforeCards,
    BidderView,
    BidsCard,
    BidsPicker,
    DealCard,
    DealView,
    StarterView,
    VictimView,
)
from companion.web.play.pages import Reader

COLUMNS = {10: 5, 12: 6, 14: 7}  # each colour has two rows, whatever its highest rank
# the reasons for turning up another card at once
TURNED_UP = ("shuffle-turned-up", "lowest-turned-up", "lowest-turned-up-as-prize")


class PickerBuilder:
    """Builds the picker of a state for one reader; `corrected` is the entry being corrected, if one is."""

    def __init__(self, state: State, translator: Translator, reader: Reader, corrected: Entry | None) -> None:
        # An entry that is corrected answered its question once an offered theft was declined.
        self.state = without_offer(state) if isinstance(corrected, Reveal | Bid) else state
        self.translator = translator
        self.reader = reader
        self.corrected = corrected

    def picker(self) -> BidsPicker:
        """Return the question with what can be tapped."""
        state, corrected = self.state, self.corrected
        asks = type_of(corrected) if corrected else (prompt(state) or {}).get("type")
        view = BidsPicker(asks=asks, columns=COLUMNS[state.setup.top])
        if asks == "deal":
            return replace(view, title=_("Which cards were taken out?"), deal=self._deal())
        if is_before_the_first_card(state):
            view = replace(view, before_cards=self._before_cards())
        questions = {
            "starter": self._ask_starter,
            "reveal": self._ask_reveal,
            "bid": self._ask_bid,
            "steal": self._ask_steal,
        }
        return questions[asks](view) if asks in questions else view

    def _ask_starter(self, view: BidsPicker) -> BidsPicker:
        state, tied = self.state, self._tied_for_start()
        return replace(
            view,
            title=_("Who starts round %(round)s?", round=state.round.number),
            hint=self.translator(why_starts(state)) if state.round.named_starter is None else "",
            may_answer=tied if len(tied) < state.setup.player_count else (),
            seats=tuple(self._starts(seat) for seat in tied),
        )

    def _ask_reveal(self, view: BidsPicker) -> BidsPicker:
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
        return replace(
            view,
            title=title,
            hint=hint,
            may_answer=tuple(seats),
            groups=(_reveals(state, self.corrected),),
            is_last_trick=state.phase == "reveal" and trick.number == HAND,
        )

    def _ask_bid(self, view: BidsPicker) -> BidsPicker:
        state, trick, own, name = self.state, self.state.trick, self.reader.seat, self.translator.name
        corrected = self.corrected if isinstance(self.corrected, Bid) else None
        missing = [seat for seat, card in enumerate(trick.by_seat) if card is None]
        in_turn = in_order(trick.starter, state.setup.player_count)
        first = choices.next_bidder(state)
        requested = self.reader.requested_seat(state.setup.player_count)
        chosen = requested if requested in missing else corrected and corrected.seat
        seat = chosen if chosen is not None else own if own in missing else first
        waits = not corrected and own is not None and chosen is None and seat != own
        if waits:
            names = [name(other) for other in in_turn if other in missing]
            title = _("Waiting for %(names)s", names=self.translator.listed(names))
        elif not corrected and seat == own:
            before = [other for other in in_turn[: in_turn.index(own)] if other in missing]
            title = _("Your bid – after %(name)s", name=name(before[-1])) if before else _("Your bid")
        else:
            title = _("%(name)s's bid", name=name(seat or 0))
        offered, setup = set(choices.bids(state)), state.setup
        # The black ones disappear from the grid once all of them have been bid from hand.
        from_hand = [*(setup.blacks if state.round.hand_blacks else ()), *((ALLY,) if ALLY in offered else ())]
        *groups, hand = [
            tuple(_card(card, Bid(seat or 0, card), offered, corrected) for card in cards)
            for cards in (*suits(setup), from_hand)
        ]
        return replace(
            view,
            title=title,
            hint=_("Blind trick: nobody knows the centre card yet.") if trick.is_blind else "",
            may_answer=(first,),
            centre=trick.centre if not trick.is_blind else None,
            others_question=_("Enter %(name)s's bid", name=name(seat or 0)) if waits else "",
            bidders=tuple(
                BidderView(
                    other,
                    name(other),
                    trick.by_seat[other],
                    other == seat,
                    replace(corrected, seat=other) if corrected and other != corrected.seat else None,
                )
                for other in in_turn
            ),
            asked_seat=seat,
            keep=f"seat={seat}&" if requested == seat else "",
            groups=tuple(groups),
            hand=hand,
            has_no_hand_blacks=not state.round.hand_blacks,
            has_only_hand=len(offered) <= len(setup.blacks) + 1 and not any(card in setup.coloured for card in offered),
        )

    def _ask_steal(self, view: BidsPicker) -> BidsPicker:
        state, own, owner, corrected = self.state, self.reader.seat, thief(self.state), self.corrected
        if owner is None:
            return view
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
        waits = not corrected and own not in (None, owner)
        passed = state if corrected else without_offer(state)
        victims: dict[int, list[BidsCard]] = {}
        for seat, card in state.thefts:
            steal, is_doubled = Steal(seat, card), card in state.round.fronts[seat].doubled
            shown = BidsCard(card, steal, is_marked=steal == corrected, is_doubled=is_doubled)
            victims.setdefault(seat, []).append(shown)
        return replace(
            view,
            title=_("Waiting for %(names)s", names=name) if waits else title,
            others_question=title if waits else "",
            may_answer=(owner,),
            groups=(_reveals(passed, corrected),) if passed.phase == "reveal" else (),
            victims=tuple(VictimView(self.translator.name(seat), tuple(cards)) for seat, cards in victims.items()),
            decline=Steal(None) if optional else None,
        )

    def _before_cards(self) -> BeforeCards:
        """Return what can be entered before the first card of a round: who starts, which cards were taken out."""
        state, tied = self.state, self._tied_for_start()
        is_open = len(tied) > 1 and len(starters(state)) == 1
        return BeforeCards(
            why=why_starts(state),
            others=tuple(self._starts(seat) for seat in tied) if is_open else (),
            removed=state.round.removed,
            deal=self._deal() if state.setup.removed and state.round.removed is None else None,
        )

    def _deal(self) -> DealView:
        """Return the grid of the cards to be taken out: the last tap enters all of them."""
        setup, tapped = self.state.setup, (self.reader.param("out") or "").split(",")
        picked = [card for card in dict.fromkeys(tapped) if card in setup.coloured][: max(0, setup.removed - 1)]
        is_last = len(picked) + 1 >= setup.removed
        groups = tuple(
            tuple(
                DealCard(
                    card=card,
                    entry=Deal((*picked, card)) if is_last else None,
                    is_used=card in picked,
                    is_marked=isinstance(self.corrected, Deal) and card in self.corrected.removed,
                    picked=",".join([*picked, card]),
                )
                for card in cards
            )
            for cards in suits(setup)
        )
        return DealView(setup.removed, tuple(picked), groups)

    def _tied_for_start(self) -> tuple[int, ...]:
        return tied_for_start(self.state) if self.state.rounds else tuple(range(self.state.setup.player_count))

    def _starts(self, seat: int) -> StarterView:
        entry = Starter(seat)
        return StarterView(self.translator.name(seat), entry, is_marked=entry == self.corrected)


def _reveals(state: State, corrected: Entry | None) -> tuple[BidsCard, ...]:
    offered = set(choices.reveals(state))
    return tuple(_card(card, Reveal(card), offered, corrected) for card in state.setup.blacks)


def _card(card: str, entry: Entry, offered: Iterable[str], corrected: Entry | None) -> BidsCard:
    return BidsCard(card, entry, is_used=card not in offered, is_marked=entry == corrected)


def suits(setup: Setup) -> list[list[str]]:
    """Return the coloured cards of the grid, by colour."""
    return [[card for card in setup.coloured if card[0] == colour] for colour in setup.colors]
