"""Uploaded files that wait for confirmation after a preview: in the instance folder, for an hour at most."""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress
from pathlib import Path

from flask import current_app

KEPT_SECONDS = 3600
MAX_FILES = 20  # files of all tables together; the oldest is deleted first
_TOKEN = re.compile(r"[\w-]{22}")


def save(data: bytes) -> str:
    """Keep `data` for at most an hour, and return the token for loading it."""
    folder = _folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    _delete_old_files(folder)
    token = secrets.token_urlsafe(16)
    path = folder / token
    path.touch(mode=0o600)
    path.write_bytes(data)
    return token


def load(token: str) -> bytes | None:
    """Return the data kept under `token`, or None if it is gone."""
    try:
        return (_folder() / token).read_bytes() if _TOKEN.fullmatch(token) else None
    except FileNotFoundError:
        return None


def delete(token: str) -> None:
    """Delete the data kept under `token`."""
    if _TOKEN.fullmatch(token):
        (_folder() / token).unlink(missing_ok=True)


def _delete_old_files(folder: Path) -> None:
    files: list[tuple[float, Path]] = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another process may have just deleted it
            files.append((path.stat().st_mtime, path))
    for number, (saved_at, path) in enumerate(sorted(files, reverse=True)):
        if number >= MAX_FILES - 1 or time.time() - saved_at > KEPT_SECONDS:
            path.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(current_app.instance_path) / "imports"
