"""Rules questions: a situation in the address, built card by card, and what the rules say about it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Redirect

from companion import desk, games
from companion.core.field_types import Counts
from companion.core.situations import History
from companion.desk.wording import AnswerInWords, in_words
from companion.sheets.answers import AnswerSheet
from companion.web import games as pages
from companion.web import search
from companion.web.desk_corrections import corrections
from companion.web.desk_pads import pad_for
from companion.web.desk_page import BookPage, DeskPage, Place, RulesPage
from companion.web.desk_settings import in_force, settings
from companion.web.desk_view import View
from companion.web.game_context import GameContext, game_context, render
from companion.web.printing import answer_pdf
from companion.web.remedies import moments
from companion.web.urls import external_base_url, url_with_query

bp = Blueprint("desk", __name__)

# Parameters of the address that belong to the page, not to the situation.
PAGE = ("game", "pad", "line")
Answered = str | tuple[str, int] | Redirect | Response


@bp.get("/rules")
def ask() -> Answered:
    game = request.args.get("game", "")
    if game not in games.GAMES:
        if game:
            abort(404)
        counts = {
            slug: games.load(slug).SEATS if desk.load(slug).first_pad == "players" else () for slug in games.GAMES
        }
        abouts = {slug: pages.about(slug) for slug in games.GAMES}
        asks = {slug: _questions(slug) for slug in games.GAMES}
        return render("rules.html", RulesPage(search.results(), games.titles(), abouts, counts, asks))
    return _page(Place(game, url_for("desk.ask"), {"game": game}, desk.letters(game)))


def _questions(game: str) -> list[tuple[str, str]]:
    """Return the questions about a game: the label and address of each."""
    first = desk.load(game).questions[0]
    return [
        (_(question.label), url_for("desk.ask", game=game, ask=None if question is first else question.name))
        for question in desk.load(game).questions
    ]


@bp.get("/rules/slip.pdf")
def slip() -> Answered:
    """Send the answer as a PDF of half a page."""
    game = request.args.get("game", "")
    if game not in games.GAMES:
        abort(404)
    place = Place(game, url_for("desk.ask"), {"game": game}, desk.letters(game))
    situation = read(game, request.args)
    translator = place.translator
    said = in_words(desk.answer_question(game, situation), translator)
    if not said.verdict:
        abort(422)
    view = View(game, situation, translator, place.address)
    lines = [_("Rules: %(rules)s", rules=", ".join(in_force(view)))]
    lines += [f"{row.label}{' ' if row.label.endswith('?') else ': '}{row.spoken}" for row in view.rows if row.items]
    lines += [
        _("In front of %(name)s: %(cards)s", name=row.label, cards=row.spoken) for row in view.folded if row.items
    ]
    return answer_pdf(
        AnswerSheet(
            game=games.load(game).TITLE,
            situation=tuple(lines),
            verdict=said.verdict,
            why=tuple((reason.rule, reason.text, reason.source) for reason in said.why),
            alternatives=tuple(
                (f"{change.question} {change.answer}", " ".join(change.verdict)) for change in said.changes
            ),
            link=f"{request.host_url.rstrip('/')}{place.address(situation)}",
            documents=said.documents,
        )
    )


@bp.get("/t/<table_id>/<int:n>/desk")
def of_game(table_id: str, n: int) -> Answered:
    """Answer a question about a game in progress: as it was at a line of the log, then as the reader changes it."""
    context = game_context(table_id, n)
    line, ask = request.args.get("line", ""), request.args.get("ask", "")
    if not (set(request.args) - {*PAGE, "ask"}):
        lines = context.position.log
        at = next((at for at, other in enumerate(lines) if other.key == line), None)
        at = _last_decided(context) if at is None else at
        history = History([(other.before, other.entry) for other in lines], context.position.state)
        options, kind = context.game.options, context.game.kind
        situation = desk.situation_at(kind, len(context.game.names), options, history, at, ask)
        return redirect(_at_table(context, lines[at].key if lines else "").address(situation), 303)
    return _page(_at_table(context, line), context, line)


def _at_table(context: GameContext, line: str) -> Place:
    kept = {"line": line} if line else {}
    return Place(context.game.kind, url_for("desk.of_game"), kept, context.game.names, is_played=True)


def _last_decided(context: GameContext) -> int:
    """Return the place of the last line with an outcome, such as a trick; the last line if there is none."""
    lines = context.position.log
    decided = (at for at, line in enumerate(lines) if context.position.game.outcome(line.before, line.after))
    return max(decided, default=len(lines) - 1)


def read(game: str, args: MultiDict[str, str]) -> dict[str, str]:
    """Return the situation in an address; a field that occurs several times is one list.

    Anything that is not a field of the game is left out. An empty field of cards in front of a player means that there
    are none; any other empty field is ignored.
    """
    situation = {}
    fields = desk.fields_of(game)
    for name in args:
        field = fields.get(name)
        if name not in fields:
            continue
        values = [value.strip() for value in args.getlist(name)]
        if field is not None and isinstance(field.type, Counts) and any(values):
            values = [value or "0" for value in values]
        text = " ".join(value for value in values if value)
        if text or (field is not None and field.row == "folded"):
            situation[name] = text
    return situation


def _page(place: Place, context: GameContext | None = None, line: str = "") -> Answered:
    situation, pad = read(place.game, request.args), request.args.get("pad", "")
    own = {**place.kept, **situation, **({"pad": pad} if pad else {})}
    if dict(request.args.lists()) != {name: [value] for name, value in own.items()}:
        return redirect(place.address(situation, pad), 303)  # redirect to an address that can be shared
    answer = desk.answer_question(place.game, situation)
    said = in_words(answer, place.translator)
    view = View(place.game, situation, place.translator, place.address)
    if not situation and not pad:
        pad = desk.load(place.game).first_pad
    typed = [field for panel in view.typed for field, _label, _value in panel.fields]
    query = {"game": place.game, **situation}
    link = url_with_query("desk.ask", query)
    frame = BookPage(pages.folder(place.game)) if context is None else context.page()
    page = DeskPage(
        here=place,
        game_title=games.load(place.game).TITLE,
        situation=situation,
        said=said,
        view=view,
        asks=place.questions(situation),
        pad=None if typed and not pad else pad_for(view, pad or said.field, answer),
        pad_first=bool(pad or said.field),
        question=_question(said, pad),
        settings=settings(view),
        typed_names=frozenset(typed),
        reader=place.translator,
        corrects=None if context is None or answer.wrong else corrections(context, line, situation),
        mistakes=_mistakes(place),
        in_force=in_force(view),
        others=() if context is None else moments(context),
        absolute_link=external_base_url() + link[1:],
        link=link,
        slip=url_with_query("desk.slip", query),
    )
    html = render("rules_desk.html", frame, page)
    return (html, 422) if answer.wrong else html


def _mistakes(place: Place) -> str:
    """Return the address of the page about mistakes."""
    return url_for("misplays.choose_in_game") if place.is_played else url_for("misplays.choose", game=place.game)


def _question(said: AnswerInWords, pad: str) -> str:
    """Return the question that has to be answered first, unless something else is being filled in."""
    return said.question.text if said.question is not None and pad in ("", said.field) else ""
