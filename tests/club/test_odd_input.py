"""What people send to a club's pages by mistake, or out of mischief: it is refused with a sentence, and pages go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from flask import Flask

from companion.club.standings import PRESETS
from companion.core.messages import Verbatim
from companion.store import evenings
from companion.store.database import writing
from companion.store.evenings import Round, RoundTable
from companion.web.club.forms import preset_of
from companion.web.club.views import RoundView, TableView
from companion.web.forms import FRAGMENT_HEADER
from tests.checked import present
from tests.club.club import Club, ClubEvening
from tests.exchange.imports import bring_in, exported, read

NAMES = ("Ana", "Luis", "Iris")


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    with app.app_context():
        yield Club(app, NAMES, seed=1)


@pytest.fixture
def evening(club: Club) -> ClubEvening:
    return ClubEvening(club, 1, "take-that", "rounds", "spring", date(2026, 1, 2), games="1")


def test_who_deals_first_is_not_asked_of_a_whole_evening(club: Club, evening: ClubEvening) -> None:
    page = club.host.get(f"{evening.url}/settings")
    names = {node.attrs.get("name") for tag in ("input", "select") for node in page.root.all(tag)}
    assert "games" in names
    assert "dealer" not in names


@pytest.mark.parametrize("day", ["0001-01-01", "1999-12-31", "2100-01-01", "9999-12-31", "20.11.2026"])
def test_a_day_that_no_evening_has_is_refused(club: Club, evening: ClubEvening, day: str) -> None:
    page = club.host.get(f"{evening.url}/settings").press("do=save", evening_day=day)
    assert page.status == 422
    assert club.host.get(f"{club.url}/evenings").status == 200


@pytest.mark.parametrize(
    ("points", "preset"),
    [
        ([], "fair"),
        ([[10, 6, 2], [11, 7, 4, 2], [12, 8, 5, 3, 2]], "fair"),  # as older evenings have them
        ([[*scale] for scale in PRESETS["wins"].values()], "wins"),
        ([[9, 3, 1, 0]], "own"),
    ],
)
def test_points_are_one_of_the_presets_and_own_ones_of_before_are_kept(
    club: Club, evening: ClubEvening, points: list[list[int]], preset: str
) -> None:
    with writing():
        evening.row.points = points
    page = club.host.get(f"{evening.url}/settings")
    chosen = [
        radio.attrs["value"] for radio in page.root.all("input", name="evening-points") if "checked" in radio.attrs
    ]
    assert chosen == [preset]
    assert ("9-3-1-0" in page.text) == (preset == "own")
    page.press("do=save")
    assert preset_of(evening.row.points) == preset
    club.host.get(f"{evening.url}/settings").press("do=save", evening_points="behind")
    assert [2, 1, 0] in evening.row.points


def test_a_new_evening_is_like_the_last_of_its_kind(club: Club, evening: ClubEvening) -> None:
    with writing(evening.row):
        evening.row.finalists = 6
    pages = [club.host.get(f"{club.url}/evenings").follow(f"game={kind}") for kind in ("take-that", "bids")]
    assert [page.root.all("input", name="evening-finalists")[0].attrs["value"] for page in pages] == ["6", "4"]


def test_numbers_of_nobody_change_nothing(club: Club, evening: ClubEvening) -> None:
    club.post(f"{evening.url}/here", {"come": ["\N{MINUS SIGN}1", "x", "0", club.ids()["Ana"]], "go": "9" * 5000})
    assert evening.here == ["Ana"]


def test_players_say_only_of_themselves_that_they_are_here(club: Club, evening: ClubEvening) -> None:
    name, phone = next(iter(club.phones.items()))
    other = next(id for person, id in club.ids().items() if person != name)
    phone.client.post(f"{evening.url}/here", data={"come": str(other)})
    phone.client.post(f"{evening.url}/here", data={"player": str(other)})
    assert evening.here == []


def test_names_of_seasons_in_a_file_are_tidied(club: Club, evening: ClubEvening) -> None:
    raw = exported(club.table)
    raw["seasons"][0]["name"] = raw["evenings"][0]["season"] = "  spring \t 1 "
    raw["seasons"].append({**raw["seasons"][0], "name": "autumn"})  # without an evening
    copy = bring_in({**raw, "id": evening.row.uuid}).table
    assert {season.name for season in evenings.seasons_of(copy)} == {"spring 1", "autumn"}
    assert present(evenings.of_table(copy)[0].season).name == "spring 1"


def test_an_evening_of_a_file_comes_to_the_table_that_is_here(club: Club, evening: ClubEvening) -> None:
    raw = exported(club.table)
    new = {**raw["evenings"][0], "id": club.table.uuid, "name": "Second"}
    bring_in({**raw, "evenings": [*raw["evenings"], new]}, club.table)
    assert {each.name for each in evenings.of_table(club.table)} == {"Evening 1", "Second"}


def test_people_at_ones_table_are_listed_as_usual_in_the_language(app: Flask) -> None:
    round = Round(1, [RoundTable([1, 2, 3])], is_published=True)
    view = RoundView(1, round, [TableView(1, [1, 2, 3], ["Ana", "Luis", "In\u00e9s"], None, is_over=False)], [])
    with app.test_request_context(headers={"Accept-Language": "es"}):
        assert view.place_of(1) == (view.tables[0], "Luis e In\u00e9s")


def test_a_number_of_hundreds_of_digits_is_refused(club: Club, evening: ClubEvening) -> None:
    many = "9" * 4000
    assert club.host.client.post(f"{evening.url}/rounds", data={"do": "draw", "number": many}).status_code == 400
    assert club.host.client.post(f"{club.url}/seasons/1", data={"best": many, "minimum": "1"}).status_code == 422


def test_a_round_that_is_gone_is_named_on_the_page_of_the_evening(club: Club, evening: ClubEvening) -> None:
    page = club.host.post(f"{evening.url}/rounds/1", [("do", "publish")])
    assert page.url == evening.url
    assert len(page.root.all("section", data_kind="bad")) == 1


@pytest.mark.parametrize(
    ("places", "is_possible"),
    [
        ({"tables": [[0], [1, 2]]}, True),
        ({"tables": [[0, 1], [1, 2]]}, False),
        ({"tables": [[0, 0]]}, False),
        ({"tables": [[0, 1]], "out": [1]}, False),
    ],
)
def test_an_evening_in_which_someone_has_two_places_in_a_round_is_left_out(
    club: Club, evening: ClubEvening, places: dict[str, list[list[int]]], is_possible: bool
) -> None:
    raw = exported(club.table)
    ids = [player["id"] for player in raw["players"]]
    named = {name: json.loads(json.dumps(value), parse_int=lambda at: ids[int(at)]) for name, value in places.items()}
    named["tables"] = [{"players": people} for people in named["tables"]]
    raw["evenings"][0]["rounds"] = [{"draw": 1, **named}]
    file = read({**raw, "id": evening.row.uuid})
    assert len(file.club.evenings) == is_possible
    reasons = [(reason.id, dict(reason.params)) for item in file.left_out for reason in item.error.reasons]
    assert reasons == [("place-twice", {"number": 1, "name": Verbatim("Evening 1")})] * (not is_possible)


def test_who_sat_in_at_an_older_evening_is_left_out(club: Club, evening: ClubEvening) -> None:
    evening.come(NAMES)
    evening.draw(1)
    with writing(evening.row):
        evening.row.rounds = [{**evening.row.rounds[0], "stand_ins": [club.ids()["Ana"], 7]}]
    assert club.host.get(f"{evening.url}/rounds/1").status == 200
    assert "stand_ins" not in exported(club.table)["evenings"][0]["rounds"][0]


def test_a_round_for_nobody_is_refused_with_a_sentence(club: Club, evening: ClubEvening) -> None:
    assert not club.host.get(evening.url).buttons("do=draw")
    evening.draw(1)
    page = club.host.get(evening.url)
    assert "Too few people are here for a round (at least 2)." in page.text


def test_what_a_host_forgot_is_said_on_the_page_of_the_evening(club: Club, evening: ClubEvening) -> None:
    ana = str(club.ids()["Ana"])
    for url, fields in (
        ("here", [("do", "new"), ("new-name", "x" * 61)]),
        ("apart", [("who", ana), ("who", ana)]),
        ("start", [("table", "1.1")]),
    ):
        page = club.host.post(f"{evening.url}/{url}", fields)
        assert len(page.root.all("section", data_kind="bad")) == 1, url
    assert club.host.client.post(f"{evening.url}/rounds/1", data={}).status_code == 400
    settings = club.host.get(f"{evening.url}/settings")
    assert settings.press("do=save", evening_season="x" * 61).status == 422
    assert settings.press("do=save", evening_day="2026-02-03").url == evening.url
    assert evening.row.day == date(2026, 2, 3)


def test_who_comes_is_shown_without_a_new_page(club: Club, evening: ClubEvening) -> None:
    headers = {FRAGMENT_HEADER: "1"}
    sent = [{"do": "new", "new-name": name} for name in ("Guest", "x" * 61)]
    answers = [club.host.client.post(f"{evening.url}/here", data=data, headers=headers) for data in sent]
    assert [answer.status_code for answer in answers] == [200, 422]
    assert "Guest" in answers[0].text
    assert "<html" not in answers[0].text


def test_a_round_is_shown_from_its_draft_to_its_winner(club: Club, evening: ClubEvening) -> None:
    evening.come(NAMES)
    ids = club.ids()
    club.post(f"{evening.url}/apart", {"who": [ids["Ana"], ids["Luis"]]})
    evening.draw(1)
    draft = club.host.get(f"{evening.url}/rounds/1?who={ids['Ana']}")
    assert [problem.text for problem in draft.root.all("li", data_problem="apart")] == [
        "Table 1: Ana and Luis should be kept apart."
    ]
    assert {button.attrs.get("value") for button in draft.buttons("other")} == {str(ids["Luis"]), str(ids["Iris"])}
    evening.change(1, "publish")
    evening.change(1, "clock", minutes=45)
    evening.start(1, 1)
    ends = datetime.fromtimestamp(evening.rounds[0].ends_at, UTC)
    screen = club.host.get(f"{evening.url}/screen")
    assert screen.root.all("time", class_="round-clock")[0].text == f"{ends:%H:%M}"
    assert "1 Iris 0 Ana 0 Luis 0 Deal 1 of 1" in screen.text
    assert club.post(f"{evening.url}/rounds/1", {"do": "end"}).endswith("?end=1"), "asked first"
    evening.play(1, 1)
    evening.change(1, "end")
    assert "wins the evening" in club.host.get(f"{evening.url}/screen").text
