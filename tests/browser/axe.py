"""Accessibility checks with axe, and checks for small screens."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

# axe takes a millisecond for the contrast of each text, and a book has thousands that look the same: marks the first of
# each look. Texts look the same if all styles do, up to the root. Something else may lie behind what is positioned and
# what touches that: each of these has a look of its own. axe judges a text of one letter less strictly, and leaves out
# what is disabled or hidden.
MARK_LOOKS = """{
  const STYLES = ["color", "backgroundColor", "backgroundImage", "opacity", "filter", "mixBlendMode", "clip",
    "clipPath", "fontSize", "fontWeight", "textShadow", "textIndent", "-webkit-text-stroke"]
  const USUAL = { position: "static", float: "none", transform: "none", overflowX: "visible" }
  const styles = new Map(), alone = [], texts = [], seen = new Set(), numbers = new Map()
  const number = (look) => numbers.get(look) ?? numbers.set(look, numbers.size).get(look)
  const values = (style) => STYLES.map((name) => style[name]).join()
  for (const node of document.querySelectorAll("*")) {
    const style = getComputedStyle(node), parts = [styles.get(node.parentElement), values(style), node.ariaHidden]
    for (const pseudo of ["::before", "::after"]) {
      const beside = getComputedStyle(node, pseudo)
      if (!["none", "normal"].includes(beside.content)) parts.push(pseudo, beside.position, values(beside))
    }
    if (Object.entries(USUAL).some(([name, value]) => style[name] !== value)) parts.push(alone.push(node))
    parts.push(node.matches(":disabled, [aria-disabled=true], [inert]") || Boolean(node.control?.disabled))
    styles.set(node, number(parts.join("|")))
    const own = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
    const text = own.map((child) => child.data.trim()).join("")
    if (node.matches("input, select, textarea")) node.setAttribute("data-look", "")
    else if (text && style.visibility === "visible" && node.getClientRects().length) texts.push([node, text])
  }
  const places = alone.map((node) => [node, node.getBoundingClientRect()])
  for (const [node, text] of texts) {
    const box = node.getBoundingClientRect()
    const isTouched = places.some(([other, { left, right, top, bottom }]) => left < box.right && box.left < right &&
      top < box.bottom && box.top < bottom && !other.contains(node) && !node.contains(other))
    const look = `${styles.get(node)} ${text.replace(/[^\\p{L}\\p{N}]/gu, "").length > 1}`
    if (isTouched || !seen.has(look)) node.setAttribute("data-look", "")
    seen.add(look)
  }
}"""

# A link in a text has to differ by its style, not by its colour alone, which takes axe a second for each book.
CONFIGURATION = """; axe.configure({
  rules: [{ id: "color-contrast", selector: "[data-look]" }],
  checks: [{ id: "link-in-text-block", enabled: false }],
})"""
AXE = AXE_SCRIPT + CONFIGURATION
VIOLATIONS = """options => {
  MARK_LOOKS
  return axe.run(options).then(({ violations }) => {
    document.querySelectorAll("[data-look]").forEach((node) => node.removeAttribute("data-look"))
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary ?? ""}`))
  })
}""".replace("MARK_LOOKS", MARK_LOOKS)
# All that a colour scheme changes for axe.
COLOURS: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def check(page: Any) -> None:
    """Assert that the open page has no axe violation, no faults in its scripts, and does not scroll sideways."""
    assert violations(page) == [], page.url
    assert not page.faults, page.faults
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"


def check_light_and_dark(page: Any) -> None:
    """Assert the same, and that the colours of both schemes have enough contrast; leaves the page light."""
    page.emulate_media(color_scheme="dark")
    assert violations(page, **COLOURS) == [], f"{page.url} in dark"
    page.emulate_media(color_scheme="light")
    check(page)


def violations(page: Any, **options: Any) -> list[str]:
    """Return what axe finds on the open page."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE)
        page.add_init_script(AXE)  # the browser compiles once what pages begin with
    return list(page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], **options}))
