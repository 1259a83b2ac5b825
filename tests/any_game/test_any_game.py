"""A game that the program does not know: its name, its ends, ties, points of both signs, its way through the pages."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask_babel import force_locale
from pypdf import PdfReader

from companion.core.entries import Finish
from companion.core.messages import RECORD, Violation
from companion.core.options import End
from companion.core.translator import Translator, format_number
from companion.exchange import bg_stats, csv_files
from companion.games import record
from companion.games.any_game.game import GAME, POINTS, AnyGame
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import add_record
from companion.store import evenings, finished_games
from companion.store.base import day_of, now
from companion.store.models import Evening, Table, title_of
from companion.web.history import statistics
from tests.any_game.legal import PEOPLE, round_of
from tests.evening import instance, start, submit, table, template
from tests.examples import recorded
from tests.web.conftest import visitor
from tests.web.pages import Page, Visitor, filled

__all__ = ["instance", "table", "template", "visitor"]


def replayed(players: int, options: dict[str, Any], *entries: dict[str, Any]) -> Any:
    return record.parse(recorded("any-game", PEOPLE[:players], entries, options)).replay()


@pytest.mark.parametrize(
    ("options", "rounds", "ranking"),
    [
        ({}, [(1, -2, 1)], None),
        ({"rounds": 1}, [(1, -2, 1)], ((0, 2), (1,))),
        ({"rounds": 1, "winner": "fewest"}, [(1, -2, 1)], ((1,), (0, 2))),
        ({"points": 10}, [(9, -9, 0)], None),
        ({"points": 10, "winner": "fewest"}, [(9, -9, 0), (1, 9, 0)], ((1, 2), (0,))),
    ],
)
def test_points_decide_who_wins_and_when_it_ends(options: Any, rounds: Any, ranking: Any) -> None:
    game = replayed(3, options, *(round_of(*points) for points in rounds))
    assert game.rules.scores(game.state).ranking == ranking


def test_as_many_people_points_and_rounds_as_a_table_may_have() -> None:
    ends = {option.name: (option.within, option.usual) for option in GAME.OPTIONS if isinstance(option, End)}
    assert ends == {"rounds": (range(100), 10), "points": (range(100_000), 100)}
    assert (GAME.PLAYER_COUNTS, POINTS.within, GAME.MAX_ADJUSTMENT) == (range(1, 13), range(-9999, 10_000), 9999)


def test_a_game_from_a_file_without_a_name_has_a_title_in_the_readers_language(app: Flask) -> None:
    with app.test_request_context(), force_locale("de"):
        assert title_of("any-game", {}) == "Anderes Spiel"


@pytest.mark.parametrize("title", [" Rummy", "Rum  my", "Rum\u200bmy", "x" * 41, 5, None])
def test_a_name_is_a_short_text_without_needless_spaces(title: Any) -> None:
    with pytest.raises(record.InvalidFile) as refused:
        replayed(2, {"title": title})
    assert [(reason.id, reason.field) for reason in refused.value.reasons] == [("impossible-option", "title")]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({}, "any-game"),
        ({"title": "RUMMY"}, "any-game:most:rummy"),
        ({"title": "Rummy", "winner": "most", "points": 9}, "any-game:most:rummy"),
        ({"title": "Rummy", "winner": "fewest"}, "any-game:fewest:rummy"),
        ({"title": "fewest:rummy"}, "any-game:most:fewest:rummy"),
        ({"winner": "fewest"}, "any-game:fewest:"),
    ],
)
def test_what_wins_and_the_name_apart_from_capitals_are_the_kind_of_game(options: Any, key: str) -> None:
    assert GAME.kind(options).key == GAME.kind_in(replayed(2, options).state.setup).key == key


def test_games_of_one_name_are_counted_and_exported_together(app: Flask, table: Table) -> None:
    people = sorted(table.players, key=lambda player: player.name)
    for title, winner, points in (
        ("Rummy", "most", (5, -3, 0)),
        ("Hearts", "most", (0, 0, 9)),
        ("Rummy", "fewest", (5, -3, 0)),
        ("RUMMY", "most", (1, 2, 3)),
    ):
        options = {"title": title, "winner": winner, "rounds": 1}
        submit(start(table, "any-game", people, options), round_of(*points), None)
    played = finished_games.of_table(table.id, "any-game")
    by_kind = statistics._by_kind(played)
    counted = {"any-game:fewest:rummy": 1, "any-game:most:hearts": 1, "any-game:most:rummy": 2}
    assert {kind: len(games) for kind, games in by_kind.items()} == counted
    assert [games[-1].game.kind_title for games in by_kind.values()] == ["Rummy · Fewest points win", "Hearts", "RUMMY"]
    assert b'"name":"Hearts"' in bg_stats.file(table)
    assert b",any-game,RUMMY," in csv_files.games_csv(table)


@pytest.mark.parametrize("title", ["Rummy", "<Skat & Co.>"])
def test_a_sheet_of_twelve_has_the_name_and_all_points(title: str) -> None:
    points = range(-400, 800, 100)
    raw = recorded("any-game", PEOPLE, [round_of(*points)], {"title": title})
    job = add_record(PrintJob(("score",)), record.parse(raw), "")
    found = PdfReader(BytesIO(render(job, Translator()))).pages[0].extract_text()
    assert title in found
    assert all(text in "".join(found.split()) for text in (*PEOPLE, *map(format_number, points)))


def test_an_open_evening_counts_the_games_of_its_name_only(app: Flask, table: Table) -> None:
    named = {"title": "Rummy", "winner": "fewest", "rounds": 1}
    evening = Evening(
        table_id=table.id, slug="any-game", options=named, form=evenings.OPEN, rounds=[], apart=[], here=[]
    )
    evenings.save(evening, {"name": "Friday", "day": day_of(now())}, "")
    people = sorted(table.players, key=lambda player: player.name)
    for options in (named, {**named, "title": "RUMMY"}, {**named, "title": "Hearts"}, {**named, "winner": "most"}):
        submit(start(table, "any-game", people, options), round_of(5, -3, 0), None)
    played = {game.title: game for game in evenings.played(evening)}
    assert {*played} == {"Rummy", "RUMMY"}
    of_all = [evenings.evening_of(game) for game in table.games[-4:]]
    assert of_all == [evening, evening, None, None]
    assert [standing.games for standing in evenings.standings_of(evening)] == [2, 2, 2]


def test_a_tapped_name_brings_the_options_of_its_last_game(visitor: Visitor) -> None:
    game = visitor.seat("any-game", *PEOPLE[:3]).press("do=start", title="  Hearts ", winner="fewest")
    new = f"{game.url.rpartition('/')[0]}/new"
    visitor.get(f"{new}?game=any-game").press("do=start", title="Skat", winner="most")
    form = visitor.get(f"{new}?game=any-game")
    assert chosen(form) == ["Skat", "most", "rounds"]
    names = [button.attrs["value"] for button in form.buttons("do") if button.attrs["value"].startswith("name:")]
    assert names == ["name:Skat", "name:Hearts"], "the last one first"
    form = form.press("do=name:Hearts")
    assert chosen(form) == ["Hearts", "fewest", "rounds"]
    assert form.press("do=start", title=" ").status == 422
    assert chosen(form.press("do=start", end="").follow("/settings")) == ["Hearts", "fewest", ""]


def chosen(page: Page) -> list[str]:
    """Return what the form on a page says about the name, who wins and the end."""
    fields = [dict(filled(form)) for form in page.root.all("form")]
    return next([form["title"], form["winner"], form["end"]] for form in fields if "title" in form)


def test_twelve_people_have_lines_of_their_own_in_the_chart(visitor: Visitor) -> None:
    game = visitor.seat("any-game", *PEOPLE).press("do=start", end="")
    scores = visitor.get(f"{visitor.submit(game, round_of(*range(12))).url}/scores")
    assert {path.attrs["data-seat"] for path in scores.root.all("path", **{"class": "series"})} == {
        *map(str, range(12))
    }


def test_the_name_of_a_game_that_has_none_yet_is_written_on_its_sheet() -> None:
    job = PrintJob(("score",), slug="any-game", player_count=12)
    words = PdfReader(BytesIO(render(job, Translator()))).pages[0].extract_text().split()
    assert {"Game", "Date", *map(str, range(1, 13))} <= {*words}
    assert "Another" not in words


def test_a_round_is_entered_on_the_board_without_a_script_and_stays_typed_if_it_is_refused(visitor: Visitor) -> None:
    game = visitor.seat("any-game", *PEOPLE[:3]).press("do=start")
    typed = {"points-0": "12", "points-1": "5", "points-1-minus": "1", "points-2": "many"}
    refused = game.press("type=round", **typed)
    assert refused.status == 422
    fields = next(dict(filled(form)) for form in refused.root.all("form") if "points-0" in dict(filled(form)))
    assert {name: fields[name] for name in typed} == typed
    game = visitor.get(refused.press("type=round", **{"points-2": ""}).url)
    assert game.entries() == [round_of(12, -5, 0)]
    assert game.press("/undo").entries() == []


def test_the_menu_offers_no_house_rules_and_its_pages_lead_back(visitor: Visitor) -> None:
    game = visitor.seat("any-game", *PEOPLE[:3]).press("do=start", title="Hearts")
    words = [link.text for link in game.root.all("div", id="menu")[0].all("a")]
    assert "Game settings" in words and "House rules" not in words
    assert game.follow("/people?game=1").follow("/1").url == game.url


def test_a_new_evening_says_which_game_it_is_of(visitor: Visitor) -> None:
    game = visitor.seat("any-game", *PEOPLE[:3]).press("do=start", title="Hearts", winner="fewest")
    settings = visitor.get(f"{game.url.rpartition('/')[0]}/evenings/new?game=any-game")
    assert settings.press("do=save").status == 422
    settings = settings.press("do=name:Hearts")
    assert chosen(settings) == ["Hearts", "fewest", "rounds"]
    evening = settings.press("do=save")
    assert evening.status == 200
    assert chosen(visitor.get(f"{evening.url}/settings")) == ["Hearts", "fewest", "rounds"]


def test_the_log_says_which_numbers_of_a_round_were_corrected(visitor: Visitor) -> None:
    game = visitor.submit(visitor.seat("any-game", *PEOPLE[:3]).press("do=start"), round_of(12, -5, 0))
    log = visitor.get(f"{game.url}/log/1").correct(
        "type=round", **{"points-0": "13", "points-1": "5", "points-1-minus": "1"}
    )
    assert "Round 1: Ana 12 → 13" in log.text


def test_a_game_is_told_the_number_of_a_round_to_check_and_to_score(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def check(rules: AnyGame, setup: object, number: int, all_counts: object) -> tuple[()]:
        told.append(number)
        return ()

    monkeypatch.setattr(AnyGame, "check_whole", check)
    monkeypatch.setattr(AnyGame, "score", lambda rules, setup, number, all_counts: [number, -number])
    assert replayed(2, {}, round_of(0, 0), round_of(0, 0)).state.totals == (3, -3)
    assert told == [1, 2]


def test_a_number_that_this_round_does_not_have_scores_nothing(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = visitor.seat("any-game", *PEOPLE[:3]).press("do=start").follow("/result")
    typed = {"points-0": "10", "points-1": "1", "points-2": "0"}
    assert any(cell.text for cell in form.press("/result", **typed).root.all("td", **{"class": "score"}))
    wrong = Violation(RECORD, "counts-within", {"low": 0, "high": 3}, field="seats")
    monkeypatch.setattr(AnyGame, "check_whole", lambda *_: [wrong])
    assert not any(cell.text for cell in form.press("/result", **typed).root.all("td", **{"class": "score"}))


@pytest.mark.parametrize(
    ("rounds", "heading", "words"), [(0, "heading-agreed", "log-ended"), (9, "unit", "log-ended-early")]
)
def test_a_game_without_an_end_ends_when_the_players_say_so(rounds: int, heading: str, words: str) -> None:
    options = {"title": "Rummy", "rounds": rounds, "points": 0}
    state = replayed(2, options, round_of(3, 5)).state
    assert (GAME.heading(state, Finish()).id, GAME.describe(state, Finish()).id) == (heading, words)
