from __future__ import annotations

import pytest
from flask import Flask

from tests.store.log import database, host
from tests.web.conftest import config, visitor

__all__ = ["config", "database", "host", "visitor"]


@pytest.fixture
def any_app(app: Flask) -> Flask:
    """What a game decides does not depend on the kind of database."""
    return app
