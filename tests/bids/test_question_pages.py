"""The pages of the rule book and of rules questions about Bids."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Page, Visitor, joined

TURN = "/rules?game=bids&players=4&centre=K6&bids=R9+K2X+G3+Y5&lowest=1&front2=K4"


def test_the_book_of_bids_shows_tables_cards_and_examples_as_the_rules_compute_them(visitor: Visitor) -> None:
    page = visitor.get("/rules/bids/look-up")
    rows = {" ".join(row.text.split()) for table in page.root.all("table") for row in table.all("tr")}
    assert "= bidding deck 30 40 40 50 50 60" in rows
    assert "Centre deck 11 11 11 12 12 13" in rows
    assert "Total 102 60 6 12" in rows
    assert "Total 93 57 6 12" in rows
    assert "A wins 13 points (black 5, black 8) and starts." in page.text
    assert any(
        node.attrs.get("data-color") == "K" and node.attrs.get("aria-label") == "thief"
        for node in page.root.all("span")
    )


def test_the_desk_is_filled_by_taps_alone(visitor: Visitor) -> None:
    page = visitor.get("/rules").follow("game=bids").follow("players=4")
    for card in ("centre=K5", "bids=R9", "+K8", "+G7", "+Y10"):
        page = page.follow(card)
    assert "D wins 13 points (black 5, black 8) and starts." in page.text
    page = page.follow("lowest=1")
    assert "C wins 13 points (black 5, black 8) and starts." in page.text


@pytest.mark.parametrize(("query", "columns"), [("", "7"), ("&centre=K5&pad=front0", "5")])
def test_one_group_of_cards_stands_in_five_columns_and_several_in_two_rows_each(
    visitor: Visitor, query: str, columns: str
) -> None:
    page = visitor.get(f"/rules?game=bids&players=4{query}")
    assert {grid.attrs["data-columns"] for grid in page.root.all("div") if "data-columns" in grid.attrs} == {columns}


def test_which_bid_wins_is_asked_only_where_the_lowest_may_win(visitor: Visitor) -> None:
    question = "/rules?game=bids&players=4&centre=K5&bids=R9+B4+G7+Y2&lowest=0"
    shown = [
        "Which bid wins?" in visitor.get(f"{question}{more}").text
        for more in ("", "&turn=2&specials=lowest", "&turn=2")
    ]
    assert shown == [True, True, False]


def test_the_usual_setting_is_an_empty_field_whatever_the_number_of_players(visitor: Visitor) -> None:
    page = visitor.get("/rules?game=bids&players=5&centre=K5")
    values = {
        field.attrs["name"]: [option.attrs["value"] for option in field.all("option")]
        for field in page.root.all("select")
    }
    assert values["variant"] == ["", "color"]
    assert values["ally"] == ["", "1", "0"]  # the default depends on the number of players


def test_an_answer_links_each_reason_to_its_rule(visitor: Visitor) -> None:
    page = visitor.get(TURN)
    assert "/rules/bids/look-up#R-25" in {link.attrs["href"] for link in page.root.all("a")}
    assert "Under another house rule" in page.text
    assert "B wins the trick (black 6, 2x) and starts." in page.text


def test_the_url_of_an_answer_brings_it_back(visitor: Visitor) -> None:
    page = visitor.get(TURN)
    again = link_to_answer(page)
    assert visitor.get(again).text == page.text


def test_a_form_leads_to_one_url_without_empty_fields(client: FlaskClient) -> None:
    answer = client.get(
        "/rules?game=bids&players=4&variant=&specials=thief&specials=lowest&front1=&rules=&rules=thief:bga"
    )
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/rules?game=bids&players=4&specials=thief+lowest&front1=&rules=thief%3Abga"


def test_an_impossible_situation_is_answered_with_422(visitor: Visitor) -> None:
    page = visitor.get("/rules?game=bids&players=4&centre=K5&bids=R9+R9")
    assert page.status == 422
    assert "has already been bid in this trick" in page.text


def test_fields_that_the_game_does_not_have_are_left_out_of_the_url(client: FlaskClient) -> None:
    answer = client.get("/rules?game=bids&players=4&colour=<script>&utm_source=chat")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules?game=bids&players=4")


def test_a_house_rule_of_the_table_is_named_with_its_question(visitor: Visitor) -> None:
    page = visitor.get(f"{TURN}&rules=robbed_lucky_loser:no")
    (in_force,) = page.root.all("small", **{"class": "soft in-force"})
    assert "are you a lucky loser? No: no points, and the count stays as it is" in in_force.text
    chosen = {option.attrs["value"] for option in page.root.all("option") if "selected" in option.attrs}
    assert "robbed_lucky_loser:no" in chosen


# From a game in progress


def _bids(visitor: Visitor) -> Page:
    page = visitor.seat("bids", "Ana", "Luis", "Sara", "Raúl").press("do=start")
    for entry in (
        {"type": "starter", "seat": 1},
        {"type": "reveal", "card": "K3"},
        *({"type": "bid", "seat": seat, "card": card} for seat, card in ((1, "R9"), (0, "B2"), (2, "G4"), (3, "Y1"))),
        {"type": "reveal", "card": "K2X"},
        *({"type": "bid", "seat": seat, "card": card} for seat, card in ((1, "R8"), (2, "B4"), (3, "G5"), (0, "Y2"))),
    ):
        page = visitor.submit(page, entry)
    return page


def test_a_trick_of_a_game_is_filled_in_with_its_names(visitor: Visitor) -> None:
    game = _bids(visitor)
    page = visitor.get(f"{game.url}/desk?line=11")
    assert "Doubled by the 2x: black 3. Points for Luis so far: 6." in page.text
    first = visitor.get(f"{game.url}/desk?line=3")
    assert "Luis wins 3 points (black 3) and starts." in first.text


def test_without_an_entry_the_desk_opens_at_the_last_trick_that_was_decided(visitor: Visitor) -> None:
    game = visitor.submit(_bids(visitor), {"type": "reveal", "card": "K9"})
    page = visitor.get(game.url).follow("/desk")
    assert "Doubled by the 2x: black 3. Points for Luis so far: 6." in page.text
    assert page.follow("/log/11").url == f"{game.url}/log/11"


def test_the_desk_of_a_game_names_the_trick_and_leads_to_this_one_and_the_last(visitor: Visitor) -> None:
    game = _bids(visitor)
    page = visitor.get(f"{game.url}/desk?line=11")
    (kinds,) = page.root.all("nav", **{"class": "tabs"})
    assert "Last trick" in kinds.text and "This trick" not in kinds.text, "the newest trick is complete"
    assert [link.text for link in kinds.all("a", aria_current="page")] == ["Last trick"]
    (answer,) = page.root.all("section", **{"aria-labelledby": "statements"})
    assert "Round 1, trick 2" in answer.text
    game = visitor.submit(visitor.get(game.url), {"type": "reveal", "card": "K9"})
    page = visitor.get(f"{game.url}/desk?line=11")
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
    page = visitor.seat("bids", "Ana", "Luis", "Sara", "Raúl").press("do=start")
    for fronts in (["", "K4", "K5", "K7"], ["K9", "K4", "K5", "K7"], ["", "K4", "K5", "K7"]):
        seats = [{"front": front.split()} for front in fronts]
        page = visitor.submit(page, {"type": "round", "seats": seats, "alliance": None})
    desk = visitor.get(f"{page.url}/desk?line=3")
    changes = {node.text for node in desk.root.all("dd")}
    assert any("Ana scores 8 points." in change for change in changes), changes


def test_what_was_changed_at_the_desk_corrects_the_entry(visitor: Visitor) -> None:
    game = _bids(visitor)
    page = visitor.get(f"{game.url}/desk?line=11")
    shared = link_to_answer(page)
    changed = visitor.get(f"{page.url}?line=11&{shared.partition('?')[2].replace('Y2', 'Y10')}")
    assert "Ana bids the yellow 10" in changed.correct({"type": "bid", "seat": 0, "card": "Y10"}).text


def test_a_player_corrects_only_their_own_bid_of_a_trick_from_the_desk(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Maria").press("do=start")
    ana = joined(game, "Ana")
    bids = [{"type": "bid", "seat": seat, "card": card} for seat, card in enumerate(("R9", "B2", "Y4"))]
    visitor.submit_all(game, {"type": "reveal", "card": "K3"}, *bids[1:])
    ana.submit(ana.get(game.url), bids[0])
    page = ana.get(f"{game.url}/desk")
    links = {link.attrs["href"].partition(game.url)[2] for link in page.root.all("a")}
    assert {link for link in links if link.startswith("/log/")} == {"/log/4"}
    assert "Others entered the rest. Only they or the host can correct it." in page.text


def test_a_theft_and_a_swap_of_two_bids_are_corrected_from_the_desk(visitor: Visitor) -> None:
    page = visitor.seat("bids", "Ana", "Luis", "Sara").press("do=start", specials="thief")
    bids = ((0, "R9"), (1, "B2"), (2, "Y4"))
    for entry in (
        {"type": "starter", "seat": 1},
        {"type": "reveal", "card": "K3"},
        *({"type": "bid", "seat": seat, "card": card} for seat, card in ((0, "R8"), (1, "B9"), (2, "Y5"))),
        {"type": "reveal", "card": "K4"},
        *({"type": "bid", "seat": seat, "card": card} for seat, card in ((0, "R7"), (1, "B8"), (2, "Y6"))),
        {"type": "reveal", "card": "KT"},
        *({"type": "bid", "seat": seat, "card": card} for seat, card in bids),
        {"type": "steal", "seat": 1, "card": "K3"},
    ):
        page = visitor.submit(page, entry)
    query = "players=3&specials=thief&turn=3&lowest=0&centre=KT&bids=B2+Y4+R9&front0=&front1=K3+K4&front2="
    changed = visitor.get(f"{page.url}/desk?line=14&{query}&starter=1&held=-&right=0&steal=1:K4")
    changed.correct({"type": "steal", "seat": 1, "card": "K4"})
    query = query.replace("B2+Y4+R9", "Y4+B2+R9")
    changed = visitor.get(f"{page.url}/desk?line=14&{query}&starter=1&held=-&right=0")
    (button,) = changed.buttons("entry")
    assert "Luis bids the yellow 4; Sara bids the blue 2" in button.name
    changed.correct("entry")
    entries = page.entries()
    assert [entry["card"] for entry in entries[-3:]] == ["Y4", "B2", "K4"]


def test_the_cards_of_a_round_are_corrected_from_the_desk(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Sara").press("do=start")
    seats = [{"front": ["K5"]}, {"front": []}, {"points": 4}]
    game = visitor.submit(game, {"type": "round", "seats": seats, "alliance": None})
    query = "ask=round&players=3&front0=K5&front1=K3&zero0=0&zero1=0&zero2=0&alliance=-&robbed=-&front2=K1"
    changed = visitor.get(f"{game.url}/desk?line=1&{query}")
    changed.correct("entry")
    (entry,) = game.entries()
    assert entry["seats"] == [{"front": ["K5"]}, {"front": ["K3"]}, {"front": ["K1"]}]


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


def test_another_question_is_asked_about_the_same_people_and_the_cards_in_front_of_them(visitor: Visitor) -> None:
    page = visitor.get("/rules?game=bids&players=4&centre=K6&bids=R9+B8&front2=K4")
    (query,) = {urlsplit(link.attrs["href"]).query for link in page.root.all("a") if "ask=round" in link.attrs["href"]}
    assert dict(parse_qsl(query)) == {"game": "bids", "players": "4", "front2": "K4", "ask": "round"}


def test_numbers_of_each_player_are_typed_for_each_player(visitor: Visitor) -> None:
    page = visitor.get("/rules?game=bids&players=3&ask=tie")
    names = [node.attrs.get("name", "") for node in page.root.all("input")]
    assert [name for name in names if name.startswith("total")] == ["total0", "total1", "total2"]


def _offered(page: Page) -> list[str]:
    return [link.text.removesuffix(" +") for link in page.root.all("a", **{"class": "add"})]


def test_only_what_the_game_has_can_be_asked_and_given(visitor: Visitor) -> None:
    plain = visitor.get("/rules?game=bids&players=4&centre=K5&bids=R9+B4+G7+Y2")
    assert "The −5 bonus" not in plain.text and "The thief takes" not in _offered(plain)
    bonus = visitor.get("/rules?game=bids&players=4&rules=minus5_bonus:on")
    assert "The −5 bonus" in bonus.text
    thief = visitor.get("/rules?game=bids&players=4&specials=thief&centre=K5&bids=R9+B4+G7+Y2")
    assert "The thief takes" in _offered(thief)


def test_players_who_score_the_same_for_the_same_reasons_share_them(visitor: Visitor) -> None:
    asked = "ask=round&players=4&alliance=&front0=K5+K3&front1=&front2=&front3=&zero1=0&zero2=0&zero3=1"
    (why,) = visitor.get(f"/rules?game=bids&{asked}").root.all("ol", **{"class": "reasons"})
    reasons = [item.text for item in why.all("li")]
    assert len(reasons) == len({*reasons}), "each is said once"
    assert sum(text.startswith("B scores 8 points. C scores 8 points.") for text in reasons) == 1
