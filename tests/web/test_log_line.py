"""The log shows a trick or a turn as one line of cards; what is wrong with an entry is shown beside its words."""

from __future__ import annotations

import re

from msgspec.structs import astuple

from companion.web.log.routes import TurnView
from tests.bids.entries import bid, reveal
from tests.the_game.turns import END, play
from tests.web.markup import Node
from tests.web.pages import Page, Visitor, joined
from tests.web.six_players import FIRST, SECOND, SIX, game_of_six


def lines_of(node: Node) -> list[Node]:
    return node.all("ul", **{"class": "log-line"})


def lines(log: Page) -> list[Node]:
    return lines_of(log.root)


def test_a_trick_is_one_line_of_cards_in_the_order_of_play_that_lead_to_their_corrections(visitor: Visitor) -> None:
    log = visitor.get(f"{game_of_six(visitor, *FIRST).url}/log")
    (line,) = lines(log)
    cards = line.all("a")
    assert [card.attrs["href"].rsplit("/", 1)[1] for card in cards] == ["1", "7", "2", "3", "4", "5", "6"]
    assert [card.all("small")[0].text for card in cards] == ["Centre", SIX[5], *SIX[:5]], "the longest name starts"
    assert [card.all("span", **{"class": "rank"})[0].text for card in cards] == ["5", "6", "1", "2", "3", "4", "5"]
    assert all(card.name.startswith("Correct: ") for card in cards)
    assert visitor.get(cards[1].attrs["href"]).buttons("/delete")


def test_each_row_of_the_log_has_its_words_its_cards_in_order_and_who_entered_them(visitor: Visitor) -> None:
    game = game_of_six(visitor, {"type": "starter", "seat": 2}, *FIRST)
    last = joined(game, SIX[5])
    last.submit(last.get(game.url), reveal("K6"))
    visitor.submit(visitor.get(game.url), bid(5, "B6"))
    visitor.get(f"{game.url}/log/3").press(bid(0, "Y1"))
    won, url = f"{SIX[5]} wins 5 points (black 5) and starts.", f"{visitor.get(f'{game.url}/log').url}"
    log = visitor.get(url)
    assert [(heading, [row_of_log(row, url) for row in rows]) for heading, rows in log.values["sections"]] == [
        ("Round 1, trick 2", [("", None, "/turn/9", "/insert/9", ["9 Centre K6 -1", f"10 {SIX[5]} B6 0"])]),
        (
            "Round 1, trick 1",
            [
                (
                    won,
                    "8",
                    "/turn/2",
                    "/insert/2",
                    [
                        "2 Centre K5 -1",
                        *(
                            f"{key} {SIX[seat]} R{seat + 1} {seat - 2}"
                            for key, seat in ((5, 2), (6, 3), (7, 4), (8, 5))
                        ),
                        f"3 {SIX[0]} Y1 4",
                        f"4 {SIX[1]} R2 5",
                    ],
                )
            ],
        ),
        ("Round 1", [(f"{SIX[2]} starts the round", None, "", "", ["1"])]),
    ]
    entries = [entry for _heading, rows in log.values["sections"] for row in rows for entry in row.entries]
    assert {entry.logged.key: entry.author for entry in entries} == {
        str(key): SIX[5] if key == 9 else "the host" for key in range(1, 11)
    }
    assert [(entry.logged.key, entry.corrected_by) for entry in entries if entry.corrected_by] == [("3", "the host")]
    assert log.text.count("corrected by the host") == 1
    assert [(entry.logged.key, entry.outcome) for entry in entries if entry.outcome] == [("8", won)]
    assert all(entry.may_correct for entry in entries)
    (starter,) = [link for link in log.root.all("a") if link.attrs["href"].endswith("/log/1")]
    assert (starter.text, [above.tag for above in starter.above() if above.tag == "details"]) == ("✎", [])
    assert (log.values["first"], log.values["evening"], log.values["undo_by_others"]) == (0, None, "")
    (change,) = log.values["changes"]
    assert (change.words, change.author, change.change) == ("a correction", "the host", log.values["change"])
    of_last = last.get(url).values["sections"]
    assert [(row.again, row.earlier) for _heading, rows in of_last for row in rows] == [("", "")] * 3
    own = [entry.logged.key for _heading, rows in of_last for row in rows for entry in row.entries if entry.may_correct]
    assert own == ["9"]


def row_of_log(row: TurnView, url: str) -> tuple[object, ...]:
    """Return a row of the log: its words, the keys of what settles it and of its cards, and where its links lead."""
    cards = [" ".join(map(str, (one.logged.key, *(astuple(one.card) if one.card else ())))) for one in row.entries]
    links = (link.removeprefix(url) for link in (row.again, row.earlier))
    return (row.words, row.settle and row.settle.key, *links, cards)


def test_what_else_there_is_about_a_trick_is_behind_one_tap(visitor: Visitor) -> None:
    log = visitor.get(f"{game_of_six(visitor, *FIRST, *SECOND).url}/log")
    _newer, older = (turn for turn in log.root.all("section") if turn.attrs.get("class") == "turn")
    (details,) = older.all("details")
    assert details.all("summary")[0].text == "Round 1, trick 1"
    assert len(details.all("span", **{"class": "by"})) == len(details.all("time")) == len(FIRST)
    inside = [link.attrs["href"].partition(log.url)[2] for link in details.all("a")]
    assert [link.partition("?")[0] for link in inside] == ["", "/turn/1"]
    (winner,) = [item for item in lines_of(older)[0].all("li") if "data-won" in item.attrs]
    assert winner.all("small")[0].text == older.all("p")[-1].text.partition(" ")[0]


def test_entries_of_no_turn_are_all_in_the_log_the_newest_first(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start")
    for points in (105, 106, 107):
        visitor.submit(visitor.get(game.url), {"type": "adjust", "seat": 0, "points": points, "reason": "late"})
    shown = visitor.get(f"{game.url}/log").root.all("section", **{"class": "turn"})
    assert [re.findall(r"\+10\d", turn.all("details")[0].text)[0] for turn in shown] == ["+107", "+106", "+105"]


def test_a_single_card_is_a_turn_with_its_words(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    for card, words in ((12, ["Ana lays the 12 on the first ascending pile"]), (13, [])):
        game = visitor.submit(game, {"type": "play", "pile": "up1", "card": card})
        [turn] = visitor.get(f"{game.url}/log").root.all("section", **{"class": "turn"})
        assert [part.text for part in turn.all("p") if part.attrs.get("class") != "buttons"] == words


def test_a_turn_and_its_end_is_one_line_of_cards_with_links_to_those_that_one_may_correct(visitor: Visitor) -> None:
    game = _turn(visitor)
    (own,), (line,) = (lines(reader.get(f"{game.url}/log")) for reader in (visitor, joined(game, "Luis")))
    assert [small.text for small in line.all("small")] == ["↑1", "↓2", "end"]
    assert [card.text for card in line.all("span", **{"class": "card"})] == ["12", "90", "✓"]
    assert [card.attrs["href"].rsplit("/", 1)[1] for card in own.all("a")] == ["1", "2", "3"]
    assert not line.all("a")
    assert "Ana lays the 12 on the first ascending pile" in line.text


def _turn(visitor: Visitor) -> Page:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    return visitor.submit_all(game, play(12), play(90, "down2"), END)


def test_the_log_says_in_words_what_has_been_undone_or_removed(visitor: Visitor) -> None:
    game = _turn(visitor)
    visitor.get(f"{game.url}/log/3").press("/delete")
    assert _others(visitor, game) == ["an entry that a correction has removed: Ana ends the turn", "a correction"]
    visitor.get(game.url).press("/undo")
    assert _others(visitor, game) == ["a correction that has been undone", "an undo: correction"]
    visitor.get(game.url).press("/undo")
    last = "Ana lays the 90 on the second descending pile"
    assert _others(visitor, game) == [
        f"an entry that has been undone: {last}",
        "an entry that has been undone: Ana ends the turn",
        "a correction that has been undone",
        "an undo: correction",
        "an undo: Ana ends the turn",
        f"an undo: {last}",
    ]


def _others(visitor: Visitor, game: Page) -> list[str]:
    """Return what the log says of the rows that are not entries in effect."""
    details = visitor.get(f"{game.url}/log").root.all("details")[-1]
    rows = [(row, row.all("span", **{"class": "by"})) for row in details.all("li")]
    return [row.text.partition(by[0].text)[0].strip() for row, by in rows if by]
