"""Every sheet of every game, in every language and on every paper: nothing off the page, nothing over anything else."""

from __future__ import annotations

import re

import pytest

from companion import language
from companion.games import GAMES, load
from companion.sheets.join import Join
from companion.sheets.room import PAPERS, Order, printed
from companion.sheets.slip import Slip
from companion.sheets.speech import Speech
from tests.sheets.measure import complaints, opened

A4, LETTER, A5 = (595.28, 841.89), (612, 792), (419.53, 595.28)
SIZES = {"a4": A4, "letter": LETTER, "a5": A5, "a5x2": A4[::-1]}
SLIP = Slip(
    game="Bids",
    situation=("The black 5 lies in the centre.", "Ana: red 9. Luis: 2x. Zoë: green 1. Мария: yellow 9."),
    verdict=("Ana and Мария tie: nobody wins, Мария starts.",),
    why=(("BID-24", "Two or more bids tie for best, and nobody wins. " * 4, "Bids, printed rules: Burning"),) * 5,
    otherwise=(("holder_of_special = wins", "Luis takes 5 + 2x."),) * 3,
    link="http://192.168.1.20:8000/rules?game=bids&centre=K5",
)
JOIN = Join(
    "The table by the window at the sea", "K7PX3M", "192.168.178.120:8000", "http://192.168.178.120:8000/j/K7PX3M"
)


def speech(lang: str) -> Speech:
    voice = language.voice({}, (), lang)
    return Speech(lang, voice.gettext, voice.ngettext)


def numbers_in_the_margin(pdf: bytes) -> set[str]:
    with opened(pdf) as document:
        return {word["text"] for page in document.pages for word in page.extract_words() if word["x0"] < 60}


# The rules choose the size of their type for each paper: what fits on A4 and A5 fits on those in between.
LARGE = [
    (sheet, lang, paper)
    for sheet in ("setup", "score", "rules")
    for lang in language.LANGUAGES
    for paper in PAPERS
    if sheet != "rules" or lang == "en" or paper in ("a4", "a5")
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("sheet", "lang", "paper"), LARGE)
def test_a_sheet_has_a_place_for_everything(sheet: str, game: str, lang: str, paper: str) -> None:
    players = load(game).SEATS[-1]
    pdf = printed(Order((sheet,), game=game, players=players, options=_options(game), paper=paper), speech(lang))
    assert complaints(pdf) == []
    with opened(pdf) as document:
        for page in document.pages:
            assert (page.width, page.height) == pytest.approx(SIZES[paper], abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sheet", ["cards", "reference"])
def test_a_card_has_a_place_for_everything(sheet: str, game: str, lang: str, paper: str) -> None:
    every = lang == "en" and paper == "a4"  # the other languages differ in their words only
    order = Order((sheet,), game=game, players=3, options=_options(game), paper=paper, every=every)
    assert complaints(printed(order, speech(lang))) == []


@pytest.mark.parametrize("paper", ["a5", "a4"])
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_booklet_has_a_place_for_everything(lang: str, paper: str) -> None:
    order = Order(("booklet",), game="the-game", players=3, paper=paper, duplex="short")
    assert complaints(printed(order, speech(lang))) == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_slip_and_a_join_card_have_a_place_for_everything(lang: str, paper: str) -> None:
    order = Order(("join", "slips"), paper=paper, join=JOIN, slips=(SLIP, SLIP, SLIP))
    assert complaints(printed(order, speech(lang))) == []


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", GAMES)
def test_words_half_as_long_again_have_a_place_too(game: str, paper: str) -> None:
    """A language yet to come may be longer than all of ours."""

    def longer(text: str) -> str:
        return re.sub(r"(\{\w+\})|(\w+)", lambda it: it[1] or it[2] + "n" * (len(it[2]) * 4 // 10), text)

    verbose = Speech("de", longer, lambda one, many, n: longer(one if n == 1 else many))
    sheets = ("setup", "score", "reference", "join") if paper == "a4" else ("setup", "score", "join")
    players = load(game).SEATS[-1]
    order = Order(sheets, game=game, players=players, paper=paper, options=_options(game), turns=True, join=JOIN)
    assert complaints(printed(order, verbose)) == []


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("rounds", [8, 12])
def test_a_score_sheet_takes_as_many_pages_as_its_rounds_need(rounds: int, paper: str, turns: bool) -> None:
    order = Order(("score",), players=6, options={"rounds": rounds}, paper=paper, turns=turns)
    pdf = printed(order, Speech())
    assert {str(number) for number in range(1, rounds + 1)} <= numbers_in_the_margin(pdf)
    assert complaints(pdf) == []


def test_ninety_nine_rounds_are_printed_too() -> None:
    assert numbers_in_the_margin(printed(Order(("score",), players=3, options={"rounds": 99}), Speech())) >= {"1", "99"}


def test_a_single_card_has_three_millimetres_of_bleed() -> None:
    order = Order(("cards",), players=5, single=True, duplex="long")
    with opened(printed(order, Speech())) as document:
        assert len(document.pages) == 2
        for page in document.pages:
            assert (page.width, page.height) == pytest.approx((69 / 25.4 * 72, 94 / 25.4 * 72), abs=0.1)
            trim = [float(edge) for edge in page.page_obj.attrs["TrimBox"]]
            assert trim == pytest.approx([edge / 25.4 * 72 for edge in (3, 3, 66, 91)], abs=0.1)


def _options(game: str) -> dict[str, object]:
    return {"specials": ["shuffle", "lowest", "surprise"]} if game == "bids" else {}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_fit_on_one_page(game: str) -> None:
    for paper in ("a4", "letter"):
        with opened(printed(Order(("rules",), game=game, players=3, paper=paper), Speech())) as document:
            assert len(document.pages) == 1
