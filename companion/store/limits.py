"""Rate limits for one address and for all together: wrong join codes per minute, new tables per hour.

The counts are in the database, so that all processes share them.
"""

from __future__ import annotations

import time
from collections import Counter

from sqlalchemy import delete, select

from companion.network import network_of
from companion.store.base import db
from companion.store.database import insert_or_update, writing
from companion.store.models import AttemptCount

# Wrong codes per minute: far more than typing errors. At this rate guessing a code takes years (`links.code_length`).
MAX_FAILED_JOINS, MAX_FAILED_JOINS_IN_ALL = 10, 60
_HOUR = 60  # minutes
_CREATED = "+"  # prefix of an address in the counts of created tables


class TooManyAttempts(Exception):
    """This address has to wait for `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


def this_minute() -> int:
    """Whole minutes since 1970."""
    return int(time.time() // 60)


def ensure_may_join(address: str) -> None:
    """Make sure that `address` may try a join code.

    :raises TooManyAttempts: too many wrong codes within the minute, from this address or from all together.
    """
    counts = _counted((network_of(address), ""), this_minute())
    if counts[network_of(address)] >= MAX_FAILED_JOINS or counts[""] >= MAX_FAILED_JOINS_IN_ALL:
        raise TooManyAttempts(60)


def count_failed_join(address: str) -> None:
    _count((network_of(address), ""), this_minute())


def ensure_may_create_table(address: str, limit: int) -> None:
    """Make sure that `address` may create a table; a `limit` of 0 means no limit.

    :raises TooManyAttempts: `limit` tables were created from this address within the hour.
    """
    minute = this_minute()
    hour = minute - minute % _HOUR
    if limit and sum(_counted((_CREATED + network_of(address),), hour).values()) >= limit:
        raise TooManyAttempts(60 * (hour + _HOUR - minute))


def count_created_table(address: str) -> None:
    minute = this_minute()
    _count((_CREATED + network_of(address),), minute - minute % _HOUR)


def _counted(names: tuple[str, ...], minute: int) -> Counter[str]:
    attempts = select(AttemptCount.address, AttemptCount.count).where(
        AttemptCount.minute == minute, AttemptCount.address.in_(names)
    )
    return Counter(dict(iter(db.session.execute(attempts))))


def _count(names: tuple[str, ...], minute: int) -> None:
    with writing():
        db.session.execute(delete(AttemptCount).where(AttemptCount.minute < this_minute() - _HOUR))
        for name in names:
            attempt = {"address": name, "minute": minute, "count": 1}
            insert_or_update(AttemptCount, [attempt], {"count": AttemptCount.count + 1})
