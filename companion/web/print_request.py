"""What is asked of the print room: its form, and the order that an address makes."""

from __future__ import annotations

import msgspec
from flask import request
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.widgets import CheckboxInput, ListWidget

from companion import games
from companion.core.game import Person
from companion.core.numbers import whole
from companion.i18n import language
from companion.sheets.answers import AnswerSheet
from companion.sheets.join import Join
from companion.sheets.print_job import DUPLEX, NO_GAME, PACK, PAPERS, SHEETS, PrintJob, game_sheets
from companion.store.models import Game, Player, Table
from companion.web import access
from companion.web import games as pages
from companion.web.options import OptionsForm
from companion.web.urls import external_base_url, external_url

# Where paper is Letter and not A4.
LETTER_LANDS = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PE", "PH", "PR", "SV", "VE"}

Asked = MultiDict[str, str]  # what the address asks for


class PrintForm(Form):  # type: ignore[misc]
    game = RadioField(
        _("Variant"),
        choices=[SelectChoice(*it) for it in pages.TITLES.items()],
        default=games.FIRST,
        render_kw={"data-redraw": ""},
    )
    players = RadioField(_("Players"), validate_choice=False, render_kw={"data-redraw": ""})
    sheets = SelectMultipleField(
        _("Sheets"), widget=ListWidget(prefix_label=False), option_widget=CheckboxInput(), validate_choice=False
    )
    names = BooleanField(_("Fill in the names"))
    every = BooleanField(_("Set-up cards for every number of players"))
    turns = BooleanField()
    paper = SelectField(_("Paper"), validate_choice=False)
    lang = SelectField(
        _("Language of the sheets"),
        choices=[SelectChoice(*it) for it in language.LANGUAGES.items()],
        validate_choice=False,
    )
    grey = BooleanField(_("Greyscale"))
    duplex = SelectField(_("Backs of the cards"), validate_choice=False)
    single = BooleanField(_("Cards as single pages with 3 mm bleed, for a print shop"))
    copies = StringField(_("Copies"), default="1")


class PrintRequest(msgspec.Struct, frozen=True):
    """What the request asks the print room for: the form as filled in, the order it makes, and its language.

    `n` is the number of the table's game that is printed, 0 for none.
    """

    form: PrintForm
    options: OptionsForm | None  # of the game
    order: PrintJob
    lang: str
    kind: str = ""
    chosen: list[Player] = []
    n: int = 0

    @property
    def file_name(self) -> str:
        """Return what the PDF is called, such as `GAME-3-score-a4.pdf`."""
        order = self.order
        sheet = order.sheets[0] if len(order.sheets) == 1 else "pack"
        game = [] if NO_GAME.issuperset(order.sheets) else [order.game, *([str(self.n)] if self.n else [])]
        return "-".join((*game, sheet, order.paper)) + ".pdf"


def requested_print(who: access.Viewer | None) -> PrintRequest:
    """Return what the request asks for; a page that was opened without a wish offers the evening pack."""
    table = who.table if who else None
    asked = MultiDict((name, value) for name, value in request.args.items(multi=True) if name != "page")
    form = PrintForm(asked or None)
    if table and table.games and not asked:
        form.game.data = table.games[-1].kind  # whose players sit down again, in a number that it allows
    kind = form.game.data if form.game.data in games.GAMES else games.FIRST
    seats = games.load(kind).SEATS
    if label := game_sheets(kind).TURNS_LABEL:
        form.turns.label.text = gettext(label)
    else:
        del form.turns
    _offer(form, who, seats, asked)
    people = {str(player.id): player for player in table.players} if table else {}
    chosen = [people[it] for it in asked.getlist("player") if it in people] if asked else _usual(table)
    count = len(chosen) if form.names.data and chosen else whole(form.players.data)
    count = count if isinstance(count, int) else 0
    names = tuple(player.name for player in chosen) if form.names.data else ()
    # The form of the options wants people; for a number that does not exist it shows the least.
    shown = count if count in seats else seats[0]
    standing = [Person(name) for name in names][:shown]
    standing += [Person(gettext("Player %(n)s", n=seat + 1)) for seat in range(len(standing), shown)]
    options = OptionsForm(kind, standing, asked)
    copies = whole(form.copies.data)
    order = PrintJob(
        sheets=tuple(form.sheets.data or ()),
        game=form.game.data or "",
        players=count,
        options=options.options(),
        names=names,
        paper=form.paper.data or "",
        grey=form.grey.data,
        copies=copies if isinstance(copies, int) else 0,
        duplex=form.duplex.data or "",
        single=form.single.data,
        every=form.every.data,
        turns=bool(form.turns and form.turns.data),
        join=_join(who),
    )
    return PrintRequest(form, options, order, form.lang.data or "", kind, chosen)


def _offer(form: PrintForm, who: access.Viewer | None, seats: range, asked: Asked) -> None:
    """Fill in what can be chosen, and what is chosen unless the request says something else."""
    joinable = _join(who) is not None
    form.sheets.choices = [
        SelectChoice(name, gettext(told))
        for name, told in SHEETS.items()
        if name != "answers" and (name != "join" or joinable)
    ]
    form.players.choices = [SelectChoice(str(count), str(count)) for count in seats]
    form.paper.choices = [SelectChoice(name, gettext(told)) for name, told in PAPERS.items()]
    form.duplex.choices = [SelectChoice(name, gettext(told)) for name, told in DUPLEX.items()]
    if form.players.data not in map(str, seats) and not asked.get("players"):
        form.players.data = str(min(4, seats[-1]))
    if not asked:
        form.sheets.data = [*PACK, "join"] if joinable else list(PACK)
        form.names.data = bool(who and _usual(who.table))
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


def _join(who: access.Viewer | None) -> Join | None:
    """Return how to join the table, for its host while joining is open."""
    if who is None or not who.is_host or not who.table.joining:
        return None
    address, code = external_base_url(), who.table.code
    return Join(who.table.name, code, address.partition("://")[2].rstrip("/"), external_url("join.choose", code=code))


def game_print_request(game: Game, sheet: str) -> PrintRequest:
    """Return the wish for a sheet of a game that is played: paper, language and the like from the address."""
    form = PrintForm(request.args)
    copies = whole(form.copies.data or "1")
    order = PrintJob(
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
    return PrintRequest(form, None, order, form.lang.data or language.current(), n=game.n)


def slip_request(slip: AnswerSheet) -> PrintRequest:
    """Return the wish for a verdict on half a page, in the reader's language."""
    return PrintRequest(
        PrintForm(), None, PrintJob(("answers",), paper=_usual_paper(), answers=(slip,)), language.current()
    )
