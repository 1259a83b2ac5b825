"""A correction says what it did: before it is written if it decides something, then on the board and in the log."""

from __future__ import annotations

from companion.store import links, players, tables
from tests.checked import allowed
from tests.the_game.turns import play
from tests.web.markup import Node
from tests.web.pages import Page, Visitor, joined, row_of
from tests.web.six_players import FIRST, SECOND, game_of_six
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
    said = notice(log)
    assert "Round 1, trick 1: Ana bids the red 9 (before: red 1)" in said.text
    assert points(said) == SO_FAR
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


def test_a_correction_that_decides_nothing_is_made_at_once(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    log = visitor.get(f"{game.url}/log/2").press({"type": "bid", "seat": 0, "card": "B1"})
    assert log.url.endswith("/log")
    assert not points(log.root)


def test_changed_settings_are_said_on_the_board(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    board = visitor.get(f"{game.url}/settings").press("do=save", rounds="5")
    assert "5 instead of 6" in notice(board).text


def test_corrected_points_of_a_round_are_marked_with_what_they_were(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="3")
    seats = [{"twisted": 20, "cards": 12, "toads": 1}, {"twisted": 24, "cards": 10, "toads": 2}]
    first = {"type": "result", "seats": seats}
    visitor.submit(game, first)
    form = visitor.get(f"{game.url}/log/1")
    steppers = [field.attrs["name"] for field in form.root.all("input") if field.attrs.get("value") in ("20", "24")]
    shown = form.press("type", **{steppers[0]: "18", steppers[1]: "26"})
    shown.press("do=surely")
    marks = visitor.get(f"{game.url}/scores").root.all("details", **{"class": "was"})
    assert [mark.text.partition(")")[2].split() for mark in marks] == [["3", "→", "1"], ["4", "→", "6"]]


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
