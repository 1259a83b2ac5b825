from __future__ import annotations

from tests.store.log import database, host, sqlite_app
from tests.web.conftest import config, visitor

__all__ = ["config", "database", "host", "sqlite_app", "visitor"]
