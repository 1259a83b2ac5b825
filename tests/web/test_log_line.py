"""The log shows a trick or a turn as one line of cards; what is wrong with an entry is shown beside its words."""

from __future__ import annotations

from tests.web.markup import Node
from tests.web.pages import Page, Visitor, join
from tests.web.six_players import FIRST, SIX, game_of_six


def lines(log: Page) -> list[Node]:
    return log.root.all("ul", **{"class": "log-line"})


def test_a_trick_is_one_line_of_cards_that_lead_to_their_corrections(visitor: Visitor) -> None:
    log = visitor.get(f"{game_of_six(visitor, *FIRST).url}/log")
    (line,) = lines(log)
    cards = line.all("a")
    assert [card.attrs["href"].rsplit("/", 1)[1] for card in cards] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [card.all("small")[0].text for card in cards] == ["Centre", *SIX]
    assert [card.all("span", **{"class": "rank"})[0].text for card in cards] == ["5", "1", "2", "3", "4", "5", "6"]
    assert all(card.name.startswith("Correct: ") for card in cards)
    assert visitor.get(cards[1].attrs["href"]).buttons("/delete")
    assert len([row for row in log.root.all("li") if "decided" in row.attrs.get("class", "")]) == 1


def test_author_and_time_of_each_card_are_in_details_below_the_line(visitor: Visitor) -> None:
    log = visitor.get(f"{game_of_six(visitor, *FIRST).url}/log")
    (replayed,) = [part for part in log.root.all("details") if part.all("summary")[0].text.startswith("Who and when")]
    assert len(replayed.all("span", **{"class": "by"})) == len(replayed.all("time")) == len(FIRST)


def test_entries_without_a_card_of_the_trick_keep_their_row(visitor: Visitor) -> None:
    log = visitor.get(f"{game_of_six(visitor, {'type': 'starter', 'seat': 2}, *FIRST).url}/log")
    (row,) = [link for link in log.root.all("a") if link.attrs["href"].endswith("/log/1")]
    assert row.text == "✎"
    assert not any(above.tag == "details" for above in row.above())


def test_a_turn_of_cards_and_its_end_is_one_line(visitor: Visitor) -> None:
    log = visitor.get(f"{_turn(visitor).url}/log")
    (line,) = lines(log)
    assert [small.text for small in line.all("small")] == ["↑1", "↓2", "End of turn"]
    assert [card.text for card in line.all("span", **{"class": "card"})] == ["12", "90", "✓"]
    assert [card.attrs["href"].rsplit("/", 1)[1] for card in line.all("a")] == ["1", "2", "3"]


def test_a_card_that_one_may_not_correct_has_no_link(visitor: Visitor) -> None:
    game = _turn(visitor)
    other = join(game).press("player=2").visitor
    (line,) = lines(other.get(f"{game.url}/log"))
    assert len(line.all("li")) == 3
    assert not line.all("a")
    assert "Ana lays the 12 on the first ascending pile" in line.text


def _turn(visitor: Visitor) -> Page:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    for entry in ({"type": "play", "pile": "up1", "card": 12}, {"type": "play", "pile": "down2", "card": 90}):
        game = visitor.submit(game, entry)
    return visitor.submit(game, {"type": "end_turn"})


def test_the_log_says_in_words_what_has_been_undone_or_removed(visitor: Visitor) -> None:
    game = _turn(visitor)
    visitor.get(f"{game.url}/log/3").press("/delete")
    assert _others(visitor, game) == ["an entry that a correction has removed", "a correction"]
    undo(visitor, game)
    assert _others(visitor, game) == ["a correction that has been undone", "an undo"]
    undo(visitor, game)
    assert _others(visitor, game) == [
        "an entry that has been undone",
        "a correction that has been undone",
        "an undo",
        "an undo",
    ]


def undo(visitor: Visitor, game: Page) -> None:
    page = visitor.get(game.url)
    page.press("/undo")


def _others(visitor: Visitor, game: Page) -> list[str]:
    """Return what the log says of the rows that are not entries in effect."""
    details = visitor.get(f"{game.url}/log").root.all("details")[-1]
    return [row.text.partition(" Ana")[0].partition(" the host")[0] for row in details.all("li") if row.all("time")]
