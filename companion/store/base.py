"""What all models share: the database, times in UTC, and new ids."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime, time, timedelta
from uuid import uuid4

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import DateTime, Dialect, MetaData, TypeDecorator
from sqlalchemy.orm import DeclarativeBase

# Constraints get fixed names, so that migrations can refer to them.
NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
# Characters of join codes. None looks or sounds like another (no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and without
# vowels, or 3 and 4 in their place, they make no words.
CODE_ALPHABET = "CDFHJKMNPRTVWXY679"
MAX_INTEGER = 2_147_483_647  # the largest in a column of PostgreSQL; no row has a number this large
DAY_BEGINS = time(5)  # by the clock of this machine: an evening may last until after midnight


class Model(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)


# Committed rows keep their values, so a request reads what its page shows only once.
db = SQLAlchemy(model_class=Model, session_options={"expire_on_commit": False})


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC, also on SQLite, which has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    return datetime.now(UTC)


def day_of(moment: datetime) -> date:
    """The day of an evening that goes on at this time; after midnight it is the day before."""
    return (moment.astimezone() - timedelta(hours=DAY_BEGINS.hour)).date()


def new_uuid() -> str:
    """A version 4 UUID, which a table, player or game keeps wherever it is moved to."""
    return str(uuid4())


def new_token() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


def new_url_token() -> str:
    """It begins with a letter or a digit, because a command would take one that begins with a hyphen for an option."""
    return secrets.choice(CODE_ALPHABET) + new_token()


def random_code(length: int) -> str:
    """Another table may have it."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))
