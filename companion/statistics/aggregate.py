"""Many games: figures added up for each player, pair of opponents and group of cooperative games; and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from companion import games
from companion.core.figures import Figures, GameFigures, add
from companion.core.messages import Json
from companion.statistics.summary import statistics_of

FORMAT = "companion-statistics/1"
MIN_GAMES = 3  # a mean or a record from fewer games means little
MIN_RATED_GAMES = 5  # games; with fewer, a rating would mostly show luck
START, SCALE = 1000, 20  # the rating before the first game; points for each unit of openskill


class PersonKey(Struct, frozen=True, order=True):
    """A person who played.

    `namesake` tells people of the same name apart, if a table knows them to be different people.
    """

    name: str
    surname: str = ""
    namesake: int = 0


P = TypeVar("P", PersonKey, int)  # a person, or the id of a player


class Pair(Struct):
    """The results of two people who played each other: how often each was ahead, and how often neither."""

    games: int = 0
    ahead: tuple[int, int] = (0, 0)
    level: int = 0


class Aggregate(Generic[P]):
    """The figures of all games that were added."""

    def __init__(self) -> None:
        self.games = 0
        self.left_out = 0  # games that are not finished or not valid
        self.people: dict[P, dict[str, Figures]] = {}
        self.pairs: dict[tuple[str, P, P], Pair] = {}
        self.groups: dict[str, dict[tuple[int | str, ...], tuple[dict[str, int | str], Figures]]] = {}

    def add(self, game: GameFigures, people: Sequence[P]) -> None:
        self.games += 1
        kind = game.kind
        for person, figures in zip(people, game.seats, strict=True):
            by_game = self.people.setdefault(person, {})
            by_game[kind] = add(by_game[kind], figures, game.winning) if kind in by_game else figures
        if game.ranking is not None:
            self._meet(kind, game.ranking, people)
        if game.group is not None and game.together is not None:
            groups = self.groups.setdefault(game.slug, {})
            key = tuple(game.group.values())
            earlier = groups.get(key)
            groups[key] = (game.group, add(earlier[1], game.together, game.winning) if earlier else game.together)

    def _meet(self, slug: str, ranking: Sequence[Sequence[int]], people: Sequence[P]) -> None:
        place_of = {seat: place for place, seats in enumerate(ranking) for seat in seats}
        for seats in combinations(range(len(people)), 2):
            if people[seats[0]] == people[seats[1]]:
                continue
            first, second = sorted(seats, key=lambda seat: people[seat])
            pair = self.pairs.setdefault((slug, people[first], people[second]), Pair())
            better = place_of[first] < place_of[second], place_of[second] < place_of[first]
            pair.games += 1
            pair.ahead = (pair.ahead[0] + better[0], pair.ahead[1] + better[1])
            pair.level += not any(better)

    def as_json(self: Aggregate[PersonKey]) -> dict[str, Json]:
        """The `companion-statistics/1` of the games so far: only integers and texts."""
        people = sorted(self.people)
        number = {person: index for index, person in enumerate(people)}
        kinds: set[str] = {kind for by_game in self.people.values() for kind in by_game}
        order = [*games.GAMES, *sorted(kinds.difference(games.GAMES))]
        pairs = sorted(self.pairs, key=lambda key: (order.index(key[0]), number[key[1]], number[key[2]]))
        return {
            "format": FORMAT,
            "games": self.games,
            "left_out": self.left_out,
            "players": [
                {"name": key.name, "surname": key.surname, **{slug: self.people[key].get(slug) for slug in order}}
                for key in people
            ],
            "pairs": [
                {"game": slug, "players": [number[first], number[second]], **asdict(self.pairs[slug, first, second])}
                for slug, first, second in pairs
            ],
            **{
                slug: [{**group, **figures} for group, figures in self.sorted_groups(slug)]
                for slug in order
                if statistics_of(slug).IS_COOPERATIVE
            },
        }

    def sorted_groups(self, slug: str) -> list[tuple[dict[str, int | str], Figures]]:
        order = statistics_of(slug).group_order
        return sorted(self.groups.get(slug, {}).values(), key=lambda item: order(item[0]))


class Rating(Struct, frozen=True):
    """How strong someone is, from how many games."""

    points: int
    games: int


def ratings(rankings: Iterable[Sequence[Sequence[int]]]) -> dict[int, Rating]:
    """How strong everyone who has at least five of these games is, from who finished ahead of whom.

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
        person: Rating(round(START + SCALE * skill.ordinal()), played[person])
        for person, skill in skills.items()
        if played[person] >= MIN_RATED_GAMES
    }
