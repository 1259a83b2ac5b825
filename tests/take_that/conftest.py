from __future__ import annotations

from tests.store.log import database, host, sqlite_app
from tests.web.conftest import app, config, visitor

__all__ = ["app", "config", "database", "host", "sqlite_app", "visitor"]
