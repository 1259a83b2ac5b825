"""The print page on a phone: every choice shows at once in the preview, which stays in view with its download."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.browser.taps import create_table

HEAD, PICTURES, DOWNLOAD = "#pages", "#preview .paper img", "#preview button.main"


def pictures(phone: Any) -> list[str]:
    """Return the URLs of the pages shown, each of which is loaded."""
    expect(phone.locator("#preview")).not_to_have_attribute("aria-busy", "true")
    shown = phone.locator(PICTURES)
    expect(shown.first).to_have_js_property("complete", True)
    assert shown.first.evaluate("image => image.naturalWidth") > 50
    return [str(image.get_attribute("src")) for image in shown.all()]


def is_in_view(phone: Any, place: str) -> bool:
    """Return whether the first element at `place` is entirely on the screen, with nothing over it."""
    return bool(
        phone.locator(place).first.evaluate("""node => {
          const { left, top, right, bottom } = node.getBoundingClientRect();
          const on_top = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && node.contains(on_top);
        }""")
    )


def test_what_is_tapped_shows_in_the_preview_which_stays_in_view(phones: Callable[..., Any]) -> None:
    phone = phones(has_touch=True)
    phone.goto("/print?game=bids&players=4&sheets=setup")
    expect(phone.locator(HEAD)).to_have_text("1 page · 1 sheet of paper")
    seen = [pictures(phone)]
    taps = (
        ("input[name=players][value='6']", "1 page · 1 sheet of paper"),
        ("label.tick:has(input[name=sheets][value=score])", "2 pages · 2 sheets of paper"),
        ("button[value='copies+']", "2 pages · 4 sheets of paper"),
        ("label.tick:has(input[name=grey])", "2 pages · 4 sheets of paper"),
        ("input[name=game][value=the-game]", "2 pages · 4 sheets of paper"),
    )
    for control, head in taps:
        target = phone.locator(control).first
        target.evaluate("node => node.scrollIntoView({ block: 'center' })")
        with phone.expect_response(lambda answer: "/print?" in answer.url):
            target.tap()
        expect(phone.locator(HEAD)).to_have_text(head)
        expect(phone.locator(PICTURES).first).not_to_have_attribute("src", seen[-1][0])
        seen.append(pictures(phone))
        assert is_in_view(phone, PICTURES) and is_in_view(phone, DOWNLOAD), control
    assert [len(urls) for urls in seen] == [1, 1, 2, 2, 2, 2]
    assert not phone.faults


BROKEN_WORDS = """() => [...document.querySelectorAll('#large button')].flatMap(({firstChild: text}) =>
    [...text.data.matchAll(/\\S+/g)].filter(({0: word, index}) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""


def test_a_page_that_is_tapped_opens_large(phones: Callable[..., Any]) -> None:
    phone = phones(has_touch=True)
    phone.goto("/print?game=bids&players=4&sheets=setup&sheets=score")
    phone.locator(PICTURES).first.tap()
    large = phone.locator("#large")
    expect(large).to_be_visible()
    expect(large).to_have_attribute("aria-label", "Page 1")
    phone.set_viewport_size({"width": 360, "height": 640})
    assert phone.evaluate(BROKEN_WORDS) == []
    large.locator("button[value='1']").tap()
    expect(large).to_have_attribute("aria-label", "Page 2")
    expect(large.locator("button[value='1']")).to_be_disabled()
    large.locator("button[value='0']").tap()
    expect(large).to_be_hidden()


@pytest.mark.parametrize("has_scripts", [True, False])
def test_what_is_downloaded_is_remembered_at_the_table(phones: Callable[..., Any], has_scripts: bool) -> None:
    phone = phones(java_script_enabled=has_scripts)
    page = f"{create_table(phone)}/print"
    phone.goto(page)
    phone.locator("label.tick:has(input[name=grey])").click()
    if has_scripts:
        expect(phone).to_have_url(re.compile("grey=y"))
    with phone.expect_download() as download:
        phone.locator(DOWNLOAD).click()
    assert "grey=y" in download.value.url
    expect(phone.locator("#print")).to_be_visible()  # the PDF opens beside the form
    phone.goto(page)
    expect(phone.locator("input[name=grey]")).to_be_checked()
    assert not phone.faults


def test_cards_are_printed_in_their_colours(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto("/rules/bids")
    colour = phone.locator(".card[data-color='B']").first.evaluate("node => getComputedStyle(node).backgroundColor")
    wanted = tuple(map(int, re.findall(r"\d+", colour)[:3]))
    document = pypdfium2.PdfDocument(phone.pdf(print_background=False))
    found = (page.render(scale=1).to_pil().convert("RGB").getcolors(10**6) for page in document)
    assert any(pixel == wanted for page in found for _count, pixel in page or ())
