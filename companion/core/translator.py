"""Messages and texts put into words: the one place where an id and its parameters become a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from companion.core.messages import N_, AnyOf, Message, Param, Phrase, PlayerRef, Series, Signed, Words
from companion.core.names import isolated

_FIRST_PARAM = re.compile(r"%\((\w+)\)")
_IN_A_SUM = re.compile(r"(?<=[\d)]) (?=[−+=×] \d)|(?<=[\d)] [−+=×]) (?=\d)| (?=[−+]\d|0\b)")


def format_number(value: int | str) -> str:
    """A number with a true minus sign (U+2212)."""
    return str(value).replace("-", "−")


def format_signed(value: int) -> str:
    """`value` with its sign, as a gain or a loss: "+5", "−5", "+0"."""
    return f"{value:+d}".replace("-", "−")


def unbroken(text: str) -> str:
    """`text` with no-break spaces in its sums and before a gain: "12 + 3 = 15" and "Ana +5" stay on one line."""
    return _IN_A_SUM.sub("\u00a0", text)


class Translator:
    """Puts messages and texts into words for one reader: in a language, with the names of the players.

    `words` are the game's own texts and `names` its players by seat. `gettext` and `ngettext` are those of the
    catalogue of `lang`; without them, texts stay in English. `finish` adjusts a sentence after its names are filled
    in, in languages that need it.
    """

    def __init__(
        self,
        words: Words | None = None,
        names: Sequence[str] = (),
        gettext: Callable[[str], str] = lambda text: text,
        ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
        finish: Callable[[str], str] = str,
        lang: str = "en",
    ) -> None:
        self.words = words or {}
        self.names = names
        self.gettext = gettext
        self.ngettext = ngettext
        self.finish = finish
        self.lang = lang

    def with_texts(self, words: Words, names: Sequence[str] = ()) -> Translator:
        """A translator into the same language for a game with these texts and players."""
        return Translator(words, names, self.gettext, self.ngettext, self.finish, self.lang)

    def __call__(self, message: Message) -> str:
        return self.say(message.id, message.params)

    def say(self, id: str, params: Mapping[str, Param] | None = None) -> str:
        """The game's text `id` with its parameters filled in.

        :raises KeyError: the game has no such text, or a parameter is missing.
        """
        words = self.words[id]
        if isinstance(words, str):
            text = self.gettext(words)
        elif isinstance(words, Phrase):
            text = self.say(words.id, words.params)
        else:
            count = params["n"] if params else None
            assert isinstance(count, int), "a text with two forms counts n"
            text = self.ngettext(*words, count)
        if not params:
            return text
        sentence = self.finish(text % {name: self._value(value) for name, value in params.items()})
        if sentence[:1].islower() and (first := _FIRST_PARAM.match(text)) and _is_term(params[first[1]]):
            return sentence[0].upper() + sentence[1:]  # "Yellow leads": a term, unlike a name, is in small letters
        return sentence

    def text(self, text: str, /, **values: object) -> str:
        """`text`, an English sentence marked with `N_`, in this language with its values filled in."""
        text = self.gettext(text)
        return self.finish(text % _formatted(values)) if values else text

    def count(self, forms: tuple[str, str], n: int, **values: object) -> str:
        """The one of `forms` (marked with `NN_`) that fits `n`, in this language."""
        return self.finish(self.ngettext(*forms, n) % _formatted({"n": n, **values}))

    def name(self, seat: int) -> str:
        return self.names[seat]

    def listed(self, items: Sequence[str], last: str = N_("%(many)s and %(last)s")) -> str:
        """`items` as an enumeration: "a", "a and b", "a, b and c"; "nothing" when empty."""
        if not items:
            return self.text(N_("nothing"))
        if len(items) == 1:
            return items[0]
        return self.text(last, many=", ".join(items[:-1]), last=items[-1])

    def any_of(self, items: Sequence[str]) -> str:
        """`items` as a choice: "a", "a or b", "a, b or c"."""
        return self.listed(items, N_("%(many)s or %(last)s"))

    def _value(self, value: Param) -> str:
        if isinstance(value, str):
            return self.say(value)
        if isinstance(value, PlayerRef):
            return self.names[value.seat]
        if isinstance(value, tuple):
            return self._value(value[0]) if len(value) == 1 else self.listed([*map(self._value, value)])
        if isinstance(value, int):
            return format_number(value)
        if isinstance(value, AnyOf):
            return self.any_of([*map(self._value, value.items)])
        if isinstance(value, Series):
            return value.separator.join(map(self._value, value.items))
        if isinstance(value, Signed):
            return format_signed(value.value) if value.value else "0"
        if isinstance(value, Phrase):
            return self.say(value.id, value.params)
        return isolated(value.text)


def _is_term(value: Param) -> bool:
    return isinstance(value[0] if isinstance(value, tuple) and value else value, str)


def _formatted(values: Mapping[str, object]) -> dict[str, object]:
    return {name: format_number(value) if isinstance(value, int) else value for name, value in values.items()}
