from __future__ import annotations

from tests.shell.log import database, host

__all__ = ["database", "host"]
