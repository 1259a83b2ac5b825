"""Running Companion for others: what it prints and logs, where its data is, and how it is monitored."""

from __future__ import annotations

import io
import logging
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import ifaddr
import pytest
from flask import Flask
from flask.testing import FlaskClient
from platformdirs.windows import Windows

from companion import app as application
from companion.app import create_app
from companion.cli.server import announce
from companion.config import ConfigurationError
from companion.network import UNREACHABLE
from companion.web import access
from tests import ROOT
from tests.phones import free_port

# ---- What the start says


class Terminal(io.TextIOWrapper):
    """A terminal with a code page."""

    def __init__(self, encoding: str) -> None:
        self.written = io.BytesIO()
        super().__init__(self.written, encoding=encoding, errors="replace")

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        return self.written.getvalue().decode(self.encoding)


@pytest.mark.parametrize(
    ("encoding", "has_code"), [("utf-8", True), ("cp437", True), ("cp1252", False), ("ascii", False)]
)
def test_a_qr_code_is_shown_where_it_can_be(
    app: Flask, monkeypatch: pytest.MonkeyPatch, encoding: str, has_code: bool
) -> None:
    terminal = Terminal(encoding)
    monkeypatch.setattr(sys, "stdout", terminal)
    announce(app, "192.0.2.7", 8000)
    _head, urls, *code, _end = terminal.shown().split("\n\n")
    assert urls == "    http://192.0.2.7:8000/"
    modules = 25 + 2 * 2  # with a border; a line of text is two of them high
    assert [{*map(len, part.splitlines())} for part in code] == [{modules}] * has_code
    assert [len(part.splitlines()) for part in code] == [(modules + 1) // 2] * has_code


@pytest.mark.parametrize(
    ("host", "opened", "shown"),
    [
        ("127.0.0.1", ["localhost:8000/"], ["    http://localhost:8000/"]),
        ("2001:db8::1", ["[2001:db8::1]:8000/", "on any phone"], ["    http://[2001:db8::1]:8000/"]),
        (
            "0.0.0.0",
            ["192.168.1.2:8000/", "on any phone"],
            ["    http://192.168.1.2:8000/", "    http://10.8.0.2:8000/   (VPN or virtual network)"],
        ),
    ],
)
def test_output_that_is_not_a_terminal_says_what_to_open_and_where_the_data_is(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    opened: list[str],
    shown: list[str],
) -> None:
    ips = [ifaddr.IP(ip, prefix, "") for ip, prefix in (("10.8.0.2", 32), ("192.168.1.2", 24))]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [ifaddr.Adapter("", "", ips)])
    announce(app, host, 8000)
    url, *anywhere = opened
    head, blank, *lines = capsys.readouterr().out.splitlines()
    assert ("on any phone" in head, blank) == (bool(anywhere), "")
    assert lines == [
        *shown,
        "",
        *([] if anywhere else [UNREACHABLE]),
        f"If a phone can't reach it: http://{url}reach",
        f"Your data is in {app.instance_path}/companion.sqlite3. To copy it: companion backup FILE",
        "Stop it with Ctrl-C.",
    ]


def test_the_url_of_a_postgres_is_printed_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("psycopg")
    url = "postgresql://ana:secret@db.example/companion"
    announce(create_app({"INSTANCE": str(tmp_path), "SQLALCHEMY_DATABASE_URI": url}), "192.0.2.7", 8000)
    said = capsys.readouterr().out
    assert "db.example/companion" in said
    assert "secret" not in said


@pytest.mark.parametrize("config", [{"EXTERNAL_URL": "https://cards.example.org"}])
def test_the_url_of_the_setting_is_the_one_that_is_printed(
    app: Flask, config: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    announce(app, "0.0.0.0", 8000)
    assert {*re.findall(r"https?://[^/]+/", capsys.readouterr().out)} == {"https://cards.example.org/"}


def test_output_works_in_a_code_page_without_accents(tmp_path: Path) -> None:
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), "DATABASE_URL": "", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "companion", "link", "--lang", "es"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert "Traceback" not in done.stderr


# ---- A server that is started, asked and stopped


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_quiet_server_prints_its_access_log_only_and_ends_silently(tmp_path: Path, how: int) -> None:
    port = free_port()
    options = ["--host", "::", "--port", str(port), "--quiet", "--access-log"]
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), "DATABASE_URL": "", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "companion", "serve", *options]
    inherited = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a run under nohup, and so its server, would ignore it
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        signal.signal(signal.SIGHUP, inherited)
        assert status(f"http://[::1]:{port}/healthz", server) == 200
        assert status(f"http://127.0.0.1:{port}/l/a-personal-link", server) == 404
        server.send_signal(how)
        out, err = server.communicate(timeout=60)
    assert err == b""
    assert server.returncode == 0
    lines = out.decode().splitlines()
    assert len(lines) == 2, lines
    assert re.search(r" ::1 GET /healthz 200 3 \d+ ms [0-9a-f]{8}$", lines[0])
    assert "/l/<token> 404" in lines[1]
    assert "a-personal-link" not in lines[1]


@pytest.mark.parametrize("output", [">&-", ">/dev/full"], ids=["closed", "full disk"])
def test_a_server_serves_although_its_output_cannot_be_written(tmp_path: Path, output: str) -> None:
    port = free_port()
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), "DATABASE_URL": ""}
    started = f'exec "$0" -m companion serve --host 127.0.0.1 --port {port} {output}'
    command = ["/bin/sh", "-c", started, sys.executable]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE) as server:
        assert status(f"http://127.0.0.1:{port}/healthz", server) == 200
        server.terminate()
        _, err = server.communicate(timeout=60)
    assert (server.returncode, err) == (0, b"")


def status(url: str, server: subprocess.Popen[bytes]) -> int:
    """Return how the server answers, as soon as it is up."""
    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        assert server.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not open within a minute")


# ---- Health, and errors that can be found again


def test_a_working_server_is_healthy(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers


@pytest.fixture
def failing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """A browser for which the page of a personal link fails."""

    def fail(_token: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(access, "link_for", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with app.test_client() as client:
        yield client


def test_an_error_has_the_same_number_on_its_page_and_in_the_log_and_neither_says_too_much(
    failing: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        page = failing.get("/l/secret-token")
    assert (page.status_code, "ZeroDivisionError" in page.text) == (500, False)
    assert ("/l/<token>" in caplog.text, "secret-token" in caplog.text) == (True, False)
    (logged,) = re.findall(r"request ([0-9a-f]{8})", caplog.text)
    assert f"Error number: {logged}" in page.text
    assert logged not in failing.get("/l/token").text, "each request has its own"


def test_the_request_id_of_a_proxy_is_used_where_there_is_one(
    failing: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"X-Request-ID": "proxy-17"}
    assert "proxy-17" not in failing.get("/l/token", headers=headers).text
    failing.application.config["PROXIES"] = 1
    assert "proxy-17" in failing.get("/l/token", headers=headers).text
    assert "proxy-17" in caplog.text
    for wrong in ("<b>proxy", "proxy-<b>", "q7q7q", "x" * 65):
        assert wrong not in failing.get("/l/token", headers={"X-Request-ID": wrong}).text


# ---- Where the data is, and under which URL


def test_a_relative_folder_is_taken_from_where_the_command_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_INSTANCE", "my data")
    assert Path(create_app().instance_path) == tmp_path / "my data"


def test_an_empty_folder_setting_means_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "_TOP", tmp_path)
    monkeypatch.setattr("platformdirs.PlatformDirs", Windows)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: str(tmp_path / "Local"))
    monkeypatch.setenv("COMPANION_INSTANCE", "")
    assert Path(create_app().instance_path) == tmp_path / "Local" / "companion", "a wheel is not in a checkout"
    monkeypatch.setattr(application, "_DATA", tmp_path)
    (tmp_path / "static").mkdir()
    assert Path(create_app().instance_path) == tmp_path / "instance"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (("cards.example.org", "ftp://cards.example.org", "https://", "http://a:0", 5), "would be right"),
        (("http://[", "http://a:b", "http://a:99999"), "would be right"),
        (("https://a.example/b", "http://a?b", "http://a/#b"), "has a path"),
    ],
)
def test_an_impossible_external_url_is_refused(tmp_path: Path, values: tuple[object, ...], reason: str) -> None:
    for value in values:
        with pytest.raises(ConfigurationError, match="EXTERNAL_URL") as refused:
            create_app({"INSTANCE": str(tmp_path), "EXTERNAL_URL": value})
        assert reason in str(refused.value), value


@pytest.mark.parametrize("config", [{"EXTERNAL_URL": "https://cards.example.org"}])
def test_links_and_qr_codes_hold_the_url_of_the_setting_whatever_the_phone_says(
    client: FlaskClient, config: dict[str, object]
) -> None:
    base = "http://evil.example"
    table = (
        client.post("/tables", data={"name": "Friday"}, base_url=base).location.partition("/t/")[2].partition("/")[0]
    )
    people = client.get(f"/t/{table}/people", base_url=base).text
    assert "https://cards.example.org/j/" in people
    assert "https://cards.example.org/l/" in people
    assert "evil.example" not in people
