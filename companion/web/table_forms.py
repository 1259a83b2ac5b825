"""The forms of a table and its people: opening and joining it, seats, links and roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import lazy_gettext as _
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    Field,
    Form,
    SelectField,
    SelectMultipleField,
    StringField,
    SubmitField,
    ValidationError,
)
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, Optional

from companion.core.game import Refusal
from companion.i18n import language
from companion.store import links, tables
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Player, Table
from companion.web.name_list import split_names

ROLES = {HOST: _("host"), PLAYER: _("player"), VIEWER: _("watching")}
WATCHERS = ""  # chosen instead of a player, for those who only watch
_CHOOSE = _("Please choose one of these.")


def valid_name(form: Form, field: Field) -> None:
    """Validator: refuse a name that is not allowed."""
    translator = language.translator(tables.WORDS, ())
    if violations := tables.check_name(field.data or "", field.short_name):
        raise ValidationError(" ".join(map(translator, violations)))


def valid_names(form: Form, field: Field) -> None:
    """Validator: refuse a list of names if one of them is not allowed."""
    translator = language.translator(tables.WORDS, ())
    for name in split_names(field.data or "", language.current()):
        if violations := tables.check_name(name, field.short_name):
            raise ValidationError(" ".join(map(translator, violations)))


class ButtonField(SelectField):
    """A choice among buttons that send the form; another button may send it without a choice."""

    def __init__(self, label: Any = None, validators: Any = None, **options: Any) -> None:
        super().__init__(label, validators, invalid_choice_message=_CHOOSE, invalid_value_message=_CHOOSE, **options)

    def pre_validate(self, form: BaseForm) -> None:
        if self.raw_data:
            super().pre_validate(form)


class TableForm(FlaskForm):
    """A form whose fields also show the refusals of the store."""

    def add_refusal(self, refusal: Refusal, field_names: Mapping[str, str] | None = None) -> None:
        """Add errors to the fields that they concern; `field_names` maps fields that have other names here."""
        translator = language.translator(tables.WORDS, ())
        for violation in refusal.violations:
            name = violation.field or ""
            field = self[(field_names or {}).get(name, name)]
            field.errors = [*field.errors, translator(violation)]


class OpenTableForm(TableForm):
    name = StringField(_("Table name"), [Optional(), valid_name])


class JoinCodeForm(Form):
    """The join code, typed on the home page; it leads to an address and changes nothing."""

    code = StringField(
        _("Table code"),
        filters=[lambda typed: links.read_code(typed or "")[:12]],
        render_kw={"maxlength": 12, "autocapitalize": "characters", "spellcheck": "false", "class": "code"},
    )


class JoinForm(TableForm):
    """Who is joining: one of the players, someone new, or someone who only watches."""

    watch = SubmitField(_("I just want to watch"))
    player = ButtonField(coerce=int)
    name = StringField(render_kw={"autocomplete": "given-name"})
    surname = StringField(
        _("Surname, to tell two people apart"), [Optional(), valid_name], render_kw={"autocomplete": "family-name"}
    )

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.name.label.text = _("Someone else") if table.players else _("Your name")
        self.player.choices = player_choices(table.players)

    def validate_name(self, field: Field) -> None:
        if not self.watch.data and not self.player.raw_data:
            valid_name(self, field)


class JoinCodeActionForm(TableForm):
    """The host's actions on the join code."""

    do = ButtonField(
        choices=[SelectChoice(value) for value in ("open", "close", "renew")], validators=[InputRequired(_CHOOSE)]
    )


class CorrectionsForm(TableForm):
    everybody = BooleanField(
        _(
            "All players can correct what others entered. Otherwise, players can only correct their own entries; the"
            " host can correct everything."
        )
    )


class CreateLinkForm(TableForm):
    player = SelectField(_("Create a link for"), default=WATCHERS)

    def __init__(self, players: Sequence[Player], **options: Any) -> None:
        super().__init__(**options)
        watchers = SelectChoice(WATCHERS, _("people who only watch: a tablet, a screen"))
        self.player.choices = [*player_choices(players), watchers]


class LinkForm(TableForm):
    """The host's actions on a link: renew or revoke it, give it a role, or let the host play too."""

    do = ButtonField(
        choices=[SelectChoice(value) for value in ("renew", "revoke", "role", "seat")],
        validators=[InputRequired(_CHOOSE)],
    )
    role = ButtonField(_("Role"), choices=[SelectChoice(*role) for role in ROLES.items()])
    player = ButtonField(_("The host plays too, as"), coerce=int)

    def __init__(self, access_link: AccessLink, sent: bool = False) -> None:
        # The page has this form once for each link; only the one that was sent is filled in from the request.
        super().__init__(**({} if sent else {"formdata": None}), role=access_link.role)
        self.access_link = access_link
        self.player.choices = player_choices(access_link.table.players)
        for field in (self.role, self.player):
            field.id = field.label.field_id = f"{field.short_name}-{access_link.id}"

    def validate_role(self, field: Field) -> None:
        if self.do.data == "role" and not field.raw_data:
            raise ValidationError(_CHOOSE)

    def validate_player(self, field: Field) -> None:
        if self.do.data == "seat" and not field.raw_data:
            raise ValidationError(_CHOOSE)


class SeatsForm(TableForm):
    """Who plays a new game, clockwise, and the names of new players."""

    player = SelectMultipleField(coerce=int, validate_choice=False)
    new_name = StringField(_("New players"), [Optional(), valid_names], name="new-name")
    new_surname = StringField(_("Surname, to tell two people apart"), [Optional(), valid_name], name="new-surname")

    def surname_fields(self, tied: Sequence[Player]) -> list[Field]:
        """Return the surname fields of the players who are `tied`, and of those whose surname was refused."""
        names = {f"surname-{player.id}" for player in tied}
        return [field for field in self if field.name.startswith("surname-") and (field.name in names or field.errors)]


def seats_form(players: Sequence[Player], **options: Any) -> SeatsForm:
    """Return the form of the seats, with a field for the surname of each of `players`."""
    fields = {
        f"surname-{player.id}": StringField(
            _("Surname of %(name)s", name=player.name), [Optional(), valid_name], default=player.surname
        )
        for player in players
    }
    form_class: type[SeatsForm] = type("TableSeatsForm", (SeatsForm,), fields)
    return form_class(**options)


def player_choices(players: Sequence[Player]) -> list[SelectChoice]:
    """Return the choices of a field in which a player is chosen."""
    return [SelectChoice(str(player.id), player.full_name) for player in players]
