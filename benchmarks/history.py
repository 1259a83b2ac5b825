"""The cost of the pages of a table with forty games and with a thousand.

    python -m benchmarks.history

Some pages add up the figures of all games, most show only the newest. Exits with 1 if a page of a thousand games takes
more than 300 ms of processor time.
"""

from __future__ import annotations

import sys
import tempfile
from time import process_time

from flask.testing import FlaskClient
from flask_migrate import upgrade

from companion.app import create_app
from companion.store import finished_games, tables
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, StoredRow
from tests.checked import allowed

FEW, MANY = 40, 999  # two full pages of the history at least; and one that has not begun: a table holds a thousand
RESULT: dict[str, object] = {
    "type": "result",
    "seats": [{"twisted": 10, "cards": 15, "toads": 1}, {"twisted": 8, "points": 20}, {"twisted": 6, "points": 12}],
}
PAGES = (
    "",
    "/{last}",
    "/{next}",
    "/new",
    "/history",
    "/history?page=2",
    "/history?player={player}",
    "/history?venue=",
    "/statistics",
    "/statistics?game=take-that&player={player}",
    "/statistics/more",
    "/players/{player}",
)
RUNS = 10
AIM = 300  # ms


def table_with(games: int) -> AccessLink:
    """Return the host's link of a new table with this many finished games of two kinds, and one that has not begun."""
    table, link = allowed(tables.create_table(f"{games} games"))
    people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis", "Zoë")]
    seats = [{"player": player.id, "name": player.name, "surname": ""} for player in people]
    with writing():
        for n in range(1, games + 2):
            kind, options = "the-game", dict[str, int]()
            entry: dict[str, object] = {"type": "result", "leftover": n % 40}
            if n % 2:
                kind, options, entry = "take-that", {"games": 1}, RESULT
            game = Game(table_id=table.id, n=n, slug=kind, options=options, seats=seats)
            db.session.add(game)
            db.session.flush()
            if n <= games:
                db.session.add(StoredRow(game_id=game.id, number=1, kind="report", payload=entry, submission=str(n)))
    finished_games.forget_summaries()
    return link


def measure(client: FlaskClient, url: str) -> float:
    """Return the milliseconds of processor time that the fastest of several requests takes."""
    runs = []
    for _ in range(RUNS):
        db.session.remove()
        started = process_time()
        assert client.get(url).status_code == 200, url
        runs.append((process_time() - started) * 1000)
    return min(runs)


def main() -> int:
    """Print what each page takes, in milliseconds."""
    app = create_app({"INSTANCE": tempfile.mkdtemp()})
    costs: dict[str, list[float]] = {page: [] for page in PAGES}
    with app.app_context():
        upgrade()
        for games in (FEW, MANY):
            link = table_with(games)
            client = app.test_client()
            client.get(f"/l/{link.token}")
            places = {"last": games, "next": games + 1, "player": link.table.players[0].id}
            for page in PAGES:
                costs[page].append(measure(client, f"/t/{link.table.public_id}{page.format_map(places)}"))
    for page, (few, many) in costs.items():
        print(f"{page or '/':26} {FEW} games: {few:6.1f} ms   {MANY} games: {many:6.1f} ms")
    return 0 if all(many <= AIM for _few, many in costs.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
