"""Names at a table that are written from right to left or can't be printed: on pages, in texts to share, in files."""

from __future__ import annotations

import csv
from datetime import date
from io import StringIO

import pytest

from companion.core.names import isolated
from companion.exchange import csv_files
from companion.store import evenings, players, tables
from companion.store.models import Evening, Table
from tests.web.pages import Visitor
from tests.web.test_every_link import followed

NO_CHARACTER = "\U000e0fff"
NAMES = ("דנה", "هند", "Zoë שרה 2")


@pytest.fixture
def hebrew(table: Table) -> Table:
    """The table of an evening under other names, with an evening and a season of a club."""
    for player, name in zip(table.players, NAMES, strict=True):
        assert players.rename(player, name, player.surname) is None
    assert tables.change_table(table, "שולחן", "بيت") is None
    new = Evening(table_id=table.id, name="ערב", day=date(2026, 3, 4), slug="bids", options={}, form="rounds")
    evening = evenings.save(new, {}, "עונה")
    evenings.come_and_go(evening, come=[player.id for player in table.players])
    assert evenings.draw(evening, 1) is None
    evenings.change(evening, 1, "publish")
    return table


def test_no_name_on_any_page_moves_what_is_beside_it(visitor: Visitor, hebrew: Table) -> None:
    home = f"/t/{hebrew.public_id}"
    seen = followed(visitor, home, home, 2)  # `tests.web.markup` checks each page
    assert len(seen) > 40, seen


def test_a_text_to_share_has_isolated_names(visitor: Visitor, hebrew: Table) -> None:
    (text,) = visitor.get(f"/t/{hebrew.public_id}/1/afterwards").root.all("textarea")
    assert isolated(NAMES[1]) in text.text
    assert NAMES[1] not in text.text.replace(isolated(NAMES[1]), "")


def test_a_csv_has_names_as_they_are(hebrew: Table) -> None:
    for write in (csv_files.games_csv, csv_files.rounds_csv):
        rows = list(csv.DictReader(StringIO(write(hebrew).decode("utf-8-sig"))))
        assert {row["name"] for row in rows} >= {*NAMES[:2]}


def test_a_name_copied_from_a_page_is_the_name(hebrew: Table) -> None:
    player = hebrew.players[0]
    assert players.rename(player, isolated("שרה"), isolated("כהן")) is None
    assert (player.name, player.surname, player.shown_name) == ("שרה", "כהן", isolated("שרה"))


def test_the_print_page_says_which_sign_of_which_name_will_be_missing(visitor: Visitor, table: Table) -> None:
    page = f"/t/{table.public_id}/print?game=bids&names=y&players=3&sheets=tent&sheets=score"
    page += "".join(f"&player={player.id}" for player in table.players)
    assert not visitor.get(page).root.all("section", data_kind="warn")
    assert players.rename(table.players[2], f"Zoë {NO_CHARACTER}", "") is None
    (notice,) = visitor.get(page).root.all("section", data_kind="warn")
    assert "Zoë" in notice.text and NO_CHARACTER in notice.text
