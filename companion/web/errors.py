"""Error pages: what went wrong, in plain words, and what to do."""

from __future__ import annotations

import errno

from flask import Flask, Response, current_app, render_template
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import IntegrityError, NoResultFound, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from werkzeug.exceptions import Conflict, Forbidden, HTTPException, NotFound, ServiceUnavailable

from companion.store import submissions
from companion.web import forgery
from companion.web.play import rights
from companion.web.request_log import request_id


def init_app(app: Flask) -> None:
    """Give every error a page."""
    app.register_error_handler(HTTPException, _error_page)
    for unavailable in (OperationalError, NoConnection):
        app.register_error_handler(unavailable, _database_unavailable)
    app.register_error_handler(OSError, _disk_full)
    for gone in (NoResultFound, ObjectDeletedError, StaleDataError):
        app.register_error_handler(gone, lambda _error: _error_page(NotFound()))  # deleted meanwhile
    app.register_error_handler(IntegrityError, _changed_meanwhile)
    app.register_error_handler(
        submissions.Forbidden, lambda error: _error_page(Forbidden(rights.why_not(error.kind, error.author)))
    )


def _error_page(error: HTTPException) -> Response:
    code = error.code or 500
    texts = _texts()
    title, words = texts.get(code) or texts[400 if code < 500 else 500]
    if isinstance(error.description, str) and error.description != type(error).description and code != 400:
        words = error.description  # a view may have set its own text
    if isinstance(error, CSRFError):
        words = forgery.words_for(forgery.cause_of(error))
    number = request_id() if code >= 500 else ""
    # The error's own headers: which methods are allowed, when to try again.
    headers = [(name, value) for name, value in error.get_headers() if name.lower() != "content-type"]
    return Response(render_template("error.html", title=title, words=words, number=number), code, headers)


def _database_unavailable(error: SQLAlchemyError | OSError) -> Response:
    """Ask people to try again: the database can't be reached, is locked or has no space left, which may not last."""
    cause = getattr(error, "orig", None) or error
    current_app.logger.error("the database can't be used: %s, request %s", cause, request_id())
    words = _("The data can't be reached at the moment. Everything that was saved is safe. Please try again soon.")
    return _error_page(ServiceUnavailable(words, retry_after=5))


def _disk_full(error: OSError) -> Response:
    """Respond as if the database had no space left if nothing can be written beside it, such as a file that is sent."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        raise error
    return _database_unavailable(error)


def _changed_meanwhile(error: IntegrityError) -> Response:
    """Respond with 409: what was written refers to something that has just been deleted, or is there already."""
    current_app.logger.error("a row does not fit: %s, request %s", error.orig, request_id())
    return _error_page(Conflict())


def _texts() -> dict[int, tuple[str, str]]:
    return {
        400: (_("We couldn't read that"), _("Part of what you sent couldn't be read. Please go back and try again.")),
        403: (_("Your link doesn't allow this"), _("Please ask the host of the table.")),
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
