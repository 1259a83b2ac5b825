"""Mistakes at the table: every one has an answer, and in a game in progress a way to put it right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion import games
from companion.core.rulebook import Step
from companion.games.book_files import principles
from companion.games.rulebooks import all_mistakes, mistakes
from companion.i18n import language
from companion.store import links
from companion.web.rules.misplays import PLACES
from tests import samples
from tests.checked import allowed
from tests.web.pages import Page, Visitor, row_of

ALL = [(game, mistake) for game in games.with_rules() for mistake in mistakes(game)]
HALF_SENTENCE = re.compile(r"[.!?…] ")


def test_no_id_stands_for_two_decisions() -> None:
    ids = [*(rule.id for rule in principles("en")), *(mistake.id for _game, mistake in ALL)]
    assert len(ids) == len({*ids})


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_each_answer_is_three_short_sentences(lang: str) -> None:
    for _game, mistake in all_mistakes(lang).values():
        *at_the_table, _in_the_app = mistake.steps
        assert len(at_the_table) == 2
        for step in mistake.steps:
            assert step.head and step.text.endswith("."), step
            assert len(step.text) < 150, step
        for step in mistake.steps if not mistake.is_about_the_app else at_the_table:
            assert not HALF_SENTENCE.search(step.text), step
        assert not mistake.title.endswith("."), mistake.id


def test_links_lead_to_places_of_the_app_or_to_another_mistake_in_the_same_game() -> None:
    for game, mistake in ALL:
        for step in mistake.steps:
            for _text, place in step.links:
                assert place in PLACES or all_mistakes()[place][0] == game, (mistake.id, place)


def test_an_unknown_misplay_or_game_is_not_found(visitor: Visitor) -> None:
    for url in ("/rules/chess/wrong", "/rules/bids/wrong/MP-51", "/rules/bids/wrong/MP-999"):
        assert visitor.client.get(url).status_code == 404


@pytest.mark.parametrize("game", games.with_rules())
def test_every_mistake_leads_to_where_it_is_put_right_in_a_game_in_progress(visitor: Visitor, game: str) -> None:
    play, ways = running(visitor, game), set()
    for lang in language.LANGUAGES:
        visitor.client.set_cookie("lang", language.tag(lang))
        chooser = visitor.get(f"{play.url}/wrong")
        links = [node.attrs["href"] for node in chooser.root.all("a") if "/wrong/MP-" in node.attrs["href"]]
        assert [link.rpartition("/")[2] for link in links] == [mistake.id for mistake in mistakes(game)]
        for link, mistake in zip(links, mistakes(game, lang), strict=True):
            (main,) = visitor.get(link).root.all("main")
            assert [node.text for node in main.all("dd")] == [*map(said, mistake.steps)]
            found = {node.text: node.attrs["href"] for node in main.all("a")}
            (undo,) = [text for text, place in mistake.steps[-1].links if place == "undo"] or [""]
            assert [form.attrs["action"] for form in main.all("form")] == [f"{play.url}/undo"] * bool(undo)
            assert {text for text, _ in mistake.steps[-1].links} - {undo} <= found.keys()
            ways |= {*found.values()}
    for way in ways:
        assert visitor.get(way).status == 200, way


def said(step: Step) -> str:
    """Return what a step says, with its links to other mistakes; links to the app are buttons."""
    return " ".join("".join(text for text, place in step.pieces if place not in PLACES).split())


@pytest.mark.parametrize("game", games.with_rules())
def test_no_place_turns_a_player_away(visitor: Visitor, game: str) -> None:
    """The host has entered nearly everything; someone who sits at the table has entered the last card."""
    play = running(visitor, game, *samples.of(game).AFTER_A_ROUND[:-1])
    player = sitting_down(play, "Ana")
    player.submit(player.get(play.url), samples.of(game).AFTER_A_ROUND[-1])
    places = {place for mistake in mistakes(game) for _, place in mistake.steps[-1].links}
    for mistake in mistakes(game):
        (main,) = player.get(f"{play.url}/wrong/{mistake.id}").root.all("main")
        for link in main.all("a"):
            assert player.get(link.attrs["href"]).status in (200, 403), link.attrs["href"]
    assert places
    desk = player.get(f"{play.url}/desk")
    corrects = [node.attrs["href"] for node in desk.root.all("a") if f"{play.url}/log/" in node.attrs["href"]]
    assert all(player.get(way).status == 200 for way in corrects)
    if not corrects:
        assert "Others entered this. Only they or the host can correct it." in desk.text


def sitting_down(page: Page, name: str) -> Visitor:
    """Return the browser of someone who plays at the table of a page."""
    with page.visitor.client.application.app_context():
        player = next(player for player in row_of(page).players if player.name == name)
        token = allowed(links.seat_link(player)).token
    client = page.visitor.client.application.test_client()
    assert client.get(f"/l/{token}").status_code == 303
    return Visitor(client)


def running(visitor: Visitor, game: str, *entries: dict[str, Any]) -> Page:
    """Return the play page of a game in progress; if it has rounds, one is over."""
    play = visitor.seat(game, "Ana", "Luis", "Zoë").press("do=start")
    for entry in entries or samples.of(game).AFTER_A_ROUND:
        play = visitor.submit(play, entry)
    return play
