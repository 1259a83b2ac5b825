"""The addresses at which phones in the same network reach this machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address


def local_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the likeliest first, or 127.0.0.1 if it has no other."""
    addresses = []
    # A machine may have no network at all, or a host name that does not resolve.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # No packet is sent: the system only says which of its addresses would be used on the way out.
        probe.connect(("192.0.2.1", 9))
        addresses.append(str(probe.getsockname()[0]))
    with suppress(OSError, UnicodeError):  # a name such as "a..b" is no host name
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(addresses) if not address.startswith("127.")] or ["127.0.0.1"]


def server_urls(external_url: str, host: str, port: int) -> list[str]:
    """Return the URLs at which phones reach the home page of a server that listens on `host`, the likeliest first.

    `external_url` is EXTERNAL_URL of the configuration, which decides if it is not empty.
    """
    if external_url:
        return [external_url]
    names = local_addresses() if host in ("0.0.0.0", "::", "") else [f"[{host}]" if ":" in host else host]  # noqa: S104
    return [f"http://{name}:{port}/" for name in names]


def network_of(address: str) -> str:
    """Return what counts as one address: for IPv6 a whole /64 network, since one home has 2^64 addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:44]  # with a prefix, it fits into the database
    return str(parsed) if parsed.version == 4 else parsed.exploded[:19]
