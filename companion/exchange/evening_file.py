"""The evenings and seasons of a table in `companion-table/1`: written, read strictly, and put into the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, to_builtins
from sqlalchemy import select

from companion import games
from companion.club.standings import MOST_POINTS
from companion.core.game import Refusal
from companion.core.messages import Json, Verbatim
from companion.exchange.file_fields import invalid_file, wrong_field
from companion.store import evenings
from companion.store.base import db
from companion.store.evenings import Round, RoundTable
from companion.store.models import FIRST_DAY, LAST_DAY, Evening, Season, Table
from companion.store.names import names_refusal, tidy_name
from companion.store.tables import MAX_PLAYERS

MAX_EVENINGS, MAX_ROUNDS = 1000, 50
Id = Annotated[str, Meta(max_length=36)]
People = Annotated[list[Id], Meta(max_length=MAX_PLAYERS)]
Pairs = Annotated[list[tuple[Id, Id]], Meta(max_length=MAX_PLAYERS)]
Points = Annotated[list[Annotated[int, Meta(ge=0, le=MOST_POINTS)]], Meta(min_length=1, max_length=6)]


class FileTable(Struct, frozen=True, omit_defaults=True):
    players: People
    game: Id = ""


class FileRound(Struct, frozen=True, omit_defaults=True):
    draw: Annotated[int, Meta(ge=1, le=9999)]
    tables: Annotated[list[FileTable], Meta(max_length=MAX_PLAYERS)]
    out: People = []
    stand_ins: Pairs = []
    published: bool = False
    final: bool = False

    @property
    def has_someone_twice(self) -> bool:
        """Whether someone has two places in the round; who sits out may sit in for someone."""
        seated = [person for table in self.tables for person in table.players]
        stand_ins = [stand_in for _who, stand_in in self.stand_ins]
        return any(len({*places}) < len(places) for places in ([*seated, *self.out], [*seated, *stand_ins]))


class FileSeason(Struct, frozen=True, omit_defaults=True):
    name: str
    best: Annotated[int, Meta(ge=0, le=99)] = 0
    minimum: Annotated[int, Meta(ge=1, le=99)] = 1


class FileEvening(Struct, frozen=True, omit_defaults=True):
    id: Id
    name: str
    day: date
    game: str
    form: Literal["open", "rounds", "final"]
    options: dict[str, Json] = {}
    season: str = ""
    swiss: bool = False
    finalists: Annotated[int, Meta(ge=2, le=6)] = 4
    points: Annotated[list[Points], Meta(max_length=6)] = []
    apart: Pairs = []
    here: People = []
    rounds: Annotated[list[FileRound], Meta(max_length=MAX_ROUNDS)] = []

    @property
    def people(self) -> Iterator[str]:
        """The ids of everyone whom the evening names."""
        yield from self.here
        for pair in (*self.apart, *(pair for round in self.rounds for pair in round.stand_ins)):
            yield from pair
        for round in self.rounds:
            yield from round.out
            for table in round.tables:
                yield from table.players


class ClubFile(Struct, frozen=True, omit_defaults=True):
    """What a file says of a club: the optional fields `seasons` and `evenings`."""

    seasons: Annotated[tuple[FileSeason, ...], Meta(max_length=MAX_EVENINGS)] = ()
    evenings: Annotated[tuple[FileEvening, ...], Meta(max_length=MAX_EVENINGS)] = ()


def club_json(table: Table) -> dict[str, Json]:
    """Return the fields `seasons` and `evenings` of a table; none if it has no evening."""
    uuids = {player.id: player.uuid for player in table.players}
    seasons = [FileSeason(each.name, each.best, each.minimum) for each in evenings.seasons_of(table)[::-1]]
    fields: dict[str, Json] = to_builtins(
        ClubFile(tuple(seasons), tuple(_evening(each, uuids) for each in evenings.of_table(table)[::-1]))
    )
    return fields


def parse(raw: Mapping[str, Json], players: Iterable[str]) -> ClubFile:
    """Return the seasons and evenings of a file, which name only these players.

    :raises InvalidFile: they are wrong.
    """
    known = {*players}
    try:
        club = msgspec.convert({name: raw[name] for name in ("seasons", "evenings") if name in raw}, ClubFile)
    except msgspec.ValidationError:
        raise wrong_field("evenings") from None
    if any(names_refusal(season.name) for season in club.seasons):
        raise wrong_field("seasons")
    for evening in club.evenings:
        if not known.issuperset(evening.people) or not _is_possible(evening):
            raise wrong_field("evenings")
        for number, round in enumerate(evening.rounds, 1):
            if round.has_someone_twice:
                raise invalid_file("place-twice", number=number, name=Verbatim(evening.name))
    return club


def add(
    table: Table, club: ClubFile, new: Mapping[str, FileEvening], people: Mapping[str, int], uuids: Mapping[str, str]
) -> None:
    """Add the `new` evenings of a file, by their UUID, inside a transaction.

    `people` are the players of the table for those of the file, `uuids` the games of the table for those of the file.
    """
    seasons = {season.name: season for season in db.session.scalars(select(Season).where(Season.table_id == table.id))}
    for season in club.seasons:
        if (name := tidy_name(season.name)) not in seasons:
            seasons[name] = Season(table_id=table.id, name=name, best=season.best, minimum=season.minimum)
    for uuid, evening in new.items():
        if (name := tidy_name(evening.season)) and name not in seasons:
            seasons[name] = Season(table_id=table.id, name=name)
        rounds = [
            Round(
                round.draw,
                [RoundTable(_ids(at.players, people), uuids.get(at.game, "")) for at in round.tables],
                _ids(round.out, people),
                [
                    (people[who], people[stand_in])
                    for who, stand_in in round.stand_ins
                    if people[who] != people[stand_in]
                ],
                round.published,
                round.final,
            )
            for round in evening.rounds
        ]
        row = Evening(
            table_id=table.id,
            season=seasons.get(name),
            uuid=uuid,
            name=tidy_name(evening.name),
            day=evening.day,
            slug=evening.game,
            options=evening.options,
            form=evening.form,
            is_swiss=evening.swiss,
            finalists=evening.finalists,
            points=evening.points,
            apart=[sorted(pair) for pair in (_ids(pair, people) for pair in evening.apart) if len(pair) == 2],
            here=_ids(evening.here, people),
            rounds=to_builtins(rounds),
        )
        db.session.add(row)
    db.session.add_all(seasons.values())


def _evening(evening: Evening, uuids: Mapping[int, str]) -> FileEvening:
    def people(ids: Sequence[int]) -> list[str]:
        return [uuids[person] for person in ids if person in uuids]

    rounds = [
        FileRound(
            round.draw,
            [FileTable(people(table.seats), table.game) for table in round.tables],
            people(round.out),
            [(uuids[who], uuids[stand_in]) for who, stand_in in round.stand_ins],
            round.is_published,
            round.is_final,
        )
        for round in evenings.rounds_of(evening)
    ]
    return FileEvening(
        evening.uuid,
        evening.name,
        evening.day,
        evening.slug,
        evening.form,  # type: ignore[arg-type]
        evening.options,
        evening.season.name if evening.season else "",
        evening.is_swiss,
        evening.finalists,
        evening.points,
        [(uuids[one], uuids[other]) for one, other in evening.apart],
        people(evening.here),
        rounds,
    )


def _is_possible(evening: FileEvening) -> bool:
    if evening.game not in games.GAMES or names_refusal(evening.name, season=evening.season):
        return False
    pairs = (*evening.apart, *(pair for round in evening.rounds for pair in round.stand_ins))
    if not FIRST_DAY <= evening.day <= LAST_DAY or any(one == other for one, other in pairs):
        return False
    sizes, scales = [len(scale) for scale in evening.points], evening.points
    if len({*sizes}) < len(sizes) or any(sorted(scale, reverse=True) != scale for scale in scales):
        return False
    rules = games.rules_of(evening.game)
    starts = (rules.start_with(count, evening.options, ()) for count in rules.PLAYER_COUNTS)
    return any(not isinstance(start, Refusal) for start in starts)


def _ids(uuids: Iterable[str], people: Mapping[str, int]) -> list[int]:
    return list(dict.fromkeys(people[uuid] for uuid in uuids))
