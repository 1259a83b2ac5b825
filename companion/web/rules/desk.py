"""Rules questions: a situation in the URL, built card by card, and what the rules say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion import games
from companion.core.field_types import NamedNumbers
from companion.desk import questions
from companion.desk.answers import answer_question
from companion.desk.wording import AnswerInWords, in_words
from companion.sheets.answers import AnswerSheet
from companion.web.log.turns import as_history
from companion.web.play.context import GameContext, game_context, rules_context
from companion.web.printing.routes import answer_pdf
from companion.web.rendering import PageResponse, render
from companion.web.rules import search
from companion.web.rules.desk_corrections import PossibleCorrections, possible_corrections
from companion.web.rules.desk_pads import Pad, pad_for
from companion.web.rules.desk_question import AskedQuestion
from companion.web.rules.desk_rows import (
    FieldRow,
    NumberInputs,
    front_rows,
    links_to_more,
    number_inputs,
    question_links,
    rows,
)
from companion.web.rules.desk_settings import Setting, in_force, settings
from companion.web.rules.remedies import LogLink, moments
from companion.web.urls import external_base_url, url_with_query

bp = Blueprint("desk", __name__)

# Parameters of the URL that belong to the page, not to the situation.
PAGE = ("game", "pad", "line")


class DeskView(Struct, frozen=True, kw_only=True):
    """The values for `desk.html`, in addition to `context`.

    `pad` is the open pad, shown at the top if `is_pad_first`; `first_question` asks for what has to be known first.
    `query` asks the same question without a table. `corrections` and `others` are for a game in progress: the entries
    that can be corrected, and the other tricks or turns that can be asked about.
    """

    asked: AskedQuestion
    question_links: Sequence[tuple[str, str, str]]
    rows: Sequence[FieldRow]
    front_rows: Sequence[FieldRow]
    number_inputs: Sequence[NumberInputs]
    links_to_more: Sequence[tuple[str, str]]
    answer: AnswerInWords
    pad: Pad | None
    is_pad_first: bool
    first_question: str
    settings: Sequence[Setting]
    in_force: Sequence[str]
    typed_names: frozenset[str]
    query: Mapping[str, str]
    absolute_link: str
    corrections: PossibleCorrections | None
    others: Sequence[LogLink]


@bp.get("/rules")
def ask() -> PageResponse:
    if not request.args.get("game"):
        desks = [(games.rules_of(slug), questions.desk_of(slug)) for slug in games.GAMES]
        return render("rules.html", games=desks, results=search.results())
    return _page(_asked())


@bp.get("/rules/slip.pdf")
def answer_sheet() -> PageResponse:
    """Send the answer as a PDF of half a page."""
    asked = _asked()
    answer = in_words(answer_question(asked.slug, asked.situation), asked.translator)
    if not answer.statements:
        abort(422)
    lines = [_("Rules: %(rules)s", rules=", ".join(in_force(asked)))]
    lines += [f"{row.label}{' ' if row.label.endswith('?') else ': '}{row.spoken}" for row in rows(asked) if row.items]
    lines += [
        _("In front of %(name)s: %(cards)s", name=row.label, cards=row.spoken) for row in front_rows(asked) if row.items
    ]
    link = external_base_url() + asked.url(asked.situation)[1:]
    return answer_pdf(AnswerSheet(asked.rules.TITLE, tuple(lines), answer, link))


@bp.get("/t/<public_id>/<int:n>/desk")
def of_game(public_id: str, n: int) -> PageResponse:
    """Answer a question about a game in progress: about a line of its log, or what the reader has changed in that."""
    context = game_context(public_id, n)
    game, entries = context.game, context.position.entries
    key = request.args.get("line", "")
    question_name = request.args.get("ask", "")
    situation = situation_from_query(game.slug, request.args)
    if not (set(request.args) - {*PAGE, "ask"}):
        # by default the last entry with an outcome, such as that of a trick, or the last entry if none has one
        default = next(filter(context.outcome, reversed(entries)), entries[-1] if entries else None)
        logged = context.position.find(key) or default
        index = -1 if logged is None else entries.index(logged)
        history = as_history(context)
        situation = questions.situation_at(game.slug, len(game.names), game.options, history, index, question_name)
        key = "" if logged is None else logged.key
    kept = {"line": key} if key else {}
    asked = AskedQuestion(game.slug, game.names, situation, url_for("desk.of_game"), kept, is_at_table=True)
    return _page(asked, context, key)


def _asked() -> AskedQuestion:
    """Return the question of a request without a table, or respond with 404 if there is no such game."""
    game = request.args.get("game", "")
    if game not in games.GAMES:
        abort(404)
    situation = situation_from_query(game, request.args)
    return AskedQuestion(game, questions.letters(game), situation, url_for("desk.ask"), {"game": game})


def situation_from_query(slug: str, args: MultiDict[str, str]) -> dict[str, str]:
    """Return the situation in a URL; a field that occurs several times is one list.

    Anything that is not a field of the game is left out. An empty field of cards in front of a player means that there
    are none; any other empty field is ignored.
    """
    situation = {}
    fields = questions.fields_of(slug)
    for name in filter(fields.__contains__, args):
        field = fields[name]
        values = [value.strip() for value in args.getlist(name)]
        if field is not None and isinstance(field.type, NamedNumbers) and any(values):
            values = [value or "0" for value in values]
        text = " ".join(value for value in values if value)
        if text or (field is not None and field.is_front):
            situation[name] = text
    return situation


def _page(asked: AskedQuestion, context: GameContext | None = None, key: str = "") -> PageResponse:
    pad = request.args.get("pad", "")
    own = {**asked.kept, **asked.situation, **({"pad": pad} if pad else {})}
    if dict(request.args.lists()) != {name: [value] for name, value in own.items()}:
        return redirect(asked.url(asked.situation, pad), 303)  # this URL can be shared
    result = answer_question(asked.slug, asked.situation)
    answer = in_words(result, asked.translator)
    if not asked.situation and not pad:
        pad = asked.desk.first_pad
    inputs = number_inputs(asked)
    typed = [field for panel in inputs for field, _label, _value in panel.fields]
    query = {"game": asked.slug, **asked.situation}
    view = DeskView(
        asked=asked,
        question_links=question_links(asked),
        rows=rows(asked),
        front_rows=front_rows(asked),
        number_inputs=inputs,
        links_to_more=links_to_more(asked),
        answer=answer,
        pad=None if typed and not pad else pad_for(asked, pad or answer.field, result),
        is_pad_first=bool(pad or answer.field),
        # The question that has to be answered first, unless something else is being filled in.
        first_question=answer.question.text if answer.question is not None and pad in ("", answer.field) else "",
        settings=settings(asked),
        in_force=in_force(asked),
        typed_names=frozenset(typed),
        query=query,
        absolute_link=external_base_url() + url_with_query("desk.ask", query)[1:],
        corrections=None
        if context is None or result.violations
        else possible_corrections(context, key, asked.situation),
        others=() if context is None else moments(context),
    )
    html = render("desk.html", view, context=rules_context(asked.slug, context))
    return (html, 422) if result.violations else html
