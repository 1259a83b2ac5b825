"""The values for the templates of rules questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from msgspec import Struct

from companion import desk
from companion.core.situations import Situation
from companion.core.translator import Translator
from companion.desk.wording import AnswerInWords
from companion.i18n import language
from companion.web import search
from companion.web.desk_corrections import Corrections
from companion.web.desk_pads import Pad
from companion.web.desk_settings import Setting
from companion.web.desk_view import View
from companion.web.remedies import Choice


class Place(Struct, frozen=True):
    """Where a question is asked: its game, its address with its fixed parameters, and who plays.

    `is_played`: it is about a game at a table, whose state gives the fields that are not in the address.
    """

    game: str
    path: str
    kept: Mapping[str, str]
    names: Sequence[str]
    is_played: bool = False

    def address(self, situation: Situation, pad: str = "") -> str:
        """Return the address of this page with another situation, or with another pad open."""
        shown = {"pad": pad} if pad else {}
        return f"{self.path}?{urlencode({**self.kept, **situation, **shown})}"

    def questions(self, situation: Situation) -> list[tuple[str, str, str]]:
        """Return the questions: name, label, and the address that asks it about the same situation."""
        declared, gettext = desk.load(self.game), self.translator.gettext
        always = {"players", "rules", *(option.name for option in desk.played_options(self.game))}
        present, found = declared.question(situation), []
        for question in declared.questions:
            stays = {name for field in question.fields if field.stays for name in field.names(len(self.names))}
            kept = {name: text for name, text in situation.items() if name in always | stays}
            if self.is_played:
                kept = {}
            if question is present:
                kept = dict(situation)
            elif question is not declared.questions[0] or self.is_played:
                kept["ask"] = question.name
            found.append((question.name, gettext(question.label), self.address(kept)))
        return found

    @property
    def translator(self) -> Translator:
        return language.translator(desk.words(self.game), self.names)


class RulesPage(Struct, frozen=True):
    """The values for `rules.html`: search results, and for each game its title, a description, and how to ask about it.

    `counts` are the numbers of players with which a question can begin, empty if a game's questions begin differently;
    `asks` are its questions, each with its address.
    """

    results: search.Results
    titles: Mapping[str, str]
    abouts: Mapping[str, str]
    counts: Mapping[str, Sequence[int]]
    asks: Mapping[str, Sequence[tuple[str, str]]]


class BookPage(Struct, frozen=True):
    """The values for a page about rules that is not at a table, in place of those of a game's page."""

    folder: str
    table: None = None


class DeskPage(Struct, frozen=True, kw_only=True):
    """The values for `rules_desk.html`, in addition to those of a game's page or a `BookPage`.

    `asks` are the questions: name, label and address. `pad` is the open pad, shown at the top if `pad_first`;
    `question` is what has to be known first. `corrects` and `others` are for a game in progress: the entries that can
    be corrected, and the other tricks or turns that can be asked about.
    """

    here: Place
    game_title: str
    situation: Situation
    said: AnswerInWords
    view: View
    asks: Sequence[tuple[str, str, str]]
    pad: Pad | None
    pad_first: bool
    question: str
    settings: Sequence[Setting]
    typed_names: frozenset[str]
    reader: Translator
    corrects: Corrections | None
    mistakes: str
    in_force: Sequence[str]
    others: Sequence[Choice]
    absolute_link: str
    link: str
    slip: str
