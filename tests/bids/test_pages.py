"""The pages of Bids, for a visitor without JavaScript."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.core.game import Person, Refusal
from companion.core.translator import Translator
from companion.games.bids.describe import trick_outcome
from companion.games.bids.game import GAME
from companion.games.bids.report import tricks
from companion.games.bids.state import State
from companion.web.game_pages import ViewOptions
from companion.web.games import load_pages
from tests.bids import legal
from tests.bids.test_entries import after as state_after
from tests.bids.test_entries import bid, reveal, turn
from tests.web.pages import Page, Visitor

NAMES = ("Ana", "Luis", "Sara", "Raúl", "Marta", "Bartholomäus")
SPECIALS = ["surprise", "lowest", "shuffle"]


def started(visitor: Visitor, players: int = 4, **options: str) -> Page:
    return visitor.seat("bids", *NAMES[:players]).press("Start the game", **options)


def after(visitor: Visitor, game: Page, *entries: dict[str, Any]) -> Page:
    for entry in entries:
        game = visitor.submit(game, entry)
    return game


def question(page: Page) -> str:
    return page.root.all("h2", id="question")[0].text


def outcome(page: Page) -> str:
    return page.root.all("span", **{"class": "words"})[0].text


def line_of(page: Page, name: str) -> str:
    """Return what the score line says about a player."""
    return next(
        node.text for node in page.root.all("ol", **{"class": "scores"})[0].all("li") if node.text.startswith(name)
    )


def result_of(page: Page, name: str) -> str:
    return next(node.text for node in page.root.all("section", aria_label=name))


def test_a_trick_of_six_players_takes_seven_taps(visitor: Visitor) -> None:
    game = started(visitor, 6).press("black 5")
    assert question(game) == "Bartholomäus's bid"
    for card in ("red 9", "blue 4", "black 8", "yellow 1", "green 3", "yellow 14"):
        game = game.press(card)
    assert outcome(game) == "Marta wins 13 points (black 5, black 8) and starts."
    assert question(game) == "Which card is turned up?"
    assert "in front of them: 13" in line_of(game, "Marta")


def test_a_used_card_says_who_played_it_and_leads_to_its_correction(visitor: Visitor) -> None:
    game = started(visitor, 6).press("black 5").press("red 9")
    assert "red 9" not in game.buttons()
    asked = game.follow("red 9: who played it?")
    (bubble,) = asked.root.all("div", **{"class": "bubble"})
    assert "Bartholomäus bids the red 9 (Round 1, trick 1)" in bubble.text
    assert "Bartholomäus bids the green 9" in asked.follow("Correct it?").press("green 9").text


def test_a_used_card_that_was_taken_out_says_so(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {"type": "deal", "removed": ["R3"]}, {"type": "starter", "seat": 0})
    asked = game.press("black 5").follow("red 3: who played it?")
    assert "Taken out: red 3" in asked.root.all("div", **{"class": "bubble"})[0].text


def test_another_players_name_is_tapped_to_enter_out_of_order(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {"type": "starter", "seat": 0}).press("black 5")
    assert question(game) == "Ana's bid"
    asked = game.follow("Raúl")
    assert question(asked) == "Raúl's bid"
    assert question(asked.press("blue 2")) == "Ana's bid"


def test_who_enters_a_bid_a_second_time_is_led_to_its_correction(visitor: Visitor) -> None:
    """The trick is over: there is no place for the late bid, but the one entered for it can be corrected."""
    game = after(visitor, started(visitor), {"type": "starter", "seat": 0}, *turn("K5", "R9", "Y8", "G2", "B1"))
    late = visitor.submit(game, bid(2, "G3"), number="4")
    assert late.status == 409
    assert "Enter it now" not in late.buttons()
    log = late.follow("Correct: Sara bids the green 2").press("green 3")
    assert "Sara bids the green 3" in log.text


def test_a_late_result_is_not_offered_as_that_of_the_next_round(visitor: Visitor) -> None:
    game = started(visitor, 3)
    first, other = (
        {"type": "round", "seats": [{"front": [card]}, {"front": []}, {"front": []}], "alliance": None}
        for card in ("K3", "K5")
    )
    visitor.submit(game, first)
    late = visitor.submit(game, other, submission="another")
    assert late.status == 409
    assert "Enter it now" not in late.buttons()


def test_a_tie_names_who_burnt_whom(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {"type": "starter", "seat": 0}, *turn("K5", "R9", "Y9", "G2", "B1"))
    assert outcome(game) == "Luis matches Ana's 9 and burns the trick: nobody wins, and Luis starts."
    assert "BID-25" in [link.name for link in game.root.all("a")]


@pytest.mark.parametrize(
    ("variant", "cards", "told"),
    [
        ("classic", ("K5", "R9", "Y9", "G2", "B1"), "Luis matches Ana's 9 and burns the trick: nobody wins"),
        ("color", ("K5", "R5", "Y4", "G2", "B1"), "Ana ties with the centre card: nobody wins"),
    ],
)
def test_who_burns_the_tenth_trick_starts_nothing(variant: str, cards: tuple[str, ...], told: str) -> None:
    played = state_after(*turn(*cards), variant=variant).round.tricks[-1]
    translator = Translator(GAME.WORDS, NAMES)
    starter = "Luis" if variant == "classic" else "Ana"
    assert translator(trick_outcome(played)[0]) == f"{told}, and {starter} starts."
    assert translator(trick_outcome(replace(played, number=10, next=None))[0]) == f"{told}."


def test_equally_long_names_leave_the_start_to_the_table(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Eva", "Bo").press("Start the game")
    assert question(game) == "Who starts round 1?"
    assert {"Ana", "Eva"} <= set(game.buttons())
    assert question(game.press("Eva")) == "Which card is turned up?"


def test_two_removed_cards_are_tapped_one_after_the_other(visitor: Visitor) -> None:
    game = after(visitor, started(visitor, 4, ally="yes"))
    picked = game.follow("red 3")
    assert "red 3" not in picked.buttons()
    removed = visitor.submit(picked.press("blue 7"), {"type": "starter", "seat": 0})
    assert [node.name for node in removed.root.all("span", role="img")][:2] == ["red 3", "blue 7"]
    assert "red 3" not in removed.press("black 5").buttons()


def test_a_blind_trick_asks_for_the_bids_before_the_card(visitor: Visitor, app: Flask) -> None:
    blind = state_after(*turn("KQ", "R9", "B4", "G3", "Y2")[:1], specials=SPECIALS)
    won = state_after(*turn("KQ", "R9", "B4", "G3", "Y2"), specials=SPECIALS)
    with app.test_request_context():
        before, board = asked(blind), board_of(won)
    assert before.title == "Ana's bid"
    assert before.hint == "Blind trick: nobody knows the centre card yet."
    assert (board.answer.title, board.answer.hint) == ("Which card were you bidding for?", "Ana wins it.")
    assert board.last.words == "Ana wins the trick."


@pytest.fixture
def thief_won() -> State:
    """A game in which Ana has just won the thief."""
    state = state_after(*turn("K1", "R2", "R10", "R3", "R4"), specials=["thief"], ruleset="bga")
    for entry in (reveal("KT"), bid(1, "G1"), bid(2, "G2"), bid(3, "G3"), bid(0, "G10")):
        applied = GAME.apply(state, entry)
        assert not isinstance(applied, Refusal)
        state = applied.state
    return state


def test_a_thief_chooses_one_of_the_victims_cards_or_declines(app: Flask, thief_won: State) -> None:
    with app.test_request_context():
        question = asked(thief_won)
    assert question.title == "Does Ana use the thief?"
    assert [(victim.name, [one.card for one in victim.cards]) for victim in question.victims] == [("Luis", ["K1"])]
    assert question.decline == {"type": "steal", "seat": None}
    assert reveal("K5") in [group.entry for group in question.groups[0]], "the next card lets it pass too"


def test_on_a_players_phone_the_question_is_about_that_player(app: Flask) -> None:
    state = state_after(reveal("K5"), bid(0, "R9"))
    with app.test_request_context():
        own, waiting = asked(state, ViewOptions(seat=2)), asked(state, ViewOptions(seat=0))
        helped = asked(state, ViewOptions(seat=0, params=(("seat", "3"),)))
    assert (own.title, own.others_question) == ("Your bid", "")
    assert own.groups[0][0].entry == {"type": "bid", "seat": 2, "card": "Y1"}
    assert (waiting.title, waiting.others_question) == ("Waiting for Luis, Sara and Raúl", "Enter Luis's bid")
    assert (helped.title, helped.others_question) == ("Raúl's bid", "")


def test_a_thief_is_asked_on_the_phone_of_its_owner(app: Flask, thief_won: State) -> None:
    with app.test_request_context():
        own, waiting = asked(thief_won, ViewOptions(seat=0)), asked(thief_won, ViewOptions(seat=1))
    assert (own.title, own.others_question) == ("Use the thief? Who do you steal from?", "")
    assert (waiting.title, waiting.others_question) == ("Waiting for Ana", "Does Ana use the thief?")


def asked(state: State, viewer: ViewOptions = ViewOptions()) -> Any:  # noqa: B008 - frozen
    """Return the question on the board."""
    return board_of(state, viewer).answer


def board_of(state: State, viewer: ViewOptions = ViewOptions()) -> Any:  # noqa: B008 - frozen
    return load_pages("bids", state, Translator(GAME.WORDS, NAMES), viewer).board()


def test_a_round_result_is_tapped_and_its_scores_show_before_it_is_entered(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).address + "/result")
    assert "Still missing: Ana, Luis, Sara and Raúl" in form.text
    for card in ("black 9", "2x", "black 10"):
        form = form.press(card)
    assert "+28" in result_of(form, "Ana")
    form = form.press("Luis ?").press("No black card").press("Sara ?").press("black 4")
    assert "lucky loser: 1" in result_of(form, "Luis").lower()
    assert "Enter this result" not in form.buttons()
    form = form.press("Raúl ?").press("Check the total", points_3="7")
    game = form.press("Enter this result")
    assert [line_of(game, name).split()[1] for name in NAMES[:4]] == ["28", "8", "4", "7"]
    assert "Ana has the highest total and starts." in game.text


def test_who_was_robbed_of_all_black_cards_is_entered_where_that_is_no_lucky_loser(visitor: Visitor) -> None:
    options = {"specials": "thief", "rule-robbed_lucky_loser": "no"}
    form = started(visitor, 3, **options).follow("Enter a result instead")
    form = form.press("Robbed of all black cards")
    form = form.press("Luis ?").press("No black card").press("Sara ?").press("thief").press("black 9")
    assert "+8 Lucky loser" not in result_of(form, "Ana")
    game = form.press("Enter this result")
    assert game.entries()[-1]["seats"][0] == {"points": 0}
    for others in ({"specials": "thief"}, {**options, "rule-minus5_bonus": "on"}):
        buttons = started(visitor, 3, **others).follow("Enter a result instead").buttons()
        assert "Robbed of all black cards" not in buttons


def test_points_alone_are_asked_for_only_where_they_can_be_entered(visitor: Visitor) -> None:
    fields = [
        bool(started(visitor, 3, **options).follow("Enter a result instead").root.all("label", for_="points-0"))
        for options in ({}, {"rule-minus5_bonus": "on"})
    ]
    assert fields == [True, False]


def test_a_thief_alone_that_does_not_count_is_a_lucky_loser_in_the_score_line_too(app: Flask, visitor: Visitor) -> None:
    game = started(visitor, 3, **{"specials": "thief", "rule-lone_special": "allows"})
    bids = [{"type": "bid", "seat": seat, "card": card} for seat, card in enumerate(("R9", "R1", "R2"))]
    game = after(visitor, game, {"type": "starter", "seat": 0}, {"type": "reveal", "card": "KT"}, *bids)
    assert "lucky loser so far: +" in line_of(game, "Ana")


def test_the_chart_ends_at_the_totals_with_the_bonus(app: Flask) -> None:
    state = GAME.setup([Person(name) for name in NAMES[:3]], {"rounds": 1, "rulings": {"minus5_bonus": "on"}})
    seats = [{"front": ["K3"]}, {"front": ["K4"]}, {"front": ["K-5"]}]
    state = GAME.apply(state, {"type": "round", "seats": seats, "alliance": None}).state
    assert state.ending.totals == (3, 4, 25)
    with app.test_request_context():
        drawing = load_pages("bids", state, Translator(GAME.WORDS, NAMES[:3]), ViewOptions()).ending().drawing
    last = {line.name: float(line.points[0].rpartition(",")[2]) for line in drawing.lines}
    assert last["Sara"] < last["Luis"] < last["Ana"]


def test_a_card_lies_in_front_of_one_player_only(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).address + "/result").press("black 9").press("Luis ?")
    moved = form.press("black 9, now in front of Ana")
    assert "black 9" not in result_of(moved, "Ana")
    assert "black 9, now in front of Ana" not in moved.buttons()


def test_an_impossible_result_says_why_as_it_is_typed(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).address + "/result").press("Check the total", points_0="120")
    assert "can score −10 to 110" in form.text


def test_an_alliance_halves_both(visitor: Visitor) -> None:
    form = visitor.get(started(visitor, 4, ally="yes").address + "/result").press("black 9")
    for name in ("Luis", "Sara", "Raúl"):
        form = form.press(f"{name} ?").press("No black card")
    form = form.press("Check the total", ally="0", allied="1")
    assert ("+5" in result_of(form, "Ana"), "+5" in result_of(form, "Luis")) == (True, True)
    lonely = form.press("Check the total", allied="-")
    (told,) = lonely.root.all("section", **{"class": "notice"})
    assert [link.name for link in told.all("a")] == ["AL-01"]


@pytest.mark.parametrize("front", ["NaN", "K5 [] K8", "x" * 5000, "K99 R5 KS"])
def test_a_front_with_an_unknown_card_is_a_violation(visitor: Visitor, front: str) -> None:
    form = visitor.get(started(visitor).address + "/result").press("Check the total", front_0=front)
    assert form.status == 200
    assert "is not one of the black cards in this game" in form.text
    assert "Enter this result" not in form.buttons()


def test_a_corrected_result_starts_from_what_was_entered(visitor: Visitor) -> None:
    seats = [{"front": ["K5", "K2X"]}, {"front": []}, {"points": 7}, {"front": ["K1"]}]
    game = after(visitor, started(visitor), {"type": "round", "seats": seats, "alliance": None})
    form = visitor.get(game.address + "/log/1")
    assert "+10" in result_of(form, "Ana")
    log = form.press("black 6").press("Enter this result")
    assert "Ana: black 5, 2x, black 6" in log.text


def test_a_bid_can_be_corrected_to_another_players(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {"type": "starter", "seat": 0}, reveal("K5"), bid(1, "R9"))
    line = visitor.get(game.address + "/log/3")
    assert line.root.all("button", data_marked="")[0].name == "red 9"
    assert "Sara bids the red 9" in line.follow("Sara").press("red 9").text


@pytest.mark.parametrize(
    ("entry", "button", "words"),
    [
        ({"type": "deal", "removed": ["R3"]}, "blue 7", "Taken out: blue 7"),
        ({"type": "starter", "seat": 1}, "Sara", "Sara starts the round"),
    ],
)
def test_an_entry_before_the_first_card_is_corrected_on_its_own_page(
    visitor: Visitor, entry: dict[str, Any], button: str, words: str
) -> None:
    game = after(visitor, started(visitor), entry)
    assert words in visitor.get(game.address + "/log/1").press(button).text


def test_an_adjustment_is_corrected_on_a_page_of_its_own(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {"type": "adjust", "seat": 1, "points": 5, "reason": "miscounted"})
    log = visitor.get(game.address + "/log/1").press("Save the points", sign="-", points="4")
    assert "Luis: −4 points (miscounted)" in log.text


def test_the_end_ranks_and_says_what_decided(visitor: Visitor) -> None:
    seats = [{"front": ["K9", "K3"]}, {"front": ["K8", "K4"]}, {"front": []}, {"front": ["K1"]}]
    game = after(visitor, started(visitor), {"type": "round", "seats": seats, "alliance": None}, {"type": "finish"})
    assert "Ana wins with 12" in game.text
    assert "Ana finished ahead of Luis: same total and same last round, but a higher black card." in game.text
    assert "Play again with the same people" in game.text


def test_every_state_of_a_whole_game_can_be_shown(app: Flask) -> None:
    options = {"specials": ["thief", *SPECIALS], "rounds": 2, "ally": True, "variant": "color"}
    with app.test_request_context():
        translator = Translator(GAME.WORDS, legal.NAMES)
        for seed in range(6):
            ruleset = "bga" if seed % 2 else "printed"
            game = legal.play(Random(seed), 4, {**options, "ruleset": ruleset})
            before = GAME.setup([Person(name) for name in game.names], game.options)
            for entry, state in zip(game.entries, game.states, strict=True):
                assert translator(GAME.heading(before, entry))
                assert translator(GAME.describe(before, entry))
                said = [translator(message) for message in GAME.outcome(before, state)]
                grew = len([*tricks(state)]) > len([*tricks(before)]) or len(state.rounds) > len(before.rounds)
                assert bool(said) == grew
                if state.phase is not None:
                    assert load_pages("bids", state, translator, ViewOptions()).board().answer.title
                    assert load_pages("bids", before, translator, ViewOptions()).answer(entry).title
                assert translator(GAME.summary(state))
                before = state
            assert load_pages("bids", before, translator, ViewOptions()).ending().places


def test_the_setup_list_leads_to_where_the_removed_card_is_entered(visitor: Visitor) -> None:
    game = started(visitor)
    page = visitor.get(game.address + "/setup")
    assert page.root.all("p", **{"class": "soft"})[0].text == "Round 1"
    assert [link.attrs["href"] for link in page.root.all("a") if link.text == "Enter it now"] == [
        f"{game.address}#taken-out"
    ]
    assert len(visitor.get(game.address).root.all("p", id="taken-out")) == 1


def test_with_six_no_card_is_taken_out_and_the_setup_list_asks_for_none(visitor: Visitor) -> None:
    page = visitor.get(started(visitor, 6).address + "/setup")
    assert "Enter it now" not in page.root.text


FIRST_ROUND = {
    "seats": [{"front": ["K9"]}, {"front": []}, {"front": ["K1", "K3"]}, {"front": ["K-5"]}],
    "type": "round",
}


def test_the_end_of_a_round_ranks_says_why_and_leads_to_the_next_one_with_one_button(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {**FIRST_ROUND, "alliance": None})
    (end,) = game.root.all("section", **{"class": "panel round-end"})
    assert [row.text.split()[:3] for row in end.all("li")] == [
        ["Place", "1.", "Ana"],
        ["Place", "2.", "Luis"],
        ["Place", "3.", "Sara"],
        ["Place", "4.", "Raúl"],
    ]
    assert "Lucky losers: Luis" in end.text
    assert "Which card is turned up?" not in game.text
    asked = game.follow("Round 2: take 1 card out, mix 1 black card in, Ana starts")
    assert question(asked) == "Which card is turned up?"
    assert not asked.root.all("section", **{"class": "panel round-end"})
    assert question(asked.press("black 5")) == "Ana's bid"


def test_the_end_of_the_round_leaves_all_phones_when_one_goes_on(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {**FIRST_ROUND, "alliance": None}, {"type": "starter", "seat": 0})
    assert question(game) == "Which card is turned up?"


def test_adjustments_after_a_round_are_shown_with_its_result(visitor: Visitor) -> None:
    agreed = {"type": "adjust", "seat": 0, "points": -5, "reason": "late"}
    game = after(visitor, started(visitor), {**FIRST_ROUND, "alliance": None}, agreed)
    (end,) = game.root.all("section", **{"class": "panel round-end"})
    ana = next(row for row in end.all("li") if "Ana" in row.text)
    assert [part.text for part in ana.all("span", class_="gained")] == ["+9"]
    assert ana.all("p", class_="soft")[-1].text == "Adjusted by −5"


def test_the_end_of_a_game_shows_its_last_round_open_and_ranks_once(visitor: Visitor) -> None:
    game = after(visitor, started(visitor), {**FIRST_ROUND, "alliance": None}, {"type": "finish"})
    assert [node.attrs.get("open") for node in game.root.all("details", **{"class": "of-round"})] == [""]
    assert game.text.count("Ana wins with 9") == 1
    assert not game.root.all("strong", **{"class": "place"})
    assert {"Play again with the same people", "Another game"} <= {link.name for link in game.root.all("a")}


def test_after_a_surprise_from_a_hand_the_card_that_replaces_the_centre_is_asked_for(visitor: Visitor) -> None:
    game = started(visitor, 4, specials="surprise").press("Luis").press("black 5")
    game = after(visitor, game, *(bid(seat, card) for seat, card in enumerate(("R1", "KQ", "R3", "R9"))))
    assert question(game) == "Which card is turned up instead of the black 5?"


def test_the_last_trick_offers_its_result_to_a_table_without_cards(visitor: Visitor) -> None:
    entries = legal.play(Random(11), 3, {"rounds": 1}, in_order=True)
    last = next(
        number
        for number, state in enumerate(entries.states, start=1)
        if state.phase == "reveal" and state.trick.number == 10 and not state.rounds
    )
    game = visitor.seat("bids", *legal.NAMES[:3]).press("Start the game", rounds="1")
    page = after(visitor, game, *[entry for entry in entries.entries[:last] if entry.get("removed") != []])
    ways = [link.attrs["href"] for node in page.root.all("div", class_="no-cards-left") for link in node.all("a")]
    assert ways == [f"{game.address}/wrong/MP-19", f"{game.address}/result"]
    assert not game.root.all("div", class_="no-cards-left")
