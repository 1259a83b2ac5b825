"""PostgreSQL servers of our own, and databases on them; shared by tests and benchmarks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

# For locks, notifications, types, migrations and what happens at the same moment: the rest is alike in both.
ON_BOTH = pytest.mark.both_databases
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
# Nothing has to survive a crash of the tests, and most of their databases exist for a second.
LEAN = ("fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0", "autovacuum=off")


@contextmanager
def cluster(*settings: str) -> Iterator[str]:
    """Run a server on a socket in a temporary folder, and return the URL of its database "postgres"."""
    programs = PROGRAMS[-1].parent
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        # Root is refused by the server: an ordinary user owns the folder and runs it.
        user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        if user:
            shutil.chown(folder, "nobody")
        data = f"{folder}/data"
        run = partial(subprocess.run, check=True, capture_output=True, cwd=folder, timeout=60)
        run([*user, programs / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync"])
        options = " ".join(f"-c {setting}" for setting in ("listen_addresses=''", "max_connections=200", *settings))
        control = [*user, programs / "pg_ctl", "-D", data, "-w", "-l", f"{folder}/log"]
        run([*control, "-o", f"-k {folder} {options}", "start"])
        try:
            yield f"postgresql+psycopg://tester@/postgres?host={folder}"
        finally:
            run([*control, "-m", "immediate", "stop"])


@contextmanager
def database(cluster: str, template: str = "template1") -> Iterator[str]:
    """Make a database for the block, a copy of the one called `template`, and return its URL."""
    import psycopg

    name = f"test_{os.urandom(6).hex()}"
    plain = cluster.replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield cluster.replace("/postgres?", f"/{name}?")
    with psycopg.connect(plain, autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
