"""Scripts and style sheets: a page loads its own game's only, and all of them suit the oldest browsers we support."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.web import joined_files
from companion.web.play.context import template_folder
from tests import ROOT, samples
from tests.web.pages import Page, Visitor

FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "static").glob("*.*s"))}
SCRIPTS = [name for name in FILES if name.endswith(".js")]
SHEETS = [name for name in FILES if name.endswith(".css")]
# What Safari 15.4, Chrome 85 or Firefox 90 lack. Chrome 85 knows neither `inset` nor `padding-inline`.
NEW_IN_SCRIPTS = re.compile(
    r"\.at\(|\.replaceChildren\(|\.requestSubmit\(|structuredClone|Object\.hasOwn|randomUUID\(|AbortSignal\.|^await"
    r"|\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|isWellFormed)\(|Promise\.(any|withResolvers|try)\("
    r"|checkVisibility|new FormData\([^)]*,|\bstatic \{|scrollend|popover|showPicker|Array\.fromAsync|#\w+ in ",
    re.MULTILINE,
)
NEW_IN_SHEETS = re.compile(
    r":has\(|:is\(|:where\(|:not\([^()]*,|\binset:|-(inline|block):|\b(aspect-ratio|rotate|scale|translate|text-wrap):"
    r"|@layer|@container|@property|color-mix|oklch|&|\bsubgrid|:modal|:user-invalid|\d[dsl]vh"
)
WITH_FALLBACK = re.compile(r"([\w-]+): [^;{}]*\dvh[^;{}]*; \1: [^;{}]*\ddvh[^;{}]*;")
COMMENT = re.compile(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)", re.DOTALL)


def declared(slug: str) -> set[str]:
    """Return the files that a game declares for its pages."""
    return set(
        re.findall(r"filename='([^']+)'", (ROOT / "templates" / template_folder(slug) / "assets.html").read_text())
    )


def loaded(page: Page) -> set[str]:
    return {name for name in FILES if re.search(rf'(src|href)="/static/[^"]*\b{name}["?]', page.source)}


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_of_a_game_loads_the_scripts_and_style_sheets_of_that_game_only(visitor: Visitor, slug: str) -> None:
    others = set().union(*map(declared, GAMES)) - declared(slug)
    game = visitor.seat(slug, "Ana", "Luis", "Zoe").press("Start the game")
    for page in (game, *(visitor.get(game.url + part) for part in ("/result", "/log", "/scores", "/screen"))):
        assert declared(slug) <= loaded(page), page.url
        assert not others & loaded(page), page.url


def test_pages_of_no_game_load_what_no_game_declares(visitor: Visitor) -> None:
    for page in (visitor.get("/"), visitor.create_table()):
        assert loaded(page) == {"companion.css", "pages.css", "companion.js", "forms.js", "old.js"}


PARTS = {name: joined_files.parts(ROOT / "static" / name) for name in FILES}
NAMES = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
ENTRIES = [name for name in SCRIPTS if not any(name in FILES[other] for other in SCRIPTS)]


@pytest.mark.parametrize("name", ENTRIES)
def test_a_script_is_sent_with_all_that_it_imports_each_once(name: str) -> None:
    sent = COMMENT.sub("", joined_files.join(PARTS[name]).decode())
    assert re.findall(r"^(?:import|export)\b.*", sent, re.MULTILINE) == []
    declared = NAMES.findall(sent)
    assert declared == [found for module in PARTS[name] for found in NAMES.findall(FILES[module.name])]
    assert sorted(declared) == sorted({*declared}), "modules that are sent together share their names"


def test_no_page_loads_a_module_twice() -> None:
    for template in (ROOT / "templates").rglob("*.html"):
        linked = re.findall(r"filename='([\w.]+\.js)'", template.read_text(encoding="utf-8"))
        modules = [module.name for name in {*linked, "companion.js", "forms.js"} for module in PARTS[name]]
        assert sorted(modules) == sorted({*modules}), template


def test_every_response_has_the_header_that_scripts_look_for(client: FlaskClient, visitor: Visitor) -> None:
    game = visitor.seat(samples.ANY, "Ana", "Luis").press("Start the game").url
    answers = [
        client.get(f"{game}/board"),
        client.get(f"{game}/board", headers={"If-None-Match": client.get(f"{game}/board").headers["ETag"]}),
        client.get("/no-such-page"),
        client.post(f"{game}/entries"),
    ]
    assert [answer.status_code for answer in answers] == [200, 304, 404, 400]
    assert {answer.headers.get("X-Companion") for answer in answers} == {"1"}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_fits_into_200_lines_and_an_old_browser(name: str) -> None:
    assert FILES[name].count("\n") <= 200
    assert [found[0] for found in NEW_IN_SCRIPTS.finditer(COMMENT.sub("", FILES[name]))] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_fits_an_old_browser(name: str) -> None:
    source = WITH_FALLBACK.sub("", COMMENT.sub("", FILES[name]))
    assert [found[0] for found in NEW_IN_SHEETS.finditer(source)] == []


def test_the_search_for_what_old_browsers_lack_finds_it() -> None:
    for source in ("items.at(-1)", "new FormData(form, button)", "form.requestSubmit(button)", "\nawait load()"):
        assert NEW_IN_SCRIPTS.search(source), source
    for source in (
        "a:has(b) {}",
        "a { inset: 0 }",
        "a:not(b, c) {}",
        "a { height: 9dvh }",
        "a { padding-inline: 1px }",
    ):
        assert NEW_IN_SHEETS.search(WITH_FALLBACK.sub("", source)), source
