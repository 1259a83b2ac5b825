"""How commands that work on one table are told which."""

from __future__ import annotations

import click
from sqlalchemy import or_, select

from companion.cli.options import gettext
from companion.store.models import Table, db


def find(wanted: str | None) -> Table:
    """Return the table with this id, or with this name if only one has it; without `wanted` the only table there is.

    :raises click.ClickException: there is none, or more than one.
    """
    chosen = select(Table).where(Table.deleted_at.is_(None)).order_by(Table.id)
    if wanted is not None:
        by_id = or_(Table.public_id == wanted, Table.uuid == wanted)
        table = db.session.scalar(chosen.where(by_id))
        if table is not None:
            return table
        chosen = chosen.where(Table.name == wanted)
    found = db.session.scalars(chosen.limit(20)).all()
    if len(found) == 1:
        return found[0]
    if not found:
        raise click.ClickException(gettext("There is no such table."))
    listed = ", ".join(f"{table.name} ({table.uuid})" for table in found)
    raise click.ClickException(gettext("Which table? {tables}", tables=listed))
