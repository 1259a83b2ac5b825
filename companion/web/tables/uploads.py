"""Uploaded files in the instance folder, which wait up to an hour for confirmation after a preview.

Files that have waited longer are deleted whenever one is saved or loaded.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import defaultdict
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from flask import current_app

from companion.network import network_of

KEPT_SECONDS = 3600
MAX_FILES = 20  # files of all tables together
_NETWORK = 8  # characters at the start of a token: the same for all files from one network
_TOKEN = re.compile(r"[\w-]{30}")


def save(data: bytes, address: str) -> str:
    """Keep `data`, which came from `address`, for up to an hour, and return the token for loading it."""
    folder = _folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    _delete_files(folder, MAX_FILES - 1)
    token = sha256(network_of(address).encode()).hexdigest()[:_NETWORK] + secrets.token_urlsafe(16)
    path = folder / token
    path.touch(mode=0o600)
    try:
        path.write_bytes(data)
    except OSError:  # the disk is full
        path.unlink()
        raise
    return token


def load(token: str) -> bytes | None:
    """The data kept under `token`, or None if it is gone."""
    folder = _folder()
    try:
        _delete_files(folder)
        return (folder / token).read_bytes() if _TOKEN.fullmatch(token) else None
    except FileNotFoundError:
        return None


def delete(token: str) -> None:
    if _TOKEN.fullmatch(token):
        (_folder() / token).unlink(missing_ok=True)


def _delete_files(folder: Path, limit: int = MAX_FILES) -> None:
    """Delete the files older than an hour; then, down to `limit`, always the oldest of the network with the most."""
    files: list[tuple[float, Path]] = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another process may have just deleted it
            files.append((path.stat().st_mtime, path))
    by_network: dict[str, list[Path]] = defaultdict(list)
    for saved_at, path in sorted(files):
        if time.time() - saved_at > KEPT_SECONDS:
            path.unlink(missing_ok=True)
        else:
            by_network[path.name[:_NETWORK]].append(path)
    for _ in range(sum(map(len, by_network.values())) - limit):
        max(by_network.values(), key=len).pop(0).unlink(missing_ok=True)


def _folder() -> Path:
    return Path(current_app.instance_path) / "imports"
