"""A game in which each player has two numbers in a round: its rules question reads them in the order declared."""

from __future__ import annotations

from typing import Any

from companion.core.counted_desk import counted_desk
from companion.core.counted_game import AskedField
from companion.core.game import Person
from companion.core.rounds import Counts, Score
from companion.core.situations import Given, History
from tests.checked import allowed
from tests.pebbles.game import Pebbles

TAKEN, LOST = (
    AskedField(name=name, label=name, within=lambda setup, number: range(6), entry=name, ask="{who}?", log="{who} {n}")
    for name in ("taken", "lost")
)


class TwoCounts(Pebbles):
    """Pebbles, but everyone also loses some."""

    FIELDS = (TAKEN, LOST)

    def score(self, setup: Any, number: int, all_counts: Any) -> list[Score]:
        return [Score(counts["taken"] - counts["lost"]) for counts in all_counts]


GAME = TwoCounts()
DESK = counted_desk(GAME)


def play(*entries: dict[str, Any]) -> History:
    """Return the history of a game of two players with these entries."""
    state, moments = allowed(GAME.start([Person("Ana"), Person("Luis")], {})), []
    for entry in entries:
        moments.append((state, entry))
        state = allowed(GAME.apply(state, entry)).state
    return History(moments, state)


def whole(*seats: Counts) -> dict[str, Any]:
    return {"type": "round", "seats": list(seats)}


def given(situation: dict[str, str]) -> Given:
    """Return a situation of two players that was read."""
    state = allowed(GAME.start([Person("Ana"), Person("Luis")], {}))
    types = {name: field.type for field in DESK.fields.values() for name in field.names(2)}
    return Given(state, "score", {name: types[name].read(text, state.setup) for name, text in situation.items()})


def test_the_order_in_the_entry_does_not_matter() -> None:
    history = play(whole({"lost": 1, "taken": 3}, {"taken": 2, "lost": 0}))
    known = DESK.situation_at(history, 0, "")
    assert known == {"round": "1", "count0": "3 1", "count1": "2 0"}
    assert DESK.changed(history, 0, given(known)) == {}
    corrected = whole({"lost": 2, "taken": 3}, {"taken": 2, "lost": 0})
    assert DESK.changed(history, 0, given(known | {"count0": "3 2"})) == {0: corrected}


def test_players_with_one_of_two_numbers_are_left_out() -> None:
    taken = [{"type": "taken", "seat": seat, "count": seat + 1} for seat in (0, 1)]
    history = play(*taken, {"type": "lost", "seat": 1, "count": 0})
    assert DESK.situation_at(history, 0, "") == {"round": "1"}
    assert DESK.situation_at(history, 2, "") == {"round": "1", "count1": "2 0"}
