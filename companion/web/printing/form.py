"""The form of the print page, and the print job that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, RadioField, SelectField, SelectMultipleField
from wtforms.fields.choices import SelectChoice
from wtforms.widgets import CheckboxInput

from companion import games
from companion.core.game import Person
from companion.core.names import isolated
from companion.core.numbers import int_or_none, int_or_text
from companion.i18n import language
from companion.sheets import fonts
from companion.sheets.print_job import DUPLEX, PAPERS, SHEETS, Paper, PrintJob, sheets_of
from companion.sheets.tents import Join
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Player, Table
from companion.web import access
from companion.web.forms import add_errors
from companion.web.settings.options import NumberField, OptionsForm, last_options
from companion.web.settings.shown import SHOWN, read_shown
from companion.web.urls import external_base_url, qr_join_url, unreachable

# Countries that use Letter, not A4.
LETTER_COUNTRIES = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PE", "PH", "PR", "SV", "VE"}


def choice_field(label: str, choices: Mapping[str, str], **options: Any) -> SelectField:
    """The field of a choice: `choices` are values with their labels."""
    return SelectField(label, choices=[SelectChoice(*choice) for choice in choices.items()], **options)


class SheetsForm(Form):
    """The sheets to print, and how; a table keeps this. Printing checks the choices."""

    sheets = SelectMultipleField(
        _l("Sheets"),
        choices=[SelectChoice(name, _l(text)) for name, text in SHEETS.items()],
        option_widget=CheckboxInput(),
    )
    paper = choice_field(_l("Paper"), {name: _l(text) for name, text in PAPERS.items()})
    grey = BooleanField(_l("Greyscale"))
    duplex = choice_field(_l("Card backs"), {name: _l(text) for name, text in DUPLEX.items()}, default="none")
    copies = NumberField(_l("Copies"), default="1")


class PrintForm(SheetsForm):
    """The choice of what to print. Its fields are in the URL, so that a choice can be shared.

    `player_count` is the number of players, or 0 if it is not a number. `seated` are the chosen players of the table,
    in seating order. `seat_names` are their names if they are filled in, with "" for the other seats. `options` is the
    form of the game's options.
    """

    game = RadioField(
        _l("Kind of game"),
        choices=[SelectChoice(slug, _l(title)) for slug, title in games.titles().items()],
    )
    players = RadioField(_l("Players"))
    lang = choice_field(_l("Language of the sheets"), language.LANGUAGES)
    names = BooleanField(_l("Fill in the names"))
    everyone = BooleanField(_l("Tent cards for everyone at the table"))

    def __init__(self, typed: MultiDict[str, str], link: AccessLink | None) -> None:
        """Fill in the form from a URL or, if that has no choices, with what was last printed at the table."""
        self.link, self.table = link, link.table if link else None
        players = access.last_players(self.table) if self.table else []
        super().__init__(typed or None, data=_defaults(link, players))
        if typed:
            players = access.players_of(self.table, map(int_or_text, typed.getlist("player"))) if self.table else []
        if typed.get(f"{SHOWN}lang") == language.tag(self.lang.data or ""):  # it was that of the page, and follows it
            self.lang.data = language.current()
        slug = self.game.data if self.game.data in games.GAMES else games.DEFAULT_SLUG
        possible, shown_count = games.rules_of(slug).PLAYER_COUNTS, read_shown(typed).player_count
        name_count = len(players) if self.names.data else 0
        self.player_count = count_players(self.players.data, name_count, shown_count, possible)
        self.seated = players if shown_count is None else players[: self.player_count]
        people_count = self.player_count if self.player_count in possible else possible[0]
        names = [player.shown_name for player in self.seated] if self.names.data else []
        self.seat_names = (*names, *[""] * (people_count - len(names)))
        numbered = enumerate(self.seat_names[:people_count], 1)
        people = [Person(name or _("Player %(n)s", n=number)) for number, name in numbered]
        self.options = OptionsForm(slug, people, typed, last_options(self.table, slug) if self.table else None)
        offered = _offered(slug, link)
        self.players.choices = [SelectChoice(str(count), str(count)) for count in possible]
        if self.player_count:
            self.players.data = str(self.player_count)
        self.sheets.choices = [choice for choice in self.sheets.choices if choice.value in offered]
        if not (self.table and self.table.players):
            del self.everyone

    def unprintable(self) -> list[tuple[str, str]]:
        """Each name with a sign that no font has, and these signs."""
        signs = {name: " ".join(fonts.missing(name)) for name in self.seat_names}
        return [(name, missing) for name, missing in signs.items() if missing]

    def fields(self) -> dict[str, list[str]]:
        """The choices as the fields of a URL that prints exactly this."""
        chosen = {field.name: _texts(field.data) for field in self}
        chosen["player"] = [str(player.id) for player in self.seated] if self.names.data else []
        for option, field in self.options.rows():
            chosen[field.name] = _texts(field.data)
            if option.presets:
                chosen[SHOWN + field.name] = _texts(field.data)
        for _switch, field in self.options.house_rules():
            chosen[field.name] = _texts(field.data)
        return {name: texts for name, texts in chosen.items() if texts}

    def print_job(self) -> PrintJob:
        """The job in the form, whether it can be printed or not."""
        everyone = self.table.players if self.table and self.data.get("everyone") else []
        copies = int_or_none(self.copies.data) or 0
        return PrintJob(
            sheets=tuple(self.sheets.data),
            slug=self.game.data,
            player_count=self.player_count,
            options=self.options.options(),
            names=self.seat_names,
            tent_names=tuple(player.shown_name for player in language.by_name(everyone)),
            is_of_game=self.table is not None,
            join=_join(self.link),
            paper=Paper(self.paper.data, self.grey.data, copies, self.duplex.data),
        )

    def add_errors(self, errors: Iterable[tuple[str | None, str]]) -> None:
        """Show why the job can't be printed at the fields that the errors concern, also those of the options."""
        add_errors(self, errors)
        if self.form_errors:
            self.options.validate()


def count_players(sent: str, name_count: int, shown_count: int | None, possible: range) -> int:
    """The number of players to print for, of whom `name_count` have a name.

    The form showed `shown_count` players. It follows the last change, as far as the game can be played:

    | change                              | number of players |
    | ----------------------------------- | ----------------- |
    | another number was tapped           | that number       |
    | more names were ticked than players | that of the names |
    | anything else                       | `shown_count`     |

    A URL that someone typed has no `shown_count`. Its number counts even if it is impossible, as 0 if it can't be read.
    """
    if shown_count is None:
        return (int_or_none(sent) or 0) if sent else name_count or min(4, possible[-1])
    count = int_or_none(sent) or shown_count
    if count == shown_count:
        count = max(shown_count, name_count)
    return min(max(count, possible[0]), possible[-1])


def _offered(slug: str, link: AccessLink | None) -> set[str]:
    return sheets_of(slug).keys() - (set() if _join(link) else {"join"})


def _defaults(link: AccessLink | None, players: Sequence[Player]) -> dict[str, Any]:
    """The choices for the table's last game, which these `players` played."""
    table_games = link.table.games if link else []
    kept = SheetsForm(MultiDict(link.table.print_choices["fields"])).data if link and link.table.print_choices else {}
    # Sheets of earlier versions are gone, and so may be the join code.
    slug = table_games[-1].slug if table_games else games.DEFAULT_SLUG
    offered = _offered(slug, link)
    kept["sheets"] = [name for name in kept.get("sheets", ("score",)) if name in offered]
    return {
        "game": slug,
        "names": bool(players),
        "players": str(len(players)) if players else "",
        "paper": default_paper(),
        "lang": language.current(),
        **{name: value for name, value in kept.items() if value is not None},
    }


def _texts(data: Any) -> list[str]:
    """The value of a field for a URL, or nothing if it is empty or not ticked."""
    if isinstance(data, list):
        return list(map(str, data))
    return ["y"] if data is True else [str(data)] if data else []


def _join(link: AccessLink | None) -> Join | None:
    """How to join the table, for hosts while the join code is on and phones can reach us."""
    if link is None or not link.is_host or not link.table.is_joinable or unreachable():
        return None
    url, code = external_base_url(), link.table.code
    return Join(isolated(link.table.name), code, url.partition("://")[2].rstrip("/"), qr_join_url(link.table))


def remember_choices(table: Table, fields: Mapping[str, list[str]]) -> None:
    """Keep which sheets were printed at `table`, and how."""
    kept = {name: fields[name] for name in SheetsForm().data if name in fields}
    if table.print_choices != {"fields": kept}:
        with writing(table):
            table.print_choices = {"fields": kept}


def game_job(game: Game, sheet: str) -> PrintJob:
    """The job for a sheet of a game of a table; paper, copies and so on are in the URL."""
    args = request.args
    return PrintJob(
        sheets=(sheet,),
        slug=game.slug,
        player_count=len(game.seats),
        options=game.options,
        names=tuple(game.names),
        paper=Paper(args.get("paper") or default_paper(), "grey" in args, int_or_none(args.get("copies", "1")) or 0),
    )


def default_paper() -> str:
    """The paper of the country that the browser names: "letter" or "a4"."""
    tag = next(iter(request.accept_languages.values()), "").replace("_", "-").upper()
    return "letter" if "-" in tag and tag.rpartition("-")[2] in LETTER_COUNTRIES else "a4"
