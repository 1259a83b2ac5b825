"""Rounds and the game: who starts (BID-17), scores (BID-28, BID-31 to BID-35, AL-02), the ranking (BID-36, BGA-08)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import add

from msgspec.structs import asdict, replace

from companion.core.game import Person, count_letters
from companion.core.messages import Message, Param, Phrase, PlayerRef
from companion.core.rounds import HIGHEST, Ranking
from companion.games.bids.cards import DOUBLE, MINUS5, POINTLESS, VALUE
from companion.games.bids.setup import Setup
from companion.games.bids.state import (
    Ending,
    Front,
    FrontOrPoints,
    Pair,
    PlayedRound,
    PlayedTrick,
    RoundInPlay,
    RoundScores,
    State,
    Trick,
)

BONUS = 30  # BGA-08


def score(setup: Setup, fronts: Sequence[FrontOrPoints], alliance: Pair | None, before: Sequence[int]) -> RoundScores:
    """The scores of a round.

    `before` are the numbers of rounds that each seat has finished without black cards so far.
    """
    raw = tuple(front.points if isinstance(front, Front) else front for front in fronts)
    points, counts, why = [], [], []
    for seat, (front, worth) in enumerate(zip(fronts, raw, strict=True)):
        reasons: list[Message] = []
        count = _count(setup, front, before[seat], reasons)
        if not isinstance(front, Front):
            reasons.append(Message("BID-28", "points-told", {"points": worth}))
        elif front.cards:
            reasons.append(_worth(front, worth))
            if MINUS5 in front.doubled:
                reasons.append(Message("R-32", "doubles-minus5"))
        if alliance is not None and seat in alliance:
            points.append(_half(setup, seat, alliance, raw, count - before[seat], reasons))
        elif count > before[seat]:  # BID-31, BID-32
            points.append(count * setup.rate)
            reasons.append(
                Message("BID-31", "lucky-loser", {"n": count, "rate": setup.rate, "points": count * setup.rate})
            )
            reasons.append(Message("BID-32", "lucky-loser-rate", {"n": setup.player_count, "rate": setup.rate}))
            if count > 1:  # BID-33, R-01
                in_a_row = setup.rulings.lucky_loser_count == "consecutive"
                cited = ("R-01", "earlier-rounds-in-a-row") if in_a_row else ("BID-33", "earlier-rounds-count")
                reasons.append(Message(*cited, {"n": count - 1}))
        else:
            points.append(worth)
        counts.append(count)
        why.append(tuple(reasons))
    return RoundScores(tuple(points), raw, tuple(counts), tuple(why))


def complete_round(
    state: State,
    fronts: tuple[FrontOrPoints, ...],
    alliance: Pair | None,
    starter: int | None,
    tricks: tuple[PlayedTrick, ...] | None = None,
) -> State:
    """The state after a round with these fronts; `tricks` is None if only the result was entered."""
    setup, number = state.setup, state.round.number
    scored = score(setup, fronts, alliance, state.zero_rounds)
    totals = tuple(map(add, state.totals, scored.scores))
    played = PlayedRound(
        **asdict(scored),
        number=number,
        starter=starter,
        alliance=alliance,
        fronts=fronts,
        source="round" if tricks is None else "turns",
        tricks=tricks or (),
        totals=totals,
    )
    state = replace(
        state,
        phase="reveal",
        rounds=(*state.rounds, played),
        totals=totals,
        zero_rounds=scored.zero_rounds,
        round=new_round(setup, number + 1),
        trick=Trick(1, 0, (None,) * setup.player_count, setup.player_count, 0),
        thefts=(),
    )
    return end(state) if number == setup.rounds else state


def end(state: State) -> State:
    """The game is over with the current totals and the −5 bonus, if in use (R-76); a round in progress is dropped."""
    bonus = (0,) * state.setup.player_count
    if state.rounds and state.setup.rulings.minus5_bonus == "on":
        fronts = zip(*(played.fronts for played in state.rounds), strict=True)
        bonus = shared_bonus(
            [sum(isinstance(front, Front) and MINUS5 in front.cards for front in own) for own in fronts]
        )
    totals = tuple(map(add, state.totals, bonus))
    last = state.rounds[-1] if state.rounds else None
    ranking = order(totals, last)
    why = [
        Message("BGA-08", "bonus", {"who": PlayerRef(seat), "n": extra}) for seat, extra in enumerate(bonus) if extra
    ]
    points = totals[ranking[0][0]]
    why.append(Message("BID-36", "wins", {"who": tuple(map(PlayerRef, ranking[0])), "points": points}))
    why += [_ahead(better, worse, totals, last) for better, worse in pairwise(ranking)]
    shared = [group for group in ranking if len(group) > 1]
    why += [Message("R-24", "share-place", {"who": tuple(map(PlayerRef, group))}) for group in shared]
    return replace(state, phase=None, thefts=(), ending=Ending(totals, bonus, ranking, tuple(why)))


def new_round(setup: Setup, number: int) -> RoundInPlay:
    """A round before its first card (BID-29)."""
    return RoundInPlay(
        number=number,
        starter=None,
        named_starter=None,
        removed=None,
        fronts=(Front(),) * setup.player_count,
        hand_blacks=setup.hand_blacks,
        allies_to_come=int(setup.ally),
    )


def half(sum_of_both: int, rounding: str) -> int:
    """Half of what two allies have together, with an odd sum rounded by the house rule (AL-02, R-05)."""
    if rounding == "down" or (rounding == "away_from_zero" and sum_of_both < 0):
        return sum_of_both // 2
    return (sum_of_both + 1) // 2


def is_empty(setup: Setup, front: Front) -> bool:
    """Whether `front` holds no black card that rules out the lucky loser (BID-31, R-16, R-17)."""
    if front.cards:
        return setup.rulings.lone_special == "allows" and POINTLESS.issuperset(front.cards)
    return not front.is_robbed or setup.rulings.robbed_lucky_loser == "yes"


def _count(setup: Setup, front: FrontOrPoints, before: int, reasons: list[Message]) -> int:
    """The number of rounds without black cards after this one (BID-33, R-01)."""
    if isinstance(front, Front) and is_empty(setup, front):
        if front.cards:
            reasons.append(Message("R-17", "lone-special-counts-as-nothing", {"cards": front.cards}))
        elif front.is_robbed:
            reasons.append(Message("R-16", "robbed-and-lucky"))
        return before + 1
    if isinstance(front, Front) and not front.cards:
        reasons.append(Message("R-16", "robbed-of-all"))
        return before
    if isinstance(front, Front) and POINTLESS.issuperset(front.cards):
        reasons.append(Message("R-17", "lone-special-is-black"))
    if setup.rulings.lucky_loser_count == "consecutive" and before:
        reasons.append(Message("R-01", "count-starts-again"))
        return 0
    return before


def _worth(front: Front, worth: int) -> Message:
    params: Mapping[str, Param] = {"cards": front.cards, "points": worth}
    if front.doubled:
        return Message("2X-01", "front-doubled", {**params, "doubled": front.doubled})
    if front.cards == (MINUS5,):
        return Message("M5-02", "front-minus5", params)
    if POINTLESS.issuperset(front.cards):
        return Message("R-31" if front.cards == (DOUBLE,) else "R-17", "front-specials", params)
    return Message("BID-28", "front-worth", params)


def _half(setup: Setup, seat: int, alliance: Pair, raw: Sequence[int], counted: int, reasons: list[Message]) -> int:
    """The score of both allies (AL-02, R-04); an ally without black cards is not a lucky loser (BID-34)."""
    both = raw[alliance[0]] + raw[alliance[1]]
    share = half(both, setup.rulings.ally_rounding)
    partner = alliance[0] if seat == alliance[1] else alliance[1]
    shared: dict[str, Param] = {"who": PlayerRef(partner), "sum": both, "points": share}
    if both % 2:
        how = "rounding-" + setup.rulings.ally_rounding.replace("_", "-")
        exact = Phrase("minus-one-half") if both == -1 else Phrase("and-a-half", {"n": int(both / 2)})
        reasons.append(Message("AL-02", "alliance-half-rounded", {**shared, "half": exact, "how": how}))
        reasons.append(Message("R-05", "alliance-rounded", {"how": how}))
    else:
        reasons.append(Message("AL-02", "alliance-half", shared))
    if counted > 0:
        reasons.append(Message("BID-35", "allied-and-counted"))
    return share


def starters(state: State) -> tuple[int, ...]:
    """Who starts the round in progress: one seat, or the seats that are still tied."""
    decided = state.round.named_starter if state.round.starter is None else state.round.starter
    return tied_for_start(state) if decided is None else (decided,)


def tied_for_start(state: State) -> tuple[int, ...]:
    """The seats that the tie-breakers leave as starter of the round, whatever the players decided."""
    if not (state.rounds or state.before):
        return state.setup.starters
    if state.totals.count(max(state.totals)) == 1:  # quicker than the order of all seats
        return (state.totals.index(max(state.totals)),)
    return order(state.totals, state.rounds[-1] if state.rounds else None)[0]


def longest_names(people: Sequence[Person]) -> tuple[int, ...]:
    """The seats with the longest first name, then the longest surname, counted in letters (BID-17)."""
    sizes = [(count_letters(person.name), count_letters(person.surname)) for person in people]
    longest = max(sizes, default=None)
    return tuple(seat for seat, size in enumerate(sizes) if size == longest)


def why_starts(state: State) -> Message:
    """The reason for `starters`, or that the players have to decide who starts (BID-17, R-20)."""
    seats = starters(state)
    who = PlayerRef(seats[0])
    if state.round.named_starter is not None:
        return Message("R-20" if state.rounds or state.before else "BID-17", "starter-named", {"who": who})
    if len(seats) > 1:
        rule, id = ("R-20", "starters-tied") if state.rounds or state.before else ("BID-17", "starters-tied-by-name")
        return Message(rule, id, {"who": tuple(map(PlayerRef, seats))})
    if not (state.rounds or state.before):
        return Message("BID-17", "starter-longest-name", {"who": who})
    by_total = order(state.totals, None)[0]
    if len(by_total) == 1:
        return Message("BID-30", "starter-total", {"who": who})
    scores = state.rounds[-1].scores
    if sum(scores[seat] == scores[seats[0]] for seat in by_total) == 1:
        return Message("BID-30", "starter-last-round", {"who": who})
    return Message("BID-30", "starter-card", {"who": who})


def order(totals: Sequence[int], last: PlayedRound | None) -> Ranking:
    """The seats in groups, best first: by total, then last round, then highest black card of that round.

    The tie-breakers are applied one after the other, each to those still tied (R-23).
    """
    groups = HIGHEST.ranking(totals)
    if last is not None:
        groups = HIGHEST.ranking(last.scores, groups)  # R-22
        groups = tuple(part for group in groups for part in _by_card(group, last))
    return groups


def _by_card(group: tuple[int, ...], last: PlayedRound) -> Ranking:
    """`group` divided by the value of each player's highest card; those without a card are last (R-21)."""
    # If a front was entered as points only, its highest card is not known, so the group skips this tie-breaker.
    if len(group) == 1 or not all(isinstance(last.fronts[seat], Front) for seat in group):
        return (group,)
    fronts = [front.cards if isinstance(front, Front) else () for front in last.fronts]
    return HIGHEST.ranking([max((VALUE[card] for card in cards), default=-6) for cards in fronts], [group])


def _ahead(better: tuple[int, ...], worse: tuple[int, ...], totals: Sequence[int], last: PlayedRound | None) -> Message:
    first, second = better[0], worse[0]
    who: dict[str, Param] = {"who": tuple(map(PlayerRef, better)), "others": tuple(map(PlayerRef, worse))}
    for id, points in (("ahead-by-total", totals), ("ahead-by-last-round", last.scores if last else totals)):
        if points[first] != points[second]:
            return Message("BID-36", id, {**who, "points": points[first], "less": points[second]})
    return Message("R-21", "ahead-by-card", who)


def shared_bonus(counts: Sequence[int]) -> tuple[int, ...]:
    """The bonus points by seat; `counts` are the rounds that each player finished with the −5 (BGA-08, R-76)."""
    most = max(counts)
    if most == 0:
        return (0,) * len(counts)
    sharers = counts.count(most)
    share = (2 * BONUS + sharers) // (2 * sharers)  # rounded half up
    return tuple(share if count == most else 0 for count in counts)
