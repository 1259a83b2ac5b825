"""Forms are taken only from our own pages: what the browser says about where they come from, and the token of the page.

A browser sends Origin or Referer with a form, or neither; then the token decides alone.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from flask_babel import gettext as _
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError

from companion.web.request_log import request_id

OTHER_SITE, OTHER_PORT, NO_COOKIE, OLD_PAGE = "another site", "another port", "no cookie", "no valid token"


def init_app(app: Flask) -> None:
    """Make `app` refuse all other forms; call it after `access.init_app`."""
    app.config["WTF_CSRF_SSL_STRICT"] = False  # it asks for a Referer, which some browsers never send
    app.before_request(_check_origin)
    CSRFProtect(app)


def cause_of(error: CSRFError) -> str:
    """Why a form was refused, and log it."""
    cause = error.description
    if cause not in (OTHER_SITE, OTHER_PORT):
        has_session = current_app.config["SESSION_COOKIE_NAME"] in request.cookies
        cause = OLD_PAGE if has_session else NO_COOKIE
    current_app.logger.warning("form refused: %s, request %s", cause, request_id())
    return str(cause)


def words_for(cause: str) -> str:
    url = current_app.config["EXTERNAL_URL"]
    if cause == NO_COOKIE and url.startswith("https:") and not request.is_secure:
        return _("This server keeps its cookies to https. Please open %(url)s instead.", url=url)
    words = {
        OTHER_SITE: _("This form came from another site. Please open the page here and try again."),
        OTHER_PORT: _(
            "This form came from another port than this server knows of. Whoever runs it has to set"
            " COMPANION_EXTERNAL_URL, or to let the proxy pass on the host with its port."
        ),
        NO_COOKIE: _("This browser sent no cookie. Please allow cookies for this site, reload the page and try again."),
        OLD_PAGE: _("This page has been open too long. Please go back, reload it and try again."),
    }
    return words[cause]


def _check_origin() -> None:
    if request.method not in current_app.config["WTF_CSRF_METHODS"] or not current_app.config["WTF_CSRF_ENABLED"]:
        return
    origin = request.headers.get("Origin", "null")
    sent = _host_of(request.headers.get("Referer", "") if origin == "null" else origin)
    own = {request.host.lower(), _host_of(current_app.config["EXTERNAL_URL"])}
    if sent and sent not in own:
        raise CSRFError(OTHER_PORT if _name_of(sent) in map(_name_of, own) else OTHER_SITE)


def _host_of(url: str) -> str:
    """The host of a URL, with its port unless that is the usual one."""
    try:
        parts = urlsplit(url)
        return parts.netloc.removesuffix(":443" if parts.scheme == "https" else ":80").lower()
    except ValueError:
        return "?"


def _name_of(host: str) -> str:
    return re.sub(r":\d+$", "", host)
