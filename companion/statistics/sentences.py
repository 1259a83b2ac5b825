"""One sentence about each person, to be read aloud: who beats whom, who is on a run (docs/statistics.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from companion.core.messages import N_, NN_, RECORD, Message, PlayerRef, Words
from companion.statistics.summary import GameSummary

LEAST_GAMES, LEAST_WINS, LEAST_BEATEN, LEAST_MEETINGS = 3, 2, 3, 5  # from which on there is something to say
WIN = 2  # by so much a win of a whole game weighs more than being ahead of one person

WORDS: Words = {
    "person-beaten": NN_(
        "%(who)s has beaten %(other)s %(n)s time in a row.", "%(who)s has beaten %(other)s %(n)s times in a row."
    ),
    "person-streak": NN_("%(who)s has won %(n)s game in a row.", "%(who)s has won %(n)s games in a row."),
    "person-ahead": N_("%(who)s was ahead of %(other)s in %(ahead)s of %(games)s games."),
    "person-wins": N_("%(who)s has won %(wins)s of %(games)s games."),
    "person-no-win": N_("%(who)s has played %(games)s games; the first win is still to come."),
}

WeightedSentence = tuple[float, Message]


def sentence_of_each(played: Sequence[tuple[Sequence[int], GameSummary]], people: Iterable[int]) -> dict[int, Message]:
    """Return by person the sentence with the highest weight; nobody has one from fewer than three games.

    Each of the games, oldest first, is given with its people by seat. A person is a number, the seat that messages
    refer to.
    """
    sentences = {}
    for person in people:
        own = [(seated, game, seated.index(person)) for seated, game in played if person in seated]
        if len(own) >= LEAST_GAMES:
            weighted = [*_wins(person, [seat in game.winners for _seated, game, seat in own]), *_meetings(person, own)]
            sentences[person] = max(weighted, key=lambda item: item[0])[1]
    return sentences


def run_at_end(outcomes: Sequence[bool]) -> int:
    """Return how many of the latest outcomes in a row were good."""
    return sum(1 for _ in takewhile(bool, reversed(outcomes)))


def _wins(person: int, won: Sequence[bool]) -> Iterator[WeightedSentence]:
    who = PlayerRef(person)
    streak = run_at_end(won)
    if streak >= LEAST_WINS:
        yield streak + WIN, Message(RECORD, "person-streak", {"who": who, "n": streak})
    if any(won):
        yield 0, Message(RECORD, "person-wins", {"who": who, "wins": sum(won), "games": len(won)})
    else:
        yield 0, Message(RECORD, "person-no-win", {"who": who, "games": len(won)})


def _meetings(person: int, own: Sequence[tuple[Sequence[int], GameSummary, int]]) -> Iterator[WeightedSentence]:
    """Yield what can be said of each opponent: beaten ever since, or in two of three games and more."""
    ahead: dict[int, list[bool]] = {}
    for seated, game, seat in own:
        place_of = {other: place for place, group in enumerate(game.ranking) for other in group}
        for other_seat, place in place_of.items():
            if seated[other_seat] != person:
                ahead.setdefault(seated[other_seat], []).append(place_of[seat] < place)
    for other, was_ahead in ahead.items():
        about = {"who": PlayerRef(person), "other": PlayerRef(other)}
        run, count, games = run_at_end(was_ahead), sum(was_ahead), len(was_ahead)
        if run >= LEAST_BEATEN:
            yield run, Message(RECORD, "person-beaten", {**about, "n": run})
        if games >= LEAST_MEETINGS and 3 * count >= 2 * games:
            yield count / games, Message(RECORD, "person-ahead", {**about, "ahead": count, "games": games})
