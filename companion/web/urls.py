"""URLs of our pages: `url_for` with the current table filled in, and URLs for other phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask, current_app, g, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from companion.network import EVERYWHERE, UNREACHABLE, Address, addresses, is_loopback
from companion.store.models import Table

LISTENS_ON = "companion.listens_on"  # the key of the server's --host in what it says of a request
_LOOK: Any = {"border": 2, "omitsize": True, "light": "#fff", "dark": "#000"}  # of QR codes
_KEPT = ("public_id", "n", "slug", "evening_id", "season_id")


def init_app(app: Flask) -> None:
    """Make `url_for` fill in the table and game of the page; give templates the functions below."""
    app.url_value_preprocessor(_keep_url_values)
    app.url_defaults(_fill_in_url_values)
    app.add_template_global(external_url)
    app.add_template_global(phone_addresses)
    app.add_template_global(unreachable)
    app.add_template_global(url_with_query)
    app.add_template_global(qr_code)


def external_base_url() -> str:
    """The URL of the home page as other phones reach it, with a slash at its end.

    If they can't (`unreachable`), it is the one that this browser uses.
    """
    base = current_app.config["EXTERNAL_URL"]
    if not base and _is_opened_here():
        base = next((address.url for address in phone_addresses()), "")
    return str(base or request.host_url)


def phone_addresses() -> list[Address]:
    """The URLs of the home page for other phones, the best first; nothing if no phone can reach it.

    That is EXTERNAL_URL of the configuration. Without it, it is the URL that this phone used, and the others if it is
    an address of this machine. In your own network the header Host is right; behind an unknown proxy it could be
    anything.
    """
    opened, external = request.host_url, current_app.config["EXTERNAL_URL"]
    found = addresses(external, request.environ.get(LISTENS_ON, EVERYWHERE[0]), urlsplit(opened).port or 80)
    if external or _is_opened_here():
        return found
    if not any(address.url == opened for address in found):
        return [Address(opened)]
    return sorted(found, key=lambda address: address.url != opened)


def unreachable() -> str:
    """Why no phone can reach this server, and what to do; "" if one can."""
    return "" if not _is_opened_here() or phone_addresses() else _(UNREACHABLE)


def _is_opened_here() -> bool:
    return is_loopback(urlsplit(request.host_url).hostname or "")


def external_url(endpoint: str, **values: Any) -> str:
    """The URL of a page as other phones reach it."""
    return external_base_url() + url_for(endpoint, **values).removeprefix("/")


def qr_join_url(table: Table) -> str:
    """The URL in a table's QR code: with a secret, so that wrong codes typed by others keep nobody out."""
    return external_url("join.choose", code=table.code, secret=table.join_secret or None)


def url_with_query(endpoint: str, query: Mapping[str, str | Sequence[str]]) -> str:
    """The URL of a page with a query from a request, whose names may clash with parameters of `url_for`."""
    return f"{url_for(endpoint)}?{urlencode(query, doseq=True)}"


def qr_code(url: str, error: str = "m") -> Markup:
    """A URL as a QR code for a page; `error` is the level of error correction, "l" being the lowest.

    It is empty if the URL is too long for any QR code.
    """
    import segno

    try:
        svg = _qr(url, error).svg_inline(**_LOOK)
    except segno.DataOverflowError:
        return Markup()
    return Markup(svg)  # noqa: S704 - made by segno: squares and numbers only


def qr_svg(url: str) -> bytes:
    """A URL as a QR code, an SVG file."""
    file = BytesIO()
    _qr(url).save(file, kind="svg", **_LOOK)
    return file.getvalue()


def _qr(url: str, error: str = "m") -> Any:
    import segno

    return segno.make_qr(url, error=error)


def _keep_url_values(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Keep the table and the game or evening of this page, or on pages about rules the game whose rules they are."""
    g.url_values = {name: value for name, value in (values or {}).items() if name in _KEPT}


def _fill_in_url_values(endpoint: str, values: dict[str, Any]) -> None:
    """Fill in what was kept: on a page of a game, `url_for("log.show")` is the log of that game.

    If a page exists with and without a table, `public_id=None` leads to the one without.
    """
    for name, value in g.get("url_values", {}).items():
        if name not in values and current_app.url_map.is_endpoint_expecting(endpoint, name):
            values[name] = value
