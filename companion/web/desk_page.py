"""What the templates of the desk are given."""

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
    """Where a question is asked: its game, its address with what always belongs to it, and who plays.

    `is_played`: it is about a game at a table, whose state answers what is not asked yet.
    """

    game: str
    path: str
    kept: Mapping[str, str]
    names: Sequence[str]
    is_played: bool = False

    def address(self, situation: Situation, pad: str = "") -> str:
        """Return the address of this desk with another situation, or with another pad open."""
        shown = {"pad": pad} if pad else {}
        return f"{self.path}?{urlencode({**self.kept, **situation, **shown})}"

    def questions(self, situation: Situation) -> list[tuple[str, str, str]]:
        """Return what can be asked: its name, its label, the address that asks it about the same situation."""
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
    """What `rules.html` is given: what a search found, and of each game its title, what it is, and how to ask about it.

    `counts` are the numbers of players that a question can begin with, none for a game whose questions begin otherwise;
    `asks` are its questions, each with the address that asks it.
    """

    results: search.Results
    titles: Mapping[str, str]
    abouts: Mapping[str, str]
    counts: Mapping[str, Sequence[int]]
    asks: Mapping[str, Sequence[tuple[str, str]]]


class BookPage(Struct, frozen=True):
    """What a page about rules is given in place of a game's page: it is at no table."""

    folder: str
    table: None = None


class DeskPage(Struct, frozen=True, kw_only=True):
    """What `rules_desk.html` gets in addition to a game's page or a `BookPage`.

    `asks` are the questions that can be asked: name, label and address. `pad` is what can be tapped now, above all else
    if `pad_first`; `question` is what has to be known first. `corrects` and `others` are for a game that is played: the
    entries that can be corrected, and the other tricks or turns that can be asked about.
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
