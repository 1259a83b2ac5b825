"""Every sheet of every game, in every language and on every paper: nothing off the page, nothing over anything else."""

from __future__ import annotations

import re
from itertools import cycle

import pytest

from companion.core.translator import Translator
from companion.games import rules_of
from companion.i18n import language
from companion.sheets.layout import render
from companion.sheets.print_job import PACK, Paper, PrintJob, sheets_of
from companion.sheets.tents import Join
from tests import samples
from tests.sheets.measure import complaints, drawings, pages, texts

A4, LETTER, A5 = (595.28, 841.89), (612, 792), (419.53, 595.28)
SIZES = {"a4": A4, "letter": LETTER, "a5": A5}
WHOLE = ("a4", "letter", "a5")
JOIN = Join("<b>" + "Ж" * 57, "K7PX3MHKN", "192.168.178.120:8000", "http://192.168.178.120:8000/j/K7PX3MHKN")


def numbers_in_the_margin(pdf: bytes) -> set[str]:
    """Return the numbers at the left of pages, or of both halves of a landscape page."""
    return {
        piece.text
        for page in pages(pdf)
        for piece in page.pieces
        if piece.x0 % (page.width / 2 if page.width > page.height else page.width) < 60
    }


def of_game(game: str, *sheets: str) -> tuple[str, ...]:
    """Return those of these sheets that the game has."""
    return tuple(sheet for sheet in sheets if sheet in sheets_of(game))


# German has the longest words: it is measured on every paper, each other language on one, which differs between games.
ON_PAPER = [
    (game, lang, paper)
    for row, game in enumerate(samples.GAMES)
    for column, lang in enumerate(language.LANGUAGES)
    for place, paper in enumerate(WHOLE)
    if lang == "de" or place == (row + column) % len(WHOLE)
]


@pytest.mark.parametrize(("game", "lang", "paper"), ON_PAPER)
def test_everything_fits_on_a_sheet(game: str, lang: str, paper: str) -> None:
    players = rules_of(game).PLAYER_COUNTS[-1]
    job = PrintJob(
        of_game(game, "setup", "score"),
        slug=game,
        player_count=players,
        options=samples.of(game).MOST_OPTIONS,
        paper=Paper(paper),
    )
    pdf = render(job, language.translator(lang=lang))
    assert complaints(pdf) == []
    for page in pages(pdf):
        assert (page.width, page.height) == pytest.approx(SIZES[paper], abs=0.1)
    # Six rounds, many attempts and two games have one page each.
    assert len(pages(pdf)) <= 2 or paper == "a5"


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_everything_fits_on_a_card(game: str, lang: str) -> None:
    job = PrintJob(("cards", "reference"), slug=game, player_count=3, options=samples.of(game).MOST_OPTIONS)
    pdf = render(job, language.translator(lang=lang))
    assert complaints(pdf) == []
    assert not any("\u2026" in text for text in texts(pdf))  # cut off


@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_cards_are_drawn_alike_on_every_paper(game: str) -> None:
    def drawn(paper: str) -> set[bytes]:
        job = PrintJob(
            ("cards", "reference"),
            slug=game,
            options=samples.of(game).MOST_OPTIONS,
            paper=Paper(paper),
        )
        return {card for page in drawings(render(job, Translator())) for card in page}

    assert drawn("a4")
    assert drawn("letter") == drawn("a5") == drawn("a4")


@pytest.mark.parametrize("game", samples.GAMES)
def test_two_a5_on_a4_are_twice_the_sheet_that_is_measured(game: str) -> None:
    def drawn(paper: str) -> list[list[bytes]]:
        job = PrintJob(
            of_game(game, "setup", "score"), slug=game, options=samples.of(game).MOST_OPTIONS, paper=Paper(paper)
        )
        return drawings(render(job, Translator()))

    assert all(page for page in drawn("a5"))
    assert drawn("a5x2") == [page * 2 for page in drawn("a5")]
    pack = PrintJob(of_game(game, *PACK, "cards", "rules"), slug=game, player_count=3, paper=Paper("a5x2"))
    for page in pages(render(pack, Translator())):
        assert sorted((page.width, page.height)) == pytest.approx(A4, abs=0.1)


@pytest.mark.parametrize("paper", ["a5", "a4"])
@pytest.mark.parametrize(("lang", "game"), [*zip(language.LANGUAGES, cycle(samples.WITH_RULES), strict=False)])
def test_everything_fits_in_a_booklet(lang: str, game: str, paper: str) -> None:
    job = PrintJob(("booklet",), slug=game, player_count=3, paper=Paper(paper, duplex="short"))
    pdf = render(job, language.translator(lang=lang))
    assert complaints(pdf) == []


@pytest.mark.parametrize(("lang", "paper"), [*zip(language.LANGUAGES, cycle(WHOLE), strict=False)])
def test_everything_fits_on_a_join_card(lang: str, paper: str) -> None:
    pdf = render(PrintJob(("join",), paper=Paper(paper), join=JOIN), language.translator(lang=lang))
    assert complaints(pdf) == []


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", samples.GAMES)
def test_texts_half_as_long_again_fit_too(game: str, paper: str) -> None:
    """A future language may have longer texts than all of ours."""

    def longer(text: str) -> str:
        return re.sub(r"(%\(\w+\)s)|(\w+)", lambda item: item[1] or item[2] + "n" * (len(item[2]) * 4 // 10), text)

    verbose = Translator(None, (), longer, lambda one, many, n: longer(one if n == 1 else many), lang="de")
    sheets = ("setup", "score", "reference", "join") if paper == "a4" else ("setup", "score", "join")
    players = rules_of(game).PLAYER_COUNTS[-1]
    job = PrintJob(
        of_game(game, *sheets),
        slug=game,
        player_count=players,
        paper=Paper(paper),
        options=samples.of(game).MOST_OPTIONS,
        join=JOIN,
    )
    assert complaints(render(job, verbose)) == []


@pytest.mark.parametrize("paper", WHOLE)
@pytest.mark.parametrize(("players", "rounds"), [(6, 8), (6, 12), (3, 99)])
def test_a_score_sheet_takes_as_many_pages_as_its_rounds_need(players: int, rounds: int, paper: str) -> None:
    job = PrintJob(("score",), player_count=players, options={"rounds": rounds}, paper=Paper(paper))
    pdf = render(job, Translator())
    assert {str(number) for number in range(1, rounds + 1)} <= numbers_in_the_margin(pdf)
    assert complaints(pdf) == []
