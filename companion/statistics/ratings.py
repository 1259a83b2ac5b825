"""Ratings: how strong a player is, from who finished ahead of whom in the games of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

MIN_RATED_GAMES = 5  # games; with fewer, a rating would mostly show luck
START, SCALE = 1000, 20  # the rating before the first game; points for each unit of openskill


def ratings(rankings: Iterable[Sequence[Sequence[int]]]) -> dict[int, int]:
    """Return the rating of everyone who has at least five of these games.

    Each game is given as groups of people, best first, and the games in the order in which they were played. People in
    the same group share a place.
    """
    # Only the pages that show ratings wait for it.
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    skills: dict[int, PlackettLuceRating] = {}
    played: Counter[int] = Counter()
    for ranking in rankings:
        place_of = {person: float(place) for place, group in enumerate(ranking) for person in group}
        if len(place_of) < 2:
            continue
        teams = [[skills.get(person) or model.rating()] for person in place_of]
        rated = model.rate(teams, ranks=list(place_of.values()))
        for person, team in zip(place_of, rated, strict=True):
            skills[person] = team[0]
            played[person] += 1
    return {
        person: round(START + SCALE * skill.ordinal())
        for person, skill in skills.items()
        if played[person] >= MIN_RATED_GAMES
    }
