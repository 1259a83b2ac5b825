"""What `benchmarks.scale` measures: PostgreSQL servers, and tables with played games in their databases."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tests.postgresql import database

ROWS = 100  # of the log of each game
EXAMPLES = Path(__file__).parents[1] / "tests" / "data" / "examples.jsonl"


@contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """Start PostgreSQL with its default settings in a temporary folder; return its process, and a database on it."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
    with tempfile.TemporaryDirectory(prefix="scale") as folder:
        user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        if user:
            shutil.chown(folder, "nobody")
        run = partial(subprocess.run, check=True, capture_output=True, cwd=folder)
        run([*user, programs / "initdb", "-D", f"{folder}/data", "-U", "tester", "-A", "trust"])
        control = [*user, programs / "pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log"]
        run([*control, "-o", f"-k {folder} -c listen_addresses='' -c max_connections=200", "start"])
        try:
            with database(f"postgresql+psycopg://tester@/postgres?host={folder}") as url:
                yield url, int(Path(folder, "data", "postmaster.pid").read_text(encoding="ascii").split()[0])
        finally:
            run([*control, "-m", "immediate", "stop"])


def plain(url: str) -> str:
    return url.replace("+psycopg", "")


def played_game() -> dict[str, Any]:
    """Return the longest game among the examples that has at most `ROWS` entries."""
    lines = [json.loads(line)["record"] for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]
    fitting = [record for record in lines if len(record.get("entries") or ()) <= ROWS and "players" in record]
    return max(fitting, key=lambda record: len(record["entries"]))


def fill(url: str, signs: str, tables: int) -> None:
    """Put tables into a database, each with a played game; its log is filled up with undo and redo."""
    record = played_game()
    rows = [("report", json.dumps(entry)) for entry in record["entries"]]
    rows += [(("undo", "redo")[n % 2], "null") for n in range(ROWS - len(rows))]
    day, options, names = "2026-11-20", json.dumps(record.get("options") or {}), [p["name"] for p in record["players"]]
    every = range(1, tables + 1)
    seats = len(names)
    with psycopg.connect(plain(url)) as connection:
        columns = "id,public_id,name,opened_at,code,is_join_code_on,players_may_correct_all,uuid"
        codes = [signs[n % len(signs)] + format(n, "05x").upper() for n in every]
        ids = [signs[0] + uuid.uuid4().hex[:20] for _ in every]
        copied(
            connection,
            "tables",
            columns,
            ((n, ids[n - 1], f"T{n}", day, codes[n - 1], False, False, str(uuid.uuid4())) for n in every),
        )
        people = ((n, seat) for n in every for seat in range(seats))
        rows_of_people = ((seats * n + seat, n, names[seat], "", str(uuid.uuid4())) for n, seat in people)
        copied(connection, "players", "id,table_id,name,surname,uuid", rows_of_people)
        tokens = ((n, n, "host", signs[0] + uuid.uuid4().hex[:20], False, day) for n in every)
        copied(connection, "links", "id,table_id,role,token,is_revoked,given_at", tokens)
        columns = "id,table_id,n,slug,options,seats,started_at,uuid"
        at = {n: json.dumps([seat_row(seats * n, seat, name) for seat, name in enumerate(names)]) for n in every}
        games = ((n, n, 1, record["game"], options, at[n], day, str(uuid.uuid4())) for n in every)
        copied(connection, "games", columns, games)
        log = ((n, number, *row, n, day, uuid.uuid4().hex) for n in every for number, row in enumerate(rows, 1))
        copied(connection, "log", "game_id,number,kind,payload,link_id,at,submission", log)
        for name in ("tables", "players", "links", "games"):
            connection.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute("ANALYZE")


def seat_row(first: int, seat: int, name: str) -> dict[str, Any]:
    return {"player": first + seat, "name": name, "surname": ""}


def copied(connection: Any, table: str, columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def existing_games(urls: Sequence[str], count: int) -> list[tuple[str, str]]:
    """Return the host's token and the URL of this many games of the filled databases, taken in turn."""
    found = []
    for url in urls:
        with psycopg.connect(plain(url)) as connection:
            query = "SELECT token, public_id FROM links JOIN tables ON tables.id = table_id WHERE name ~ '^T'"
            query += " ORDER BY random() LIMIT %s"
            found.append([(token, f"/t/{table}/1") for token, table in connection.execute(query, (count,))])
    return [pair for pairs in zip(*found, strict=True) for pair in pairs][:count]
