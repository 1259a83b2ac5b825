"""The forms of a table and its people: opening and joining it, seats, links and roles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, Field, Form, SelectField, SelectMultipleField, StringField, SubmitField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired

from companion.store import links
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Player, Table
from companion.web.forms import ButtonField, StoreForm, action_field

ROLES = {HOST: _l("host"), PLAYER: _l("player"), VIEWER: _l("watching")}
WATCHERS = ""  # chosen instead of a player by people who only watch


class SureForm(StoreForm):
    """A check box in which a deletion is confirmed."""

    sure = BooleanField(
        _l("Yes, I know that this can't be undone."), [InputRequired(_l("Please tick this if you are sure."))]
    )


class CreateTableForm(StoreForm):
    name = StringField(_l("Table name"))


class EditTableForm(StoreForm):
    name = StringField(_l("Table name"))
    venue = StringField(_l("Venue"), name="location")
    shows_ratings = BooleanField(_l("Show ratings in the statistics"))


class JoinCodeForm(Form):
    """The join code, typed on the home page; it leads to a URL and changes nothing."""

    code = StringField(
        _l("Join code"),
        filters=[lambda typed: links.read_code(typed or "")[:12]],
        render_kw={"maxlength": 12, "autocapitalize": "characters", "spellcheck": "false", "class": "code"},
    )


class JoinForm(StoreForm):
    """Who is joining: one of the players, someone new, or someone who only watches."""

    watch = SubmitField(_l("I just want to watch"))
    player = ButtonField(coerce=int)
    name = StringField(render_kw={"autocomplete": "given-name"})
    surname = StringField(_l("Surname, to tell two people apart"), render_kw={"autocomplete": "family-name"})

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.name.label.text = _("Someone else") if table.players else _("Your name")
        self.player.choices = player_choices(table.players)


class PlayerForm(StoreForm):
    """Corrections to a player: the name, a merge of two entries of one person, removal."""

    do = action_field("rename", "merge", "remove")
    name = StringField(_l("Name"))
    surname = StringField(_l("Surname, to tell two people apart"))
    into = ButtonField(_l("The same person as"), "merge", coerce=int)

    def __init__(self, player: Player) -> None:
        super().__init__(obj=player)
        self.into.choices = player_choices([other for other in player.table.players if other.id != player.id])


class JoinCodeActionForm(StoreForm):
    """The host's actions on the join code."""

    do = action_field("open", "close", "renew")


class CorrectionsForm(StoreForm):
    everybody = BooleanField(_l("Let all players correct what others entered"))


class CreateLinkForm(StoreForm):
    player = SelectField(_l("Create a link for"), default=WATCHERS)

    def __init__(self, players: Sequence[Player], **options: Any) -> None:
        super().__init__(**options)
        watchers = SelectChoice(WATCHERS, _("watching only: a person, a tablet or a screen"))
        self.player.choices = [*player_choices(players), watchers]


class LinkForm(StoreForm):
    """The host's actions on a link: renew or revoke it, give it a role, or let the host play too."""

    do = action_field("renew", "revoke", "role", "seat")
    role = ButtonField(_l("Role"), "role", choices=[SelectChoice(*role) for role in ROLES.items()])
    player = ButtonField(_l("The host also plays, as"), "seat", coerce=int)

    def __init__(self, link: AccessLink, sent: bool = False) -> None:
        # The page has this form once for each link; only the one that was sent is filled in from the request.
        super().__init__(**({} if sent else {"formdata": None}), role=link.role)
        self.link = link
        self.player.choices = player_choices(link.table.players)
        for field in (self.role, self.player):
            field.id = field.label.field_id = f"{field.short_name}-{link.id}"


class SeatsForm(StoreForm):
    """Who plays a new game, clockwise, and the names of new players."""

    player = SelectMultipleField(coerce=int, validate_choice=False)
    new_name = StringField(_l("New players"), name="new-name")
    new_surname = StringField(_l("Surname, to tell two people apart"), name="new-surname")

    def surname_fields(self, tied: Sequence[Player]) -> list[Field]:
        """Return the surname fields of the players who are `tied`, and of those whose surname was refused."""
        names = {f"surname-{player.id}" for player in tied}
        return [field for field in self if field.name.startswith("surname-") and (field.name in names or field.errors)]


def seats_form(players: Sequence[Player], **options: Any) -> SeatsForm:
    """Return the form of the seats, with a field for the surname of each of `players`."""
    fields = {
        f"surname-{player.id}": StringField(_("Surname of %(name)s", name=player.name), default=player.surname)
        for player in players
    }
    form_class: type[SeatsForm] = type("TableSeatsForm", (SeatsForm,), fields)
    return form_class(**options)


def player_choices(players: Sequence[Player]) -> list[SelectChoice]:
    """Return the choices of a field in which a player is chosen."""
    return [SelectChoice(str(player.id), player.full_name) for player in players]
