"""Bids in sentences: the entries of the log, the outcome of tricks and rounds, the current result.

The page, the log, the answers to rules questions and the sheets use the same messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.entries import AGREED, Entry, agreed
from companion.core.messages import RECORD, Message, Param, Phrase, PlayerRef, Series
from companion.core.rounds import scores_of_all
from companion.games.bids.cards import DOUBLE, VALUE
from companion.games.bids.entries import Bid, Deal, Reveal, Round, SeatResult, Starter, Steal
from companion.games.bids.results import pair_of
from companion.games.bids.state import PlayedTrick, State, Trick

# Reasons why a surprising bid wins, or why nothing happens: shown with the outcome, not only under “Why?”.
SURPRISING = frozenset(
    {
        "lowest-active",
        "holder-left-out",
        "former-holder-left-out",
        "ally-left-out",
        "color-leads",
        "colors-lead",
        "all-colors-lead",
        "equals-centre-bid-wins",
        "centre-replaced",
        "unseen-card-stays",
    }
)
# The reasons shown with the outcome, beside the other effects of the trick.
NOTABLE = SURPRISING | frozenset(
    {
        "doubles",
        "doubles-nothing",
        "allied",
        "no-alliance-for-the-centre",
        "no-alliance-on-a-tie",
        "no-alliance-with-oneself",
        "steals",
        "no-theft-while-lowest",
        "nothing-to-steal",
        "lowest-from-next-turn",
        "next-turn-blind",
        "shuffled-after-the-turn",
        "unseen-card-discarded",
    }
)
_OF_ROUND = Round | Deal | Starter


def heading(before: State, entry: Entry) -> Message:
    number = before.round.number
    if isinstance(entry, _OF_ROUND):
        return Message(RECORD, "unit", {"number": number})
    if isinstance(entry, AGREED):
        return Message(RECORD, "heading-agreed")
    return Message(RECORD, "heading-trick", {"round": number, "trick": _trick_of(before, entry)})


def turn_of(before: State, entry: Entry) -> tuple[int, int] | None:
    """The round and trick of `entry`, trick 0 for what belongs to the whole round, or None for adjustments."""
    if isinstance(entry, AGREED):
        return None
    return before.round.number, 0 if isinstance(entry, _OF_ROUND) else _trick_of(before, entry)


def describe(before: State, entry: Entry) -> Message:
    match entry:
        case Bid(seat, card):
            return Message(RECORD, "log-bid", {"who": PlayerRef(seat), "card": card})
        case Reveal(card):
            return Message(RECORD, "log-reveal", {"card": card})
        case Steal(victim, card):
            owner = before.thief
            who = Phrase("log-the-thief") if owner is None else PlayerRef(owner)
            if victim is None:
                return Message(RECORD, "log-no-theft", {"who": who})
            return Message(RECORD, "log-theft", {"who": who, "card": card or "", "victim": PlayerRef(victim)})
        case Deal(removed):
            return Message(RECORD, "log-deal", {"cards": removed})
        case Starter(seat):
            return Message(RECORD, "log-starter", {"who": PlayerRef(seat)})
        case Round():
            parts = [_seat_result(seat, result) for seat, result in enumerate(entry.seats)]
            if pair := pair_of(entry.alliance):
                parts.append(Phrase("log-allies", {"who": tuple(map(PlayerRef, pair))}))
            return Message(RECORD, "log-result", {"seats": Series(tuple(parts), "; ")})
    return agreed(entry)


def outcome(before: State, after: State) -> tuple[Message, ...]:
    """The outcome of the step from `before` to `after`: a complete trick, a complete round, both or nothing."""
    if len(after.rounds) > len(before.rounds):
        played = after.rounds[-1]
        trick = trick_outcome(played.tricks[-1]) if len(before.round.tricks) < len(played.tricks) else ()
        points = Message("BID-28", "unit-scores", {"number": played.number, "scores": scores_of_all(played.scores)})
        return (*trick, points)
    if len(after.round.tricks) > len(before.round.tricks):
        return trick_outcome(after.round.tricks[-1])
    return ()


def trick_outcome(trick: PlayedTrick) -> tuple[Message, ...]:
    """Who won a complete trick and which cards, and what is surprising or new about it."""
    return (_who_won(trick), *notable(trick.why))


def trick_so_far(trick: Trick) -> tuple[Message, ...]:
    """The outcome of a trick that waits for its prize or its theft."""
    decided, why = trick.decided, notable(trick.why)
    if decided.winner is None:  # who tied turn up the card that nobody gets
        return (Message("BID-24", "trick-tied", {"who": PlayerRef(decided.next)}), *why)
    if trick.taken:
        return (_won(decided.winner, trick.taken, starts=False), *why)
    return (Message("BID-19", "trick-won-so-far", {"who": PlayerRef(decided.winner)}), *why)


def notable(why: Sequence[Message]) -> tuple[Message, ...]:
    """The reasons that are shown with the outcome."""
    return tuple([reason for reason in why if reason.id in NOTABLE])


def _trick_of(before: State, entry: Entry) -> int:
    """The number of the trick; an offered theft belongs to the one that has just ended, even after the tenth."""
    late = before.phase == "offer" and isinstance(entry, Steal)
    return len(before.round.tricks) if late else before.trick.number


def _who_won(trick: PlayedTrick) -> Message:
    starts, decided = trick.next is not None, trick.outcome
    if decided.winner is not None:
        return _won(decided.winner, trick.taken, starts)
    suffix = "-starts" if starts else ""
    if decided.end == "burnt":
        *others, burner = decided.tied
        burnt: dict[str, Param] = {"who": PlayerRef(burner)}
        if decided.is_centre_best:
            return Message("R-68", f"trick-tied-with-centre{suffix}", burnt)
        burnt |= {"others": tuple(map(PlayerRef, others)), "value": VALUE[dict(decided.bids)[burner]]}
        return Message("BID-24", f"trick-burnt{suffix}", burnt)
    who: dict[str, Param] = {"who": PlayerRef(trick.starter)} if starts else {}
    if trick.centre is not None and decided.is_centre_best:
        return Message("COL-04", f"trick-to-centre{suffix}", {**who, "card": trick.centre})
    return Message("R-25", f"trick-to-nobody{suffix}", who)


def _won(winner: int, taken: Sequence[str], starts: bool) -> Message:
    """Who wins which cards, with the points if these are just the sum of the numbers."""
    who: dict[str, Param] = {"who": PlayerRef(winner), "cards": Series(tuple(taken))}
    rule, points = "BID-22" if len(taken) > 1 else "BID-19", sum(VALUE[card] for card in taken)
    suffix = "-starts" if starts else ""
    if DOUBLE in taken or points <= 0:
        return Message(rule, f"trick-won-cards{suffix}", who)
    return Message(rule, f"trick-won{suffix}", {**who, "n": points})


def _seat_result(seat: int, result: SeatResult) -> Phrase:
    if isinstance(result.points, int):
        return Phrase("log-points", {"who": PlayerRef(seat), "n": result.points})
    if result.cards:
        return Phrase("log-cards", {"who": PlayerRef(seat), "cards": Series(result.cards)})
    return Phrase("log-no-cards", {"who": PlayerRef(seat)})
