from __future__ import annotations

from tests.store.log import database, game, host

__all__ = ["database", "game", "host"]
