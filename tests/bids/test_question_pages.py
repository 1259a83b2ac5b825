"""The pages of the rule book and of rules questions about Bids."""

from __future__ import annotations

from itertools import chain

import pytest
from flask.testing import FlaskClient

from tests.bids.boards import started
from tests.bids.entries import STEAL, bid, result, reveal, starter, trick
from tests.web.pages import Page, Visitor, joined

TURN = "/rules?game=bids&players=4&centre=K6&bids=R9+K2X+G3+Y5&lowest=1&front2=K4"


def test_the_book_of_bids_shows_tables_cards_and_examples_as_the_rules_compute_them(visitor: Visitor) -> None:
    page = visitor.get("/rules/bids/look-up")
    rows = {" ".join(row.text.split()) for table in page.root.all("table") for row in table.all("tr")}
    assert "= bidding deck 30 40 40 50 50 60" in rows
    assert "Centre deck 11 11 11 12 12 13" in rows
    assert "Total 102 60 6 12" in rows
    assert "Total 93 57 6 12" in rows
    assert any(
        node.attrs.get("data-color") == "K" and node.attrs.get("aria-label") == "thief"
        for node in page.root.all("span")
    )


def test_cards_without_a_number_have_their_names(visitor: Visitor) -> None:
    page = visitor.get("/rules?game=bids&players=4&specials=thief+lowest&pad=centre")
    named = [name.text for name in page.root.all("div", **{"class": "grid"})[0].all("small")]
    assert named == ["thief", "shuffle", "“lowest wins”", "surprise"]


def test_an_answer_links_each_reason_to_its_rule(visitor: Visitor) -> None:
    page = visitor.get(TURN)
    assert "/rules/bids/look-up#R-25" in {link.attrs["href"] for link in page.root.all("a")}
    assert visitor.get(link_to_answer(page)).text == page.text, "its own URL brings it back"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("&variant=&specials=thief&specials=lowest&front1=", "&specials=thief+lowest&front1="),
        ("&rules=&rules=thief:bga", "&rules=thief%3Abga"),
        ("&colour=<script>&utm_source=chat", ""),
    ],
)
def test_a_form_leads_to_one_url_without_fields_that_are_empty_or_that_the_game_does_not_have(
    client: FlaskClient, sent: str, kept: str
) -> None:
    answer = client.get(f"/rules?game=bids&players=4{sent}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/rules?game=bids&players=4{kept}")


def test_an_impossible_situation_is_answered_with_422(visitor: Visitor) -> None:
    page = visitor.get("/rules?game=bids&players=4&centre=K5&bids=R9+R9")
    assert page.status == 422
    assert "has already been bid in this trick" in page.text


def test_a_house_rule_of_the_table_is_named_with_its_question(visitor: Visitor) -> None:
    page = visitor.get(f"{TURN}&rules=robbed_lucky_loser:no")
    (in_force,) = page.root.all("small", **{"class": "soft in-force"})
    assert "are you a lucky loser? No: no points, and the count stays as it is" in in_force.text


# From a game in progress


def _bids(visitor: Visitor) -> Page:
    first, second = trick("K3", "B2", "R9", "G4", "Y1"), trick("K2X", "Y2", "R8", "B4", "G5")
    return visitor.submit_all(started(visitor), starter(1), *first, *second)


def test_the_desk_of_a_game_names_the_trick_and_leads_to_this_one_and_the_last(visitor: Visitor) -> None:
    game = _bids(visitor)
    page = visitor.get(f"{game.url}/desk?line=11")
    (kinds,) = page.root.all("nav", **{"class": "tabs"})
    assert "Last trick" in kinds.text and "This trick" not in kinds.text, "the newest trick is complete"
    assert [link.text for link in kinds.all("a", aria_current="page")] == ["Last trick"]
    (answer,) = page.root.all("section", **{"aria-labelledby": "statements"})
    assert "Round 1, trick 2" in answer.text
    page = visitor.submit(game, reveal("K9")).follow("/desk")  # opens at the last trick that was decided
    assert "Doubled by the 2x: black 3. Points for Luis so far: 6." in page.text
    assert page.follow("/log/11").url == f"{game.url}/log/11"
    (kinds,) = page.root.all("nav", **{"class": "tabs"})
    assert [link.text.strip() for link in kinds.all("a")][:2] == ["This trick", "Last trick"]


def test_the_pad_of_a_game_offers_no_card_that_was_seen_before_or_is_not_in_the_game(visitor: Visitor) -> None:
    game = _bids(visitor)
    page = visitor.get(f"{game.url}/desk?line=11")
    page = visitor.get(f"{page.url}?line=11&pad=bids:0&{link_to_answer(page).partition('?')[2]}")
    pad = next(section for section in page.root.all("section") if section.attrs.get("data-pad") == "card")
    offered = {str(link.attrs.get("aria-label")) for link in pad.all("a")}
    assert {"red 7", "yellow 9", "black 9", "thief"} - offered == {"thief"}
    assert not offered & {"red 9", "blue 2", "green 4", "yellow 1", "black 3", "shuffle", "ally"}


def test_in_a_game_other_house_rules_hold_for_the_whole_game(visitor: Visitor) -> None:
    page = visitor.submit_all(started(visitor), *(result(first, "K4", "K5", "K7") for first in ("", "K9", "")))
    desk = visitor.get(f"{page.url}/desk?line=3")
    changes = {node.text for node in desk.root.all("dd")}
    assert any("Ana scores 8 points." in change for change in changes), changes


def test_a_player_corrects_only_their_own_bid_of_a_trick_from_the_desk(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Maria").press("do=start")
    ana = joined(game, "Ana")
    visitor.submit_all(game, reveal("K3"), bid(1, "B2"), bid(2, "Y4"))
    ana.submit(ana.get(game.url), bid(0, "R9"))
    page = ana.get(f"{game.url}/desk")
    links = {link.attrs["href"].partition(game.url)[2] for link in page.root.all("a")}
    assert {link for link in links if link.startswith("/log/")} == {"/log/4"}
    assert "Others entered the rest. Only they or the host can correct it." in page.text


def test_a_theft_and_a_swap_of_two_bids_are_corrected_from_the_desk(visitor: Visitor) -> None:
    tricks = [trick("K3", "R8", "B9", "Y5"), trick("K4", "R7", "B8", "Y6"), trick("KT", "R9", "B2", "Y4")]
    game = started(visitor, 3, specials="thief")
    page = visitor.submit_all(game, starter(1), *chain.from_iterable(tricks), {**STEAL, "card": "K3"})
    query = "players=3&specials=thief&turn=3&lowest=0&centre=KT&bids=B2+Y4+R9&front0=&front1=K3+K4&front2="
    changed = visitor.get(f"{page.url}/desk?line=14&{query}&starter=1&held=-&right=0&steal=1:K4")
    [theft] = [link.attrs["href"] for link in changed.root.all("a") if link.text == "black 4 from Luis"]
    assert "steal" not in theft and "pad=" not in theft, "a tap removes it"
    changed.correct({"type": "steal", "seat": 1, "card": "K4"})
    query = query.replace("B2+Y4+R9", "Y4+B2+R9")
    changed = visitor.get(f"{page.url}/desk?line=14&{query}&starter=1&held=-&right=0")
    (button,) = changed.buttons("entry")
    assert "Luis bids the yellow 4; Sara bids the blue 2" in button.name
    changed.correct("entry")
    entries = page.entries()
    assert [entry["card"] for entry in entries[-3:]] == ["Y4", "B2", "K4"]


def test_a_question_about_more_players_than_the_game_has_calls_them_by_letters(visitor: Visitor) -> None:
    page = visitor.get(f"{_bids(visitor).url}/desk?line=11&players=6&ask=round&ally=1")
    labels = [node.text for node in page.root.all("span", **{"class": "label"})]
    assert labels[-6:] == ["Ana", "Luis", "Sara", "Raúl", "E", "F"]


def test_the_link_to_share_carries_no_names(visitor: Visitor) -> None:
    game = _bids(visitor)
    page = visitor.get(f"{game.url}/desk?line=11")
    shared = page.follow(
        "/rules?game=bids&players=4&centre=K2X&bids=R8+B4+G5+Y2&front0=&front1=K3&front2=&front3=&starter=1&lowest=0&held=-&right=0&turn=2"
    )
    assert shared.url == "/rules"
    assert "B" in shared.text and "Luis" not in shared.text


def link_to_answer(page: Page) -> str:
    """Return the address that is shared with others."""
    return next(node.attrs["href"] for node in page.root.all("a") if "data-copy-link" in node.attrs)


def test_players_who_score_the_same_for_the_same_reasons_share_them(visitor: Visitor) -> None:
    asked = "ask=round&players=4&alliance=&front0=K5+K3&front1=&front2=&front3=&zero1=0&zero2=0&zero3=1"
    (why,) = visitor.get(f"/rules?game=bids&{asked}").root.all("ol", **{"class": "reasons"})
    reasons = [item.text for item in why.all("li")]
    assert len(reasons) == len({*reasons}), "each is said once"
    assert sum(text.startswith("B scores 8 points. C scores 8 points.") for text in reasons) == 1
