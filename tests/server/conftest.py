from __future__ import annotations

from tests.server.roles import any_evening, evening

__all__ = ["any_evening", "evening"]
