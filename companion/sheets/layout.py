"""The layout of a print job: its pages, how much paper it takes, and its PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.core.translator import Translator
from companion.sheets import imposition
from companion.sheets import measures as m
from companion.sheets.booklet import booklet_pages, rules_pages
from companion.sheets.canvas import COLOUR, GREY, Palette
from companion.sheets.cards import reference_cards, setup_card
from companion.sheets.fonts import SOFT_HYPHEN
from companion.sheets.game_sheets import GameSheets
from companion.sheets.imposition import Page, PageContent
from companion.sheets.pdf import page_pictures, png, write_pdf
from companion.sheets.print_job import BOOKLETS, CARD_SHEETS, HOW_TO_FOLD, NO_GAME, SHEETS, TWICE_ON_A4, PrintJob
from companion.sheets.printed_games import game_sheets, setup_of
from companion.sheets.score_sheet import score_pages
from companion.sheets.setup_sheet import setup_list
from companion.sheets.tents import join_pages, tent_pages
from companion.sheets.text_fitting import with_hyphens


class Layout(Struct, frozen=True):
    """The pages of a job, copies included, in the order in which they are printed."""

    job: PrintJob
    translator: Translator
    title: str
    pages: tuple[Page, ...]
    palette: Palette

    @property
    def paper_count(self) -> int:
        """How many sheets of paper the pages take."""
        return len(self.pages) if self.job.paper.duplex == "none" else (len(self.pages) + 1) // 2

    @property
    def different_pages(self) -> tuple[Page, ...]:
        """Each page once, without blank ones."""
        return tuple(dict.fromkeys(page for page in self.pages if page.slots))

    def pdf(self) -> bytes:
        """Equal layouts give equal bytes on the same day."""
        return write_pdf(self.pages, self.title, self.translator, self.palette, self.job.paper.duplex)

    def page_png(self, number: int, width: int) -> bytes | None:
        """One of the `different_pages`, counted from 1; None if there is no such page."""
        if not 0 < number <= len(self.different_pages):
            return None
        page = self.different_pages[number - 1]
        (picture,) = page_pictures(write_pdf([page], self.title, self.translator, self.palette), width)
        return png(picture)


def render(job: PrintJob, translator: Translator) -> bytes:
    return layout(job, translator).pdf()


def layout(job: PrintJob, translator: Translator) -> Layout:
    """Large sheets come first, copy by copy; then the cards, tiled.

    :raises PrintError: no such game, sheet, paper or two-sided printing, or an impossible set-up.
    """
    setup = setup_of(job)
    paper = job.paper
    if is_folded(job) and paper.duplex == "none":
        paper = replace(paper, duplex="short")
        job = replace(job, paper=paper)
    translator = with_hyphens(translator)
    sheets = game_sheets(job.slug, setup, translator, job.names)
    pages: list[Page] = []
    for name in SHEETS:
        if name in job.sheets and name not in CARD_SHEETS:
            pages += _pages(name, job, sheets)
            _end_on_a_back(pages, job)
    if NO_GAME.issuperset(job.sheets):
        title = pages[0].name
    else:
        names = translator.listed([translator.text(text) for name, text in SHEETS.items() if name in job.sheets])
        for_any = {"cards"} if job.is_of_game else {"cards", "rules", *BOOKLETS}
        players = [] if for_any.issuperset(job.sheets) else [sheets.players_in_words]
        title = " \u00b7 ".join((sheets.title, names, *players)).replace(SOFT_HYPHEN, "")
    pages = pages * paper.copies
    if not CARD_SHEETS.isdisjoint(job.sheets):
        cards = [*_cards(job, game_sheets(job.slug, setup, translator))] * paper.copies
        pages += imposition.cards(cards, m.PAPER_SIZES[paper.size], paper.duplex)
        _end_on_a_back(pages, job)
    accent, tint = sheets.COLOURS
    palette = GREY if paper.is_grey else replace(COLOUR, accent=accent, tint=tint)
    return Layout(job, translator, title, tuple(pages), palette)


def is_folded(job: PrintJob) -> bool:
    """Whether there are pages to fold, which are always printed on both sides."""
    return not BOOKLETS.isdisjoint(job.sheets) and job.paper.size in m.HALF


def _end_on_a_back(pages: list[Page], job: PrintJob) -> None:
    """Add a blank page if necessary, so that in two-sided printing every sheet begins on a front."""
    if job.paper.duplex != "none" and len(pages) % 2:
        pages.append(Page(pages[-1].size, ()))


def _pages(name: str, job: PrintJob, sheets: GameSheets) -> Iterable[Page]:
    is_doubled = job.paper.size == "a5x2" and name in TWICE_ON_A4
    size, title, translator = m.A5 if is_doubled else m.PAPER_SIZES[job.paper.size], sheets.title, sheets.translator
    match name:
        case "join" if job.join:
            return join_pages(job.join, job.paper.size, translator)
        case "tent":
            return tent_pages(title, job.tent_names or sheets.names, job.paper.size)
        case "booklet" | "referee":
            is_folded = job.paper.size in m.HALF
            page_contents = booklet_pages(
                sheets,
                job.slug,
                m.Size(size.height / 2, size.width) if is_folded else size,
                is_of_game=job.is_of_game,
                is_for_referees=name == "referee",
                hint=translator.text(HOW_TO_FOLD[job.paper.duplex]) if is_folded else "",
            )
            if is_folded:
                return imposition.booklet(page_contents, size, job.paper.duplex)
        case "rules":
            page_contents = rules_pages(sheets, job.slug, size, job.is_of_game)
        case "setup":
            page_contents = setup_list(sheets, size)
        case "score":
            score = sheets.score_sheet(job)
            page_contents = score_pages(score, size, translator)
            halves = score_pages(score, m.A5, translator) if score.is_pad and len(page_contents) > 1 else []
            if size == m.A4 and halves:  # as many rounds on the halves of a page
                return imposition.two_up(halves[start : start + 2] for start in range(0, len(halves), 2))
        case _:
            raise ValueError(f"nothing draws the sheet {name!r}")
    if is_doubled:
        return imposition.two_up((page, page) for page in page_contents)
    return imposition.one_per_page(page_contents)


def _cards(job: PrintJob, sheets: GameSheets) -> Iterator[PageContent]:
    """Yield the cards, which share pages."""
    if "cards" in job.sheets:
        for setup in sheets.all_setups(sheets.rules, job.options):
            yield setup_card(game_sheets(job.slug, setup, sheets.translator))
    if "reference" in job.sheets:
        cards = [
            page
            for card in sheets.reference_cards()
            for page in reference_cards(card, sheets.title, sheets.score_detail, sheets.emblem, sheets.translator)
        ]
        yield from cards * job.player_count
