"""Several entries corrected as one change: a trick, a forgotten one, a round replaced by its result."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.store import game_log
from companion.store.positions import CORRECT
from tests.bids.entries import trick
from tests.the_game.turns import END, lay, play
from tests.web.pages import Page, Visitor, row_of
from tests.web.six_players import FIRST, SECOND, game_of_six

Entry = dict[str, Any]


def in_turn(entries: list[Entry]) -> list[Entry]:
    """Return the entries of a trick in the order of play: the last player has the longest name, and starts."""
    return [entries[0], entries[-1], *entries[1:-1]]


FORGOTTEN = in_turn(trick("K9", "G1", "G2", "G3", "G4", "G5", "G6"))


def press_all(page: Page, *entries: Entry) -> Page:
    """Return the page after a tap on each of these entries, one after the other."""
    for entry in entries:
        page = page.press(entry)
    return page


def test_a_trick_is_entered_again_on_its_pad_and_undone(visitor: Visitor) -> None:
    """Each change alone would be refused: the other one has that card."""
    game = game_of_six(visitor, *FIRST, *SECOND)
    swapped = trick("K5", "R2", "R1", "R3", "R4", "R5", "R6")
    half = press_all(visitor.get(f"{game.url}/log/turn/3"), *in_turn(swapped)[:3])
    assert game.entries() == FIRST + SECOND, "nothing changes before the last tap"
    entered, url = in_turn(swapped)[:3], f"{game.url}/log/turn/3"
    values, target = half.values, half.values["form_target"]
    assert (values["last"], values["takes_result"], values["question"].title) == (
        "Ana bids the red 2",
        False,
        "Luis's bid",
    )
    assert (json.loads(target.pending), target.action) == (entered, url)
    (earlier,) = parse_qs(urlsplit(values["earlier"]).query)["pending"]
    assert (json.loads(earlier), urlsplit(values["earlier"]).path) == (entered[:-1], url)
    assert press_all(half, *in_turn(swapped)[3:]).url.endswith("/log")
    assert game.entries() == swapped + SECOND
    with visitor.client.application.app_context():
        (correction,) = [row.payload for row in game_log.rows(row_of(game).games[0]) if row.kind == CORRECT]
    assert [change["line"] for change in correction] == ["2", "3"]
    visitor.get(game.url).press("/undo")
    assert game.entries() == FIRST + SECOND


def test_the_rest_of_a_trick_that_is_right_need_not_be_entered_again(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    swapped = trick("K5", "R2", "R1", "R3", "R4", "R5", "R6")
    half = press_all(visitor.get(f"{game.url}/log/turn/3"), *in_turn(swapped)[:4])
    assert half.press("do=rest").url.endswith("/log")
    assert game.entries() == swapped + SECOND


def test_nothing_is_corrected_if_all_of_a_trick_is_entered_as_it_was(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    assert press_all(visitor.get(f"{game.url}/log/turn/3"), *in_turn(FIRST)).url.endswith("/log")
    with visitor.client.application.app_context():
        assert CORRECT not in [row.kind for row in game_log.rows(row_of(game).games[0])]


def test_a_forgotten_trick_is_inserted_between_two_others_and_undone(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    pad = visitor.get(f"{game.url}/log/insert/9")
    assert "Round 1, trick 2" in pad.text
    assert not pad.root.all("select")
    log = press_all(pad, *FORGOTTEN)
    assert log.url.endswith("/log")
    assert game.entries() == FIRST + FORGOTTEN + SECOND
    (sentence,) = log.root.all("ul", class_="changed")[0].all("li")
    assert sentence.text.startswith("Round 1, trick 2: added: Centre black 9, Bartholomäus green 6, Ana green 1")
    visitor.get(game.url).press("/undo")
    assert game.entries() == FIRST + SECOND


def test_a_bid_of_a_forgotten_trick_is_entered_for_the_name_that_is_tapped(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    pad = press_all(visitor.get(f"{game.url}/log/insert/9"), *FORGOTTEN[:2])
    assert urlsplit(pad.values["earlier"]).path == f"{game.url}/log/insert/9", "where the last one is taken back"
    (name,) = [link for link in pad.root.all("a") if link.attrs["href"].endswith("seat=4")]
    pad = visitor.get(name.attrs["href"]).press(FORGOTTEN[6])
    assert press_all(pad, *FORGOTTEN[2:6]).url.endswith("/log")
    assert [entry["card"] for entry in game.entries()[7:14]] == ["K9", "G6", "G5", "G1", "G2", "G3", "G4"]


def test_a_card_of_a_later_trick_is_struck_out_and_asked_for_again(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    pad = visitor.get(f"{game.url}/log/insert/9")
    later = {f"black {SECOND[0]['card'][1:]}"}
    assert {node.attrs["aria-label"] for node in pad.root.all("button") if "data-used" in node.attrs} == later
    wrong = [FORGOTTEN[0], {**FORGOTTEN[1], "card": SECOND[1]["card"]}, *FORGOTTEN[2:]]
    refused = press_all(pad, *wrong)
    assert (refused.status, refused.title) == (409, "That doesn't fit with “Round 1, trick 3”")
    assert refused.values["places"] is not refused.values["context"], "with the trick that is inserted"
    (other,) = [link for link in refused.root.all("a") if link.text == "Choose another card"]
    assert visitor.get(other.attrs["href"]).press(FORGOTTEN[1]).url.endswith("/log")
    assert game.entries() == FIRST + FORGOTTEN[:1] + FORGOTTEN[2:] + FORGOTTEN[1:2] + SECOND


def test_a_forgotten_first_trick_is_inserted_without_asking_about_the_others(visitor: Visitor) -> None:
    starter = {"type": "starter", "seat": 0}
    game = game_of_six(visitor, starter, *SECOND)
    forgotten = trick("K9", "G1", "G2", "G3", "G4", "G5", "G6")
    assert press_all(visitor.get(f"{game.url}/log/insert/2"), *forgotten).url.endswith("/log")
    assert game.entries() == [starter, *forgotten, *SECOND]


def test_a_forgotten_trick_goes_on_after_special_cards_until_it_is_complete(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Zoë").press("do=start", specials="shuffle")
    first, second = trick("K5", "R1", "R2", "R3"), trick("K6", "Y1", "Y2", "Y3")
    game = visitor.submit_all(game, {"type": "starter", "seat": 0}, *first)
    forgotten = [{"type": "reveal", "card": "KS"}, *second]
    assert press_all(visitor.get(f"{game.url}/log/insert/2"), *forgotten).url.endswith("/log")
    assert game.entries()[1:] == [*forgotten, *first]


def test_a_card_that_is_not_possible_is_refused_and_asked_for_again(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    pad = visitor.get(f"{game.url}/log/insert/9").press(FORGOTTEN[0])
    known = {node.attrs.get("name", ""): node.attrs.get("value", "") for node in pad.root.all("input")}
    refused = visitor.post(pad.url, [*known.items(), ("entry", '{"type": "bid", "seat": 0, "card": "R1"}')])
    assert refused.status == 422
    assert press_all(refused, *FORGOTTEN[1:]).url.endswith("/log")
    assert game.entries() == FIRST + FORGOTTEN + SECOND


def test_a_round_is_replaced_by_its_result_and_restored(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    done = visitor.get(f"{game.url}/log/round/3").press("type=round", front_2="K8")
    assert done.url.endswith("/log"), done.text
    assert [entry["type"] for entry in game.entries()] == ["round"]
    after = visitor.get(game.url)
    assert after.buttons("/undo")[0].name == "↶ Undo Result of round 1", "without its numbers, which don't fit"
    after.press("/undo")
    assert game.entries() == FIRST + SECOND


def pick(page: Page, *cards: tuple[str, int]) -> Page:
    """Return the page of The Game's pad after each card was tapped, and then the pile that it was laid on."""
    for pile, card in cards:
        (link,) = [link for link in page.root.all("a") if link.attrs["href"].endswith(f"card={card}")]
        page = page.visitor.get(link.attrs["href"]).press(play(card, pile))
    return page


def test_a_whole_turn_is_entered_again_or_inserted(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    game = visitor.submit_all(game, *lay("up1", 5, 9), END, *lay("down1", 90, 80), END)
    done = pick(visitor.get(f"{game.url}/log/turn/1"), ("up1", 20), ("up1", 30)).press(END)
    assert done.url.endswith("/log")
    again = [*lay("up1", 20, 30), END]
    assert game.entries()[:3] == again
    forgotten = (*lay("up2", 7, 8), END)
    done = press_all(visitor.get(f"{game.url}/log/insert/4"), *forgotten)  # the nearest cards take one tap each
    assert done.url.endswith("/log")
    assert game.entries()[:6] == [*again, *forgotten]


def test_a_forgotten_turn_of_take_that_is_one_tap(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start")
    cards = [{"type": "lay", "card": card} for card in (34, 38, 41)]
    game = visitor.submit_all(game, cards[0], cards[2])
    assert visitor.get(f"{game.url}/log/insert/2").press(cards[1]).url.endswith("/log")
    assert game.entries() == cards


def test_an_adjustment_in_the_middle_of_a_trick_does_not_divide_it(visitor: Visitor) -> None:
    agreed = {"type": "adjust", "seat": 0, "points": 5, "reason": "agreed"}
    game = game_of_six(visitor, *FIRST[:3], agreed, *FIRST[3:])
    assert visitor.get(f"{game.url}/log/turn/4").status == 404
    log = visitor.get(f"{game.url}/log")
    assert [heading.text for heading in log.root.all("h2")] == ["Agreed at the table", "Round 1, trick 1"]
    assert len([link for link in log.root.all("a") if "/log/turn/" in link.attrs["href"]]) == 1
    between = visitor.submit_all(visitor.get(game.url), agreed, *SECOND[:2], agreed, *SECOND[2:4], agreed)
    headings = [heading.text for heading in visitor.get(f"{between.url}/log").root.all("h2")]
    assert headings == ["Agreed at the table", "Round 1, trick 2", "Agreed at the table", "Round 1, trick 1"]


def test_the_early_end_of_a_match_is_no_round_that_could_have_a_result(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="3")
    seats = [{"twisted": 20, "cards": 12, "toads": 1}, {"twisted": 24, "cards": 10, "toads": 2}]
    game = visitor.submit(game, {"type": "result", "seats": seats})
    game = visitor.submit(game, {"type": "finish"})
    assert [visitor.get(f"{game.url}/log/round/{key}").status for key in (1, 2)] == [200, 404]


# ---- Two entries that changed places are swapped by one correction: two cards, or the players of two bids


@pytest.mark.parametrize(
    ("key", "entry", "cards"),
    [
        ("2", {"type": "bid", "seat": 0, "card": "B3"}, {1: "B3", 10: "R1"}),  # bid later by someone else
        ("11", {"type": "bid", "seat": 2, "card": "R3"}, {10: "R3", 3: "B3"}),  # bid in an earlier trick
        ("2", {"type": "bid", "seat": 3, "card": "R1"}, {}),  # of another player, who has bid later
        ("5", {"type": "bid", "seat": 0, "card": "R4"}, {}),  # of another player, who has bid before
    ],
)
def test_the_other_entry_gets_what_this_one_had(
    visitor: Visitor, key: str, entry: dict[str, object], cards: dict[int, str]
) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    asked = visitor.get(f"{game.url}/log/{key}").press(entry)
    assert (asked.status, game.entries()) == (409, FIRST + SECOND)
    assert asked.press("do=surely").url.endswith("/log")
    changed = {index: new for index, new in enumerate(game.entries()) if new != (FIRST + SECOND)[index]}
    if cards:
        assert {index: new["card"] for index, new in changed.items()} == cards
    else:
        assert [(new["seat"], new["card"]) for new in changed.values()] == [(0, "R4"), (3, "R1")], "the order of play"


def test_one_of_them_can_be_corrected_alone(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    asked = visitor.get(f"{game.url}/log/2").press({"type": "bid", "seat": 0, "card": "B3"})
    own, other = (
        {"line": key, "entry": {"type": "bid", "seat": seat, "card": card}}
        for key, seat, card in (("2", 0, "B3"), ("11", 2, "R1"))
    )
    assert (asked.values["is_swap"], asked.values["came_from"]) == (True, f"{game.url}/log")
    pending = [json.loads(asked.values[name].pending) for name in ("form_target", "alone")]
    assert pending == [[own, other], [own]]
    listed = asked.press("do=alone")
    assert listed.buttons("/log/11"), "the entries that would no longer be valid"
    values = listed.values
    assert (values["other"], values["result_url"]) == ("", f"{game.url}/log/round/2")
    assert (json.loads(values["form_target"].pending), values["places"]) == ([own], values["context"])
