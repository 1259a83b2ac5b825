"""The files beside the database: the key that signs cookies, and the lock against a second server."""

from __future__ import annotations

import errno
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_KEY_LENGTH, _LEAST_KEY_LENGTH = 64, 16


class AlreadyServed(Exception):
    """Another server is using this database."""


def stored_secret_key(path: Path) -> str:
    """Return the key in `path`, which only its owner can read; it is created on the first start.

    It is written completely or not at all, even after a crash, on a full disk, or if several servers start at once.

    :raises OSError: it can't be read or written.
    """
    key = _read_key(path)
    if key is not None and len(key) >= _LEAST_KEY_LENGTH:
        return key
    with _written(path, secrets.token_hex(_KEY_LENGTH // 2)) as name:
        try:
            if key is not None:  # truncated by a crash of an older version, so it never signed anything
                path.unlink()
            os.link(name, path)
        except FileExistsError:
            pass  # another server got there first: use its key
        except OSError:  # a file system without hard links
            name.replace(path)
    key = _read_key(path)
    assert key is not None, "the key was written a moment ago"
    return key


def write_secret_key(path: Path, key: str) -> None:
    """Replace the key in `path` with `key`, completely or not at all.

    :raises OSError: it can't be written.
    """
    with _written(path, key) as name:
        name.replace(path)


@contextmanager
def _written(path: Path, key: str) -> Iterator[Path]:
    """Write a key to a temporary file beside `path` that only its owner can read; it is deleted at the end."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _read_key(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        return None


def lock(database: Path) -> IO[str]:
    """Return a file that must stay open while this process serves the SQLite file `database`.

    :raises AlreadyServed: another process serves it.
    :raises OSError: the lock can't be written.
    """
    database = database.resolve()  # a link to the file is the same file
    path = database.with_name(f"{database.name}.lock")
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
    try:
        _lock(file)
    except OSError as error:
        file.close()
        if error.errno not in (errno.EACCES, errno.EAGAIN):
            raise  # the file system has no locks
        raise AlreadyServed(path) from None
    return file


def _lock(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
