"""What all forms share: buttons as fields, errors found elsewhere, and what a request contains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import abort, flash, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import DateField, Field, IntegerField, SelectField, StringField, ValidationError
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import InputRequired

from companion.core.game import Refusal
from companion.core.messages import Words
from companion.core.numbers import int_or_none
from companion.core.translator import Translator
from companion.games.record import has_nul
from companion.i18n import language
from companion.store.models import FIRST_DAY, LAST_DAY
from companion.store.refusals import WORDS

FRAGMENT_HEADER = "X-Companion-Fragment"  # sent by our scripts
CHOOSE = _l("Please choose one of these.")
ENTER_DATE = _l("Please enter a date.")


class ButtonField(SelectField):
    """A choice among buttons that send the form.

    Another button may send the form without a choice, except the button for the action that the choice is `needed_for`.
    """

    def __init__(self, label: Any = None, needed_for: str = "", **options: Any) -> None:
        super().__init__(label, invalid_choice_message=CHOOSE, invalid_value_message=CHOOSE, **options)
        self.needed_for = needed_for

    def pre_validate(self, form: BaseForm) -> None:
        if self.raw_data:
            super().pre_validate(form)
        elif self.needed_for and form["do"].data == self.needed_for:
            raise ValidationError(CHOOSE)


def name_field(label: Any = None, **attributes: str) -> Field:
    """The field of a name, which no keyboard corrects."""
    usual = {"autocapitalize": "words", "autocomplete": "off", "autocorrect": "off", "spellcheck": "false"}
    return StringField(label, render_kw={**usual, **attributes})


class NumberField(IntegerField):
    """A whole number with as many digits as `int_or_none` reads: a range can't be compared with hundreds of digits."""

    data: Any

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = int_or_none(valuelist[0])
            if self.data is None:
                raise ValueError(_("Please enter a whole number."))


class DayField(DateField):
    """A day of the years in which games are played."""

    def __init__(self, label: Any = None, validators: Any = None, **options: Any) -> None:
        days = {"min": FIRST_DAY.isoformat(), "max": LAST_DAY.isoformat()}
        super().__init__(label, validators, render_kw=days, **options)

    def process_formdata(self, valuelist: list[Any]) -> None:
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(ENTER_DATE) from None

    def post_validate(self, form: BaseForm, validation_stopped: bool) -> None:
        if self.data is not None and not FIRST_DAY <= self.data <= LAST_DAY:
            years = {"first": FIRST_DAY.year, "last": LAST_DAY.year}
            raise ValidationError(_("Please enter a date in the years %(first)s to %(last)s.", **years))


def action_field(*actions: str) -> ButtonField:
    """The field of the buttons that send the form, one for each of `actions`."""
    return ButtonField(choices=[SelectChoice(action) for action in actions], validators=[InputRequired(CHOOSE)])


def add_errors(form: BaseForm, errors: Iterable[tuple[str | None, str]], names: Mapping[str, str] = {}) -> None:
    """Show errors at the fields of `form` that they concern, and the other errors in `form_errors`.

    `names` maps the names of fields that have other names in the form.
    """
    form.form_errors = []
    for field, error in errors:
        name = names.get(field or "", field or "")
        if name in form:
            form[name].errors = [*form[name].errors, error]
        else:
            form.form_errors.append(error)


def add_refusal(
    form: BaseForm, refusal: Refusal, names: Mapping[str, str] = {}, translator: Translator | None = None
) -> None:
    """Show a refusal as `add_errors` does; without a `translator`, it is one of the store."""
    translator = translator or language.translator(WORDS)
    add_errors(form, ((violation.field, translator(violation)) for violation in refusal.violations), names)


def flash_refusal(refusal: Refusal, words: Words = WORDS) -> None:
    """Show on the next page why something is not possible: a refusal of the store, or with other `words` of a game."""
    translator = language.translator({**WORDS, **words})
    for violation in refusal.violations:
        flash(translator(violation), "bad")


def is_fragment() -> bool:
    """Whether our scripts sent the request: the response is the part of the page that changes, not a page."""
    return FRAGMENT_HEADER in request.headers


def sent_action() -> str:
    """Which button `do` was tapped, or ""; the URL is read first, since a game's form may have a field `do`."""
    return request.values.get("do", "")


def sent_json(name: str) -> Any:
    """The JSON value of a field of the request or, in a link, of the URL; None if it was left out.

    :raises BadRequest: it is not JSON, or contains a NUL, which not every database can store.
    """
    text = request.values.get(name)
    if text is None:
        return None
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        abort(400)
    return abort(400) if has_nul(text) else value
