from __future__ import annotations

from tests.store.log import database, host
from tests.web.conftest import app, config, visitor

__all__ = ["app", "config", "database", "host", "visitor"]
