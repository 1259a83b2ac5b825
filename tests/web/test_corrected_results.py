"""The result form of a game on the page that corrects its log: both have fields of their own."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest

from tests import samples
from tests.web.pages import Page, Visitor
from tests.web.test_every_game import started

FORMS = [(slug, *form) for slug in samples.GAMES for form in samples.of(slug).RESULT_FORMS]
EACH_FORM = pytest.mark.parametrize(("slug", "way", "fields", "change"), FORMS)


def filled_in(form: Page, way: str, fields: Mapping[str, str]) -> Page:
    """Return the result form once its kind has been chosen and its total checked."""
    if way:
        form = form.press(form.url, how=way)
    return form.press(form.url, **fields)


def with_result(visitor: Visitor, slug: str, way: str, fields: Mapping[str, str]) -> Page:
    form = started(visitor, slug).follow("/result")
    return filled_in(form, way, fields).press("type")


def values(page: Page) -> dict[str, str]:
    return {field.attrs.get("name", ""): field.attrs.get("value", "") for field in page.root.all("input")}


@EACH_FORM
def test_a_result_that_is_only_checked_is_not_corrected_yet(
    visitor: Visitor, slug: str, way: str, fields: Mapping[str, str], change: Mapping[str, str]
) -> None:
    game = with_result(visitor, slug, way, fields)
    saved = game.entries()
    checked = visitor.get(f"{game.url}/log/1").press("/log/1", **change)
    assert checked.status == 200
    assert change.items() <= values(checked).items()
    assert game.entries() == saved
    asked = checked.press("type")
    assert game.entries() == saved
    asked.press("do=surely")
    (corrected,) = game.entries()
    assert corrected != saved[0]


@EACH_FORM
def test_a_result_that_was_typed_is_still_there_on_the_way_back_from_a_rule(
    visitor: Visitor, slug: str, way: str, fields: Mapping[str, str], change: Mapping[str, str]
) -> None:
    """The script puts it into the URL."""
    game = with_result(visitor, slug, way, fields)
    query = urlencode({**({"how": way} if way else {}), "as-result": "1", **fields, **change})
    for url in (f"{game.url}/log/1?do=replace&{query}", f"{game.url}/log/round/1?{query}"):
        assert change.items() <= values(visitor.get(url)).items()
    live = started(visitor, slug)
    assert change.items() <= values(visitor.get(f"{live.url}/result?{query}")).items()


@EACH_FORM
def test_a_result_is_inserted_before_an_entry_and_replaces_nothing(
    visitor: Visitor, slug: str, way: str, fields: Mapping[str, str], change: Mapping[str, str]
) -> None:
    entry = samples.of(slug).FIRST_ENTRY
    game = visitor.submit(started(visitor, slug), entry)
    form = visitor.get(f"{game.url}/log/1").follow("/insert")
    form = form.follow("/insert?as-result=1")
    checked = filled_in(form, way, {**fields, **change})
    assert (checked.status, checked.title) == (200, "What was forgotten?")
    assert game.entries() == [entry]
    after = checked.press("type")
    if after.status == 409:  # the result ends the game, so the entry after it would no longer be valid
        assert game.entries() == [entry]
        after.press("/resolve")
        assert len(game.entries()) == 1
    else:
        assert game.entries()[1:] == [entry]
    assert game.entries()[0]["type"] in ("result", "round")


@pytest.mark.parametrize("slug", samples.GAMES)
def test_an_entry_before_which_a_result_ends_the_game_can_only_be_deleted(visitor: Visitor, slug: str) -> None:
    options, ended = samples.of(slug).TO_THE_END
    game = visitor.submit_all(started(visitor, slug, options), *ended[:-1], samples.of(slug).FIRST_ENTRY)
    last = len(ended)
    form = visitor.get(f"{game.url}/log/{last}/insert").follow("/insert?as-result=1")
    ((way, fields, _), *_others) = samples.of(slug).RESULT_FORMS
    conflict = filled_in(form, way, fields).press("type")
    assert conflict.status == 409
    page = conflict.press(f"/log/{last}")
    assert page.status == 200
    assert not page.root.all("button", name="entry")
    assert page.press("/delete").status == 200
    assert [entry["type"] for entry in game.entries()[last - 1 :]] == [ended[-1]["type"]]
