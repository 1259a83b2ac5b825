"""The print room: an order as plain data, checked, and drawn as one PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import N_, Json
from companion.core.translator import Translator
from companion.games import FIRST, GAMES
from companion.games.record import Record
from companion.sheets import booklet, join, reference, score, setups, slip
from companion.sheets import imposition as press
from companion.sheets import measures as m
from companion.sheets.imposition import Page, PageContent
from companion.sheets.played import Played, played
from companion.sheets.score import Score

# What can be ordered, in the order in which it is printed: name -> what it is called.
SHEETS = {
    "setup": N_("Set-up list"),
    "score": N_("Score sheet"),
    "cards": N_("Set-up cards"),
    "reference": N_("Reference cards"),
    "join": N_("Join card"),
    "rules": N_("Rules on one page"),
    "booklet": N_("Rule booklet"),
    "slips": N_("Answers"),
}
PACK = ("setup", "score", "cards", "reference", "rules")  # the evening pack, with the join card where there is a table
NO_GAME = frozenset({"join", "slips"})  # what is printed for no game, or for one that it names itself
PAPERS = {
    "a4": N_("A4"),
    "letter": N_("Letter"),
    "a5": N_("A5"),
    "a5x2": N_("two A5 on A4, to cut apart"),
}
DUPLEX = {
    "none": N_("one-sided"),
    "long": N_("two-sided, flip on long edge"),
    "short": N_("two-sided, flip on short edge"),
}
COPIES = range(1, 51)


class OnPaper(Protocol):
    """What a game says about itself on paper: a module of this room named like the game's package.

    `COLLECTS` tells whether one score sheet takes all attempts of the same people. `TURNS` is the English text that
    offers the score sheet with its turns, "" for a game whose sheet has none.
    """

    COLLECTS: bool
    TURNS: str

    def title(self, setup: Any, translator: Translator) -> str: ...
    def detail(self, setup: Any, translator: Translator) -> str: ...
    def setting_up(self, setup: Any, translator: Translator, names: tuple[str, ...] = ()) -> setups.Setup: ...
    def every(self, options: dict[str, Json]) -> Iterator[Any]: ...
    def reference(self, translator: Translator) -> Iterator[reference.Card]: ...
    def score(
        self,
        setup: Any,
        names: tuple[str, ...],
        translator: Translator,
        games: Sequence[Played] = (),
        turns: bool = False,
    ) -> Score: ...


class Impossible(ValueError):
    """The order cannot be printed; each of `sentences` says what is wrong and what is possible."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class PrintJob(Struct, frozen=True):
    """What to print: sheets (names of `SHEETS`) for one game as it is set up, on which paper and how.

    `names` are by seat, empty for blanks; `every`: set-up cards for every number of players; `single`: each card a
    page of its own with bleed; `turns`: the turns of each round on the score sheet. `games` fill the score sheet,
    `link` is where its QR code leads.
    """

    sheets: tuple[str, ...]
    game: str = FIRST
    players: int = 4
    options: dict[str, Json] = {}
    names: tuple[str, ...] = ()
    paper: str = "a4"
    grey: bool = False
    copies: int = 1
    duplex: str = "none"
    single: bool = False
    every: bool = False
    turns: bool = False
    games: tuple[Played, ...] = ()
    link: str = ""
    join: join.Join | None = None
    slips: tuple[slip.Slip, ...] = ()


def printed(order: PrintJob, translator: Translator) -> bytes:
    """Return the PDF of everything in `order`, in the language of `translator`.

    :raises Impossible: no such game, sheet, paper or way to print, or a set-up that the rules do not know.
    """
    setup = checked(order, translator)
    game = on_paper(order.game)
    pages: list[Page] = []
    for name in SHEETS:
        if name in order.sheets and not (name == "reference" and "cards" in order.sheets):
            pages += _pages(name, order, game, setup, translator)
            # Printed on both sides, every sheet begins on a front.
            if order.duplex != "none" and len(pages) % 2:
                pages.append(Page(pages[-1].size, ()))
    title = f"{game.title(setup, translator)} \u00b7 {translator.count(setups.PLAYERS, order.players)}"
    if NO_GAME.issuperset(order.sheets):
        title = pages[0].slots[0].page_content.name
    return press.press(pages, title, translator, order.grey, order.copies, order.duplex)


def checked(order: PrintJob, translator: Translator) -> Any:
    """Return the set-up of the game in `order`; raises like `printed`."""
    wrong = []
    for value, known, text in (
        (order.game, GAMES, N_("There is no game {value}. You can use {known}.")),
        (order.paper, PAPERS, N_("There is no paper {value}. You can use {known}.")),
        (order.duplex, DUPLEX, N_("{value} is not a choice for two-sided printing. You can use {known}.")),
        *((name, SHEETS, N_("There is no sheet {value}. You can use {known}.")) for name in order.sheets),
    ):
        if value not in known:
            wrong.append(translator.text(text, value=value, known=translator.any_of(list(known))))
    if not order.sheets:
        wrong.append(translator.text(N_("Choose at least one sheet.")))
    if order.copies not in COPIES:
        wrong.append(
            translator.text(N_("You can print 1 to {most} copies at once, not {n}."), n=order.copies, most=COPIES[-1])
        )
    if "join" in order.sheets and order.join is None:
        wrong.append(translator.text(N_("To print a join card, open the table's join code first.")))
    if "slips" in order.sheets and not order.slips:
        wrong.append(translator.text(N_("There is no answer to print.")))
    if wrong:
        raise Impossible(*wrong)
    if order.names and len(order.names) != order.players:
        given, players = len(order.names), order.players
        raise Impossible(
            translator.text(N_("{given} names don't fit {players} players."), given=given, players=players)
        )
    seats = games.load(order.game).SEATS
    if order.players not in seats:
        range_of = {"low": seats[0], "high": seats[-1], "n": order.players}
        raise Impossible(translator.text(N_("This game is for {low} to {high} players, not for {n}."), **range_of))
    people = [Person(name or "?") for name in order.names or [""] * order.players]
    state = games.load(order.game).setup(people, order.options)
    setup = state if isinstance(state, Refusal) else state.setup
    if isinstance(setup, Refusal) and order.every and set(order.sheets) <= {"cards", "reference"}:
        setup = next(on_paper(order.game).every(order.options), setup)
    if isinstance(setup, Refusal):
        translator = translator.with_texts(games.load(order.game).WORDS, [person.name for person in people])
        raise Impossible(*map(translator, setup.violations))
    return setup


def of_record(record: Record, translator: Translator, order: PrintJob) -> PrintJob:
    """Return `order` for the game in `record`: its players, options and what was played so far."""
    translator = translator.with_texts(record.game.WORDS, record.names)
    it = played(record, translator)
    return replace(
        order,
        game=record.game.SLUG,
        players=len(record.people),
        options=record.options,
        names=record.names,
        games=(*order.games, it),
    )


def on_paper(game: str) -> OnPaper:
    """Return what `game` (a slug) says about itself on paper."""
    it: OnPaper = games.part(game, "companion.sheets.games")
    return it


def _pages(name: str, order: PrintJob, game: OnPaper, setup: Any, translator: Translator) -> list[Page]:
    size, sheet = m.PAPERS[order.paper], m.A4 if order.paper == "a5x2" else m.PAPERS[order.paper]
    title = game.title(setup, translator)
    if name == "join" and order.join:
        return list(join.pages(order.join, order.paper, translator))
    if name == "slips":
        return list(slip.pages(order.slips, order.paper, translator))
    if name in ("cards", "reference"):
        page_contents = list(_cards(order, game, setup, translator))
        if order.single:
            return list(press.bled(page_contents, backs=order.duplex != "none"))
        return list(press.cards(page_contents, sheet, order.duplex))
    if name == "booklet" and order.paper in ("a4", "letter"):
        half = m.Size(sheet.height / 2, sheet.width)
        return list(press.booklet(booklet.page_contents(title, order.game, half, translator), sheet, order.duplex))
    if name == "booklet":
        page_contents = booklet.page_contents(title, order.game, size, translator)
    elif name == "rules":
        page_contents = booklet.one_page(title, order.game, size, translator)
    elif name == "setup":
        page_contents = setups.checklist(game.setting_up(setup, translator, order.names), size, translator)
    else:
        names = order.names or ("",) * order.players
        sheet_of_scores = game.score(setup, names, translator, order.games, order.turns)
        page_contents = score.page_contents(replace(sheet_of_scores, link=order.link), size, translator)
    return list(press.two_up(page_contents) if order.paper == "a5x2" else press.singly(page_contents))


def _cards(order: PrintJob, game: OnPaper, setup: Any, translator: Translator) -> Iterator[PageContent]:
    """Yield the cards of an order; set-up and reference cards share their paper."""
    if "cards" in order.sheets:
        for it in game.every(order.options) if order.every else [setup]:
            yield setups.card(game.setting_up(it, translator), translator)
    if "reference" in order.sheets:
        for card in game.reference(translator):
            yield reference.page_content(card, translator)
