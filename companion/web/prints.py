"""The print room: a page on which everything an evening needs is chosen, looked at and taken as one PDF."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.widgets import CheckboxInput, ListWidget

from companion import games, language
from companion.models import Game, Player, Table
from companion.record import Record
from companion.rules import Person
from companion.sheets.join import Join
from companion.sheets.room import DUPLEX, PACK, PAPERS, SHEETS, Impossible, Order, of_record, printed
from companion.sheets.slip import Slip
from companion.sheets.speech import Speech
from companion.tables import position
from companion.web import access, pages
from companion.web.forms import whole
from companion.web.options import options_form

room = Blueprint("prints", __name__)

SHOWN_PAGES = 24
PREVIEW_WIDTH = 640  # pixels
# Where paper is Letter and not A4.
LETTER_LANDS = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PE", "PH", "PR", "SV", "VE"}

Asked = MultiDict[str, str]  # what the address asks for
T = TypeVar("T")


class PrintForm(Form):  # type: ignore[misc]
    game = RadioField(
        _("Game"),
        choices=[SelectChoice(*it) for it in pages.TITLES.items()],
        default="bids",
        render_kw={"data-redraw": ""},
    )
    players = RadioField(_("Players"), validate_choice=False, render_kw={"data-redraw": ""})
    sheets = SelectMultipleField(
        _("What to print"), widget=ListWidget(prefix_label=False), option_widget=CheckboxInput(), validate_choice=False
    )
    names = BooleanField(_("Fill in the names"))
    every = BooleanField(_("Set-up cards for every number of players"))
    turns = BooleanField(_("Score sheet with the turns of each round"))
    paper = SelectField(_("Paper"), validate_choice=False)
    lang = SelectField(
        _("Language of the sheets"),
        choices=[SelectChoice(*it) for it in language.LANGUAGES.items()],
        validate_choice=False,
    )
    grey = BooleanField(_("Greys instead of colours"))
    duplex = SelectField(_("Backs of the cards"), validate_choice=False)
    single = BooleanField(_("Cards as single pages with 3 mm bleed, for a print shop"))
    copies = StringField(_("Copies"), default="1")


class Wish(msgspec.Struct, frozen=True):
    """What the request asks the print room for: the form as filled in, the order it makes, and its language."""

    form: PrintForm
    options: Any  # the options form of the game
    order: Order
    lang: str
    kind: str = ""
    chosen: list[Player] = []


@room.get("/print")
@room.get("/t/<table_id>/print")
def choose(table_id: str | None = None) -> str | tuple[str, int]:
    """Show what can be chosen, and the pages that the choice makes."""
    table = _table(table_id)
    wish = _wish(table)
    wrong: tuple[str, ...] = ()
    count = 0
    try:
        count = _aside(lambda: _page_count(_pdf(*_packed(wish))))
    except Impossible as error:
        wrong = error.sentences
    drawn = render_template(
        "print.html",
        table=table,
        base=_base(table),
        form=wish.form,
        options=wish.options,
        kind=wish.kind,
        folder=pages.folder(wish.kind),
        chosen=wish.options.people,
        seated=wish.chosen,
        voice=language.voice(games.load(wish.kind).WORDS, ()),
        wrong=wrong,
        count=count,
        shown=range(1, min(count, SHOWN_PAGES) + 1),
        titles=pages.TITLES,
        rules_changed=wish.options.changed_rules(),
        query=request.query_string.decode("ascii", "replace"),
    )
    return (drawn, 422) if wrong else drawn


@room.get("/print/evening.pdf")
@room.get("/t/<table_id>/print/evening.pdf")
def evening(table_id: str | None = None) -> Response:
    """Send everything that was chosen as one PDF."""
    return _answer(_wish(_table(table_id)))


@room.get("/print/page.png")
@room.get("/t/<table_id>/print/page.png")
def picture(table_id: str | None = None) -> Response:
    """Send one page of what was chosen as a picture, just as it will be printed."""
    wish = _wish(_table(table_id))
    number = whole(request.args.get("page"))
    try:
        png = _aside(lambda: _png(_pdf(*_packed(wish)), number))
    except Impossible as error:
        return _unprintable(error)
    return Response(png, mimetype="image/png") if png else abort(404)


@room.get("/t/<table_id>/<int:n>/score.pdf")
def score_sheet(table_id: str, n: int) -> Response:
    """Send the score sheet of a game, filled as far as it was played."""
    who = access.viewer(table_id)
    game = access.game_of(who, n)
    wish = _wish_for(game, "score")
    try:
        order, speech = wish.order, _speech(_known(wish.lang))
    except Impossible as error:
        return _unprintable(error)
    for it in _attempts(who.table, game):
        order = of_record(_record(it), speech, order)
    link = f"{request.host_url}t/{table_id}/{n}"
    return _answer(msgspec.structs.replace(wish, order=msgspec.structs.replace(order, link=link)))


@room.get("/t/<table_id>/<int:n>/setup.pdf")
def check_list(table_id: str, n: int) -> Response:
    """Send the set-up check list of a game."""
    who = access.viewer(table_id)
    return _answer(_wish_for(access.game_of(who, n), "setup"))


def printed_slip(slip: Slip) -> Response:
    """Return the verdict `slip` as the answer to a request: half a page, in the reader's language."""
    order = Order(("slips",), paper=_usual_paper(), slips=(slip,))
    return _answer(Wish(PrintForm(), None, order, language.current()))


def _table(table_id: str | None) -> Table | None:
    return None if table_id is None else access.viewer(table_id).table


def _base(table: Table | None) -> str:
    return "/print" if table is None else f"/t/{table.public_id}/print"


def _wish(table: Table | None) -> Wish:
    """Return what the request asks for; a page that was opened without a wish offers the evening pack."""
    asked = MultiDict((name, value) for name, value in request.args.items(multi=True) if name != "page")
    form = PrintForm(asked or None)
    kind = form.game.data if form.game.data in games.GAMES else "bids"
    seats = games.load(kind).SEATS
    _offer(form, table, seats, asked)
    people = {str(player.id): player for player in table.players} if table else {}
    chosen = [people[it] for it in asked.getlist("player") if it in people] if asked else _usual(table)
    count = len(chosen) if form.names.data and chosen else whole(form.players.data)
    count = count if isinstance(count, int) else 0
    names = tuple(player.name for player in chosen) if form.names.data else ()
    # The form of the options wants people; for a number that does not exist it shows the least.
    shown = count if count in seats else seats[0]
    standing = [Person(name) for name in names][:shown]
    standing += [Person(gettext("Player %(n)s", n=seat + 1)) for seat in range(len(standing), shown)]
    options = options_form(kind, standing, asked)
    copies = whole(form.copies.data)
    order = Order(
        sheets=tuple(form.sheets.data or ()),
        game=form.game.data or "",
        players=count,
        options=_word_for_word(options.options(), asked),
        names=names,
        paper=form.paper.data or "",
        grey=form.grey.data,
        copies=copies if isinstance(copies, int) else 0,
        duplex=form.duplex.data or "",
        single=form.single.data,
        every=form.every.data,
        turns=form.turns.data,
        join=_join(table),
    )
    return Wish(form, options, order, form.lang.data or "", kind, chosen)


def _word_for_word(options: dict[str, Any], asked: Asked) -> dict[str, Any]:
    """Return `options` with what the address says word for word, where the form would have put it right.

    Our own form says for how many players it was drawn; an address that was typed does not, and is refused in words.
    """
    if "shown-players" in asked:
        return options
    if "specials" in asked and "specials" in options:
        options["specials"] = asked.getlist("specials")
    if "ally" in asked and "ally" in options:
        options["ally"] = asked["ally"] == "yes"
    return options


def _offer(form: PrintForm, table: Table | None, seats: range, asked: Asked) -> None:
    """Fill in what can be chosen, and what is chosen unless the request says something else."""
    joinable = table is not None and table.joining
    form.sheets.choices = [
        SelectChoice(name, gettext(told))
        for name, told in SHEETS.items()
        if name != "slips" and (name != "join" or joinable)
    ]
    form.players.choices = [SelectChoice(str(count), str(count)) for count in seats]
    form.paper.choices = [SelectChoice(name, gettext(told)) for name, told in PAPERS.items()]
    form.duplex.choices = [SelectChoice(name, gettext(told)) for name, told in DUPLEX.items()]
    if form.players.data not in map(str, seats) and not asked.get("players"):
        form.players.data = str(min(4, seats[-1]))
    if not asked:
        form.sheets.data = [*PACK, "join"] if joinable else list(PACK)
        form.names.data = bool(_usual(table))
    if "paper" not in asked:
        form.paper.data = _usual_paper()
    if "duplex" not in asked:
        form.duplex.data = "none"
    if "lang" not in asked:
        form.lang.data = language.current()


def _usual(table: Table | None) -> list[Player]:
    """Return who sat down to the table's last game, in seat order."""
    if table is None or not table.games:
        return []
    people = {player.id: player for player in table.players}
    return [people[seat["player"]] for seat in table.games[-1].seats if seat["player"] in people]


def _usual_paper() -> str:
    first = next(iter(request.accept_languages.values()), "")
    return "letter" if first.replace("_", "-").rpartition("-")[2].upper() in LETTER_LANDS else "a4"


def _join(table: Table | None) -> Join | None:
    if table is None or not table.joining:
        return None
    return Join(table.name, table.code, request.host, f"{request.host_url}j/{table.code}")


def _wish_for(game: Game, sheet: str) -> Wish:
    """Return the wish for a sheet of a game that is played: paper, language and the like from the address."""
    form = PrintForm(request.args)
    copies = whole(form.copies.data or "1")
    order = Order(
        sheets=(sheet,),
        game=game.kind,
        players=len(game.seats),
        options=game.options,
        names=tuple(game.names),
        paper=form.paper.data or _usual_paper(),
        grey=form.grey.data,
        copies=copies if isinstance(copies, int) else 0,
        turns=form.turns.data,
    )
    return Wish(form, None, order, form.lang.data or language.current())


def _attempts(table: Table, game: Game) -> list[Game]:
    """Return the games on one sheet: for The Game all attempts of the same people at the same level until this one."""
    if game.kind != "the-game":
        return [game]
    level = game.options.get("level", "normal")
    return [
        it
        for it in table.games
        if it.kind == game.kind
        and it.n <= game.n
        and it.names == game.names
        and it.options.get("level", "normal") == level
    ]


def _record(game: Game) -> Record:
    now = position(game)
    people = tuple(Person(seat["name"], seat["surname"]) for seat in game.seats)
    return Record(now.game, now.start, people, game.options, now.entries)


def _answer(wish: Wish) -> Response:
    try:
        pdf = _aside(lambda: _pdf(*_packed(wish)))
    except Impossible as error:
        return _unprintable(error)
    sheets = wish.order.sheets[0] if len(wish.order.sheets) == 1 else "pack"
    name = f"{wish.order.game}-{sheets}-{wish.order.paper}.pdf"
    answer = Response(pdf, mimetype="application/pdf")
    answer.headers.set("Content-Disposition", "inline", filename=name)
    return answer


def _unprintable(error: Impossible) -> Response:
    return Response(render_template("error.html", title=gettext("That cannot be printed"), words=str(error)), 422)


def _packed(wish: Wish) -> tuple[bytes, str]:
    """Return the order as bytes, by which drawn PDFs are remembered, and its language; raises like `_known`."""
    return msgspec.json.encode(wish.order), _known(wish.lang)


def _known(lang: str) -> str:
    """Return the language that `lang` names.

    :raises Impossible: there is no such language.
    """
    try:
        return language.known(lang)
    except language.UnknownLanguage as error:
        raise Impossible(str(error)) from None


@lru_cache(maxsize=8)
def _pdf(order: bytes, lang: str) -> bytes:
    return printed(msgspec.json.decode(order, type=Order), _speech(lang))


def _speech(lang: str) -> Speech:
    voice = language.voice({}, (), lang)
    return Speech(lang, voice.gettext, voice.ngettext)


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
