from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from companion.config import configure
from companion.i18n import language
from companion.store.database import init_app
from tests.store.log import database, game, host

__all__ = ["database", "game", "host"]


@pytest.fixture
def factory() -> Callable[[Mapping[str, Any]], Flask]:
    """What needs only the database is tested without pages, which take a while to register."""
    return without_pages


def without_pages(overrides: Mapping[str, Any]) -> Flask:
    app = Flask("companion", static_folder=None, instance_path=overrides["INSTANCE"])
    configure(app, overrides)
    init_app(app)
    language.init_app(app)  # the titles of games
    return app
