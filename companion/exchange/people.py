"""The people of an import: which players of the table the players of the file are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import count

from companion.core.names import look
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, FilePlayer
from companion.store.models import MAX_NAME_LENGTH, Player, Table
from companion.store.tables import MAX_PLAYERS


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
