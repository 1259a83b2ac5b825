"""Days are counted where the table is, and a host can date a game that was entered afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import ConfigurationError
from companion.store import evenings, game_log, tables
from companion.store.base import day_of
from companion.store.database import writing
from companion.store.models import Evening, Game, Table
from companion.store.submissions import Submission
from tests import samples
from tests.checked import allowed, present
from tests.evening import DUEL
from tests.started import start_game, submit_entry
from tests.web.pages import Visitor, table_of

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system has no tzset")
SATURDAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def los_angeles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An application with this time zone was created: it holds for the whole process."""
    monkeypatch.setenv("TZ", "UTC")
    create_app({"INSTANCE": str(tmp_path), "TIME_ZONE": "America/Los_Angeles"})
    yield
    monkeypatch.undo()
    time.tzset()


def started(table: Table, *times: datetime) -> list[Game]:
    people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis", "Zoe")]
    found = [allowed(start_game(table, "take-that", people, {"games": 1})) for _at in times]
    with writing():
        for game, at in zip(found, times, strict=True):
            game.started_at = at
    return found


def test_an_evening_in_los_angeles_is_one_evening(app: Flask) -> None:
    with app.app_context():
        table, _host = allowed(tables.create_table("Club"))
        times = [datetime(2026, 11, 28, *at, tzinfo=UTC) for at in ((3, 30), (4, 30), (5, 10), (9, 5))]
        games = started(table, *times)
        assert [day_of(game.started_at) for game in games] == [date(2026, 11, 27)] * 4
        evening = Evening(table_id=table.id, slug="take-that", options={}, form=evenings.OPEN, rounds=[], apart=[])
        for day, count in ((27, 4), (28, 0)):
            saved = evenings.save(evening, {"name": "Friday", "day": date(2026, 11, day)}, "")
            assert len(evenings.played(saved)) == count


@pytest.mark.parametrize("name", ["Los Angeles", "America", "/etc/passwd", 5, "../../x"])
def test_an_impossible_time_zone_is_refused(tmp_path: Path, name: object) -> None:
    with pytest.raises(ConfigurationError, match="TIME_ZONE"):
        create_app({"INSTANCE": str(tmp_path), "TIME_ZONE": name})


@pytest.mark.parametrize(
    ("hours", "minutes"),
    [
        ([1], 60),
        ([0.5, 1, 70], 60),
        ([1, 16, 16.25], 75),
        ([1 + 7 * 24, 1.5 + 7 * 24], 90),
        ([1 - 24], 60),
        ([6], 0),
        ([], 0),
    ],
    ids=["played", "ended days later", "again in the morning", "dated back", "dated later", "only entered", "empty"],
)
def test_minutes_leave_out_nights(hours: Sequence[float], minutes: int) -> None:
    game = Game(started_at=datetime(2026, 10, 2, 20, tzinfo=UTC))
    times = [game.started_at + timedelta(hours=hour) for hour in hours]
    assert game.minutes_until(game_log.end_of_play(game.started_at, times)) == minutes


def test_a_host_dates_a_new_game_and_a_finished_one(visitor: Visitor) -> None:
    form = visitor.seat(samples.ANY, "Ana", "Luis")
    refused = form.press("do=start", day="21.11.2026")
    assert (refused.status, bool(refused.root.all("p", id="day-wrong"))) == (422, True)
    game = form.press("do=start", day=SATURDAY.isoformat())
    history = f"{table_of(game).url}/history"
    assert "21 Nov 2026" in visitor.get(history).text
    settings = visitor.get(f"{game.url}/settings")
    assert settings.press("do=save", day="").status == 422
    assert settings.press("do=save", day="2019-12-31").url == game.url
    assert "31 Dec 2019" in visitor.get(history).text


def test_a_date_keeps_the_time_unless_it_belongs_to_the_evening_before(app: Flask) -> None:
    with app.app_context():
        table, _host = allowed(tables.create_table("Friday"))
        late, night = started(table, *(datetime(2026, 11, 28, hour, 30, tzinfo=UTC) for hour in (5, 9)))
        with writing():
            for game in (late, night):
                tables.set_day(game, SATURDAY)
        assert late.started_at == datetime(2026, 11, 22, 5, 30, tzinfo=UTC)
        assert night.started_at == datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
        assert night.day == SATURDAY


def test_the_games_of_an_evening_have_its_date(app: Flask) -> None:
    with app.app_context():
        table, host = allowed(tables.create_table("Club"))
        people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis", "Zoe")]
        evening = Evening(table_id=table.id, slug="take-that", options={"games": 1}, form=evenings.ROUNDS, apart=[])
        evening.here, evening.rounds = [player.id for player in people], []
        evenings.save(evening, {"name": "Saturday", "day": SATURDAY}, "")
        assert evenings.draw(evening, 1) is None
        evenings.change(evening, 1, "publish")
        game = allowed(evenings.start_game(evening, 1, 1))
        assert day_of(game.started_at) == SATURDAY
        submit_entry(game, DUEL, Submission(host, 0, "result"))
        end = present(game_log.finished_at(game, game_log.position(game)))
        assert timedelta(0) < end - game.started_at < timedelta(minutes=1), "it is not a week long"
        evenings.move(evening, SATURDAY + timedelta(1))
        assert day_of(game.started_at) == evening.day == SATURDAY + timedelta(1)
