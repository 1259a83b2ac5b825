"""The `context` of the templates: the game as one phone sees it; and where its forms submit to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any
from urllib.parse import urlencode

from flask import abort, request
from flask_wtf.csrf import generate_csrf
from msgspec import Struct, json
from msgspec.structs import replace

from companion import games
from companion.core.entries import AGREED, Entry
from companion.core.messages import Json, Words
from companion.core.translator import Translator
from companion.i18n import language
from companion.store import game_log, submissions, tables
from companion.store.base import new_token
from companion.store.differences import earlier_scores
from companion.store.models import AccessLink, Game, Table
from companion.store.positions import LogEntry, Position
from companion.web.cookies import is_for_all
from companion.web.forms import sent_json
from companion.web.play.entry_forms import AdjustmentForm
from companion.web.play.pages import GamePages, Reader, WholeRoundPages


class BoardContext:
    """A game as a `reader` sees it, in the request's language, at one position of its log.

    By seat, `face_down` are the bids that players entered on their own phones before their turn. The `position` has
    none of others, the `whole` has all.
    """

    def __init__(self, game: Game, position: Position, reader: Reader) -> None:
        self.game = game
        self.whole = position
        self.reader = reader
        early = position.rules.early(position.state)
        entered = {
            seat: next(logged for logged in reversed(position.entries) if logged.entry == entry)
            for seat, entry in early.items()
        }
        authors = game_log.authors(game, [logged.row for logged in entered.values()]) if entered else {}
        by = {row: game.seat_of(author.player_id) for row, author in authors.items() if author}
        self.face_down = {seat: logged for seat, logged in entered.items() if by.get(logged.row) == seat}
        self.position = position.without([logged for seat, logged in self.face_down.items() if seat != reader.own])

    def is_secret(self, logged: LogEntry) -> bool:
        """Whether an entry, perhaps undone or corrected, is one that others must not see before its turn."""
        rules, entry = self.whole.rules, logged.entry
        seat = next((seat for seat, early in rules.early(logged.after).items() if early == entry), None)
        is_open = rules.turn_of(logged.before, entry) == rules.turn_of(self.whole.state, entry)
        return seat not in (None, self.reader.own) and is_open

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def folder(self) -> str:
        return games.folder_of(self.game.slug)

    @property
    def has_rules(self) -> bool:
        return games.has_rules(self.game.slug)

    @cached_property
    def translator(self) -> Translator:
        return translator_for(self.game)

    @cached_property
    def pages(self) -> GamePages:
        """The game's own part of the pages, in its present state."""
        pages = self.pages_at(self.position.state)
        pages.face_down = self.face_down
        return pages

    def pages_at(self, state: Any) -> GamePages:
        return load_pages(self.game.slug, state, self.translator, self.reader)

    def pages_for_anybody(self, state: Any) -> GamePages:
        """The game's part of the pages in `state` for a reader who answers for everybody, whoever has a seat."""
        return load_pages(self.game.slug, state, self.translator, replace(self.reader, seat=None))

    @cached_property
    def earlier_scores(self) -> dict[tuple[int, int], list[int]]:
        """What the points of a round were before corrections, by the number of the round and by seat."""
        return earlier_scores(self.position)

    @cached_property
    def results(self) -> list[Entry]:
        """The results that were entered in this game, instead of cards."""
        return [logged.entry for logged in self.position.entries if self.position.rules.is_result(logged.entry)]

    def way_of_counting(self) -> dict[str, str]:
        """The field `how` of the last result in this game, or else in the game of this kind before it."""
        earlier = None if self.results else position_before(self.game)
        results = BoardContext(self.game, earlier, self.reader).results if earlier else self.results
        fields = self.pages.result_fields(results[-1]) if results else {}
        return {"how": fields["how"]} if "how" in fields else {}

    @property
    def ended_by_result(self) -> bool:
        return ended_by_result(self.position)

    def words(self, logged: LogEntry) -> str:
        return self.translator(self.position.rules.describe(logged.before, logged.entry))

    def heading(self, logged: LogEntry) -> str:
        return self.translator(self.position.rules.heading(logged.before, logged.entry))

    def outcome(self, logged: LogEntry) -> str:
        """The outcome of an entry of the log in words, or "" if it has none."""
        return " ".join(map(self.translator, self.position.rules.outcome(logged.before, logged.after)))


def reader_of(link: AccessLink, game: Game, params: tuple[tuple[str, str], ...]) -> Reader:
    """For whom a phone with this link shows a game."""
    corrects_all = link.is_host or link.table.players_may_correct_all
    own = game.seat_of(link.player_id)
    seat = None if is_for_all(link.table.public_id) else own
    return Reader(seat, link.may_enter, params, corrects_all=corrects_all, own=own)


class GameContext(BoardContext):
    """A game as the phone with this `link` sees it, at the URL of the request."""

    def __init__(self, link: AccessLink, game: Game, position: Position) -> None:
        params = tuple(sorted(request.args.items()))
        super().__init__(game, position, reader_of(link, game, params))
        self.link = link

    def at(self, position: Position) -> GameContext:
        """The same game at another position of its log."""
        return GameContext(self.link, self.game, position)

    def entry(self, key: str) -> LogEntry:
        """The entry of the log with this key.

        :raises NotFound: there is none.
        """
        return self.position.find(key) or abort(404)


class FormTarget(Struct, frozen=True):
    """The target of the forms in a part of a page. In a part for a stream, the submission id and the token are empty.

    `query_url` is the beginning of URLs of this page with another query: `{{ form_target.query_url }}seat=3`.
    """

    action: str
    query_url: str
    last_row: int
    submission: str = ""
    csrf: str = ""
    pending: str = ""  # the corrections that wait for this one, as JSON
    is_enhanced: bool = False
    may_wait: bool = False  # what it sends may wait on the phone while that is offline


def game_context(link: AccessLink, game: Game) -> GameContext:
    """A game as the phone with this `link` sees it now."""
    return GameContext(link, game, game_log.position(game))


def position_before(game: Game) -> Position | None:
    """How the table's game of this kind before `game` stands, or None if there was none."""
    earlier = tables.newest_game(game.table, game.slug, before=game.n)
    return game_log.position(earlier) if earlier else None


def begins_by_result(game: Game) -> bool:
    """Whether the game of this kind before `game` ended with a result instead of cards."""
    earlier = position_before(game)
    return earlier is not None and ended_by_result(earlier)


def ended_by_result(position: Position) -> bool:
    """Whether what was played last was entered as a result."""
    is_result, entries = position.rules.is_result, [logged.entry for logged in position.entries]
    played = [is_result(entry) for entry in entries if is_result(entry) or not isinstance(entry, AGREED)]
    return played[-1:] == [True]


def load_pages(slug: str, state: Any, translator: Translator, reader: Reader) -> GamePages:
    """The pages of the game called `slug` in this state, for the `reader`, in the language of `translator`."""
    pages: type[GamePages] = games.part_of(slug, "companion.web.games", "Pages", WholeRoundPages)
    return pages(games.rules_of(slug), state, translator, reader)


def rules_context(slug: str, context: GameContext | None = None) -> GameContext | dict[str, str | None]:
    """The context of a page about the rules of a game: in the game in progress, or not at a table."""
    return context or {"folder": games.folder_of(slug), "table": None}


def translator_for(game: Game) -> Translator:
    """The translator of this game's texts for the reader of the request."""
    return language.translator(_words(game.slug), game.names)


def fresh_form_target(
    action: str, position: Position, pending: Sequence[Json] | None = None, *, is_enhanced: bool = False
) -> FormTarget:
    """Where the forms of a full page submit to, with a submission id and a token of their own."""
    packed = "" if pending is None else json.encode(pending).decode()
    query_url = f"{action}{'&' if '?' in action else '?'}"
    if pending:
        query_url += f"{urlencode({'pending': packed})}&"
    return FormTarget(action, query_url, position.last_row, new_token(), generate_csrf(), packed, is_enhanced)


def read_entry(game: Game, state: Any) -> Json:
    """The entry that a form submits for `state`: as JSON, as an adjustment, or from the game's own fields."""
    if "entry" in request.form:
        return sent_json("entry")
    if request.form.get("type") == "adjust":
        return AdjustmentForm(game.names, request.form).entry()
    return load_pages(game.slug, state, translator_for(game), Reader()).entry_from(request.form)


@cache
def _words(slug: str) -> Words:
    return {**submissions.WORDS, **games.rules_of(slug).WORDS}
