from __future__ import annotations

from tests.web.conftest import app, config, visitor

__all__ = ["app", "config", "visitor"]
