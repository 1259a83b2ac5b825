"""The paper of an evening says who sits where, and what was played."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from flask import Flask

from companion.core.translator import Translator
from companion.sheets.evening import Occasion, sheet, standings
from tests.club.club import Club, ClubEvening
from tests.sheets.measure import MM, pages, texts

NAMES = ("Ana", "Luis", "Zoe", "Bea", "Tom", "Eva", "Max")


def test_slips_sheet_and_notice_have_the_people_with_their_tables_and_points(app: Flask) -> None:
    with app.app_context():
        club = Club(app, NAMES, seed=1)
        evening = ClubEvening(club, 1, "take-that", "rounds", "spring", date(2026, 1, 2), games="1")
        assert club.host.client.get(f"{evening.url}/slips.pdf").status_code == 200, "an empty page"
        evening.come(NAMES)
        evening.draw(1)
        evening.change(1, "publish")
        tables = evening.seats(1)
        assert [len(table) for table in tables] == [4, 3]

        def paper(sheet: str) -> list[list[str]]:
            """Return the words of each line."""
            (page,) = texts(club.host.client.get(f"{evening.url}/{sheet}.pdf").data)
            return [line.split() for line in page.splitlines()]

        slips = " ".join(word for line in paper("slips") for word in line)
        assert all(slips.count(name) == 1 for name in NAMES)
        assert slips.count("Take That") == 2
        assert "Table 1" in slips and "Table 2" in slips and slips.count("Round 1") == 2
        sheet = paper("sheet")
        for number, table in enumerate(tables, 1):
            assert all(line[2:] == [str(number)] for line in sheet if line[1:2] and line[1] in table)
        assert {line[1] for line in sheet if line[1:2]} >= {*NAMES}
        evening.play(1, 2)
        notice, standings = paper("standings"), evening.standings()
        assert len(standings) == 3
        for name, (place, points, wins, seconds, margin) in standings.items():
            lead = f"{float(margin):g}".replace("-", "\N{MINUS SIGN}")
            assert [f"{place}.", name, points, points, wins, seconds, lead] in notice
        heads = ["Club", "Place", "Name", "Points", "1", "Wins", "Second", "places", "Against", "the", "average"]
        assert {*heads} <= {word for line in notice for word in line}
        evening.draw(2)
        phone = club.phones["Ana"].client
        assert slips == " ".join(texts(phone.get(f"{evening.url}/slips.pdf").data)[0].split()), "no draft"
        assert "Round 2" in " ".join(texts(club.host.client.get(f"{evening.url}/slips.pdf").data)[0].split())
        evening.change(2, "publish")
        latest = " ".join(texts(phone.get(f"{evening.url}/slips.pdf").data)[0].split())
        assert (latest.count("Round 2"), latest.count("Round 1")) == (2, 0)


PARTS = ["1 May", "8 May", "Wins", "Second places", "Against the average"]


def test_a_notice_fills_its_page_and_says_what_brackets_mean() -> None:
    occasion = Occasion("Spring", "Casa Ana", "a4", Translator())
    lines = [(f"{n}.", f"Name{n}", str(45 - n), "8", "(20)", "3", "1", "2.5") for n in range(1, 14)]
    (page,) = pages(standings(occasion, lines, PARTS))
    names = [piece for piece in page.pieces if piece.text.startswith("Name") and piece.text != "Name"]
    assert len(names) == 13 and min(piece.size for piece in names) >= 16
    assert max(piece.bottom for piece in names) > 0.8 * page.height
    heads = [piece for piece in page.pieces if piece.text.strip() in ("Place", "Wins", "Second places")]
    assert len(heads) == 3 and len({round(piece.size, 2) for piece in heads}) == 1
    assert "In brackets: evenings that don't count" in page.text
    edges = sorted(line.x0 for line in page.lines if line.x0 == line.x1)
    shares = [(right - left) / (edges[1] - edges[0]) * 7 for left, right in pairwise(edges)]
    assert shares == pytest.approx([7, 24, 11, 7, 7, 11, 11, 11], abs=0.1), "what breaks ties is wider"
    assert page.width < page.height
    (page,) = pages(standings(occasion, [(*line[:4], "20", *line[4:]) for line in lines[:1]], ["1 May", *PARTS]))
    assert page.width > page.height
    assert "In brackets" in page.text
    assert "In brackets" not in pages(standings(occasion, [("(1)", "(Ana)", "9")], []))[0].text


def test_a_long_notice_goes_on_with_rows_to_write_in_and_a_sheet_has_rows_for_two_more() -> None:
    occasion = Occasion("Spring", "", "a4", Translator())
    first, second = pages(standings(occasion, [("1.", f"Name{n}", "3") for n in range(40)], []))
    rows = [sorted({line.top for line in page.lines if line.top == line.bottom})[2:-1] for page in (first, second)]
    assert [page.text.count("Name") - 1 for page in (first, second)] == [31, 9]
    height = rows[0][1] - rows[0][0]
    assert 7.5 * MM <= height < (7.5 * 32 + 1) / 31 * MM, "one more would be lower"
    assert {piece.font for piece in second.pieces if piece.text == "Name35"} != {
        piece.font for piece in first.pieces if piece.text == "Name0"
    }
    (page,) = pages(sheet(occasion, [(f"Name{n}", {}) for n in range(12)], 5))
    assert "14" in page.text.split() and "15" not in page.text.split()
    assert "Round 5" in page.text and "Round 6" not in page.text
    (page,) = pages(standings(occasion, [], []))
    assert page.text.startswith("Spring")
