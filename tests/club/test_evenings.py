"""Evenings in the database: open ones, people who are merged or removed, what has begun, a table that is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from companion.club import seating
from companion.club.seating import History
from companion.club.standings import Standing, Tally
from companion.core.game import Refusal
from companion.store import (
    evenings,
    finished_games,
    game_log,
    game_removal,
    merges,
    players,
    submissions,
    tables,
    upkeep,
)
from companion.store.base import day_of, db, now
from companion.store.models import Evening, Game, Player, Season, Table
from companion.store.submissions import Submission
from companion.web.club import views
from companion.web.play.board import other_games
from companion.web.play.context import BoardContext
from companion.web.play.pages import Reader
from tests.checked import allowed, present
from tests.evening import DUEL
from tests.started import start_game, submit_entry

NAMES = ("Ana", "Luis", "Zoe", "Bea", "Tom", "Eva")


class Club:
    def __init__(self) -> None:
        self.table, self.host = allowed(tables.create_table("Club"))
        self.people = [allowed(tables.add_player(self.table, name)) for name in NAMES]
        self.ids = [player.id for player in self.people]

    def evening(self, form: str = evenings.ROUNDS) -> Evening:
        new = Evening(table_id=self.table.id, slug="take-that", options={"games": 1}, form=form, rounds=[], apart=[])
        new.here = [*self.ids]
        return evenings.save(new, {"name": "Friday", "day": day_of(now())}, "2026")

    def finish(self, game: Game | Refusal) -> Game:
        game = allowed(game)
        submit_entry(game, DUEL, Submission(self.host, 0, f"result {game.n}"))
        return game


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    with app.app_context():
        yield Club()


def published(club: Club) -> Evening:
    evening = club.evening()
    assert evenings.draw(evening, 1) is None
    evenings.change(evening, 1, "publish")
    return evening


def refused(started: Game | Refusal) -> Refusal | None:
    return started if isinstance(started, Refusal) else None


def reason(refused: Refusal | None) -> str:
    return present(refused).violations[0].id


def test_every_finished_game_of_the_day_counts_at_an_open_evening(club: Club) -> None:
    evening = club.evening(evenings.OPEN)
    begins = evenings.begin_of(evening.day)
    for at, started_at in enumerate((begins, now(), begins + timedelta(1), begins - timedelta(seconds=1))):
        game = club.finish(start_game(club.table, "take-that", club.people[at % 2 : at % 2 + 3], {"games": 1}))
        game.started_at = started_at
    abandoned = club.finish(start_game(club.table, "take-that", club.people[:3], {"games": 1}))
    db.session.commit()
    game_removal.abandon(abandoned)
    start_game(club.table, "bids", club.people[:3], {})
    standings = {standing.person: standing for standing in evenings.standings_of(evening)}
    assert {person: standing.games for person, standing in standings.items()} == {
        club.ids[0]: 1, club.ids[1]: 2, club.ids[2]: 2, club.ids[3]: 1,
    }  # fmt: skip
    assert {(number, standing.place) for standing in standings.values() for number in standing.parts} == {
        (0, 1), (0, 2), (0, 3), (0, 4),
    }  # fmt: skip
    finished_games.forget_summaries()
    assert {standing.person: standing for standing in evenings.standings_of(evening)} == standings


def test_nobody_is_taken_from_a_table_that_has_begun(club: Club) -> None:
    evening = published(club)
    game = club.finish(evenings.start_game(evening, 1, 1))
    seated = game.seats[0]["player"]
    other = evenings.rounds_of(evening)[0].tables[1].seats[0]
    assert isinstance(evenings.change(evening, 1, "seat", seated, other), Refusal)
    assert isinstance(evenings.change(evening, 1, "seat", seated, to=evenings.OUT), Refusal)
    evenings.change(evening, 1, "back")
    assert isinstance(evenings.change(evening, 1, "discard"), Refusal)
    assert evenings.rounds_of(evening)[0].tables[0].game == game.uuid
    assert len(evenings.standings_of(evening)) == 3


@pytest.mark.parametrize("was_entered", [False, True])
def test_a_game_in_which_nothing_is_entered_is_started_again_with_others(club: Club, was_entered: bool) -> None:
    evening = published(club)
    first = allowed(evenings.start_game(evening, 1, 1))
    if was_entered:  # at the wrong table
        submissions.undo(club.finish(first), Submission(club.host, 1, "undo"))
    one, other = (table.seats[0] for table in evenings.rounds_of(evening)[0].tables)
    assert evenings.change(evening, 1, "seat", one, other) is None
    second = allowed(evenings.start_game(evening, 1, 1))
    db.session.refresh(first)
    assert first.abandoned_at is not None
    assert (second.seats[0]["player"], second.options["dealer"], second.abandoned_at) == (other, 0, None)
    evenings.change(evening, 1, "back")
    assert evenings.draw(evening, 1) is None
    assert ([round.draw for round in evenings.rounds_of(evening)], second.abandoned_at is None) == ([2], False)
    assert [table.game for table in evenings.rounds_of(evening)[0].tables] == ["", ""]


def test_those_who_stand_best_meet_in_a_round_by_standing_and_in_the_final(club: Club) -> None:
    evening = published(club)
    for table in (1, 2):
        club.finish(evenings.start_game(evening, 1, table))
    best = [standing.person for standing in evenings.standings_of(evening)]  # two of each place at a table
    evenings.save(evening, {"form": evenings.FINAL, "is_swiss": True, "finalists": 2}, "2026")
    evenings.come_and_go(evening, go=best[:2])
    evenings.come_and_go(evening, come=best[:2])  # in another order than they stand
    assert evenings.draw(evening, 2) is None
    first, second = seats_of(evening, 2)
    assert {*best[:2]} < {*first} and {*best[4:]} < {*second}
    for finalists, seated in ((9, 4), (2, 2)):
        evenings.save(evening, {"finalists": finalists}, "2026")
        assert evenings.draw(evening, 3, is_final=True) is None
        assert [{*seats} for seats in seats_of(evening, 3)] == [{*best[:seated]}]


def test_a_round_for_nobody_is_not_drawn(club: Club) -> None:
    evening = club.evening(evenings.FINAL)
    assert reason(evenings.draw(evening, 1, is_final=True)) == "too-few-for-final"
    evening.here = club.ids[:1]
    db.session.commit()
    few = present(evenings.draw(evening, 1)).violations[0]
    assert (few.id, few.params) == ("too-few-here", {"n": 2})
    assert evenings.rounds_of(evening) == []


def seats_of(evening: Evening, number: int = 1) -> list[list[int]]:
    return [table.seats for table in evenings.rounds_of(evening)[number - 1].tables]


def test_people_who_are_merged_keep_their_seats_and_get_them_back(club: Club) -> None:
    evening = club.evening()
    evening.here = club.ids[:5]
    db.session.commit()
    evenings.draw(evening, 1)
    for one, other in ((0, 3), (5, 0), (1, 2)):
        evenings.keep_apart(evening, [club.ids[one], club.ids[other]], is_apart=True)
    evenings.keep_apart(evening, [club.ids[2], club.ids[1]], is_apart=False)
    here, apart, seats = evening.here, evening.apart, seats_of(evening)
    assert isinstance(merges.merge(club.people[0], club.people[1]), Refusal), "both sit in one round"
    assert merges.merge(club.people[0], club.people[5]) is None
    db.session.refresh(evening)
    assert set(evening.here) == {*club.ids[1:6]}
    assert evening.apart == [[club.ids[5], club.ids[3]]]
    assert merges.undo(club.table) is None
    db.session.refresh(evening)
    back = db.session.scalars(select(Player.id).where(Player.name == "Ana")).one()
    assert evening.here == [back, *here[1:]]
    assert evening.apart == [[back, apart[0][1]], [apart[1][0], back]]
    assert seats_of(evening) == [[back if id == club.ids[0] else id for id in table] for table in seats]


def test_a_player_who_is_removed_is_in_no_evening(club: Club) -> None:
    evening = published(club)
    allowed(start_game(club.table, "take-that", club.people[1:3], {}))
    assert players.remove(club.people[0]) is None
    db.session.refresh(evening)
    assert club.ids[0] not in evening.here
    assert sum(len(table.seats) for table in evenings.rounds_of(evening)[0].tables) == 5


def test_evenings_are_deleted_with_their_table_and_games_stay_without_their_evening(club: Club) -> None:
    evening = published(club)
    club.finish(evenings.start_game(evening, 1, 1))
    evenings.delete(evening)
    assert len(finished_games.of_table(club.table.id)) == 1
    published(club)
    upkeep.delete_table(club.table.id)
    for model in (Evening, Season, Table):
        assert db.session.scalar(select(func.count()).select_from(model)) == 0


def test_a_round_is_not_drawn_over_what_someone_changed_meanwhile(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, seat = club.evening(), seating.seat

    def someone_leaves(*wanted: Any) -> Any:
        evenings.come_and_go(evening, go=club.ids[:1])
        return seat(*wanted)

    with monkeypatch.context() as patch:
        patch.setattr(seating, "seat", someone_leaves)
        assert reason(evenings.draw(evening, 1)) == "evening-changed"
    assert evenings.draw(evening, 1) is None
    assert evenings.change(evening, 1, "publish") is None
    seats = evenings.rounds_of(evening)
    assert [reason(evenings.draw(evening, number)) for number in (1, 3)] == ["round-changed"] * 2
    assert evenings.rounds_of(evening) == seats


def test_what_has_happened_to_a_round_already_stays_as_it_is(club: Club) -> None:
    evening = published(club)
    assert evenings.change(evening, 1, "clock", minutes=45) is None
    rounds = evenings.rounds_of(evening)
    assert now().timestamp() < rounds[0].ends_at <= now().timestamp() + 45 * 60
    assert evenings.change(evening, 1, "stop") is None
    assert evenings.rounds_of(evening)[0].ends_at == 0
    evenings.change(evening, 1, "clock", minutes=45)
    rounds = evenings.rounds_of(evening)
    assert evenings.change(evening, 1, "publish") is None
    assert reason(evenings.change(evening, 1, "discard")) == "round-changed"
    assert evenings.rounds_of(evening) == rounds
    for _ in range(2):
        assert evenings.change(evening, 1, "back") is None
    for action in ("clock", "end"):
        assert reason(evenings.change(evening, 1, action, minutes=45)) == "round-changed", "it is a draft"
    assert [round.ends_at for round in evenings.rounds_of(evening)] == [0]
    tables = ((0, 1), (2, 1), (1, 0), (1, 3), (1, 1))  # the last is in a draft
    assert [reason(refused(evenings.start_game(evening, *at))) for at in tables] == ["round-changed"] * 5
    assert reason(evenings.change(evening, 1, "seat", club.ids[0], 0, 3)) == "round-changed"
    assert evenings.change(evening, 1, "discard") is None
    assert reason(evenings.change(evening, 1, "publish")) == "round-changed"


def test_an_open_evening_ends_with_its_day(club: Club) -> None:
    evening = club.evening(evenings.OPEN)
    assert not ended(evening)
    evening.day -= timedelta(days=1)
    assert ended(evening)
    assert evenings.current(club.table, evening.day + timedelta(1)) == evening
    assert evenings.current(club.table, evening.day + timedelta(2)) is None


def test_a_game_leads_back_to_the_evening_that_it_belongs_to(club: Club) -> None:
    evening = published(club)
    game = allowed(evenings.start_game(evening, 1, 1))
    stray = allowed(start_game(club.table, "take-that", club.people[:3], {"games": 1}))
    bids = allowed(start_game(club.table, "bids", club.people[:3], {}))
    assert [evenings.evening_of(each) for each in (game, stray, bids)] == [evening, None, None]
    whole_day = club.evening(evenings.OPEN)
    assert [evenings.evening_of(each) for each in (game, stray, bids)] == [evening, whole_day, None]
    shown = []
    for each in (game, stray):
        before = other_games(BoardContext(each, game_log.position(each), Reader()))["evening"]
        club.finish(each)
        shown.append((before, other_games(BoardContext(each, game_log.position(each), Reader()))["evening"]))
    assert shown == [(None, {"id": one.id, "is_open": one is whole_day}) for one in (evening, whole_day)]


def test_a_draw_knows_the_other_rounds_and_the_other_evenings_of_its_season(club: Club) -> None:
    first, second = published(club), club.evening()
    evenings.come_and_go(second, go=club.ids[:1])
    assert evenings.draw(second, 1) is None
    tables = [[*map(tuple, seats_of(evening))] for evening in (first, second)]
    assert evenings.history(first, 1) == History([], [], [])
    assert evenings.history(second, 2) == History([tuple(tables[1])], [], [*map(list, tables[0])])
    second.day -= timedelta(1)
    other = present(evenings.save(second, {}, "2025").season)
    assert evenings.history(second, 1) == History([], [], [])
    times = [(season.id, season.begin) for season in evenings.season_times(club.table)]
    assert times == [(first.season_id, evenings.begin_of(first.day)), (other.id, evenings.begin_of(second.day))]
    assert [season.end - season.begin for season in evenings.season_times(club.table)] == [timedelta(1)] * 2


def ended(evening: Evening) -> bool:
    return views.is_ended(evening, views.rounds_of(evening, {}))


def test_only_who_ties_is_told_what_decided(app: Flask) -> None:
    def standing(person: int, points: int, wins: int = 0, seconds: int = 0) -> Standing:
        return Standing(person, person, Tally(Fraction(points), wins, seconds), {})

    with app.test_request_context():
        standings = [standing(1, 9, 2), standing(2, 7, 1, 1), standing(3, 7, 1, 0), standing(4, 5), standing(5, 5)]
        assert views.tie_breaks(standings) == {2: "Second places: 1", 3: "Second places: 0"}
        assert not views.tie_breaks([standing(1, 7, 1), standing(2, 7, 2)]), "the final decided"
