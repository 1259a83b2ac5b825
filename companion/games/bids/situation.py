"""What can be asked about Bids: the fields of a trick and of a round, and the situation of a game that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from companion.core.field_types import NOBODY, Cards, FromSeat, Label, Number, Seat, Seats, YesNo
from companion.core.messages import N_, Json, PlayerRef
from companion.core.situations import Desk, Field, History, Question, Situation
from companion.games.bids import situation_round, situation_trick
from companion.games.bids.setup import HAND
from companion.games.bids.situation_state import (
    FrontCards,
    all_cards,
    black_cards,
    cards_for_fronts,
    front_text,
    implied,
    in_order,
    usual_players,
)
from companion.games.bids.state import Front, Pair, State
from companion.games.bids.statements import WORDS
from companion.games.bids.switches import RULESETS


def bidders(situation: Situation, players: int) -> Sequence[Label]:
    """Return the players in the order of play."""
    starter = situation.get("starter", "0")
    seats = in_order(int(starter) if starter.isdecimal() and int(starter) < players else 0, players)
    return [(PlayerRef(seat),) for seat in seats]


FRONT = Field(
    name="front",
    label=N_("In front of the players"),
    type=FrontCards(cards_for_fronts),
    help="What lies in front of a seat, in the order received: 0:K3,K8. Nothing: 0:",
    per_seat=True,
    row="group",
    stays=True,
)

TRICK = Question(
    name="turn",
    label=N_("A trick"),
    fields=(
        Field(
            name="lowest",
            label=N_("Which bid wins?"),
            type=YesNo(N_("the lowest"), N_("the highest"), usual="0"),
            help="The lowest bid wins already, or not.",
            option="--lowest/--highest",
            is_setting=True,
        ),
        Field(
            name="centre",
            label=N_("In the centre"),
            type=Cards(black_cards),
            help="The card in the centre: K5. Cards turned up before it stand first: KL K5.",
        ),
        Field(
            name="blind",
            label=N_("In the centre"),
            type=YesNo(N_("nothing: blind bidding"), N_("a card")),
            help="The trick is bid blind because of the trick before, or not.",
            row="given",
            instead_of="centre",
        ),
        Field(
            name="bids",
            label=N_("Bids in order"),
            type=Cards(all_cards),
            help='The bids in the order of play: "R9 K2X G9 Y1".',
            places=bidders,
        ),
        Field(
            name="prize",
            label=N_("Turned up after the bids"),
            type=Cards(black_cards),
            help="The cards turned up after the bids of a blind trick.",
            row="given",
        ),
        Field(
            name="held",
            label=N_("Already bid from hand this round"),
            type=Seat(N_("nobody")),
            help="The seat that bid the card of the centre from hand earlier in the round; - for nobody.",
            row="given",
        ),
        Field(
            name="right",
            label=N_("The thief can still be used"),
            type=YesNo(N_("yes"), N_("no")),
            help="Whoever has the thief can still use it, or not (Board Game Arena).",
            row="given",
        ),
        Field(
            name="steal",
            label=N_("The thief takes"),
            type=FromSeat(N_("nothing")),
            help="What the thief takes, and from which seat: 3:K7. Declined: -",
            row="given",
        ),
        FRONT,
        Field(
            name="starter",
            label=N_("Who bids first?"),
            type=Seat(),
            help="The seat that bids first, counted from 0.",
            row="never",
            is_setting=True,
        ),
        Field(
            name="turn",
            label=N_("Trick"),
            type=Number(range(1, HAND + 1), offered=range(1, HAND + 1)),
            help="The number of the trick, 1 to 10.",
            row="never",
            is_setting=True,
        ),
    ),
    answer=situation_trick.answer,
    next_open=situation_trick.next_open,
    pad="steal",
)

ROUND = Question(
    name="round",
    label=N_("A round's score"),
    fields=(
        Field(
            name="alliance",
            label=N_("Allies"),
            type=Seats(N_("nobody"), 2, "two-allies", "AL-01"),
            help='The allies of the round: "0 2", or - for none.',
            row="given",
        ),
        Field(
            name="robbed",
            label=N_("Robbed of all black cards"),
            type=Seats(N_("nobody"), 1),
            help="The seats that were robbed of a card in this round; - for none.",
            row="given",
        ),
        Field(
            name="zero",
            label=N_("Earlier rounds without black cards"),
            type=Number(range(99), offered=range(10)),
            help="Rounds that a seat finished without black cards before this one, if it has none in this round.",
            option="--empty",
            per_seat=True,
            empties="front",
            row="given",
        ),
        FRONT,
    ),
    answer=situation_round.answer,
    next_open=situation_round.next_open,
    option="--score",
)


def situation_at(history: History, place: int, ask: str) -> dict[str, str]:
    """Return the trick or round that the entry at `place` belongs to; a round that is not over as it stands now."""
    if not history.moments:
        return _round_now(history.now) if ask == ROUND.name else {}
    state, entry = history.moments[place]
    if ask == ROUND.name or (not ask and entry["type"] == "round"):
        number = state.round.number
        if len(history.now.results) < number:
            return _round_now(history.now)
        last = next(before for before, _ in reversed(history.moments) if before.round.number == number)
        return _round_over(history.now, number, last)
    trick = _trick_of(state, entry) or (state.round.number, state.trick.number)
    played = [(before, other) for before, other in history.moments if _trick_of(before, other) == trick]
    return _trick(played, trick[1]) if played else {}


def _round_now(state: State) -> dict[str, str]:
    """Return the round in progress as it stands."""
    return _round(state.round.fronts, state.round.alliance, state.zero_rounds)


def _round_over(now: State, number: int, last: State) -> dict[str, str]:
    """Return a round that is over, `last` the state before its end; points alone leave open which cards they were."""
    result = now.results[number - 1]
    return _round(result.fronts, result.alliance, last.zero_rounds)


def _round(fronts: Sequence[Front | None], alliance: Pair | None, zero_rounds: Sequence[int]) -> dict[str, str]:
    robbed = [str(seat) for seat, front in enumerate(fronts) if front is not None and front.robbed]
    return {
        "ask": ROUND.name,
        **{f"front{seat}": front_text(front) for seat, front in enumerate(fronts) if front is not None},
        **{f"zero{seat}": str(count) for seat, count in enumerate(zero_rounds)},
        "alliance": NOBODY if alliance is None else " ".join(map(str, alliance)),
        "robbed": " ".join(robbed) or NOBODY,
    }


def _trick(played: Sequence[tuple[State, Mapping[str, Json]]], number: int) -> dict[str, str]:
    """Return a trick: how the table stood before it, and what was entered in it."""
    (before, _), last = played[0], played[-1]
    fields: dict[str, list[str]] = {"centre": [], "prize": []}
    bid: dict[int, str] = {}
    for then, entry in played:
        if entry["type"] == "reveal":
            fields["prize" if then.phase in ("prize", "discard") else "centre"].append(entry["card"])
        elif entry["type"] == "bid":
            bid[entry["seat"]] = entry["card"]
    starter = last[0].trick.starter if before.round.starter is None else before.trick.starter
    seats = in_order(starter, before.setup.seats)
    fields["bids"] = [bid[seat] for seat in takewhile(bid.__contains__, seats)]
    held = [str(seat) for seat, card in before.round.holders if card in fields["centre"]]
    situation = {
        **{field: " ".join(texts) for field, texts in fields.items() if texts},
        **{f"front{seat}": front_text(front) for seat, front in enumerate(before.round.fronts)},
        "starter": str(starter),
        "lowest": str(int(before.round.lowest)),
        "held": held[0] if held else NOBODY,
        "right": str(int(before.round.right is not None)),
        "turn": str(number),
    }
    if before.trick.blind:
        situation["blind"] = "1"
    if last[1]["type"] == "steal":
        situation["steal"] = NOBODY if last[1]["seat"] is None else f"{last[1]['seat']}:{last[1]['card']}"
    return situation


def _trick_of(state: State, entry: Mapping[str, Json]) -> tuple[int, int] | None:
    """Return round and trick that an entry belongs to, None for one that is no part of a trick."""
    if entry["type"] not in ("reveal", "bid", "steal"):
        return None
    # A theft on offer belongs to the trick just ended; after the tenth no other has begun.
    late = entry["type"] == "steal" and state.phase == "offer"
    return state.round.number, len(state.round.turns) if late else state.trick.number


DESK = Desk(
    questions=(TRICK, ROUND),
    words=WORDS,
    at=situation_at,
    presets=RULESETS,
    # By BGA-06 a lucky loser has won no black card at all.
    documents={"printed": RULESETS["printed"], "bga": {**RULESETS["bga"], "robbed_lucky_loser": "no"}},
    usual_players=usual_players,
    first_pad="players",
    implied=implied,
)
