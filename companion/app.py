"""The application factory, and the headers that every response has."""

from __future__ import annotations

import os
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from flask_migrate import Migrate
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import config, web
from companion.i18n import language
from companion.store import database
from companion.store.base import db
from companion.web import assets, compiled_templates, compression
from companion.web.request_log import request_id

_TOP = Path(__file__).parents[1]  # the top of a checkout
_PACKED = Path(__file__).parent / "_data"  # only in a wheel
_DATA = _PACKED if _PACKED.is_dir() else _TOP  # the folder of templates, static files and migrations
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Companion": "1",  # our mark: a response without it, such as a captive portal's, is not believed (network.js)
}
# Pages hold what belongs to one table: no proxy keeps them, and `back` asks again.
PAGE_HEADERS = {**HEADERS, "Cache-Control": "no-store"}


class Companion(Flask):
    """The application. Its log names the route of a failed request, not the URL, which may be a personal link."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error(
            "Exception on %s [%s], request %s", request.url_rule, request.method, request_id(), exc_info=exc_info
        )


def create_app(overrides: Mapping[str, Any] | None = None) -> Flask:
    """Return the application, configured by `config.configure`; `overrides` have priority over everything else.

    The instance folder is INSTANCE of `overrides`, else COMPANION_INSTANCE, else `instance/` of the checkout. An
    installed wheel uses the platform's data folder, because a virtual environment may be deleted at any time.

    :raises ConfigurationError: the configuration has an invalid value.
    """
    overrides = dict(overrides or {})
    app = Companion(
        "companion",
        template_folder=str(_DATA / "templates"),
        static_folder=None,
        instance_path=str(_instance_folder(overrides.pop("INSTANCE", None) or os.environ.get("COMPANION_INSTANCE"))),
    )
    Path(app.instance_path).mkdir(mode=0o700, parents=True, exist_ok=True)
    config.configure(app, overrides)
    if hops := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    database.init_app(app)
    Migrate(app, db, directory=str(_DATA / "migrations"), render_as_batch=True)
    compression.init_app(app)
    assets.init_app(app, _DATA / "static")
    language.init_app(app)
    compiled_templates.init_app(app)
    web.init_app(app)
    app.before_request(_refuse_nul)
    app.after_request(_set_headers)
    return app


def _instance_folder(given: str | None) -> Path:
    if given:
        return Path(given).expanduser().absolute()
    if _DATA is _TOP:
        return _TOP / "instance"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


def _refuse_nul() -> None:
    """Refuse a request that contains a NUL, raw or in JSON: not every database can store it, and nobody types it."""
    sent = [request.path]
    for given in (request.args, request.form):
        if given:
            sent += [*given.keys(), *(value for values in given.listvalues() for value in values)]
    if any("\0" in text or "\\u0000" in text for text in sent):
        abort(HTTPStatus.BAD_REQUEST)


def _set_headers(response: Response) -> Response:
    headers = HEADERS if request.endpoint == "static" else PAGE_HEADERS
    given = {name.lower() for name, _value in response.headers}
    response.headers.extend([(name, value) for name, value in headers.items() if name.lower() not in given])
    return response
