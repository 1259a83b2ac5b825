"""The addresses at which phones in the same network reach this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr
from msgspec import Struct

from companion.core.messages import N_

EVERYWHERE = "0.0.0.0", "::"  # noqa: S104 - phones come from anywhere
TUNNEL, LINK_LOCAL = N_("VPN or virtual network"), N_("network without a router")
_KINDS = ("", TUNNEL, LINK_LOCAL)  # best first
UNREACHABLE = N_(
    "Phones can't reach this computer: it is in no network, or Companion was started for it alone, with --host. Connect"
    " it to the Wi-Fi of the phones, or turn on the hotspot of a phone or of this computer."
)
# Names of interfaces, on Windows of devices. Its hotspot is a virtual one too.
_IS_TUNNEL = re.compile(
    r"^(u?tun|tap|wg|ppp|ipsec|zt|docker|br-|veth|virbr|vboxnet|vmnet|lxc|lxd|podman|cni)"
    r"|vpn|tunnel|tailscale|nordlynx|proton|anyconnect|(?<!wi-fi direct )virtual",
    re.IGNORECASE,
)


class Address(Struct, frozen=True):
    """The URL of the home page for phones, and the `kind` of its network if that is not a usual one."""

    url: str
    kind: str = ""


def addresses(external_url: str, host: str, port: int) -> list[Address]:
    """Where phones reach a server that listens on `host`, the likeliest first; nothing if they can't.

    `external_url` is EXTERNAL_URL of the configuration, which decides if it is not empty.
    """
    if external_url:
        return [Address(external_url)]
    if host not in EVERYWHERE:
        return [] if is_loopback(host) else [Address(_url(host, port))]
    return [Address(_url(str(ip), port), kind) for ip, kind in sorted(_of_interfaces(host), key=_unlikely)]


def is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def _of_interfaces(host: str) -> Iterator[tuple[IPv4Address | IPv6Address, str]]:
    """Yield the addresses of this machine that a browser can be given, and the kinds of their networks."""
    for adapter in ifaddr.get_adapters():
        for given in adapter.ips:
            ip = ip_address(given.ip if isinstance(given.ip, str) else given.ip[0])
            if ip.is_loopback or (ip.version == 6 and (ip.is_link_local or host != "::")):
                continue
            is_shared = not ip.is_private and not ip.is_global  # by a carrier's network, or Tailscale's
            is_tunnel = is_shared or given.network_prefix == ip.max_prefixlen or _IS_TUNNEL.search(adapter.nice_name)
            yield ip, LINK_LOCAL if ip.is_link_local else TUNNEL if is_tunnel else ""


def _unlikely(found: tuple[IPv4Address | IPv6Address, str]) -> tuple[object, ...]:
    ip, kind = found
    return _KINDS.index(kind), ip.version, not ip.is_private, not str(ip).startswith("192.168.")


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}{'' if port == 80 else f':{port}'}/"


def network_of(address: str) -> str:
    """What counts as one address: for IPv6 a whole /64 network, since one home has 2^64 addresses."""
    try:
        return ip_address(address).exploded[:19]
    except ValueError:
        return address[:44]  # with a prefix, it fits into the database
