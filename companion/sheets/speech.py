"""What the sheets say, in the language chosen for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.core.messages import Words
from companion.core.translator import Translator


class Speech(Struct, frozen=True):
    """A language for paper: its tag, two look-ups in its catalogue (English if left out), its `Translator.finish`."""

    lang: str = "en"
    gettext: Callable[[str], str] = lambda text: text
    ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many
    finish: Callable[[str], str] = str

    def __call__(self, text: str, **values: str | int) -> str:
        """Return `text`, an English sentence marked with `N_`, in this language, its values filled in."""
        text = self.gettext(text)
        return text.format_map(values) if values else text

    def count(self, forms: tuple[str, str], n: int, **values: str | int) -> str:
        """Return the one of `forms` (marked with `NN_`) that goes with `n`, in this language."""
        return self.ngettext(*forms, n).format(n=n, **values)

    def translator(self, words: Words, names: Sequence[str] = ()) -> Translator:
        """Return the voice that says a game's own texts in this language."""
        return Translator(words, names, self.gettext, self.ngettext, self.finish)
