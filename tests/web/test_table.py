"""Home, a table, and the form of a new game."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

import pytest
from sqlalchemy import event

from companion.core.options import End
from companion.games import GAMES, rules_of
from companion.store.models import Game
from companion.web.settings.options import RULE
from companion.web.tables import home
from tests import samples
from tests.conftest import app
from tests.web.pages import Page, Visitor, filled, join, table_of

__all__ = ["app"]


@pytest.mark.parametrize(("language", "name"), [("en", "Sunday 22 November"), ("pt_BR", "Domingo, 22 de novembro")])
def test_a_table_without_a_name_is_called_after_the_day(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    here = datetime(2026, 11, 22, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    monkeypatch.setattr(home, "now", lambda: SimpleNamespace(astimezone=lambda: here))
    visitor.client.set_cookie("lang", language)
    choice = visitor.get("/")
    choice = visitor.post("/tables", [("csrf_token", choice.root.all("input", name="csrf_token")[0].attrs["value"])])
    assert choice.status == 200
    assert visitor.get(choice.url.removesuffix("/new")).title == name


def test_of_many_games_only_the_newest_is_read_for_the_list_of_tables_and_a_new_game(visitor: Visitor) -> None:
    table = table_of(visitor.seat(samples.ANY, "Ana").press("do=start"))
    for _ in range(2):
        visitor.visit_new(samples.ANY, table).press("do=start")
    read: list[object] = []
    event.listen(Game, "load", (note := lambda game, _context: read.append(game.n)))
    for url in ("/", f"{table.url}/new?game={samples.ANY}"):
        visitor.get(url)
    event.remove(Game, "load", note)
    assert {*read} == {3}


def test_a_busy_table_begins_with_what_people_need_and_folds_the_rest(visitor: Visitor) -> None:
    fresh = visitor.create_table()
    assert all("open" in folded.attrs for folded in fresh.root.all("details")), "there is nothing else to see yet"
    table = table_of(visitor.seat(samples.ANY, "Ana").press("do=start"))
    for _ in range(6):
        visitor.visit_new(samples.ANY, table).press("do=start")
    page = visitor.get(table.url)
    links = [link.attrs["href"].removeprefix(table.url) for link in page.root.all("main")[0].all("a")]
    assert links[:4] == ["/7", "/new", "/statistics", "/print"]
    assert links.count("/print") == 1, "and it is the one that knows the names"
    assert [link for link in links if link[1:].isdigit()] == ["/7", "/7", "/6", "/5", "/4", "/3"]
    assert "2 older games" in page.text
    folded = page.root.all("details")
    assert [part.attrs["id"] for part in folded] == ["players", "me", "more"]
    assert not [part for part in folded if "open" in part.attrs]
    assert not fresh.buttons("/recovery"), "the host's link, which is shown on demand"
    assert "/l/" in page.press("/recovery").text and "/l/" not in visitor.get(table.url).text


def test_the_home_page_lists_the_table_visited_last_first(visitor: Visitor) -> None:
    urls = [visitor.create_table(name).url for name in ("Friday", "Saturday")]
    links = [link.attrs["href"] for link in visitor.get("/").root.all("a")]
    assert [link for link in links if link in urls] == urls[::-1]


@pytest.mark.parametrize("name", ["x" * 61, "x" * 10_000, "a\x07b", "\x1b[31m"])
def test_an_impossible_table_name_is_refused_in_words(visitor: Visitor, name: str) -> None:
    page = visitor.create_table(name)
    assert page.status == 422
    assert page.root.all("p", **{"class": "wrong"})


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "=cmd|'/C calc'!A0", '"><img src=x>', "{{ 7 * 7 }}", "&amp;"]
)
def test_a_hostile_name_is_escaped(visitor: Visitor, name: str) -> None:
    page = visitor.seat(samples.ANY, name).press("do=new", new_name="Luis")
    assert name in page.text
    assert "<script>alert" not in page.source
    assert "49" not in page.text
    game = page.press("do=start")
    assert name in visitor.get(game.url).text


def test_people_are_added_moved_and_left_out_without_a_script(visitor: Visitor) -> None:
    page = visitor.seat(samples.ANY, "Ana", "Luis", "Zoë")
    assert _places(page) == ["Ana", "Luis", "Zoë"]
    for action, expected in (
        ("up:3", "132"), ("down:1", "312"), ("down:2", "312"), ("up:3", "312"), ("add:1", "312"), ("stay:1", "312"),
        ("up:9", "312"), ("drop:1", "32"), ("up:1", "32"), ("add:1", "321"),
    ):  # fmt: skip
        (form,) = (form for form in page.root.all("form") if "data-enhance" in form.attrs)
        assert "open" not in page.root.all("details", id="change")[0].attrs
        page = visitor.post(page.url, [*filled(form), ("do", action)])
        assert "".join(field.attrs["value"] for field in page.root.all("input", name="player")) == expected, action


def test_a_name_that_looks_like_another_is_the_same_name(visitor: Visitor) -> None:
    page = visitor.seat(samples.ANY, "Ana", "Zoe\u0308")
    for name in ("An\u200ba", "ana\u2060", "ANA\u00a0", "Zo\u00ad\u00eb"):
        assert page.press("do=new", new_name=name).status == 422
    assert _places(page.press("do=drop:1").press("do=new", new_name="\u00adana")) == ["Zo\u00eb", "Ana"]


def test_choices_that_are_shown_again_without_a_script_stay_unfolded(visitor: Visitor) -> None:
    form = visitor.seat(samples.ANY, "Ana").press("do=redraw")
    assert "open" in form.root.all("details", id="change")[0].attrs


def test_as_many_people_as_can_play_are_seated_at_a_new_table_and_of_more_nobody(visitor: Visitor) -> None:
    full = visitor.seat("bids", "Ana", "Bo", "Cy", "Di", "Ed", "Flo")
    assert len(_places(visitor.get(f"{full.url}?game=bids"))) == 6
    full.press("do=new", new_name="Gus")
    assert _places(visitor.get(f"{full.url}?game=bids")) == []


def test_no_keyboard_corrects_names(visitor: Visitor) -> None:
    table = table_of(visitor.seat(samples.ANY, "Ana").press("do=start"))
    for path, count in {f"/new?game={samples.ANY}": 1, "/names/1": 2, "/names/table": 2}.items():
        fields = [
            field
            for field in visitor.get(table.url + path).root.all("input")
            if field.attrs.get("autocorrect") == "off"
        ]
        assert [field.attrs["spellcheck"] for field in fields] == ["false"] * count, path
        assert {field.attrs["autocapitalize"] for field in fields} <= {"words", "characters"}


def test_a_browser_that_translates_pages_leaves_names_and_cards(visitor: Visitor) -> None:
    form = visitor.seat("bids", "Rose", "Will", "Mark")
    game = form.press("do=start")
    for page, count in ((form, 6), (game, 3), (table_of(game), 3)):
        kept = " ".join(node.text for node in page.root.below() if node.attrs.get("translate") == "no")
        assert sum(kept.count(name) for name in ("Rose", "Will", "Mark")) >= count, page.url
    assert game.root.all("div", translate="no", class_="grid")


def test_people_are_listed_in_alphabetical_order_with_a_field_to_find_one_of_many(visitor: Visitor) -> None:
    table = table_of(visitor.seat(samples.ANY, "Zoe", "Álvaro", "bob", "Ömer").press("do=start"))
    chips = visitor.get(f"{table.url}/new?game={samples.ANY}")
    listed = [
        button.text.split()[-1] for button in chips.buttons("do") if button.attrs["value"][:4] in ("add:", "drop")
    ]
    assert listed == ["Álvaro", "bob", "Ömer", "Zoe"]
    assert not [field for field in chips.root.all("input") if "data-find" in field.attrs]
    many = chips.press("do=new", new_name=", ".join(f"Player{n}" for n in range(11)))
    assert [field.attrs["form"] for field in many.root.all("input") if "data-find" in field.attrs] == [""]


@pytest.mark.parametrize("name", ["x" * 10_000, "a\x1bb", "a\u202eb", "\u200b\u200d", "\u3164", "\u2066Ana\u2069"])
def test_an_impossible_player_name_is_refused_and_kept(visitor: Visitor, name: str) -> None:
    page = visitor.seat(samples.ANY, "Ana").press("do=new", new_name=name)
    assert page.status == 422
    assert page.root.all("input", id="new-name")[0].attrs["value"] == name.strip()
    assert _places(page) == ["Ana"]


def test_of_several_names_the_refused_ones_stay_and_who_is_called_the_same_needs_a_surname(visitor: Visitor) -> None:
    page = visitor.seat(samples.ANY, "Ana").press("do=new", new_name="Luis, Ana, Bo")
    assert page.status == 422
    assert _places(page) == ["Ana", "Luis"]
    assert page.root.all("input", id="new-name")[0].attrs["value"] == "Ana, Bo"
    assert "already at this table" in page.text
    assert _places(page.press("do=new", new_name="Ana", new_surname="Ruiz")) == ["Ana", "Luis", "Ana Ruiz"]


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_of_a_new_game_has_every_option_and_the_house_rules_of_every_game(visitor: Visitor, slug: str) -> None:
    rules = rules_of(slug)
    page = visitor.seat(slug, *(f"Player {seat}" for seat in range(max(2, rules.PLAYER_COUNTS[0]))))
    names = {node.attrs.get("name") for node in page.root.all("input")}
    asked = {
        "end" if isinstance(option, End) else option.name for option in rules.OPTIONS if not option.is_asked_in_play
    }
    assert asked | {RULE + switch.name for switch in rules.SWITCHES if not switch.needs} <= names


def _places(page: Page) -> list[str]:
    return [node.text for node in page.root.all("span", **{"class": "name"})]


def test_a_player_who_joins_is_known_or_new(visitor: Visitor) -> None:
    alone, form = (join(visitor.seat(samples.ANY, *names)) for names in ((), ("Ana",)))
    assert [page.root.all("label", for_="name")[0].text for page in (alone, form)] == ["Your name", "Someone else"]
    token = form.root.all("input", name="csrf_token")[0].attrs["value"]
    for data in ([("player", "999")], [("player", "Ana")]):
        page = form.visitor.post(form.url, [("csrf_token", token), *data])
        assert page.status == 422
        assert page.root.all("p", id="player-wrong")
    page = form.press("do=join", name="  ")
    assert page.status == 422
    assert page.root.all("p", id="name-wrong")
    page = form.press("do=join", name="Ana")
    assert page.status == 422
    page = page.press("do=join", name="Ana", surname="Ruiz")
    assert page.status == 200
    assert "Ana Ruiz" in page.text


def test_a_wrong_code_is_refused_at_its_field(visitor: Visitor) -> None:
    page = visitor.get("/j/ABCDEF")
    assert page.status == 404
    assert page.root.all("p", id="code-wrong")
    assert page.root.all("input", id="code")[0].attrs["value"] == "ABCDEF"


@pytest.mark.parametrize("buttons", [["do=delete", "do=delete"], ["do=abandon"]])
def test_a_form_whose_game_was_removed_since_starts_another(visitor: Visitor, buttons: list[str]) -> None:
    form = visitor.seat(samples.ANY, "Ana", "Luis")
    first = form.press("do=start")
    page = visitor.get(f"{first.url}/end")
    for button in buttons:
        page = page.press(button)
    second = form.press("do=start")
    assert (second.status, second.url) == (200, f"{first.url.rpartition('/')[0]}/2")


def next_links(page: Page) -> list[str]:
    return [link.attrs["href"] for link in page.root.all("a") if "data-next" in link.attrs]


def test_an_older_game_and_the_form_of_a_new_one_lead_to_the_game_that_is_being_played(visitor: Visitor) -> None:
    first = visitor.seat(samples.ANY, "Ana", "Luis").press("do=start")
    assert next_links(first) == []
    table = table_of(first)
    second = visitor.get(f"{table.url}/new?game={samples.ANY}").press("do=start")
    assert next_links(visitor.get(first.url)) == [second.url]
    assert next_links(second) == []
    for form in (f"{table.url}/new", f"{table.url}/new?game={samples.ANY}"):
        assert visitor.get(form).follow(second.url).url == second.url
    assert visitor.get(f"{first.url}/screen").url == f"{second.url}/screen"
