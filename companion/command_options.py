"""Options that several commands share."""

from __future__ import annotations

import click


class Language(click.ParamType):
    """A language of the program, in any spelling: "es", "pt-BR", "de_AT"."""

    name = "language"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the language as a key of `language.LANGUAGES`; fails with those there are."""
        from companion.language import UnknownLanguage, known

        try:
            return known(value)
        except UnknownLanguage as error:
            self.fail(str(error), param, ctx)


LANG = click.option("--lang", type=Language(), default="en", help="The language of the words: en, es, pt-BR or de.")
