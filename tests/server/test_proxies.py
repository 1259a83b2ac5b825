"""The proxies of the hosting guide, with the real nginx and Caddy: forms arrive, logs hold no secrets."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import ROOT
from tests.checked import matched
from tests.phones import Phone, Server, free_port

HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
CADDY = re.search(r"```\n({\n\tlog.*?)```", HOSTING, re.DOTALL)
NGINX = re.search(r"```nginx\n(.*?)```", HOSTING, re.DOTALL)
UPSTREAM = matched(r"(?s)```nginx\n(upstream.*?)```", HOSTING)[1]
SECRET = "NoBodyMaySeeThis"
PATHS = (f"/l/{SECRET}", f"/s/{SECRET}", f"/s/{SECRET}/result.png", f"/j/{SECRET}", f"/j/AAAAAA/{SECRET}?x={SECRET}")


def nginx(folder: Path, port: int, behind: int) -> tuple[list[str], dict[str, str]]:
    """Return the command of an nginx with the configuration of the guide, without TLS, and the port `behind` it."""
    assert NGINX is not None
    server = NGINX[1].replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace("/var/log/nginx", str(folder))
    server = re.sub(r"    ssl_certificate.*\n", "", server).replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(f"pid {folder}/pid; events {{}} http {{ {paths} {server} }}", encoding="utf-8")
    return ["nginx", "-e", str(folder / "stderr"), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"], {}


def nginx_of_two(folder: Path, port: int, behind: int) -> tuple[list[str], dict[str, str]]:
    """The command of an nginx with the two servers of the guide: one on the port `behind` it, one that is missing."""
    command, environment = nginx(folder, port, behind)
    upstream = UPSTREAM.replace("127.0.0.1:8001", f"127.0.0.1:{behind}").replace("127.0.0.1:8002", "127.0.0.1:1")
    config = (folder / "nginx.conf").read_text("utf-8")
    config = config.replace(f"proxy_pass http://127.0.0.1:{behind}", "proxy_pass http://companion")
    (folder / "nginx.conf").write_text(config.replace("http {", f"http {{ {upstream}", 1), encoding="utf-8")
    return command, environment


def caddy_of(text: str) -> Callable[[Path, int, int], tuple[list[str], dict[str, str]]]:
    def caddy(folder: Path, port: int, behind: int) -> tuple[list[str], dict[str, str]]:
        """Return the command of a Caddy with this configuration, without TLS, and the port `behind` it."""
        adapted = re.sub("127.0.0.1:8000|companion:8000", f"127.0.0.1:{behind}", text)
        adapted = adapted.replace("cards.example.org", "{$NAME}").replace("{\n\tlog", "{\n\tadmin off\n\tlog")
        (folder / "Caddyfile").write_text(adapted, encoding="utf-8")
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
        return command, {"NAME": f"http://:{port}", "HOME": str(folder)}

    return caddy


PROXIES = {
    "nginx": nginx,
    "caddy": caddy_of(CADDY[1] if CADDY else ""),
    "compose": caddy_of((ROOT / "docs" / "compose" / "Caddyfile").read_text("utf-8")),
}


@contextmanager
def running(name: str, folder: Path, port: int, behind: int = 1) -> Iterator[None]:
    command, environment = PROXIES[name](folder, port, behind)
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    with (folder / "stderr").open("a") as errors:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=errors, stderr=errors)
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


def fetch(port: int, path: str) -> tuple[int, str | None]:
    """Return the status and the HSTS header of a response; the proxy may be starting."""
    for _ in range(200):
        with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
            try:
                connection.request("GET", path, headers={"Referer": f"http://127.0.0.1:{port}/l/{SECRET}"})
            except ConnectionRefusedError:
                time.sleep(0.05)
                continue
            response = connection.getresponse()
            return response.status, response.headers["Strict-Transport-Security"]
    raise AssertionError


@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_keeps_browsers_to_https_and_secrets_out_of_its_logs(tmp_path: Path, name: str) -> None:
    port = free_port()
    with running(name, tmp_path, port):
        found = [fetch(port, path) for path in (*PATHS, "/print")]
    # There is no server behind it: every response is an error, which is logged too.
    assert {status // 100 for status, _header in found} == {5}
    assert {header for _status, header in found} == {"max-age=31536000"}
    logs = "".join(path.read_text("utf-8", "replace") for path in tmp_path.iterdir() if path.is_file())
    assert SECRET not in logs
    assert all(shown in logs for shown in ("/l/-", "/s/-", "/j/-", "/print"))


@pytest.mark.parametrize("name", PROXIES)
def test_forms_arrive_through_a_proxy_with_and_without_a_port(
    tmp_path: Path, serve: Callable[..., Server], name: str
) -> None:
    port = free_port()
    with running(name, tmp_path, port, serve(COMPANION_PROXIES="1").port):
        fetch(port, "/")
        for host in ("cards.example.org", f"cards.example.org:{port}"):
            headers = {"Host": host, "Origin": f"http://{host}"}
            with closing(Phone(f"http://127.0.0.1:{port}")) as phone:
                phone.token = matched(r'name="csrf-token" content="([^"]+)"', phone.get("/", **headers).text)[1]
                assert phone.post("/tables", {"name": "Friday"}, **headers).status == 200
                assert "Friday" in phone.get("/", **headers).text, "it lists the table"


def test_nginx_tries_at_once_whether_a_server_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROXIES, "two", nginx_of_two)
    port, behind = free_port(), free_port()
    with running("two", tmp_path, port, behind):
        assert [fetch(port, "/")[0] for _ in range(3)] == [502] * 3
        with ThreadingHTTPServer(("127.0.0.1", behind), SimpleHTTPRequestHandler) as server:
            threading.Thread(target=server.serve_forever).start()
            found = [fetch(port, "/")[0] for _ in range(3)]
            server.shutdown()
    assert found == [200] * 3
