"""Output for terminals: texts and JSON without control characters."""

from __future__ import annotations

import re
import sys
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
import msgspec

from companion.core.messages import DIRECTIONS

_CONTROL = frozenset(("Cc", "Cs", "Zl", "Zp"))  # categories of characters that can't be shown
_C1 = re.compile("[\x7f-\x9f]")  # JSON does not escape them, and some terminals obey them


def printable(text: str) -> str:
    """Control characters are replaced, line ends stay."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if character != "\n" and (unicodedata.category(character) in _CONTROL or character in DIRECTIONS)
        else character
        for character in text
    )


def print_json(value: object, *, is_indented: bool = False) -> None:
    """Write a value to standard output as JSON, on one line unless it `is_indented`."""
    encoded = msgspec.json.encode(value)
    encoded = msgspec.json.format(encoded) if is_indented else encoded
    if sys.stdout.isatty():
        encoded = _C1.sub(lambda match: f"\\u{ord(match[0]):04x}", encoded.decode()).encode()
    sys.stdout.buffer.write(encoded + b"\n")
    sys.stdout.buffer.flush()


def answer_lines(answer: Callable[[bytes], object], failed: Callable[[str], object]) -> int:
    """Print the answer to each line of standard input as soon as it arrives, and return the exit status.

    An error in one line does not stop the others: its answer is what `failed` makes of it, and the status is 1.
    """
    status = 0
    for line in sys.stdin.buffer:
        try:
            print_json(answer(line))
        except BrokenPipeError:
            raise
        except Exception as error:  # noqa: BLE001 - a defect in one line must not stop the others
            status = 1
            print_json(failed(f"The program failed at this line: {error!r}"))
            traceback.print_exc()
    return status


@contextmanager
def replacement(file: Path) -> Iterator[Path]:
    """Yield the path of a new file that replaces `file` at the end of the block, unless an error ends it."""
    unfinished = file.with_name(file.name + ".part")
    try:
        yield unfinished
        unfinished.replace(file)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def write_file(file: Path, data: bytes) -> None:
    """Write `data` to `file`, or to standard output if that is "-"; completely, or the file stays as it was.

    :raises click.FileError: it can't be written.
    """
    target = file.resolve()
    try:
        if str(file) == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        if target.exists() and not target.is_file():  # a device or a pipe
            target.write_bytes(data)
            return
        with replacement(target) as unfinished:
            unfinished.write_bytes(data)
    except BrokenPipeError:
        raise  # whoever read it has seen enough
    except OSError as error:
        raise click.FileError(str(file), error.strerror or str(error)) from None
