"""Tables: opening them, adding players, starting games."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from sqlalchemy import func, select

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import DIRECTIONS, N_, RECORD, Json, Literal, Violation
from companion.store import notifications, seating
from companion.store.base import db, new_code
from companion.store.database import lock_row, writing
from companion.store.models import HOST, MAX_NAME_LENGTH, AccessLink, Game, Player, Table

MAX_PLAYERS, MAX_GAMES = 100, 1000
_INVISIBLE = frozenset(("Cf", "Cn", "Mn", "Me", "Zl", "Zp", "Zs"))  # categories of invisible characters
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that look like a space

WORDS = {
    "no-name": N_("Please enter a name."),
    "name-too-long": N_("A name can have at most {most} characters."),
    "name-characters": N_("A name can't contain control characters."),
    "name-taken": N_("{name} is already at this table. Add a surname to tell them apart."),
    "table-full": N_("This table is full: it has room for {most} names."),
    "games-full": N_("This table is full: it has room for {most} games. Please open a new table."),
    "no-such-game": N_("There is no game {name}."),
    "both-in-one-game": N_("That can't be the same person: {name} played in the same game."),
    "merge-too-old": N_("These names were merged more than a day ago. That can't be undone any more."),
    "settings-since-merge": N_(
        "The settings of one of these games have been changed since. The merge can't be undone any more."
    ),
    "has-games": N_("{name} has played here. Only someone without games can be removed."),
    "gone": N_("{name} is no longer at this table."),
    "not-at-table": N_("Everyone in a game must be one of the table's players and have only one seat."),
}


def open_table(name: str) -> tuple[Table, AccessLink] | Refusal:
    """Return a new table and its host link, or why the name is not possible."""
    name = tidy_name(name)
    if refused := names_refusal(name):
        return refused
    table = Table(name=name, code=new_code())
    link = AccessLink(table=table, role=HOST)
    with writing():
        db.session.add_all([table, link])
    return table, link


def rename_table(table: Table, name: str, location: str) -> Refusal | None:
    """Change the name and location of a table ("" for none), or return why that is not possible."""
    name, location = tidy_name(name), tidy_name(location)
    if refused := names_refusal(name, location=location):
        return refused
    with writing():
        lock_row(Table, table.id)
        table.name, table.location = name, location
        notifications.announce(table.id)
    return None


def show_ratings(table: Table, *, shown: bool) -> None:
    """Show or hide ratings in the statistics of a table."""
    with writing():
        table.shows_ratings = shown
        notifications.announce(table.id)


def add_player(table: Table, name: str, surname: str = "") -> Player | Refusal:
    """Return a new player of the table, or why there can't be one."""
    name, surname = tidy_name(name), tidy_name(surname)
    if refused := names_refusal(name, surname=surname):
        return refused
    player = Player(table_id=table.id, name=name, surname=surname)
    with writing():
        lock_row(Table, table.id)
        if is_taken(table.id, name, surname):
            return refusal("name-taken", "name", name=Literal(name))
        if (db.session.scalar(select(func.count()).where(Player.table_id == table.id)) or 0) >= MAX_PLAYERS:
            return refusal("table-full", "name", most=MAX_PLAYERS)
        db.session.add(player)
        notifications.announce(table.id)
    return player


def set_surname(player: Player, surname: str) -> Refusal | None:
    """Save a player's surname, which decides who starts if names are equally long, or return why it is not possible."""
    surname = tidy_name(surname)
    if surname == player.surname:
        return None
    if violations := violations_of_name(surname, "surname"):
        return Refusal(tuple(violations))
    with writing():
        lock_row(Table, player.table_id)
        if is_taken(player.table_id, player.name, surname, but=player.id):
            return refusal("name-taken", "surname", name=Literal(f"{player.name} {surname}"))
        player.surname = surname
        notifications.announce(player.table_id)
    return None


def start_game(
    table: Table, slug: str, players: Sequence[Player], options: Mapping[str, Json], uuid: str = ""
) -> Game | Refusal:
    """Return a new game of the table with the players in seat order, or why it is impossible.

    The form that starts a game carries the `uuid` of the new game, so if it is sent twice, it starts only one game.
    """
    if slug not in games.GAMES:
        return refusal("no-such-game", "kind", name=Literal(slug[:MAX_NAME_LENGTH]))
    ids = {player.id for player in players}
    with writing():
        lock_row(Table, table.id)
        if len(ids) != len(players) or not ids <= seating.players_now(table.id).keys():
            return refusal("not-at-table", "players")
        start = games.load(slug).setup([Person(player.name, player.surname) for player in players], options)
        if isinstance(start, Refusal):
            return start
        seats = [player.as_seat() for player in players]
        game = Game(table_id=table.id, slug=slug, options=dict(options), seats=seats)
        if known := _game_with(uuid):
            if (known.table_id, known.slug, known.options, known.seats) == (table.id, slug, game.options, seats):
                return known
        elif uuid:
            game.uuid = uuid
        last = db.session.scalar(select(func.max(Game.n)).where(Game.table_id == table.id)) or 0
        if last >= MAX_GAMES:
            return refusal("games-full", "kind", most=MAX_GAMES)
        game.n = last + 1
        db.session.add(game)
        notifications.announce(table.id)
    return game


def _game_with(uuid: str) -> Game | None:
    return db.session.scalar(select(Game).where(Game.uuid == uuid)) if uuid else None


def is_taken(table_id: int, name: str, surname: str, but: int | None = None) -> bool:
    """Return whether someone at the table, other than the player with the id `but`, has this name, ignoring case."""
    wanted = name.casefold(), surname.casefold()
    players = seating.players_now(table_id).values()
    return any((player.name.casefold(), player.surname.casefold()) == wanted for player in players if player.id != but)


def tidy_name(name: str) -> str:
    """Return a name with spaces and letters in normal form."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def names_refusal(name: str, **optional: str) -> Refusal | None:
    """Return why `name`, or one of the `optional` texts if not empty, can't be used, by form field."""
    violations = violations_of_name(name) + [
        violation for field, text in optional.items() if text for violation in violations_of_name(text, field)
    ]
    return Refusal(tuple(violations)) if violations else None


def violations_of_name(name: str, field: str = "name") -> list[Violation]:
    """Return what is wrong with a name in the form's `field`."""
    name = tidy_name(name)
    if not name:
        return [Violation(RECORD, "no-name", field=field)]
    if len(name) > MAX_NAME_LENGTH:
        return [Violation(RECORD, "name-too-long", {"most": MAX_NAME_LENGTH}, field=field)]
    if any(unicodedata.category(character) in ("Cc", "Cs") or character in DIRECTIONS for character in name):
        return [Violation(RECORD, "name-characters", field=field)]
    if all(unicodedata.category(character) in _INVISIBLE or character in _BLANKS for character in name):
        return [Violation(RECORD, "no-name", field=field)]
    return []


def refusal(code: str, field: str | None, **params: int | Literal) -> Refusal:
    """Return the refusal `code`, a key of WORDS, for the form's `field`."""
    return Refusal((Violation(RECORD, code, params, field=field),))
