"""The context of all pages of a game: the game as one phone sees it, and where its forms submit to."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from flask import abort, request
from flask_wtf.csrf import generate_csrf
from msgspec import Struct
from werkzeug.wrappers import Response as Redirect

from companion import games
from companion.core.messages import Json, Words
from companion.core.translator import Translator
from companion.i18n import language
from companion.store import game_log, row_checks, submissions
from companion.store.base import new_token
from companion.store.models import AccessLink, Game, Table
from companion.store.positions import LogEntry, Position
from companion.web import access
from companion.web.forms import AdjustmentForm, sent_json
from companion.web.game_pages import GamePages, ViewOptions
from companion.web.games import load_pages, template_folder
from companion.web.turn_form import EntryRow

PageResponse = str | Redirect | tuple[str, int]


class BoardPage(Struct, frozen=True, kw_only=True):
    """What the templates of a board know about the game and its reader, called `page`; `folder` is that of the game."""

    n: int
    folder: str
    translator: Translator
    viewer: ViewOptions


class GamePage(BoardPage, frozen=True, kw_only=True):
    """What the template of every page of a game knows, called `page`."""

    table: Table
    game_name: str
    last_row: int


class BookPage(Struct, frozen=True):
    """The `page` of a page about rules that is not at a table."""

    folder: str
    table: None = None


class GameView:
    """A game after the rows that were read, as it is shown to some viewer in the language of the request."""

    def __init__(self, game: Game, position: Position, viewer: ViewOptions) -> None:
        self.game = game
        self.position = position
        self.viewer = viewer

    @cached_property
    def translator(self) -> Translator:
        """The translator of the game's texts."""
        return translator_for(self.game)

    @cached_property
    def pages(self) -> GamePages:
        """The game's own part of the pages, in its present state."""
        return self.pages_at(self.position.state)

    def pages_at(self, state: Any) -> GamePages:
        """Return the game's own part of the pages, as it is in `state`."""
        return load_pages(self.game.slug, state, self.translator, self.viewer)

    def words(self, logged: LogEntry) -> str:
        """Return an entry of the log in words."""
        return self.translator(self.position.game.describe(logged.before, logged.entry))

    def heading(self, logged: LogEntry) -> str:
        """Return the heading of an entry in the log."""
        return self.translator(self.position.game.heading(logged.before, logged.entry))

    def outcome(self, logged: LogEntry) -> str:
        """Return the outcome of an entry of the log in words, or "" if it has none."""
        return " ".join(map(self.translator, self.position.game.outcome(logged.before, logged.after)))

    def entry_row(self, logged: LogEntry) -> EntryRow | None:
        """Return the row of an entry in the form of a whole trick, turn or round, or None if it has none."""
        return self.pages_at(logged.before).entry_row(logged.entry)

    def board_page(self) -> BoardPage:
        """Return what the templates of the game's board know about it."""
        return BoardPage(
            n=self.game.n, folder=template_folder(self.game.slug), translator=self.translator, viewer=self.viewer
        )

    def page(self) -> GamePage:
        """Return what the template of every page of this game knows about it."""
        return GamePage(
            n=self.game.n,
            folder=template_folder(self.game.slug),
            translator=self.translator,
            viewer=self.viewer,
            table=self.game.table,
            game_name=games.load(self.game.slug).TITLE,
            last_row=self.position.last_row,
        )


class GameContext(GameView):
    """A game as the phone with this `link` sees it, at the address of the request."""

    def __init__(self, link: AccessLink, game: Game, position: Position) -> None:
        super().__init__(
            game,
            position,
            ViewOptions(game.seat_of(link.player_id), link.may_enter, tuple(sorted(request.args.items()))),
        )
        self.link = link

    def after(self, answer: submissions.Answer) -> GameContext:
        """Return the same game after an answer of the store."""
        return GameContext(self.link, self.game, answer.position)

    def entry(self, key: str) -> LogEntry:
        """Return the entry of the log with this key; answers 404 if there is none."""
        return self.position.find(key) or abort(404)


class FormTarget(Struct, frozen=True):
    """Where the forms of a part submit to. A part rendered for a stream has neither a submission id nor a token.

    `view_url` is the beginning of addresses of this page with another query: `{{ form_target.view_url }}seat=3`.
    """

    action: str
    view_url: str
    number: int
    submission: str = ""
    csrf: str = ""
    is_enhanced: bool = True
    fields: dict[str, str] = {}
    may_wait: bool = False  # what it sends may wait on the phone while that is offline


def game_context(table_id: str, n: int, needs: str = "viewer") -> GameContext:
    """Return the n-th game of a table for this browser; answers 403 or 404 if access is not allowed."""
    link, game = access.current_link_and_game(table_id, n, needs=needs)
    return GameContext(link, game, game_log.position(game))


def translator_for(game: Game) -> Translator:
    """Return the translator of this game's texts for the reader of the request."""
    return language.translator(_words(game.slug), game.names)


def fresh_form_target(action: str, position: Position, is_enhanced: bool = True, **fields: str) -> FormTarget:
    """Return where the forms of a full page submit to, with a submission id and a token of their own."""
    view_url = action + ("&" if "?" in action else "?")
    return FormTarget(action, view_url, position.last_row, new_token(), generate_csrf(), is_enhanced, fields)


def read_entry(game: Game, state: Any) -> Json:
    """Return the entry that a form submits for `state`: as JSON, as an adjustment, or from the game's own fields."""
    if "entry" in request.form:
        return sent_json("entry")
    if request.form.get("type") == "adjust":
        return AdjustmentForm(game.names, request.form).entry()
    return load_pages(game.slug, state, translator_for(game), ViewOptions()).read(request.form)


@cache
def _words(slug: str) -> Words:
    return {**submissions.WORDS, **row_checks.WORDS, **games.load(slug).WORDS}
