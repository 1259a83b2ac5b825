"""The rounds of an evening, for its host: drawn as a draft, changed, published, taken back; the clock."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms.validators import NumberRange, Optional

from companion.store import evening_games, evening_rounds, evenings
from companion.store.models import HOST, AccessLink, Evening
from companion.web import access
from companion.web.club import views
from companion.web.forms import NumberField, action_field
from companion.web.workers import in_worker

bp = Blueprint("club_rounds", __name__, url_prefix="/t/<public_id>/evenings/<int:evening_id>/rounds")
MOST_MINUTES = 600


class DrawForm(FlaskForm):
    """The number of the round that is drawn, and of the draw; equal numbers give an equal seating."""

    do = action_field("draw", "final")
    number = NumberField(validators=[NumberRange(1, evenings.MAX_ROUNDS)])
    draw = NumberField(validators=[Optional(), NumberRange(1, 9999)])


class RoundForm(FlaskForm):
    """What a host changes in a round: where the one who is named goes, who swaps places or sits in, the clock."""

    do = action_field(*evening_rounds.ACTIONS)
    who = NumberField(validators=[Optional()])
    other = NumberField(validators=[Optional()])
    to = NumberField(validators=[Optional(), NumberRange(evening_rounds.GONE, 99)])
    minutes = NumberField(validators=[Optional(), NumberRange(1, MOST_MINUTES)])


@bp.post("")
@access.needs(HOST)
@in_worker()
def draw(link: AccessLink, evening: Evening) -> ResponseReturnValue:
    """Draw the next round or a final, or a draft again."""
    form = DrawForm()
    number, rounds = form.number.data or 0, evenings.rounds_of(evening)
    if not form.validate() or number > len(rounds) + 1:
        abort(400)
    is_new = number > len(rounds)
    if is_new or not rounds[number - 1].is_published:
        draw_number = form.draw.data or (1 if is_new else rounds[number - 1].draw + 1)
        evening_rounds.draw(evening, number, draw_number, is_final=form.do.data == "final")
    return redirect(url_for("club_rounds.edit", number=number), 303)


@bp.route("/<int:number>", methods=["GET", "POST"])
@access.needs(HOST)
def edit(link: AccessLink, evening: Evening, number: int) -> ResponseReturnValue:
    """Show a round with what is wrong with it, or change it."""
    form, names = RoundForm(), link.table.player_names
    view = next((view for view in views.rounds_of(evening, names, with_drafts=True) if view.number == number), None)
    if view is None:
        return redirect(url_for("club.show"), 303)
    if form.is_submitted():
        if not form.validate():
            abort(400)
        numbers = (form[name].data or 0 for name in ("who", "other", "to", "minutes"))
        if (refusal := evening_rounds.change(evening, number, form.do.data, *numbers)) is not None:
            views.flash_refusal(refusal, evening.slug)
        is_done = refusal is None and form.do.data in ("publish", "discard")
        page = url_for("club.show") if is_done else request.url
        return redirect(page, 303)
    here = dict.fromkeys((*view.round.out, *evening.here))
    seated = [person for table in view.round.tables for person in table.seats]
    return render_template(
        "club/round.html",
        link=link,
        evening=evening,
        view=view,
        warnings=views.warnings(evening, view, names),
        people=[(person, names[person]) for person in dict.fromkeys((*seated, *here)) if person in names],
        seated=[(person, names[person]) for person in seated if person in names],
        has_begun=evening_games.begun(evening),
    )
