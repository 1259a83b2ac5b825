"""Long work outside the event loop, in a thread of its own: printing, reading files, pictures, other results."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> T:
    """Return the result of `work`, which runs outside the event loop so that no phone has to wait for it."""
    from gevent.monkey import is_module_patched

    if not is_module_patched("threading"):
        return work()
    result, error = _pool().apply(_attempt, (work,))
    if error is not None:
        raise error
    return cast("T", result)


def _attempt(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return the result of `work`, or the exception that it raises; gevent would print one that leaves its thread."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - raised again in the event loop
        return None, error


@cache
def _pool() -> Any:
    """Return a pool of one thread; more would not be faster, and PDFium may be used by one thread only."""
    from gevent.threadpool import ThreadPool

    return ThreadPool(1)
