"""The ranking of the seats, who starts a round, and the end of the game (BID-17, BID-30, BID-36, BGA-08)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.core.game import Person, count_letters
from companion.core.messages import Message, Param, PlayerRef
from companion.core.rounds import HIGHEST, Ranking
from companion.games.bids.cards import MINUS5, VALUE
from companion.games.bids.state import Ending, Front, PlayedRound, State

BONUS = 30  # BGA-08


def order(totals: Sequence[int], last: PlayedRound | None) -> Ranking:
    """The seats in groups, best first: by total, then last round, then highest black card of that round.

    The tie-breakers are applied one after the other, each to those still tied (R-23).
    """
    groups = HIGHEST.ranking(totals)
    if last is not None:
        groups = HIGHEST.ranking(last.scores, groups)
        groups = tuple(part for group in groups for part in _by_card(group, last))
    return groups


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
        rule = "R-20" if state.rounds or state.before else "BID-17"
        return Message(rule, "starters-tied", {"who": tuple(map(PlayerRef, seats))})
    if not (state.rounds or state.before):
        return Message("BID-17", "starter-longest-name", {"who": who})
    by_total = order(state.totals, None)[0]
    if len(by_total) == 1:
        return Message("BID-30", "starter-total", {"who": who})
    scores = state.rounds[-1].scores
    if sum(scores[seat] == scores[seats[0]] for seat in by_total) == 1:
        return Message("BID-30", "starter-last-round", {"who": who})
    return Message("BID-30", "starter-card", {"who": who})


def end(state: State) -> Ending:
    """The end of the game with the current totals, and the −5 bonus if it is in use (R-76)."""
    has_bonus = state.rounds and state.setup.rulings["minus5_bonus"] == "on"
    bonus = _bonus(state.rounds) if has_bonus else (0,) * state.setup.player_count
    totals = tuple(total + extra for total, extra in zip(state.totals, bonus, strict=True))
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
    return Ending(totals, bonus, ranking, tuple(why))


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


def _bonus(rounds: Sequence[PlayedRound]) -> tuple[int, ...]:
    """The bonus points by seat for finishing the most rounds with the −5 in front of them."""
    fronts = zip(*(played.fronts for played in rounds), strict=True)
    return shared_bonus([sum(isinstance(front, Front) and MINUS5 in front.cards for front in own) for own in fronts])


def shared_bonus(counts: Sequence[int]) -> tuple[int, ...]:
    """The bonus points by seat; `counts` are the rounds that each player finished with the −5 (BGA-08, R-76)."""
    most = max(counts)
    if most == 0:
        return (0,) * len(counts)
    sharers = counts.count(most)
    share = (2 * BONUS + sharers) // (2 * sharers)  # rounded half up
    return tuple(share if count == most else 0 for count in counts)
