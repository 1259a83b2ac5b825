"""Several entries corrected as one change: a trick, a forgotten one, a round replaced by its result."""

from __future__ import annotations

from random import Random

from companion.store.base import db
from companion.store.log_rows import CORRECT
from companion.store.models import StoredRow
from tests.take_that import legal as take_that
from tests.web.pages import Visitor, join
from tests.web.six_players import FIRST, SECOND, SIX, game_of_six


def test_two_bids_that_were_mixed_up_are_changed_together_and_undone(visitor: Visitor) -> None:
    """Each change alone would be refused: the other one has that card."""
    game = game_of_six(visitor, *FIRST, *SECOND)
    form = visitor.get(f"{game.url}/log/turn/3")
    done = form.press("/turn/3", **{"entry-1-0": '{"card":"R2"}', "entry-2-0": '{"card":"R1"}'})
    assert done.url.endswith("/log")
    cards = [entry["card"] for entry in game.entries()]
    assert cards[:7] == ["K5", "R2", "R1", "R3", "R4", "R5", "R6"]
    with visitor.client.application.app_context():
        (correction,) = db.session.scalars(db.select(StoredRow.payload).where(StoredRow.kind == CORRECT))
    assert [change["line"] for change in correction] == ["2", "3"]
    visitor.get(game.url).press("/undo")
    assert game.entries() == FIRST + SECOND


def test_a_forgotten_trick_is_inserted_between_two_others_and_undone(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    form = visitor.get(f"{game.url}/log/insert/9")
    assert "Round 1, trick 2" in form.text
    rows = [select.attrs["id"] for select in form.root.all("select")]
    labels = {node.attrs["for"]: node.text for node in form.root.all("label")}
    cards = dict(zip(SIX, ("G1", "G2", "G3", "G4", "G5", "G6"), strict=True))
    chosen = {row: f'{{"card":"{cards[labels[row]]}"}}' for row in rows if labels[row] in cards}
    done = form.press("/insert/9", **{rows[0]: '{"card":"K9"}', **chosen})
    assert done.url.endswith("/log"), done.text
    now = game.entries()
    assert now[:7] == FIRST
    assert now[14:] == SECOND
    assert {entry["card"] for entry in now[7:14]} == {"K9", *cards.values()}
    visitor.get(game.url).press("/undo")
    assert game.entries() == FIRST + SECOND


def test_a_forgotten_first_trick_is_inserted_without_asking_about_the_others(visitor: Visitor) -> None:
    starter = {"type": "starter", "seat": 0}
    game = game_of_six(visitor, starter, *SECOND)
    form = visitor.get(f"{game.url}/log/insert/2")
    rows = [select.attrs["id"] for select in form.root.all("select")]
    cards = ("K9", "G1", "G2", "G3", "G4", "G5", "G6")
    done = form.press("/insert/2", **{row: f'{{"card":"{card}"}}' for row, card in zip(rows, cards, strict=False)})
    assert done.url.endswith("/log"), done.text
    now = game.entries()
    assert now[0] == starter and now[8:] == SECOND
    assert [entry["card"] for entry in now[1:8]] == [*cards]


def test_a_forgotten_trick_has_cards_after_special_cards_only_in_games_with_them(visitor: Visitor) -> None:
    entries: dict[str, list[str]] = {}
    for special in ("", "shuffle", "surprise"):
        game = visitor.seat("bids", "Ana", "Luis", "Zoë").press(
            "do=start", **({"specials": special} if special else {})
        )
        game = visitor.submit(game, {"type": "reveal", "card": "K5"})
        form = visitor.get(f"{game.url}/log/insert/1").root
        entries[special] = [label.text for label in form.all("label") if label.text.startswith("Turned up")]
    assert [len(labels) for labels in entries.values()] == [1, 2, 2]
    assert "lowest wins" in entries["shuffle"][1]
    assert "blind" in entries["surprise"][1]


def test_a_forgotten_trick_without_all_its_cards_is_not_inserted(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    page = visitor.get(f"{game.url}/log/insert/9").press("/insert/9", **{"entry-0-0": '{"card":"K9"}'})
    assert page.status == 422
    assert "Still missing: Bartholomäus, Ana, Luis, Zoë, Мария, 李雷. Choose a card for each." in page.text
    assert page.root.all("option", value='{"card":"K9"}', selected="")
    assert game.entries() == FIRST + SECOND


def test_a_choice_that_is_gone_since_the_form_was_shown_is_a_conflict(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    form = visitor.get(f"{game.url}/log/turn/3")
    known = {node.attrs.get("name", ""): node.attrs.get("value", "") for node in form.root.all("input")}
    sent = {name: known[name] for name in ("csrf_token", "number", "submission")} | {"entry-0-0": '{"card":"R99"}'}
    assert visitor.post(form.url, list(sent.items())).status == 400
    visitor.submit(game, SECOND[0])
    page = visitor.post(form.url, list(sent.items()))
    assert page.status == 409
    assert len(page.buttons("/turn/3")) == 1
    assert game.entries() == [*FIRST, SECOND[0]]


def test_later_entries_that_would_be_invalid_are_shown_first_and_the_result_is_offered(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    page = visitor.get(f"{game.url}/log/turn/1").press("/turn/1", **{"entry-0-0": '{"card":"K6"}'})
    assert page.status == 409
    assert game.entries() == FIRST + SECOND
    assert page.press("do=alone").follow("/round/1").status == 200


def test_a_round_is_replaced_by_its_result_and_restored(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    form = visitor.get(f"{game.url}/log/round/3")
    known = {node.attrs.get("name", ""): node.attrs.get("value", "") for node in form.root.all("input")}
    sent = {name: known[name] for name in ("csrf_token", "number", "submission")}
    fronts = {f"front-{seat}": "-" for seat in range(6)} | {"front-2": "K8", "ally": "-"}
    done = visitor.post(form.url, list({**sent, **fronts, "type": "round"}.items()))
    assert done.url.endswith("/log"), done.text
    assert [entry["type"] for entry in game.entries()] == ["round"]
    after = visitor.get(game.url)
    assert after.buttons("/undo")[0].name.startswith("↶ Undo Result of the round")
    after.press("/undo")
    assert game.entries() == FIRST + SECOND


def test_a_whole_turn_is_corrected_and_inserted(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    played = [
        {"type": "play", "pile": "up1", "card": 5},
        {"type": "play", "pile": "up1", "card": 9},
        {"type": "end_turn"},
    ]
    for entry in played:
        game = visitor.submit(game, entry)
    form = visitor.get(f"{game.url}/log/turn/1")
    form.press("/turn/1", **{"entry-0-1": '{"card":20}', "entry-1-1": '{"card":30}'})
    assert [entry.get("card") for entry in game.entries()] == [20, 30, None]


def test_one_turn_of_take_that_is_corrected(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start")
    for card in (34, 38, 40 + 1):
        game = visitor.submit(game, {"type": "lay", "card": card})
    form = visitor.get(f"{game.url}/log/turn/1")
    form.press("/turn/1", **{"entry-0-1": '{"card":38}', "entry-1-1": '{"card":34}'})
    assert [entry["card"] for entry in game.entries()] == [38, 34, 41]


def test_a_turn_late_in_a_long_game_is_corrected_together_with_those_beside_it(visitor: Visitor) -> None:
    match = take_that.play(Random(0), 2, {}).entries[:21]
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start")
    for entry in match:
        game = visitor.submit(game, entry)
    form = visitor.get(f"{game.url}/log/turn/20")
    (field,) = [
        select.attrs["name"]
        for select in form.root.all("select")
        if select.all("option", value='{"card":46}', selected="")
    ]
    assert form.press("/turn/20", **{field: '{"card":47}'}).url.endswith("/log")
    assert game.entries() == [*match[:19], {"type": "lay", "card": 47}, match[20]]


def test_a_forgotten_turn_late_in_a_long_game_is_inserted_just_before_the_one_after_it(visitor: Visitor) -> None:
    match = take_that.play(Random(0), 2, {}).entries[:21]
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start")
    for entry in (*match[:19], match[20]):
        game = visitor.submit(game, entry)
    form = visitor.get(f"{game.url}/log/insert/20")
    assert form.press("/insert/20", **{"entry-0-0": '{"type":"lay"}', "entry-0-1": '{"card":46}'}).url.endswith("/log")
    assert game.entries() == match


def test_an_adjustment_in_the_middle_of_a_trick_does_not_divide_it(visitor: Visitor) -> None:
    agreed = {"type": "adjust", "seat": 0, "points": 5, "reason": "agreed"}
    game = game_of_six(visitor, *FIRST[:3], agreed, *FIRST[3:])
    for key in (1, 8):
        assert len(visitor.get(f"{game.url}/log/turn/{key}").root.all("select")) == len(FIRST)
    assert visitor.get(f"{game.url}/log/turn/4").status == 404
    log = visitor.get(f"{game.url}/log")
    assert [heading.text for heading in log.root.all("h2")] == ["Agreed at the table", "Round 1, trick 1"]
    assert len([link for link in log.root.all("a") if link.name.startswith("Correct several at once")]) == 1
    between = visitor.submit_all(visitor.get(game.url), agreed, *SECOND[:2], agreed, *SECOND[2:4], agreed)
    headings = [heading.text for heading in visitor.get(f"{between.url}/log").root.all("h2")]
    assert headings == ["Agreed at the table", "Round 1, trick 2", "Agreed at the table", "Round 1, trick 1"]


def test_a_trick_with_entries_of_others_is_not_corrected_by_a_player(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST)
    other = join(game).press("player=2").visitor
    for url in ("turn/1", "insert/1", "round/1"):
        assert other.get(f"{game.url}/log/{url}").status == 403
    assert visitor.get(f"{game.url}/log/turn/99").status == 404


def test_the_early_end_of_a_match_is_no_round_that_could_have_a_result(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="3")
    seats = [{"twisted": 20, "cards": 12, "toads": 1}, {"twisted": 24, "cards": 10, "toads": 2}]
    game = visitor.submit(game, {"type": "result", "seats": seats})
    game = visitor.submit(game, {"type": "finish"})
    assert [visitor.get(f"{game.url}/log/round/{key}").status for key in (1, 2)] == [200, 404]
