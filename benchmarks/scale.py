"""How far one core, several processes and several databases carry, and whether anything is lost on the way.

    python -m benchmarks.scale [--tables 10000] [--entries 1000000] [--seconds 60] [--phones 48]

Needs PostgreSQL's server programs and nginx. Makes two databases, fills them with tables of played games (as rows, since
playing a million entries over HTTP takes hours), starts two processes on each, and nginx before the four of them, which
leads each request to the database that the first sign of its table's id, code or link names. Then phones enter cards
through nginx as fast as they are answered. At the end every entry that was answered must be in its database once, every
row that was there before still be there, and games must replay. Exits with 1 if not.

Prints also what limits there are: entries a second and processor time for one process, commits a second with and without
NOTIFY, and the bytes of an entry.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.conftest import database
from tests.phones import Phone, Server

SHARDS = ("ACDEFHJKMNP", "RTVWXY34679")
ENTRIES_OF_A_GAME = 100
PROXY = """
daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
{upstreams}
    server {{
        listen 127.0.0.1:{port};
        proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host:{port};
        proxy_buffering off;
{locations}
        location / {{ proxy_pass http://shard0; }}
        location = /tables {{ proxy_pass http://any; }}
    }}
}}
"""


class ServerOnPort(Server):
    """What phones talk to: nginx."""

    def __init__(self, port: int) -> None:
        self.port = port


@contextmanager
def postgres() -> Iterator[str]:
    """Start PostgreSQL as it is shipped (fsync on) in a temporary folder."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    with tempfile.TemporaryDirectory(prefix="scale") as folder:
        user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        if user:
            shutil.chown(folder, "nobody")
        run = {"check": True, "capture_output": True, "cwd": folder}
        subprocess.run([*user, programs / "initdb", "-D", f"{folder}/data", "-U", "tester", "-A", "trust"], **run)  # type: ignore[call-overload]
        control = [*user, programs / "pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log"]
        options = f"-k {folder} -c listen_addresses='' -c max_connections=200"
        subprocess.run([*control, "-o", options, "start"], **run)  # type: ignore[call-overload]
        try:
            yield f"postgresql+psycopg://tester@/postgres?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]


@contextmanager
def proxy(servers: Sequence[Sequence[Server]], port: int) -> Iterator[ServerOnPort]:
    upstreams = [
        f"    upstream shard{n} {{ {' '.join(f'server 127.0.0.1:{server.port};' for server in group)} keepalive 64; }}"
        for n, group in enumerate(servers)
    ]
    everyone = " ".join(f"server 127.0.0.1:{server.port};" for group in servers for server in group)
    upstreams.append(f"    upstream any {{ {everyone} keepalive 64; }}")
    locations = [
        f"        location ~* ^/(t|j|l)/[{signs}] {{ proxy_pass http://shard{n}; }}" for n, signs in enumerate(SHARDS)
    ]
    with tempfile.TemporaryDirectory(prefix="nginx") as folder:
        text = PROXY.format(folder=folder, port=port, upstreams="\n".join(upstreams), locations="\n".join(locations))
        Path(folder, "conf").write_text(text, encoding="utf-8")
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program is not None, "nginx is needed"
        process = subprocess.Popen([program, "-e", f"{folder}/error.log", "-c", f"{folder}/conf"])
        try:
            time.sleep(1)
            yield ServerOnPort(port)
        finally:
            process.terminate()
            process.wait(10)


def plain(address: str) -> str:
    return address.replace("+psycopg", "")


def fill(address: str, signs: str, tables: int) -> None:
    """Put tables with a played game each into a database: The Game of five, with 100 rows of its log."""
    rounds = [{"type": "adjust", "seat": 0, "points": 1, "reason": "simulated"}] * ENTRIES_OF_A_GAME
    payload = json.dumps(rounds[0])
    with psycopg.connect(plain(address)) as connection, connection.cursor() as cursor:
        with cursor.copy("COPY tables (id,public_id,name,opened_at,code,joining,all_correct,uuid) FROM STDIN") as copy:
            for n in range(1, tables + 1):
                code = signs[n % len(signs)] + format(n, "05x").upper()
                copy.write_row(
                    (n, signs[0] + uuid.uuid4().hex[:20], f"T{n}", "2026-11-20", code, False, False, str(uuid.uuid4()))
                )
        with cursor.copy("COPY players (id,table_id,name,surname,uuid) FROM STDIN") as copy:
            for n in range(1, tables + 1):
                for seat in range(2):
                    copy.write_row((2 * n + seat, n, "AB"[seat], "", str(uuid.uuid4())))
        with cursor.copy("COPY grants (id,table_id,role,token,revoked,given_at) FROM STDIN") as copy:
            for n in range(1, tables + 1):
                copy.write_row((n, n, "host", signs[0] + f"{n:x}-{uuid.uuid4().hex[:16]}", False, "2026-11-20"))
        with cursor.copy("COPY games (id,table_id,n,kind,options,seats,started_at,uuid) FROM STDIN") as copy:
            for n in range(1, tables + 1):
                seats = [{"player": 2 * n + seat, "name": "AB"[seat], "surname": ""} for seat in range(2)]
                copy.write_row((n, n, 1, "take-that", "{}", json.dumps(seats), "2026-11-20", str(uuid.uuid4())))
        with cursor.copy("COPY log (game_id,number,kind,payload,grant_id,at,submission) FROM STDIN") as copy:
            for n in range(1, tables + 1):
                for number in range(1, ENTRIES_OF_A_GAME + 1):
                    copy.write_row((n, number, "report", payload, n, "2026-11-20", uuid.uuid4().hex))
        for name in ("tables", "players", "grants", "games"):
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")
    with psycopg.connect(plain(address), autocommit=True) as connection:
        connection.execute("ANALYZE")


def existing_games(addresses: Sequence[str], count: int) -> list[tuple[str, str]]:
    """Return the host's token and the address of so many games of the filled databases, taken in turn."""
    found = []
    for address in addresses:
        with psycopg.connect(plain(address)) as connection:
            query = "SELECT token, public_id FROM grants JOIN tables ON tables.id = table_id ORDER BY random() LIMIT %s"
            found.append([(token, f"/t/{table}/1") for token, table in connection.execute(query, (count,))])
    return [pair for pairs in zip(*found, strict=True) for pair in pairs][:count]


def play(server: Server, token: str, game: str, until: float, answers: list[tuple[str, str, float]]) -> None:
    """Enter points as fast as they are answered, and note each submission that was accepted."""
    phone = Phone(server.address)
    phone.get(f"/l/{token}")
    number = ENTRIES_OF_A_GAME
    while time.monotonic() < until:
        submission = uuid.uuid4().hex
        entry = {"type": "adjust", "seat": number % 2, "points": 1, "reason": "played"}
        started = time.monotonic()
        status = phone.report(game, entry, number, submission).status
        if status == 200:
            answers.append((game, submission, time.monotonic() - started))
            number += 1
        else:
            print("answered with", status, file=sys.stderr)
            time.sleep(0.1)
    phone.close()


def crowd(server: Server, games: Sequence[tuple[str, str]], seconds: float) -> list[tuple[str, str, float]]:
    answers: list[tuple[str, str, float]] = []
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=play, args=(server, *game, until, answers)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def processor_seconds(servers: Sequence[Server]) -> float:
    ticks = 0
    for server in servers:
        assert server.process is not None
        fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def told(name: str, answers: Sequence[tuple[str, str, float]], seconds: float, used: float) -> None:
    times = sorted(answer[2] for answer in answers)
    middle, late = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    print(
        f"{name}: {len(answers)} entries, {len(answers) / seconds:.0f} a second, p50 {middle:.0f} ms, p99 {late:.0f} ms,"
        f" {1000 * used / len(answers):.1f} ms of processor time an entry in the companion",
        flush=True,
    )


def check(addresses: Sequence[str], answers: Sequence[tuple[str, str, float]], rows: int) -> bool:
    """Tell whether every accepted entry is in the right database once, and all that was there before still is."""
    where: Counter[str] = Counter()
    wrong = 0
    total = 0
    for address, signs in zip(addresses, SHARDS, strict=True):
        with psycopg.connect(plain(address)) as connection:
            total += connection.execute("SELECT count(*) FROM log").fetchone()[0]  # type: ignore[index]
            query = (
                "SELECT public_id, submission FROM log JOIN games ON games.id = game_id"
                " JOIN tables ON tables.id = table_id WHERE number > %s"
            )
            for public_id, submission in connection.execute(query, (ENTRIES_OF_A_GAME,)):
                wrong += public_id[0] not in signs
                where[f"/t/{public_id}/1 {submission}"] += 1
    accepted = [f"{game} {submission}" for game, submission, _ in answers]
    lost = [key for key in accepted if where[key] != 1]
    doubled = sum(count > 1 for count in where.values())
    print(
        f"{total} rows in all, {rows} before, {len(accepted)} accepted: lost {len(lost)}, doubled {doubled}, misplaced {wrong}"
    )
    return not lost and not doubled and not wrong and total >= rows + len(accepted)


def commits(address: str, notify: bool, seconds: float = 4) -> float:
    """Return how many transactions a second eight connections commit, each with an insert, and NOTIFY or not."""
    counts = [0] * 8
    with psycopg.connect(plain(address), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS speed (a int, b text)")
    until = time.monotonic() + seconds

    def run(n: int) -> None:
        with psycopg.connect(plain(address)) as connection:
            while time.monotonic() < until:
                connection.execute("INSERT INTO speed VALUES (1, 'entry')")
                if notify:
                    connection.execute("SELECT pg_notify('companion', '1 2 3')")
                connection.commit()
                counts[n] += 1

    threads = [threading.Thread(target=run, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def heard(address: str, number: int = 50_000) -> float:
    """Return the microseconds of processor time that a process needs to hear one notification."""
    with (
        psycopg.connect(plain(address), autocommit=True) as listener,
        psycopg.connect(plain(address), autocommit=True) as other,
    ):
        listener.execute("LISTEN companion")
        for first in range(0, number, 1000):
            other.execute(
                "SELECT pg_notify('companion', n || ' 2 3') FROM generate_series(%s::int, %s) n", (first, first + 999)
            )
        before = resource.getrusage(resource.RUSAGE_SELF)
        for count, _ in enumerate(listener.notifies(), 1):
            if count == number:
                break
        after = resource.getrusage(resource.RUSAGE_SELF)
    return 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / number


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--phones", type=int, default=48)
    given = parser.parse_args()
    assert given.entries == given.tables * ENTRIES_OF_A_GAME, f"{ENTRIES_OF_A_GAME} entries a table"
    with ExitStack() as stack:
        cluster = stack.enter_context(postgres())
        addresses = [stack.enter_context(database(cluster)) for _ in SHARDS]
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        groups: list[list[Server]] = []
        for n, (address, signs) in enumerate(zip(addresses, SHARDS, strict=True)):
            environment = {
                "DATABASE_URL": address,
                "COMPANION_SHARD": signs,
                "COMPANION_SECRET_KEY": "of the simulation",
                "COMPANION_MAX_TABLES_PER_HOUR": "0",
            }
            groups.append([Server(folder / f"{n}", environment) for _ in range(2)])
            groups[-1][0].start()
            fill(address, signs, given.tables // len(SHARDS))
            groups[-1][1].start()
            for server in groups[-1]:
                stack.callback(server.kill)
        with psycopg.connect(plain(addresses[0])) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
            print(
                f"{given.tables} tables, {given.entries} entries; PostgreSQL: {row[0] / given.entries * 2:.0f} bytes an entry",
                flush=True,
            )  # type: ignore[index]
        every = [server for group in groups for server in group]

        games = existing_games(addresses, given.phones)
        alone = [game for game in games if game[1][3] in SHARDS[0]]
        before = processor_seconds(every)
        answers = crowd(groups[0][0], alone, given.seconds / 3)
        told("one process, one database", answers, given.seconds / 3, processor_seconds(every) - before)

        used = {game for game, _, _ in answers}
        games = [game for game in existing_games(addresses, given.phones * 3) if game[1] not in used][: given.phones]
        front = stack.enter_context(proxy(groups, every[-1].port + 1))
        before = processor_seconds(every)
        more = crowd(front, games, given.seconds)
        told("four processes, two databases, nginx", more, given.seconds, processor_seconds(every) - before)
        answers += more

        phone = Phone(front.address)
        opened = Counter(phone.open_table(f"New {n}")[3] in SHARDS[0] for n in range(12))
        print(f"tables opened through nginx: {opened[True]} in the first database, {opened[False]} in the second")
        phone.close()
        is_right = check(addresses, answers, given.entries)
        shown = Phone(front.address)
        for token, game in [*games[:20], *existing_games(addresses, 200)]:
            shown.get(f"/l/{token}")
            is_right &= shown.get(game).status == 200
        shown.close()
        print("games replay:", is_right)
        without, with_notify = commits(addresses[0], notify=False), commits(addresses[0], notify=True)
        print(
            f"PostgreSQL: {without:.0f} commits a second, {with_notify:.0f} with NOTIFY; hearing one costs {heard(addresses[0]):.1f} us"
        )
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
