"""The database models: tables, their people and links, their games, and the log of each game.

Scores are not stored; they are replayed from the log. Rows of the log are never changed, except by merging players.
Times are in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TypedDict

from flask_babel import gettext as _
from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    String,
    UniqueConstraint,
    and_,
    delete,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, Session, mapped_column, relationship

from companion import games
from companion.core.game import Person
from companion.core.messages import Json
from companion.core.names import distinct_names, isolated
from companion.store.base import Model, UtcTime, day_of, db, new_token, new_url_token, new_uuid, now

MAX_NAME_LENGTH = 60
MAX_CODE_LENGTH = 12
HOST, PLAYER, VIEWER = "host", "player", "viewer"
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)  # of evenings, and of filters
ERASED = ""  # the slug of a game that was deleted and then erased
CODE_LIFETIME = timedelta(hours=12)  # a join code that was not used for this long is turned off


class StoredSeat(TypedDict):
    """Who has a seat: the id of the player, and the name at the time."""

    player: int
    name: str
    surname: str


class Table(Model):
    """A table, with an unguessable id, and a short code for joining while that is turned on."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True, default=new_url_token)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    opened_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    code: Mapped[str] = mapped_column(String(MAX_CODE_LENGTH), unique=True)
    is_join_code_on: Mapped[bool] = mapped_column(default=True)  # a host lets people in with the code
    players_may_correct_all: Mapped[bool] = mapped_column(default=False)  # and what others entered
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    venue: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), default="")  # printed on sheets
    is_sample: Mapped[bool] = mapped_column(default=False)  # with made-up people
    join_secret: Mapped[str] = mapped_column(String(32), default=new_token)  # the secret in the QR code, or "" for none
    join_used_at: Mapped[datetime | None] = mapped_column(UtcTime, default=now)  # an unused code turns itself off
    # The last choices for printing.
    print_choices: Mapped[dict[str, dict[str, list[str]]]] = mapped_column(JSON, default=dict)
    last_merge: Mapped[dict[str, Json] | None] = mapped_column(JSON(none_as_null=True))  # see `store.merges`
    visited_at: Mapped[datetime | None] = mapped_column(UtcTime, default=now)  # the day, for `companion tidy`
    hidden_since: Mapped[datetime | None] = mapped_column(UtcTime)  # of an earlier version, see `upkeep`

    players: Mapped[list[Player]] = relationship(back_populates="table", order_by="Player.id")
    games: Mapped[list[Game]] = relationship(
        primaryjoin="and_(Table.id == Game.table_id, Game.deleted_at.is_(None))", order_by="Game.n", viewonly=True
    )  # deleted games are left out
    links: Mapped[list[AccessLink]] = relationship(back_populates="table", order_by="AccessLink.id")

    def shown_names(self, people: Sequence[Person]) -> list[str]:
        """With the surname of those who have a namesake at the table."""
        return [isolated(name) for name in distinct_names(people, [player.person for player in self.players])]

    @property
    def player_names(self) -> dict[int, str]:
        """Those of all players as they are shown, by id."""
        query = select(Player.id, Player.name, Player.surname).where(Player.table_id == self.id).order_by(Player.id)
        people = {id: Person(name, surname) for id, name, surname in db.session.execute(query)}
        return {id: isolated(name) for id, name in zip(people, distinct_names([*people.values()]), strict=True)}

    @hybrid_property
    def is_joinable(self) -> bool:
        """Whether the code was not turned off, and was used within the last hours."""
        return self.is_join_code_on and self.join_used_at is not None and now() - self.join_used_at < CODE_LIFETIME

    @is_joinable.inplace.expression
    @classmethod
    def _is_joinable(cls) -> ColumnElement[bool]:
        return and_(cls.is_join_code_on, cls.join_used_at > now() - CODE_LIFETIME)


class Player(Model):
    """A player of a table."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("table_id", "name", "surname"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    surname: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), default="")
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    is_anonymous: Mapped[bool] = mapped_column(default=False)  # the name was removed

    table: Mapped[Table] = relationship(back_populates="players")

    @property
    def full_name(self) -> str:
        return self.person.full_name

    @property
    def shown_name(self) -> str:
        """With the surname if someone else at the table has this first name."""
        return self.table.shown_names([self.person])[0]

    @property
    def person(self) -> Person:
        return Person(self.name, self.surname)

    @classmethod
    def of_table(cls, table_id: int) -> dict[int, Player]:
        """By id, as they are in the database now: others may have changed them."""
        players = select(cls).where(cls.table_id == table_id).execution_options(populate_existing=True)
        return {player.id: player for player in db.session.scalars(players)}

    def as_seat(self) -> StoredSeat:
        """The value in `Game.seats`."""
        return {"player": self.id, "name": self.name, "surname": self.surname}


class AccessLink(Model):
    """A personal link of a table: anyone who has its token may do what its role allows, until it is revoked.

    A host need not be one of the players. Renewing a link gives it a new token.
    """

    __tablename__ = "links"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    role: Mapped[str] = mapped_column(String(8))
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_url_token)
    is_revoked: Mapped[bool] = mapped_column(default=False)
    given_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    table: Mapped[Table] = relationship(back_populates="links")
    player: Mapped[Player | None] = relationship()

    @property
    def is_host(self) -> bool:
        return self.role == HOST

    @property
    def may_enter(self) -> bool:
        return self.role in (HOST, PLAYER)

    @property
    def is_of_removed_player(self) -> bool:
        return self.player_id is None and self.role == PLAYER

    def may_correct(self, author: AccessLink | None) -> bool:
        """Hosts correct all entries, players what they entered themselves."""
        if self.is_revoked or not self.may_enter:
            return False
        if self.is_host or self.table.players_may_correct_all:
            return True
        # A player's second phone is the same person.
        return author is not None and (
            author.id == self.id or (author.player_id is not None and author.player_id == self.player_id)
        )


def can_sit(table_id: int, player_ids: Sequence[int]) -> bool:
    """Whether these are the ids of a table's players, none of them twice."""
    ids = set(player_ids)
    return len(ids) == len(player_ids) and ids <= Player.of_table(table_id).keys()


def title_of(slug: str, options: Mapping[str, Json]) -> str:
    """In the reader's language."""
    return isolated(games.kind_of(slug, options).name) or _(games.rules_of(slug).TITLE)


class OfKind:
    """What is played with some options: a game, or the game of an evening."""

    slug: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Json]] = mapped_column(JSON)

    @property
    def title(self) -> str:
        return title_of(self.slug, self.options)

    @property
    def kind(self) -> str:
        return games.kind_of(self.slug, self.options).key


class Game(OfKind, Model):
    """The `n`-th game of a table, with its present options and people; its log has the previous ones.

    `seats` holds the people: player (id), name, surname. `starters` are the seats that may start because of names
    (`GameRules.starters`), decided by the first entry: before that it is None, and present names decide. An erased game
    keeps neither options, seats nor log.
    """

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("table_id", "n"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    n: Mapped[int]
    seats: Mapped[list[StoredSeat]] = mapped_column(JSON)
    starters: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    started_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    venue: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), default="")  # that of the table when it was started
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    abandoned_at: Mapped[datetime | None] = mapped_column(UtcTime)  # kept, but not in statistics
    deleted_at: Mapped[datetime | None] = mapped_column(UtcTime)  # a host can undo this within a day
    share_token: Mapped[str | None] = mapped_column(String(32), unique=True)  # shows this game's result

    table: Mapped[Table] = relationship()

    @property
    def kind_name(self) -> str:
        """The name that the players gave the game, or ""."""
        return games.kind_of(self.slug, self.options).name

    @property
    def kind_title(self) -> str:
        """With what tells this kind of game from others of the same name."""
        return " · ".join((self.title, *map(_, games.kind_of(self.slug, self.options).labels)))

    @property
    def names(self) -> list[str]:
        """As they are shown, by seat."""
        return self.table.shown_names(self.people)

    @property
    def people(self) -> tuple[Person, ...]:
        """By seat, under their current names."""
        return tuple(Person(seat["name"], seat["surname"]) for seat in self.seats)

    @property
    def day(self) -> date:
        """Of the evening; after midnight it is the day before."""
        return day_of(self.started_at)

    @property
    def player_uuids(self) -> list[str]:
        """By seat, as in the log."""
        players = Player.of_table(self.table_id)
        return [players[seat["player"]].uuid if seat["player"] in players else "" for seat in self.seats]

    def seats_with(self, uuids: Sequence[str]) -> list[StoredSeat]:
        """The seats with the players with these UUIDs; if one is no longer at the table, that seat stays."""
        if uuids == self.player_uuids:
            return self.seats
        seats = {player.uuid: player.as_seat() for player in Player.of_table(self.table_id).values()}
        return [seats.get(uuid, seat) for uuid, seat in zip(uuids, self.seats, strict=True)]

    def seat_of(self, player_id: int | None) -> int | None:
        return next((i for i, seat in enumerate(self.seats) if seat["player"] == player_id), None)

    def minutes_until(self, end: datetime) -> int:
        return int((end - self.started_at).total_seconds() // 60)

    @classmethod
    def has_player(cls, player_id: int) -> ColumnElement[bool]:
        """A condition for queries."""
        return cls.id.in_(select(Seat.game_id).where(Seat.player_id == player_id))


class Seat(Model):
    """A seat of a game and who sits there, for queries: derived from `Game.seats` whenever that is written."""

    __tablename__ = "seats"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)


@event.listens_for(db.session, "after_flush")
def _write_seats(session: Session, _context: object) -> None:
    rows = (row for row in (*session.new, *session.dirty) if isinstance(row, Game))
    games = {row.id: row.seats for row in rows if inspect(row).attrs.seats.history.has_changes()}
    if games:
        session.connection().execute(delete(Seat).where(Seat.game_id.in_(games)))
    if seats := [
        {"game_id": game_id, "seat": seat, "player_id": stored["player"]}
        for game_id, stored_seats in games.items()
        for seat, stored in enumerate(stored_seats)
    ]:
        session.connection().execute(insert(Seat), seats)


class StoredRow(Model):
    """A row of a log in the database, with its author and time; its keys make it impossible to write a row twice."""

    __tablename__ = "log"
    __table_args__ = (UniqueConstraint("game_id", "submission"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    payload: Mapped[Json] = mapped_column(JSON)
    link_id: Mapped[int | None] = mapped_column(ForeignKey("links.id"), index=True)  # who entered it
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    submission: Mapped[str] = mapped_column(String(64))

    link: Mapped[AccessLink | None] = relationship()


class StoredSummary(Model):
    """A game's summary for history and statistics: derived from its log up to a row, can be rebuilt at any time.

    If the game was not over by that row, the summary is empty.
    """

    __tablename__ = "summaries"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    last_row: Mapped[int]
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)
    summary: Mapped[dict[str, Json]] = mapped_column(JSON)


class Season(Model):
    """Several evenings of a table: the `best` of them count for each of the people (0: all), if they came often enough.

    `minimum` is how many evenings someone needs for a place.
    """

    __tablename__ = "seasons"
    __table_args__ = (UniqueConstraint("table_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    best: Mapped[int] = mapped_column(default=0)
    minimum: Mapped[int] = mapped_column(default=1)

    evenings: Mapped[list[Evening]] = relationship(order_by="(Evening.day, Evening.id)", viewonly=True)


class Evening(OfKind, Model):
    """An evening of a table, with its game, who is here, and its rounds; `store.evenings` reads the lists.

    They name people by the ids of players, and games by their UUIDs. Points come from the games; nothing is stored.
    """

    __tablename__ = "evenings"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    season_id: Mapped[int | None] = mapped_column(ForeignKey("seasons.id"))
    uuid: Mapped[str] = mapped_column(String(36), unique=True, default=new_uuid)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    day: Mapped[date]
    form: Mapped[str] = mapped_column(String(8))  # "open", "rounds" or "final"
    is_swiss: Mapped[bool] = mapped_column(default=False)  # from round 2 people of equal standing meet
    finalists: Mapped[int] = mapped_column(default=4)
    points: Mapped[list[list[int]]] = mapped_column(JSON, default=list)  # for each place; none: the usual ones
    apart: Mapped[list[list[int]]] = mapped_column(JSON, default=list)  # pairs
    here: Mapped[list[int]] = mapped_column(JSON, default=list)
    rounds: Mapped[list[dict[str, Json]]] = mapped_column(JSON, default=list)

    table: Mapped[Table] = relationship()
    season: Mapped[Season | None] = relationship()


class AttemptCount(Model):
    """How often an address, or everyone (`""`), typed a wrong join code in a minute.

    For an address after "+": how many tables were created from there in the hour that begins with this minute.
    """

    __tablename__ = "attempt_counts"

    address: Mapped[str] = mapped_column(String(45), primary_key=True)
    minute: Mapped[int] = mapped_column(primary_key=True)
    count: Mapped[int]
