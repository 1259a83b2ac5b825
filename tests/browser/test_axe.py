"""The check with axe finds one pale text among many of another look, and a link that only its colour tells apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.axe import violations

TEXTS = """document.querySelector("main").innerHTML = "<h1>Texts</h1>" + Array.from({ length: 30 }, (_, at) =>
  `<div class="row"><p>A text with the number ${at}</p></div>`).join("")"""
PALE = "all.forEach((text) => { text.style.color = '#ccc' })"
ODD = {
    "a colour of its own": "odd.style.color = '#ccc'",
    "a word in another colour": "odd.innerHTML = 'one <i>word</i> more'; odd.children[0].style.color = '#ccc'",
    "another background": "odd.style.color = '#fff'; row.style.color = '#fff'; row.style.background = '#eee'",
    "faint together with all around it": "row.style.opacity = '0.2'",
    "something behind it": """
        const behind = row.insertAdjacentElement("beforebegin", document.createElement("div"))
        const { x, y, width, height } = odd.getBoundingClientRect()
        Object.assign(behind.style, { position: "absolute", background: "#555", left: `${x - 9}px`,
          top: `${y + scrollY - 9}px`, width: `${width + 18}px`, height: `${height + 18}px` })
        odd.style.position = "relative"
        """,
    "an empty one before it": f"{PALE}; all[0].textContent = ''",
    "a hidden one before it": f"{PALE}; all[0].hidden = true",
    "one of a single letter before it": f"{PALE}; all[0].textContent = '1'",
    "one for nobody's ears before it": f"{PALE}; all[0].ariaHidden = true",
}


def test_one_text_of_many_is_found(phones: Callable[..., Any]) -> None:
    phone = phones("/rules")
    for name, odd in ODD.items():
        phone.evaluate(TEXTS)
        assert violations(phone) == []
        phone.evaluate(f"""() => {{
            const all = document.querySelectorAll("main p"), odd = all[20], row = odd.parentElement
            {odd}
        }}""")
        assert [problem for problem in violations(phone) if problem.startswith("color-contrast")], name


def test_a_link_in_a_text_has_to_differ_by_more_than_its_colour(phones: Callable[..., Any]) -> None:
    phone = phones("/rules")
    phone.evaluate(TEXTS)
    phone.evaluate("document.querySelector('main p').innerHTML = 'This is <a href=\"/\">a link</a> in a text'")
    assert violations(phone) == []
    phone.locator("main p a").evaluate("link => { link.style.textDecoration = 'none' }")
    assert [problem.partition(":")[0] for problem in violations(phone)] == ["link-in-text-block"]
