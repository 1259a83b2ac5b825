"""The files beside the database: the key that signs cookies, the lock against a second server, and its address."""

from __future__ import annotations

import errno
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import msgspec

LEAST_KEY_LENGTH = 16


class AlreadyServed(Exception):
    """Another server is using this database."""


class UnusableKey(Exception):
    """The file of the key holds something else, or only a part of it."""


def stored_secret_key(path: Path) -> str:
    """The key in `path`, which only its owner can read; it is created on the first start.

    It is written completely or not at all, even on a full disk. Of several servers that start at once, one creates it.
    A file that is there is never replaced: every phone would have to join again.

    :raises UnusableKey: the file is there, but it does not hold a key.
    :raises OSError: it can't be read or written.
    """
    if not path.exists():
        key = secrets.token_hex(32)
        with _written(path, key) as name, suppress(FileExistsError):  # another server got there first
            try:
                os.link(name, path)
            except FileExistsError:
                raise
            except OSError:  # a file system without hard links
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                    file.write(key)
    try:
        key = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UnusableKey(path) from error
    if len(key.strip()) < LEAST_KEY_LENGTH:
        raise UnusableKey(path)
    return key


def write_secret_key(path: Path, key: str) -> None:
    """Replace the key in `path` with `key`, completely or not at all.

    :raises OSError: it can't be written.
    """
    with _written(path, key) as name:
        name.replace(path)


@contextmanager
def _written(path: Path, text: str) -> Iterator[Path]:
    """Write a text to a temporary file beside `path` that only its owner can read; it is deleted at the end."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def lock(database: Path) -> IO[str]:
    """A file that must stay open while this process serves the SQLite file `database`.

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


def keep_address(folder: Path, external_url: str, host: str, port: int) -> None:
    """Keep the address of a server, for commands that print links; without it they guess."""
    path, address = folder / "address", msgspec.json.encode((external_url, host, port)).decode()
    with suppress(OSError), _written(path, address) as name:
        name.replace(path)


def kept_address(folder: Path) -> tuple[str, str, int]:
    """The EXTERNAL_URL, the host and the port of the server that runs, or ran last, on a folder."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode((folder / "address").read_bytes(), type=tuple[str, str, int])
    return "", "0.0.0.0", 8000  # noqa: S104 - what a server listens on unless told otherwise


def _lock(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
