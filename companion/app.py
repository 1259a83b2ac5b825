"""The application factory: configuration, the rooms it puts together, and what every answer owes its reader."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, render_template, request
from flask_babel import gettext as _
from flask_migrate import Migrate
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import web
from companion.i18n import language
from companion.store import database
from companion.store.models import db
from companion.store.positions import PositionCache

MAX_BODY_BYTES = 64 * 1024  # of a request's body: the largest form of the house needs a twentieth of it
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Companion": "1",  # our mark: without it network.js takes an answer for somebody else's, such as a captive portal
}


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the application.

    Configuration, later wins: defaults, `companion.toml` in the instance folder, DATABASE_URL and COMPANION_* of the
    environment, `config`. The instance folder is COMPANION_INSTANCE, else `instance/` beside the package.
    """
    config = dict(config or {})
    home = _home()
    app = Flask(
        "companion",
        template_folder=str(home / "templates"),
        static_folder=str(home / "static"),
        instance_path=config.pop("INSTANCE", None) or os.environ.get("COMPANION_INSTANCE"),
    )
    Path(app.instance_path).mkdir(mode=0o700, parents=True, exist_ok=True)
    _configure(app, config)
    if app.config["PROXIES"]:
        hops = int(app.config["PROXIES"])
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    database.init_app(app)
    Migrate(app, db, directory=str(home / "migrations"), render_as_batch=True)
    CSRFProtect(app)
    language.init_app(app)
    app.extensions["companion.positions"] = PositionCache()
    web.init_app(app)
    app.before_request(_refuse_nul)
    app.after_request(_guard)
    app.register_error_handler(HTTPException, _say_what_went_wrong)
    return app


def _home() -> Path:
    """Return the folder of templates, static files and migrations: in a wheel `_data`, in a checkout the top."""
    packed = Path(__file__).parent / "_data"
    return packed if packed.is_dir() else Path(__file__).parents[1]


def _configure(app: Flask, config: Mapping[str, Any]) -> None:
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{Path(app.instance_path) / 'companion.sqlite3'}",
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SECURE=False,  # at a table it is plain http; behind TLS set it (docs/hosting.md)
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        # Two answers on their way at once must not undo each other: the cookie is sent when it changes, only then.
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,  # a page stays open for the whole evening
        PROXIES=0,  # how many reverse proxies stand before us, whose X-Forwarded-* headers are true
        MAX_STREAMS=2000,
    )
    import tomllib

    app.config.from_file("companion.toml", tomllib.load, silent=True, text=False)
    if url := os.environ.get("DATABASE_URL"):
        # Others call it postgres://; the driver we use has to be named.
        app.config["SQLALCHEMY_DATABASE_URI"] = re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url)
    for name in ("SECRET_KEY", "SESSION_COOKIE_SECURE", "PROXIES", "MAX_STREAMS"):
        if (value := os.environ.get(f"COMPANION_{name}")) is not None:
            # A secret is text even when it looks like a number; the others are numbers.
            if name != "SECRET_KEY" and not value.isdecimal():
                raise ValueError(f"COMPANION_{name} must be a number, 0 or more, not {value!r}")
            app.config[name] = value if name == "SECRET_KEY" else int(value)
    # A 0 would be written into the cookie as `Secure=0`, which browsers read as `Secure`.
    app.config["SESSION_COOKIE_SECURE"] = bool(app.config["SESSION_COOKIE_SECURE"])
    app.config.from_mapping(config)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = _secret_key(Path(app.instance_path) / "secret_key")


def _secret_key(path: Path) -> str:
    """Return the key in `path`, which only its owner may read; the first start makes it."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
    return path.read_text(encoding="ascii")


def _refuse_nul() -> None:
    """Refuse a request that holds a NUL, as it is or in JSON: not every database stores it, and nobody types it."""
    sent = [request.path, *request.args.keys(), *request.args.values()]
    if request.form:
        sent += [*request.form.keys(), *(value for values in request.form.listvalues() for value in values)]
    if any("\0" in text or "\\u0000" in text for text in sent):
        abort(HTTPStatus.BAD_REQUEST)


def _guard(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        # Pages hold what belongs to one table: no proxy keeps them, and `back` asks again.
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _say_what_went_wrong(error: HTTPException) -> Response:
    """Return a page that says in plain words what went wrong, and what to do."""
    if error.response is not None:
        return Response.force_type(error.response)
    code = error.code or 500
    wrongs = _wrongs()
    title, words = wrongs.get(code) or wrongs[400 if code < 500 else 500]
    if isinstance(error.description, str) and error.description != type(error).description and code != 400:
        words = error.description  # said by a room that knows more
    if isinstance(error, CSRFError):
        words = _("This page has been open too long, or cookies are off. Go back, reload and try again.")
    return Response(render_template("error.html", title=title, words=words), code, _headers(error))


def _headers(error: HTTPException) -> list[tuple[str, str]]:
    """Return what the error itself says in headers: the methods allowed, when to try again."""
    return [(name, value) for name, value in error.get_headers() if name.lower() != "content-type"]


def _wrongs() -> dict[int, tuple[str, str]]:
    return {
        400: (
            _("We couldn't read that"),
            _("Part of what you sent couldn't be read. Please go back and try again."),
        ),
        403: (
            _("Your link doesn't allow this"),
            _("With your link you can only watch. Ask the host if you want to take part."),
        ),
        404: (
            _("Page not found"),
            _(
                "This page doesn't exist, or this phone hasn't joined the table yet. Join with the code or open"
                " your link."
            ),
        ),
        405: (_("That doesn't work here"), _("This address can't be used like that. Please start from the home page.")),
        409: (_("Someone else was faster"), _("The table has changed in the meantime. Please go back and check.")),
        413: (_("Too much at once"), _("That is far more than any table needs.")),
        422: (_("That's not possible"), _("What you sent doesn't fit here. Please go back and check it.")),
        429: (_("Too many attempts"), _("Please wait a minute, then try again.")),
        500: (
            _("Our mistake"),
            _("Something went wrong on our side. Everything you entered before is safe. Please try again."),
        ),
        503: (_("Very busy right now"), _("Too many pages are open right now. Please try again in a moment.")),
    }
