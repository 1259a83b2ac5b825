"""The layout of a print job: its pages, how much paper it takes, and its PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.translator import Translator
from companion.sheets import answers, booklet, extras, imposition, join, reference, score, setups
from companion.sheets import measures as m
from companion.sheets.game_sheets import GameSheets
from companion.sheets.hyphenation import with_hyphens
from companion.sheets.imposition import Page, PageContent
from companion.sheets.pdf import page_key, write_pdf
from companion.sheets.print_job import NO_GAME, SHEETS, PrintJob, check, game_sheets

CARDS = ("cards", "reference")  # these share pages


class Layout(Struct, frozen=True):
    """The pages of a job, copies included, in the order in which they are printed."""

    job: PrintJob
    translator: Translator
    title: str
    pages: tuple[Page, ...]

    @property
    def paper_count(self) -> int:
        """Return how many sheets of paper the pages take."""
        return len(self.pages) if self.job.duplex == "none" else (len(self.pages) + 1) // 2

    @property
    def different_pages(self) -> tuple[Page, ...]:
        """Return each page once, without blank ones."""
        return tuple({page_key(page): page for page in self.pages if page.slots}.values())

    def pdf(self) -> bytes:
        """Return the PDF of all pages. Equal layouts give equal bytes."""
        return write_pdf(self.pages, self.title, self.translator, self.job.grey, self.job.duplex)

    def page_pdf(self, number: int) -> bytes | None:
        """Return the PDF of one of the `different_pages`, counted from 1; None if there is no such page."""
        pages = self.different_pages[number - 1 : number] if number > 0 else ()
        return write_pdf(pages, self.title, self.translator, self.job.grey) if pages else None


def render(job: PrintJob, translator: Translator) -> bytes:
    """Return the PDF of everything in `job`, in the language of `translator`; raises like `layout`."""
    return layout(job, translator).pdf()


def layout(job: PrintJob, translator: Translator) -> Layout:
    """Return the pages of everything in `job`, in the language of `translator`.

    Large sheets come first, copy by copy; then the cards, tiled.

    :raises PrintError: no such game, sheet, paper or two-sided printing, or an impossible set-up.
    """
    setup = check(job, translator)
    game = game_sheets(job.game)
    plain, translator = translator, with_hyphens(translator)
    pages: list[Page] = []
    for name in SHEETS:
        if name in job.sheets and name not in CARDS:
            pages += _pages(name, job, game, setup, translator)
            _end_on_a_back(pages, job)
    title = _title(job, game, setup, pages, plain)
    pages = pages * job.copies
    if not set(CARDS).isdisjoint(job.sheets):
        pages += _card_pages(job, game, setup, translator)
        _end_on_a_back(pages, job)
    return Layout(job, translator, title, tuple(pages))


def _end_on_a_back(pages: list[Page], job: PrintJob) -> None:
    """Add a blank page if necessary, so that in two-sided printing every sheet begins on a front."""
    if job.duplex != "none" and len(pages) % 2:
        pages.append(Page(pages[-1].size, ()))


def _title(job: PrintJob, game: GameSheets, setup: Any, pages: list[Page], translator: Translator) -> str:
    """Return the title of the document: the game, the sheets, and the number of players."""
    if NO_GAME.issuperset(job.sheets):
        return pages[0].slots[0].page_content.plain_name
    sheets = translator.listed([translator.gettext(SHEETS[name]) for name in SHEETS if name in job.sheets])
    players = [] if job.every and set(job.sheets) <= set(CARDS) else [translator.count(setups.PLAYERS, job.players)]
    return " \u00b7 ".join((game.title(setup, translator), sheets, *players))


def _pages(name: str, job: PrintJob, game: GameSheets, setup: Any, translator: Translator) -> list[Page]:
    size, sheet = m.PAPERS[job.paper], m.A4 if job.paper == "a5x2" else m.PAPERS[job.paper]
    title = game.title(setup, translator)
    if name == "join" and job.join:
        return list(join.pages(job.join, job.paper, translator))
    if name == "tent":
        return list(extras.tent_pages(title, job.seat_names, game.reminders(setup, translator), job.paper, translator))
    if name == "answers":
        return list(answers.pages(job.answers, job.paper, translator))
    if name == "booklet" and job.paper in ("a4", "letter"):
        half = m.Size(sheet.height / 2, sheet.width)
        return list(imposition.booklet(booklet.page_contents(title, job.game, half, translator), sheet, job.duplex))
    if name == "booklet":
        page_contents = booklet.page_contents(title, job.game, size, translator)
    elif name == "rules":
        page_contents = booklet.one_page(title, job.game, size, translator)
    elif name == "tournament":
        page_contents = extras.tournament_pages(title, m.A5 if job.paper == "a5x2" else size, translator)
        return list(imposition.one_per_page(page_contents))
    elif name == "tally":
        page_contents = extras.tally_pages(title, game.tally(setup, translator), job.seat_names, size, translator)
    elif name == "setup":
        page_contents = setups.checklist(game.setup_sheet(setup, translator, job.names), size, translator)
    else:
        score_sheet = game.score_sheet(setup, job, translator)
        score_sheet = replace(score_sheet, link=job.link, occasion=job.occasion)
        is_turned = job.landscape and job.paper != "a5x2"
        page_contents = score.page_contents(score_sheet, size.turned if is_turned else size, translator)
    return list(imposition.two_up(page_contents) if job.paper == "a5x2" else imposition.one_per_page(page_contents))


def _card_pages(job: PrintJob, game: GameSheets, setup: Any, translator: Translator) -> Iterator[Page]:
    """Yield the pages of the cards, all copies tiled together; set-up and reference cards share pages."""
    cards = list(_cards(job, game, setup, translator)) * job.copies
    if job.single:
        yield from imposition.with_bleed(cards, backs=job.duplex != "none")
        return
    sheet = m.A4 if job.paper == "a5x2" else m.PAPERS[job.paper]
    if "cards" in job.sheets:
        free = -len(cards) % imposition.cards_on(sheet, m.POKER)
        cards += list(_spare_cards(job, game, setup, translator))[:free]
    yield from imposition.cards(cards, sheet, job.duplex)


def _cards(job: PrintJob, game: GameSheets, setup: Any, translator: Translator) -> Iterator[PageContent]:
    """Yield the cards of one copy."""
    emblem = game.emblem
    if "cards" in job.sheets:
        for each in game.all_setups(job.options) if job.every else [setup]:
            yield setups.card(game.setup_sheet(each, translator), translator, emblem, job.dark)
    if "reference" in job.sheets:
        in_play = game.reference_cards(setup if job.for_each else None, translator)
        cards = [reference.page_content(card, translator, emblem, job.dark) for card in in_play]
        yield from cards * (job.players if job.for_each else 1)


def _spare_cards(job: PrintJob, game: GameSheets, setup: Any, translator: Translator) -> Iterator[PageContent]:
    """Yield cards for the places left on the last page: reference cards, then set-ups for other numbers of players.

    If no backs are printed, the drawing of the table that they would show comes first, as a card of its own; but not
    when there are cards for every number of players.
    """
    table = setups.table_card(game.setup_sheet(setup, translator), translator, game.emblem, job.dark)
    if job.duplex == "none" and table and not job.every:
        yield table
    if "reference" not in job.sheets:
        for card in game.reference_cards(setup, translator):
            yield reference.page_content(card, translator, game.emblem, job.dark)
    if not job.every:
        for other in game.all_setups(job.options):
            if other != setup:
                yield setups.card(game.setup_sheet(other, translator), translator, game.emblem, job.dark)
