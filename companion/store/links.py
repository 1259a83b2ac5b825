"""Access to a table: the join code, the personal links, and links that show the result of one game to anyone."""

from __future__ import annotations

from datetime import timedelta
from secrets import compare_digest
from unicodedata import normalize

from sqlalchemy import func, select

from companion.core.game import Refusal
from companion.core.messages import Verbatim
from companion.store import limits
from companion.store.base import CODE_ALPHABET, db, new_token, new_url_token, now, random_code
from companion.store.database import writing
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Game, Player, Table
from companion.store.refusals import refusal

_NOTED_EVERY = timedelta(minutes=10)  # how often the use of a code is noted


def read_code(typed: str) -> str:
    """A typed code, or that of a whole address, in capitals, without spaces or dashes."""
    code = normalize("NFKC", typed).upper().rpartition("/J/")[2].partition("/")[0]
    return "".join(character for character in code if character.isalnum())


def try_join_code(code: str, address: str, secret: str = "") -> Table | None:
    """Note the use of a join code, wrong or right, and return the table that can be joined with it, or None.

    People who have the `secret` of the QR code never have to wait because of wrong codes from `address`. They get the
    table even if its code is turned off.

    :raises TooManyAttempts: `address` has to wait.
    """
    table = db.session.scalar(select(Table).where(Table.code == code))
    if table is not None and secret and compare_digest(secret.encode(), table.join_secret.encode()):
        if not table.is_joinable:
            return table
    else:
        limits.ensure_may_join(address)
        if table is None or not table.is_joinable:
            limits.count_failed_join(address)
            return None
    if table.join_used_at is None or abs(now() - table.join_used_at) > _NOTED_EVERY:
        with writing(table):
            table.join_used_at = now()
    return table


def set_join_code(table: Table, *, on: bool) -> None:
    """Turn the table's join code on or off; it turns itself off when it is not used."""
    with writing(table):
        table.is_join_code_on, table.join_used_at = on, now()
        table.join_secret = table.join_secret or new_token()


def code_length(tables: int) -> int:
    """How many characters a new code has where there are so many tables: six, and more from the second on.

    There are 18 ** 6 codes for each table, so that guessing one takes years with any number of tables.
    """
    length = 6
    while len(CODE_ALPHABET) ** (length - 6) < tables:
        length += 1
    return length


def new_code() -> str:
    """One that no table has; called within the transaction that writes it."""
    length = code_length(db.session.execute(select(func.count()).select_from(Table)).scalar_one() + 1)
    while True:
        code = random_code(length)
        if db.session.scalar(select(Table.id).where(Table.code == code)) is None:
            return code


def renew_code(table: Table) -> None:
    """Give the table a new code; the old one and its QR code stop working."""
    with writing(table):
        table.code, table.join_secret = new_code(), new_token()
        table.is_join_code_on, table.join_used_at = True, now()


def allow_correcting_all(table: Table, *, allowed: bool) -> None:
    """Let players correct what others entered, or only what they entered themselves."""
    with writing(table):
        table.players_may_correct_all = allowed


def seat_link(player: Player) -> AccessLink | Refusal:
    """It is added if there is none; all phones of that player share it.

    It is refused if the player has just been removed.
    """
    with writing(player.table):
        return why_gone(player) or find_or_add(player.table, PLAYER, player)


def viewer_link(table: Table) -> AccessLink:
    """The link for people who only watch, added if there is none."""
    with writing(table):
        return find_or_add(table, VIEWER)


def find_or_add(table: Table, role: str, player: Player | None = None) -> AccessLink:
    """The oldest link to a player's seat or, without a player, with this role; if there is none, add it.

    Call it within a transaction that has locked the table. A host's link is not the link to a seat.
    """
    has_player = AccessLink.player_id.is_(None) if player is None else AccessLink.player_id == player.id
    has_role = AccessLink.role == role if player is None else AccessLink.role != HOST
    query = select(AccessLink).where(AccessLink.table_id == table.id, has_player, has_role, ~AccessLink.is_revoked)
    link = db.session.scalar(query.order_by(AccessLink.id))
    if link is None:
        link = AccessLink(table=table, role=role, player=player)
        db.session.add(link)
    return link


def take_seat(host: AccessLink, player: Player | None) -> Refusal | None:
    """Let a host also be one of the players, or only keep the score (None), or return why that is not possible."""
    with writing(host.table):
        if player is not None and (refused := why_gone(player)):
            return refused
        host.player = player
    return None


def why_gone(player: Player) -> Refusal | None:
    """A refusal if the player is no longer at the table; called in a transaction that has locked the table."""
    if player.id in Player.of_table(player.table_id):
        return None
    db.session.expire(player.table, ["players"])
    return refusal("gone", "player", name=Verbatim(player.name))


def set_role(link: AccessLink, role: str) -> Refusal | None:
    """Change the role of a link, or return why that is not possible."""
    assert role in (HOST, PLAYER, VIEWER)
    with writing(link.table):
        if role != HOST and _is_last_host(link):
            return refusal("last-host", "role")
        link.role = role
    return None


def revoke(link: AccessLink) -> Refusal | None:
    """Revoke a link, so that its phones lose access to the table, or return why that is not possible."""
    with writing(link.table):
        if _is_last_host(link):
            return refusal("last-host", None)
        link.is_revoked = True
    return None


def renew(link: AccessLink) -> None:
    """Give a link a new URL; phones with the old one lose access to the table."""
    with writing(link):
        link.token, link.is_revoked = new_url_token(), False


def share(game: Game) -> str:
    """Share the game's result, if it is not shared already, and return the token of the link that shows it."""
    with writing(game):
        if game.share_token is None:
            game.share_token = new_url_token()
        return game.share_token


def stop_sharing(game: Game) -> None:
    with writing(game):
        game.share_token = None


def find_shared(token: str) -> Game | None:
    """None if there is no such link or it was withdrawn."""
    return db.session.scalar(select(Game).where(Game.share_token == token, Game.deleted_at.is_(None)))


def _is_last_host(link: AccessLink) -> bool:
    hosts = select(AccessLink).filter_by(table_id=link.table_id, role=HOST, is_revoked=False)
    return link.role == HOST and db.session.scalar(hosts.where(AccessLink.id != link.id)) is None
