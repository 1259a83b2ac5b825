"""What the pages of a table cost with ten games and with a thousand: python -m benchmarks.history"""

from __future__ import annotations

import tempfile
from time import perf_counter

from flask_migrate import upgrade

from companion.app import create_app
from companion.store import figures, tables
from companion.store.database import writing
from companion.store.models import AccessLink, Game, LogRow, db

PAGES = ("", "/history", "/history?page=2", "/statistics")
RUNS = 10


def table_with(games: int) -> AccessLink:
    """Return the host's link of a new table with so many finished games."""
    opened = tables.open_table(f"{games} games")
    assert isinstance(opened, tuple)
    table, link = opened
    people = [tables.add_player(table, name) for name in ("Ana", "Luis", "Zoë")]
    seats = [{"player": player.id, "name": player.name, "surname": ""} for player in people]
    with writing():
        for n in range(1, games + 1):
            kind, entry = "the-game", {"type": "result", "leftover": n % 40}
            game = Game(table_id=table.id, n=n, kind=kind, options={}, seats=seats)
            db.session.add(game)
            db.session.flush()
            db.session.add(LogRow(game_id=game.id, number=1, kind="report", payload=entry, submission=str(n)))
    figures.rebuild(table.id)
    return link


def main() -> None:
    app = create_app({"INSTANCE": tempfile.mkdtemp()})
    costs: dict[str, list[float]] = {page: [] for page in PAGES}
    with app.app_context():
        upgrade()
        for link in (table_with(10), table_with(1000)):
            client = app.test_client()
            client.get(f"/l/{link.token}")
            for page in PAGES:
                address = f"/t/{link.table.public_id}{page}"
                client.get(address)
                runs = []
                for _ in range(RUNS):
                    db.session.remove()
                    started = perf_counter()
                    assert client.get(address).status_code == 200
                    runs.append(perf_counter() - started)
                costs[page].append(min(runs) * 1000)
    for page, (few, many) in costs.items():
        print(f"{page or '/':16} 10 games {few:6.1f} ms   1000 games {many:6.1f} ms   x{many / few:.1f}")


if __name__ == "__main__":
    main()
