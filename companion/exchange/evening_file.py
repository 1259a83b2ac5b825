"""The evenings and seasons of a table in `companion-table/1`: written, read strictly, and put into the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert, to_builtins
from msgspec.structs import asdict

from companion import games
from companion.club.standings import MOST_POINTS
from companion.core.game import Refusal
from companion.core.messages import Json, Verbatim
from companion.exchange.file_fields import Id, LeftOut, invalid_file, read_fields, wrong_field
from companion.games.record import InvalidFile
from companion.store import evenings
from companion.store.base import db
from companion.store.evenings import MAX_ROUNDS, People, Who
from companion.store.models import FIRST_DAY, LAST_DAY, Evening, Season, Table
from companion.store.names import names_refusal, tidy_name
from companion.store.tables import MAX_PLAYERS

MAX_EVENINGS = 1000
Ids = Annotated[list[Id], Meta(max_length=MAX_PLAYERS)]
Pairs = Annotated[list[tuple[Id, Id]], Meta(max_length=MAX_PLAYERS)]
Points = Annotated[list[Annotated[int, Meta(ge=0, le=MOST_POINTS)]], Meta(min_length=1, max_length=6)]


class FileTable(Struct, frozen=True, omit_defaults=True, rename={"seats": "players"}):
    seats: Ids
    game: Annotated[str, Meta(max_length=36)] = ""


_RENAMED = {"is_published": "published", "is_final": "final", "is_last": "last"}


class FileRound(Struct, frozen=True, omit_defaults=True, rename=_RENAMED):
    """A round as a file has it: with other names, and without its clock."""

    draw: Annotated[int, Meta(ge=1, le=9999)]
    tables: Annotated[list[FileTable], Meta(max_length=MAX_PLAYERS)]
    out: Ids = []
    is_published: bool = False
    is_final: bool = False
    is_last: bool = False

    @property
    def has_someone_twice(self) -> bool:
        """Whether someone has two places in the round."""
        places = [*(person for table in self.tables for person in table.seats), *self.out]
        return len({*places}) < len(places)


class FileSeason(Struct, frozen=True, omit_defaults=True):
    name: str
    best: Annotated[int, Meta(ge=0, le=99)] = 0
    minimum: Annotated[int, Meta(ge=1, le=99)] = 1


class FileEvening(Struct, frozen=True, omit_defaults=True, rename={"uuid": "id", "slug": "game", "is_swiss": "swiss"}):
    """An evening as a file has it: the columns of `Evening` under other names, UUIDs, and the name of its season."""

    uuid: Id
    name: str
    day: date
    slug: str
    form: Literal["open", "rounds", "final"]
    options: dict[str, Json] = {}
    season: str = ""
    is_swiss: bool = False
    finalists: Annotated[int, Meta(ge=2, le=6)] = 4
    points: Annotated[list[Points], Meta(max_length=6)] = []
    apart: Pairs = []
    here: Ids = []
    rounds: Annotated[list[FileRound], Meta(max_length=MAX_ROUNDS)] = []

    @property
    def people(self) -> Iterable[str]:
        """The ids of everyone whom the evening names."""
        tables = (table.seats for round in self.rounds for table in round.tables)
        return chain(self.here, *self.apart, *(round.out for round in self.rounds), *tables)


class ClubFile(Struct, frozen=True, omit_defaults=True):
    """What a file says of a club: the optional fields `seasons` and `evenings`."""

    seasons: tuple[FileSeason, ...] = ()
    evenings: tuple[FileEvening, ...] = ()


def club_json(table: Table) -> dict[str, Json]:
    """The fields `seasons` and `evenings`; none if the table has no evening."""
    uuids = {player.id: player.uuid for player in table.players}
    seasons = convert(evenings.seasons_of(table)[::-1], tuple[FileSeason, ...], from_attributes=True)
    fields: dict[str, Json] = to_builtins(
        ClubFile(seasons, tuple(_evening(each, uuids) for each in evenings.of_table(table)[::-1]))
    )
    return fields


def parse(
    raw_evenings: Sequence[Json], seasons: Sequence[FileSeason], players: Collection[str], left_out: list[LeftOut]
) -> ClubFile:
    """The seasons and evenings of a file, which name only these players; those that are wrong are `left_out`.

    :raises InvalidFile: there are too many, or a season is wrong.
    """
    if any(names_refusal(season.name) for season in seasons) or len(seasons) > MAX_EVENINGS:
        raise wrong_field("seasons")
    if len(raw_evenings) > MAX_EVENINGS:
        raise wrong_field("evenings")
    evenings: list[FileEvening] = []
    for number, raw_evening in enumerate(raw_evenings, 1):
        try:
            evening = read_fields(raw_evening, FileEvening, "evenings")
            if (name := next(_wrong_fields(evening, players), None)) is not None:
                raise wrong_field(name)
            if twice := [n for n, round in enumerate(evening.rounds, 1) if round.has_someone_twice]:
                raise invalid_file("place-twice", number=twice[0], name=Verbatim(evening.name))
            evenings.append(evening)
        except InvalidFile as error:
            name = str(raw_evening.get("name") or "") if type(raw_evening) is dict else ""
            left_out.append(LeftOut(number, error, evening="" if names_refusal(name) else tidy_name(name)))
    return ClubFile(tuple(seasons), tuple(evenings))


def add(
    table: Table, club: ClubFile, new: Mapping[str, FileEvening], people: Mapping[str, int], uuids: Mapping[str, str]
) -> None:
    """Add the `new` evenings of a file, by their UUID, inside a transaction.

    `people` are the players of the table for those of the file, `uuids` the games of the table for those of the file.
    """
    seasons = {season.name: season for season in evenings.seasons_of(table)}
    for season in (*club.seasons, *(FileSeason(evening.season) for evening in new.values() if evening.season)):
        if (name := tidy_name(season.name)) not in seasons:
            seasons[name] = Season(table_id=table.id, name=name, best=season.best, minimum=season.minimum)
    for uuid, evening in new.items():
        named = to_builtins(placed(evening, people.get, uuids))
        own = {"uuid": uuid, "name": tidy_name(evening.name), "season": seasons.get(tidy_name(evening.season))}
        db.session.add(Evening(table_id=table.id, **{**asdict(evening), **named, **own}))
    db.session.add_all(seasons.values())


def placed(evening: FileEvening, person: Callable[[str], Who | None], uuids: Mapping[str, str]) -> People[Who]:
    """Whom it names, as `person` says who that is, with the `uuids` of the games that are known."""
    named = convert(evening, People[str], from_attributes=True).renamed(person)
    for at in chain.from_iterable(round.tables for round in named.rounds):
        at.game = uuids.get(at.game, "")
    return named


def in_file(evening: Evening) -> FileEvening:
    uuids = {player.id: player.uuid for player in db.session.get_one(Table, evening.table_id).players}
    return _evening(evening, uuids)


def goes_on(ours: People[str], theirs: People[str]) -> bool:
    """Whether an evening that was like `ours` can be like `theirs` by now, or is the same.

    A draft may have become anything; in a published round games were started. As long as nothing
    has happened, people have only come.
    """
    fits = all(
        not one.is_published
        or (
            (one.out, other.is_published) == (other.out, True)
            and [table.seats for table in one.tables] == [table.seats for table in other.tables]
            and all(at.game in ("", then.game) for at, then in zip(one.tables, other.tables, strict=True))
        )
        for one, other in zip(ours.rounds, theirs.rounds, strict=False)
    )
    if (done := _done(ours)) != (done_since := _done(theirs)):
        return fits and all(one <= other for one, other in zip(done, done_since, strict=True))
    rounds = ([(round.tables, round.out) for round in each.rounds] for each in (ours, theirs))
    return fits and next(rounds) == next(rounds) and {*ours.here} <= {*theirs.here}


def _done(people: People[str]) -> tuple[int, int, int]:
    """The numbers of rounds, published rounds and games."""
    published = [round for round in people.rounds if round.is_published]
    return len(people.rounds), len(published), sum(bool(at.game) for round in published for at in round.tables)


def _evening(evening: Evening, uuids: Mapping[int, str]) -> FileEvening:
    columns: dict[str, Any] = {name: getattr(evening, name) for name in FileEvening.__struct_fields__}
    named = evenings.people_of(evening).renamed(uuids.get)
    rounds = convert(named.rounds, list[FileRound], from_attributes=True)
    season = evening.season.name if evening.season else ""
    return FileEvening(**{**columns, **asdict(named), "rounds": rounds, "season": season})


def _wrong_fields(evening: FileEvening, players: Collection[str]) -> Iterator[str]:
    """Yield the names of the fields that have the right shape, but say something impossible."""
    if names_refusal(evening.name):
        yield "name"
    if names_refusal("-", season=evening.season):
        yield "season"
    if not FIRST_DAY <= evening.day <= LAST_DAY:
        yield "day"
    if not {*players}.issuperset(evening.people):
        yield "players"
    if any(one == other for one, other in evening.apart):
        yield "apart"
    sizes = {len(scale) for scale in evening.points}
    if len(sizes) < len(evening.points) or any(sorted(scale, reverse=True) != scale for scale in evening.points):
        yield "points"
    if evening.slug not in games.GAMES:
        yield "game"
        return
    rules = games.rules_of(evening.slug)
    starts = (rules.start_with(count, evening.options, ()) for count in rules.PLAYER_COUNTS)
    if all(isinstance(start, Refusal) for start in starts):
        yield "options"
