"""What is stored: tables, their people and links, their games, and the log of each game.

Scores are not stored; they are folded from the log. Rows of the log are written once and never changed.
Times are in UTC.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    JSON,
    ColumnElement,
    DateTime,
    ForeignKey,
    MetaData,
    String,
    TypeDecorator,
    UniqueConstraint,
    and_,
)
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from companion.core.game import Person

# Names of constraints are fixed here, so that a migration can name what it changes.
NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
MAX_NAME_LENGTH = 60
HOST, PLAYER, VIEWER = "host", "player", "viewer"
# Of join codes. No sign looks or sounds like another: no vowels that make words, no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
CODE_SIGNS = "ACDEFHJKMNPRTVWXY34679"
CODE_LIFETIME = timedelta(hours=12)  # a join code that was not used for so long is closed


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)


# Rows that were committed keep their values: what a page shows is read once a request.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})
if TYPE_CHECKING:  # Flask-SQLAlchemy makes `db.Model` from `Base` while running
    Model = Base
else:
    Model = db.Model


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite, which knows no time zones, returns it with one too."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    return datetime.now(UTC)


def new_uuid() -> str:
    """Return a new id that a table, a player or a game keeps wherever it is moved to: a UUID of version 4."""
    return str(uuid4())


def new_token() -> str:
    """Return a new id of 128 random bits."""
    return secrets.token_urlsafe(16)


def new_address_id() -> str:
    """Return a new token for addresses; its first sign says in which database it is found (setting SHARD).

    It is a letter or a digit: an id that began with a hyphen would be an option of a command.
    """
    first: str = secrets.choice(current_app.config["SHARD"] or CODE_SIGNS)
    return first + new_token()


class Table(Model):
    """Where the same people meet: known by an unguessable id, joined by a short code while that is open."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True, default=new_address_id)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    opened_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    code: Mapped[str] = mapped_column(String(6), unique=True)
    joining: Mapped[bool] = mapped_column(default=True)  # whether a host lets people in with the code
    all_correct: Mapped[bool] = mapped_column(default=False)  # whether players may correct what others entered
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    place: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), default="")  # where people meet, for the sheets
    is_sample: Mapped[bool] = mapped_column(default=False)  # invented, to look around
    shows_ratings: Mapped[bool] = mapped_column(default=True)
    join_secret: Mapped[str] = mapped_column(String(32), default=new_token)  # what the QR code carries; "" for none
    join_used_at: Mapped[datetime | None] = mapped_column(UtcTime, default=now)  # the code closes after hours unused
    print_choices: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)  # what was chosen last for printing
    last_merge: Mapped[dict[str, Any] | None] = mapped_column(
        JSON(none_as_null=True)
    )  # what takes it back: `store.merges`
    visited_at: Mapped[datetime | None] = mapped_column(UtcTime, default=now)  # to the day: `companion tidy` spares it

    players: Mapped[list[Player]] = relationship(back_populates="table", order_by="Player.id")
    games: Mapped[list[Game]] = relationship(
        primaryjoin="and_(Table.id == Game.table_id, Game.deleted_at.is_(None))", order_by="Game.n", viewonly=True
    )  # without those that were deleted
    access_links: Mapped[list[AccessLink]] = relationship(back_populates="table", order_by="AccessLink.id")

    @hybrid_property
    def is_joinable(self) -> bool:
        """Tell whether the code is open: a host has not closed it, and it was used within the last hours."""
        return self.joining and self.join_used_at is not None and now() - self.join_used_at < CODE_LIFETIME

    @is_joinable.inplace.expression
    @classmethod
    def _is_joinable(cls) -> ColumnElement[bool]:
        return and_(cls.joining, cls.join_used_at > now() - CODE_LIFETIME)


class Player(Model):
    """One of a table's people, entered once."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("table_id", "name", "surname"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    surname: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), default="")
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    is_anonymous: Mapped[bool] = mapped_column(default=False)  # the name was replaced and is gone

    table: Mapped[Table] = relationship(back_populates="players")

    @property
    def full_name(self) -> str:
        """Return the name with the surname, if there is one."""
        return f"{self.name} {self.surname}".strip()

    def as_seat(self) -> dict[str, Any]:
        """Return what `Game.seats` holds of a player whom the rules know by the present name."""
        return {"player": self.id, "name": self.name, "surname": self.surname}


class AccessLink(Model):
    """A personal link of a table: who has its token may do what its role allows, until it is revoked.

    A host need not be one of the players. Renewing a link gives it a new token.
    """

    __tablename__ = "grants"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    role: Mapped[str] = mapped_column(String(8))
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_address_id)
    revoked: Mapped[bool] = mapped_column(default=False)
    given_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    table: Mapped[Table] = relationship(back_populates="access_links")
    player: Mapped[Player | None] = relationship()

    @property
    def is_host(self) -> bool:
        return self.role == HOST

    @property
    def may_enter(self) -> bool:
        """Tell whether the link may enter anything at the table."""
        return self.role in (HOST, PLAYER)

    def may_correct(self, author: AccessLink | None) -> bool:
        """Tell whether the link may correct what `author` entered: a host everything, a player what is their own."""
        if self.revoked or not self.may_enter:
            return False
        if self.is_host or self.table.all_correct:
            return True
        # A second phone of the same player is the same person.
        return author is not None and (
            author.id == self.id or (author.player_id is not None and author.player_id == self.player_id)
        )


class Game(Model):
    """The `n`-th game of a table, with its present options and people; its log says what they were before.

    `seats` holds the people: player (id), name, surname. `judged_as` is there if someone was renamed or replaced later
    and the course of the game depends on the name: it holds the name and surname that the rules go by.
    """

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("table_id", "n"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    n: Mapped[int]
    kind: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seats: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    started_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    abandoned_at: Mapped[datetime | None] = mapped_column(UtcTime)  # kept, but not in statistics
    deleted_at: Mapped[datetime | None] = mapped_column(UtcTime)  # a host can take this back for a day
    share_token: Mapped[str | None] = mapped_column(String(32), unique=True)  # who has it may see this game's result

    table: Mapped[Table] = relationship()

    @property
    def names(self) -> list[str]:
        """Return the players' names by seat."""
        return [seat["name"] for seat in self.seats]

    @property
    def people(self) -> tuple[Person, ...]:
        """Return the players by seat, as the rules know them."""
        return people_of(self.seats)

    @property
    def shown_people(self) -> tuple[Person, ...]:
        """Return the players by seat under their present names."""
        return tuple(Person(seat["name"], seat["surname"]) for seat in self.seats)

    def seat_of(self, player_id: int | None) -> int | None:
        """Return the seat of a player, None if that player does not take part."""
        return next((i for i, seat in enumerate(self.seats) if seat["player"] == player_id), None)


def people_of(seats: Sequence[Mapping[str, Any]]) -> tuple[Person, ...]:
    """Return the players in `seats`, which are those of a game, as the rules know them."""
    named = [seat.get("judged_as", seat) for seat in seats]
    return tuple(Person(person["name"], person["surname"]) for person in named)


class LogRow(Model):
    """A row of a game's log; the keys make a row that is written twice impossible."""

    __tablename__ = "log"
    __table_args__ = (UniqueConstraint("game_id", "submission"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    payload: Mapped[Any] = mapped_column(JSON)
    access_link_id: Mapped[int | None] = mapped_column("grant_id", ForeignKey("grants.id"))  # who entered it
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    submission: Mapped[str] = mapped_column(String(64))

    access_link: Mapped[AccessLink | None] = relationship()


class FiguresRow(Model):
    """What history and statistics need of a game, derived from its log up to a row; it can be rebuilt at any time."""

    __tablename__ = "game_figures"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True, autoincrement=False)
    log_number: Mapped[int]
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)
    figures: Mapped[dict[str, Any]] = mapped_column(JSON)


class FailedJoinAttempt(Model):
    """How often an address, or everyone (`""`), typed a wrong join code in a minute."""

    __tablename__ = "guesses"

    address: Mapped[str] = mapped_column(String(45), primary_key=True)
    minute: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    count: Mapped[int]
