"""Names: long, foreign, hostile. They are shown as they are, stay in their place, and are never taken for markup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from PIL import ImageChops
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from companion.core.names import isolated
from companion.core.translator import Translator
from companion.sheets import fonts, system_fonts
from companion.sheets.layout import render
from companion.sheets.pdf import page_pictures
from companion.sheets.print_job import Paper, PrintJob
from companion.sheets.text_fitting import cut, fit, fit_name, initials, with_hyphens, wrap
from tests.evening import DUEL
from tests.examples import recorded
from tests.sheets.measure import complaints, said, texts
from tests.sheets.records import ENGLISH, print_job

NO_CHARACTER = "\U000e0fff"
LONG = "Maximiliane-Charlotte Wilhelmine von Hohenstein-Schwarzenberg"


def sheet(*names: str, **more: Any) -> bytes:
    return render(PrintJob(("score",), player_count=len(names), names=names, **more), ENGLISH)


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz",
        "Zoë",
        "Мария",
        "Ελένη",
        "Nguyễn Thị Ệch",
        "<script>alert(1)</script>",
        "=cmd|' /C calc'!A0",
        "&amp;",
        "100%",
    ],
)
def test_a_name_is_printed_as_typed(name: str) -> None:
    pdf = sheet(name, "Ana", "Luis")
    assert name in said(pdf)
    assert complaints(pdf) == []


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("name", [LONG, "W" * 60, "Ж" * 60, "a" * 10_000, "a b " * 2500, "\u200fשרה" * 20])
def test_six_long_names_stay_in_their_columns(name: str, paper: str) -> None:
    pdf = sheet(*[name] * 6, paper=Paper(paper))
    assert complaints(pdf) == []
    assert len(texts(pdf)) <= 2


def test_arabic_letters_are_joined_and_drawn_from_right_to_left() -> None:
    (run,) = fonts.text_runs("محمد", fonts.REGULAR)
    assert [f"{ord(character):X}" for character in run.drawn(9)] == ["FEAA", "FEE4", "FEA4", "FEE3"]


def test_names_of_two_directions_keep_their_order() -> None:
    assert drawn("Ana שרה") == "Ana הרש"
    assert drawn("שרה Ana") == "Ana הרש"
    assert drawn("שרה 12 (Ana)") == "(Ana) 12 הרש"


def test_an_isolated_name_moves_nothing_beside_it() -> None:
    sarah, hind = isolated("שרה"), isolated("Zoë שרה 2")
    assert drawn(f"3. {sarah}: −13") == "3. הרש: −13"
    assert drawn(f"{sarah} wins 7 : 3.") == "הרש wins 7 : 3."
    assert drawn(f"{sarah} 7 : 3 {sarah}, {hind} 12") == "הרש 7 : 3 הרש, Zoë 2 הרש 12"
    assert fonts.missing(sarah) == ""


def test_an_isolated_name_on_two_lines_stays_in_order() -> None:
    first, second = wrap(f"{isolated('שרה כהן')} 5", 8, 9)
    assert (drawn(first), drawn(second)) == ("הרש", "ןהכ 5")


def test_each_number_is_printed_beside_its_name() -> None:
    names = ("דנה", "هند", "Zoë שרה")
    adjusted = [{"type": "adjust", "seat": seat, "points": 11 + seat, "reason": "!"} for seat in range(3)]
    pdf = render(print_job(recorded("bids", names, adjusted, {"rounds": 1})), ENGLISH)
    said = "".join("".join(texts(pdf)).split())
    for seat, name in enumerate(names):
        assert f"{name.replace(' ', '')}:+{11 + seat}after" in said


def test_a_sign_without_a_font_is_left_out_alone() -> None:
    assert drawn(f"Zoë {NO_CHARACTER} Kim") == "Zoë Kim"
    assert initials(f"Zoë {NO_CHARACTER} Kim") == "Z. K."
    assert fonts.missing(f"{NO_CHARACTER}Zoë{NO_CHARACTER}") == NO_CHARACTER


def test_a_name_of_which_nothing_can_be_printed_leaves_a_gap_to_write_in() -> None:
    job = PrintJob(("setup",), "take-that", 3, names=(NO_CHARACTER, "Ana", "Luis"))
    assert "\u2026\u2026, to the dealer's left" in texts(render(job, ENGLISH))[0]
    (page,) = texts(render(print_job(recorded("take-that", job.names, [DUEL], {"games": 1})), ENGLISH))
    assert "Player 1" in page  # at the end of a line


def test_vowel_points_stay_at_their_letters() -> None:
    (run,) = fonts.text_runs("שָׂרָה", fonts.REGULAR)
    assert run.text == "שָׂרָה"
    assert run.width(9) == pytest.approx(fonts.width("שרה", fonts.REGULAR, 9))


def drawn(text: str) -> str:
    return "".join(run.drawn(9) for run in fonts.text_runs(text, fonts.REGULAR))


def test_a_long_name_has_one_short_form_in_narrow_and_wide_columns() -> None:
    name = "Maximiliane-Charlotte von Stein-Hohenstein"
    assert {fit_name(name, width, 4, 7)[1] for width in range(9, 36)} == {("M. v. S.",)}


@pytest.mark.parametrize("text", ["short", LONG, "x" * 500, "", " ", "a\u0000b", "\U0001f600"])
@pytest.mark.parametrize("box", [(10, 4), (30, 8), (3, 2)])
def test_fitted_text_is_never_wider_than_its_box(text: str, box: tuple[float, float]) -> None:
    size, lines = fit(text, *box, 9)
    assert all(fonts.width(line, fonts.REGULAR, size) <= box[0] * 72 / 25.4 + 0.01 for line in lines)


def test_words_are_broken_at_soft_hyphens_where_that_fills_a_line() -> None:
    def lines(text: str, room: str, share: float = 1) -> tuple[str, ...]:
        width = fonts.width(room, fonts.REGULAR, 9) * 25.4 / 72 / share
        return wrap(text.replace("|", fonts.SOFT_HYPHEN), width + 0.01, 9)

    assert lines("Donau|dampf|schiff", "Donaudampf-") == ("Donaudampf-", "schiff")
    assert lines("a Donau|dampf b", "a Donau-") == ("a Donau-", "dampf b")
    assert lines("abcdefghijkl l|ong", "abcdefghijkl", 0.79) == ("abcdefghijkl l-", "ong")
    assert lines("abcdefghijkl l|ong", "abcdefghijkl", 0.83) == ("abcdefghijkl", "long")
    assert lines("l|ong", "l") == ("l", "o", "n", "g")
    assert lines("one two\n\nthree", "one two") == ("one two", "", "three")
    assert wrap("one two", fonts.width("one", fonts.REGULAR, 9) * 25.4 / 72, 9, inside=False)[0] == "one"


def test_text_gets_smaller_then_more_lines_then_ends_in_an_ellipsis() -> None:
    width, two = fonts.width("HHHHH HHHHH", fonts.REGULAR, 10) * 25.4 / 72, "HHHHH HHHHH"

    def fitted(text: str, share: float, height: float, way: Callable[..., Any] = fit) -> tuple[Any, ...]:
        size, lines = way(text, width * share + 0.001, height, 10)
        return (round(size, 1), *lines)

    assert fitted(two, 1, 4) == (10, two)
    assert fitted(two, 0.81, 20) == (8.1, two)
    assert fitted(two, 0.79, 20) == (10, "HHHHH", "HHHHH")
    assert fitted(two, 0.7, 4) == (7, two), "too low for two lines"
    assert fitted(two, 0.4, 4) == (6, "HHHHH \u2026")
    assert fitted("HHHHHHHHHH", 0.4, 8) == (6, "HHHHH\u2026")
    assert fitted(two, 0.71, 4, fit_name) == (7, two)
    assert fitted("HHHHH-HHHHH", 0.5, 8, fit_name) == (8, "HHHHH-", "HHHHH")
    assert fitted(two, 0.2, 4, fit_name) == (6.7, "H. H.")
    assert len(cut("H" * 200)) == 120


def test_only_the_words_of_a_text_are_hyphenated_and_not_its_values() -> None:
    say = with_hyphens(Translator(lang="de"))
    text = say.text("Donaudampfschiff %(spielerinnen)s", spielerinnen="Spielerinnen")
    counted = say.count(("%(n)s Spielerin", "%(n)s Spielerinnen"), 2)
    shown = [each.replace(fonts.SOFT_HYPHEN, "|") for each in (text, counted)]
    assert shown == ["Donau|dampf|schiff Spielerinnen", "2 Spie|le|rin|nen"], "three letters at each end"
    unknown = Translator(lang="xx")
    assert with_hyphens(unknown) is unknown


def font_of(sign: str, path: Path) -> None:
    """Write a font with OpenType/CFF outlines, which ReportLab refuses; its only character is a square."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap({ord(sign): "square"})
    pen = T2CharStringPen(1000, None)
    pen.moveTo((100, 0))
    for corner in ((100, 800), (900, 800), (900, 0)):
        pen.lineTo(corner)
    pen.closePath()
    empty = T2CharStringPen(1000, None)
    builder.setupCFF("Square", {}, {".notdef": empty.getCharString(), "square": pen.getCharString()}, {})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), "square": (1000, 100)})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)


@pytest.fixture
def own_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the host's own fonts; fonts known before are forgotten, and again afterwards."""
    known = (fonts.text_runs, fonts.unit_width, system_fonts.font_with, system_fonts.fonts)
    monkeypatch.setenv("COMPANION_FONTS", str(tmp_path))
    for function in known:
        function.cache_clear()
    yield tmp_path
    for function in known:
        function.cache_clear()


def test_a_chinese_name_is_drawn_with_the_outlines_of_the_hosts_font(own_fonts: Path) -> None:
    font_of("李", own_fonts / "square.otf")
    (run,) = fonts.text_runs("李李", fonts.REGULAR)
    assert run.width(100) == 200
    out = BytesIO()
    pdf = PdfCanvas(out, pagesize=(250, 120))
    run.draw(pdf, 10, 20, 100)
    pdf.save()
    (picture,) = page_pictures(out.getvalue(), 250)
    # Squares of 80 points, 10 from the left edge of each sign, on the baseline.
    assert ImageChops.invert(picture.convert("L")).getbbox() == (20, 20, 200, 100)


def test_a_file_that_is_not_a_font_is_skipped(own_fonts: Path) -> None:
    (own_fonts / "broken.ttf").write_bytes(b"no font")
    (own_fonts / "broken.otf").write_bytes(b"")
    (own_fonts / "folder.ttc").mkdir()
    assert fonts.missing(f"Ana{NO_CHARACTER}") == NO_CHARACTER
