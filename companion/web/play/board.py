"""The board of a game: rendered here for its page, for the response to an entry, and for all open pages at once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from hashlib import blake2s

from cachetools import LRUCache
from flask import current_app, g, render_template, url_for
from flask_babel import force_locale
from flask_babel import gettext as _
from markupsafe import Markup, escape
from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from companion.store import game_log
from companion.store.base import db
from companion.store.finished_games import earlier_games
from companion.store.log_rows import CORRECT, SETTINGS, LogRow
from companion.store.models import ERASED, Game
from companion.store.positions import LogEntry, Position
from companion.web.play.context import BoardContext, FormTarget
from companion.web.play.hub import BoardKey, RenderedBoard
from companion.web.play.notices import AcceptedNotice, Notice
from companion.web.play.pages import Reader

PLAY, SCREEN = "play", "screen"
MAX_BOARDS = 256  # kept, of all games, readers and languages


def render_board(context: BoardContext, notice: Notice | None = None) -> str:
    """Return the contents of #board in the current language, the same for all equal readers.

    The response to an entry, the page after it and the stream show the same board, which is rendered once. It does not
    contain the phone's own submission id and CSRF token: outbox.js or `fill_in` adds them.
    """
    game, position, comparison = context.game, context.position, compare(context)
    # recent boards, each with the position and the comparison that it was rendered from
    cache: LRUCache[Hashable, tuple[Position, Struct | None, str]]
    cache = current_app.extensions.setdefault("companion.boards", LRUCache(MAX_BOARDS))
    key = (game.id, context.reader, context.translator.lang, tuple(game.names))
    kept = cache.get(key) if notice is None else None
    if kept is not None and kept[0] is position and kept[1] == comparison:
        return kept[2]
    last, prompt = position.last, position.rules.prompt(position.state)
    action, query_url = url_for("play.enter"), url_for("play.show") + "?"
    board = render_template(
        "board.html",
        context=context,
        board=None if position.is_over else context.pages.board(),
        ending=context.pages.ending() if position.is_over else None,
        comparison=comparison,
        notice=AcceptedNotice(last.warnings) if notice is None and last is not None else notice,
        form_target=FormTarget(action, query_url, position.last_row, is_enhanced=True, may_wait=True),
        is_your_turn=prompt is not None and context.reader.seat in (prompt.get("seats") or [prompt.get("seat", -1)]),
        undo=undo_words(context),
        redo=_redo_words(context),
        used=_used_card(context),
    )
    if notice is None:
        cache[key] = position, comparison, board
    return board


def fill_in(board: str, form_target: FormTarget) -> Markup:
    """Return a board whose forms carry a submission id and a token, for browsers without our scripts.

    Only these differ between phones that see the same board, so they are filled in after it was rendered for all.
    """
    for name, value in (("submission", form_target.submission), ("csrf_token", form_target.csrf)):
        board = board.replace(f'name="{name}" value=""', f'name="{name}" value="{escape(value)}"')
    return Markup(board)  # noqa: S704 - our own template's


def compare(context: BoardContext) -> Struct | None:
    """Return how this game compares with the table's earlier games."""
    return context.pages.comparison(partial(earlier_games, context.game))


def board_for_streams(key: BoardKey) -> RenderedBoard:
    """Return the board for all open pages with this key; called outside requests.

    :raises NoResultFound: the game was erased.
    """
    query = select(Game).where(Game.id == key.game_id, Game.slug != ERASED).options(joinedload(Game.table))
    game = db.session.scalars(query).one()
    # `url_for` needs a request; this one stands in for those of all phones that see the board.
    with current_app.test_request_context(), force_locale(key.language):
        g.url_values = {"public_id": game.table.public_id, "n": game.n}
        return board_as_sent(game, key)


def board_as_sent(game: Game, key: BoardKey, params: tuple[tuple[str, str], ...] = ()) -> RenderedBoard:
    """Return the board of `game` as it is sent, in the current language; `params` are those of one phone's URL."""
    position = game_log.position(game)
    html = render_board(BoardContext(game, position, Reader(key.seat, key.may_enter, params)))
    if key.view == SCREEN:
        html = _screen(game, html)
    tag = f"{position.last_row}-{blake2s(html.encode(), digest_size=6).hexdigest()}"
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return RenderedBoard(tag, html, f"id: {tag}\nevent: board\n{lines}\n".encode(), position.last_row)


def _screen(game: Game, board: str) -> str:
    """Return the board for a big screen, with the join code while it is on, and a link to the table's next game."""
    newest = db.session.scalar(
        select(func.max(Game.n)).where(Game.table_id == game.table_id, Game.deleted_at.is_(None))
    )
    return render_template(
        "screen_board.html",
        board=board,
        table=game.table,
        next=url_for("stream.screen", n=newest) if newest and newest != game.n else "",
    )


def undo_words(context: BoardContext) -> str:
    """Return in words what an undo would take back, or "" if there is nothing."""
    if not context.position.done:
        return ""
    words, last = _row_words(context.position.done[-1]), context.position.last
    if last is not None and (not words or context.position.replaced_in_row(last, -1)):
        return context.words(last)
    return words


def _redo_words(context: BoardContext) -> str:
    if not context.position.undone:
        return ""
    row, position = context.position.undone[-1], context.position
    return _row_words(row) or context.translator(position.rules.describe(position.state, row.payload))


def _row_words(row: LogRow) -> str:
    """Return in words what undoing or redoing a log row changes, or "" for an entry."""
    return {CORRECT: _("correction"), SETTINGS: _("settings")}.get(row.kind, "")


def _used_card(context: BoardContext) -> LogEntry | None:
    """Return the earlier entry of the card that was tapped, or None if no card was tapped."""
    card = context.reader.param("used")
    if card is None:
        return None
    entries = reversed(context.position.entries)
    return next((logged for logged in entries if context.pages.uses(logged.entry, card)), None)
