"""Long work outside the event loop, in a thread of its own, and its limits: what may wait, and what strangers may ask.

Printing, reading files, pictures, other results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from time import monotonic
from typing import Any, TypeVar, cast

from flask import request
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.lru_cache import LruCache
from companion.network import network_of

MAX_WAITING = 4  # jobs that may wait while one is done
RETRY_AFTER = 5  # seconds
PERIOD = 60  # seconds
ALLOWANCE = 1200  # the costs of what strangers may ask for from one address within a period
FILE, JOB, PICTURE = 100, 10, 1  # of a file to read, of a print job or a result as a picture, of a page's preview
MAX_ADDRESSES = 10_000  # addresses that are remembered

T = TypeVar("T")

_jobs: Counter[Hashable] = Counter()  # job -> the number of its requests in progress


class _Use(Struct):
    """The requests of an address since some time on the monotonic clock."""

    since: float
    amount: int = 0


def in_background(job: Hashable, work: Callable[[], T]) -> T:
    """Run `work` for `job` outside the event loop, so that no phone has to wait for it, and return the result.

    Requests of the same job, such as its pages, count once in the queue.

    :raises ServiceUnavailable: too many jobs are waiting.
    """
    if job not in _jobs and len(_jobs) > MAX_WAITING:
        why = _("The server is busy at the moment. Please try again in a few seconds.")
        raise ServiceUnavailable(why, retry_after=RETRY_AFTER)
    _jobs[job] += 1
    try:
        return _in_thread(work)
    finally:
        _jobs[job] -= 1
        if not _jobs[job]:
            del _jobs[job]


def count_stranger(amount: int) -> None:
    """Count a request from someone without a table towards the allowance of its address.

    :raises TooManyRequests: the allowance for a minute is used up.
    """
    now, address = monotonic(), network_of(request.remote_addr or "")
    uses: LruCache[str, _Use] = LruCache.of_app("strangers", MAX_ADDRESSES)
    use = uses.get(address)
    if use is None or now - use.since > PERIOD:
        use = _Use(now)
        uses.put(address, use)
    use.amount += amount
    if use.amount > ALLOWANCE:
        why = _("There have been too many requests from your network in the last minute. Please try again in a minute.")
        raise TooManyRequests(why, retry_after=int(use.since + PERIOD - now) + 1)


def _in_thread(work: Callable[[], T]) -> T:
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
