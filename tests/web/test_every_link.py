"""Every link of the program leads to a page that has what all pages must have."""

from __future__ import annotations

import re
from collections import deque

from tests import samples
from tests.web.pages import Page, Visitor

NO_PAGES = re.compile(
    r"\.(pdf|json|png|svg|csv|zip)\b|/files/|/events|/l/"
)  # files, streams, and links that log someone in


def test_every_link_leads_to_a_page(visitor: Visitor, all_games: tuple[str, ...]) -> None:
    host = visitor.create_table()
    for kind in all_games:
        form = visitor.visit_new(kind, host)
        for name in samples.NAMES:
            form = _added(form, name)
        game = form.press("do=start", **getattr(samples.of(kind), "MUST_BE_CHOSEN", {}))
        assert game.url.rsplit("/", 1)[1].isdigit(), game.text
        visitor.submit(game, samples.of(kind).FIRST_ENTRY)
    assert len(followed(visitor, "/")) > 40, "the visitor got around"


def followed(visitor: Visitor, first: str, within: str = "/", enough: int = 5) -> set[str]:
    """Return the addresses of the pages that links lead to from the `first` one, after a visit to each of them.

    :param within: how their addresses begin
    :param enough: pages of one URL, of lines of a log, of situations at the desk
    """
    kinds: dict[str, int] = {}
    seen, ahead = {first}, deque([first])
    while ahead:
        url = ahead.popleft()
        page = visitor.get(url)
        # A tap in a rules question may complete a situation that cannot be: the page then says so.
        assert page.status == 200 or (page.status == 422 and "?" in url), url
        for link in page.root.all("a"):
            href = link.attrs["href"].partition("#")[0]
            if not href.startswith(within) or NO_PAGES.search(href) or href in seen:
                continue
            kind = re.sub(r"\d+", "*", href.partition("?")[0])
            kinds[kind] = kinds.get(kind, 0) + 1
            if kinds[kind] <= enough:
                seen.add(href)
                ahead.append(href)
    return seen


def _added(form: Page, name: str) -> Page:
    return form if any(node.text == name for node in form.root.all("span")) else form.press("do=new", new_name=name)
