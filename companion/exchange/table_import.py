"""Imports a table that was read from a file: previewed first, then written completely or not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from sqlalchemy import select

from companion.core.game import Refusal
from companion.core.messages import Verbatim
from companion.core.names import look
from companion.exchange import evening_file
from companion.exchange.evening_file import FileEvening, goes_on, placed
from companion.exchange.file_fields import LeftOut
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, FilePlayer, TableFile
from companion.games.record import InvalidFile
from companion.store import evenings, finished_games, game_log, links, notifications, refusals
from companion.store.base import db, new_token, new_uuid
from companion.store.database import writing
from companion.store.models import HOST, MAX_NAME_LENGTH, PLAYER, AccessLink, Evening, Game, Player, Table
from companion.store.refusals import refusal
from companion.store.tables import MAX_GAMES, MAX_PLAYERS, last_number


class People:
    """A table's people: how much room there is for more, and which of them the `games` of a file refer to.

    `used` are ids that can't be given to others.
    """

    def __init__(
        self, table: Table, players: Sequence[Player], used: Collection[str], games: Sequence[FileGame] = ()
    ) -> None:
        self.table = table
        self.count = len(players)
        self.found: dict[FilePlayer, Player] = {}
        self._used = {*used}
        self._reserved: set[FilePlayer] = set()
        self._by_uuid: dict[str, Player] = {}
        self._by_name: dict[tuple[str, str], Player] = {}
        for player in players:
            self._add(player)
        names = [[*map(_name, game.seats)] for game in games]
        self._names = {name for names_of_game in names for name in names_of_game}
        # Players of one game are different people, even if they have the same name.
        self._namesakes = {
            player
            for game, names_of_game in zip(games, names, strict=True)
            for player, name in zip(game.seats, names_of_game, strict=True)
            if names_of_game.count(name) > 1
        }

    def reserve(self, wanted: Collection[FilePlayer]) -> bool:
        """Reserve room for all `wanted`, and return whether there was enough."""
        new = {person for person in wanted if person not in self._reserved and self.find(person) is None}
        if self.count + len(new) > MAX_PLAYERS:
            return False
        self.count += len(new)
        self._reserved |= new
        return True

    def are_different(self, wanted: Sequence[FilePlayer]) -> bool:
        """Whether they are different people at the table, where one may have the id or name of two."""
        known = [player.id for person in wanted if (player := self.find(person)) is not None]
        return len(set(known)) == len(known)

    def player(self, wanted: FilePlayer) -> Player:
        """A new one if the table has none for this player of the file."""
        if (player := self.found.get(wanted)) is not None:
            return player
        player = self.find(wanted)
        if player is None or (wanted in self._namesakes and player in self.found.values()):
            uuid = self.free_id(wanted.id)
            names = {"name": wanted.name, "surname": self._free_surname(wanted), "is_anonymous": wanted.is_anonymous}
            player = Player(table_id=self.table.id, uuid=uuid, **names)
            self._add(player)
        self.found[wanted] = player
        return player

    def uuids(self, wanted: Iterable[FilePlayer]) -> dict[str, str]:
        """The ids that players of the file, by their id there, have at the table, if they are there."""
        return {person.id: person.id if (found := self.find(person)) is None else found.uuid for person in wanted}

    def free_id(self, wanted: str) -> str:
        """Another than the `wanted` one if that is used; nothing else gets it."""
        while wanted in self._used:
            wanted = derived_id(self.table.uuid, wanted)
        self._used.add(wanted)
        return wanted

    def _add(self, player: Player) -> None:
        self._by_uuid[player.uuid] = player
        self._by_name.setdefault(_name(player), player)

    def find(self, wanted: FilePlayer) -> Player | None:
        """By id, or else by name, ignoring case."""
        by_id = self._by_uuid.get(wanted.id) or self._by_uuid.get(derived_id(self.table.uuid, wanted.id))
        return by_id or self._by_name.get(_name(wanted))

    def _free_surname(self, wanted: FilePlayer) -> str:
        """With a number that nobody has, if someone at the table has the name."""
        if _name(wanted) not in self._by_name:
            return wanted.surname
        numbered = (f"{wanted.surname[: MAX_NAME_LENGTH - 4]} {number}".strip() for number in count(2))
        taken = self._by_name.keys() | self._names
        return next(name for name in numbered if (look(wanted.name), look(name)) not in taken)


def _name(player: Player | FilePlayer) -> tuple[str, str]:
    """By which a player is found."""
    return look(player.name), look(player.surname)


class Plan(Struct, frozen=True):
    """The effect of an import: what it adds to `table` or to a new one, and what it leaves out, in file order.

    What has gone on in the file is `continued`: games after the row with this number, evenings as they are here now.
    All else is `known`: it is here as in the file, or has gone on here. `used` are the ids of the file, or made from
    them, that this database has, `players` the table's, and `here` the ids of all its games.
    """

    file: TableFile
    table: Table | None
    used: frozenset[str]
    players: Sequence[Player] = ()
    here: frozenset[str] = frozenset()
    new: list[FileGame] = []
    evenings: list[FileEvening] = []
    left_out: Sequence[LeftOut] = ()
    continued: list[tuple[Game, int, FileGame]] = []
    continued_evenings: list[tuple[Evening, FileEvening]] = []
    known: list[FileGame | FileEvening] = []

    @property
    def changes_anything(self) -> bool:
        """Whether the import writes anything; a file without a valid game does not make a table."""
        changes = self.new or self.evenings or self.continued or self.continued_evenings
        return bool(changes) or (self.table is None and not self.file.left_out)


class Imported(Struct, frozen=True):
    """The result of an import: what was done, the table, and its host link if it is new."""

    plan: Plan
    table: Table
    host_link: AccessLink | None


def table_of(file: TableFile) -> Table | None:
    """The table that the file was exported from; None if it is not in this database."""
    return db.session.scalar(select(Table).where(Table.uuid == file.id))


def plan(file: TableFile, table: Table | None) -> Plan:
    """What importing the file would do; nothing is written."""
    ids = [*(player.id for player in file.players), *(game.id for game in file.games)]
    ids += [evening.uuid for evening in file.club.evenings]
    ids += [file.id, *(derived_id(file.id if table is None else table.uuid, id) for id in ids)]
    uuids = (model.uuid for model in (Table, Player, Game, Evening))
    used = frozenset(id for uuid in uuids for id in db.session.scalars(select(uuid).where(uuid.in_(ids))))
    if table is None:
        return Plan(file, None, used, new=[*file.games], evenings=[*file.club.evenings], left_out=file.left_out)
    # Not `table.games`, which has no deleted games: a game that was deleted here does not come back.
    games_here = {game.uuid: game for game in db.session.scalars(select(Game).where(Game.table_id == table.id))}
    players = [player for _id, player in sorted(Player.of_table(table.id).items())]
    planned = Plan(file, table, used, players, frozenset(games_here), [], [], [], [], [], [])
    people, left_out = People(table, players, used), [*file.left_out]
    for game in file.games:
        known_game = games_here.get(game.id) or games_here.get(derived_id(table.uuid, game.id))
        if reason := _plan_game(planned, people, game, known_game, MAX_GAMES - last_number(table)):
            error = InvalidFile(reason.violations, refusals.WORDS)
            left_out.append(LeftOut(game.number, error, game.slug, game.options, game.started_at))
    evenings_here = {evening.uuid: evening for evening in evenings.of_table(table)}
    for number, evening in enumerate(file.club.evenings, 1):
        known = evenings_here.get(evening.uuid) or evenings_here.get(derived_id(table.uuid, evening.uuid))
        if reason := _plan_evening(planned, people, evening, known):
            left_out.append(LeftOut(number, InvalidFile(reason.violations, refusals.WORDS), evening=evening.name))
    left_out.sort(key=lambda item: (item.evening is not None, item.number))
    return replace(planned, left_out=left_out)


def _plan_game(planned: Plan, people: People, game: FileGame, known: Game | None, room: int) -> Refusal | None:
    """Plan to add a game of the file, or to go on with the one that is here, or return why it is left out."""
    last_row = 0
    if known is not None:
        if known.deleted_at is not None:  # as is that of an erased game
            planned.known.append(game)
            return None
        ours, theirs = game_log.log_of(known), game.rows(people.uuids(game.people))
        last_row = len(ours)
        if known.slug != game.slug or any(one != other for one, other in zip(ours, theirs, strict=False)):
            return refusal("game-differs", None, n=known.n)
        if last_row > len(game.log) or (last_row == len(game.log) and (known.abandoned_at or not game.abandoned_at)):
            planned.known.append(game)
            return None
    elif len(planned.new) >= room:
        return refusal("games-full", None, most=MAX_GAMES)
    if not people.are_different(game.seats):
        return refusal("not-at-table", None)
    if not people.reserve(game.people):
        return refusal("table-full", None, most=MAX_PLAYERS)
    if known is None:
        planned.new.append(game)
    else:
        planned.continued.append((known, last_row, game))
    return None


def _plan_evening(planned: Plan, people: People, evening: FileEvening, known: Evening | None) -> Refusal | None:
    """Plan to add an evening of the file, or to go on with the one that is here, or return why it is left out."""
    if known is not None:
        ours = placed(evening_file.in_file(known), str, {id: id for id in planned.here})
        games = _games_by_id(planned, people.table.uuid, [game.id for game in planned.new])
        theirs = placed(evening, people.uuids(planned.file.players).__getitem__, games)
        if goes_on(theirs, ours):
            planned.known.append(evening)
            return None
        if known.slug != evening.slug or not goes_on(ours, theirs):
            return refusal("evening-differs", None, name=Verbatim(known.name))
    by_id = {player.id: player for player in planned.file.players}
    if not people.reserve({by_id[person] for person in evening.people}):
        return refusal("table-full", None, most=MAX_PLAYERS)
    if known is None:
        planned.evenings.append(evening)
    else:
        planned.continued_evenings.append((known, evening))
    return None


def carry_out(planned: Plan) -> Imported:
    """Write everything that was planned, or nothing, in one transaction; what has changed since then is considered."""
    file, table, host = planned.file, planned.table, None
    with writing(table):
        if table is None:
            planned = plan(file, None)
            id = new_uuid() if file.id in planned.used else file.id
            named = {"name": file.name, "venue": file.venue, "opened_at": file.opened_at, "code": links.new_code()}
            table = Table(uuid=id, players_may_correct_all=file.players_may_correct_all, **named)
            host = AccessLink(table=table, role=HOST)
            db.session.add(host)
            db.session.flush()
        else:  # nobody else writes to a log or an evening until it ends
            owned = (select(each).where(each.table_id == table.id).order_by(each.id) for each in (Game, Evening))
            fresh = {"populate_existing": True}
            _locked = [db.session.scalars(each.with_for_update(), execution_options=fresh).all() for each in owned]
            planned = plan(file, table)
        new_games = _write(planned, table)
    finished_games.store(
        [
            finished_games.summary_row(
                game_id, game.slug, game.position, game_log.end_of(game.started_at, game.position, game.log)
            )
            for game_id, game in new_games
        ]
    )
    db.session.expire(table, ["games", "players", "links"])
    return Imported(planned, table, host)


def _write(planned: Plan, table: Table) -> list[tuple[int, FileGame]]:
    """Write what is planned, inside a transaction, and return the ids of the new games."""
    file, continued = planned.file, [game for _known, _last_row, game in planned.continued]
    people = People(table, planned.players, planned.used, planned.new)
    by_id = {player.id: player for player in file.players}
    named = [
        id for each in (*planned.evenings, *(new for _here, new in planned.continued_evenings)) for id in each.people
    ]
    for player in (
        *(() if planned.table else file.players),
        *(player for game in (*planned.new, *continued) for player in (*game.seats, *game.people)),
        *(by_id[id] for id in named),
    ):
        people.player(player)
    seated = people.found
    db.session.add_all(player for player in seated.values() if player.id is None)
    db.session.flush()
    has_seat = AccessLink.table_id == table.id, AccessLink.role != HOST, ~AccessLink.is_revoked
    linked = set(db.session.scalars(select(AccessLink.player_id).where(*has_seat)))
    authors: dict[FilePlayer | None, AccessLink] = {}  # the link of everyone who wrote a row
    for author in dict.fromkeys(row.by for game in (*planned.new, *continued) for row in game.log):
        if author is not None:
            # The link of someone who has another only says who wrote.
            player_id = seated[author].id
            is_revoked = player_id in linked
            authors[author] = AccessLink(table_id=table.id, role=PLAYER, player_id=player_id, is_revoked=is_revoked)
            linked.add(player_id)
    games = [
        Game(
            table_id=table.id,
            n=n,
            uuid=people.free_id(game.id),
            slug=game.slug,
            options=dict(game.position.options_and_seats.options),
            seats=[seated[player].as_seat() for player in game.seats],
            starters=[*game.position.starters] if game.position.entries else None,
            started_at=game.started_at,
            venue=game.venue,
            abandoned_at=game.abandoned_at,
        )
        for n, game in enumerate(planned.new, last_number(table) + 1)
    ]
    db.session.add_all([*authors.values(), *games])
    db.session.flush()
    for game, in_file in zip(games, planned.new, strict=True):
        _write_rows(game, in_file, authors, seated)
    for known, last_row, in_file in planned.continued:
        _write_rows(known, in_file, authors, seated, last_row)
        present = game_log.replay(known).options_and_seats
        if present.seats:
            known.options, known.seats = dict(present.options), known.seats_with(present.seats)
        known.starters = [*in_file.position.starters] if in_file.position.entries else None
        known.abandoned_at = in_file.abandoned_at
        notifications.announce(table.id, known.id)

    ids, uuids = (
        {id: seated[by_id[id]].id for id in named},
        _games_by_id(planned, table.uuid, [game.uuid for game in games]),
    )
    evening_file.add(table, file.club, {people.free_id(each.uuid): each for each in planned.evenings}, ids, uuids)
    for here, evening in planned.continued_evenings:
        here.here, _apart, here.rounds = to_builtins(placed(evening, ids.get, uuids)).values()
    return [(game.id, in_file) for game, in_file in zip(games, planned.new, strict=True)]


def _write_rows(
    game: Game,
    in_file: FileGame,
    authors: Mapping[FilePlayer | None, AccessLink],
    people: Mapping[FilePlayer, Player],
    first: int = 0,
) -> None:
    uuids = {player.id: people[player].uuid for player in in_file.people}
    rows = [*zip(in_file.rows(uuids), in_file.log, strict=True)][first:]
    if rows:
        game_log.insert_rows(
            [game_log.row_values(game, row, authors.get(each.by), each.at, new_token()) for row, each in rows]
        )


def _games_by_id(planned: Plan, table_uuid: str, uuids: Sequence[str]) -> dict[str, str]:
    """The UUID that each game of the file has at the table: one that is new, or that was there already."""
    known = {
        game.id: uuid
        for game in planned.file.games
        for uuid in (derived_id(table_uuid, game.id), game.id)
        if uuid in planned.here
    }
    return known | dict(zip((game.id for game in planned.new), uuids, strict=True))
