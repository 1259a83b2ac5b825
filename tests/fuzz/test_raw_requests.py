"""Requests of any bytes, sent to a real server: no error of ours, no traceback, and nobody waits."""

from __future__ import annotations

import socket
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.checked import present
from tests.fuzz.conftest import PHASES, SECONDS, Fuzz
from tests.phones import Server
from tests.server import test_connections

REQUESTS = 100
METHODS = st.sampled_from([b"GET", b"POST", b"HEAD", b"OPTIONS"]) | st.binary(max_size=6)
WORDS = st.sampled_from(
    [b"GET", b"POST", b"HEAD", b"/", b"/rules?", b"/t/", b"/import", b"/static/", b"/j/", b"/healthz"]
)
MARKS = st.sampled_from([b" ", b"?", b"=", b"&", b"/", b"//", b"%", b"%ff", b"%00", b"..", b"#", b"http://x", b"*"])
TARGETS = st.lists(WORDS | MARKS | st.binary(max_size=5), max_size=8).map(b"".join)
VERSIONS = st.sampled_from([b"HTTP/1.1", b"HTTP/1.0", b""]) | st.binary(max_size=9)
NAMES = st.sampled_from(
    [
        *(b"Host", b"Cookie", b"Content-Length", b"Content-Type", b"Transfer-Encoding", b"Connection", b"Expect"),
        *(b"Accept-Language", b"Accept-Encoding", b"Referer", b"If-None-Match", b"Last-Event-ID", b"X-Forwarded-For"),
        *(b"X-Companion-Fragment", b"X\xff", b""),
    ]
)
VALUES = st.binary(max_size=12) | st.sampled_from(
    [
        *(b"chunked", b"close", b"keep-alive", b"upgrade", b"100-continue", b"-1", b"7", b"a:b@c", b"de-DE;q=x"),
        *(b"companion=\xff", b"multipart/form-data; boundary=b", b"application/x-www-form-urlencoded", b"9" * 30),
    ]
)
BODIES = st.binary(max_size=20) | st.sampled_from([b"5\r\nname=\r\n0\r\n\r\n", b"ffffffffffffffff\r\n", b"--b\r\n\r\n"])


@pytest.mark.timeout(0)
def test_no_bytes_are_an_error_of_the_server(
    serve: Callable[..., Server], capfd: pytest.CaptureFixture[str], fuzz: Fuzz
) -> None:
    server, requests = serve(), count()

    @settings(max_examples=REQUESTS, phases=PHASES)
    @given(METHODS, TARGETS, VERSIONS, st.lists(st.tuples(NAMES, VALUES), max_size=3), BODIES)
    def check(method: bytes, target: bytes, version: bytes, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        line = b" ".join((method, b"/" + target, version))
        sent = b"\r\n".join([line, b"Host: x", *(name + b": " + value for name, value in headers), b"", body])
        next(requests)
        used = processor_seconds(server)
        assert all(status < 500 for status in statuses(server, sent)), sent
        assert processor_seconds(server) - used <= SECONDS, sent

    fuzz(check, lambda: next(requests))
    assert server.end() == 0
    logged = {*capfd.readouterr().err.splitlines()}
    assert logged <= {"invalid request from 127.0.0.1"}, logged


def statuses(server: Server, sent: bytes) -> list[int]:
    """Return the statuses of all responses to these bytes, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        return test_connections.statuses(test_connections.received(connection))


def processor_seconds(server: Server) -> float:
    """Return the processor time that the server has used: what passes on a clock depends on other programs.

    Only Linux says it; elsewhere it is 0.
    """
    times = Path(f"/proc/{present(server.process).pid}/schedstat")
    return int(times.read_text().split()[0]) / 1e9 if times.exists() else 0.0
