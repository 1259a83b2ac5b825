"""After a game: highlights, pictures, links that show one game, other house rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from PIL import Image

from companion import games
from companion.core.game import Person
from companion.core.other_rules import EnteredGame
from companion.games import record
from companion.games.bids.options import RULESET_OPTION, RULESETS
from companion.sheets.result_picture import ResultPicture, draw
from companion.statistics.alternatives import alternative_results
from companion.store import links, tables
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import Table
from tests.bids import legal
from tests.checked import all_decoded, allowed
from tests.evening import ATTEMPT, start, submit
from tests.the_game.turns import END, STUCK, lay
from tests.web.pages import Visitor

NAMES = ("Ana", "Luis", "Zoë")


def test_the_line_of_the_winner_is_bold_in_the_picture() -> None:
    lines = [("1", "Ana", "5"), ("2", "Ana", "5")]
    picture = Image.open(BytesIO(draw(ResultPicture("", "", lines, (), "")))).convert("L")
    first, second = (sum(picture.crop((180, top, 780, top + 84)).histogram()[:128]) for top in (504, 612))
    assert first > second > 0


@pytest.mark.parametrize(("slug", "unit"), [("bids", "round"), ("take-that", "deal")])
def test_highlights_use_the_games_word_for_a_round(slug: str, unit: str) -> None:
    words: Mapping[str, Any] = games.rules_of(slug).WORDS
    found = ["".join(words[id]) for id in ("highlight-comeback", "highlight-led", "highlight-round")]
    assert [f" {unit} " in text for text in found] == [True] * 3
    assert unit in words["unit-best"]


def test_games_of_all_kinds_are_won_in_a_row(visitor: Visitor, table: Table) -> None:
    luis = [player for player in table.players if player.name == "Luis"]
    game = start(table, "any-game", luis, {"title": "Rummy", "rounds": 1})
    submit(game, {"type": "round", "seats": [{"points": 5}]}, None)
    assert "Luis has won 3 games in a row." in visitor.get(f"/t/{table.public_id}/{game.n}/afterwards").text


def test_the_picture_shows_cards_of_its_game(visitor: Visitor, table: Table) -> None:
    heads = set()
    for n in (1, 3, 5):
        picture = Image.open(BytesIO(visitor.client.get(f"/t/{table.public_id}/{n}/result.png").data))
        heads.add(picture.crop((80, 70, 380, 215)).tobytes())
    assert len(heads) == len({table.games[n - 1].slug for n in (1, 3, 5)})


def test_a_link_that_is_too_long_for_a_qr_code_is_still_shown(visitor: Visitor, table: Table) -> None:
    people = [allowed(tables.add_player(table, f"{n}{'Ж' * 59}", "Щ" * 60)) for n in range(5)]
    game = start(table, "the-game", people, {})
    submit(game, ATTEMPT, None)
    url = f"/t/{table.public_id}/{game.n}/afterwards"
    db.session.expire_all()
    page = visitor.get(url)
    assert page.status == 200
    assert [link for link in page.root.all("a") if link.attrs["href"].startswith("https://app.bgstatsapp.com/")]
    assert not page.root.all("div", role="img")


def test_a_link_shows_one_game_and_can_be_revoked(app: Flask, visitor: Visitor, table: Table) -> None:
    page = visitor.get(f"/t/{table.public_id}/1/afterwards").press("/share")
    url = urlsplit(page.root.all("input", id="result-link")[0].attrs["value"]).path
    stranger = app.test_client()
    shown = stranger.get(url)
    assert shown.status_code == 200
    assert table.name not in shown.text
    assert not re.search(r"/t/|/l/", shown.text)
    assert stranger.get(f"{url}/result.png").status_code == 200
    visitor.get(f"/t/{table.public_id}/1/afterwards").press("stop=1")
    assert stranger.get(url).status_code == 404
    assert stranger.get(f"{url}/result.png").status_code == 404


def test_a_shared_link_has_a_preview_with_a_title_and_a_picture(app: Flask, table: Table) -> None:
    token = links.share(table.games[0])
    page = Visitor(app.test_client()).get(f"/s/{token}")
    said = {meta.attrs["property"]: meta.attrs["content"] for meta in page.root.all("meta") if "property" in meta.attrs}
    assert said["og:title"].startswith(f"{table.games[0].title}: ")
    assert "Zoë" in said["og:description"]
    assert said["og:url"].endswith(f"/s/{token}")
    picture = urlsplit(said["og:image"])
    assert (picture.scheme, bool(picture.netloc)) == ("http", True)
    shown = app.test_client().get(picture.path)
    assert shown.mimetype == said["og:image:type"]
    size = Image.open(BytesIO(shown.data)).size
    assert size == (int(said["og:image:width"]), int(said["og:image:height"])) == (1080, 1350)


def test_a_shared_link_stays_the_same_until_it_is_revoked(table: Table) -> None:
    game = table.games[0]
    first = links.share(game)
    assert links.share(game) == first
    links.stop_sharing(game)
    assert links.find_shared(first) is None
    assert links.share(game) != first


def test_a_deleted_game_is_not_shown(app: Flask, table: Table) -> None:
    token = links.share(table.games[0])
    with writing():
        table.games[0].deleted_at = now()
    assert app.test_client().get(f"/s/{token}").status_code == 404
    assert app.test_client().get("/s/nothing").status_code == 404


@pytest.mark.parametrize(("seed", "count"), [*((seed, 4) for seed in range(5)), (5, 5)])
def test_other_house_rules_give_the_result_of_a_replay(seed: int, count: int) -> None:
    """Each rule that is named changes the report of `companion replay`, and each that is not leaves it as it was."""
    options = {"rounds": 1, "specials": ["thief", "surprise"], "ruleset": "bga" if count == 5 else "printed"}
    played = legal.play(Random(seed), count, options)
    rules = games.rules_of("bids")
    starters = rules.starters([Person(name) for name in played.names])
    entered = EnteredGame(rules, count, starters, played.options, [*all_decoded(rules, played.entries)])
    before = record.build_report(json.dumps(played.record))
    changes: list[Any] = [(RULESET_OPTION, value, {"ruleset": value}) for value in RULESETS]
    for switch in rules.SWITCHES:
        changes += [(switch, value, {"rulings": {switch.name: value}}) for value in switch.values]
    expected = []
    for changed, value, setting in changes:
        with suppress(record.InvalidFile):  # not possible for these players
            after = record.build_report(json.dumps(played.record), options=setting)
            if any(after[key] != before[key] for key in ("totals", "ranking", "refusal")):
                expected.append((changed, value))
    assert [(result.changed, result.value) for result in alternative_results(entered)] == expected


def test_the_page_of_other_house_rules_has_both_results_side_by_side(visitor: Visitor, table: Table) -> None:
    options, shown = {"rounds": 1, "specials": ["thief"]}, []
    lives = [legal.play(Random(seed), 3, options).entries for seed in (8, 11)]
    stuck = [*lay("up1", 98), *lay("up2", 97), END, *lay("down1", 3), *lay("down2", 4), END, *lay("up1", 99), STUCK]
    games_played = [("bids", table.players, options, live) for live in lives]
    for slug, people, chosen, entries in (*games_played, ("the-game", table.players[:2], {}, stuck)):
        game = start(table, slug, people, chosen)
        for entry in entries:
            submit(game, entry, None)
        rows = visitor.get(f"/t/{table.public_id}/{game.n}/otherwise").values["rows"]
        shown.append({row["rule"]: (row["results"], row["stops"]) for row in rows})
        labels = [(row["question"], row["label"]) for row in rows if row["rule"] == "RECORD"]
        assert labels == [("Rules", "Board Game Arena rules")] * (slug == "bids")
    other = [("Luis", "1. (19)", "1. (19)"), ("Zoë", "2. (13)", "2. (15)"), ("Ana", "3. (−4)", "3. (−5)")]
    bonus = [("Luis", "1. (19)", "2. (19)"), ("Zoë", "2. (13)", "3. (13)"), ("Ana", "3. (−4)", "1. (26)")]
    shared = [("Zoë", "1. (18)", "2. (18)"), ("Ana", "2. (17)", "1. (47)"), ("Luis", "3. (4)", "3. (4)")]
    stops = "No longer possible from here on (Round 1, trick 8): First turn up the next black card."
    assert shown == [
        {"RECORD": (other, ""), "R-40": (other, ""), "R-76": (bonus, "")},
        {"RECORD": ([], stops), "R-40": ([], stops), "R-76": (shared, "")},
        {"R-80": ([("Ana and Luis", "93 left", "94 left")], "")},
    ]
