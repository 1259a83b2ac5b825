"""The form of a new game for Bids: the ally, the thief, house rules."""

from __future__ import annotations

from tests.web.pages import Page, Visitor

SIX = ("Ana", "Luis", "Zoë", "Мария", "李雷", "Bartholomäus")


def test_the_ally_is_explained_where_there_is_no_choice(visitor: Visitor) -> None:
    three = visitor.seat("bids", *SIX[:3])
    assert "With 3 players the ally isn't used." in three.text
    four = three.press("do=new", new_name=SIX[3])
    assert _choices(four, "ally") == {"yes": False, "no": True}
    five = four.press("do=new", new_name=SIX[4])
    assert _choices(five, "ally") == {"yes": True, "no": False}
    six = five.press("do=new", new_name=SIX[5])
    assert "With 6 players the ally is always used" in six.text
    assert _choices(six, "ally") == {}


def test_the_thief_with_five_is_explained_until_a_house_rule_allows_it(visitor: Visitor) -> None:
    page = visitor.seat("bids", *SIX[:5])
    assert "disabled" in page.root.all("input", value="thief")[0].attrs
    assert "open" not in page.root.all("details", id="change")[0].attrs
    assert "The thief is for 3 or 4 players" in page.text
    page = page.press("do=redraw", **{"rule-thief_players": "any"})
    assert "disabled" not in page.root.all("input", value="thief")[0].attrs
    assert "open" in page.root.all("details", id="change")[0].attrs
    assert "1 changed" in page.text


def test_house_rules_of_cards_that_are_not_in_the_game_are_not_asked_for(visitor: Visitor) -> None:
    page = visitor.seat("bids", *SIX[:4])
    assert not _choices(page, "rule-thief_lowest")
    page = page.press("do=redraw", specials="thief").press("do=redraw", **{"rule-thief": "bga"})
    assert _choices(page, "rule-thief") == {"printed": False, "bga": True}
    assert not _choices(page, "rule-thief_lowest")
    other = page.press("do=redraw", specials="lowest")
    assert _choices(other, "rule-color_centre_tie") == _choices(other, "rule-thief") == {}
    assert _choices(other.press("do=redraw", specials="thief"), "rule-thief") == {"printed": False, "bga": True}


def _choices(page: Page, name: str) -> dict[str, bool]:
    found = page.root.all("input", type="radio", name=name)
    return {item.attrs["value"]: "checked" in item.attrs for item in found}
