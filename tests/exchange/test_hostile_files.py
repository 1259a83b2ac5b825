"""Hostile files must do no harm: each is refused, or the wrong game in it is left out."""

from __future__ import annotations

import json
import tracemalloc
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.messages import Verbatim
from companion.exchange import evening_file, file_fields, record_file, table_file
from companion.exchange.evening_file import FileEvening, FileRound, FileSeason, FileTable
from companion.exchange.plan_lines import plan_lines
from companion.exchange.table_import import Plan
from companion.games import GAMES, rules_of
from companion.games.record import InvalidFile, has_nul
from companion.i18n.language import translator
from companion.store.submissions import MAX_TEXT_LENGTH, text_refusal
from tests.checked import present

NOW = datetime(2026, 11, 22, tzinfo=UTC)
ANA, LUIS = (str(UUID(int=n, version=4)) for n in (1, 2))
ATTEMPT = {"type": "result", "leftover": 7}
GAME: dict[str, Any] = {
    "id": str(UUID(int=5, version=4)),
    "game": "the-game",
    "seats": [ANA, LUIS],
    "started_at": "2026-11-20T19:00:00Z",
    "entries": [ATTEMPT],
}
TABLE: dict[str, Any] = {
    "format": "companion-table/1",
    "id": str(UUID(int=9, version=4)),
    "name": "Friday",
    "players": [{"id": ANA, "name": "Ana"}, {"id": LUIS, "name": "Luis"}],
    "games": [GAME],
}

EVENING: dict[str, Any] = {
    "id": str(UUID(int=7, version=4)),
    "name": "Club evening",
    "day": "2026-11-20",
    "game": "the-game",
    "form": "rounds",
    "apart": [[ANA, LUIS]],
}


def row(number: Any, kind: Any = "report", payload: Any = None, **fields: Any) -> Any:
    return {"number": number, "kind": kind, "payload": payload, "at": "2026-11-20T19:00:00Z", "by": None, **fields}


def read(raw: Any) -> table_file.TableFile:
    return record_file.read_any(raw if isinstance(raw, bytes) else json.dumps(raw).encode(), NOW, "Imported")


@pytest.mark.parametrize("item", ["{}", "[[]]", '{"a": 1}'])
@pytest.mark.parametrize(
    "around", ["%s", '{"format": "companion-table/1", "name": "Friday", "players": [], "games": %s}']
)
def test_a_file_that_is_large_in_memory_is_refused_without_a_copy_of_it(around: str, item: str) -> None:
    file = (around % f"[{','.join([item] * 20_000)}]").encode()
    tracemalloc.start()
    with pytest.raises(InvalidFile):
        read(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * len(file), "docs/hosting.md says what a worker needs for one of 20 MB"


def test_the_table_itself_is_read() -> None:
    rounds = [{"draw": 1, "tables": [{"players": [ANA]}]}]
    seasons = [{"name": "2026"}, {"name": "2027", "best": 99, "minimum": 99}]
    file = read({**TABLE, "unknown": [1], "evenings": [{**EVENING, "rounds": rounds}], "seasons": seasons})
    assert file.club.seasons == (FileSeason("2026", 0, 1), FileSeason("2027", 99, 99))
    (evening,) = file.club.evenings
    seats = (FileRound(1, [FileTable([ANA], "")], [], is_published=False, is_final=False, is_last=False),)
    said = {"uuid": EVENING["id"], "name": "Club evening", "day": date(2026, 11, 20), "slug": "the-game"}
    said |= {"form": "rounds", "apart": [(ANA, LUIS)], "rounds": [*seats]}
    usual: dict[str, Any] = {"options": {}, "season": "", "is_swiss": False, "finalists": 4, "points": [], "here": []}
    assert evening == FileEvening(**said, **usual)
    assert ([game.slug for game in file.games], file.left_out) == (["the-game"], ())
    assert file.opened_at == NOW


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe",
        b'{"format": "companion-table/1", "number": 1e999, "games": [{"game": "\\uD800"}]}',
        b'{"format": "companion-record/1", "number": 1e999, "players": [{"name": "\\ud800"}]}',
        b"null",
        b"[]",
        b'{"format": "companion-table/1", "name": "\\ud800"}',
        {**TABLE, "format": 1},
        {**TABLE, "id": "x"},
        {**TABLE, "name": ""},
        {**TABLE, "name": "x" * 61},
        {**TABLE, "name": "a\x00b"},
        {**TABLE, "players_may_correct_all": 1},
        {**TABLE, "opened_at": "2026-11-20T19:00:00"},  # no time zone
        {**TABLE, "opened_at": "9999-12-31T23:59:59-23:00"},
        {**TABLE, "opened_at": "0001-01-01T00:00:00+00:00"},
        {**TABLE, "players": [{"id": ANA, "name": "Ana\n\x07"}]},
        {**TABLE, "players": [{"id": ANA, "name": "Ana"}, {"id": ANA, "name": "Luis"}]},
    ],
)
def test_a_file_that_is_not_a_table_is_refused_with_a_reason(raw: Any) -> None:
    with pytest.raises(InvalidFile) as caught:
        read(raw)
    assert caught.value.reasons[0].id in file_fields.WORDS


WRONG_POINTS: list[Any] = [[[2, 1], [3, 1]], [[]], [[1] * 7], [[100, 0]], [[1, -1]]]
WRONG_SEASONS: list[Any] = [{"name": ""}, {"best": -1}, {"best": 100}, {"minimum": 0}, {"minimum": 100}]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"[" * 100_000, "too-deep"),
        (b"SQLite format 3\0\x10\0", "backup"),
        (b"\xef\xbb\xbfgame id,kind,variant\r\n", "for-others"),
        (b"place;name\r\n1;Ana\r\n", "for-others"),
        (b"n,name\r\n1,Ana\r\n", "for-others"),
        (b"1,2\r\n", "not-json"),
        (b"a\r\n", "not-json"),
        ({"plays": [], "userInfo": {}}, "for-others"),
        ({"format": "companion-record/2"}, "newer-format"),
        ({"format": "companion-table/2"}, "newer-format"),
        ({"format": "companion-report/1"}, "not-a-table"),
        ({**TABLE, "players": [{"id": "x", "name": "Ana"}]}, "wrong-field"),
        ({**TABLE, "players": [{"id": ANA, "name": "Ana\u202e"}]}, "wrong-field"),
        ({**TABLE, "evenings": {}}, "wrong-field"),
        *(({**TABLE, "seasons": [{"name": "x", **season}]}, "wrong-field") for season in WRONG_SEASONS),
    ],
)
def test_the_reason_is_what_is_wrong(raw: Any, code: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        read(raw)
    assert caught.value.reasons[0].id == code


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": "x"}, "id"),
        ({"name": ""}, "name"),
        ({"season": "x" * 61}, "season"),
        ({"day": "0001-01-01"}, "day"),
        ({"day": "9999-12-31"}, "day"),
        ({"form": "loud"}, "form"),
        ({"apart": [[ANA, ANA]]}, "apart"),
        ({"here": [str(uuid4())]}, "players"),
        ({"game": "chess"}, "game"),
        ({"options": {"level": "no"}}, "options"),
        ({"points": [[1, 2]]}, "points"),
        *(({"points": points}, "points") for points in WRONG_POINTS),
        *(({"finalists": number}, "finalists") for number in (1, 7)),
        *(({"rounds": [{"draw": number, "tables": []}]}, "rounds") for number in (0, 10_000)),
        ({"rounds": [{"draw": 1}]}, "tables"),
    ],
)
def test_a_wrong_evening_is_left_out_and_the_others_are_imported(fields: Any, field: str) -> None:
    file = read({**TABLE, "evenings": [{**EVENING, **fields}, EVENING]})
    assert len(file.club.evenings) == 1
    assert [(item.number, item.error.reasons[0].params["name"]) for item in file.left_out] == [(1, Verbatim(field))]


@pytest.mark.parametrize(
    "fields",
    [
        *({"day": day} for day in ("2000-01-01", "2099-12-31")),
        *({"points": points} for points in ([[1]], [[99, 0], [6, 5, 4, 3, 2, 1]])),
        *({"finalists": number} for number in (2, 6)),
        *({"rounds": [{"draw": number, "tables": []}]} for number in (1, 9999)),
    ],
)
def test_an_evening_at_a_limit_is_imported(fields: Any) -> None:
    assert len(read({**TABLE, "evenings": [{**EVENING, **fields}]}).club.evenings) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_another_encoding_of_unicode_is_read(encoding: str) -> None:
    text = json.dumps({**TABLE, "name": "Zo\u00eb"}, ensure_ascii=False)
    bom = "\ufeff" if encoding[-2:] in ("le", "be") else ""
    assert read((bom + text).encode(encoding)).name == "Zo\u00eb"


def test_a_file_that_is_too_large_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_fields, "MAX_BYTES", 2**20)
    for size, reason, params in ((2**20, "not-json", {}), (2**20 + 1, "too-many-bytes", {"most": 1})):
        with pytest.raises(InvalidFile) as caught:
            read(b" " * size)
        assert [(violation.id, violation.params) for violation in caught.value.reasons] == [(reason, params)]


DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "chess"},
        {"game": ["bids"]},
        {"id": "x"},
        {"options": {"level": "impossible"}},
        {"seats": [ANA, ANA]},
        {"seats": [ANA, str(uuid4())]},
        {"seats": []},
        {"names": [{"name": "Ana"}]},
        {"names": [{"name": "Ana"}, {"name": ""}]},
        {"names": [{"name": "Ana"}, {"name": "x" * 61}]},
        {"place": "x" * 61},
        {"started_at": "soon"},
        {"entries": [{"type": "play"}]},
        {"entries": [DEEP]},
        {"entries": [{"type": "result", "leftover": 10**30}]},
        {"entries": [ATTEMPT, ATTEMPT]},
        {"log": {}},
        {"log": [7]},
        {"log": [row(2, payload=ATTEMPT)]},
        {"log": [row(1, payload=ATTEMPT), row(1, "undo")]},
        {"log": [row(1, "vanish")]},
        {"log": [row(1, payload=ATTEMPT, at="never")]},
        {"log": [row(1, payload=ATTEMPT), row(2, "correct", [{"line": ["1"], "entry": ATTEMPT}])]},
        {"log": [row(1, payload=ATTEMPT), row(2, "correct", [{"before": "1", "entry": None}])]},
        {"log": [row(1, payload={"type": "result", "leftover": "9"})]},
        {"log": [row(1, payload=ATTEMPT), row(2, payload={"type": "note"})]},
        {"log": [row(1, payload=7), row(2, "undo")]},
        {
            "log": [
                row(1, payload=ATTEMPT),
                row(2, "correct", [{"line": "1", "entry": {"type": "note"}}]),
                row(3, "undo"),
            ]
        },
    ],
)
def test_an_invalid_game_is_left_out_and_the_others_are_imported(fields: Any) -> None:
    wrong = {**GAME, "id": str(uuid4()), **fields}
    file = read({**TABLE, "games": [wrong, GAME, 7, GAME]})
    assert [game.number for game in file.games] == [2]
    assert [item.number for item in file.left_out] == [1, 3, 4]
    assert all(item.error.words[item.error.reasons[0].id] for item in file.left_out)


def test_entries_that_are_no_longer_valid_count_for_nothing_as_in_the_database() -> None:
    impossible = {"type": "result", "leftover": 900}
    log = [row(1, payload=impossible), row(2, payload=ATTEMPT), row(3, payload=ATTEMPT)]
    (game,) = read({**TABLE, "games": [{**GAME, "log": log}]}).games
    assert [logged.refusal is None for logged in game.position.entries] == [False, True, False]
    assert game.position.record_entries == [ATTEMPT]
    assert present(game.refused).entry == 1


TEXT = st.lists(
    st.sampled_from(["\\", "u0000", "\0", '"', "/", "n", "\u00e9", "\U0001f355", "\u2028"]), max_size=9
).map("".join)


@given(reason=TEXT | st.text(max_size=MAX_TEXT_LENGTH))
def test_what_the_web_accepts_an_import_takes_back(reason: str) -> None:
    entry = {"type": "adjust", "seat": 0, "points": 1, "reason": reason}
    match = {**GAME, "game": "take-that", "log": [row(1, payload=entry)]}
    file = read({**TABLE, "games": [match]})
    assert has_nul(json.dumps(entry)) == ("\0" in reason)
    if "\0" in reason:
        assert [game.error.reasons[0].id for game in file.left_out] == ["characters"]
    elif reason.strip() and not text_refusal(entry):
        assert [game.log[0].row.payload for game in file.games] == [entry]
        assert [game.refused for game in file.games] == [None]


def test_a_number_that_is_too_large_leaves_out_its_game_only() -> None:
    wrong = {**GAME, "id": str(uuid4()), "log": [row(1, payload=["MEASURE"]), row(2, "undo")]}
    text = json.dumps({**TABLE, "games": [wrong, GAME]}).replace('"MEASURE"', "1e999")
    file = read(text.encode())
    assert ([item.number for item in file.left_out], [game.number for game in file.games]) == ([1], [2])


ROUND = {"type": "round", "alliance": None, "seats": [{"front": ["K5"]}, {"front": ["K3"]}, {"front": ["K1"]}]}
ZOE = str(UUID(int=3, version=4))
SETTINGS = {
    "from": {"options": {"rounds": 2}, "seats": [ANA, LUIS, ZOE]},
    "to": {"options": {"rounds": 1}, "seats": [ANA, LUIS, ZOE]},
    "changes": [],
}


@pytest.mark.parametrize(
    ("settings", "comes_in"),
    [
        (SETTINGS, True),
        ({**SETTINGS, "changes": [{"line": "7", "entry": None}]}, False),
        ({**SETTINGS, "from": {"options": {"rounds": 0}, "seats": []}}, False),
        ({**SETTINGS, "to": {"options": {"rounds": 0}, "seats": []}}, False),
        ({**SETTINGS, "to": {"options": 7}}, False),
        ({"from": SETTINGS["from"], "changes": []}, False),
        (None, False),
        ([], False),
    ],
)
def test_changes_of_settings_are_checked_like_all_rows(settings: Any, comes_in: bool) -> None:
    log = [row(1, "settings", settings), row(2, payload=ROUND)]
    changed = {**GAME, "game": "bids", "options": {"rounds": 1}, "seats": [ANA, LUIS, ZOE], "log": log}
    players = [*TABLE["players"], {"id": ZOE, "name": "Zoë"}]
    file = read({**TABLE, "players": players, "games": [changed]})
    assert len(file.games) == comes_in
    assert all(game.position.is_over and game.position.options_and_seats.options["rounds"] == 1 for game in file.games)


@pytest.mark.parametrize("wrong", [{"options": {"rounds": 0}, "seats": [ANA, LUIS, ZOE]}, {"options": {}, "seats": []}])
def test_settings_that_can_be_redone_must_be_possible(wrong: Any) -> None:
    log = [row(1, "settings", {**SETTINGS, "to": wrong}), row(2, "undo")]
    changed = {**GAME, "game": "bids", "options": {"rounds": 2}, "seats": [ANA, LUIS, ZOE], "log": log}
    file = read({**TABLE, "players": [*TABLE["players"], {"id": ZOE, "name": "Zoë"}], "games": [changed]})
    assert (len(file.games), len(file.left_out)) == (0, 1)


def test_a_log_of_corrections_applies_each_entry_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[Any] = []

    def count(state: Any, entry: Any) -> Any:
        applied.append(entry)
        return type(rules).apply(rules, state, entry)

    rules = rules_of("take-that")
    monkeypatch.setattr(rules, "apply", count)
    agreed = {"type": "adjust", "seat": 0, "points": 1, "reason": "x"}
    corrections = [row(n, "correct", [{"line": "1", "entry": agreed}]) for n in range(5_001, 7_501)]
    log = [row(n, payload=agreed) for n in range(1, 5_001)] + corrections
    duel = {**GAME, "game": "take-that", "log": log}
    assert len(read({**TABLE, "games": [duel]}).games) == 1
    assert len(applied) < 3 * len(log)


@pytest.mark.parametrize(
    "fields",
    [
        {"log": [row(n, payload=ATTEMPT) for n in range(1, 5)]},
        {"entries": [ATTEMPT] * 4},
        {"log": [row(1, payload=ATTEMPT), row(2, "correct", [{"line": "1", "entry": ATTEMPT}] * 2)]},
        {"log": [row(1, payload=ATTEMPT), row(2, "settings", {"changes": [{"line": "1", "entry": ATTEMPT}] * 2})]},
    ],
)
def test_a_game_with_too_many_rows_or_changes_is_left_out(fields: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_file, "MAX_GAME_ROWS", 3)
    file = read({**TABLE, "games": [{**GAME, "id": str(uuid4()), **fields}, GAME]})
    assert [game.number for game in file.games] == [2]
    (left_out,) = file.left_out
    assert [(reason.id, reason.params) for reason in left_out.error.reasons] == [
        ("too-many-rows-in-game", {"n": 4, "most": 3})
    ]


def test_players_and_records_are_counted_before_anything_is_made_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "derived_id", lambda *_: pytest.fail("too late"))
    record = {"format": "companion-record/1", "game": "the-game", "players": [{"name": "Ana"}], "entries": []}
    crowd = json.dumps({**record, "players": [{"name": "Ana"}] * 60_000}).encode()
    many = json.dumps(record).encode() + b"\n"
    for data, reason, count in ((crowd, "too-many-players", 60_000), (many * 2_000, "too-many-games", 2_000)):
        with pytest.raises(InvalidFile) as caught:
            read(data)
        assert [(violation.id, violation.params["n"]) for violation in caught.value.reasons] == [(reason, count)]


def test_options_that_do_not_follow_from_the_log_are_refused() -> None:
    sides = {"from": {"options": {}, "seats": [ANA]}, "to": {"options": {"level": "expert"}, "seats": [ANA]}}
    log = [row(1, "settings", {**sides, "changes": []})]
    for options, reasons in (({"level": "expert"}, []), ({}, ["wrong-field"]), ({"level": "normal"}, ["wrong-field"])):
        file = read({**TABLE, "games": [{**GAME, "seats": [ANA], "options": options, "log": log}]})
        assert [game.error.reasons[0].id for game in file.left_out] == reasons


def test_a_row_by_someone_who_is_not_in_the_file_has_no_author() -> None:
    rows = [row(1, payload=ATTEMPT, by=by) for by in (ANA, str(uuid4()), "x", 5, None)]
    authors = [read({**TABLE, "games": [{**GAME, "log": [one]}]}).games[0].log[0].by for one in rows]
    assert [by and by.id for by in authors] == [ANA, None, None, None, None]


def test_a_table_may_have_as_much_as_the_limits_say(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = {**TABLE, "games": [GAME, {**GAME, "id": str(uuid4()), "log": [row(1, payload=ATTEMPT)], "entries": []}]}
    raw |= {"evenings": [{**EVENING, "id": str(uuid4())} for _ in range(2)]}
    record = {"format": "companion-record/1", "game": "the-game", "players": TABLE["players"], "entries": [ATTEMPT]}
    lines, seasons = b"\n".join([json.dumps(record).encode()] * 2), {**TABLE, "seasons": [{"name": "a"}, {"name": "b"}]}
    for module, name, raw_file in (
        *((table_file, name, raw) for name in ("MAX_GAMES", "MAX_FILE_ROWS", "MAX_PLAYERS")),
        *((record_file, name, lines) for name in ("MAX_GAMES", "MAX_PLAYERS")),
        *((evening_file, "MAX_EVENINGS", each) for each in (raw, seasons)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 2)
            assert read(raw_file).left_out == ()
            patch.setattr(module, name, 1)
            with pytest.raises(InvalidFile, match=r"too-many|wrong-field"):
                read(raw_file)


def test_what_an_import_does_is_said_with_all_that_is_known_of_what_is_left_out() -> None:
    allied = {"type": "round", "alliance": [0, 1], "seats": [{"front": []}, {"front": []}, {"front": ["K1"]}]}
    bids = {"game": "bids", "options": {"rounds": 1}, "seats": [ANA, LUIS, ZOE], "entries": [allied]}
    different: list[Any] = [
        {},
        {"log": [row(1, payload={"type": "result", "leftover": 900})]},
        bids,
        {**bids, "names": [{"name": "Ann"}, {"name": "Luis"}, {"name": "Zoë"}]},
        {"game": "chess"},
        {"started_at": "2026"},
        {"options": 7},
        {"game": "any-game", "options": {"title": "Rummy", "winner": 5}},
    ]
    games = [{**GAME, "id": str(UUID(int=20 + n, version=4)), **fields} for n, fields in enumerate(different)]
    evenings = [EVENING, {**EVENING, "name": "Fri \t day", "day": "1990-01-01"}, 7, {**EVENING, "name": "\x07"}]
    players = [*TABLE["players"], {"id": ZOE, "name": "Zoë"}]
    file = read({**TABLE, "players": players, "games": [*games, 7], "evenings": evenings})
    (right, refused), (evening,) = file.games, file.club.evenings
    plan = Plan(file, None, frozenset(), new=[right] * 2, evenings=[evening], left_out=file.left_out)
    known = [*[right] * 4, *[evening] * 5]
    continued: Any = {"continued": [(None, 1, refused)], "continued_evenings": [(None, evening)] * 3, "known": known}
    why = "are allies, so at least one of them must have a black card. Check their cards, or the alliance."
    no_ally, day = "There can't be an alliance: the ally isn't in this game.", "20 Nov 2026"
    assert [*plan_lines(replace(plan, **continued), translator(lang="en"))] == [
        ("New: 2 games.", []),
        ("New: 1 evening.", []),
        ("Continued: 1 game.", []),
        ("Continued: 3 evenings.", []),
        ("Already here: 4 games.", []),
        ("Already here: 5 evenings.", []),
        (
            "Left out: 7 games.",
            [
                f"Game 3 of the file (Bids, {day}), entry 1: {no_ally} #1 and #2 {why}",
                f"Game 4 of the file (Bids, {day}), entry 1: {no_ally} Ann and Luis {why}",
                f"Game 5 of the file (?, {day}): There is no game chess. You can use {', '.join(GAMES)}.",
                "Game 6 of the file (The Game): The field started_at is missing or wrong.",
                f"Game 7 of the file (The Game, {day}): The field options is missing or wrong.",
                f"Game 8 of the file (Rummy, {day}): The option winner can be: most or fewest.",
                "Game 9 of the file (?): The field games is missing or wrong.",
            ],
        ),
        (
            "Left out: 3 evenings.",
            [
                "Evening 2 of the file (Fri day): The field day is missing or wrong.",
                "Evening 3 of the file (?): The field evenings is missing or wrong.",
                "Evening 4 of the file (?): The field name is missing or wrong.",
            ],
        ),
        (
            "With entries that are no longer valid and count for nothing: 1 game.",
            [f"Game 2 of the file (The Game, {day}), entry 1: There can't be 900 cards left, only 0 to 94."],
        ),
    ]
    assert [*plan_lines(Plan(file, None, frozenset()), translator(lang="en"))] == [
        ("There are no games in this file.", [])
    ]
