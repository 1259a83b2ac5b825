"""Cookies: the browser's links to tables, in a cookie of their own, and Flask's session.

Neither depends on the server's clock: a small computer without a clock of its own may start in the past. The cookie of
the links is written only when a link is added, removed or no longer the last one visited, or the cookie has to be
renewed. So a page that could not read it does not overwrite it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer

EARLIER_SESSION, EARLIER_LINKS = "companion", "companion_links"  # names up to version 0.1.0
MAX_TABLES = 50  # 57 bytes each; a cookie holds 4 KiB
DAY = 24 * 60 * 60
LIFETIME_DAYS, RENEWAL_DAYS = 400, 30
# Flask sets the day on which its session ends. If the server's clock is years behind, that day is already past on
# the phone; so it is set far ahead, and browsers shorten it to 400 days by their own clock.
FAR_OFF = datetime(2037, 12, 31, tzinfo=UTC)
_CACHE, _CHANGED = "companion.links", "companion.links_changed"  # keys in the environment of the request

Links = list[tuple[str, str]]  # pairs of table id and token, the last visited last


class Sessions(SecureCookieSessionInterface):
    """Flask's sessions, valid even if the server's clock was set back after they were signed."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        serializer: Any = self.get_signing_serializer(app)  # there is always a key
        try:
            earlier = request.cookies.get(EARLIER_SESSION, "")
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), earlier)))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        return FAR_OFF if session.permanent else None


def init_app(app: Flask) -> None:
    """Make `app` read and write its cookies with the functions below."""
    app.session_interface = Sessions()
    app.after_request(_write)


def name_of_links() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}_links"


def kept_links() -> Links:
    if _CACHE not in request.environ:
        request.environ[_CACHE] = _read()
    return request.environ[_CACHE]


def keep_link(public_id: str, token: str) -> None:
    """Keep a link in this browser, as the last one visited."""
    others = [pair for pair in kept_links() if pair[0] != public_id]
    request.environ[_CACHE] = [*others, (public_id, token)]
    request.environ[_CHANGED] = True
    session.permanent = True


def note_visit(public_id: str) -> None:
    """Move the link of a table to the end if this request opens a page; what scripts fetch may overtake one another."""
    links = kept_links()
    if links[-1][0] != public_id and request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate":
        keep_link(public_id, dict(links)[public_id])


def forget_link(public_id: str) -> None:
    """Remove the link to a table from this browser; it stays valid elsewhere."""
    request.environ[_CACHE] = [pair for pair in kept_links() if pair[0] != public_id]
    request.environ[_CHANGED] = True


def keep_for_all(public_id: str, on: bool) -> None:
    """Keep whether this browser enters for all at a table, whoever it belongs to."""
    if on != is_for_all(public_id):
        others = [other for other in session.get("for_all", ()) if other != public_id]
        session["for_all"] = [*others, public_id][-MAX_TABLES:] if on else others


def is_for_all(public_id: str) -> bool:
    return public_id in session.get("for_all", ())


def today() -> int:
    """The number of days since 1970, by the server's clock."""
    return int(time.time() // DAY)


def _read() -> Links:
    try:
        value = request.cookies.get(name_of_links(), request.cookies.get(EARLIER_LINKS, ""))
        written, links = _verified(current_app.config["SECRET_KEY"], value)
    except BadSignature:
        # Earlier versions kept the links in the session; they are moved on the first visit.
        earlier = [(public_id, token) for public_id, token in session.get("links", ())]
        request.environ[_CHANGED] = bool(earlier) and name_of_links() not in request.cookies
        return earlier
    if abs(today() - written) >= RENEWAL_DAYS or name_of_links() not in request.cookies:
        request.environ[_CHANGED] = True
    return [*links]


@lru_cache(maxsize=2_000)
def _verified(key: str | bytes, cookie: str) -> tuple[int, Sequence[tuple[str, str]]]:
    """The day on which a cookie was written, and its links."""
    content = _serializer(key).loads(cookie)
    return content["written"], tuple((public_id, token) for public_id, token in content["links"])


def _write(response: Response) -> Response:
    if request.environ.get(_CHANGED):
        value = _serializer(current_app.config["SECRET_KEY"]).dumps(
            {"written": today(), "links": request.environ[_CACHE]}
        )
        response.set_cookie(
            name_of_links(),
            value,
            max_age=LIFETIME_DAYS * DAY,  # browsers prefer it to the date, and count by their own clock
            httponly=True,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
        )
    return response


def _serializer(key: str | bytes) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt="links")
