"""Correcting people and tables: renamed, merged, removed; games abandoned, deleted and brought back."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest

from companion.store import game_removal, links, players, tables, upkeep
from companion.store.base import now
from companion.store.database import writing
from companion.store.models import Table
from tests import samples
from tests.checked import allowed
from tests.conftest import app
from tests.web.pages import Page, Visitor, filled, joined, row_of, table_of
from tests.web.six_players import FIRST, game_of_six

__all__ = ["app"]


def names(game: Page) -> list[str]:
    return [player["name"] for player in game.record()["players"]]


def test_a_name_is_corrected_in_all_games_and_leads_back_to_where_it_was_found(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    form = game.follow("/settings").follow("/names/2")
    for name in ("", "Ana"):
        refused = form.press("do=rename", name=name, surname="")
        assert (refused.status, len(refused.root.all("p", id="name-wrong"))) == (422, 1)
        assert refused.root.all("input", id="name")[0].attrs["value"] == name
    back = form.press("do=rename", name="Lluís", surname="")
    assert back.url == game.url
    assert ("Lluís" in back.text, names(game)[1]) == (True, "Lluís")
    form = table_of(game).follow("/names/2")
    assert f"{table_of(game).url}?players=1#players" in [link.attrs["href"] for link in form.root.all("a")]
    assert "Lluís Puig" in form.press("do=rename", name="Lluís", surname="Puig").text
    ana = joined(game, "Ana")
    settings, table = ana.get(f"{game.url}/settings"), ana.get(table_of(game).url)
    for page in (settings, table):
        ways = [link.attrs["href"] for link in page.root.all("a") if "/names/" in link.attrs["href"]]
        assert [way.partition("?")[0] for way in ways] == [f"{table.url}/names/1"], "their own name only"
    form = table.follow("/names/1")
    assert not [*form.buttons("do=merge"), *form.buttons("do=remove")]


def test_a_name_cannot_be_corrected_if_the_table_is_deleted_meanwhile(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = table_of(game_of_six(visitor)).follow("/names/2")

    def late(player_table: Table) -> AbstractContextManager[None]:
        upkeep.delete_table(player_table.id)
        return writing(player_table)

    monkeypatch.setattr(players, "writing", late)
    answer = form.press("do=rename", name="Lluís", surname="")
    assert answer.status == 404 and "Page not found" in answer.text


def test_two_players_who_are_one_person_are_merged(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start")
    page = visitor.visit_new("take-that", table_of(game)).press("do=drop:1").press("do=new", new_name="Anna")
    second = page.press("do=start")
    assert names(second) == ["Luis", "Anna"]
    anna = table_of(game).follow("/names/3")
    assert [option.text for option in anna.root.all("option")] == ["Ana", "Luis"]
    ana = next(option.attrs["value"] for option in anna.root.all("option") if option.text == "Ana")
    merged = anna.press("do=merge", into=ana)
    people = merged.root.all("ul", **{"class": "names"})[0].all("li")
    assert [person.text.removesuffix(" ✎") for person in people] == ["Ana", "Luis"]
    assert names(second) == ["Luis", "Ana"]
    assert "Anna was merged into Ana." in merged.text
    two = merged.press("/undo")
    people = two.root.all("ul", **{"class": "names"})[0].all("li")
    assert [person.text.removesuffix(" ✎") for person in people] == ["Ana", "Anna", "Luis"]
    assert names(second) == ["Luis", "Anna"]


def test_only_a_player_without_games_is_removed(visitor: Visitor) -> None:
    form = visitor.seat("the-game", "Ana", "Zoe, Bob")
    table = visitor.get(form.url.removesuffix("/new"))
    assert "Bob" in table.text
    gone = table.follow("/names/3").press("do=remove")
    assert "Bob" not in gone.text
    game = game_of_six(visitor)
    page = table_of(game).follow("/names/3")
    assert not page.buttons("do=remove")
    token = page.root.all("input", name="csrf_token")[0].attrs["value"]
    refused = visitor.post(page.url, [("csrf_token", token), ("do", "remove")])
    assert refused.status == 422
    assert "has played here" in refused.text


def test_a_host_who_is_removed_from_the_players_is_still_the_host(visitor: Visitor) -> None:
    form = visitor.seat("the-game", "Ana", "Zoe")
    table = visitor.get(form.url.removesuffix("/new"))
    with visitor.client.application.app_context():
        (host,) = row_of(table).links
        links.take_seat(host, host.table.players[0])
        allowed(links.seat_link(host.table.players[0]))
    gone = table.follow("/names/1").press("do=remove")
    assert (gone.status, "Ana" in gone.text) == (200, False)
    assert "Zoe" in table.follow("/names/2").text
    with visitor.client.application.app_context():
        assert [link.is_revoked for link in row_of(table).links] == [False, True]


def test_what_a_removed_player_entered_is_not_said_to_be_the_hosts(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    with visitor.client.application.app_context():
        tables.add_player(row_of(game), "Bob")
    bob = joined(game, "Bob")
    bob.submit(bob.get(game.url), {"type": "play", "pile": "up1", "card": 5})
    table_of(game).follow("/names/3").press("do=remove")
    (author,) = visitor.get(f"{game.url}/log").root.all("span", **{"class": "by"})
    assert author.text.startswith("someone who was removed · ")
    luis = joined(game, "Luis")
    (undo,) = [form for form in luis.get(game.url).root.all("form") if form.attrs.get("action") == f"{game.url}/undo"]
    refused = luis.post(f"{game.url}/undo", filled(undo))  # the button is grey, or was not yet on an older page
    assert "Someone who was removed entered this. Only the host can change it." in refused.text


def test_a_table_is_renamed(visitor: Visitor) -> None:
    table = table_of(game_of_six(visitor))
    page = table.follow("/table").press("/table", name="Saturday", venue="Casa Ruiz")
    assert page.title == "Saturday"
    assert page.follow("/table").press("/table", name=" ").status == 422
    assert page.follow("/table").press("/table", venue="x" * 61).status == 422
    assert 'value="Casa Ruiz"' in page.follow("/table").source


@pytest.mark.parametrize("kind", samples.GAMES)
def test_a_game_is_abandoned_kept_and_resumed(visitor: Visitor, kind: str) -> None:
    game = visitor.seat(kind, *samples.NAMES).press("do=start")
    assert visitor.get("/").follow(game.url).url == game.url
    table = game.follow("/settings").follow("/end").press("do=abandon")
    assert "abandoned" in table.text
    assert "Go to the game" not in table.text
    assert "Continue" not in visitor.get("/").text
    page = visitor.get(f"{game.url}/end")
    assert page.press("do=resume").url == game.url
    assert "in progress" in table_of(game).text


def test_deleting_a_game_needs_confirmation_and_can_be_undone(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    before = game.record()
    asked = game.follow("/settings").follow("/end").press("do=delete")
    assert game.record() == before
    table = asked.press("do=delete")
    assert visitor.get(game.url).status == 404
    assert "in progress" not in table.text
    token = ("csrf_token", filled(table.root.all("form")[0])[0][1])
    assert visitor.post(f"{table.url}/99/end/restore", [token]).status == 404
    assert table.press("/restore").url == game.url
    assert game.record() == before
    assert visitor.post(f"{game.url}/end", [token, ("do", "burn")]).status == 422
    again = visitor.visit_new("bids", table_of(game)).press("do=start")
    assert again.url.endswith("/2")


def test_a_deleted_game_comes_back_for_a_day_only(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import timedelta

    game = game_of_six(visitor)
    table = game.follow("/settings").follow("/end").press("do=delete").press("do=delete")
    later = now() + timedelta(hours=25)
    monkeypatch.setattr(game_removal, "now", lambda: later)
    assert "This game was deleted more than a day ago." in table.press("/restore").text
    assert not visitor.get(table.url).buttons("/restore")


def test_a_game_that_is_over_can_only_be_deleted_by_the_host(visitor: Visitor) -> None:
    game = visitor.seat("take-that", *samples.NAMES).press("do=start", games="1")
    visitor.get(f"{game.url}/wrong").follow("/end").follow("/new?again=1&points-of=1")
    visitor.submit(game, samples.of("take-that").TO_THE_END[1][0])
    sections = [section.attrs["aria-labelledby"] for section in visitor.get(f"{game.url}/end").root.all("section")]
    assert sections == ["delete"]
    assert not [link for link in visitor.get(f"{game.url}/wrong").root.all("a") if "#others" in link.attrs["href"]]
    player = joined(game, samples.NAMES[0]).get(f"{game.url}/end")
    assert "Only the host can delete it." in player.text
    assert not player.root.all("section")
