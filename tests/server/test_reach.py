"""Which addresses phones are given: of hotspots, beside a VPN, without a network: in network namespaces."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import ifaddr
import pytest
from flask.testing import FlaskClient

from companion.network import LINK_LOCAL, TUNNEL, Address, addresses, network_of
from companion.store import local_files
from companion.web.urls import LISTENS_ON, qr_code
from tests import ROOT
from tests.phones import Phone

PORT = 8412
HOTSPOT = "ip addr add 10.42.0.1/24 dev wlan0"
VPN = "ip addr add 10.8.0.2/24 dev tun0; ip route add default dev tun0 src 10.8.0.2"
WITHOUT_ROUTER = "ip addr add 169.254.7.7/16 dev wlan0"
# A host name that the idna codec refuses must not keep the server from starting.
NAMESPACE = """
set -e
ip link set lo up
ip link add wlan0 type veth peer name tun0
ip link set wlan0 up
ip link set tun0 up
"$1" -c 'import socket; socket.sethostname("a..b")'
{}
exec "$1" -c 'from tests.server.test_reach import look; look()'
"""


def look() -> None:
    """Print what the server, the pages on its own computer and `link` say; in the namespace."""
    companion = [sys.executable, "-m", "companion"]
    said = Path(os.environ["COMPANION_INSTANCE"], "said")
    with (
        said.open("w") as output,
        subprocess.Popen([*companion, "serve", "--port", str(PORT)], stdout=output) as server,
    ):
        while "Ctrl-C" not in said.read_text():
            assert server.poll() is None
        phone = Phone(f"http://localhost:{PORT}")
        pages = phone.get(f"{phone.create_table()}/people").text, phone.get("/reach").text
        link = subprocess.check_output([*companion, "link", "Friday"], text=True)
        sys.stdout.write(json.dumps([said.read_text(), *pages, link]))
        server.terminate()


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        (HOTSPOT, ["10.42.0.1"]),
        (f"{VPN}; {WITHOUT_ROUTER}; {HOTSPOT}", ["10.42.0.1", "10.8.0.2", "169.254.7.7"]),
        ("", []),
    ],
    ids=["hotspot", "all", "none"],
)
def test_phones_are_given_addresses_that_they_can_reach(tmp_path: Path, network: str, expected: list[str]) -> None:
    unshare = ["unshare", "--net", "--uts", "--map-root-user"]
    for needed in (["ip", "-V"], [*unshare, "true"]):
        if not shutil.which(needed[0]) or subprocess.run(needed, capture_output=True, timeout=60).returncode:
            pytest.skip(f"{' '.join(needed)} does not work here")
    done = subprocess.run(
        [*unshare, "sh", "-c", NAMESPACE.format(network), "sh", sys.executable],
        cwd=ROOT,
        env={**os.environ, "COMPANION_INSTANCE": str(tmp_path), "COMPANION_WORKERS": "0", "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    said, people, reach, link = json.loads(done.stdout)
    shown = r"http://([\d.]+):8412/(?!reach)"
    for text in (said, people.partition('id="links"')[0], reach):
        assert list(dict.fromkeys(re.findall(shown, text))) == expected
    best = f"http://{expected[0] if expected else 'localhost'}:{PORT}"
    assert link.startswith(f"{best}/l/")
    links = re.findall(r'href="(/l/[^"]+)"', people)
    assert [str(qr_code(best + link)) in people for link in links] == [True] * len(expected[:1])
    assert {"in no network" in text for text in (said, people, reach)} == {not expected}
    assert "localhost" not in people


def test_networks_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    for host, name, given, prefix, expected in (
        ("0.0.0.0", "wlan0", "192.168.1.20", 24, [""]),
        ("0.0.0.0", "Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1", 24, [""]),
        ("0.0.0.0", "bridge100", "192.168.2.1", 24, [""]),
        ("0.0.0.0", "Hyper-V Virtual Ethernet Adapter", "172.20.0.1", 20, [TUNNEL]),
        ("0.0.0.0", "docker0", "172.17.0.1", 16, [TUNNEL]),
        ("0.0.0.0", "WireGuard Tunnel", "10.2.0.2", 32, [TUNNEL]),
        ("0.0.0.0", "enp3s0u1", "10.2.0.2", 32, [TUNNEL]),
        ("0.0.0.0", "Ethernet 7", "100.101.102.103", 24, [TUNNEL]),
        ("0.0.0.0", "eth0", "169.254.1.2", 16, [LINK_LOCAL]),
        ("0.0.0.0", "lo", "127.0.0.1", 8, []),
        ("0.0.0.0", "eth0", ("2001:db8::2", 0, 0), 64, []),
        ("::", "eth0", ("2001:db8::2", 0, 0), 64, [""]),
        ("::", "eth0", ("fe80::2", 0, 2), 64, []),
        ("::1", "eth0", "192.168.1.20", 24, []),
        ("localhost", "eth0", "192.168.1.20", 24, []),
    ):
        adapter = ifaddr.Adapter(name, name, [ifaddr.IP(given, prefix, name)])
        monkeypatch.setattr(ifaddr, "get_adapters", lambda adapter=adapter: [adapter])
        assert [address.kind for address in addresses("", host, 8000)] == expected, (host, name)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.17", "192.0.2.17"),
        ("2001:db8:1:2:3::4", "2001:0db8:0001:0002"),
        ("unknown" * 9, "unknown" * 6 + "un"),
    ],
)
def test_a_home_is_one_address_that_fits_into_the_database(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    ips = [ifaddr.IP("10.1.1.1", 24, "eth0"), ifaddr.IP("192.168.1.20", 24, "eth0"), ifaddr.IP("8.8.8.8", 24, "eth0")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [ifaddr.Adapter("eth0", "eth0", ips)])


@pytest.mark.parametrize(
    ("opened", "shown"),
    [
        ("http://localhost/", ["http://192.168.1.20/", "http://10.1.1.1/", "http://8.8.8.8/"]),
        ("http://localhost:81/", ["http://192.168.1.20:81/", "http://10.1.1.1:81/", "http://8.8.8.8:81/"]),
        ("http://10.1.1.1:81/", ["http://10.1.1.1:81/", "http://192.168.1.20:81/", "http://8.8.8.8:81/"]),
        ("https://cards.example/", ["https://cards.example/"]),
        ("http://pi.local:81/", ["http://pi.local:81/"]),
    ],
)
def test_the_address_that_was_opened_is_the_first(
    client: FlaskClient, two_networks: None, opened: str, shown: list[str]
) -> None:
    page = client.get("/reach", base_url=opened).text
    assert re.findall(r'<span translate="no">(http\S+?)</span>', page) == shown
    assert str(qr_code(shown[0])) in page and qr_code(shown[0]).startswith("<svg")


def test_a_server_for_this_computer_alone_says_so(client: FlaskClient, two_networks: None) -> None:
    page = client.get("/reach", base_url="http://localhost:81/", environ_overrides={LISTENS_ON: "127.0.0.1"}).text
    assert "--host" in page
    assert "192.168" not in page


def test_no_page_offers_phones_what_only_this_computer_can_open(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", list)
    client.post("/sample")
    table = re.findall(r'href="(/t/[^"/]+)"', client.get("/").text)[0]
    client.post(f"{table}/1/share")
    pages = ["", "/people", "/print", "/1/afterwards", "/1/screen"]
    offers = ["localhost", 'value="join"', "data-joining"]
    shown = "".join(client.get(table + page, follow_redirects=True).text for page in pages)
    assert [offer in shown for offer in offers] == [False] * 3
    monkeypatch.undo()
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [ifaddr.Adapter("", "", [ifaddr.IP("10.1.1.1", 24, "")])])
    shown = "".join(client.get(table + page, follow_redirects=True).text for page in pages)
    assert [offer in shown for offer in offers] == [False, True, True]
    assert "http://10.1.1.1/s/" in shown


def test_links_lead_to_the_server_that_was_started_last_on_the_folder(tmp_path: Path) -> None:
    assert local_files.kept_address(tmp_path) == ("", "0.0.0.0", 8000)
    local_files.keep_address(tmp_path, "https://cards.example.org/", "127.0.0.1", 8001)
    external, host, port = local_files.kept_address(tmp_path)
    assert addresses(external, host, port) == [Address("https://cards.example.org/")]
    (tmp_path / "address").write_text("[8000]")
    assert local_files.kept_address(tmp_path) == ("", "0.0.0.0", 8000)
