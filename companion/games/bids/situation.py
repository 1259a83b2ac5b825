"""What can be asked about Bids: the fields of a trick and of a round, and the situation of a game that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from companion.core.field_types import NOBODY, Cards, Label, Number, OneOf, Seats, Theft, words_of
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

TRICKS = range(1, HAND + 1)


def bidders(situation: Situation, players: int) -> Sequence[Label]:
    """Return the players in the order of play."""
    starter = situation.get("starter", "0")
    seats = in_order(int(starter) if starter.isdecimal() and int(starter) < players else 0, players)
    return [(PlayerRef(seat),) for seat in seats]


FRONT = Field(
    "front",
    N_("In front of the players"),
    FrontCards(cards_for_fronts),
    row="folded",
    per_seat=True,
    stays=True,
    help="What lies in front of a seat, in the order received: 0:K3,K8. Nothing: 0:",
)
LOWEST_WINS = OneOf({"1": N_("the lowest"), "0": N_("the highest")}, usual="0")
BLIND = OneOf({"1": N_("nothing: blind bidding"), "0": N_("a card")})
TURNED_UP = "A card that was turned up, K5, after those turned up before it: KL K5."

TRICK = Question(
    "turn",
    N_("A trick"),
    (
        Field("lowest", N_("Which bid wins?"), LOWEST_WINS, is_setting=True, option="--lowest/--highest"),
        Field("centre", N_("In the centre"), Cards(black_cards), help=TURNED_UP),
        Field("blind", N_("In the centre"), BLIND, row="given", instead_of="centre", help="The trick is bid blind."),
        Field("bids", N_("Bids in order"), Cards(all_cards), places=bidders, help='The bids in order: "R9 K2X G9 Y1".'),
        Field("prize", N_("Turned up after the bids"), Cards(black_cards), row="given"),
        Field("held", N_("Already bid from hand this round"), Seats(nobody=N_("nobody")), row="given"),
        Field("right", N_("The thief can still be used"), OneOf({"1": N_("yes"), "0": N_("no")}), row="given"),
        Field("steal", N_("The thief takes"), Theft(N_("nothing")), row="given", help="What from which seat: 3:K7."),
        FRONT,
        Field("starter", N_("Who bids first?"), Seats(), row="never", is_setting=True),
        Field("turn", N_("Trick"), Number(TRICKS, TRICKS), row="never", is_setting=True),
    ),
    situation_trick.answer,
    situation_trick.next_open,
    pad="steal",
)
ROUND = Question(
    "round",
    N_("A round's score"),
    (
        Field("alliance", N_("Allies"), Seats(2, N_("nobody"), "two-allies", "AL-01"), row="given"),
        Field("robbed", N_("Robbed of all black cards"), Seats(nobody=N_("nobody")), row="given"),
        Field(
            "zero",
            N_("Earlier rounds without black cards"),
            Number(range(99), range(10)),
            row="given",
            per_seat=True,
            option="--empty",
            help="Rounds without black cards before this one, for a seat that has none: 3:1.",
            empties="front",
        ),
        FRONT,
    ),
    situation_round.answer,
    situation_round.next_open,
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


def changed(history: History, place: int, situation: Situation) -> dict[int, dict[str, Json]]:
    """Return the entries of the trick at `place` that `situation` tells otherwise, as they should have been."""
    if situation.get("ask") == ROUND.name or not history.moments:
        return {}
    trick = _trick_of(*history.moments[place])
    played = [at for at, moment in enumerate(history.moments) if trick and _trick_of(*moment) == trick]
    given = {field: [word.upper() for word in words_of(situation.get(field, ""))] for field in ("centre", "prize")}
    bids = [word.upper() for word in words_of(situation.get("bids", ""))]
    starter = situation.get("starter", "")
    found: dict[int, dict[str, Json]] = {}
    for at in played:
        before, entry = history.moments[at]
        card = None
        if entry["type"] == "reveal":
            cards = given["prize" if before.phase in ("prize", "discard") else "centre"]
            card = cards.pop(0) if cards else None
        elif entry["type"] == "bid" and starter.isdecimal():
            place_of = dict(zip(in_order(int(starter), before.setup.seats), bids, strict=False))
            card = place_of.get(entry["seat"])
        if card is not None and card != entry["card"]:
            found[at] = {**entry, "card": card}
    return found


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
    changed=changed,
)
