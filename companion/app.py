"""The application factory, and the headers that every response has."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request
from flask.json.provider import DefaultJSONProvider
from msgspec import to_builtins
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from companion import config, web
from companion.i18n import language
from companion.store import database
from companion.store.base import db
from companion.web import access, allowances, assets, cookies, errors, forgery, request_log, urls, workers
from companion.web.play import board, stream

_TOP = Path(__file__).parents[1]  # the top of a checkout
_HOST = re.compile(r"[\w.-]+(:\d*)?|\[[^]]+\](:\d*)?")
_WRONG_HOST = "companion.wrong_host"  # a key in the environment of the request
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


# What a request passes on its way to a view, in this order, and its response on the way back: a guard decides before
# anything is counted or read. The last ones only add to pages and URLs.
ON_THE_WAY = (
    *(access, allowances, workers, forgery, request_log, cookies, urls),
    *(database, assets, language, errors, board, stream),
)


class JSONProvider(DefaultJSONProvider):
    default = staticmethod(to_builtins)  # entries on buttons are structs


class Companion(Flask):
    """The application. Its log names the route of a failed request, not the URL, which may be a personal link."""

    json_provider_class = JSONProvider

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What builds URLs: also for the page that says that the header Host of a request is no host."""
        if request is not None and not _is_host(request.environ.get("HTTP_HOST", "localhost")):
            request.environ |= {"HTTP_HOST": "localhost", _WRONG_HOST: ""}
        return super().create_url_adapter(request)

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error(
            "Exception on %s [%s], request %s",
            request.url_rule,
            request.method,
            request_log.request_id(),
            exc_info=exc_info,
        )


def create_app(overrides: Mapping[str, Any] | None = None) -> Flask:
    """It is configured by `config.configure`; `overrides` have priority over everything else.

    The instance folder is INSTANCE of `overrides`, else COMPANION_INSTANCE, else `instance/` of the checkout. An
    installed wheel uses the platform's data folder, because a virtual environment may be deleted at any time.

    :raises ConfigurationError: the configuration has an invalid value.
    """
    from flask_migrate import Migrate  # Alembic takes a while: only an application needs it

    overrides = dict(overrides or {})
    static = _DATA / "static"
    app = Companion(
        "companion",
        template_folder=str(_DATA / "templates"),
        static_folder=str(static),
        static_url_path=assets.url_path(static),
        instance_path=str(_instance_folder(overrides.pop("INSTANCE", None) or os.environ.get("COMPANION_INSTANCE"))),
    )
    folder = Path(app.instance_path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    config.refuse_root(folder)
    config.configure(app, overrides)
    if hops := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    for name in web.BLUEPRINTS:
        app.register_blueprint(import_module(f"companion.web.{name}").bp)
    Migrate(app, db, directory=str(_DATA / "migrations"))
    app.before_request(_refuse_unreadable_url)
    for part in ON_THE_WAY:
        part.init_app(app)
    app.before_request(_refuse_nul_in_form)
    app.after_request(_set_headers)
    return app


def _instance_folder(given: str | None) -> Path:
    if given:
        return Path(given).expanduser().absolute()
    if _DATA is _TOP:
        return _TOP / "instance"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


def _is_host(text: str) -> bool:
    """Whether a header Host is a name or an address, with or without a port, that can be part of a URL."""
    try:
        parts = urlsplit(f"//{text}")
        (parts.hostname or "").encode("idna").decode("idna")
        return parts.port != 0 and _HOST.fullmatch(text) is not None
    except ValueError:
        return False


def _refuse_unreadable_url() -> None:
    """Refuse what is for no host, a query that is not UTF-8, or a NUL, which not every database can store."""
    if _WRONG_HOST in request.environ:
        abort(HTTPStatus.BAD_REQUEST)
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        request.query_string = b""  # the page that says so is made without it
        abort(HTTPStatus.BAD_REQUEST)
    _refuse_nul([("", request.path), *request.args.items(multi=True)])


def _refuse_nul_in_form() -> None:
    if request.endpoint is not None:  # its guard has let the request in: only then is the body read
        _refuse_nul(request.form.items(multi=True))


def _refuse_nul(given: Iterable[tuple[str, str]]) -> None:
    if any("\0" in name or "\0" in value for name, value in given):
        abort(HTTPStatus.BAD_REQUEST)


def _set_headers(response: Response) -> Response:
    headers = HEADERS if request.endpoint == "static" else PAGE_HEADERS
    given = {name.lower() for name, _value in response.headers}
    response.headers.extend([(name, value) for name, value in headers.items() if name.lower() not in given])
    return response
