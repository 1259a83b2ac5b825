"""The board of a game: rendered once for its page, for the response to an entry, and for all open pages.

The newest board of each game, reader and language is kept, but none for a query, which anybody can invent. A page or a
response has just read the game, and takes the kept board if that was rendered from the same. Streams, of which there
may be many, take what one of them has read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2s
from itertools import takewhile

from cachetools import LRUCache
from flask import Flask, current_app, g, render_template, url_for
from flask_babel import force_locale
from flask_babel import gettext as _
from markupsafe import Markup, escape
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from companion import games
from companion.core.entries import Finish
from companion.i18n import language
from companion.statistics import highlights
from companion.store import evenings, finished_games, game_log, tables
from companion.store.base import db
from companion.store.database import give_way
from companion.store.evenings import OPEN
from companion.store.finished_games import FinishedGame, own_games
from companion.store.models import ERASED, AccessLink, Game
from companion.store.positions import ENTRY, REDO, UNDO, LogEntry
from companion.web.play.change_views import card_words, last_change
from companion.web.play.context import BoardContext, FormTarget, begins_by_result
from companion.web.play.notices import AcceptedNotice, Notice, row_words
from companion.web.play.pages import Reader

PLAY, SCREEN = "play", "screen"
MAX_UNDO_WORDS = 34  # letters that fit on the button
MAX_BOARDS = 2000  # kept, of all games, readers and languages: some 30 kB each
_reading = threading.Lock()


class BoardKey(Struct, frozen=True):
    """Which board of which game: for whom it is, and whether it is for a phone or for a big screen.

    The only part of it that comes from a request header is the language, which is one of ours.
    """

    game_id: int
    reader: Reader
    language: str
    view: str = PLAY


class Board(Struct, eq=False, dict=True):
    """A board, and the `source` that it was rendered from; equal boards have equal tags.

    `read_at` is the monotonic time at which a stream has last read the source, in seconds. `holders` are the role and
    the seat that each link of the table had then, by token, without the links that were revoked.
    """

    html: str
    last_row: int
    source: tuple[object, ...] = ()
    read_at: float = -1.0
    holders: Mapping[str, tuple[str, int | None]] = {}

    @cached_property
    def tag(self) -> str:
        return f"{self.last_row}-{blake2s(self.html.encode(), digest_size=6).hexdigest()}"

    @cached_property
    def event(self) -> bytes:
        """The board as an event of the stream."""
        lines = "".join(f"data: {line}\n" for line in self.html.splitlines())
        return f"id: {self.tag}\nevent: board\n{lines}\n".encode()


def init_app(app: Flask) -> None:
    """Give `app` its cache of boards."""
    app.extensions["companion.boards"] = LRUCache(MAX_BOARDS)


def board_of(game: Game, reader: Reader, view: str = PLAY) -> Board:
    """The present board of `game` in the current language."""
    position = game_log.position(game)
    board = _board_at(BoardContext(game, position, reader))
    if view == PLAY:
        return board
    way_in = game.table if reader.sees_code and game.table.is_joinable else None
    html = render_template("screen_board.html", board=board.html, way_in=way_in, is_over=position.is_over)
    return Board(html, board.last_row)


def board_since(app: Flask, key: BoardKey, since: float) -> Board:
    """The board as it was at the monotonic time `since` or later; called outside requests.

    If the game was erased, it is empty, and for nobody.
    """
    boards = _boards(app)
    board = boards.get(key)
    if board is not None and board.read_at >= since:
        return board
    with _reading:  # of the streams that want the same board, the first one reads it
        board = boards.get(key)
        if board is None or board.read_at < since:
            with app.app_context():
                board = boards[key] = _read(key)
            give_way()  # before the next board
    return board


def render_board(context: BoardContext, notice: Notice | None = None) -> str:
    """The contents of #board in the current language, the same for all equal readers.

    It does not contain the phone's own submission id and CSRF token: outbox.js or `fill_in` adds them.
    """
    if notice is None:
        return _board_at(context).html
    return _render(context, other_games(context), notice)


def fill_in(board: str, form_target: FormTarget) -> Markup:
    """A board whose forms carry a submission id and a token, for browsers without our scripts.

    Only these differ between phones that see the same board, so they are filled in after it was rendered for all.
    """
    for name, value in (("submission", form_target.submission), ("csrf_token", form_target.csrf)):
        board = board.replace(f'name="{name}" value=""', f'name="{name}" value="{escape(value)}"')
    return Markup(board)  # noqa: S704 - our own template's


def other_games(context: BoardContext) -> dict[str, object]:
    """What a board, or the page of the scores, shows because of the table's other games: values for the templates.

    - `comparison`: the game's own, such as the record to beat.
    - `highlight`: the most remarkable thing about a game that is over, in a sentence, or "".
    - `next_game`: the game that the people of this one play now: that of the reader, if the reader has a seat.
    - `evening`: that of a game that is over; in an open one people play on without the app's seating.
    - `by_result`: nothing is entered yet, and the last game of this kind ended with a result.
    """
    game, seat, is_over = context.game, context.reader.seat, context.position.is_over
    before = cache(lambda: finished_games.played_before(game))
    finished = finished_games.of_games([game]).get(game.id) if is_over else None
    evening = evenings.evening_of(game) if is_over else None
    following = tables.next_game(game, None if seat is None else game.seats[seat]["player"])
    next_game = None
    if following is not None and not game_log.position(following).is_over:
        names, players = context.translator.listed(following.names), [seat["player"] for seat in following.seats]
        next_game = {"n": following.n, "title": following.title, "names": names, "players": players}
    return {
        "comparison": context.pages.comparison(before),
        "highlight": next(iter(highlights_in_words(finished, before())), "") if finished else "",
        "next_game": next_game,
        "evening": {"id": evening.id, "is_open": evening.form == OPEN} if evening else None,
        "by_result": not context.position.entries and not context.pages.has_form and begins_by_result(game),
    }


def highlights_in_words(finished: FinishedGame, before: Sequence[FinishedGame]) -> list[str]:
    """At most three sentences, the most remarkable first; `before` are the earlier games."""
    game, summary = finished.game, finished.summary
    alike = [earlier.summary for earlier in before if earlier.summary.figures.group == summary.figures.group]
    streaks = [_streak([*before, finished], seat["player"]) for seat in game.seats]
    translator = language.translator({**highlights.WORDS, **games.rules_of(game.slug).WORDS}, game.names)
    return [*map(translator, highlights.highlights_of(game.slug, summary, streaks, alike))]


def _streak(played: Sequence[FinishedGame], player: int) -> int:
    """How many games in a row a player has won against others, or 0 for the first win in at least three games."""
    won = [seat in item.summary.winners for item, seat in own_games(played, player) if item.summary.ranking]
    return 0 if len(won) >= 3 and sum(won) == 1 else len([*takewhile(bool, reversed(won))])


def _boards(app: Flask) -> LRUCache[BoardKey, Board]:
    boards: LRUCache[BoardKey, Board] = app.extensions["companion.boards"]
    return boards


def _read(key: BoardKey) -> Board:
    read_at = time.monotonic()
    query = select(Game).where(Game.id == key.game_id, Game.slug != ERASED).options(joinedload(Game.table))
    game = db.session.scalar(query)
    if game is None:
        return Board("", 0, read_at=read_at)
    links = select(AccessLink.token, AccessLink.role, AccessLink.player_id).where(
        AccessLink.table_id == game.table_id, ~AccessLink.is_revoked
    )
    holders = {token: (role, game.seat_of(player)) for token, role, player in db.session.execute(links)}
    # `url_for` needs a request; this one stands in for those of all phones that see the board.
    with current_app.test_request_context(), force_locale(key.language):
        g.url_values = {"public_id": game.table.public_id, "n": game.n}
        board = board_of(game, key.reader, key.view)
    board.read_at, board.holders = read_at, holders
    return board


def _board_at(context: BoardContext) -> Board:
    """The board at the position of `context`, from the cache if it is there."""
    game, position, others = context.game, context.position, other_games(context)
    boards = _boards(current_app)
    key = BoardKey(game.id, context.reader, context.translator.lang)
    board = boards.get(key)
    # The id of a game that was deleted may be that of another one. A board names also people without a seat.
    people = [(player.id, player.person) for player in game.table.players]
    source = game.uuid, position.last_row, position.starters, people, others
    if board is None or board.source != source:
        board = Board(_render(context, others), position.last_row, source)
        if not context.reader.params:
            boards[key] = board
    return board


def _render(context: BoardContext, others: dict[str, object], notice: Notice | None = None) -> str:
    position = context.position
    last, pages = position.last, context.pages.on_board()
    question = None if position.is_over else pages.question()
    action, query_url = url_for("play.enter"), url_for("play.show") + "?"
    return render_template(
        "board.html",
        context=context,
        pages=pages,
        state=pages.state,
        question=question,
        **others,
        change=last_change(context),
        notice=AcceptedNotice(last.warnings) if notice is None and last is not None else notice,
        form_target=FormTarget(action, query_url, position.last_row, is_enhanced=True, may_wait=True),
        is_your_turn=question is not None and context.reader.seat in question.seats,
        undo=undo_words(context),
        undo_by_others=who_may_undo(context),
        redo=_redo_words(context),
        used=_used_card(context),
    )


def undo_words(context: BoardContext) -> str:
    """In words what an undo would take back, or "" if there is nothing."""
    position = context.position
    rows = position.rows_to_move(UNDO)
    if not rows:
        return ""
    row, last = next((row for row in rows if not position.is_implied(row)), rows[0]), position.last
    logged = position.find(str(row.number)) if row.kind == ENTRY else None
    if logged is None and last is not None and position.replaced_in_row(last, -1):
        logged = last
    if logged is None:
        return row_words(row)
    words, turn = context.words(logged), position.rules.turn_of(logged.before, logged.entry)
    if len(words) <= MAX_UNDO_WORDS:
        return words
    if isinstance(logged.entry, Finish) and logged.entry.points:
        return _("Final scores")
    if (card := card_words(context, logged)) is not None:
        return " ".join(card)
    if turn and position.rules.is_result(logged.entry):
        return context.translator.say("unit-result", {"number": turn[0]})
    return context.heading(logged)


def who_may_undo(context: BoardContext) -> str:
    """On a player's phone, that only someone else can undo what they entered, or ""."""
    reader, game = context.reader, context.game
    if reader.corrects_all or reader.own is None:
        return ""
    authors = game_log.authors(game, {row.number for row in context.position.rows_to_move(UNDO)})
    for author in authors.values():
        player = author.player if author else None
        if player is None or game.seat_of(player.id) != reader.own:
            return _("only %(name)s can", name=player.shown_name) if player else _("only the host can")
    return ""


def _redo_words(context: BoardContext) -> str:
    words, entries = "", context.whole.entries
    for row in context.position.rows_to_move(REDO):
        words = row_words(row)
        if row.kind == ENTRY:
            logged = context.whole.apply(entries, LogEntry("", row.payload, row.number))
            words, entries = words if context.is_secret(logged) else context.words(logged), (logged,)
    return words


def _used_card(context: BoardContext) -> LogEntry | None:
    """The earlier entry of the card that was tapped, or None if no card was tapped."""
    card = context.reader.param("used")
    if card is None:
        return None
    entries = reversed(context.position.entries)
    return next((logged for logged in entries if context.pages.uses(logged.entry, card)), None)
