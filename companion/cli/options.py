"""Shared by several commands: the option --lang, and texts in that language."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, NoReturn

import click

from companion.cli.output import printable
from companion.core.messages import Json, Words
from companion.core.translator import Translator
from companion.i18n import language

if TYPE_CHECKING:
    from companion.games.record import InvalidFile

_LANGUAGE = "companion.language"  # the key in what click keeps for the command that runs


class WholeNumber(click.IntRange):
    """A whole number within a range, called a number in help and errors."""

    name = "number"


def command_translator(words: Words | None = None, names: Sequence[str] = ()) -> Translator:
    """Into the language of the running command; into English outside a command."""
    context = click.get_current_context(silent=True)
    return language.translator(words, names, context.meta.get(_LANGUAGE, "en") if context else "en")


def gettext(text: str, /, **values: object) -> str:
    """In the language of the running command."""
    return command_translator().text(text, **values)


def failure(text: str, /, **values: object) -> click.ClickException:
    """It ends a command with the status 1."""
    return click.ClickException(gettext(text, **values))


def command_line(text: str) -> str:
    """As it was started: "./run tidy", or "companion tidy"."""
    context = click.get_current_context(silent=True)
    return f"{context.find_root().info_name if context else 'companion'} {text}"


def reasons(error: InvalidFile) -> str:
    return " ".join(map(command_translator(error.words), error.reasons))


def refuse_file(file: IO[bytes], error: InvalidFile) -> NoReturn:
    """Say why a file can't be read, and end the command with the status 2."""
    click.echo(printable(f"{name_of(file)}: {reasons(error)}"), err=True)
    sys.exit(2)


def name_of(file: IO[bytes]) -> str:
    """ "-" for standard input."""
    name = getattr(file, "name", "-")
    return "-" if name == "<stdin>" else name


def _keep_language(context: click.Context, _: click.Parameter, lang: str) -> None:
    """Keep the language for `command_translator`; any spelling will do: "es", "pt-BR", "de_AT"."""
    try:
        context.meta[_LANGUAGE] = language.parse_language(lang)
    except language.UnknownLanguage as error:
        raise click.BadParameter(str(error)) from None


LANG = click.option(
    "--lang",
    metavar="LANGUAGE",
    default="en",
    expose_value=False,
    callback=_keep_language,
    help="The language of the output: en, es, pt-BR or de.",
)

RULES = click.option(
    "--rule",
    "rulings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule, see docs/record.md; may be repeated.",
)
OPTIONS = click.option(
    "--option", "options", multiple=True, metavar="NAME=JSON", help="An option of the game; may be repeated."
)


def game_options(rulings: Iterable[str], options: Iterable[str]) -> dict[str, Json]:
    """The options of a record; house rules are in `rulings`."""
    changed = {name: _json(value, name) for name, value in _pairs(options, "--option")}
    agreed = dict(_pairs(rulings, "--rule"))
    if agreed:
        known = changed.get("rulings", {})
        changed["rulings"] = {**known, **agreed} if type(known) is dict else known
    return changed


def _pairs(texts: Iterable[str], hint: str) -> Iterator[tuple[str, str]]:
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(
                gettext("%(text)s needs a name and a value: NAME=VALUE.", text=text), param_hint=hint
            )
        yield name, value


def _json(value: str, name: str) -> Json:
    from companion.games import record

    try:
        return record.decode(value)
    except (ValueError, RecursionError):
        message = gettext("The value of %(name)s must be JSON, and %(value)s is not.", value=value, name=name)
        raise click.BadParameter(message, param_hint="--option") from None
