"""Shared by several commands: the option --lang, and texts in that language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from companion.core.messages import Words
from companion.core.translator import Translator
from companion.i18n import language

if TYPE_CHECKING:
    from companion.exchange.file_fields import NotATable
    from companion.games.record import NotARecord

Decorator = Callable[[Any], Any]
_LANGUAGE = "companion.language"  # in what click keeps for the command that runs


class Language(click.ParamType[str]):
    """A language of the program, in any spelling: "es", "pt-BR", "de_AT"."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the language as a key of `language.LANGUAGES`; the error lists the languages."""
        try:
            return language.parse_language(value)
        except language.UnknownLanguage as error:
            self.fail(str(error), param, ctx)


def with_options(*options: Decorator) -> Decorator:
    """Return a decorator that gives a command these options, in this order."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def command_translator(words: Words | None = None, names: Sequence[str] = ()) -> Translator:
    """Return a translator into the language of the running command, or into English outside a command."""
    context = click.get_current_context(silent=True)
    return language.translator(words, names, context.meta.get(_LANGUAGE, "en") if context else "en")


def gettext(text: str, /, **values: object) -> str:
    """Return `text` in the language of the running command, with its values filled in."""
    return command_translator().gettext(text).format(**values)


def reasons(error: NotARecord | NotATable) -> str:
    """Return why a file can't be read, in the language of the running command."""
    return " ".join(map(command_translator(error.words), error.reasons))


PORT = click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="The server's port, for the link; ignored if COMPANION_EXTERNAL_URL is set.",
)


def _keep_language(context: click.Context, _: click.Parameter, lang: str) -> None:
    context.meta[_LANGUAGE] = lang


LANG = click.option(
    "--lang",
    type=Language(),
    default="en",
    expose_value=False,
    callback=_keep_language,
    help="The language of the output: en, es, pt-BR or de.",
)
