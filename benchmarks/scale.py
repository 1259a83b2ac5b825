"""What one core, several processes and several databases can handle, and whether anything is lost on the way.

    python -m benchmarks.scale [--tables 10000] [--seconds 60] [--phones 48]

Needs PostgreSQL's server programs and nginx. Starts two PostgreSQL servers with a database each, fills them with tables
that have a played game each (100 rows, written directly, since entering a million of them over HTTP takes hours), and
starts two processes on each. nginx sends each request to the database that the first character of its table's id, code
or link stands for. Then phones play through nginx as fast as they are answered. At the end every entry that was
answered must be in its database once, every row that was there before must still be there, and games must replay. Exits
with 1 if not.

Prints the limits too: entries a second, processor time of Companion and of PostgreSQL, commits a second with and
without NOTIFY, on one server and on both at once, and the bytes of an entry.
"""

from __future__ import annotations

import argparse
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
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import psycopg

from benchmarks.databases_of_scale import ROWS, existing_games, fill, plain, played_game, postgres
from tests.checked import present
from tests.phones import Phone, Server

SHARDS = ("ACDEFHJKMNP", "RTVWXY34679")
Answered = tuple[str, str, float]  # the URL of the game, the submission, the seconds until the answer
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
    """The server that phones connect to: nginx."""

    def __init__(self, port: int) -> None:
        self.port = port


@contextmanager
def proxy(servers: Sequence[Sequence[Server]], port: int) -> Iterator[ServerOnPort]:
    upstreams = [
        f"    upstream shard{n} {{ {' '.join(f'server 127.0.0.1:{server.port};' for server in group)} keepalive 64; }}"
        for n, group in enumerate(servers)
    ]
    everyone = " ".join(f"server 127.0.0.1:{server.port};" for group in servers for server in group)
    upstreams.append(f"    upstream any {{ {everyone} keepalive 64; }}")
    locations = [
        f"        location ~* ^/(t|j|l|s)/[{signs}] {{ proxy_pass http://shard{n}; }}" for n, signs in enumerate(SHARDS)
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


def play(server: Server, token: str, game: str, until: float, answers: list[Answered]) -> None:
    """Undo the last entry and enter it again, as fast as the server answers, and note each row that was accepted."""
    phone = Phone(server.url)
    phone.get(f"/l/{token}")
    last, number = played_game()["entries"][-1], ROWS
    while time.monotonic() < until:
        submission = uuid.uuid4().hex
        started = time.monotonic()
        if number % 2 == 0:
            fields = {"number": str(number), "submission": submission}
            status = phone.post(f"{game}/undo", fields, **{"X-Companion-Fragment": "1"}).status
        else:
            status = phone.submit(game, last, number, submission).status
        if status == 200:
            answers.append((game, submission, time.monotonic() - started))
            number += 1
        else:
            print("answered with", status, file=sys.stderr)
            time.sleep(0.1)
    phone.close()


def crowd(server: Server, games: Sequence[tuple[str, str]], seconds: float) -> list[Answered]:
    answers: list[Answered] = []
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=play, args=(server, *game, until, answers)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def processor_seconds(servers: Sequence[Server], databases: Sequence[int]) -> tuple[float, float]:
    """Return the processor time so far of Companion's and of PostgreSQL's processes, including those that ended."""
    companion = postgresql = 0
    processes = {server.process.pid for server in servers if server.process is not None}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:  # it ended in the meantime
            continue
        process, parent = int(path.parent.name), int(fields[1])
        if process in processes:
            companion += int(fields[11]) + int(fields[12])
        elif process in databases:
            postgresql += sum(map(int, fields[11:15]))
        elif parent in databases:
            postgresql += int(fields[11]) + int(fields[12])
    ticks = os.sysconf("SC_CLK_TCK")
    return companion / ticks, postgresql / ticks


def print_figures(
    name: str, answers: Sequence[Answered], seconds: float, before: tuple[float, float], after: tuple[float, float]
) -> None:
    times = sorted(answer[2] for answer in answers)
    middle, late = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    companion, postgresql = (1000 * (then - now) / len(answers) for now, then in zip(before, after, strict=True))
    print(
        f"{name}: {len(answers)} entries, {len(answers) / seconds:.0f} a second,"
        f" p50 {middle:.0f} ms, p99 {late:.0f} ms,"
        f" processor time for each: {companion:.1f} ms in Companion, {postgresql:.1f} ms in PostgreSQL",
        flush=True,
    )


def check(urls: Sequence[str], answers: Sequence[Answered], rows: int) -> bool:
    """Return whether every accepted entry is in the right database once, and all earlier rows are still there."""
    where: Counter[str] = Counter()
    wrong = 0
    total = 0
    for url, signs in zip(urls, SHARDS, strict=True):
        with psycopg.connect(plain(url)) as connection:
            total += present(connection.execute("SELECT count(*) FROM log").fetchone())[0]
            query = (
                "SELECT public_id, submission FROM log JOIN games ON games.id = game_id"
                " JOIN tables ON tables.id = table_id WHERE number > %s"
            )
            for public_id, submission in connection.execute(query, (ROWS,)):
                wrong += public_id[0] not in signs
                where[f"/t/{public_id}/1 {submission}"] += 1
    accepted = [f"{game} {submission}" for game, submission, _ in answers]
    lost = [key for key in accepted if where[key] != 1]
    doubled = sum(count > 1 for count in where.values())
    print(
        f"{total} rows in all, {rows} before, {len(accepted)} accepted:"
        f" lost {len(lost)}, doubled {doubled}, misplaced {wrong}"
    )
    return not lost and not doubled and not wrong and total >= rows + len(accepted)


def commits(url: str, notify: str = "", seconds: float = 4) -> float:
    """Return how many rows a second eight connections commit: without NOTIFY, or with one `within` or `after`."""
    counts = [0] * 8
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS speed (a int, b text)")
    until = time.monotonic() + seconds

    def run(n: int) -> None:
        with psycopg.connect(plain(url)) as connection:
            while time.monotonic() < until:
                connection.execute("INSERT INTO speed VALUES (1, 'entry')")
                if notify == "after":
                    connection.commit()
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


def notification_cost(url: str, number: int = 50_000) -> float:
    """Return the microseconds of processor time that a process needs to receive one notification."""
    listener = psycopg.connect(plain(url), autocommit=True)
    with listener, psycopg.connect(plain(url), autocommit=True) as other:
        listener.execute("LISTEN companion")
        query = "SELECT pg_notify('companion', n || ' 2 3') FROM generate_series(%s::int, %s) n"
        for first in range(0, number, 1000):
            other.execute(query, (first, first + 999))
        before = resource.getrusage(resource.RUSAGE_SELF)
        for count, _ in enumerate(listener.notifies(), 1):
            if count == number:
                break
        after = resource.getrusage(resource.RUSAGE_SELF)
    return 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / number


def started(stack: ExitStack, urls: Sequence[str], tables: int) -> list[list[Server]]:
    """Fill each database with its part of the tables, and start two processes on it."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    groups: list[list[Server]] = []
    for n, (url, signs) in enumerate(zip(urls, SHARDS, strict=True)):
        configuration = {"SHARD": signs, "SECRET_KEY": "of the simulation", "MAX_TABLES_PER_HOUR": "0"}
        environment = {"DATABASE_URL": url} | {f"COMPANION_{name}": value for name, value in configuration.items()}
        group = [Server(folder / str(n), environment) for _ in range(2)]
        group[0].start()  # which makes the tables
        fill(url, signs, tables // len(SHARDS))
        group[1].start()
        for server in group:
            stack.callback(server.kill)
        groups.append(group)
    return groups


def replays(server: Server, games: Sequence[tuple[str, str]]) -> bool:
    """Return whether the play pages of these games are shown."""
    phone = Phone(server.url)
    statuses: Counter[int] = Counter()
    for token, game in games:
        phone.get(f"/l/{token}")
        statuses[phone.get(game).status] += 1
    phone.close()
    print("pages of games that were shown:", dict(statuses))
    return set(statuses) == {200}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--phones", type=int, default=48)
    given = parser.parse_args()
    entries = given.tables * ROWS
    with ExitStack() as stack:
        urls, databases = zip(*(stack.enter_context(postgres()) for _ in SHARDS), strict=True)
        groups = started(stack, urls, given.tables)
        every = [server for group in groups for server in group]
        with psycopg.connect(plain(urls[0])) as connection:
            size = present(connection.execute("SELECT pg_database_size(current_database())").fetchone())[0]
        print(f"{given.tables} tables, {entries} rows; {2 * size / entries:.0f} bytes a row in PostgreSQL", flush=True)

        games = existing_games(urls, 2 * given.phones)
        alone = [game for game in games if game[1][3] in SHARDS[0]][: given.phones]
        used_by = partial(processor_seconds, every, databases)
        before = used_by()
        answers = crowd(groups[0][0], alone, given.seconds / 3)
        print_figures("one process", answers, given.seconds / 3, before, used_by())

        used = {game for game, _, _ in answers}
        games = [game for game in existing_games(urls, 3 * given.phones) if game[1] not in used][: given.phones]
        front = stack.enter_context(proxy(groups, max(server.port for server in every) + 1))
        before = used_by()
        more = crowd(front, games, given.seconds)
        print_figures("four processes, two database servers, nginx", more, given.seconds, before, used_by())
        answers += more

        phone = Phone(front.url)
        created = Counter(phone.create_table(f"New {n}")[3] in SHARDS[0] for n in range(12))
        print(f"tables created through nginx: {created[True]} in the first database, {created[False]} in the second")
        phone.close()
        is_right = check(urls, answers, entries)
        is_right &= replays(front, [*games, *existing_games(urls, 200)])
        rates = {notify or "without": round(commits(urls[0], notify)) for notify in ("", "within", "after")}
        print("commits a second, by when NOTIFY is sent:", rates)
        with ThreadPoolExecutor() as pool:
            both = pool.map(partial(commits, notify="within"), urls)
            print("on both servers at once, with NOTIFY within:", round(sum(both)))
        print(f"receiving a notification: {notification_cost(urls[0]):.1f} us of processor time")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
