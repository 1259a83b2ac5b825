"""Error pages: what went wrong, in plain words, and what to do."""

from __future__ import annotations

from flask import Flask, Response, current_app
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm.exc import ObjectDeletedError
from werkzeug.exceptions import Forbidden, HTTPException, NotFound, ServiceUnavailable

from companion.store import submissions
from companion.web.play import rights
from companion.web.rendering import render
from companion.web.request_log import request_id


def init_app(app: Flask) -> None:
    """Give every error a page."""
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(OperationalError, _database_unavailable)
    app.register_error_handler(ObjectDeletedError, _deleted_meanwhile)
    app.register_error_handler(submissions.Forbidden, _forbidden)


def _error_page(error: HTTPException) -> Response:
    code = error.code or 500
    texts = _texts()
    title, words = texts.get(code) or texts[400 if code < 500 else 500]
    if isinstance(error.description, str) and error.description != type(error).description and code != 400:
        words = error.description  # a view may have set its own text
    if isinstance(error, CSRFError):
        words = _("This page has been open too long, or cookies are off. Go back, reload and try again.")
    number = request_id() if code >= 500 else ""
    # The error's own headers: which methods are allowed, when to try again.
    headers = [(name, value) for name, value in error.get_headers() if name.lower() != "content-type"]
    return Response(render("error.html", title=title, words=words, number=number), code, headers)


def _database_unavailable(error: OperationalError) -> Response:
    """Ask people to try again: the database can't be reached, is locked or has no space left, which may not last."""
    current_app.logger.error("the database can't be used: %s, request %s", error.orig, request_id())
    words = _("The data can't be reached at the moment. Everything that was saved is safe. Please try again soon.")
    return _error_page(ServiceUnavailable(words, retry_after=5))


def _deleted_meanwhile(_error: ObjectDeletedError) -> Response:
    """Respond with 404: someone has just deleted what was asked for."""
    return _error_page(NotFound())


def _forbidden(error: submissions.Forbidden) -> Response:
    """Respond with 403 and the reason: it concerns what someone else entered."""
    return _error_page(Forbidden(rights.why_not(error.kind, error.author)))


def _texts() -> dict[int, tuple[str, str]]:
    return {
        400: (
            _("We couldn't read that"),
            _("Part of what you sent couldn't be read. Please go back and try again."),
        ),
        403: (
            _("Your link doesn't allow this"),
            _("Please ask the host of the table."),
        ),
        404: (
            _("Page not found"),
            _(
                "This page doesn't exist, or this phone hasn't joined the table yet. Join with the code or open"
                " your link."
            ),
        ),
        405: (_("That doesn't work here"), _("This address can't be used like that. Please start from the home page.")),
        409: (_("Someone else got there first"), _("The table has changed in the meantime. Please go back and check.")),
        410: (_("No longer available"), _("This can't be opened any more. Please ask at the table.")),
        413: (_("Too much at once"), _("You sent more than can be received at once. Please go back and send less.")),
        422: (_("That's not possible"), _("What you sent can't be used here. Please go back and check it.")),
        429: (_("Too many attempts"), _("Please wait a minute, then try again.")),
        500: (
            _("Our mistake"),
            _("Something went wrong on our side. Everything you entered before is safe. Please try again."),
        ),
        503: (_("Not possible right now"), _("Too many pages are open right now. Please try again in a moment.")),
    }
