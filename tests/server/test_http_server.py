"""The embedded server, over real connections: what is never closed, never sent, or closed again and again."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.checked import matched
from tests.phones import Phone, Server

Serve = Callable[..., Server]
Take = Callable[[Server], Phone]
STREAMS = 40  # pages that the server accepts


@pytest.fixture
def server(serve: Serve) -> Server:
    return serve(COMPANION_MAX_STREAMS=str(STREAMS), COMPANION_MAX_STREAMS_PER_LINK=str(STREAMS))


@pytest.fixture
def sockets(server: Server) -> Iterator[Callable[..., socket.socket]]:
    """Open connections; each sends what it is given and no more."""
    with ExitStack() as opened:

        def connect(sent: bytes = b"") -> socket.socket:
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            connection.sendall(sent)
            return connection

        yield connect


def received(connection: socket.socket) -> bytes:
    """Return what comes in until the other end closes the connection."""
    pieces = []
    try:
        while piece := connection.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


def stream_request(phone: Phone, game: str) -> bytes:
    cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    return f"GET {game}/events HTTP/1.1\r\nHost: {phone.host}\r\nCookie: {cookie}\r\n\r\n".encode()


def opened_stream(connection: socket.socket) -> int:
    """Return the status of a stream's response, once its first event is there."""
    start = b""
    while b"event: hello" not in start and b" 503 " not in start:
        piece = connection.recv(65536)
        assert piece, start
        start += piece
    return int(start.split()[1])


def opened_where_there_is_room(sockets: Callable[..., socket.socket], request: bytes) -> socket.socket:
    """Return the connection of a stream, once the server has noticed that others ended: long before a heartbeat."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        connection = sockets(request)
        if opened_stream(connection) == 200:
            return connection
        connection.close()
        time.sleep(0.01)
    raise AssertionError("the server does not notice that streams have ended")


def memory(server: Server) -> float:
    """Return how many MB the process of the server takes; Linux only."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        pytest.skip("only Linux says in /proc what a process takes")
    return int(matched(r"VmRSS:\s+(\d+) kB", status.read_text())[1]) / 1024


def test_streams_end_with_their_pages(server: Server, phone: Take, sockets: Callable[..., socket.socket]) -> None:
    """Three thousand pages are opened and closed, many more than there is room for, and nothing is left of them."""
    host = phone(server)
    game = host.start_game(host.create_table(), ["Ana", "Luis"])
    request, taken = stream_request(host, game), []
    for turn in range(3000 // STREAMS):
        for connection in [opened_where_there_is_room(sockets, request) for _ in range(STREAMS)]:
            connection.close()
        if turn % 25 == 24:
            taken.append(memory(server))
    assert taken[2] - taken[1] < 5, taken
    # All were noticed: there is room for as many as before, and for no more.
    for _ in range(STREAMS):
        opened_where_there_is_room(sockets, request)
    assert opened_stream(sockets(request)) == 503


def test_silent_and_endless_connections_do_not_block_others(
    server: Server, phone: Take, sockets: Callable[..., socket.socket]
) -> None:
    """More of them than the server accepts: a phone is still answered, and all of them are closed."""
    before = phone(server)
    assert before.get("/").status == 200
    head = b"POST /tables HTTP/1.1\r\nHost: x\r\n"
    silent = [sockets() for _ in range(400)]
    slow = [
        sockets(b"GET / HT"),
        sockets(b"GET / HTTP/1.1\r\nHost: x\r\nX-Endless: "),
        sockets(head + b"Content-Length: 100\r\n\r\nname="),
        sockets(head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nname="),
        sockets(head + b"Connection: upgrade\r\nContent-Length: 100\r\n\r\n"),
    ]
    silent += [sockets() for _ in range(100)]
    began = time.monotonic()
    assert phone(server).get("/").status == 200
    assert time.monotonic() - began < 30
    while time.monotonic() - began < 22:  # a byte now and then is no reason to wait longer
        for connection in slow[:2]:
            with suppress(OSError):
                connection.sendall(b"P")
        time.sleep(0.5)
    assert {received(connection) for connection in slow} == {b""}
    assert {received(connection) for connection in silent} == {b""}
    assert time.monotonic() - began < 45
    assert before.get("/").status == 200


def test_a_connection_serves_one_request_after_the_other(sockets: Callable[..., socket.socket]) -> None:
    get = b"GET /j HTTP/1.1\r\nHost: x\r\n"
    post = b"POST /tables HTTP/1.1\r\nHost: x\r\n"
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n0\r\n\r\n"
    with_length = post + b"Content-Length: 5\r\n\r\nname="
    answer = received(sockets(get + b"\r\n" + chunked + with_length + get + b"Connection: close\r\n\r\n"))
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200", b"400", b"400", b"200"]  # 400: no token


def test_a_body_that_is_too_large_is_refused_without_being_read(sockets: Callable[..., socket.socket]) -> None:
    connection = sockets(b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n" + b"x" * 70_000)
    assert received(connection).startswith(b"HTTP/1.1 413")


def test_a_malformed_request_is_logged_without_its_content(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    server = serve()  # here and not in a fixture, so that what it writes is captured
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(b"GET /l/secret-token\x01 HTTP/9.9 or so\r\n\r\n")
        assert received(connection).startswith(b"HTTP/1.1 400")
    server.end()
    noted = capfd.readouterr().err
    assert "127.0.0.1" in noted
    assert "secret-token" not in noted
