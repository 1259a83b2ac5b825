"""How much may be asked for in a minute: by strangers, all of one address together, and by the people of one table.

Views that cost the server much are marked with what a request costs. Nothing that is part of a game has a cost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from flask import Flask, current_app, g, request
from flask_babel import gettext as _
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from werkzeug.exceptions import TooManyRequests

from companion.network import network_of
from companion.store.models import AccessLink

FILE, JOB, QUESTION, PICTURE = 100, 10, 4, 1  # of a file; a print job; a rules question; a page's preview
_MARK = "companion_cost"

View = TypeVar("View", bound=Callable[..., Any])


def init_app(app: Flask) -> None:
    """Make `app` refuse what is beyond the allowance; call it after `access.init_app`, before a body is read."""
    limit = ApplicationLimit(_allowance, cost=_cost, exempt_when=lambda: not _cost(), on_breach=_refuse)
    Limiter(lambda: who_asks(g.get("link")), app=app, application_limits=[limit], storage_uri="memory://")


def costs(amount: int, *, methods: Collection[str] = ("GET", "HEAD", "POST")) -> Callable[[View], View]:
    """Make each request to a view, if it has one of these `methods`, cost this amount of the allowance."""

    def mark(view: View) -> View:
        setattr(view, _MARK, dict.fromkeys(methods, amount))
        return view

    return mark


def who_asks(link: AccessLink | None) -> str:
    """The table of this `link` or, for someone without one, the address of the request: who shares a limit."""
    return network_of(request.remote_addr or "") if link is None else f"table {link.table_id}"


def _allowance() -> str:
    most = current_app.config["MAX_COSTS_PER_MINUTE"]
    return f"{most}/minute" if most else ""


def _cost() -> int:
    by_method: dict[str, int] = getattr(current_app.view_functions.get(request.endpoint or ""), _MARK, {})
    return by_method.get(request.method, 0)


def _refuse(exceeded: RequestLimit) -> None:
    why = _("There have been too many requests from your network in the last minute. Please try again in a minute.")
    raise TooManyRequests(why, retry_after=max(1, round(exceeded.reset_at - time.time())))
