"""Statements put into words: the one place where an id and its parameters become a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.messages import N_, Literal, Message, Param, PlayerRef, Violation

Words = Mapping[str, str | tuple[str, str]]

_COLOR = {
    "Y": N_("yellow {rank}"),
    "B": N_("blue {rank}"),
    "R": N_("red {rank}"),
    "G": N_("green {rank}"),
    "K": N_("black {rank}"),
}
_SPECIAL = {
    "K2X": N_("2x"),
    "K-5": N_("−5"),
    "KT": N_("thief"),
    "KS": N_("shuffle"),
    "KL": N_("lowest wins"),
    "KQ": N_("surprise"),
    "WA": N_("ally"),
}


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
        self._cards: dict[str, str] = {}  # names of cards said before, in this reader's language
        self._texts: dict[str, str] = {}  # and texts without a plural

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

    def card(self, card: str) -> str:
        """Return the name of a Bids card: "red 9", "thief"."""
        name = self._cards.get(card)
        if name is None:
            name = self._cards[card] = self._named(card)
        return name

    def listed(self, items: Sequence[str]) -> str:
        """Return `items` as an enumeration: "a", "a and b", "a, b and c"; "nothing" when empty."""
        if not items:
            return self.gettext(N_("nothing"))
        if len(items) == 1:
            return items[0]
        return self.finish(self.gettext(N_("{many} and {last}")).format(many=", ".join(items[:-1]), last=items[-1]))

    def _named(self, card: str) -> str:
        special = _SPECIAL.get(card)
        if special is not None:
            return self.gettext(special)
        return self.gettext(_COLOR[card[0]]).format(rank=card[1:])

    def _spoken(self, value: Param) -> str | int:
        if isinstance(value, PlayerRef):
            return self.names[value.seat]
        if isinstance(value, str):
            return self.card(value)
        if isinstance(value, int):
            return value
        if isinstance(value, tuple):
            items = [str(self._spoken(item)) for item in value]
            return items[0] if len(items) == 1 else self.listed(items)
        if isinstance(value, Literal):
            return value.text
        return self.say(value.id)
