from __future__ import annotations

from tests.web.conftest import config, visitor

__all__ = ["config", "visitor"]
