"""Drawing for print outside the event loop, with limits on waiting jobs and on what strangers may print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from time import monotonic
from typing import Any, TypeVar, cast

from flask import request
from flask_babel import gettext
from msgspec import Struct
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.network import network_of

MAX_WAITING = 4  # jobs that may wait while one is drawn
RETRY_AFTER = 5  # seconds
PERIOD = 60  # seconds
ALLOWANCE = 1200  # allowance of an address without a table in that time
JOB, PICTURE = 10, 1  # cost of a job and of one of its pictures
MAX_ADDRESSES = 10_000  # addresses that are remembered

T = TypeVar("T")

_jobs: Counter[Hashable] = Counter()  # job -> the number of its requests in progress


class _Use(Struct):
    """An address's requests since a given time on the monotonic clock."""

    since: float
    amount: int = 0


_uses: dict[str, _Use] = {}


def draw(job: Hashable, work: Callable[[], T]) -> T:
    """Return the result of `work` for `job`; requests of the same job, such as its pages, count once in the queue.

    :raises ServiceUnavailable: too many jobs are waiting.
    """
    if job not in _jobs and len(_jobs) > MAX_WAITING:
        words = gettext("Other people are printing at the moment. Please try again in a few seconds.")
        raise ServiceUnavailable(words, retry_after=RETRY_AFTER)
    _jobs[job] += 1
    try:
        return in_worker(work)
    finally:
        _jobs[job] -= 1
        if not _jobs[job]:
            del _jobs[job]


def count_stranger(amount: int) -> None:
    """Count a request from someone without a table towards the allowance of its address.

    :raises TooManyRequests: the allowance for a minute is used up.
    """
    now, address = monotonic(), network_of(request.remote_addr or "")
    use = _uses.get(address)
    if use is None or now - use.since > PERIOD:
        _uses.pop(address, None)
        while len(_uses) >= MAX_ADDRESSES:
            del _uses[next(iter(_uses))]
        use = _uses[address] = _Use(now)
    use.amount += amount
    if use.amount > ALLOWANCE:
        words = gettext("A lot was printed from your network in the last minute. Please try again in a minute.")
        raise TooManyRequests(words, retry_after=int(use.since + PERIOD - now) + 1)


def in_worker(work: Callable[[], T]) -> T:
    """Return the result of `work`, which runs outside the event loop so that no phone waits while others print."""
    from gevent.monkey import is_module_patched

    if not is_module_patched("threading"):
        return work()
    result, error = _worker().apply(_attempt, (work,))
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
def _worker() -> Any:
    """Return a pool of one thread; more would not be faster, and PDFium may be used by one thread only."""
    from gevent.threadpool import ThreadPool

    return ThreadPool(1)
