"""Limits on printing: on the jobs that wait for the background thread, and on what strangers may print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from time import monotonic
from typing import TypeVar

from flask import request
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.lru_cache import LruCache
from companion.network import network_of
from companion.web.background import in_background

MAX_WAITING = 4  # jobs that may wait while one is drawn
RETRY_AFTER = 5  # seconds
PERIOD = 60  # seconds
ALLOWANCE = 1200  # the costs of what strangers may print from one address within a period
JOB, PICTURE = 10, 1  # the cost of a job, and of one of its pictures
MAX_ADDRESSES = 10_000  # addresses that are remembered

T = TypeVar("T")

_jobs: Counter[Hashable] = Counter()  # job -> the number of its requests in progress


class _Use(Struct):
    """The requests of an address since some time on the monotonic clock."""

    since: float
    amount: int = 0


def draw(job: Hashable, work: Callable[[], T]) -> T:
    """Return the result of `work` for `job`; requests of the same job, such as its pages, count once in the queue.

    :raises ServiceUnavailable: too many jobs are waiting.
    """
    if job not in _jobs and len(_jobs) > MAX_WAITING:
        words = _("Other people are printing at the moment. Please try again in a few seconds.")
        raise ServiceUnavailable(words, retry_after=RETRY_AFTER)
    _jobs[job] += 1
    try:
        return in_background(work)
    finally:
        _jobs[job] -= 1
        if not _jobs[job]:
            del _jobs[job]


def count_stranger(amount: int) -> None:
    """Count a request from someone without a table towards the allowance of its address.

    :raises TooManyRequests: the allowance for a minute is used up.
    """
    now, address = monotonic(), network_of(request.remote_addr or "")
    uses: LruCache[str, _Use] = LruCache.of_app("printing-strangers", MAX_ADDRESSES)
    use = uses.get(address)
    if use is None or now - use.since > PERIOD:
        use = _Use(now)
        uses.put(address, use)
    use.amount += amount
    if use.amount > ALLOWANCE:
        words = _("A lot was printed from your network in the last minute. Please try again in a minute.")
        raise TooManyRequests(words, retry_after=int(use.since + PERIOD - now) + 1)
