from __future__ import annotations

from tests.store.conftest import factory

__all__ = ["factory"]
