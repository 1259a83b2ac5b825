"""Fixtures for reading PDFs."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def patient_collector() -> Iterator[None]:
    """Collect garbage less often: reading a page makes 10,000 objects, none of them garbage."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000)
    yield
    gc.set_threshold(*usual)
