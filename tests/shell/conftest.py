from __future__ import annotations

from tests.shell.log import database, game, host
from tests.shell.roles import any_evening, evening

__all__ = ["any_evening", "database", "evening", "game", "host"]
