"""The questions of Bids: for each prompt its text, and the grid of cards that answers it."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from msgspec.structs import replace

from companion.core.messages import Json
from companion.core.translator import Translator
from companion.games.bids import choices
from companion.games.bids.cards import ALLY
from companion.games.bids.entries import is_before_the_first_card
from companion.games.bids.prizes import decline_theft
from companion.games.bids.report import prompt, thief
from companion.games.bids.setup import HAND
from companion.games.bids.standings import starters, tied_for_start, why_starts
from companion.games.bids.state import State
from companion.web.game_pages import MissingCards, ViewOptions
from companion.web.games.bids.views import (
    AnswerView,
    BeforeCards,
    BidderView,
    CardView,
    DealCard,
    DealView,
    StarterView,
    VictimView,
)

COLUMNS = {10: 5, 12: 6, 14: 7}  # each colour has two rows, whatever its highest rank


def answer(state: State, translator: Translator, viewer: ViewOptions, entry: Json = None) -> AnswerView:
    """Return the question of `state`, or the question that `entry` answered, and its possible answers."""
    was = entry if isinstance(entry, dict) else {}
    if state.phase == "offer" and was.get("type") in ("reveal", "bid") and len(state.round.tricks) < HAND:
        state = decline_theft(state)  # the question as it was when the entry answered it
    ask = prompt(state)
    kind = was.get("type") or (ask["type"] if ask else None)
    view = AnswerView(asks=kind, columns=COLUMNS[state.setup.top])
    if kind == "deal":
        return replace(view, title=_("Which cards were taken out?"), deal=_deal(state, viewer, was))
    if is_before_the_first_card(state):
        view = replace(view, before_cards=_before_cards(state, translator, viewer, was))
    fill = {"starter": _ask_starter, "reveal": _ask_reveal, "bid": _ask_bid, "steal": _ask_steal}.get(kind or "")
    return fill(view, state, translator, viewer, was) if fill else view


def _ask_starter(view: AnswerView, state: State, translator: Translator, viewer: ViewOptions, was: Json) -> AnswerView:
    tied = tied_for_start(state) if state.results else tuple(range(state.setup.seats))
    return replace(
        view,
        title=_("Who starts round %(round)s?", round=state.round.number),
        hint=translator(why_starts(state)) if state.round.named is None else "",
        turns=tied if len(tied) < state.setup.seats else (),
        seats=tuple(_starts(seat, translator, was) for seat in tied),
    )


def _ask_reveal(view: AnswerView, state: State, translator: Translator, viewer: ViewOptions, was: Json) -> AnswerView:
    title = {
        "prize": _("Which card were you bidding for?"),
        "discard": _("Which card goes under the centre deck?"),
    }.get(state.phase or "", _("Which card is turned up?"))
    seats = starters(state) if state.round.starter is None else (state.trick.starter,)
    hint = ""
    if state.phase == "prize" and not state.trick.blind and state.trick.centre is not None:
        title = _("Which card is turned up instead of %(card)s?", card=translator.say(state.trick.centre))
    if state.phase == "prize" and state.trick.verdict is not None and state.trick.verdict.winner is not None:
        hint = _("%(name)s wins it.", name=translator.name(state.trick.verdict.winner))
    elif state.phase == "reveal" and state.round.starter is not None:
        hint = _("%(name)s starts.", name=translator.name(seats[0]))
    missing = _missing(state, translator, black_only=True)
    return replace(
        view,
        title=title,
        hint=hint,
        turns=tuple(seats),
        groups=(_reveals(state, was),),
        missing=missing,
        is_last_trick=state.phase == "reveal" and state.trick.number == HAND,
    )


def _reveals(state: State, was: Json) -> tuple[CardView, ...]:
    offered = set(choices.reveals(state))
    return tuple(_card(card, {"type": "reveal", "card": card}, offered, was) for card in state.setup.blacks)


def _ask_bid(view: AnswerView, state: State, translator: Translator, viewer: ViewOptions, was: Json) -> AnswerView:
    missing = [seat for seat, card in enumerate(state.trick.bids) if card is None]
    first = choices.next_bidder(state)
    requested = viewer.requested_seat(state.setup.seats)
    chosen = requested if requested in missing else was.get("seat")
    seat = chosen if chosen is not None else viewer.seat if viewer.seat in missing else first
    waits = not was and viewer.seat is not None and chosen is None and seat != viewer.seat
    if waits:
        names = [translator.name(item) for item in _in_turn(state) if item in missing]
        title = _("Waiting for %(names)s", names=translator.listed(names))
    elif not was and seat == viewer.seat:
        title = _("Your bid")
    else:
        title = _("%(name)s's bid", name=translator.name(seat or 0))
    offered, setup = set(choices.bids(state)), state.setup
    groups = tuple(
        tuple(_card(card, {"type": "bid", "seat": seat, "card": card}, offered, was) for card in cards)
        for cards in (*_suits(state), _hand(state, offered))
    )
    return replace(
        view,
        title=title,
        hint=_("Blind trick: nobody knows the centre card yet.") if state.trick.blind else "",
        turns=(first,),
        centre=state.trick.centre if not state.trick.blind else None,
        folded=_("Enter %(name)s's bid", name=translator.name(seat or 0)) if waits else "",
        bidders=tuple(
            BidderView(item, translator.name(item), state.trick.bids[item], item == seat) for item in _in_turn(state)
        ),
        asked_seat=seat,
        keep=f"seat={seat}&" if requested == seat else "",
        groups=groups[:-1],
        hand=groups[-1],
        hand_left=tuple(card.card for card in groups[-1] if not card.used),
        hand_marked=any(card.marked for card in groups[-1]),
        no_hand_blacks=not state.round.hand_blacks,
        missing=_missing(state, translator),
        only_hand=len(offered) <= len(setup.blacks) + 1 and not any(card in setup.coloured for card in offered),
    )


def _missing(state: State, translator: Translator, black_only: bool = False) -> tuple[MissingCards, ...]:
    """Return the cards that are not in this game, by the setting that would add them."""
    return tuple(
        MissingCards(", ".join(map(translator.gettext, cards)), option.name, translator.gettext(option.label))
        for option, cards in choices.left_out(state)
        if not black_only or option.name == "specials"
    )


def _ask_steal(view: AnswerView, state: State, translator: Translator, viewer: ViewOptions, was: Json) -> AnswerView:
    owner = thief(state)
    if owner is None:
        return view
    name, optional = translator.name(owner), state.phase == "offer"
    mine = owner == viewer.seat
    if mine:
        title = _("Use the thief? Who do you steal from?") if optional else _("Who do you steal from?")
    else:
        title = (
            _("Does %(name)s use the thief?", name=name) if optional else _("Who does %(name)s steal from?", name=name)
        )
    waits = not was and viewer.seat is not None and not mine
    passed = decline_theft(state) if optional and not was and len(state.round.tricks) < HAND else state
    return replace(
        view,
        title=_("Waiting for %(names)s", names=name) if waits else title,
        folded=title if waits else "",
        turns=(owner,),
        groups=(_reveals(passed, was),) if passed.phase == "reveal" else (),
        victims=tuple(
            VictimView(
                translator.name(victim),
                tuple(
                    CardView(
                        card,
                        steal := {"type": "steal", "seat": victim, "card": card},
                        marked=steal == was,
                        doubled=card in state.round.fronts[victim].doubled,
                    )
                    for seat, card in state.thefts
                    if seat == victim
                ),
            )
            for victim in dict.fromkeys(seat for seat, _card in state.thefts)
        ),
        decline={"type": "steal", "seat": None} if optional else None,
    )


def _before_cards(state: State, translator: Translator, viewer: ViewOptions, was: Json) -> BeforeCards:
    """Return what can be entered before the first card of a round: who starts, which cards were taken out."""
    tied = tied_for_start(state) if state.results else tuple(range(state.setup.seats))
    is_open = len(tied) > 1 and len(starters(state)) == 1
    return BeforeCards(
        why=why_starts(state),
        others=tuple(_starts(seat, translator, was) for seat in tied) if is_open else (),
        removed=state.round.removed,
        deal=_deal(state, viewer, was) if state.setup.removed and state.round.removed is None else None,
    )


def _deal(state: State, viewer: ViewOptions, was: Json) -> DealView:
    """Return the grid of the cards to be taken out: the last tap enters all of them."""
    setup, tapped = state.setup, (viewer.param("out") or "").split(",")
    picked = [card for card in dict.fromkeys(tapped) if card in setup.coloured][: max(0, setup.removed - 1)]
    is_last = len(picked) + 1 >= setup.removed
    groups = tuple(
        tuple(
            DealCard(
                card=card,
                entry={"type": "deal", "removed": [*picked, card]} if is_last else None,
                used=card in picked,
                marked=card in was.get("removed", ()),
                picked=",".join([*picked, card]),
            )
            for card in cards
        )
        for cards in _suits(state)
    )
    return DealView(setup.removed, tuple(picked), groups)


def _starts(seat: int, translator: Translator, was: Json) -> StarterView:
    entry = {"type": "starter", "seat": seat}
    return StarterView(translator.name(seat), entry, marked=entry == was)


def _card(card: str, entry: Json, offered: Iterable[str], was: Json) -> CardView:
    return CardView(card, entry, used=card not in offered, marked=entry == was)


def _suits(state: State) -> list[list[str]]:
    """Return the coloured cards of the grid, by colour."""
    return [[card for card in state.setup.coloured if card[0] == color] for color in state.setup.colors]


def _hand(state: State, offered: Iterable[str]) -> list[str]:
    """Return the other cards that can be bid from hand; the black ones disappear once all of them have been bid."""
    return [*(state.setup.blacks if state.round.hand_blacks else ()), *((ALLY,) if ALLY in offered else ())]


def _in_turn(state: State) -> tuple[int, ...]:
    starter = state.trick.starter
    return (*range(starter, state.setup.seats), *range(starter))
