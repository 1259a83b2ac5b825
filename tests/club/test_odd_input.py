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
from companion.store.base import day_of, now
from companion.store.database import writing
from companion.store.evenings import Round, RoundTable
from companion.store.models import Game
from companion.web.club.forms import preset_of
from companion.web.club.views import RoundView, TableView
from companion.web.forms import FRAGMENT_HEADER
from tests.checked import present
from tests.club.club import Club, ClubEvening
from tests.exchange.imports import bring_in, exported, read
from tests.web.pages import filled

NAMES = ("Ana", "Luis", "Iris")


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    with app.app_context():
        yield Club(app, NAMES, seed=1)


@pytest.fixture
def evening(club: Club) -> ClubEvening:
    return ClubEvening(club, 1, "take-that", "rounds", "spring", date(2026, 1, 2), games="1")


def test_a_day_that_no_evening_has_is_refused(club: Club, evening: ClubEvening) -> None:
    form = club.host.get(f"{evening.url}/settings")
    for day in ("0001-01-01", "1999-12-31", "2100-01-01", "9999-12-31", "20.11.2026"):
        assert form.press("do=save", evening_day=day).status == 422, day
    assert evening.row.day == date(2026, 1, 9)
    for day in ("2000-01-01", "2099-12-31"):
        assert form.press("do=save", evening_day=day).url == evening.url
        assert evening.row.day.isoformat() == day


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
    row = evening.row
    with writing(row):
        row.finalists, row.is_swiss = 6, True
    pages = [club.host.get(f"{club.url}/evenings").follow(f"game={kind}") for kind in ("take-that", "bids")]
    like, first = (dict(filled(page.root.all("form")[0])) for page in pages)
    name = {"evening-name": "Club evening", "evening-day": day_of(now()).isoformat(), "evening-form": "rounds"}
    name |= {"shown-players": "4", "evening-points": "fair"}
    assert first.items() >= {**name, "evening-finalists": "4", "evening-season": ""}.items()
    swiss = {"evening-finalists": "6", "evening-season": "spring", "evening-is_swiss": "y", "games": "1"}
    assert like.items() >= (name | swiss).items() and "evening-is_swiss" not in first
    assert "dealer" not in like, "who deals first is not asked of a whole evening"
    drawn = pages[0].press("do=redraw", evening_name="Not saved")
    assert (drawn.status, dict(filled(drawn.root.all("form")[0]))["evening-name"]) == (200, "Not saved")
    assert club.host.get(f"{club.url}/evenings").text.count("Evening 1") == 1


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
        assert view.place_of(4) == (None, "")


@pytest.mark.parametrize(
    ("started", "tables", "is_waiting"), [(0, 1, True), (1, 2, False), (1, 3, True), (2, 3, False)]
)
def test_the_wall_shows_the_seats_until_half_of_the_games_are_started(
    started: int, tables: int, is_waiting: bool
) -> None:
    views = [TableView(at, [], [], Game() if at < started else None, is_over=False) for at in range(tables)]
    assert RoundView(1, Round(1, [], is_published=True), views, []).is_waiting is is_waiting


def test_a_number_has_limits_and_not_hundreds_of_digits(club: Club, evening: ClubEvening) -> None:
    evening.come(NAMES)
    evening.draw(1)
    many, minutes, to = "9" * 4000, {"do": "clock"}, {"do": "seat", "who": club.ids()["Ana"]}
    draw, season = {"do": "draw"}, {"best": "2", "minimum": "3"}
    settings = dict(filled(club.host.get(f"{evening.url}/settings").root.all("form")[0])) | {"do": "save"}
    for path, fields, name, values in (
        (f"{evening.url}/rounds", draw, "number", {"0": 400, "1": 303, "50": 303, "51": 400, many: 400}),
        (f"{evening.url}/rounds/1", minutes, "minutes", {"0": 400, "1": 303, "600": 303, "601": 400, many: 400}),
        (f"{evening.url}/rounds/1", to, "to", {"-2": 400, "-1": 303, "0": 303, "99": 303, "100": 400}),
        (f"{club.url}/seasons/1", season, "best", {"-1": 422, "0": 303, "99": 303, "100": 422, many: 422}),
        (f"{club.url}/seasons/1", season, "minimum", {"0": 422, "1": 303, "99": 303, "100": 422}),
        (f"{evening.url}/settings", settings, "evening-finalists", {"1": 422, "2": 303, "6": 303, "7": 422, "": 422}),
    ):
        found = {value: club.host.client.post(path, data={**fields, name: value}).status_code for value in values}
        assert found == values, name


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


def test_what_a_host_forgot_is_said_on_the_page_of_the_evening(club: Club, evening: ClubEvening) -> None:
    ana = str(club.ids()["Ana"])
    for url, fields in (
        ("here", [("do", "new"), ("new-name", "x" * 61)]),
        ("apart", [("who", ana), ("who", ana), ("who", "0")]),
        ("start", [("table", "1.1")]),
        ("rounds", [("do", "draw"), ("number", "1")]),
        ("rounds/1", [("do", "publish")]),
    ):
        page = club.host.post(f"{evening.url}/{url}", fields)
        assert page.url == evening.url
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
    for name, is_enough in zip(NAMES, (False, True, True), strict=True):
        evening.come([name])
        assert bool(club.host.get(evening.url).buttons("do=draw")) is is_enough
    ids = club.ids()
    pair = {"who": [ids["Ana"], ids["Luis"]]}
    for fields, apart in (({}, 1), ({"do": "together"}, 0), ({"do": "apart"}, 1)):
        assert club.post(f"{evening.url}/apart", {**pair, **fields}) == f"{evening.url}#apart"
        assert len(evening.row.apart) == apart
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
