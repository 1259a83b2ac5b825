"""The print room: a page on which everything an evening needs is chosen, looked at and taken as one PDF."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext

from companion import games
from companion.core.game import Person
from companion.core.numbers import whole
from companion.core.translator import Translator
from companion.games.record import Record
from companion.i18n import language
from companion.sheets.answers import AnswerSheet
from companion.sheets.print_job import PrintError, PrintJob, add_record, game_sheets, render
from companion.store.game_log import position
from companion.store.models import Game, Table
from companion.web import access
from companion.web import games as pages
from companion.web.print_request import PrintRequest, game_print_request, requested_print, slip_request
from companion.web.urls import external_url

bp = Blueprint("printing", __name__)

SHOWN_PAGES = 24
PREVIEW_WIDTH = 640  # pixels

T = TypeVar("T")


@bp.get("/print")
@bp.get("/t/<table_id>/print")
def show(table_id: str | None = None) -> str | tuple[str, int]:
    """Show what can be chosen, and the pages that the choice makes."""
    who = _who(table_id)
    print_request = requested_print(who)
    wrong: tuple[str, ...] = ()
    count = 0
    try:
        count = _aside(lambda: _page_count(_pdf(*_packed(print_request))))
    except PrintError as error:
        wrong = error.sentences
    drawn = render_template(
        "print.html",
        table=who.table if who else None,
        form=print_request.form,
        options=print_request.options,
        kind=print_request.kind,
        seated=print_request.chosen,
        wrong=wrong,
        count=count,
        shown=range(1, min(count, SHOWN_PAGES) + 1),
        titles=pages.TITLES,
        chosen_fields={name: values for name, values in request.args.lists() if name != "page"},
    )
    return (drawn, 422) if wrong else drawn


@bp.get("/print/evening.pdf")
@bp.get("/t/<table_id>/print/evening.pdf")
def pdf(table_id: str | None = None) -> Response:
    """Send everything that was chosen as one PDF."""
    return _answer(requested_print(_who(table_id)))


@bp.get("/print/page.png")
@bp.get("/t/<table_id>/print/page.png")
def preview(table_id: str | None = None) -> Response:
    """Send one page of what was chosen as a picture, just as it will be printed."""
    print_request = requested_print(_who(table_id))
    number = whole(request.args.get("page"))
    try:
        png = _aside(lambda: _png(_pdf(*_packed(print_request)), number))
    except PrintError as error:
        return _unprintable(error)
    return Response(png, mimetype="image/png") if png else abort(404)


@bp.get("/t/<table_id>/<int:n>/score.pdf")
def score_sheet(table_id: str, n: int) -> Response:
    """Send the score sheet of a game, filled as far as it was played."""
    who = access.viewer(table_id)
    game = access.game_of(who, n)
    print_request = game_print_request(game, "score")
    try:
        order, translator = print_request.order, language.translator(lang=_known(print_request.lang))
    except PrintError as error:
        return _unprintable(error)
    for it in _attempts(who.table, game):
        order = add_record(order, _record(it), translator)
    link = external_url("play.show")
    return _answer(msgspec.structs.replace(print_request, order=msgspec.structs.replace(order, link=link)))


@bp.get("/t/<table_id>/<int:n>/setup.pdf")
def setup_list(table_id: str, n: int) -> Response:
    """Send the set-up check list of a game."""
    who = access.viewer(table_id)
    return _answer(game_print_request(access.game_of(who, n), "setup"))


def printed_slip(slip: AnswerSheet) -> Response:
    """Return the verdict `slip` as the answer to a request: half a page, in the reader's language."""
    return _answer(slip_request(slip))


def _who(table_id: str | None) -> access.Viewer | None:
    return None if table_id is None else access.viewer(table_id)


def _attempts(table: Table, game: Game) -> list[Game]:
    """Return the games on one sheet: this one, or where attempts are collected all like it until this one."""
    if not game_sheets(game.kind).COLLECTS_ATTEMPTS:
        return [game]
    like = _like(game)
    return [it for it in table.games if it.n <= game.n and it.kind == game.kind and _like(it) == like]


def _like(game: Game) -> tuple[Any, ...]:
    """Return what attempts have in common: the same people, and the same in words, such as the level."""
    start: Any = games.load(game.kind).setup(_people(game), game.options)
    return game.names, game_sheets(game.kind).detail(start.setup, Translator())


def _people(game: Game) -> tuple[Person, ...]:
    return tuple(Person(seat["name"], seat["surname"]) for seat in game.seats)


def _record(game: Game) -> Record:
    now = position(game)
    return Record(now.game, now.start, _people(game), game.options, now.entries)


def _answer(print_request: PrintRequest) -> Response:
    try:
        pdf = _aside(lambda: _pdf(*_packed(print_request)))
    except PrintError as error:
        return _unprintable(error)
    answer = Response(pdf, mimetype="application/pdf")
    answer.headers.set("Content-Disposition", "inline", filename=print_request.file_name)
    return answer


def _unprintable(error: PrintError) -> Response:
    return Response(render_template("error.html", title=gettext("That can't be printed"), words=str(error)), 422)


def _packed(print_request: PrintRequest) -> tuple[bytes, str]:
    """Return the order as bytes, by which drawn PDFs are remembered, and its language; raises like `_known`."""
    return msgspec.json.encode(print_request.order), _known(print_request.lang)


def _known(lang: str) -> str:
    """Return the language that `lang` names.

    :raises PrintError: there is no such language.
    """
    try:
        return language.known(lang)
    except language.UnknownLanguage as error:
        raise PrintError(str(error)) from None


@lru_cache(maxsize=8)
def _pdf(order: bytes, lang: str) -> bytes:
    return render(msgspec.json.decode(order, type=PrintJob), language.translator(lang=lang))


def _page_count(pdf: bytes) -> int:
    from pypdfium2 import PdfDocument

    return len(PdfDocument(pdf))


def _png(pdf: bytes, number: int | str) -> bytes | None:
    """Return page `number` (from 1) as a picture; None if there is no such page."""
    from io import BytesIO

    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    if not isinstance(number, int) or not 1 <= number <= len(document):
        return None
    page = document[number - 1]
    out = BytesIO()
    page.render(scale=PREVIEW_WIDTH / page.get_width()).to_pil().save(out, "PNG")
    return out.getvalue()


def _aside(work: Callable[[], T]) -> T:
    """Return what `work` returns, done beside the server's loop: no phone waits for somebody else's paper."""
    from gevent.monkey import is_module_patched

    return _bench().apply(work) if is_module_patched("threading") else work()


@cache
def _bench() -> Any:
    """Return the one worker: drawing is no faster with more, and PDFium may be used by one thread only."""
    from gevent.threadpool import ThreadPool

    return ThreadPool(1)
