"""Changed settings of a game in progress: checked again, shown before anything is written, one row and one undo."""

from __future__ import annotations

import pytest

from companion.store import game_log
from companion.store.database import writing
from tests.web.pages import Page, Visitor, joined, row_of, table_of
from tests.web.six_players import FIRST, SIX, game_of_six


def test_a_card_that_the_settings_keep_out_can_be_added(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    form = game.follow("/settings")
    assert len([node for node in form.root.all("form") if "data-enhance" in node.attrs]) == 1
    for query, unfolded in (("", []), ("?rules=1", ["house-rules"])):
        page = visitor.get(form.url + query)
        assert [node.attrs["id"] for node in page.root.all("details") if "open" in node.attrs] == unfolded
    changed = form.press("do=save", specials="lowest")
    assert changed.url == game.url
    assert game.record()["options"]["specials"] == ["lowest"]
    assert len(game.record()["entries"]) == 7
    after = visitor.submit(changed, {"type": "reveal", "card": "KL"})
    assert after.status == 200


def test_changed_settings_are_one_row_of_the_log_and_one_undo(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    before = game.record()
    rule = {"rule-thief_players": "any"}
    asked = game.follow("/settings").press("do=save", rounds="3", variant="color", **rule)
    assert asked.status == 409, "the black 5 would stay in the centre"
    assert "Rounds: 3 instead of 6" in asked.text
    assert not asked.buttons("do=save")
    assert asked.press("do=surely", rounds="4").status == 409, "what was changed since has not been seen"
    changed = asked.press("do=surely")
    assert (game.record()["options"]["rounds"], game.record()["options"]["variant"]) == (3, "color")
    log = changed.follow("/log").text
    assert "Rounds: 3 instead of 6" in log
    assert "Variant: Color Bids instead of Classic" in log
    assert "with 5 or 6 players? “Yes, with any number” instead of “No, only with 3 or 4”" in log
    undone = visitor.get(game.url).press("/undo")
    assert game.record() == before
    undone.press("/redo")
    assert game.record()["options"]["rounds"] == 3


def test_entries_that_would_be_invalid_are_shown_with_reasons_before_anything_is_written(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, {"type": "reveal", "card": "KL"}, specials="lowest")
    before = game.record()
    refused = game.follow("/settings").press("do=save", specials="shuffle")
    assert refused.status == 409
    assert game.record() == before
    assert refused.root.all("a", title="BID-15")
    done = refused.press("do=delete")
    assert done.url == game.url
    assert game.record()["options"]["specials"] == ["shuffle"]
    assert game.record()["entries"] == before["entries"][:-1]
    visitor.get(game.url).press("/undo")
    assert game.record() == before


def test_impossible_settings_are_refused_at_their_field_and_kept(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    page = game.follow("/settings").press("do=save", rounds="0")
    assert page.status == 422
    assert "1 to 99 rounds" in page.text
    assert page.root.all("input", name="rounds")[0].attrs["value"] == "0"


def test_settings_that_stay_the_same_write_nothing(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    assert game.follow("/settings").press("do=save").url == game.url
    assert "settings" not in visitor.get(game.url).root.all("div", **{"class": "bar"})[0].text


def test_the_player_of_a_seat_is_replaced(visitor: Visitor) -> None:
    """The results stay as they were, even where the name would have decided who starts."""
    game = game_of_six(visitor, *FIRST, {"type": "reveal", "card": "K6"})
    table = table_of(game)
    form = visitor.visit_new("bids", table)
    first = form.root.all("input", name="player")[0].attrs["value"]
    page = form.press(f"do=drop:{first}").press("do=new", new_name="Maximiliana Constanze")
    scores = visitor.get(f"{game.url}/scores").text
    form = visitor.get(f"{game.url}/settings")
    new = next(option.attrs["value"] for option in form.root.all("option") if option.text == "Maximiliana Constanze")
    form.press("do=save", **{"seat-0": new})
    assert "Maximiliana Constanze" in visitor.get(game.url).text
    assert visitor.get(f"{game.url}/scores").text == scores.replace("Ana", "Maximiliana Constanze")
    assert "Seat 1: Maximiliana Constanze instead of Ana" in visitor.get(f"{game.url}/log").text
    visitor.get(game.url).press("/undo")
    assert [them["name"] for them in game.record()["players"]] == list(SIX)
    assert page.status == 200


def test_two_people_in_each_others_seats_are_swapped_with_two_taps(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    first = game.follow("/settings").press("do=swap-4")
    assert first.press("do=swap-4-2").url == game.url
    assert [them["name"] for them in game.record()["players"]] == [*SIX[:2], SIX[4], SIX[3], SIX[2], SIX[5]]


def test_nobody_has_two_seats(visitor: Visitor) -> None:
    form = game_of_six(visitor).follow("/settings")
    page = form.press("do=save", **{"seat-0": _chosen(form, 2), "seat-1": _chosen(form, 2)})
    assert page.status == 422
    assert f"{SIX[2]} would sit in two places" in page.text


@pytest.mark.parametrize("is_imported", [False, True])
def test_a_player_changes_settings_until_others_have_entered_or_imported_something(
    visitor: Visitor, is_imported: bool
) -> None:
    game = game_of_six(visitor)
    other = joined(game, "Luis")
    other.get(game.url).follow("/settings").press("do=save", rounds="3")
    form = other.get(f"{game.url}/settings")
    visitor.submit(visitor.get(game.url), {"type": "reveal", "card": "K5"})
    if is_imported:
        with visitor.client.application.app_context(), writing():
            game_log.rows(row_of(game).games[0])[0].link_id = None
    reason = "Others entered something in this game. Only the host can change its settings now."
    page = other.get(f"{game.url}/settings")
    assert reason in page.text
    assert not page.buttons("do=save")
    refused = form.press("do=save", rounds="4")
    assert (refused.status, reason in refused.text) == (403, True)
    assert game.record()["options"]["rounds"] == 3


def _chosen(form: Page, seat: int) -> str:
    field = form.root.all("select", name=f"seat-{seat}")[0]
    return next(option.attrs["value"] for option in field.all("option") if "selected" in option.attrs)
