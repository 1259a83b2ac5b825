"""How a game is won and when it ends: one declaration, which everything that compares results reads."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.core.figures import add, extent
from companion.core.messages import PlayerRef
from companion.core.rounds import HIGHEST, Winning
from companion.core.translator import Translator
from companion.exchange import bg_stats
from companion.games import record
from companion.statistics.aggregate import MIN_GAMES
from companion.statistics.highlights import highlights_of
from companion.store import finished_games
from companion.store.models import Table
from companion.web.history import figure_rows, records
from tests import samples
from tests.checked import decoded
from tests.evening import instance, start, submit, table, template
from tests.examples import recorded
from tests.pebbles.game import Pebbles

__all__ = ["instance", "table", "template"]

LOWEST = Winning(lowest=True, total=10)
ROUNDS = ([1, 2, 4], [1, 3, 2], [5, 2, 0], [4, 1, 2])  # what Ana, Luis and Zoë take


@pytest.fixture
def lowest(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pebbles in which the fewest win, and which ends when someone has ten."""
    monkeypatch.setattr(Pebbles, "winning", lambda self, setup: LOWEST)
    monkeypatch.setattr(Pebbles, "score", lambda self, setup, number, counts: [seat["taken"] for seat in counts])
    with samples.invented("pebbles"):
        yield


@pytest.mark.parametrize(
    ("winning", "totals", "ranking"),
    [
        (HIGHEST, [3, 5, 3], ((1,), (0, 2))),
        (LOWEST, [3, 5, 3], ((0, 2), (1,))),
        (LOWEST, [-3, 0, 4], ((0,), (1,), (2,))),
    ],
)
def test_the_best_total_comes_first(winning: Winning, totals: list[int], ranking: Any) -> None:
    assert winning.ranking(totals) == ranking


@pytest.mark.parametrize(
    ("winning", "rounds", "totals", "ends"),
    [
        (Winning(rounds=2), 1, [1, 2], False),
        (Winning(rounds=2), 2, [3, 4], True),
        (Winning(total=10), 1, [9, 9], False),
        (Winning(total=10), 2, [3, 10], True),
        (Winning(rounds=1, total=10), 1, [9, 9], True),
        (Winning(), 99, [99, 99], False),
        (Winning(total=10), 0, [0, 0], False),
    ],
)
def test_a_game_ends_after_its_rounds_or_with_a_total(winning: Winning, rounds: int, totals: Any, ends: bool) -> None:
    assert winning.ends(rounds, totals) == ends


@pytest.mark.parametrize("most", [12, 99])
@pytest.mark.parametrize("last", [{"type": "adjust", "seat": 0, "points": 9, "reason": "x"}, None])
def test_points_from_outside_a_round_end_a_game_too(most: int, last: Any) -> None:
    """Ana has 3 points and gets 9, or has brought 9 along and scores 3."""
    before = {"type": "before", "points": [9, 0]}
    of_round = {"type": "round", "seats": [{"points": 3}, {"points": 1}]}
    entered = [of_round, last] if last else [before, of_round]
    game = record.parse(recorded("any-game", samples.NAMES[:2], entered, {"points": most})).replay()
    assert game.state.totals == (12, 1)
    assert (game.refusal, game.state.is_over) == (None, most == 12)


def test_the_best_of_two_extents_is_that_of_the_game() -> None:
    assert add(extent(3), extent(7), LOWEST) == {"sum": 10, "best": 3, "worst": 7}
    assert add(extent(3), extent(7), HIGHEST) == extent(3, 7) == {"sum": 10, "best": 7, "worst": 3}


def entries() -> list[dict[str, Any]]:
    return [{"type": "round", "seats": [{"taken": count} for count in taken]} for taken in ROUNDS]


@pytest.mark.usefixtures("lowest")
def test_a_game_with_an_open_number_of_rounds_says_which_one_it_is_and_who_has_fewest() -> None:
    game = record.parse(recorded("pebbles", samples.NAMES, [])).replay()
    say = Translator(game.rules.WORDS, samples.NAMES)
    assert say(game.rules.headline(game.state)) == "Round 1"
    for entry in entries()[:3]:
        game.push(decoded(game.rules, entry))
    assert say(game.rules.headline(game.state)) == "Round 4, Zoë leads with 6 points"
    game.push(decoded(game.rules, entries()[3]))
    assert game.prompt is None
    assert say(game.rules.headline(game.state)) == "Luis and Zoë share the win with 8 points"


@pytest.mark.usefixtures("lowest")
def test_what_compares_finished_games_knows_that_the_fewest_win(app: Flask, table: Table) -> None:
    people = sorted(table.players, key=lambda player: player.name)
    for _ in range(MIN_GAMES):
        game = start(table, "pebbles", people, {})
        for entry in entries():
            submit(game, entry, None)
    played = finished_games.of_table(table.id, "pebbles")
    assert played[0].summary.ranking == ((1, 2), (0,))
    assert figure_rows.aggregate_of(played).people[people[0].id]["pebbles"]["total"]["best"] == 11
    assert bg_stats.link_data(played[0])["game"]["highestWins"] is False
    with app.test_request_context():
        rows = {row.label: row.value for row in records.records(played, table.player_names)}
    assert (rows["Biggest win"], rows["Best round"]) == ("by 3", "0")
    (comeback,) = (each for each in highlights_of("pebbles", played[0].summary) if each.id == "highlight-round")
    assert comeback.params == {"who": (PlayerRef(2),), "round": 3, "n": 0}
