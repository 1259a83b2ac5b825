from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phones import Server
from tests.server.roles import any_evening, evening

__all__ = ["any_evening", "evening"]


@pytest.fixture(scope="session")
def server(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`companion serve` for all tests that neither stop it nor look at what it writes."""
    folder = tmp_path_factory.mktemp("served") / "instance"
    shutil.copytree(empty_instance, folder)
    server = Server(folder)
    server.start()
    yield server
    server.end()
