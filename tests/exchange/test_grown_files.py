"""Files that have gone on elsewhere: what is new in them is added; where they differ from what is here, nothing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from flask import Flask

from companion.exchange import table_import
from companion.store import evenings, finished_games, game_log, game_removal, links, submissions, tables, upkeep
from companion.store.base import day_of, now
from companion.store.database import writing
from companion.store.models import AccessLink, Evening, Game, Table
from companion.store.submissions import Accepted, Submission
from tests.checked import allowed, present
from tests.evening import DUEL
from tests.exchange.imports import bring_in, everything, exported, read
from tests.started import start_game, submit_entry

PLAYS = [{"type": "play", "pile": "up1", "card": card} for card in (5, 8, 11)]


class There:
    """A table with a game of The Game in progress, and an evening of Take That."""

    def __init__(self) -> None:
        self.table, self.host = allowed(tables.create_table("Friday"))
        people = [allowed(tables.add_player(self.table, name)) for name in ("Ana", "Luis", "Zoe", "Bea")]
        self.luis = allowed(links.seat_link(people[1]))
        self.game = allowed(start_game(self.table, "the-game", people[:2], {}))
        self.play(0)
        evening = Evening(table_id=self.table.id, slug="take-that", options={"games": 1}, form="rounds", apart=[])
        evening.rounds, evening.here = [], [player.id for player in people]
        self.evening = evenings.save(evening, {"name": "Club", "day": day_of(now())}, "2026")
        self.next_round()

    def submission(self, link: AccessLink | None = None) -> Submission:
        last_row = game_log.length(self.game)
        return Submission(link or self.host, last_row, f"row {last_row}")

    def play(self, n: int, link: AccessLink | None = None) -> None:
        submit_entry(self.game, PLAYS[n], self.submission(link))

    def next_round(self) -> None:
        number = len(self.evening.rounds) + 1
        assert evenings.draw(self.evening, number) is None
        assert evenings.change(self.evening, number, "publish") is None

    def finish(self, number: int) -> Game:
        game = allowed(evenings.start_game(self.evening, number, 1))
        submit_entry(game, DUEL, Submission(self.host, 0, f"duel {number}"))
        return game


@pytest.fixture
def there(any_app: Flask) -> Iterator[There]:
    """Everything here holds on both databases."""
    with any_app.app_context():
        yield There()


def undo(there: There) -> None:
    assert isinstance(submissions.undo(there.game, there.submission()), Accepted)


def correct(there: There) -> None:
    change = [{"line": "1", "entry": {**PLAYS[0], "card": 6}}]
    assert isinstance(submissions.append_correction(there.game, change, there.submission()), Accepted)


def swap_seats(there: There) -> None:
    zoe, bea = there.table.players[2:]
    assert isinstance(
        submissions.change_settings(there.game, {"level": "expert"}, [zoe, bea], there.submission()), Accepted
    )


def invite(there: There) -> None:
    tom = allowed(tables.add_player(there.table, "Tom"))
    evenings.come_and_go(there.evening, come=[tom.id])


STEPS: dict[str, tuple[Callable[[There], object], ...]] = {
    "an entry": (lambda there: there.play(1),),
    "entries of others": (lambda there: there.play(1, there.luis), lambda there: there.play(2)),
    "undo": (undo,),
    "a correction": (correct,),
    "settings": (swap_seats,),
    "settings undone": (swap_seats, undo),
    "abandoned": (lambda there: game_removal.abandon(there.game),),
    "a game of the evening": (lambda there: there.finish(1),),
    "a round": (lambda there: there.finish(1), lambda there: there.next_round(), lambda there: there.finish(2)),
    "someone comes": (invite,),
}


def go_on(there: There, step: str) -> None:
    for do in STEPS[step]:
        do(there)


def again(there: There, raw: Any) -> Table:
    """Return the table of a file that was written before the table went on, as it was then."""
    upkeep.delete_table(there.table.id)
    return bring_in(raw).table


@pytest.mark.parametrize("step", STEPS)
def test_what_went_on_elsewhere_is_added(there: There, step: str) -> None:
    before = exported(there.table)
    go_on(there, step)
    after, starters = exported(there.table), [game.starters for game in there.table.games]
    assert after != before
    table = again(there, before)
    assert exported(table) == before
    done = bring_in(after, table)
    assert done.plan.left_out == []
    assert (exported(table), [game.starters for game in table.games]) == (after, starters)
    there_now = everything()
    for raw in (after, before):
        planned = table_import.plan(read(raw), table)
        assert (planned.changes_anything, planned.left_out) == (False, [])
    assert everything() == there_now
    summaries = finished_games.of_games(table.games)
    assert {game.n for game in table.games if game.id in summaries} == {
        n for n, game in enumerate(after["games"], 1) if game["finished_at"]
    }


def test_the_file_has_evenings_and_seasons_without_what_is_usual(there: There) -> None:
    game = there.finish(1)
    ids = {player.id: player.uuid for player in there.table.players}
    people = [*ids]
    evening = Evening(table_id=there.table.id, slug="bids", options={}, form="open", rounds=[], here=[people[0]])
    evening.is_swiss, evening.finalists, evening.points, evening.apart = True, 3, [[3, 1]], [[people[0], people[1]]]
    season = evenings.save(evening, {"name": "Open", "day": date(2020, 11, 20)}, "2025").season
    with writing():
        present(season).best, present(season).minimum = 5, 2
    raw = exported(there.table)
    (seats,) = ([ids[person] for person in at["seats"]] for at in there.evening.rounds[0]["tables"])
    assert raw["seasons"] == [{"name": "2026"}, {"name": "2025", "best": 5, "minimum": 2}]
    club: dict[str, Any] = {
        "id": there.evening.uuid,
        "name": "Club",
        "day": there.evening.day.isoformat(),
        "game": "take-that",
    }
    club |= {"form": "rounds", "options": {"games": 1}, "season": "2026", "here": [*ids.values()]}
    first: dict[str, Any] = {
        "id": evening.uuid,
        "name": "Open",
        "day": "2020-11-20",
        "game": "bids",
        "form": "open",
        "season": "2025",
    }
    first |= {"swiss": True, "finalists": 3}
    assert raw["evenings"] == [
        {**first, "points": [[3, 1]], "here": [ids[people[0]]], "apart": [[ids[people[0]], ids[people[1]]]]},
        {**club, "rounds": [{"draw": 1, "tables": [{"players": seats, "game": game.uuid}], "published": True}]},
    ]
    copy = exported(bring_in({**raw, "id": evening.uuid}).table)
    assert [each["name"] for each in copy["evenings"]] == ["Open", "Club"]


def test_a_game_deleted_here_does_not_come_back(there: There) -> None:
    before = exported(there.table)
    go_on(there, "an entry")
    after = exported(there.table)
    table = again(there, before)
    game_removal.delete(table.games[0])
    planned = table_import.plan(read(after), table)
    assert ([game.number for game in planned.file.games if game in planned.known], planned.continued) == ([1], [])
    assert not planned.changes_anything


@pytest.mark.parametrize(
    ("theirs", "ours", "reason"),
    [
        ("an entry", "undo", "game-differs"),
        ("a correction", "settings", "game-differs"),
        ("a game of the evening", "a round", "evening-differs"),
    ],
)
def test_where_both_went_on_nothing_is_changed(there: There, theirs: str, ours: str, reason: str) -> None:
    before = exported(there.table)
    go_on(there, theirs)
    after = exported(there.table)
    table = again(there, before)
    there.table, there.game = table, table.games[0]
    there.host, there.evening = present(table.links[0]), evenings.of_table(table)[0]
    go_on(there, ours)
    now_here = exported(table)
    planned = table_import.plan(read(after), table)
    assert [item.error.reasons[0].id for item in planned.left_out] == [reason]
    table_import.carry_out(planned)
    for kind in ("evenings",) if reason == "evening-differs" else ("games",):
        assert exported(table)[kind][:1] == now_here[kind][:1]
