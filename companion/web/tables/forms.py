"""The forms of a table and its people: opening and joining it, seats, links and roles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, SelectField, SelectMultipleField, StringField, SubmitField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import InputRequired

from companion.core.game import Refusal
from companion.core.names import isolated, look
from companion.i18n import language
from companion.i18n.language import split_names
from companion.store import links
from companion.store.models import HOST, MAX_CODE_LENGTH, PLAYER, VIEWER, AccessLink, Game, Player, Table
from companion.store.tables import add_player
from companion.web import access
from companion.web.forms import CHOOSE, ButtonField, action_field, add_refusal, name_field

ROLES = {HOST: _l("host"), PLAYER: _l("player"), VIEWER: _l("watching")}
WATCHERS = ""  # chosen instead of a player by people who only watch


class SureForm(FlaskForm):
    """A check box in which a deletion is confirmed."""

    sure = BooleanField(
        _l("Yes, I know that this can't be undone."), [InputRequired(_l("Please tick this if you are sure."))]
    )


class CreateTableForm(FlaskForm):
    name = name_field(_l("Table name"))


class EditTableForm(FlaskForm):
    name = name_field(_l("Table name"))
    venue = name_field(_l("Venue"))


class JoinCodeForm(Form):
    """The join code, typed on the home page; it leads to a URL and changes nothing."""

    code = StringField(
        _l("Join code"),
        filters=[lambda typed: links.read_code(typed or "")[:MAX_CODE_LENGTH]],
        render_kw={"autocapitalize": "characters", "autocorrect": "off", "spellcheck": "false", "class": "code"},
    )


class JoinForm(FlaskForm):
    """The person who joins: one of the players, someone new, or someone who only watches."""

    watch = SubmitField(_l("I just want to watch"))
    player = ButtonField(coerce=int)
    name = name_field(autocomplete="given-name")
    surname = name_field(_l("Surname, to tell two people apart"), autocomplete="family-name")

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.name.label.text = _("Someone else") if table.players else _("Your name")
        self.player.choices = player_choices(table.players)


class PlayerForm(FlaskForm):
    """Corrections to a player: the name, a merge of two entries of one person, removal."""

    do = action_field("rename", "merge", "remove")
    name = name_field(_l("Name"))
    surname = name_field(_l("Surname, to tell two people apart"))
    into = ButtonField(_l("The same person as"), "merge", coerce=int)

    def __init__(self, player: Player) -> None:
        super().__init__(obj=player)
        self.into.choices = player_choices([other for other in player.table.players if other.id != player.id])


class JoinCodeActionForm(FlaskForm):
    """The host's actions on the join code."""

    do = action_field("open", "close", "renew")


class CorrectionsForm(FlaskForm):
    everybody = BooleanField(_l("Let all players correct what others entered"))


class CreateLinkForm(FlaskForm):
    player = SelectField(_l("Create a link for"), default=WATCHERS)

    def __init__(self, players: Sequence[Player], **options: Any) -> None:
        super().__init__(**options)
        watchers = SelectChoice(WATCHERS, _("watching only: a person, a tablet or a screen"))
        self.player.choices = [*player_choices(players), watchers]


class LinkForm(FlaskForm):
    """The host's actions on a link: renew or revoke it, or give it a role."""

    do = action_field("renew", "revoke", "role")
    role = ButtonField(_l("Role"), "role")

    def __init__(self, link: AccessLink, **options: Any) -> None:
        super().__init__(role=link.role, **options)
        self.link = link
        self.role.choices = [SelectChoice(*role) for role in ROLES.items() if link.player or role[0] != PLAYER]
        self.role.id = self.role.label.field_id = f"{self.role.short_name}-{link.id}"


class SeatsForm(BaseForm):
    """The players of a new game: those who are `seated`, clockwise, and the names of new ones."""

    def __init__(
        self, table: Table, seated: Sequence[Player] | None = None, typed: MultiDict[str, str] | None = None
    ) -> None:
        fields: dict[str, Any] = {
            "player": SelectMultipleField(coerce=int, validate_choice=False),
            "new-name": name_field(_("New players"), **{"data-empties": "", "placeholder": _("for example Ana, Luis")}),
            "new-surname": name_field(_("Surname, to tell two people apart")),
        }
        super().__init__(fields)
        self.process(typed)
        self.table = table
        if seated is None:
            seated = access.players_of(table, dict.fromkeys(self["player"].data or ()))
        self.seated = [*seated]

    def move(self, action: str) -> None:
        """Add, remove or move the player named by the button `action`: "add:3", "drop:3", "up:3", "down:3"."""
        verb, _colon, player_id = action.partition(":")
        player = next((player for player in self.table.players if str(player.id) == player_id), None)
        if player is None:
            return
        if verb == "add" and player not in self.seated:
            self.seated.append(player)
        elif verb in ("drop", "up", "down") and player in self.seated:
            index = self.seated.index(player)
            self.seated.remove(player)
            if verb != "drop":
                self.seated.insert(max(0, index + (-1 if verb == "up" else 1)), player)

    def save_names(self) -> None:
        """Add the players with new names; a refused one stays in its field.

        "Ana, Luis, Zoe" are three players. A name without a surname means the player who already has that name, if
        exactly one such player is not seated.
        """
        names = split_names(self["new-name"].data or "", language.current())
        surname = self["new-surname"].data or "" if len(names) == 1 else ""
        for index, name in enumerate(names):
            others = [player for player in self.table.players if player not in self.seated and not surname]
            namesakes = [player for player in others if look(player.name) == look(name[:99])]
            added = namesakes[0] if len(namesakes) == 1 else add_player(self.table, name, surname)
            if isinstance(added, Refusal):
                add_refusal(self, added, {"name": "new-name", "surname": "new-surname"})
                self["new-name"].data = ", ".join(names[index:])
                return
            self.seated.append(added)
        self["new-name"].data = ""


class SeatChoicesForm(BaseForm):
    """The people in the seats of a game, as `typed`."""

    def __init__(self, game: Game, typed: MultiDict[str, str]) -> None:
        common: dict[str, Any] = {"choices": player_choices(game.table.players), "invalid_choice_message": CHOOSE}
        super().__init__(
            {
                f"seat-{seat}": SelectField(_("Seat %(num)s", num=seat + 1), default=str(person["player"]), **common)
                for seat, person in enumerate(game.seats)
            }
        )
        self.process(typed or None)
        self._before = [seat["player"] for seat in game.seats]
        self._names = game.table.player_names

    def validate(self, extra_validators: Any = None) -> bool:
        """Check that everyone is a player of the table and sits in one place."""
        if not super().validate(extra_validators):
            return False
        chosen = self.chosen()
        for field, player in zip(self, chosen, strict=True):
            if chosen.count(player) > 1:
                name = self._names[player]
                field.errors = [_("%(name)s would sit in two places.", name=name)]
        return not self.errors

    def swap(self, seats: Sequence[int]) -> None:
        """Swap the people in two seats."""
        first, second = (self[f"seat-{seat}"] for seat in seats)
        first.data, second.data = second.data, first.data

    def chosen(self) -> list[int]:
        """The ids of the chosen players; who takes the seat of another player, who stays, swaps with them."""
        chosen, before = [int(field.data) for field in self], self._before
        moved = {seat: player for seat, player in enumerate(chosen) if player != before[seat] and player in before}
        for seat, player in moved.items():
            other = before.index(player)
            if chosen[other] == player and before[seat] not in chosen:
                chosen[other] = before[seat]
        return chosen


def player_choices(players: Sequence[Player]) -> list[SelectChoice]:
    return [SelectChoice(str(player.id), isolated(player.full_name)) for player in language.by_name(players)]
