"""Printing: a page to choose everything for an evening, preview it, and download it as one PDF."""

from __future__ import annotations

from collections.abc import Hashable

from cachetools import LRUCache
from flask import Blueprint, Response, abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import force_locale
from flask_babel import gettext as _
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.core.names import isolated
from companion.games.record import Record
from companion.i18n import language
from companion.i18n.language import UnknownLanguage
from companion.sheets.layout import Layout, is_folded, layout
from companion.sheets.print_job import HOW_TO_FOLD, NO_GAME, PrintJob
from companion.sheets.printed_games import PrintError, add_record, setup_of, sheets_class
from companion.store import game_log
from companion.store.models import PLAYER, VIEWER, AccessLink, Game, Table
from companion.web import access
from companion.web.allowances import JOB, PICTURE, costs
from companion.web.printing.form import PrintForm, game_job, remember_choices
from companion.web.urls import url_with_query
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("printing", __name__)

SHOWN_GAMES = 20
SHOWN_PAGES = 24  # of the preview
MAX_LAYOUTS = 8  # print jobs whose layout is kept
WIDTH, LARGE_WIDTH = 360, 1240  # widths of a page as a picture, in pixels


@bp.get("/print")
@bp.get("/t/<public_id>/print")
@access.public
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def show(link: AccessLink | None = None) -> ResponseReturnValue:
    """Show the choices, and a preview of the pages."""
    form, laid_out, errors = _form(link), None, []
    try:
        laid_out = _laid_out(form.print_job(), form.lang.data)
    except (PrintError, UnknownLanguage) as error:
        form.add_errors(errors := _in_words(error))
    pages = laid_out.different_pages if laid_out else ()
    page = render_template(
        "print.html",
        form=form,
        print_errors=errors,
        # Widths and heights in mm of the different pages, none if nothing can be printed.
        sizes=[(round(page.size.width), round(page.size.height)) for page in pages],
        how_to_fold=_(HOW_TO_FOLD[laid_out.job.paper.duplex]) if laid_out and is_folded(laid_out.job) else "",
        paper_count=laid_out and laid_out.paper_count,  # sheets of paper for all pages
        shown_pages=SHOWN_PAGES,
        games=form.table.games[::-1][:SHOWN_GAMES] if form.table else [],
    )
    return page, 422 if errors else 200


@bp.get("/print/evening.pdf")
@bp.get("/t/<public_id>/print/evening.pdf")
@access.public
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def pdf(link: AccessLink | None = None) -> Response:
    """Send everything that was chosen as one PDF."""
    form = _form(link)
    return _respond(form.print_job(), form.lang.data)


@bp.post("/t/<public_id>/print/evening.pdf")
@access.needs(PLAYER)
@in_worker()
def download(link: AccessLink) -> ResponseReturnValue:
    """Remember at the table what was chosen, and redirect to its PDF, whose URL can be shared."""
    form = PrintForm(request.form, link)
    language.parse_language(form.lang.data)
    setup_of(form.print_job())  # refuses what can't be printed
    remember_choices(link.table, form.fields())
    return redirect(url_with_query("printing.pdf", form.fields()), 303)


@bp.get("/print/page.png")
@bp.get("/t/<public_id>/print/page.png")
@access.public
@access.needs(VIEWER)
@costs(PICTURE)
@in_worker()
def preview(link: AccessLink | None = None) -> Response:
    """Send one page of what was chosen as a picture, exactly as it will be printed."""
    form = _form(link)
    number = request.args.get("page", 0, type=int)
    width = LARGE_WIDTH if "large" in request.args else WIDTH
    png = _laid_out(form.print_job(), form.lang.data).page_png(number, width)
    if png is None:
        abort(404)
    response = Response(png, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@bp.get("/t/<public_id>/<int:n>/score.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker(is_slow=lambda: is_long_game() or sheets_class((request.view_args or {})["game"].slug).COLLECTS_ATTEMPTS)
def score_sheet(link: AccessLink, game: Game) -> Response:
    """Send the score sheet of a game, filled in as far as it was played."""
    job, lang, attempts = game_job(game, "score"), _sent_lang(), _attempts(link.table, game)
    with force_locale(language.parse_language(lang)):
        for attempt in attempts:
            played = game_log.position(attempt)
            record = Record(played.rules, played.start, attempt.people, attempt.options, played.record_entries)
            job = add_record(job, record, language.day(attempt.started_at), attempt.names)
        when = [language.day(game.day)] if len(attempts) == 1 else []
    occasion = " \u00b7 ".join(map(isolated, filter(None, (link.table.name, link.table.venue, *when))))
    return _respond(replace(job, occasion=occasion), lang, game.n)


@bp.get("/t/<public_id>/<int:n>/<any(setup, booklet, rules):sheet>.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker(is_long=is_long_game)
def of_game(link: AccessLink, game: Game, sheet: str) -> Response:
    """Send the set-up list, the rules to learn or the rules on one page, as this game is played."""
    return _respond(replace(game_job(game, sheet), is_of_game=True), _sent_lang(), game.n)


def _form(link: AccessLink | None) -> PrintForm:
    shown = ("page", "large")
    return PrintForm(MultiDict(pair for pair in request.args.items(multi=True) if pair[0] not in shown), link)


def _sent_lang() -> str:
    return request.args.get("lang") or language.current()


def _attempts(table: Table, game: Game) -> list[Game]:
    """The games on one sheet: this one or, where attempts are collected, all of these people up to this one."""
    if not sheets_class(game.slug).COLLECTS_ATTEMPTS:
        return [game]

    def people(of: Game) -> list[int]:
        return [seat["player"] for seat in of.seats]

    earlier = [other for other in table.games if other.n <= game.n and other.slug == game.slug]
    return [other for other in earlier if people(other) == people(game)]


def _respond(job: PrintJob, lang: str, n: int = 0) -> Response:
    """Send the PDF of a job, called such as `bids-3-score-a4.pdf`; `n` is the number of its game, if any."""
    response = Response(_laid_out(job, lang).pdf(), mimetype="application/pdf")
    game = [] if NO_GAME.issuperset(job.sheets) else [job.slug, *([str(n)] if n else [])]
    name = "-".join((*game, job.sheets[0] if len(job.sheets) == 1 else "pack", job.paper.size))
    response.headers.set("Content-Disposition", "inline", filename=f"{name}.pdf")
    return response


@bp.errorhandler(PrintError)
@bp.errorhandler(UnknownLanguage)
def refuse(error: PrintError | UnknownLanguage) -> ResponseReturnValue:
    title, words = _("That can't be printed"), " ".join(text for _field, text in _in_words(error))
    return render_template("error.html", title=title, words=words, number=""), 422


def _in_words(error: PrintError | UnknownLanguage) -> list[tuple[str | None, str]]:
    """Why a job can't be printed: each reason with the field that it concerns."""
    if isinstance(error, UnknownLanguage):
        return [("lang", error.message(_))]
    return error.in_words(language.translator())


def _laid_out(job: PrintJob, lang: str) -> Layout:
    """The pages of a job; a page and its pictures share them."""
    lang = language.parse_language(lang)
    key = repr(job), lang
    layouts: LRUCache[Hashable, Layout] = current_app.extensions.setdefault("companion.layouts", LRUCache(MAX_LAYOUTS))
    laid_out = layouts.get(key)
    if laid_out is None:
        layouts[key] = laid_out = layout(job, language.translator(lang=lang))
    return laid_out
