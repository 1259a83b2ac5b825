"""What several commands share: the option --lang, and texts in that language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Any], Any]


class Language(click.ParamType[str]):
    """A language of the program, in any spelling: "es", "pt-BR", "de_AT"."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the language as a key of `language.LANGUAGES`; fails with those there are."""
        from companion.i18n.language import UnknownLanguage, known

        try:
            return known(value)
        except UnknownLanguage as error:
            self.fail(str(error), param, ctx)


def with_options(*options: Decorator) -> Decorator:
    """Return a decorator that gives a command these options, in this order."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def gettext(text: str, /, **values: object) -> str:
    """Return `text` in the language of the command that runs, its values filled in."""
    from companion.i18n import language

    context = click.get_current_context(silent=True)
    lang = context.params.get("lang", "en") if context else "en"
    return language.translator({}, (), lang).gettext(text).format(**values)


LANG = click.option("--lang", type=Language(), default="en", help="The language of the output: en, es, pt-BR or de.")
