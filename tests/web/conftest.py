from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Visitor


@pytest.fixture
def config() -> dict[str, object]:
    """Pages are tested with the tokens that real forms have."""
    return {"WTF_CSRF_ENABLED": True}


@pytest.fixture
def visitor(client: FlaskClient) -> Visitor:
    """A browser without JavaScript that knows no table yet; every page it gets is checked."""
    return Visitor(client)
