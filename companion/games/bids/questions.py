"""The rules questions about Bids: the fields of a trick and of scores, and what a game in progress knows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from companion.core.entries import Entry
from companion.core.messages import N_, PlayerRef
from companion.core.numbers import number_in
from companion.core.questions import (
    NOBODY,
    CardOfPlayer,
    Cards,
    Course,
    Facts,
    Field,
    Label,
    OneNumber,
    OneOf,
    QuestionKind,
    Questions,
    Seats,
    Situation,
    TypedNumber,
    items_of,
)
from companion.core.rounds import in_order
from companion.games.bids import question_scores, question_trick
from companion.games.bids.describe import turn_of
from companion.games.bids.entries import Bid, Deal, Reveal, Round, SeatResult, Starter, Steal
from companion.games.bids.question_scores import BONUS, ROUND, TIE, situation_now
from companion.games.bids.question_state import (
    FrontCards,
    all_cards,
    black_cards,
    cards_for_fronts,
    default_player_count,
    front_text,
    implied,
    returned,
)
from companion.games.bids.setup import BIT, HAND, Setup
from companion.games.bids.state import Front, FrontOrPoints, Pair, State
from companion.games.bids.statements import WORDS

TRICKS = range(1, HAND + 1)


def bidders(situation: Situation, player_count: int) -> Sequence[Label]:
    """The players in the order of play."""
    starter = number_in(situation.get("starter"), range(player_count)) or 0
    return [(PlayerRef(seat),) for seat in in_order(starter, player_count)]


def has_thief(setup: Setup, situation: Situation) -> bool:
    return "thief" in setup.specials


def has_lowest(setup: Setup, situation: Situation) -> bool:
    """Whether the lowest bid may win: only tricks of a game, which have a number, certainly lack the card."""
    return "lowest" in setup.specials or "turn" not in situation


def has_surprise(setup: Setup, situation: Situation) -> bool:
    return "surprise" in setup.specials


def can_come_back(setup: Setup, situation: Situation) -> bool:
    """Whether the centre card may have been bid from a hand before: only a shuffle brings it back.

    Whoever has not said which special cards there are may mean a game with the shuffle card.
    """
    centre = items_of(situation.get("centre", "").upper())
    return bool(returned(centre, ())) and ("shuffle" in setup.specials or "held" not in situation)


NONE = N_("no black card")
FRONT = Field("front", N_("In front of the players"), FrontCards(cards_for_fronts, NONE), row="front", is_per_seat=True)
LOWEST_WINS = OneOf({"1": N_("the lowest"), "0": N_("the highest")}, default="0")
BLIND = OneOf({"1": N_("nothing: blind bidding"), "0": N_("a card")})

OF_TRICK = QuestionKind(
    "turn",
    N_("A trick"),
    (
        Field("lowest", N_("Which bid wins?"), LOWEST_WINS, can_be_given=has_lowest, is_setting=True),
        Field("centre", N_("In the centre"), Cards(black_cards, NONE)),
        Field("blind", N_("In the centre"), BLIND, row="given", can_be_given=has_surprise),
        Field(
            "bids",
            N_("Bids in order"),
            Cards(all_cards),
            slots=bidders,
            shortcut=(N_("The other bids are worse"), "others", "worse"),
        ),
        Field("others", N_("The other bids"), OneOf({"worse": N_("all worse")}), row="given"),
        Field(
            "prize", N_("Turned up after the bids"), Cards(black_cards, NONE), row="given", can_be_given=has_surprise
        ),
        Field(
            "held",
            N_("Already bid from hand this round"),
            Seats(nobody=N_("nobody")),
            row="offered",
            can_be_given=can_come_back,
        ),
        Field(
            "right",
            N_("The thief can still be used"),
            OneOf({"1": N_("yes"), "0": N_("no")}),
            row="given",
            can_be_given=has_thief,
        ),
        Field("steal", N_("The thief takes"), CardOfPlayer(N_("nothing")), row="given", can_be_given=has_thief),
        FRONT,
        Field("starter", N_("Who bids first?"), Seats(), row="never", is_setting=True),
        Field("turn", N_("Trick"), OneNumber(TRICKS, TRICKS), row="never", is_setting=True),
    ),
    question_trick.answer,
    pad="steal",
)
OF_ROUND = QuestionKind(
    ROUND,
    N_("A round's score"),
    (
        Field(
            "alliance",
            N_("Allies"),
            Seats(2, N_("nobody"), wrong_count="two-allies", rule="AL-01", usual=""),
            row="given",
            can_be_given=lambda setup, situation: setup.ally,
        ),
        Field(
            "robbed",
            N_("Robbed of all black cards"),
            Seats(nobody=N_("nobody"), takes_several=True, usual=""),
            row="given",
            can_be_given=has_thief,
        ),
        Field(
            "zero",
            N_("earlier rounds without black cards"),
            OneNumber(range(99), range(10)),
            row="given",
            is_per_seat=True,
        ),
        FRONT,
    ),
    question_scores.answer_round,
    in_doubt=question_scores.in_doubt,
)

POINTS = TypedNumber(range(-999, 10_000))
OF_TIE = QuestionKind(
    TIE,
    N_("A tie: who starts, who wins?"),
    (
        Field("total", N_("total points"), POINTS, row="given", is_per_seat=True),
        Field("last", N_("points in the last round"), POINTS, row="given", is_per_seat=True),
        FRONT,
    ),
    question_scores.answer_tie,
)
OF_BONUS = QuestionKind(
    BONUS,
    N_("The −5 bonus"),
    (
        Field(
            "minus", N_("rounds finished with the −5"), OneNumber(range(100), range(10)), row="given", is_per_seat=True
        ),
    ),
    question_scores.answer_bonus,
    can_be_asked=lambda setup: setup.rulings.minus5_bonus == "on",
)


def situation_at(course: Course, index: int, ask: str) -> dict[str, str]:
    """The trick or round that the entry at `index` belongs to; an unfinished round as it is now."""
    if ask in (TIE, BONUS):
        return situation_now(course, ask)
    if not course.moments:
        return _round_now(course.now) if ask == ROUND else {}
    state, entry = course.moments[index]
    if ask == ROUND or (not ask and isinstance(entry, Round)):
        number = state.round.number
        if len(course.now.rounds) < number:
            return _round_now(course.now)
        last = next(before for before, _ in reversed(course.moments) if before.round.number == number)
        played = course.now.rounds[number - 1]
        return _round(played.fronts, played.alliance, last.zero_rounds)
    trick = _trick_of(state, entry) or (state.round.number, state.trick.number)
    played = [moment for moment in course.moments if _trick_of(*moment) == trick]
    return _trick(played, trick[1]) if played else {}


def changed(course: Course, index: int, facts: Facts) -> dict[int, Entry]:
    """The entries of the trick or round at `index` that the situation would change, with its cards and seats."""
    trick = _trick_of(*course.moments[index])
    at_once = trick is not None and isinstance(course.moments[index][1], Round)
    if at_once != (facts.question == ROUND):
        return {}
    turned_up = {field: [*facts.get(field, ())] for field in ("centre", "prize")}
    entries: dict[int, Entry] = {}
    for entry_index, (before, entry) in enumerate(course.moments):
        if trick is not None and _trick_of(before, entry) == trick:
            other = _as_given(before, entry, facts, turned_up)
            if other != entry:
                entries[entry_index] = other
    return entries


def gone(course: Course, index: int) -> frozenset[str]:
    """The cards that can't be in the trick of the entry at `index`: not in the game, or seen before."""
    trick = _trick_of(*course.moments[index])
    before = next(before for before, entry in course.moments if _trick_of(before, entry) == trick)
    won = {card for front in before.round.fronts for card in front.cards}
    out = before.trick.spent | before.round.unavailable
    bits = before.setup.bits
    return frozenset(card for card in BIT if card not in bits or (bits[card] & out and card not in won))


def _trick_of(before: State, entry: Entry) -> tuple[int, int] | None:
    """What `turn_of` returns, except that `deal` and `starter` belong to the first trick."""
    if isinstance(entry, Deal | Starter):
        return before.round.number, before.trick.number
    return turn_of(before, entry)


def _as_given(before: State, entry: Entry, facts: Facts, turned_up: Mapping[str, list[str]]) -> Entry:
    """An entry as the situation gives it; for a card turned up, the next one of `turned_up`."""
    players, starter = before.setup.player_count, facts.get("starter", ())
    match entry:
        case Round(seats):  # points stay if no cards are given
            fronts = [facts.get(f"front{seat}") for seat in range(len(seats))]
            given = (SeatResult(front.cards) if front else seat for front, seat in zip(fronts, seats, strict=True))
            return Round(tuple(given), facts.get("alliance") or None)
        case Reveal() if cards := turned_up["prize" if before.phase in ("prize", "discard") else "centre"]:
            return Reveal(cards.pop(0))
        case Starter() if len(starter) == 1:
            return Starter(*starter)
        case Bid(seat) if len(starter) == 1:
            bids = zip(in_order(starter[0], players), facts.get("bids", ()), strict=False)
            return Bid(seat, dict(bids).get(seat, entry.card))
        case Steal() if facts.get("steal"):
            victim, card = facts["steal"]
            return Steal(victim, card) if card and victim in range(players) else entry
    return entry


def _round_now(state: State) -> dict[str, str]:
    return _round(state.round.fronts, state.round.alliance, state.zero_rounds)


def _round(fronts: Sequence[FrontOrPoints], alliance: Pair | None, zero_rounds: Sequence[int]) -> dict[str, str]:
    robbed = [str(seat) for seat, front in enumerate(fronts) if isinstance(front, Front) and front.is_robbed]
    return {
        "ask": ROUND,
        **{f"front{seat}": front_text(front) for seat, front in enumerate(fronts) if isinstance(front, Front)},
        **{f"zero{seat}": str(count) for seat, count in enumerate(zero_rounds)},
        "alliance": NOBODY if alliance is None else " ".join(map(str, alliance)),
        "robbed": " ".join(robbed) or NOBODY,
    }


def _trick(played: Sequence[tuple[State, Entry]], number: int) -> dict[str, str]:
    """A trick: the table before it, and what was entered in it."""
    (before, _), last = played[0], played[-1]
    fields: dict[str, list[str]] = {"centre": [], "prize": []}
    bid: dict[int, str] = {}
    for then, entry in played:
        if isinstance(entry, Reveal):
            fields["prize" if then.phase in ("prize", "discard") else "centre"].append(entry.card)
        elif isinstance(entry, Bid):
            bid[entry.seat] = entry.card
    starter = last[0].trick.starter if before.round.starter is None else before.trick.starter
    seats = in_order(starter, before.setup.player_count)
    fields["bids"] = [bid[seat] for seat in takewhile(bid.__contains__, seats)]
    held = [str(seat) for seat, card in before.round.holders if card in returned(fields["centre"], fields["prize"])]
    situation = {
        **{field: " ".join(texts) for field, texts in fields.items() if texts},
        **{f"front{seat}": front_text(front) for seat, front in enumerate(before.round.fronts)},
        "starter": str(starter),
        "lowest": str(int(before.round.lowest_wins)),
        "held": held[0] if held else NOBODY,
        "right": str(int(before.round.thief_owner is not None)),
        "turn": str(number),
    }
    if before.trick.is_blind:
        situation["blind"] = "1"
    if isinstance(last[1], Steal):
        situation["steal"] = NOBODY if last[1].seat is None else f"{last[1].seat}:{last[1].card}"
    return situation


QUESTIONS = Questions(
    questions=(OF_TRICK, OF_ROUND, OF_TIE, OF_BONUS),
    words={
        **WORDS,
        "card-already-bid": N_(
            "The %(card)s has already been bid in this trick. Choose another card, or correct that bid."
        ),
    },
    situation_at=situation_at,
    default_player_count=default_player_count,
    first_pad="players",
    implied=implied,
    changed=changed,
    gone=gone,
    newest=(N_("This trick"), N_("Last trick")),
)
