"""Pebbles is among the games in every test of this folder."""

from collections.abc import Iterator

import pytest

from tests import samples
from tests.web.conftest import app, config, visitor

__all__ = ["app", "config", "visitor"]


@pytest.fixture(autouse=True)
def pebbles() -> Iterator[None]:
    with samples.invented("pebbles"):
        yield
