"""A correction says what it did: before it is written if it decides something, then on the board and in the log."""

from __future__ import annotations

from companion.store import links, players, tables
from companion.web.play.change_views import ChangeView, Followed
from tests.checked import allowed
from tests.the_game.turns import play
from tests.web.markup import Node
from tests.web.pages import Page, Visitor, joined, row_of
from tests.web.six_players import FIRST, SECOND, SIX, game_of_six
from tests.web.the_game import notice

HIGHER = {"type": "bid", "seat": 0, "card": "R9"}  # with it Ana wins the first trick
SO_FAR = ["Round 1 so far: Ana 0 → 5 Bartholomäus 11 → 6"]


def corrected(visitor: Visitor, origin: str = "") -> tuple[Page, Page]:
    """Return the page of a game whose first trick was won by someone else, and the page after that was corrected."""
    game = game_of_six(visitor, *FIRST, *SECOND)
    asked = visitor.get(f"{game.url}/log/2{origin}").press(HIGHER)
    assert (asked.status, game.entries()) == (409, FIRST + SECOND), "nothing is changed before the answer"
    assert points(asked.root) == SO_FAR
    return game, asked.press("do=surely")


def points(node: Node) -> list[str]:
    return [part.text for part in node.all("p", **{"class": "points-changed"})]


def test_a_winner_is_changed_only_after_the_difference_was_shown_and_the_log_keeps_it(visitor: Visitor) -> None:
    game, log = corrected(visitor)
    assert log.url.endswith("/log")
    assert game.entries()[1] == HIGHER
    assert points(notice(log)) == SO_FAR
    won = [f"{name} wins 5 points (black 5) and starts." for name in (SIX[5], "Ana")]
    assert said(log) == ChangeView(
        "Corrected by the host",
        ["Round 1, trick 1: Ana bids the red 9 (before: red 1)"],
        [Followed("Round 1, trick 1", *won)],
        [("Round 1 so far", [("Ana", 0, 5), (SIX[5], 11, 6)])],
    )
    assert "Undo" in log.text
    visitor.submit(visitor.get(game.url), {"type": "reveal", "card": "K7"})
    log = visitor.get(f"{game.url}/log")
    assert not log.root.all("section", **{"class": "notice"}), "the notice goes with the next entry"
    assert points(log.root) == SO_FAR


def test_a_correction_leads_back_to_the_board_where_it_is_undone(visitor: Visitor) -> None:
    game, board = corrected(visitor, "?origin=play")
    assert board.url == game.url
    assert notice(board).all("del")
    other = joined(game, "Luis")
    assert notice(board).text == notice(other.get(game.url)).text
    board.press("/undo")
    assert game.entries() == FIRST + SECOND


def said(page: Page) -> ChangeView:
    """Return what a page says of the last change, which is also the newest in the log."""
    change: ChangeView = page.values["change"]
    assert [row.change for row in page.values.get("changes", ()) if row.change][-1:] in ([], [change])
    return change


def test_a_change_says_what_was_entered_and_which_points_followed(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="3")
    seats = [{"twisted": 20, "cards": 12, "toads": 1}, {"twisted": 24, "cards": 10, "toads": 2}]
    visitor.submit(game, {"type": "result", "seats": seats})
    asked = visitor.get(f"{game.url}/log/1").press("type", twisted_0="18", twisted_1="26")
    both = [("Ana", 3, 1), ("Luis", 4, 6)]
    numbers = ["Deal 1: Ana: Face up 20 → 18, Luis: Face up 24 → 26"]
    assert said(asked) == ChangeView("Corrected by ", numbers, [], [("Deal 1", both), ("Total", both)])
    asked.press("do=surely")
    marks = visitor.get(f"{game.url}/scores").root.all("details", **{"class": "was"})
    assert [mark.text.partition(")")[2].split() for mark in marks] == [["3", "→", "1"], ["4", "→", "6"]]
    live = visitor.submit_all(
        visitor.get(game.url).follow("?next=2"), {"type": "lay", "card": 34}, {"type": "twist", "card": 43}
    )
    agreed = {"type": "adjust", "seat": 0, "points": 5, "reason": "x"}
    log = visitor.get(f"{game.url}/log/4").correct("/delete")
    deleted = ["Deal 2: deleted: Ana pairs the 43 with the 34"]
    by_host = "Corrected by the host"
    assert said(log) == ChangeView(by_host, deleted, [], [("Deal 2 so far", [("Ana", 2, 0)])])
    visitor.get(f"{game.url}/settings").press("do=save", games="5", advanced="yes")
    settings = ["Number of deals: 5 instead of 3", "The advanced game: Yes instead of No"]
    assert said(visitor.get(f"{game.url}/log")) == ChangeView("Settings changed by the host", settings, [], [])
    visitor.submit(visitor.get(live.url), agreed)
    log = visitor.get(f"{game.url}/log/7").correct("/log/7", points="7")
    adjusted = ["Deal 2: Ana: +5 points (x) → Ana: +7 points (x)"]
    assert said(log) == ChangeView(by_host, adjusted, [], [("Total", [("Ana", 6, 8)])])
    own = visitor.seat("any-game", "Ana", "Luis").press("do=start", title="Rummy", rounds="1")
    visitor.submit(own, {"type": "round", "seats": [{"points": 5}, {"points": 3}]})
    log = visitor.get(f"{own.url}/log/1").press("type", points_0="2")
    changed = [("Ana", 5, 2)]
    result = Followed("Result", "Ana wins with 5 points", "Luis wins with 3 points")
    assert said(log) == ChangeView(
        "Corrected by ", ["Round 1: Ana 5 → 2"], [result], [("Round 1", changed), ("Total", changed)]
    )


def test_a_board_follows_the_name_of_someone_who_has_no_seat(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    luis = joined(game, "Luis")
    with visitor.client.application.app_context():
        row_of(game).players_may_correct_all = False
        bo = allowed(tables.add_player(row_of(game), "Bo"))
        assert links.take_seat(row_of(game).links[0], bo) is None
        visitor.submit(game, play(5))
        assert "only Bo can" in luis.get(game.url).text
        players.rename(bo, "Eva", "")
        assert "only Eva can" in luis.get(game.url).text
        visitor.get(f"{game.url}/log/1").press(play(6))
        assert "by Eva" in notice(visitor.get(game.url)).text
        players.rename(bo, "Bo", "")
        assert "by Bo" in notice(visitor.get(game.url)).text
        players.make_anonymous(bo, "Player %(n)s")
        assert "by the host" in notice(visitor.get(game.url)).text
