"""What the scripts promise: the focus stays, a double tap is one tap, nothing is lost, and old browsers can play."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.browser.axe import check
from tests.browser.evening import Evening, button
from tests.browser.taps import open_table, seat, see, start

LONG = 20_000  # milliseconds: until a phone has tried again
PORTAL = "<!doctype html><html><main><h1>Free Wi-Fi</h1><p>Please log in.</p></main></html>"
FOCUS = "document.activeElement.getAttribute('href') ?? document.activeElement.id"
FAKE_STREAM = """
    window.sources = [];
    window.EventSource = class extends EventTarget {
        constructor() { super(); window.sources.push(this); }
        close() { this.closed = true; }
    };
    window.send = (name, at = -1) => window.sources.at(at).dispatchEvent(new Event(name));
"""
# What browsers lack that the scripts were written for: Safari 15.4, Chrome 85, Firefox 90.
OLD = """
    const Modern = window.FormData;
    window.FormData = class extends Modern { constructor(form) { super(form); } };
    delete HTMLFormElement.prototype.requestSubmit;
    for (const prototype of [Array.prototype, String.prototype]) delete prototype.at;
    delete Element.prototype.replaceChildren;
    delete Document.prototype.replaceChildren;
    delete DocumentFragment.prototype.replaceChildren;
    delete Element.prototype.checkVisibility;
    delete Object.hasOwn;
    delete AbortSignal.timeout;
    delete window.structuredClone;
    delete Crypto.prototype.randomUUID;
    delete Navigator.prototype.vibrate;
"""


def three(phones: Callable[..., Any]) -> tuple[Evening, Any, Any]:
    """Return a game of Bids whose first card is turned up, and the phones of Ana and Luis."""
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    ana, luis = evening.player("Ana"), evening.player("Luis")
    entries = len(evening.record())
    button(ana, {"type": "reveal", "card": "K7"}).click()
    for phone in (ana, luis):
        see(phone, entries + 1)
    return evening, ana, luis


# ---- Focus


def test_the_focus_stays_on_a_link_while_others_play(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    link = ana.locator(".scores a.who", has_text="Zoe")
    link.focus()
    href = link.get_attribute("href")
    button(luis, {"type": "bid", "seat": 1, "card": "R9"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(1)
    assert ana.evaluate(FOCUS) == href


def test_the_focus_stays_on_a_summary_and_what_is_unfolded_stays_so(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    button(ana, {"type": "bid", "seat": 0, "card": "R9"}).click()
    summary = ana.locator("#for-others > summary")
    summary.click()
    summary.focus()
    button(luis, {"type": "bid", "seat": 1, "card": "R8"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(2)
    assert ana.evaluate("document.activeElement.nodeName") == "SUMMARY"
    expect(ana.locator("#for-others")).to_have_attribute("open", "")


def test_the_focus_of_a_card_that_is_used_up_goes_to_the_question(phones: Callable[..., Any]) -> None:
    _evening, ana, _luis = three(phones)
    bid = {"type": "bid", "seat": 0, "card": "R9"}
    number = int(ana.locator("#board input[name=number]").first.input_value())
    target = button(ana, bid)
    target.focus()
    ana.keyboard.press("Enter")
    see(ana, number + 1)
    assert ana.evaluate(FOCUS) == "question"


def test_the_keyboard_stays_open_while_names_are_added(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{open_table(phone)}/new?kind=bids")
    phone.locator("#new-name").focus()
    # A field that is replaced closes the keyboard of a phone, even if another one is given the focus at once.
    phone.evaluate(
        """() => {
            window.blurs = 0;
            window.field = document.getElementById("new-name");
            window.field.addEventListener("blur", () => { window.blurs += 1; });
        }"""
    )
    for count, name in enumerate(("Ana", "Luis", "Zoe"), start=1):
        phone.keyboard.type(name)
        if count % 2:
            phone.keyboard.press("Enter")
        else:
            phone.click("button[value=new]")
        expect(phone.locator(".places li")).to_have_count(count)
        expect(phone.locator("#new-name")).to_have_value("")
    assert phone.evaluate("window.field === document.activeElement && window.field.isConnected")
    assert phone.evaluate("window.blurs") == 0


def test_a_name_that_is_being_typed_outlives_an_answer(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{open_table(phone)}/new?kind=bids")
    held = []
    phone.route("**/new", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    phone.fill("#new-name", "Ana")
    phone.keyboard.press("Enter")
    phone.fill("#new-name", "Lui")
    phone.wait_for_timeout(100)
    held[0].continue_()
    expect(phone.locator(".places li")).to_have_count(1)
    expect(phone.locator("#new-name")).to_have_value("Lui")


# ---- Taps


@pytest.mark.parametrize(("pause", "entries"), [(0, 1), (200, 1), (600, 2)])
def test_a_double_tap_enters_one_card(phones: Callable[..., Any], pause: int, entries: int) -> None:
    phone = phones()
    seat(phone, open_table(phone), "bids", "Ana", "Luis", "Zoe")
    start(phone)
    card = phone.locator(".grid button[name=entry]").nth(6)
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.mouse.click(*place)
    see(phone, 1)
    # Where the card was there is another one now, which nobody has aimed at.
    phone.evaluate(
        """y => { const box = document.querySelector(".grid button[name=entry]").getBoundingClientRect();
            scrollBy(0, (box.top + box.height / 2 - y) % box.height); }""",
        place[1],
    )
    phone.wait_for_timeout(pause)
    assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.name", place) == "entry"
    phone.mouse.click(*place)
    phone.wait_for_timeout(600)
    see(phone, entries)


def test_the_tapped_card_is_marked_before_the_network_answers(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    ana.route("**/entries", hold)
    card = button(ana, {"type": "bid", "seat": 0, "card": "R9"})
    card.click()
    expect(card).to_have_attribute("aria-busy", "true", timeout=300)
    assert card.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"
    # A change by somebody else does not wipe the mark away.
    button(luis, {"type": "bid", "seat": 1, "card": "B4"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(1)
    expect(button(ana, {"type": "bid", "seat": 0, "card": "R9"})).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(ana.locator(".scores .played.card")).to_have_count(2)


# ---- Entries that are not saved


def refusal(status: int) -> Callable[[Any], None]:
    """Return what answers each request with a page of ours that refuses it."""
    page = f"<!doctype html><main><h1>Not here</h1><p>Because of {status}.</p></main>"
    return lambda route: route.fulfill(status=status, body=page, headers={"X-Companion": "1"})


def test_a_refused_entry_stays_until_its_owner_decides(phones: Callable[..., Any]) -> None:
    evening, ana, _luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 0, "card": "R9"}
    refused = ana.locator("#unsent .notice")
    for status in (400, 404, 409, 422, 403):
        ana.route("**/entries", refusal(status))
        button(ana, bid).click()  # once more: what was refused before is not kept beside it
        expect(refused).to_have_count(1)
        expect(refused).to_contain_text("Not saved: red 9")
        expect(refused).to_contain_text(f"Because of {status}.")
        ana.unroute("**/entries")
    check(ana)
    assert evening.record() == known
    ana.reload()
    expect(refused).to_contain_text("Because of 403.")
    refused.get_by_role("button", name="Try again").click()
    expect(refused).to_have_count(0)
    see(ana, len(known) + 1)
    assert evening.record() == [*known, bid]


@pytest.mark.parametrize("decision", ["Change", "Discard"])
def test_a_refused_entry_goes_when_its_owner_wants_another(phones: Callable[..., Any], decision: str) -> None:
    evening, ana, luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 1, "card": "R9"}
    ana.context.set_offline(True)
    button(ana, {"type": "bid", "seat": 0, "card": "R9"}).click()
    expect(ana.locator("#unsent li")).to_have_count(1)
    button(luis, bid).click()
    expect(luis.locator(".scores .played.card")).to_have_count(1)
    ana.context.set_offline(False)
    refused = ana.locator("#unsent .notice")
    expect(refused).to_contain_text("Not saved: red 9", timeout=LONG)
    refused.get_by_role("button", name=decision).click()
    expect(refused).to_have_count(0)
    expect(ana.locator("#question")).to_have_text("Your bid")
    ana.reload()
    expect(ana.locator("[data-link-sign]")).to_have_text("connected")
    expect(refused).to_have_count(0)
    assert evening.record() == [*known, bid]


def test_another_network_that_answers_in_our_place_is_not_believed(phones: Callable[..., Any]) -> None:
    evening, ana, luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 0, "card": "R9"}

    def portal(route: Any) -> None:
        route.fulfill(status=200, content_type="text/html", body=PORTAL)

    for address in ("**/entries", "**/board*", "**/events*"):
        ana.route(address, portal)
    button(ana, bid).click()
    expect(ana.locator("#unsent li")).to_contain_text("red 9")
    ana.locator(".scores a.who", has_text="Zoe").click()
    expect(ana.locator("[data-link-sign]")).to_have_text("reconnecting")
    assert "Free Wi-Fi" not in ana.content()
    assert evening.record() == known
    for address in ("**/entries", "**/board*", "**/events*"):
        ana.unroute(address)
    expect(ana.locator("#unsent li")).to_have_count(0, timeout=LONG)
    expect(luis.locator(".scores .played.card")).to_have_count(1)
    assert evening.record() == [*known, bid]


def test_a_form_that_reaches_another_network_says_that_nothing_was_saved(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, open_table(phone), "bids", "Ana", "Luis", "Zoe")
    phone.route("**/new", lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL))
    phone.click("button[value=start]")
    expect(phone.locator("#board .notice")).to_contain_text("nothing was saved")
    expect(phone.locator(".places li")).to_have_count(3)
    phone.unroute("**/new")
    start(phone)


# ---- The stream


def open_with_fake_stream(phones: Callable[..., Any], silence: int) -> Any:
    phone = phones()
    seat(phone, open_table(phone), "bids", "Ana", "Luis", "Zoe")
    address = start(phone)
    phone.add_init_script(FAKE_STREAM)

    def shorten(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('id="board"', f'id="board" data-silence="{silence}"'))

    phone.route(address, shorten)
    phone.goto(address)
    phone.evaluate("send('hello')")
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    return phone


def test_a_stream_that_falls_silent_is_given_up(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones, 800)
    for _ in range(4):
        phone.wait_for_timeout(400)
        phone.evaluate("send('heartbeat')")
    assert phone.evaluate("window.sources.length") == 1
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    expect(phone.locator("[data-link-sign]")).to_have_text("reconnecting", timeout=2_000)
    phone.wait_for_timeout(4_000)  # at most, with one failure
    assert phone.evaluate("window.sources.length") > 1
    assert phone.evaluate("window.sources[0].closed")
    phone.evaluate("send('hello')")
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")


def test_the_end_of_an_old_stream_does_not_end_the_new_one(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones, 45_000)
    phone.evaluate("dispatchEvent(new Event('pagehide')); dispatchEvent(new PageTransitionEvent('pageshow'))")
    assert phone.evaluate("window.sources.length") == 2
    phone.evaluate("send('hello'); send('error', 0)")
    phone.wait_for_timeout(200)
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    assert not phone.evaluate("window.sources[1].closed")


def test_a_page_that_comes_back_from_the_cache_is_read_again_where_no_stream_runs(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, open_table(phone), "bids", "Ana", "Luis", "Zoe")
    address = start(phone)
    for page, reloads in ((f"{address}/log", True), (address, False)):
        phone.goto(page)
        phone.evaluate("window.old = true")
        phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        phone.wait_for_timeout(500)
        assert phone.evaluate("window.old === undefined") == reloads, page


# ---- Calls


def test_sound_is_woken_by_the_first_tap_on_each_page(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    phone = evening.phones()
    phone.add_init_script(
        """
        localStorage.setItem("companion:sound", "1");
        window.resumed = 0;
        window.AudioContext = class {
            state = "suspended";
            resume() { window.resumed += 1; return Promise.resolve(); }
        };
        """
    )
    evening.sit_down(phone, "Ana")
    assert phone.evaluate("window.resumed") == 0
    phone.locator("#question").click()
    assert phone.evaluate("window.resumed") == 1


def test_vibration_is_offered_only_where_there_is_any(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    for init, count in (("", 4), ("delete Navigator.prototype.vibrate", 3)):
        phone = evening.phones()
        phone.add_init_script(init)
        evening.sit_down(phone, "Ana")
        phone.locator("details:has([data-call]) summary").click()
        expect(phone.locator("label:has([data-call]):visible")).to_have_count(count)


# ---- Old browsers


@pytest.mark.parametrize("kind", GAMES)
def test_a_browser_of_2021_starts_and_plays_every_game(phones: Callable[..., Any], kind: str) -> None:
    phone = phones()
    phone.add_init_script(OLD)
    seat(phone, open_table(phone), kind, "Ana", "Luis", "Zoe")
    start(phone)
    if phone.locator(".piles a").count():  # a pile is tapped before the card
        phone.locator(".piles a").first.click()
        phone.locator(".pad a:visible").first.click()
    else:
        phone.locator("#board .question button[name=entry]:not([disabled])").first.click()
    see(phone, 1)
    phone.locator(".bar .undo").click()
    see(phone, 2)
    phone.goto(f"{phone.url}/result")
    if phone.locator("[data-step]").count():
        phone.locator("[data-step]").nth(1).click()
    assert phone.faults == []


def test_a_browser_that_is_too_old_is_told_so_and_plays_with_forms(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.add_init_script("delete SubmitEvent.prototype.submitter")
    seat(phone, open_table(phone), "bids", "Ana", "Luis", "Zoe")
    expect(phone.locator("#old-browser")).to_be_visible()
    phone.click("button[value=start]")
    phone.wait_for_url("**/1")
    phone.locator("#board .question button[name=entry]:not([disabled])").first.click()
    see(phone, 1)
    entry = json.loads(phone.request.get(f"{phone.url}/record.json").text())["entries"][0]
    assert entry["type"] in ("starter", "reveal")
    check(phone)


def test_a_present_browser_is_not_called_old(phones: Callable[..., Any]) -> None:
    phone = phones()
    open_table(phone)
    expect(phone.locator("#old-browser")).to_be_hidden()
