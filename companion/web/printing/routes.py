"""Printing: a page to choose everything for an evening, preview it, and download it as one PDF."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, TypeVar

from flask import Blueprint, Response, abort, redirect, request
from flask_babel import force_locale
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion import games
from companion.core.messages import Json
from companion.core.translator import Translator
from companion.games.record import Record
from companion.i18n import language
from companion.lru_cache import LruCache
from companion.sheets.answers import AnswerSheet
from companion.sheets.layout import Layout, layout
from companion.sheets.print_job import NO_GAME, PrintJob
from companion.sheets.printed_games import add_record, game_sheets, sheets_class
from companion.store import game_log
from companion.store.models import PLAYER, Game, Table
from companion.web import access
from companion.web.background import JOB, PICTURE, count_stranger, in_background
from companion.web.printing.form import PrintForm, remember_choices
from companion.web.printing.jobs import default_paper, game_job, print_errors
from companion.web.rendering import PageResponse, render
from companion.web.urls import external_url, url_with_query

bp = Blueprint("printing", __name__)

SHOWN_GAMES = 20
MAX_LAYOUTS = 8  # print jobs whose layout is kept
WIDTH, LARGE_WIDTH = 360, 1240  # widths of a page as a picture, in pixels

T = TypeVar("T")


class PrintView(Struct, frozen=True):
    """The values for the print page: the form, the preview of its pages, the games that have score sheets.

    `sizes` are the widths and heights in mm of the different pages, none if nothing can be printed. The preview shows
    at most `shown_pages` of them. `paper_count` is the number of sheets of paper for all pages. `with_reasons` are the
    games, by slug, whose score sheets can give the reasons for each trick.
    """

    form: PrintForm
    sizes: Sequence[tuple[int, int]]
    paper_count: int
    games: Sequence[Game]
    with_reasons: Collection[str]
    shown_pages: int = 24


@bp.get("/print")
@bp.get("/t/<public_id>/print")
def show(public_id: str | None = None) -> PageResponse:
    """Show the choices, and a preview of the pages."""
    form = _form(public_id)
    if not form.validate() and not request.args:  # the remembered choices are out of date
        form = PrintForm(MultiDict(), form.link, remembers=False)
        form.validate()
    _count_if_stranger(JOB)
    job, lang = form.print_job(), form.lang.data
    sizes, paper_count = ([], 0) if form.print_errors else _draw(job, lang, _sizes_and_paper_count)
    view = PrintView(
        form,
        sizes,
        paper_count,
        games=form.table.games[::-1][:SHOWN_GAMES] if form.table else [],
        with_reasons={slug for slug in games.GAMES if sheets_class(slug).TRICKS_LABEL},
    )
    return render("print.html", view), 422 if form.print_errors else 200


@bp.get("/print/evening.pdf")
@bp.get("/t/<public_id>/print/evening.pdf")
def pdf(public_id: str | None = None) -> Response:
    """Send everything that was chosen as one PDF."""
    form = _form(public_id)
    return _respond(form.print_job(), form.lang.data)


@bp.post("/t/<public_id>/print/evening.pdf")
def download(public_id: str) -> PageResponse:
    """Remember at the table what was chosen, and redirect to its PDF, whose URL can be shared."""
    link = access.current_link(public_id, needs=PLAYER)
    form = PrintForm(request.form, link)
    _ensure_printable(form.print_job(), form.lang.data)
    remember_choices(link.table, form.fields())
    return redirect(url_with_query("printing.pdf", form.fields()), 303)


@bp.get("/print/page.png")
@bp.get("/t/<public_id>/print/page.png")
def preview(public_id: str | None = None) -> Response:
    """Send one page of what was chosen as a picture, exactly as it will be printed."""
    form = _form(public_id)
    _count_if_stranger(PICTURE)
    job, lang = form.print_job(), form.lang.data
    _ensure_printable(job, lang)
    number = request.args.get("page", 0, type=int)
    width = LARGE_WIDTH if "large" in request.args else WIDTH
    png = _draw(job, lang, lambda laid_out: laid_out.page_png(number, width))
    if png is None:
        abort(404)
    response = Response(png, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@bp.get("/t/<public_id>/<int:n>/score.pdf")
def score_sheet(public_id: str, n: int) -> Response:
    """Send the score sheet of a game, filled in as far as it was played."""
    link, game = access.current_link_and_game(public_id, n)
    job, lang, attempts = game_job(game, "score"), _sent_lang(), _attempts(link.table, game)
    _ensure_printable(job, lang)
    with force_locale(language.parse_language(lang)):
        for attempt in attempts:
            job = add_record(job, _record(attempt, job.options), language.day(attempt.started_at))
        when = [language.day(game.started_at)] if len(attempts) == 1 else []
    occasion = " \u00b7 ".join(filter(None, (link.table.name, link.table.venue, *when)))
    return _respond(replace(job, link=external_url("play.show"), occasion=occasion), lang, n)


@bp.get("/t/<public_id>/<int:n>/setup.pdf")
def setup_list(public_id: str, n: int) -> Response:
    """Send the set-up list of a game."""
    _link, game = access.current_link_and_game(public_id, n)
    return _respond(game_job(game, "setup"), _sent_lang(), n)


def answer_pdf(answer: AnswerSheet) -> Response:
    """Return the response that sends `answer` on half a page, in the reader's language."""
    return _respond(PrintJob(("answers",), paper=default_paper(), answers=(answer,)), language.current())


def _form(public_id: str | None) -> PrintForm:
    link = None if public_id is None else access.current_link(public_id)
    shown = ("page", "large")
    return PrintForm(MultiDict(pair for pair in request.args.items(multi=True) if pair[0] not in shown), link)


def _sent_lang() -> str:
    return request.args.get("lang") or language.current()


def _count_if_stranger(amount: int) -> None:
    """Count the requests of strangers; people at a table may print as much as they like."""
    if "public_id" not in (request.view_args or {}):
        count_stranger(amount)


def _attempts(table: Table, game: Game) -> list[Game]:
    """Return the games on one sheet: this one or, where attempts are collected, all comparable ones up to this one."""
    if not sheets_class(game.slug).COLLECTS_ATTEMPTS:
        return [game]
    earlier = [other for other in table.games if other.n <= game.n and other.slug == game.slug]
    return [other for other in earlier if _common(other) == _common(game)]


def _common(game: Game) -> tuple[list[int], str]:
    """Return what attempts on one sheet have in common: the players, and the subtitle, such as the level."""
    start: Any = games.rules_of(game.slug).start(game.shown_people, game.options)
    return [seat["player"] for seat in game.seats], game_sheets(game.slug, start.setup, Translator()).detail


def _record(game: Game, options: dict[str, Json]) -> Record:
    """Return the game's record with the `options` of the sheet; attempts may differ in starter and house rules."""
    current = game_log.position(game)
    return Record(current.rules, current.start, game.shown_people, options, current.record_entries)


def _respond(job: PrintJob, lang: str, n: int = 0) -> Response:
    """Send the PDF of a job; `n` is the number of the table's game that it shows, or 0 for none."""
    _count_if_stranger(JOB)
    _ensure_printable(job, lang)
    response = Response(_draw(job, lang, lambda laid_out: laid_out.pdf()), mimetype="application/pdf")
    response.headers.set("Content-Disposition", "inline", filename=_file_name(job, n))
    return response


def _file_name(job: PrintJob, n: int) -> str:
    """Return the file name of the PDF, such as `GAME-3-score-a4.pdf`."""
    sheet = job.sheets[0] if len(job.sheets) == 1 else "pack"
    game = [] if NO_GAME.issuperset(job.sheets) else [job.slug, *([str(n)] if n else [])]
    return "-".join((*game, sheet, job.paper)) + ".pdf"


def _ensure_printable(job: PrintJob, lang: str) -> None:
    """Abort with a page that says why, if this can't be printed."""
    if errors := print_errors(job, lang):
        title, words = _("That can't be printed"), " ".join(text for _field, text in errors)
        abort(Response(render("error.html", title=title, words=words, number=""), 422))


def _draw(job: PrintJob, lang: str, work: Callable[[Layout], T]) -> T:
    """Return the result of `work` for the pages of a job; a page and its pictures share them."""
    lang = language.parse_language(lang)
    key = repr(job), lang
    layouts: LruCache[Hashable, Layout] = LruCache.of_app("layouts", MAX_LAYOUTS)
    return in_background(key, lambda: work(layouts.get_or_put(key, layout, job, language.translator(lang=lang))))


def _sizes_and_paper_count(laid_out: Layout) -> tuple[list[tuple[int, int]], int]:
    """Return the sizes of the different pages in mm, and the number of sheets of paper for all pages."""
    sizes = [(round(page.size.width), round(page.size.height)) for page in laid_out.different_pages]
    return sizes, laid_out.paper_count
