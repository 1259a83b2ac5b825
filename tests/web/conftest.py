from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.pages import Visitor


@pytest.fixture
def config() -> dict[str, object]:
    """Pages are tested with the tokens that real forms have."""
    return {"WTF_CSRF_ENABLED": True}


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    """Each test has a table of its own; a file whose tests do more than that imports `app` of tests.conftest."""
    return shared_app


@pytest.fixture
def visitor(client: FlaskClient) -> Visitor:
    """A browser without JavaScript that knows no table yet; every page it gets is checked."""
    return Visitor(client)
