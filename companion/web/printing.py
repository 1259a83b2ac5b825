"""Printing: a page on which everything an evening needs is chosen, previewed and downloaded as one PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion import games
from companion.core.game import Person
from companion.core.translator import Translator
from companion.games.record import Record
from companion.i18n import language
from companion.sheets.answers import AnswerSheet
from companion.sheets.print_job import PrintJob, add_record, game_sheets, render
from companion.store.game_log import position
from companion.store.models import Game, Player, Table
from companion.web import access
from companion.web import games as pages
from companion.web.print_request import (
    PrintForm,
    PrintRequest,
    answer_print_request,
    find_problems,
    game_print_request,
)
from companion.web.urls import external_url

bp = Blueprint("printing", __name__)

SHOWN_PAGES = 24
SHOWN_GAMES = 20
PREVIEW_WIDTH = 640  # pixels

T = TypeVar("T")


class PrintPage(Struct, frozen=True):
    """The page on which printing is chosen: the form, the preview of its pages, the games that have score sheets.

    `unseated` are the players of the table whose names are not chosen; `fields` is the form as it is in an address.
    """

    form: PrintForm
    unseated: Sequence[Player]
    page_count: int
    fields: Mapping[str, Sequence[str]]
    games: Sequence[Game]
    titles: Mapping[str, str]

    @property
    def previewed(self) -> range:
        """Return the numbers of the pages that are previewed."""
        return range(1, min(self.page_count, SHOWN_PAGES) + 1)


@bp.get("/print")
@bp.get("/t/<table_id>/print")
def show(table_id: str | None = None) -> str | tuple[str, int]:
    """Show what can be chosen, and the pages that the choice makes."""
    form = _form(table_id)
    is_valid = form.validate()
    players, played = (form.table.players, form.table.games) if form.table else ([], [])
    page = PrintPage(
        form,
        [player for player in players if player not in form.seated],
        _in_worker(lambda: _page_count(_pdf(form.print_request()))) if is_valid else 0,
        {name: values for name, values in request.args.lists() if name != "page"},
        played[::-1][:SHOWN_GAMES],
        pages.TITLES,
    )
    return render_template("print.html", page=page), 200 if is_valid else 422


@bp.get("/print/evening.pdf")
@bp.get("/t/<table_id>/print/evening.pdf")
def pdf(table_id: str | None = None) -> Response:
    """Send everything that was chosen as one PDF."""
    return _respond(_form(table_id).print_request())


@bp.get("/print/page.png")
@bp.get("/t/<table_id>/print/page.png")
def preview(table_id: str | None = None) -> Response:
    """Send one page of what was chosen as a picture, just as it will be printed."""
    print_request = _form(table_id).print_request()
    if refused := _refused(print_request):
        return refused
    number = request.args.get("page", 0, type=int)
    png = _in_worker(lambda: _png(_pdf(print_request), number))
    return Response(png, mimetype="image/png") if png else abort(404)


@bp.get("/t/<table_id>/<int:n>/score.pdf")
def score_sheet(table_id: str, n: int) -> Response:
    """Send the score sheet of a game, filled as far as it was played."""
    who = access.viewer(table_id)
    game = access.game_of(who, n)
    print_request = game_print_request(game, "score")
    if refused := _refused(print_request):
        return refused
    job, translator = print_request.job, language.translator(lang=print_request.lang)
    for attempt in _attempts(who.table, game):
        job = add_record(job, _record(attempt), translator)
    return _respond(replace(print_request, job=replace(job, link=external_url("play.show"))))


@bp.get("/t/<table_id>/<int:n>/setup.pdf")
def setup_list(table_id: str, n: int) -> Response:
    """Send the set-up list of a game."""
    who = access.viewer(table_id)
    return _respond(game_print_request(access.game_of(who, n), "setup"))


def answer_pdf(answer: AnswerSheet) -> Response:
    """Return the response that sends `answer` on half a page, in the reader's language."""
    return _respond(answer_print_request(answer))


def _form(table_id: str | None) -> PrintForm:
    who = None if table_id is None else access.viewer(table_id)
    args = MultiDict((name, value) for name, value in request.args.items(multi=True) if name != "page")
    return PrintForm(args, who)


def _attempts(table: Table, game: Game) -> list[Game]:
    """Return the games on one sheet: this one, or where attempts are collected, all like it until this one."""
    if not game_sheets(game.kind).COLLECTS_ATTEMPTS:
        return [game]
    earlier = [other for other in table.games if other.n <= game.n and other.kind == game.kind]
    return [other for other in earlier if _common(other) == _common(game)]


def _common(game: Game) -> tuple[list[str], str]:
    """Return what attempts on one sheet have in common: the players, and its subtitle, such as the level."""
    start: Any = games.load(game.kind).setup(_people(game), game.options)
    return game.names, game_sheets(game.kind).detail(start.setup, Translator())


def _people(game: Game) -> tuple[Person, ...]:
    return tuple(Person(seat["name"], seat["surname"]) for seat in game.seats)


def _record(game: Game) -> Record:
    now = position(game)
    return Record(now.game, now.start, _people(game), game.options, now.entries)


def _respond(print_request: PrintRequest) -> Response:
    if refused := _refused(print_request):
        return refused
    response = Response(_in_worker(lambda: _pdf(print_request)), mimetype="application/pdf")
    response.headers.set("Content-Disposition", "inline", filename=print_request.file_name)
    return response


def _refused(print_request: PrintRequest) -> Response | None:
    """Return the page that says why this cannot be printed; None if it can."""
    problems = find_problems(print_request)
    if not problems:
        return None
    words = " ".join(problem.text for problem in problems)
    return Response(render_template("error.html", title=gettext("That can't be printed"), words=words), 422)


def _pdf(print_request: PrintRequest) -> bytes:
    return _rendered(msgspec.json.encode(print_request.job), language.known(print_request.lang))


@lru_cache(maxsize=8)
def _rendered(encoded_job: bytes, lang: str) -> bytes:
    return render(msgspec.json.decode(encoded_job, type=PrintJob), language.translator(lang=lang))


def _page_count(pdf: bytes) -> int:
    from pypdfium2 import PdfDocument

    return len(PdfDocument(pdf))


def _png(pdf: bytes, number: int) -> bytes | None:
    """Return page `number` (from 1) as a picture; None if there is no such page."""
    from io import BytesIO

    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    if not 1 <= number <= len(document):
        return None
    page = document[number - 1]
    out = BytesIO()
    page.render(scale=PREVIEW_WIDTH / page.get_width()).to_pil().save(out, "PNG")
    return out.getvalue()


def _in_worker(work: Callable[[], T]) -> T:
    """Return what `work` returns, done outside the server's event loop: no phone waits while others print."""
    from gevent.monkey import is_module_patched

    return _worker().apply(work) if is_module_patched("threading") else work()


@cache
def _worker() -> Any:
    """Return a pool of one thread: more would be no faster, and PDFium may be used by one thread only."""
    from gevent.threadpool import ThreadPool

    return ThreadPool(1)
