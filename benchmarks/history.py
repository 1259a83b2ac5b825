"""The cost of the pages of a table with forty games and with a thousand.

    python -m benchmarks.history

Some pages show all games, most only the newest. `first` is the first request after a game has ended, for which the
figures of all games are added up; `again` is a later one. Exits with 1 if a later request takes more than twice as long
with a thousand games.
"""

from __future__ import annotations

import sys
import tempfile
from time import perf_counter

from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade

from companion.app import create_app
from companion.store import finished_games, tables
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, StoredRow
from tests.checked import allowed

FEW, MANY = 40, 999  # two full pages of the history at least; and one that has not begun: a table holds a thousand
PAGES = (
    "",
    "/{last}",
    "/{next}",
    "/new",
    "/history",
    "/history?page=2",
    "/history?player={player}",
    "/statistics",
    "/players/{player}",
)
RUNS = 10
AIM = 2.0


def table_with(games: int) -> AccessLink:
    """Return the host's link of a new table with this many finished games, and one that has not begun."""
    table, link = allowed(tables.create_table(f"{games} games"))
    people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis", "Zoë")]
    seats = [{"player": player.id, "name": player.name, "surname": ""} for player in people]
    with writing():
        for n in range(1, games + 2):
            kind, entry = "the-game", {"type": "result", "leftover": n % 40}
            game = Game(table_id=table.id, n=n, slug=kind, options={}, seats=seats)
            db.session.add(game)
            db.session.flush()
            if n <= games:
                db.session.add(StoredRow(game_id=game.id, number=1, kind="report", payload=entry, submission=str(n)))
    finished_games.rebuild()
    return link


def measure(app: Flask, client: FlaskClient, url: str) -> tuple[float, float]:
    """Return the milliseconds of the first request after a game ended, and of the fastest of those that follow."""
    runs = []
    for number in range(RUNS):
        if number == 0:
            app.extensions.pop("companion.figures", None)
        db.session.remove()
        started = perf_counter()
        assert client.get(url).status_code == 200, url
        runs.append((perf_counter() - started) * 1000)
    return runs[0], min(runs[1:])


def main() -> int:
    """Print what each page takes, in milliseconds."""
    app = create_app({"INSTANCE": tempfile.mkdtemp()})
    costs: dict[str, list[tuple[float, float]]] = {page: [] for page in PAGES}
    with app.app_context():
        upgrade()
        for games in (FEW, MANY):
            link = table_with(games)
            client = app.test_client()
            client.get(f"/l/{link.token}")
            places = {"last": games, "next": games + 1, "player": link.table.players[0].id}
            for page in PAGES:
                url = f"/t/{link.table.public_id}{page.format_map(places)}"
                client.get(url)  # compiles templates
                costs[page].append(measure(app, client, url))
    good = True
    for page, ((_, few), (first, many)) in costs.items():
        good &= many <= AIM * few
        of_many = f"{MANY} games: again {many:6.1f} ms, ratio {many / few:.1f}, first {first:6.1f} ms"
        print(f"{page or '/':26} {FEW} games: {few:6.1f} ms   {of_many}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
