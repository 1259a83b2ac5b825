"""Tables: opening them, adding players, starting games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache

from msgspec import Struct
from sqlalchemy import Select, bindparam, delete, func, select
from sqlalchemy.orm import aliased

from companion import games
from companion.core.game import Refusal, ScoredGame
from companion.core.messages import Json, Verbatim, quoted
from companion.core.options import with_all_rulings
from companion.core.translator import format_number
from companion.store import game_log, submissions
from companion.store.base import DAY_BEGINS, day_of, db, new_token, now
from companion.store.database import writing
from companion.store.links import new_code
from companion.store.models import HOST, AccessLink, Game, Player, Seat, StoredSummary, Table, can_sit
from companion.store.names import is_taken, names_refusal, tidy_name
from companion.store.refusals import refusal
from companion.store.submissions import Accepted, Submission

MAX_PLAYERS, MAX_GAMES = 100, 1000


class CarriedPoints(Struct, frozen=True):
    """What players bring along from a game, such as their points, each by the id of the player; `link` enters it.

    `rounds_left` is how many of its rounds were not played, or None if their number was open.
    """

    game: Game
    numbers: Mapping[str, Mapping[int, int]]
    rounds_left: int | None
    link: AccessLink

    @property
    def words(self) -> str:
        """Names and points as a list, in any language."""
        totals = map(format_number, self.numbers["points"].values())
        return ", ".join(map(" ".join, zip(self.game.names, totals, strict=True)))


def create_table(name: str) -> tuple[Table, AccessLink] | Refusal:
    """Create a table, and return it with its host link, or return why the name is not possible."""
    name = tidy_name(name)
    if refused := names_refusal(name):
        return refused
    with writing():
        table = Table(name=name, code=new_code())
        link = AccessLink(table=table, role=HOST)
        db.session.add_all([table, link])
    return table, link


def change_table(table: Table, name: str, venue: str) -> Refusal | None:
    """Change a table's name and its venue ("" for none), or return why that is impossible.

    The venue is that of the games from now on.
    """
    name, venue = tidy_name(name), tidy_name(venue)
    if refused := names_refusal(name, venue=venue):
        return refused
    with writing(table):
        table.name, table.venue = name, venue
    return None


def add_player(table: Table, name: str, surname: str = "") -> Player | Refusal:
    """Add a player to the table and return the player, or why there can't be one."""
    name, surname = tidy_name(name), tidy_name(surname)
    if refused := names_refusal(name, surname=surname):
        return refused
    player = Player(table_id=table.id, name=name, surname=surname)
    with writing(table):
        if is_taken(table.id, name, surname):
            return refusal("name-taken", "name", name=Verbatim(name))
        if len(Player.of_table(table.id)) >= MAX_PLAYERS:
            return refusal("table-full", "name", most=MAX_PLAYERS)
        db.session.add(player)
    return player


def started_since(table: Table, number: int, players: Sequence[Player]) -> Game | None:
    """The game in progress with exactly these people that was started after game `number`."""
    ids = {player.id for player in players}
    later = Game.table_id == table.id, Game.n > number, Game.deleted_at.is_(None), Game.abandoned_at.is_(None)
    for game in db.session.scalars(select(Game).where(*later).order_by(Game.n.desc())):
        if {seat["player"] for seat in game.seats} == ids and not game_log.position(game).is_over:
            return game
    return None


def start_game(table: Table, slug: str, players: Sequence[Player], options: Mapping[str, Json]) -> Game | Refusal:
    """Start a game with these players in seat order, and return it locked, or return why it is impossible.

    It is called in a transaction that has locked the table.
    """
    if slug not in games.GAMES:
        return refusal("no-such-game", "game", name=quoted(slug))
    if not can_sit(table.id, [player.id for player in players]):
        return refusal("not-at-table", "players")
    rules = games.rules_of(slug)
    start = rules.start([player.person for player in players], options)
    if isinstance(start, Refusal):
        return start
    n, seats = last_number(table) + 1, [player.as_seat() for player in players]
    if n > MAX_GAMES:
        return refusal("games-full", "game", most=MAX_GAMES)
    options = with_all_rulings(rules, options)
    game = Game(table_id=table.id, n=n, slug=slug, options=options, seats=seats, venue=table.venue)
    db.session.add(game)
    db.session.flush()  # it has an id now, so that entries can be added
    return game


def set_day(game: Game, day: date) -> None:
    """Date a game by the day of its evening, in a transaction; its time stays, which may be after midnight."""
    if day != day_of(game.started_at):
        at = game.started_at.astimezone().time()
        game.started_at = datetime.combine(day + timedelta(at < DAY_BEGINS), at).astimezone()
        db.session.execute(delete(StoredSummary).where(StoredSummary.game_id == game.id))  # it has the end of the game


def newest_game(table: Table, slug: str | None = None, before: int | None = None) -> Game | None:
    """Of one kind, `before` a number; the others are not read: there may be a thousand."""
    newest = select(Game).where(Game.table_id == table.id, Game.deleted_at.is_(None)).order_by(Game.n.desc()).limit(1)
    newest = newest if before is None else newest.where(Game.n < before)
    return db.session.scalar(newest if slug is None else newest.where(Game.slug == slug))


def named_games(table: Table) -> Sequence[Game]:
    """Those that players could name, the newest first."""
    query = select(Game).where(Game.table_id == table.id, Game.deleted_at.is_(None), Game.slug.in_(games.with_names()))
    return db.session.scalars(query.order_by(Game.n.desc())).all()


def last_number(table: Table) -> int:
    """0 without games; deleted games keep their numbers, and so take up room."""
    return db.session.scalar(select(func.max(Game.n)).where(Game.table_id == table.id)) or 0


def next_game(game: Game, player_id: int | None = None) -> Game | None:
    """The newest later game of the table that some people of `game` play: one of this player first."""
    values = {"table_id": game.table_id, "game_id": game.id, "n": game.n, "player_id": player_id}
    return db.session.scalar(_next_game(), values)


@cache
def _next_game() -> Select[Game]:
    """Built once, since that takes longer than running it."""
    own = aliased(Seat)
    of_player = select(Seat.game_id).where(Seat.player_id == bindparam("player_id"))
    people = select(own.player_id).where(own.game_id == bindparam("game_id"))
    of_anyone = select(Seat.game_id).where(Seat.player_id.in_(people))
    later = Game.table_id == bindparam("table_id"), Game.n > bindparam("n")
    query = select(Game).where(*later, Game.deleted_at.is_(None), Game.abandoned_at.is_(None), Game.id.in_(of_anyone))
    return query.order_by(Game.id.in_(of_player).desc(), Game.n.desc()).limit(1)


def carry_over(carried: CarriedPoints, game: Game, players: Sequence[Player]) -> Refusal | None:
    """Enter what those who play on bring along, and abandon the game that it comes from.

    This is done in the transaction that starts the new game, unless its log has already begun. If the game does not
    accept the points, the transaction is rolled back.
    """
    position = game_log.position(game)
    if position.last_row:
        return None
    rules = position.rules
    fields = rules.carried(position.state) if isinstance(rules, ScoredGame) else ("points",)
    numbers = {field: carried.numbers.get(field, {}) for field in fields}
    entry: dict[str, Json] = {"type": "before"}
    entry |= {field: [known.get(player.id, 0) for player in players] for field, known in numbers.items()}
    submission = Submission(carried.link, position.last_row, new_token())
    if not isinstance(submissions.append_entry(game, entry, submission), Accepted):
        db.session.rollback()
        return refusal("points-refused", None)
    if not game_log.position(carried.game).is_over:
        carried.game.abandoned_at = now()
    return None
