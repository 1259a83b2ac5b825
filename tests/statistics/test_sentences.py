"""One sentence about each person: which one it is, and from which games."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.core.figures import GameFigures
from companion.core.translator import Translator
from companion.statistics.sentences import WORDS, sentence_of_each
from companion.statistics.summary import GameSummary

NAMES = ("Ida", "Emil", "Mia")
IDA, EMIL, MIA = range(3)

Played = tuple[list[int], GameSummary]


def game(*groups: Sequence[int] | int) -> Played:
    """Return a game with a ranking: people, the best first; those in a group share a place."""
    order = [(group,) if isinstance(group, int) else tuple(group) for group in groups]
    people = [person for group in order for person in group]
    seat = {person: number for number, person in enumerate(people)}
    ranking = tuple(tuple(seat[person] for person in group) for group in order)
    return people, summary(len(people), [*ranking[0]], ranking)


def together(*people: int, won: bool = False) -> Played:
    """Return a cooperative game."""
    return [*people], summary(len(people), [*range(len(people))] if won else [])


def summary(count: int, winners: list[int], ranking: tuple[tuple[int, ...], ...] | None = None) -> GameSummary:
    figures = GameFigures("bids" if ranking else "the-game", tuple({} for _ in range(count)), ranking)
    return GameSummary(figures, "", [0] * count, [], winners, [], [], [{} for _ in range(count)], [])


def sentences(*played: Played) -> dict[str, str]:
    found = sentence_of_each(played, range(len(NAMES)))
    return {NAMES[person]: Translator(WORDS, NAMES)(message) for person, message in found.items()}


def test_who_has_beaten_somebody_since_they_last_lost_to_them() -> None:
    found = sentences(game(EMIL, IDA), *[game(IDA, EMIL), game(MIA, IDA, EMIL)] * 2, game(MIA, IDA, EMIL))
    assert found["Ida"] == "Ida has beaten Emil 5 times in a row."


def test_a_tie_ends_a_run() -> None:
    found = sentences(*[game(IDA, EMIL)] * 3, game((IDA, EMIL)))
    assert found["Ida"] == "Ida has won 4 games in a row."
    assert sentences(*[game(MIA, IDA, EMIL)] * 3, game(MIA, (IDA, EMIL)))["Ida"].startswith("Ida has played 4 games")


def test_the_most_remarkable_run_is_told() -> None:
    found = sentences(*[game(MIA, IDA, EMIL)] * 2, *[game(IDA, EMIL)] * 2)
    assert found["Ida"] == "Ida has won 2 games in a row."
    found = sentences(*[game(MIA, IDA, EMIL)] * 4, *[game(IDA, EMIL)] * 2)
    assert found["Ida"] == "Ida has beaten Emil 6 times in a row."


def test_who_is_mostly_ahead_of_somebody() -> None:
    found = sentences(*[game(MIA, IDA, EMIL)] * 4, game(MIA, EMIL, IDA))
    assert found["Ida"] == "Ida was ahead of Emil in 4 of 5 games."


def test_without_anything_remarkable_the_wins_are_counted() -> None:
    found = sentences(game(IDA, EMIL), game(EMIL, IDA), game(EMIL, IDA), game(IDA, EMIL), game(EMIL, IDA))
    assert found == {"Ida": "Ida has won 2 of 5 games.", "Emil": "Emil has won 3 of 5 games."}


@pytest.mark.parametrize(("won", "told"), [(1, "Mia has won 1 of 3 games."), (0, "Mia has played 3 games;")])
def test_games_won_together_are_counted_as_wins(won: int, told: str) -> None:
    played = [together(MIA, IDA, won=number < won) for number in range(3)]
    assert sentences(*played)["Mia"].startswith(told)


def test_two_games_are_too_few() -> None:
    assert sentences(*[game(IDA, EMIL)] * 2) == {}
