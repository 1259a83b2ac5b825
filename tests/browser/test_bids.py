"""Bids on a phone: a whole evening of six people, a result, a round without scripts, a browser that is too old."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import expect

from companion.core.game import Person
from companion.games.bids.game import GAME
from tests.bids import legal
from tests.browser.axe import check
from tests.browser.bids import VOICE, tell_fronts
from tests.browser.taps import SMALL, begin, create_table, enter, seat, see, start, tap
from tests.checked import allowed

SPECIALS = ["shuffle", "lowest", "surprise"]
# A result with a 2x after one card and before another, three lucky losers and a -5 alone.
FRONTS = (("K5", "K2X", "K8"), ("K13",), (), (), ("K-5",), ())


def first_round(players: int, options: dict[str, Any], wanted: Callable[[Any], bool]) -> list[dict[str, Any]]:
    """Return the entries of the first round of a game with the wanted features."""
    for rng in range(500):
        game = legal.play(Random(rng), players, options, in_order=True)
        end = next(index for index, state in enumerate(game.states) if state.rounds)
        if wanted(game.states[end].rounds[0]):
            # Nobody enters on a phone that no card is taken out.
            return [entry for entry in game.entries[: end + 1] if entry.get("removed") != []]
    raise AssertionError("no such game among 500")


def replayed(players: int, options: dict[str, Any], entries: Sequence[dict[str, Any]]) -> Any:
    """Return the state of the game after these entries."""
    state = allowed(GAME.start([Person(name) for name in legal.NAMES[:players]], options))
    for entry in entries:
        state = allowed(GAME.apply_json(state, entry)).state
    return state


def totals(phone: Any) -> list[str]:
    return phone.locator("#board .scores .total b").all_text_contents()


def test_an_evening_of_six_players_with_specials(phones: Callable[..., Any]) -> None:
    options = {"specials": SPECIALS, "rounds": 2}
    entries = first_round(
        6,
        options,
        lambda done: (
            any(turn.alliance for turn in done.tricks) and any(turn.outcome.winner is None for turn in done.tricks)
        ),
    )
    phone = phones()
    table = create_table(phone)
    seat(phone, table, "bids", *legal.NAMES)
    for special in SPECIALS:
        phone.locator(f"input[value={special}]").check()
    phone.locator("#rounds").fill("2")
    game = start(phone)

    tapped = set()
    for number, entry in enumerate(entries[:-1], 1):
        kind = (*sorted(entry), entry["type"], entry.get("card", "")[:1])
        if number < 16 or kind not in tapped:
            tapped.add(kind)
            tap(phone, entry)
        else:
            enter(phone, game, number - 1, entry)
        see(phone, number)
        if number in (8, 40):
            check(phone)

    tap(phone, entries[-1])
    see(phone, number + 1)
    assert totals(phone) == [str(total) for total in replayed(6, options, entries).totals]
    expect(phone.locator(".round-end")).to_contain_text("round 1")
    check(phone)

    # The second round is entered as its result.
    phone.goto(f"{game}/result")
    tell_fronts(phone, FRONTS)
    expect(phone.locator(".score").nth(0)).to_have_text("+18")
    check(phone)
    phone.click("button[name=type]")
    phone.wait_for_url(game)
    result = {"type": "round", "seats": [{"front": list(front)} for front in FRONTS], "alliance": None}
    ending = replayed(6, options, [*entries, result]).ending
    winners = VOICE.listed([legal.NAMES[place] for place in ending.ranking[0]])
    expect(phone.locator(".outcome-of-game h2")).to_contain_text(winners)
    assert phone.locator(".of-rounds .sum").all_text_contents() == [str(total) for total in ending.totals]
    check(phone)


def test_a_result_shows_its_scores_before_it_is_entered(phones: Callable[..., Any]) -> None:
    phone = phones(color_scheme="dark")
    phone.set_viewport_size(SMALL)
    game = begin(phone, "bids", *legal.NAMES[:3])
    phone.goto(f"{game}/result")
    tell_fronts(phone, [["K9", "K2X", "K10"], []])
    check(phone)
    phone.locator("[name=how][value=points]").check()
    phone.locator("[name=points-2]").fill("7")
    expect(phone.locator(".score")).to_have_text(["+28", "+12", "+7"])
    check(phone)
    phone.locator(".foot nav a").first.click()  # and what was entered is there on the way back
    phone.wait_for_url(lambda url: "/result" not in url)
    phone.go_back()
    expect(phone.locator(".score")).to_have_text(["+28", "+12", "+7"])
    phone.click("button[name=type]")
    phone.wait_for_url(game)
    expect(phone.locator(".scores .total b")).to_have_text(["28", "12", "7"])
    expect(phone.locator("#board")).to_contain_text("Ana has the highest total and starts.")
    check(phone)


def test_a_whole_round_is_played_without_any_script(phones: Callable[..., Any]) -> None:
    entries = first_round(3, {"rounds": 1}, lambda _: True)
    phone = phones(java_script_enabled=False)
    table = create_table(phone)
    seat(phone, table, "bids", *legal.NAMES[:3])
    phone.locator("input[name=rounds]").fill("1")
    phone.click("button[value=start]")
    game = f"{table}/1"
    expect(phone).to_have_url(game)
    beginning, ending = 10, len(entries) - 6
    for number, entry in enumerate(entries[:beginning], 1):
        tap(phone, entry)
        see(phone, number)
    enter(phone, game, beginning, *entries[beginning:ending])
    phone.goto(game)
    for number, entry in enumerate(entries[ending:], ending + 1):
        tap(phone, entry)
        if number < len(entries):
            see(phone, number)
    expect(phone.locator("#board h2").first).to_contain_text("win")
    phone.locator(".bar .undo").click()
    expect(phone.locator("#board .question")).to_be_visible()


def test_a_browser_that_is_too_old_plays_with_forms(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.add_init_script("delete SubmitEvent.prototype.submitter")
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoe")
    phone.click("button[value=start]")
    phone.wait_for_url("**/1")
    phone.locator("#board .question button[name=entry]:not([disabled])").first.click()
    see(phone, 1)
    entry = json.loads(phone.request.get(f"{phone.url}/record.json").text())["entries"][0]
    assert entry["type"] in ("starter", "reveal")
    check(phone)
