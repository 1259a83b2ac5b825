"""HTTP as the embedded server speaks it: bodies that are not read, and requests that are none."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from types import SimpleNamespace

import pytest

from companion.cli.server import Handler
from tests.phones import Server

Connect = Callable[..., socket.socket]
GET = b"GET /j HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /tables HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture
def connect(server: Server) -> Iterator[Connect]:
    """Open connections; each sends what it is given and no more."""
    with ExitStack() as opened:

        def open_connection(sent: bytes = b"") -> socket.socket:
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            connection.sendall(sent)
            return connection

        yield open_connection


def received(connection: socket.socket) -> bytes:
    """Return what comes in until the other end closes the connection."""
    pieces = []
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def statuses(responses: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1.1 (\d+)", responses)]


def test_a_connection_serves_one_request_after_the_other(connect: Connect) -> None:
    form = POST + b"Content-Length: 5\r\n\r\nname="
    connection = connect(GET + form + POST + b"\r\n" + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert statuses(received(connection)) == [200, 400, 400, 200]  # 400: no token


def test_a_body_in_pieces_is_read_and_ends_the_connection(connect: Connect) -> None:
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n0\r\n\r\n"
    assert statuses(received(connect(chunked + GET))) == [400]  # no token


@pytest.mark.parametrize("path", [b"/nowhere/import", b"/t/nowhere/import", b"/nowhere"])
def test_a_body_that_nobody_wants_is_not_waited_for(connect: Connect, path: bytes) -> None:
    connection = connect(b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n")
    assert statuses(connection.recv(100)) == [404]


@pytest.mark.parametrize("path", [b"/tables", b"/import"])
def test_a_body_that_is_too_large_is_refused_without_being_read(connect: Connect, path: bytes) -> None:
    request = b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n"
    answer = received(connect(request + b"x" * 70_000))
    assert statuses(answer) == [413]
    assert b"You sent more than can be received at once." in answer


@pytest.mark.parametrize(
    "headers",
    [
        b"",
        b"Host: x\r\nHost: y\r\n",
        b"Host: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n",
        b"Host: x\r\nContent-Length: +5\r\n",
        b"Host: x\r\nTransfer-Encoding: xchunked\r\n",
        b"Host: x\r\nTransfer-Encoding : chunked\r\n",
        b"Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n",
    ],
)
def test_a_request_that_can_be_read_in_two_ways_is_refused(connect: Connect, headers: bytes) -> None:
    assert statuses(received(connect(b"GET /j HTTP/1.1\r\n" + headers + b"\r\n"))) == [400]


def test_a_malformed_request_is_logged_without_its_content(
    serve: Callable[..., Server], capfd: pytest.CaptureFixture[str]
) -> None:
    server = serve()  # here and not in a fixture, so that what it writes is captured
    too_many = b"GET /l/secret-token HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n"
    for sent in (b"GET /l/secret-token\x01 HTTP/9.9 or so\r\n\r\n", too_many):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
            connection.sendall(sent)
            assert statuses(received(connection)) == [400]
    server.end()
    noted = capfd.readouterr().err
    assert noted.splitlines() == ["invalid request from 127.0.0.1"] * 2


def test_a_response_does_not_wait_for_an_acknowledgement() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
        connection, address = listening.accept()
        with connection, closing(Handler(connection, address, SimpleNamespace()).rfile):
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert connection.gettimeout() == 60
