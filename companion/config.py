"""The configuration of the application: defaults, `companion.toml`, the environment, and the checks of values."""

from __future__ import annotations

import os
import re
import time
import tomllib
from collections.abc import Mapping
from datetime import timedelta
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from flask import Flask
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.core.messages import N_
from companion.store.local_files import LEAST_KEY_LENGTH, UnusableKey, stored_secret_key

_DRIVER = "postgresql+psycopg"
MAX_BODY_BYTES = 64 * 1024  # the largest request: our largest form needs a twentieth of it


class ConfigurationError(ValueError):
    """The configuration has an invalid value; `text` says so in English, with `values` to be filled in."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text % values)
        self.text = text
        self.values = values


def configure(app: Flask, overrides: Mapping[str, Any]) -> None:
    """Fill the configuration of `app`.

    Each source has priority over those before it: defaults, `companion.toml` in the instance folder, DATABASE_URL and
    COMPANION_* of the environment, `overrides`.

    :raises ConfigurationError: the configuration has an invalid value.
    """
    app.config.from_mapping(_defaults(app))
    known = {*app.config, "INSTANCE", "FONTS"}
    try:
        app.config.from_file(str(Path(app.instance_path) / "companion.toml"), tomllib.load, silent=True, text=False)
    except ValueError as error:  # wrong TOML, or not in UTF-8
        raise ConfigurationError(N_("companion.toml can't be read: %(error)s"), error=error) from None
    app.config.from_prefixed_env("COMPANION")
    if "COMPANION_SECRET_KEY" in os.environ:
        # Read as text: `from_prefixed_env` would turn a key made of digits into a number.
        app.config["SECRET_KEY"] = os.environ["COMPANION_SECRET_KEY"]
    if url := os.environ.get("DATABASE_URL"):
        app.config["SQLALCHEMY_DATABASE_URI"] = url
    for name in sorted({*app.config} - known):
        if close := get_close_matches(name.removeprefix("COMPANION_"), known, cutoff=0.75):
            text = N_("There is no setting %(name)s. Did you mean %(other)s?")
            raise ConfigurationError(text, name=name, other=close[0])
    app.config.from_mapping(overrides)
    _check(app.config)
    if app.config["TIME_ZONE"]:
        _set_time_zone(app.config["TIME_ZONE"])
    if not app.config["SECRET_KEY"]:
        file = Path(app.instance_path) / "secret_key"
        app.extensions["companion.new_key"] = not file.exists()
        app.config["SECRET_KEY"] = _secret_key(file)
    # Browsers send a cookie to every port of a host: two servers on one machine must not take each other's.
    key = app.config["SECRET_KEY"]
    digest = sha256(key.encode() if isinstance(key, str) else key).hexdigest()[:8]
    app.config["SESSION_COOKIE_NAME"] = f"companion_{digest}"


def refuse_root(folder: Path) -> None:
    """Make sure that root does not make files that the owner of the instance folder could not read.

    :raises ConfigurationError: this process is root's, and the folder is not.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0 and folder.stat().st_uid != 0:
        text = N_("%(folder)s doesn't belong to root. Run this as its owner: %(command)s")
        raise ConfigurationError(text, folder=folder, command=f"runuser -u {folder.owner()} -- …")


def _defaults(app: Flask) -> dict[str, Any]:
    return {
        "SQLALCHEMY_DATABASE_URI": URL.create("sqlite", database=str(Path(app.instance_path) / "companion.sqlite3")),
        "MAX_CONTENT_LENGTH": MAX_BODY_BYTES,
        "MAX_IMPORT_LENGTH": MAX_BODY_BYTES + 20 * 1024 * 1024,  # the largest request with a file
        # Werkzeug reads 64 KiB at a time, to which it adds what may be the beginning of a boundary.
        "MAX_FORM_MEMORY_SIZE": 2 * MAX_BODY_BYTES,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": None,  # whether cookies are sent over https only; None: if EXTERNAL_URL is https
        # The cookie is sent only when it changes, so that two simultaneous responses do not undo each other.
        "SESSION_REFRESH_EACH_REQUEST": False,
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),  # static files, whose URLs change with them
        "WTF_CSRF_TIME_LIMIT": None,  # a page stays open for the whole evening
        "TIME_ZONE": "",  # in which days and hours are counted, such as Europe/Madrid; "" for that of this machine
        "EXTERNAL_URL": "",  # the URL of the home page as everyone reaches it; "" for that of the request
        "PROXIES": 0,  # how many reverse proxies are in front of us, whose X-Forwarded-* headers can be trusted
        "WORKERS": 2,  # processes for long work; 0 to do it in the process of the server
        "MAX_STREAMS": 2000,  # open pages of this process
        "MAX_COSTS_PER_MINUTE": 1200,  # of what one table, or one address without a table, asks for; 0 for no limit
        "MAX_TABLES_PER_HOUR": 60,  # opened from one address; 0 for no limit
    }


def _wrong(name: str, value: object, example: object) -> ConfigurationError:
    text = N_("The setting %(name)s can't be %(value)s. This would be right, for example: %(example)s")
    return ConfigurationError(text, name=name, value=value, example=example)


def _check(config: dict[str, Any]) -> None:
    for name in ("PROXIES", "WORKERS", *(name for name in config if name.startswith("MAX_"))):
        value = config[name]
        if type(value) is not int or value < 0:
            raise _wrong(name, value, example=2)
    config["EXTERNAL_URL"] = _checked_url(config["EXTERNAL_URL"])
    if config["SESSION_COOKIE_SECURE"] is None:
        config["SESSION_COOKIE_SECURE"] = config["EXTERNAL_URL"].startswith("https:")
    if config["SESSION_COOKIE_SECURE"] not in (0, 1):
        raise _wrong("SESSION_COOKIE_SECURE", config["SESSION_COOKIE_SECURE"], example=1)
    # A 0 would be written into the cookie as `Secure=0`, which browsers read as `Secure`.
    config["SESSION_COOKIE_SECURE"] = bool(config["SESSION_COOKIE_SECURE"])
    config["SQLALCHEMY_DATABASE_URI"] = _checked_database(config["SQLALCHEMY_DATABASE_URI"])
    if not isinstance(key := config["SECRET_KEY"], str | bytes | None) or (key and len(key) < LEAST_KEY_LENGTH):
        text = N_("The setting %(name)s must be text of at least %(number)s characters.")
        raise ConfigurationError(text, name="SECRET_KEY", number=LEAST_KEY_LENGTH)


def _set_time_zone(name: Any) -> None:
    """Let this process, and those that it starts, count days and hours in a time zone."""
    try:
        ZoneInfo(name)
        set_zone = time.tzset
    except (AttributeError, KeyError, OSError, TypeError, ValueError):  # Windows has no `tzset`
        raise _wrong("TIME_ZONE", name, example="Europe/Madrid") from None
    os.environ["TZ"] = name
    set_zone()


def _checked_database(value: object) -> URL:
    """With the name of our driver. SQLAlchemy needs it, but URLs often begin with only postgres://."""
    try:
        url = make_url(value if isinstance(value, URL) else re.sub(r"^postgres(ql)?://", _DRIVER + "://", str(value)))
        # Without a file, SQLite keeps everything in memory; with two slashes, its file would be a host.
        is_file = url.drivername == "sqlite" and url.host is None and url.database not in (None, "", ":memory:")
        if not is_file and url.drivername != _DRIVER:
            raise ValueError
    except (ArgumentError, ValueError):
        shown = re.sub(r"(//[^/:]*):.*@", r"\1:***@", str(value))  # nobody's password is printed
        raise _wrong("DATABASE_URL", shown, example="postgresql://cards@localhost/cards") from None
    return url


def _checked_url(value: object) -> str:
    """With a slash at its end, or "" if it is not set."""
    if value in ("", None):
        return ""
    try:
        parts = urlsplit(str(value))
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise ValueError
    except ValueError:  # also of the host or the port
        raise _wrong("EXTERNAL_URL", value, example="https://cards.example.org") from None
    if "".join(parts[2:]) not in ("", "/"):
        text = N_("%(value)s has a path: Companion needs a host name or a port of its own in %(name)s.")
        raise ConfigurationError(text, name="EXTERNAL_URL", value=value)
    return f"{parts.scheme}://{parts.netloc}/"


def _secret_key(path: Path) -> str:
    try:
        return stored_secret_key(path)
    except UnusableKey:
        text = N_(
            "%(file)s doesn't hold the key that signs cookies. Put the right file back, or delete it: then a"
            " new key is made, and everyone has to join again."
        )
        raise ConfigurationError(text, file=path) from None
    except OSError as error:
        text = N_("%(file)s can't be read or written: %(error)s")
        raise ConfigurationError(text, file=path, error=error.strerror or error) from None
