"""Forms that enter something into a game's log, and where a result can be entered. A game's own are with its pages."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from flask import abort, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from msgspec import Struct
from msgspec.structs import asdict
from werkzeug.datastructures import MultiDict
from wtforms import Form, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, ValidationError

from companion.core.entries import AGREED, Adjust
from companion.core.messages import Json
from companion.core.numbers import int_or_none, int_or_text
from companion.store.base import new_token
from companion.store.models import AccessLink
from companion.store.positions import LogEntry, Position
from companion.store.submissions import MAX_TEXT_LENGTH, Submission
from companion.web.forms import CHOOSE

MAX_SUBMISSION_LENGTH = 40  # of the id that the page sends; the column has room for its content as well
OF_THE_PAGE = {"csrf_token", "number", "submission"}  # fields that are not what was entered


def _is_whole(form: Form, field: StringField) -> None:
    if int_or_none(field.data) is None:
        raise ValidationError(_("Please enter a whole number, such as 5."))


class AdjustmentForm(Form):
    """An adjustment of points; the number pads of phones have no minus key, so the sign is a choice."""

    seat = RadioField(_l("Who?"), choices=[], validate_choice=False, validators=[InputRequired(CHOOSE)])
    sign = RadioField(
        _l("Plus or minus?"), choices=[SelectChoice("+", _l("plus")), SelectChoice("-", _l("minus"))], default="+"
    )
    points = StringField(_l("Points"), [_is_whole], render_kw={"inputmode": "numeric"})
    reason = StringField(_l("Why?"), render_kw={"maxlength": MAX_TEXT_LENGTH})

    def __init__(
        self, names: Sequence[str], typed: MultiDict[str, str] | None = None, entry: Adjust | None = None
    ) -> None:
        """Make the form for people with these names, filled in as typed or else from `entry`."""
        filled: dict[str, Json] = {"points": ""}
        if entry:
            filled = {**asdict(entry), "sign": "-" if entry.points < 0 else "+", "points": abs(entry.points)}
        super().__init__(typed, data=filled)
        self.seat.choices = [SelectChoice(str(seat), name) for seat, name in enumerate(names)]

    def entry(self) -> Json:
        """The typed entry; text that is not a number is kept, for the game to refuse."""
        points = int_or_text(self.points.data)
        if isinstance(points, int) and self.sign.data == "-":
            points = -abs(points)  # whoever chooses minus and types it too means the same
        return {
            "type": "adjust",
            "seat": int_or_text(self.seat.data),
            "points": points,
            "reason": self.reason.data or "",
        }


def is_confirmed() -> bool:
    """Whether a form submits an entry; otherwise its button only shows it again."""
    return "entry" in request.form or "type" in request.form


def sent_submission(link: AccessLink) -> Submission:
    """The submission in the request, made with `link`.

    Its id depends on what was entered: a page that is sent again unchanged is the same submission. If it was changed
    after the browser's Back, it is another.

    :raises BadRequest: our forms can't have sent it.
    """
    last_row = int_or_none(request.form.get("number"))  # the field's name stays: pages are open for whole evenings
    sent = request.form.get("submission") or new_token()
    if last_row is None or last_row < 0 or len(sent) > MAX_SUBMISSION_LENGTH:
        abort(400)
    entered = sorted(field for field in request.form.items(multi=True) if field[0] not in OF_THE_PAGE)
    digest = blake2b(repr(entered).encode(), digest_size=8).hexdigest()
    return Submission(link, last_row, f"{sent}:{digest}")


class ResultStart(Struct, frozen=True):
    """The state in which a result is entered, and the entries that it replaces, if any; adjustments stay."""

    state: Any
    replaced: Sequence[LogEntry] = ()


def result_start(position: Position) -> ResultStart | None:
    """Where a result can be entered, or None if that is not possible."""
    rules, entries = position.rules, position.entries
    if rules.takes_result(position.state):
        return ResultStart(position.state)
    if position.is_over:
        return None
    first = max(index for index, logged in enumerate(entries) if rules.takes_result(logged.before))
    replaced = [logged for logged in entries[first:] if not isinstance(logged.entry, AGREED)]
    return ResultStart(entries[first].before, replaced)
