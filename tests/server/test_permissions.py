"""What hosts, players and viewers may correct and undo, and what they are shown."""

from __future__ import annotations

from companion.store import game_log, game_removal, links, merges, tables
from companion.store.base import db
from companion.store.models import HOST, PLAYER, VIEWER
from companion.store.positions import UNDO
from companion.web.play.board import who_may_undo
from companion.web.play.context import BoardContext
from companion.web.play.pages import Reader
from companion.web.play.rights import why_not
from tests.checked import allowed
from tests.evening import submit
from tests.server.roles import ROLES, Evening
from tests.web.pages import Visitor

HOSTS = "The host entered this. Only the host can change it."


def test_a_deleted_game_is_brought_back_at_its_own_table_only(evening: Evening) -> None:
    game_removal.delete(evening.game)
    other, host = allowed(tables.create_table("Saturday"))
    assert game_removal.restorable(other) == []
    assert evening.browser(host).post(f"/t/{other.public_id}/1/end/restore").status_code == 404
    assert evening.game.deleted_at is not None


def test_players_correct_their_own_and_the_host_everything(evening: Evening) -> None:
    other = allowed(links.seat_link(evening.people[1]))
    by_role = {"host": evening.host, "own": evening.seat, "other": other, "viewer": evening.looking}
    can = {role: link.may_correct(evening.seat) for role, link in by_role.items()}
    assert can == {"host": True, "own": True, "other": False, "viewer": False}
    links.allow_correcting_all(evening.table, allowed=True)
    can = {role: link.may_correct(evening.seat) for role, link in by_role.items()}
    assert can == {"host": True, "own": True, "other": True, "viewer": False}


def test_who_has_no_seat_is_not_the_same_person_as_others_without_one(evening: Evening) -> None:
    links.set_role(evening.looking, PLAYER)
    assert evening.looking.player is evening.host.player is None
    assert evening.looking.may_correct(evening.looking)
    assert not evening.looking.may_correct(evening.host)
    assert not evening.looking.may_correct(None)


def test_the_hosts_link_is_shown_to_a_host_of_the_same_table_only(evening: Evening) -> None:
    browser, table = evening.browsers["host"], f"/t/{evening.table.public_id}"
    other, host = allowed(tables.create_table("Saturday"))
    browser.get(f"/l/{host.token}")
    browser.post(f"{table}/recovery")
    assert host.token not in browser.get(f"/t/{other.public_id}").text
    browser.post(f"{table}/recovery")
    assert evening.host.token in browser.get(table).text
    browser.post(f"{table}/recovery")
    links.set_role(evening.seat, HOST)
    links.set_role(evening.host, PLAYER)
    assert evening.host.token not in browser.get(table).text


def test_what_only_a_host_can_undo_is_offered_to_hosts_only(evening: Evening) -> None:
    game_removal.delete(evening.game)
    maria = allowed(tables.add_player(evening.table, "Maria"))
    assert merges.merge(maria, evening.people[1]) is None
    pages = {role: evening.browsers[role].get(f"/t/{evening.table.public_id}").text for role in ROLES[1:]}
    for url in ("/names/merged/undo", "/1/end/restore"):
        assert {role: url in page for role, page in pages.items()} == {
            "viewer": False,
            "player": False,
            "host": True,
        }


def test_a_player_who_becomes_a_viewer_is_not_offered_what_players_do(evening: Evening) -> None:
    own = f"/names/{evening.people[0].id}"
    assert own in evening.browsers["player"].get(f"/t/{evening.table.public_id}").text
    links.set_role(evening.seat, VIEWER)
    assert own not in evening.browsers["player"].get(f"/t/{evening.table.public_id}").text


def test_a_deleted_game_is_not_played_again(evening: Evening) -> None:
    url = f"/t/{evening.table.public_id}/new?again=1"
    assert evening.browsers["player"].get(url).status_code == 200
    game_removal.delete(evening.game)
    assert evening.browsers["player"].get(url).status_code == 404


def test_only_a_host_dates_a_game(evening: Evening) -> None:
    before, settings = evening.game.started_at, f"/t/{evening.table.public_id}/1/settings"
    assert b'name="day"' not in evening.browsers["player"].get(settings).data
    for role, is_dated in (("player", False), ("host", True)):
        fields = {"do": "save", "day": "2026-11-21", "number": "0"}
        assert evening.browsers[role].post(settings, data=fields).status_code == 303
        db.session.expire_all()
        assert (evening.game.started_at != before) is is_dated


def test_a_players_phone_says_who_can_undo_what_others_entered(evening: Evening) -> None:
    def offered(role: str) -> list[bool | str]:
        [undo] = (
            Visitor(evening.browsers[role]).get(f"/t/{evening.table.public_id}/1").root.all("button", class_="undo")
        )
        return ["disabled" in undo.attrs, undo.all("small")[0].text]

    luis = allowed(links.seat_link(evening.people[1]))
    for card, link, why in ((10, evening.host, "only the host can"), (11, luis, "only Luis can")):
        submit(evening.game, {"type": "play", "pile": "up1", "card": card}, link)
        assert offered("player") == [True, why]
        assert offered("host")[0] is False
    position = game_log.position(evening.game)
    readers = [Reader(corrects_all=corrects_all, own=own) for corrects_all in (False, True) for own in (0, 1, None)]
    with evening.app.test_request_context():
        found = [who_may_undo(BoardContext(evening.game, position, reader)) for reader in readers]
        refused = [why_not(UNDO, link) for link in (luis, evening.host, None)]
    assert found == ["only Luis can", *[""] * 5]
    assert refused == ["Only Luis or the host can undo or redo this.", *[HOSTS] * 2]
    submit(evening.game, {"type": "play", "pile": "up1", "card": 12}, evening.seat)
    assert offered("player")[0] is False
