"""PDF files: equal input gives equal bytes, and a file says what it is."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pypdf
import pypdfium2
import pytest
import segno
from msgspec.structs import replace
from pypdf.generic import Destination

from companion.core.translator import Translator
from companion.sheets.layout import layout, render
from companion.sheets.print_job import PACK, SHEETS, Paper, PrintJob
from companion.sheets.tents import Join
from tests.checked import present
from tests.sheets.measure import drawings, texts
from tests.sheets.records import ENGLISH

ADDRESS = "http://192.0.2.1:8000/j/K7PX3M"
ORDERS = {
    "set-up list": PrintJob(("setup",), player_count=5, options={"specials": ["shuffle"]}),
    "score sheet": PrintJob(("score",), player_count=6, names=("Ana", "Łukasz", "Zoë", "Мария", "Ệric", "Ελένη")),
    "cards": PrintJob(("cards",), slug="the-game", player_count=3, paper=Paper(duplex="long")),
    "take that": PrintJob(("score", "setup"), slug="take-that", player_count=4, paper=Paper("a5x2", is_grey=True)),
}


def test_every_sheet_is_drawn_by_its_own_function(monkeypatch: pytest.MonkeyPatch) -> None:
    join = Join("Thursday", "K7PX3M", "192.0.2.1:8000", ADDRESS)
    drawn = {str(drawings(render(PrintJob((name,), join=join), ENGLISH))) for name in SHEETS}
    assert len(drawn) == len(SHEETS)
    monkeypatch.setitem(SHEETS, "new", "New sheet")
    with pytest.raises(ValueError, match="nothing draws the sheet 'new'"):
        layout(PrintJob(("new",)), ENGLISH)


def content(page: pypdf.PageObject) -> bytes:
    return present(page.get_contents()).get_data()


def fonts_of(page: pypdf.PageObject) -> list[Any]:
    resources: Any = page["/Resources"]
    return [font.get_object() for font in resources["/Font"].values()]


@pytest.mark.parametrize("name", ORDERS)
def test_equal_print_jobs_give_equal_bytes(name: str) -> None:
    first = render(ORDERS[name], ENGLISH)
    render(PrintJob(("booklet",), slug="take-that"), ENGLISH)  # what is printed between them changes nothing
    assert render(ORDERS[name], ENGLISH) == first


def test_title_and_language_are_in_the_document() -> None:
    before = datetime.now(UTC)
    reader = pypdf.PdfReader(BytesIO(render(PrintJob(("setup",), player_count=5), Translator(lang="pt_BR"))))
    assert reader.metadata is not None
    assert reader.metadata.title == "Bids · Set-up list · 5 players"
    assert (reader.metadata.author, reader.metadata.creator) == ("Companion", "Companion")
    assert reader.metadata.get("/CreationDate") in {f"D:{day:%Y%m%d}" for day in (before, datetime.now(UTC))}
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "pt-BR"
    assert root["/ViewerPreferences"] == {"/DisplayDocTitle": True, "/PrintScaling": "/None"}


def test_a_join_card_has_a_title_of_its_own() -> None:
    join = PrintJob(("join",), join=Join("Thursday", "K7PX3M", "192.0.2.1:8000", ADDRESS))
    assert present(pypdf.PdfReader(BytesIO(render(join, ENGLISH))).metadata).title == "Join Thursday"


def test_the_qr_code_holds_the_url() -> None:
    """Every module is checked wherever a camera may look: near its edges too, so that no seam goes unseen."""
    job = PrintJob(("join",), paper=Paper("a5"), join=Join("Thursday", "K7PX3M", "192.0.2.1:8000", ADDRESS))
    picture = pypdfium2.PdfDocument(render(job, ENGLISH))[0].render(scale=8, grayscale=True).to_pil()
    right_half = picture.crop((picture.width // 2, 0, picture.width, picture.height))
    picture = right_half.crop(right_half.point(lambda grey: 255 * (grey < 40)).getbbox())
    code = [[bool(module) for module in row] for row in segno.make(ADDRESS, error="m", micro=False).matrix]
    width, height = picture.width / len(code), picture.height / len(code)
    for row, modules in enumerate(code):
        for column, module in enumerate(modules):
            for share in (0.12, 0.5, 0.88):
                place = int((column + share) * width), int((row + share) * height)
                assert (picture.getpixel(place) < 128) is module


def test_all_fonts_are_embedded() -> None:
    document = render(PrintJob(PACK, player_count=4, names=("Ana", "שרה", "محمد", "Ελένη")), ENGLISH)
    for page in pypdf.PdfReader(BytesIO(document)).pages:
        for font in fonts_of(page):
            assert "/FontFile2" in font["/FontDescriptor"]


def test_a_long_document_has_an_outline() -> None:
    """Each page with a heading is listed under the first one on it."""
    document = render(PrintJob(("referee",), paper=Paper("a5")), ENGLISH)
    reader = pypdf.PdfReader(BytesIO(document))
    outline = [entry for entry in reader.outline if isinstance(entry, Destination)]
    assert outline == reader.outline, "no chapter is below another"
    entries = {str(entry.title): reader.get_destination_page_number(entry) or 0 for entry in outline}
    assert next(iter(entries)) == "Bids" and [*entries.values()] == sorted(entries.values())
    text = texts(document)
    assert len(entries) > len(text) / 2 and all(title in text[number] for title, number in entries.items() if number)


def test_copies_of_a_page_are_drawn_once() -> None:
    job = PrintJob(("setup", "score", "booklet"), player_count=5, paper=Paper("a5"))
    once, many = (
        pypdf.PdfReader(BytesIO(render(replace(job, paper=Paper("a5", copies=copies)), ENGLISH))).pages
        for copies in (1, 50)
    )
    assert len(many) == 50 * len(once)
    used = [name for page in many for name in re.findall(rb"/(\S+) Do", content(page))]
    assert len(used) == len(many) and len(set(used)) == len(once)


def test_copies_follow_one_another() -> None:
    once = texts(render(PrintJob(("setup", "score"), player_count=3), ENGLISH))
    assert texts(render(PrintJob(("setup", "score"), player_count=3, paper=Paper(copies=3)), ENGLISH)) == once * 3


def test_on_both_sides_every_sheet_begins_on_a_front() -> None:
    pages = texts(render(PrintJob(("setup", "score", "cards"), player_count=3, paper=Paper(duplex="long")), ENGLISH))
    assert [bool(page.strip()) for page in pages] == [True, False, True, False, True, True]
