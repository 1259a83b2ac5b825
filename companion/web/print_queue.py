"""Drawing for print outside the server's event loop, in bounds: few orders wait, and strangers may ask for so much."""

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

WAITING = 4  # orders that may wait while one is drawn
RETRY_AFTER = 5  # seconds
PERIOD = 60  # seconds
ALLOWANCE = 1200  # what an address without a table may ask for in that time
ORDER, PICTURE = 10, 1  # what an order and one of its pictures count
ADDRESSES = 10_000  # that are remembered

T = TypeVar("T")

_orders: Counter[Hashable] = Counter()  # how many requests of each order are being worked on


class _Use(Struct):
    """What an address has asked for since a moment of the monotonic clock."""

    since: float
    amount: int = 0


_uses: dict[str, _Use] = {}


def draw(order: Hashable, work: Callable[[], T]) -> T:
    """Return what `work` for `order` returns; requests of the same order, such as its pages, wait as one.

    :raises ServiceUnavailable: too many orders are waiting.
    """
    if order not in _orders and len(_orders) > WAITING:
        words = gettext("Others are printing at the moment. Please try again in a few seconds.")
        raise ServiceUnavailable(words, retry_after=RETRY_AFTER)
    _orders[order] += 1
    try:
        return in_worker(work)
    finally:
        _orders[order] -= 1
        if not _orders[order]:
            del _orders[order]


def count_stranger(amount: int) -> None:
    """Count what the address of this request, of someone without a table, asks for.

    :raises TooManyRequests: it has asked for too much within a minute.
    """
    now, address = monotonic(), network_of(request.remote_addr or "")
    use = _uses.get(address)
    if use is None or now - use.since > PERIOD:
        _uses.pop(address, None)
        while len(_uses) >= ADDRESSES:
            del _uses[next(iter(_uses))]
        use = _uses[address] = _Use(now)
    use.amount += amount
    if use.amount > ALLOWANCE:
        words = gettext("A lot was printed from your network in the last minute. Please try again in a minute.")
        raise TooManyRequests(words, retry_after=int(use.since + PERIOD - now) + 1)


def in_worker(work: Callable[[], T]) -> T:
    """Return what `work` returns, done outside the event loop: no phone waits while others print."""
    from gevent.monkey import is_module_patched

    if not is_module_patched("threading"):
        return work()
    result, error = _worker().apply(_attempt, (work,))
    if error is not None:
        raise error
    return cast("T", result)


def _attempt(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return what `work` returns, or the error that it raises: gevent prints those that leave its thread."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - raised again where it can be handled
        return None, error


@cache
def _worker() -> Any:
    """Return a pool of one thread: more would be no faster, and PDFium may be used by one thread only."""
    from gevent.threadpool import ThreadPool

    return ThreadPool(1)
