"""A server in a process of its own, and phones that talk to it over the network."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests import ROOT, samples
from tests.checked import matched


def free_port() -> int:
    """Return a port that nothing listens on, and that no connection is given while its server starts, or starts again.

    Systems give connections ports from 32768 on, and browsers refuse to talk to some below 11000.
    """
    while True:
        port = 11_000 + secrets.randbelow(20_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Server:
    """`companion serve` on a port of its own."""

    def __init__(self, instance: Path, environment: Mapping[str, str] | None = None) -> None:
        self.port = free_port()
        # A test run creates more tables, and asks for more, from its one address than people would.
        usual = {
            "COMPANION_INSTANCE": str(instance),
            "COMPANION_EXTERNAL_URL": self.url,  # phones of tests are on this machine: no other address is theirs
            "COMPANION_MAX_TABLES_PER_HOUR": "0",
            "COMPANION_MAX_COSTS_PER_MINUTE": "0",
            "COMPANION_WORKERS": "0",  # a server without them starts in half the time
        }
        self.environment = {**os.environ, **usual, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()  # a server that is being killed must be gone before the next one opens

    def command(self) -> list[str]:
        """Return what starts the server."""
        return [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(self.port)]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self._turn:
            self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(self.command(), cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL)
        patience = time.monotonic() + 60  # a busy machine is slow
        while time.monotonic() < patience:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, "the server ended before it was open"
            time.sleep(0.01)
        raise AssertionError("the server did not open within a minute")

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> int:
        """Send a signal, wait for the end of the process, and return its status: 0 if there is no process."""
        with self._turn:
            process, self.process = self.process, None
            if process is None:
                return 0
            process.send_signal(how)
            return process.wait(60)


class Answer:
    """The answer of a server."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()


class Phone:
    """A phone without a screen: keeps its cookies and its connection, and sends what board.js would."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.path = ""  # of the page that is open
        self._connection: http.client.HTTPConnection | None = None
        self._streams: list[Stream] = []

    def get(self, path: str, **headers: str) -> Answer:
        return self._follow(self._ask("GET", path, None, headers))

    def post(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """Send a form as a page does, and follow where it leads."""
        return self.post_pairs(path, [*(fields or {}).items()], **headers)

    def post_pairs(self, path: str, pairs: list[tuple[str, str]], **headers: str) -> Answer:
        """Send a form whose fields may have several values."""
        headers = {"X-CSRFToken": self._token(), "Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._follow(self._ask("POST", path, urlencode(pairs), headers))

    def _token(self) -> str:
        """Return the token of forms, which is the same in all of this phone."""
        self.token = self.token or matched(r'name="csrf-token" content="([^"]+)"', self.get("/").text)[1]
        return self.token

    def send_file(self, path: str, data: bytes) -> Answer:
        """Send a form with a file and nothing else."""
        boundary, body = encode_multipart(
            {"csrf_token": self._token(), "file": FileStorage(BytesIO(data), "table.json")}
        )
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        return self._follow(self._ask("POST", path, body, headers))

    def submit(self, game: str, entry: Any, last_row: int, submission: str | None = None) -> Answer:
        """Submit an entry as board.js does."""
        fields = {"entry": json.dumps(entry), "number": str(last_row), "submission": submission or uuid.uuid4().hex}
        return self.post(f"{game}/entries", fields, **{"X-Companion-Fragment": "1"})

    def create_table(self, name: str = "Friday") -> str:
        """Create a table and return its URL."""
        self.post("/tables", {"name": name})
        return self.path.removesuffix("/new")  # what follows first is the choice of the first game

    def start_game(self, table: str, names: list[str], kind: str = samples.ANY, **options: str | list[str]) -> str:
        """Start a game with new people, and return its URL; an option may have several values."""
        ids: list[str] = []
        for name in names:
            fields = [("game", kind), ("do", "new"), ("new-name", name), *(("player", id_) for id_ in ids)]
            page = self.post_pairs(f"{table}/new", fields)
            ids = re.findall(r'name="player" value="(\d+)"', page.text)
        lists = {name: [value] if isinstance(value, str) else value for name, value in options.items()}
        chosen = [(name, value) for name, values in lists.items() for value in values]
        fields = [("game", kind), ("do", "start"), *(("player", id_) for id_ in ids), *chosen]
        self.post_pairs(f"{table}/new", fields)
        return self.path

    def stream(self, game: str, view: str = "play") -> Stream:
        """Open the stream of a game."""
        connection = http.client.HTTPConnection(self.host, timeout=30)
        connection.request("GET", f"{game}/events?view={view}", headers={"Cookie": self._cookie()})
        stream = Stream(connection)
        self._streams.append(stream)
        return stream

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _follow(self, answer: Answer) -> Answer:
        while answer.status in (302, 303):
            answer = self._ask("GET", answer.headers["Location"], None, {})
        return answer

    def _ask(self, method: str, path: str, body: str | bytes | None, headers: Mapping[str, str]) -> Answer:
        kept = self._connection is not None
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self.host, timeout=30)
        try:
            self._connection.request(method, path, body, {"Cookie": self._cookie(), **headers})
            answer = Answer(self._connection.getresponse())
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = None
            if kept and method == "GET":  # the server had closed the connection by then: a browser opens another
                return self._ask(method, path, body, headers)
            raise
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.path = path
        return answer


class Stream:
    """The events of a game's stream but for heartbeats, each as (event, id, data)."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        self._response = connection.getresponse()
        self.status = self._response.status

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        return self

    def __next__(self) -> tuple[str, str, str]:
        while (event := self.read())[0] == "heartbeat":
            pass
        return event

    def read(self) -> tuple[str, str, str]:
        """Return the next event, which may be a heartbeat."""
        fields: dict[str, str] = {}
        data: list[str] = []
        while line := self._response.readline().decode():
            if line == "\n" and fields:
                return fields.get("event", ""), fields.get("id", ""), "\n".join(data)
            name, _, value = line.rstrip("\n").partition(":")
            if name == "data":
                data.append(value.removeprefix(" "))
            elif name:
                fields[name] = value.removeprefix(" ")
        raise StopIteration

    def close(self) -> None:
        self._response.close()
        self._connection.close()
