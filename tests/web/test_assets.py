"""Scripts and style sheets: a page loads its own game's only, and all of them suit the oldest browsers we support."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES, folder_of
from companion.web import assets
from tests import ROOT, samples
from tests.checked import matched
from tests.web.pages import Page, Visitor

FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "static").glob("*.*s"))}
SCRIPTS = [name for name in FILES if name.endswith(".js")]
SHEETS = [name for name in FILES if name.endswith(".css")]
# What browsers of the beginning of 2022 lack: Safari 15.4, Chrome 97, Firefox 95.
NEW_IN_SCRIPTS = re.compile(
    r"\.requestSubmit\(|randomUUID\(|AbortSignal\.|\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|isWellFormed)\(|Promise\.(withResolvers|try)\("
    r"|checkVisibility|new FormData\([^)]*,|\bstatic \{|scrollend|popover|showPicker|Array\.fromAsync|#\w+ in ",
    re.MULTILINE,
)
NEW_IN_SHEETS = re.compile(
    r":has\(|\b(rotate|scale|translate|text-wrap):|@layer|@container|@property|color-mix|oklch|&|\bsubgrid|:modal|:user-invalid|\d[dsl]vh"
)
WITH_FALLBACK = re.compile(r"([\w-]+): [^;{}]*\dvh[^;{}]*; \1: [^;{}]*\ddvh[^;{}]*;")
COMMENT = re.compile(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)", re.DOTALL)


def declared(slug: str) -> set[str]:
    """Return the files that a game declares for its pages."""
    assets = ROOT / "templates" / folder_of(slug) / "assets.html"
    return set(re.findall(r"filename='([^']+)'", assets.read_text())) if assets.exists() else set()


def loaded(page: Page) -> set[str]:
    return {name for name in FILES if re.search(rf'(src|href)="/static/[^"]*\b{name}["?]', page.source)}


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_of_a_game_loads_the_scripts_and_style_sheets_of_that_game_only(visitor: Visitor, slug: str) -> None:
    others = set().union(*map(declared, GAMES)) - declared(slug)
    game = visitor.seat(slug, "Ana", "Luis", "Zoe").press("do=start")
    for page in (game, *(visitor.get(game.url + part) for part in ("/result", "/log", "/scores", "/screen"))):
        assert declared(slug) <= loaded(page), page.url
        assert not others & loaded(page), page.url


def test_pages_of_no_game_load_what_no_game_declares(visitor: Visitor) -> None:
    for page in (visitor.get("/"), visitor.create_table()):
        assert loaded(page) == {"style.css", "play.css", "pages.css", "companion.js", "forms.js"}


IMPORTED = re.compile(r'^import (?:{[^}]+} from )?"\./([\w.]+)";$', re.MULTILINE)


def imports(name: str) -> set[str]:
    """Return all that a script imports, directly or not."""
    direct = {*IMPORTED.findall(FILES[name])}
    return direct.union(*map(imports, direct))


def test_a_page_asks_at_once_for_all_that_its_scripts_import(visitor: Visitor) -> None:
    game = visitor.seat(samples.ANY, "Ana", "Luis").press("do=start")
    for url in (game.url, game.url + "/result", game.url + "/screen", "/print", "/rules", "/"):
        page = visitor.get(url)
        scripts = {node.attrs["src"].rpartition("/")[2] for node in page.root.all("script")}
        ahead = [node.attrs["href"] for node in page.root.all("link", rel="modulepreload")]
        assert sorted(name.rpartition("/")[2] for name in ahead) == sorted(set().union(*map(imports, scripts))), url


def test_no_style_sheet_waits_for_another() -> None:
    assert [name for name in SHEETS if "@import" in FILES[name]] == []


def address(client: FlaskClient) -> str:
    """Return the address of a style sheet."""
    return matched(r'<link rel="stylesheet" href="(/static/[^"]+/style\.css)"', client.get("/").text)[1]


def test_static_files_are_kept_for_a_year(client: FlaskClient) -> None:
    answer = client.get(address(client), buffered=True)
    assert (answer.text, answer.cache_control.public, answer.cache_control.max_age) == (
        FILES["style.css"],
        True,
        31_536_000,
    )
    assert "Set-Cookie" not in answer.headers
    again = client.get(address(client), headers={"If-None-Match": answer.headers["ETag"]}, buffered=True)
    assert again.status_code == 304


def test_their_address_changes_with_any_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    before = assets.url_path(tmp_path)
    (tmp_path / "b.js").write_text("")
    assert len({before, assets.url_path(tmp_path)}) == 2
    (tmp_path / "b.js").unlink()
    assert assets.url_path(tmp_path) == before


@pytest.mark.parametrize("path", ["/static/000000000000/style.css", "/worker.js"])
def test_what_may_have_changed_is_checked_each_time(client: FlaskClient, path: str) -> None:
    answer = client.get(path, buffered=True)
    assert (answer.text, answer.cache_control.no_cache) == (FILES[path.rpartition("/")[2]], True)


@pytest.mark.parametrize("path", ["{}/no.css", "{}/../run", "{}/", "/static/style.css", "/static/0/no.css"])
def test_other_static_files_do_not_exist(client: FlaskClient, path: str) -> None:
    assert client.get(path.format(address(client).rpartition("/")[0])).status_code == 404


def test_every_response_has_the_header_that_scripts_look_for(client: FlaskClient, visitor: Visitor) -> None:
    game = visitor.seat(samples.ANY, "Ana", "Luis").press("do=start").url
    answers = [
        client.get(f"{game}/board"),
        client.get(f"{game}/board", headers={"If-None-Match": client.get(f"{game}/board").headers["ETag"]}),
        client.get("/no-such-page"),
        client.post(f"{game}/entries"),
    ]
    assert [answer.status_code for answer in answers] == [200, 304, 404, 400]
    assert {answer.headers.get("X-Companion") for answer in answers} == {"1"}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_fits_an_old_browser(name: str) -> None:
    assert [found[0] for found in NEW_IN_SCRIPTS.finditer(COMMENT.sub("", FILES[name]))] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_fits_an_old_browser(name: str) -> None:
    source = WITH_FALLBACK.sub("", COMMENT.sub("", FILES[name]))
    assert [found[0] for found in NEW_IN_SHEETS.finditer(source)] == []


def test_the_icons_of_the_home_screen_are_there(client: FlaskClient) -> None:
    icons = client.get("/manifest.webmanifest").get_json()["icons"]
    assert [icon["sizes"] for icon in icons] == ["any", "192x192", "512x512"]
    for icon in icons:
        with client.get(icon["src"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, icon["type"])
