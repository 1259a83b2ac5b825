"""What a game adds to the web: its part of the live page, its grids, its result form, its words for the log.

The frame (addresses, the log, undo, corrections, 409 and 422) is the same for every game: `companion.web.board`,
`.play`, `.log` and `.correction`. The templates of a game stand in `templates/<folder>/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from flask_babel import gettext
from msgspec import Struct, structs

from companion import games
from companion.core.messages import Json, Message
from companion.core.translator import Translator

Typed = Mapping[str, str]  # form fields as they were typed: nothing is judged yet
Context = dict[str, Any]  # what a template is given


class ViewOptions(Struct, frozen=True):
    """For whom a game is drawn, and what the address asks to see: equal options, equal page.

    `seat` is the viewer's place at this game, None for those who have none; `may_enter` tells whether they may enter
    anything. `params` are the names and values of the address, such as ("seat", "3") after a tap on a name.
    """

    seat: int | None = None
    may_enter: bool = True
    params: tuple[tuple[str, str], ...] = ()

    def param(self, name: str) -> str | None:
        """Return what the address says for `name`, None if nothing."""
        return dict(self.params).get(name)

    def requested_seat(self, seats: int) -> int | None:
        """Return the seat that was asked for, None if none or no seat of `seats`."""
        text = self.param("seat") or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < seats else None


class PlayerView(Struct, frozen=True, kw_only=True):
    """A column of the score line, which `parts.scores` draws; a game's own class adds what lies below the total.

    `turn`: may enter something now; `asked`: is the one whose answer the page shows. `href` asks, after `view_url`, for
    the player's own entry.
    """

    name: str
    total: int
    leads: bool
    own: bool
    turn: bool = False
    asked: bool = False
    href: str = ""
    note: str = ""


class LogCard(Struct, frozen=True):
    """An entry as a card in the log, drawn by `log_card.html` of its game; `label` stands below it."""

    label: str
    card: str | int | None = None


class Pages(Protocol):
    """The pages of a game. `state` is the game's own frozen state.

    A module `companion.web.games.<game>` has these functions, or a class `Pages` with them. A game of added-up rounds
    without such a module has the pages that `companion.web.rounds` makes from what it declares.
    """

    def board(self, state: Any, translator: Translator, viewer: ViewOptions) -> Context | Struct:
        """Return what `board.html` shows: score line, verdict of the last turn, question.

        Includes what `answer` returns, if the template includes `answer.html`.
        """

    def answer(self, state: Any, translator: Translator, viewer: ViewOptions, entry: Json = None) -> Context | Struct:
        """Return what `answer.html` shows: the grid that answers the prompt of `state`.

        `entry` is the line that stands there so far when an old one is corrected: its own question is asked
        (of the same seat, even if others were asked as well) and its answer is marked.
        """

    def result(self, state: Any, translator: Translator, typed: Typed) -> Context | Struct:
        """Return what `result.html` shows: the result form as typed so far, what it comes to, what is wrong."""

    def read(self, state: Any, typed: Typed) -> Json:
        """Return the entry that the typed fields of `result.html` (or an own form) mean; judged by the game."""

    def typed(self, state: Any, entry: Json) -> dict[str, str] | None:
        """Return the fields of `result.html` that would read as `entry`; None if it is no result."""

    def counted(self, state: Any) -> dict[str, str]:
        """Return the fields of `result.html` as far as the cards entered so far say them. A module may do without."""

    def checklist(self, state: Any) -> Sequence[Message]:
        """Return the steps that set up the next round or game, in order."""

    def takes_result(self, state: Any) -> bool:
        """Tell whether a result can be entered now instead of playing on card by card."""

    def ending(self, state: Any, translator: Translator) -> Context | Struct:
        """Return what `ending.html` shows: ranking if it is over, the rounds so far, the chart."""

    def compared(self, state: Any, earlier: Callable[[], Sequence[Any]], translator: Translator) -> Context:
        """Return what the table's earlier games add to `board.html` and `ending.html`: the score to beat.

        `earlier` reads the last states of those of the same kind that are over, oldest first. A module may do without.
        """

    def uses(self, entry: Json, card: str) -> bool:
        """Tell whether `entry` used up `card`, so that it can't be tapped again. A module may do without."""


@cache
def load(slug: str) -> Pages:
    """Return the pages of the game called `slug`.

    :raises KeyError: there is no such game.
    """
    from companion.web.rounds import RoundPages

    module: Any = games.part(slug, __name__)
    if module is None:
        return RoundPages(games.load(slug))
    pages: Pages = module.Pages(games.load(slug)) if hasattr(module, "Pages") else module
    return pages


def fields_of(view: Context | Struct) -> Context:
    """Return what a template is given of a game's own part of a page."""
    return structs.asdict(view) if isinstance(view, Struct) else view


def compared(slug: str, state: Any, earlier: Callable[[], Sequence[Any]], translator: Translator) -> Context:
    """Return what earlier games add to the pages of a game; nothing for games that are not compared."""
    pages: Any = load(slug)
    return pages.compared(state, earlier, translator) if hasattr(pages, "compared") else {}


def uses(slug: str, entry: Json, card: str) -> bool:
    """Tell whether an entry of the log used up a card; never for games that don't say."""
    pages: Any = load(slug)
    return hasattr(pages, "uses") and pages.uses(entry, card)


def log_card(slug: str, state: Any, translator: Translator, entry: Json) -> LogCard | None:
    """Return the card that stands for a valid entry in the log's line of its trick or turn, None if it has a row.

    `state` is the one before the entry. Games without a function `log_card` in their pages have rows only.
    """
    pages: Any = load(slug)
    card: LogCard | None = pages.log_card(state, translator, entry) if hasattr(pages, "log_card") else None
    return card


def counted(slug: str, state: Any) -> dict[str, str]:
    """Return the fields of `result.html` as they follow from the cards entered so far, as far as they are known."""
    pages: Any = load(slug)
    return pages.counted(state) if hasattr(pages, "counted") else {}


def about(slug: str) -> str:
    """Return in a few words what kind of game it is, for those who choose one."""
    return gettext(games.load(slug).ABOUT)


def folder(slug: str) -> str:
    """Return the folder of a game's templates."""
    return slug.replace("-", "_")
