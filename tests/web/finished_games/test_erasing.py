"""Erasing: names, whole tables, the sample evening."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.exchange import sample, table_export
from companion.store import finished_games, game_log, merges, players, tables
from companion.store.base import db, now
from companion.store.models import AccessLink, Game, Player, StoredRow, StoredSummary, Table
from tests.checked import allowed
from tests.web.pages import Visitor


def test_an_erased_name_is_gone_from_all_games_and_figures_stay(table: Table) -> None:
    ana = table.players[0]
    before = [figure.summary.points for figure in finished_games.of_table(table.id)]
    players.make_anonymous(ana, "Player %(n)s")
    finished_games.forget_summaries()
    assert [figure.summary.points for figure in finished_games.of_table(table.id)] == before
    assert (ana.name, ana.surname, ana.is_anonymous) == ("Player 1", "", True)
    found = str(table_export.table_json(table))
    assert "Ana" not in found
    assert "Ruiz" not in found
    assert all(logged.refusal is None for game in table.games for logged in game_log.position(game).entries)


def test_an_erased_name_is_gone_from_deleted_games_and_the_last_merge_too(table: Table) -> None:
    ana, _, zoe = table.players
    maria = allowed(tables.add_player(table, "Maria"))
    assert merges.merge(maria, zoe) is None
    players.make_anonymous(ana, "Player %(n)s")
    assert table.last_merge is None, "it names a player"
    games = db.session.scalars(select(Game).where(Game.table_id == table.id)).all()
    assert [game.deleted_at for game in games if game.deleted_at is not None]
    assert "Ana" not in str([game.seats for game in games])


def test_an_erased_name_is_not_erased_again(visitor: Visitor, table: Table) -> None:
    players.make_anonymous(table.players[1], "Player %(n)s")
    url = f"/t/{table.public_id}/players/{table.players[1].id}/erase"
    assert visitor.client.get(url).status_code == 404
    assert visitor.client.post(url, data={"sure": "y"}).status_code in (400, 404)
    assert table.players[1].name == "Player 1"


def test_two_anonymous_players_stay_two_and_their_links_end_but_for_the_hosts(table: Table) -> None:
    ana, luis = table.players[:2]
    players.make_anonymous(ana, "Player %(n)s")
    players.make_anonymous(luis, "Player %(n)s")
    assert [player.name for player in table.players] == ["Player 1", "Player 2", "Zoë"]
    assert [(link.role, link.is_revoked) for link in table.links] == [("host", False), ("player", True)]


def test_erasing_a_name_needs_confirmation(visitor: Visitor, table: Table) -> None:
    player = visitor.get(f"/t/{table.public_id}/players/{table.players[1].id}")
    asked = player.follow("/erase")
    again = asked.press("/erase")
    assert again.status == 422, "the tick is missing"
    assert table.players[1].name == "Luis"
    done = again.press("/erase", sure="y")
    assert "Luis" not in done.text
    assert "Player 1" in done.text


def test_a_table_is_deleted_with_everything_in_it(visitor: Visitor, table: Table) -> None:
    finished_games.of_table(table.id)
    asked = visitor.get(f"/t/{table.public_id}/files").follow("/delete")
    assert asked.press("/delete").status == 422
    asked.press("/delete", sure="y")
    db.session.expire_all()
    counts = [
        db.session.scalar(select(func.count()).select_from(model))
        for model in (Table, Game, StoredRow, Player, AccessLink, StoredSummary)
    ]
    assert counts == [0] * 6


def test_the_sample_evening_is_opened_and_removed_with_one_tap(client: FlaskClient, app: Flask) -> None:
    visitor = Visitor(client)
    page = visitor.get("/").press("/sample")
    assert page.title == "Sample evening"
    for path in ("history", "statistics", "1", "1/afterwards", "1/otherwise"):
        assert visitor.get(f"{page.url}/{path}").status == 200
    page.press("/delete")
    with app.app_context():
        assert [table.name for table in db.session.scalars(select(Table))] == ["Friday"]  # it was there before


def test_every_average_and_rating_of_the_sample_has_games_enough(visitor: Visitor) -> None:
    home = visitor.get("/").press("/sample").url
    for path in ("statistics", "statistics/more"):
        cells = [cell.text.strip() for cell in visitor.get(f"{home}/{path}").root.all("td")]
        assert cells
        assert all(cells), "every average shows something"


def test_everybody_gets_a_sample_evening_of_their_own(app: Flask) -> None:
    with app.app_context():
        at = now()
        tables = [sample.open_sample("Sample", at).table for _ in range(2)]
        assert len(finished_games.of_table(tables[1].id)) == len(tables[1].games)
        evening = tables[1].games[-6:]
        assert [game.slug for game in evening] == ["bids", "the-game", "take-that"] * 2
        rows = db.session.scalars(select(StoredRow).join(Game).where(Game.table_id == tables[1].id)).all()
        assert {row.kind for row in rows} == {"report", "correct"}
        assert max(row.at for row in rows) == at - timedelta(minutes=10)
        report = game_log.position(evening[0])
        assert any(turn["stolen"] for turn in report.rules.report(report.state, lambda message: "")["turns"])
        assert all(table.is_sample for table in tables)
