"""Statements put into words: the one place where an id and its parameters become a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.messages import N_, Message, Param, Phrase, PlayerRef, Violation, Words


class Translator:
    """Says statements to one reader: in a language, with the names of the people at the table.

    `words` are the game's own texts; `gettext` and `ngettext` are those of the reader's catalogue
    (English, the language of the texts, when left out); `names` is by seat; `finish` smooths a sentence
    once its names are in it, where the reader's language asks for that.
    """

    def __init__(
        self,
        words: Words,
        names: Sequence[str],
        gettext: Callable[[str], str] = lambda text: text,
        ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
        finish: Callable[[str], str] = str,
    ) -> None:
        self.words = words
        self.names = names
        self.gettext = gettext
        self.ngettext = ngettext
        self.finish = finish
        self._texts: dict[str, str] = {}  # texts without a plural that were looked up before

    def __call__(self, said: Message | Violation) -> str:
        """Return `said` as a sentence."""
        return self.say(said.id if isinstance(said, Message) else said.code, said.params)

    def say(self, id: str, params: Mapping[str, Param] | None = None) -> str:
        """Return the text `id` with its parameters filled in.

        :raises KeyError: the game has no such text, or a parameter is missing.
        """
        text = self._texts.get(id)
        if text is None:
            words = self.words[id]
            if isinstance(words, str):
                text = self._texts[id] = self.gettext(words)
            elif isinstance(words, Phrase):
                text = self._texts[id] = self.say(words.id, words.params)
            else:
                count = params["n"] if params else None
                assert isinstance(count, int), "a text with two forms counts n"
                text = self.ngettext(*words, count)
        if not params:
            return text
        spoken = self._spoken
        return self.finish(text.format_map({name: spoken(value) for name, value in params.items()}))

    def name(self, seat: int) -> str:
        """Return the name of the player at `seat`."""
        return self.names[seat]

    def listed(self, items: Sequence[str]) -> str:
        """Return `items` as an enumeration: "a", "a and b", "a, b and c"; "nothing" when empty."""
        if not items:
            return self.gettext(N_("nothing"))
        if len(items) == 1:
            return items[0]
        return self.finish(self.gettext(N_("{many} and {last}")).format(many=", ".join(items[:-1]), last=items[-1]))

    def _spoken(self, value: Param) -> str | int:
        if isinstance(value, PlayerRef):
            return self.names[value.seat]
        if isinstance(value, str):
            return self.say(value)
        if isinstance(value, int):
            return value
        if isinstance(value, tuple):
            items = [str(self._spoken(item)) for item in value]
            return items[0] if len(items) == 1 else self.listed(items)
        return value.text
