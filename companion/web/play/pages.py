"""A game's part of the pages: its part of the board, its grids, its result form, its cards in the log.

The frame (URLs, the log, undo, corrections, 409 and 422) is the same for every game: `play.board`, `play.routes`,
`log.routes` and `log.correction` of `companion.web`. A game's templates are in `templates/<folder>/`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.entries import Entry
from companion.core.messages import Json
from companion.core.numbers import number_in
from companion.core.translator import Translator
from companion.store.finished_games import FinishedGame
from companion.web.play.result_form import ResultForm, Typed


class Reader(Struct, frozen=True):
    """For whom a game is shown, with the query of the URL: equal readers are shown the same.

    `seat` is the reader's place at this game, or None for those who have none; `may_enter` tells whether they may enter
    anything, `sees_code` whether a big screen shows how to join, `corrects_all` whether they may take back what others
    entered. `params` are the names and values of the URL, such as
    ("seat", "3") after a tap on a name.
    """

    seat: int | None = None
    may_enter: bool = True
    params: tuple[tuple[str, str], ...] = ()
    sees_code: bool = False
    corrects_all: bool = True

    def param(self, name: str) -> str | None:
        return dict(self.params).get(name)

    def requested_seat(self, player_count: int) -> int | None:
        """The seat in the URL, or None if there is none or no such seat with this many players."""
        return number_in(self.param("seat"), range(player_count))


class PlayerView(Struct, frozen=True, kw_only=True):
    """A column of the score line, which `parts.scores` renders; a game's own class adds what is shown below the total.

    `now` are the points of the round so far, or of the last one until the next begins. A player who `has_turn` may
    enter something; the page shows the question to the one who `is_asked`. `href` is the query, after `query_url`, that
    asks for the player's own entry, or shows it so that it can be corrected.
    """

    name: str
    now: int
    total: int
    is_leading: bool
    is_own: bool
    has_turn: bool = False
    is_asked: bool = False
    href: str = ""
    note: str = ""


class Question(Struct, frozen=True):
    """What has to be entered next, or what the entry that is corrected answered, and the `seats` that may answer.

    On a phone that waits, `title` says for whom, and `for_others` is the question to them, which is folded. `choices`
    are what `picker.html` of the game offers, or None if only results are entered.
    """

    title: str
    hint: str = ""
    for_others: str = ""
    seats: Collection[int] = ()
    choices: Any = None


class LogCard(Struct, frozen=True):
    """An entry as a card in the log, rendered by `log_card.html` of its game; `label` is written below it."""

    label: str
    card: str | int | None = None


class GamePages(ABC):
    """A game's part of the pages in one of its states, for equal readers with the same language.

    A module `companion.web.games.<game>` has a subclass called `Pages`. The templates of the game, such as
    `board.html`, `outcome.html` and `ending.html`, are given the `state`, these `pages` and the `question`.
    """

    face_down: Collection[int] = ()  # the seats whose bids lie face down, see `BoardContext`

    has_form = False  # whether the board has a form whose fields are typed

    def __init__(self, rules: Any, state: Any, translator: Translator, reader: Reader) -> None:
        self.rules = rules
        self.state = state
        self.translator = translator
        self.reader = reader

    def on_board(self) -> GamePages:
        """The pages whose question the board asks; in a state between two turns, those of the next one."""
        return self

    @abstractmethod
    def question(self, entry: Entry | None = None) -> Question:
        """What has to be entered next.

        If an `entry` is being corrected, it is the question that the entry answered, for the same seat even if others
        were asked too. The entry is marked.
        """

    def ask(
        self, title: str, seats: Collection[int], choices: Any, *, hint: str = "", waits_for: Sequence[int] = ()
    ) -> Question:
        """The question `title` to these seats, as it is on a phone that may have to wait for some seats."""
        if not waits_for:
            return Question(title, hint, "", seats, choices)
        names = self.translator.listed([self.translator.name(seat) for seat in waits_for])
        return Question(_("Waiting for %(names)s", names=names), hint, title, seats, choices)

    @abstractmethod
    def result(self, typed: Typed) -> ResultForm:
        """The result form as typed so far, its score, and what is wrong."""

    @abstractmethod
    def entry_from(self, typed: Typed) -> Json:
        """The entry in the typed fields of the result form (or of a game's own form), unchecked."""

    @abstractmethod
    def result_fields(self, entry: Any) -> dict[str, str]:
        """The fields of the result form that would read as `entry`, which is a result."""

    def rounds_so_far(self) -> Struct | None:
        """What `rounds/table.html` shows beside the result form, or None if there are no rounds yet."""
        return None

    def result_so_far(self) -> dict[str, str]:
        """The fields of the result form that follow from the cards entered so far."""
        return {}

    def comparison(self, earlier: Callable[[], Sequence[FinishedGame]]) -> Struct | None:
        """What the board and `outcome.html` show about the table's earlier games, such as the record to beat.

        `earlier` returns the finished games of the table, oldest first.
        """
        return None

    def uses(self, entry: Entry, card: str) -> bool:
        """Whether `entry` used `card`, so that it can't be tapped again."""
        return False

    def winning_entry(self) -> Entry | None:
        """The entry that has won the last trick, or None."""
        return None

    def log_card(self, entry: Entry) -> LogCard | None:
        """The card that shows a valid entry in the log, or None if it has a row of its own."""
        return None
