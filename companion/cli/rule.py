"""`companion rule`: rules questions in the terminal, and for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import click
import msgspec

from companion import games
from companion.cli.game_options import game_options
from companion.cli.options import LANG, command_translator, gettext, with_options
from companion.cli.output import answer_lines, print_json, printable
from companion.core.messages import RECORD, Json
from companion.core.numbers import int_or_none
from companion.core.options import AllButOne
from companion.core.questions import Cards, Field, Numbers, OneNumber, OneOf
from companion.core.translator import Translator
from companion.desk import questions
from companion.desk.answers import answer_question
from companion.desk.verdict import build_verdict, refused
from companion.desk.wording import AnswerInWords, Reason, in_words

_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the answer as companion-verdict/1.")
_NOTATION = (
    "Seats count from 0; answers call them A, B, C. Cards and house rules are written as in a game record: see"
    " docs/record.md."
)
_PLAYERS = click.option("--players", metavar="NUMBER", help="The number of players.")


class QuestionLine(msgspec.Struct):
    """A line of `--lines`: a question about a game."""

    game: str
    situation: dict[str, str]


class Games(click.Group):
    """One command for each game, built from the game's declarations."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return games.with_rules()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _command(cmd_name) if games.has_rules(cmd_name) else None


@click.group(cls=Games, invoke_without_command=True)
@click.option(
    "--lines", is_flag=True, help="Read one question per line from standard input; print one answer per line."
)
@LANG
@click.pass_context
def command(ctx: click.Context, *, lines: bool) -> None:
    """Ask who is right: what the rules say, why, and what another house rule would change.

    With --lines, each line of standard input is a question: {"game": ..., "situation": {...}}.

    \b
    Exit status:
      0  answered; with --lines: every line was answered
      1  more has to be known, if only for another house rule; with --lines: the program failed at a line
      2  the situation is impossible
    """
    if lines:
        ctx.exit(answer_lines(_answer_line, _error))
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _command(slug: str) -> click.Command:
    """Return the command that answers questions about the game `slug`: with an option for each field and question."""
    desk = questions.desk_of(slug)
    names = "|".join(question.also or question.name for question in desk.questions)
    text = "The question; by default, the first one that has all the fields you give."
    ask = click.option("--ask", metavar=names, help=text)
    decorators: list[Callable[[Any], Any]] = [ask, _PLAYERS, *map(_option, desk.fields.values())]
    decorators += [
        click.option(question.option, "ask", flag_value=question.name, help=f"The same as --ask {question.name}.")
        for question in desk.questions
        if question.option
    ]
    decorators += [game_options([slug], lambda option: option.affects_answers), _AS_JSON, LANG]
    labels = "\n".join(f"- {question.label}" for question in desk.questions)
    text = f"Ask who is right in {games.rules_of(slug).TITLE}.\n\n\b\nQuestions:\n{labels}\n\n{_NOTATION}"
    return click.command(slug, help=text)(with_options(*decorators)(partial(_answer, slug)))


def _option(field: Field) -> Callable[[Any], Any]:
    """Return the option of a command for a field of a situation."""
    option, text = field.option or "--" + field.name, field.help or field.label.removesuffix("?") + "."
    names = [field.also] if field.also else []
    if isinstance(field.type, OneOf) and {*field.type.labels} == {"0", "1"}:
        option = option if "/" in option else f"{option}/--no-{option.removeprefix('--')}"
        return click.option(option, *names, field.name, default=None, help=text)
    several = field.is_per_seat or (isinstance(field.type, Cards | Numbers) and field.slots is None)
    kind = "NUMBER" if isinstance(field.type, OneNumber | Numbers) else "TEXT"
    metavar = "SEAT:VALUE" if field.is_per_seat else kind
    return click.option(option, *names, field.name, multiple=several, metavar=metavar, help=text)


def _answer(slug: str, **given: Any) -> None:
    """Print the answer, and exit with its status."""
    situation = _situation(slug, given)
    translator = _translator(slug)
    answer = answer_question(slug, situation)
    if given["as_json"]:
        print_json(build_verdict(answer, translator))
    else:
        _print(in_words(answer, translator))
    sys.exit(2 if answer.violations else 1 if answer.missing or answer.missing_for_alternatives else 0)


def _situation(slug: str, given: Mapping[str, Any]) -> dict[str, str]:
    """Return the situation that a command's options describe; the question is the first that has these fields."""
    desk = questions.desk_of(slug)
    situation: dict[str, str] = {}
    for name, text in _given_fields(slug, given):
        situation[name] = text or situation.get(name, "")
    also = {question.also: question.name for question in desk.questions if question.also}
    question_name = also.get(given["ask"], given["ask"])
    if question_name is None:
        given_names = set(situation) - questions.common_fields(slug)
        most_players = games.rules_of(slug).PLAYER_COUNTS[-1]
        fits = (
            question
            for question in desk.questions
            if given_names <= {name for field in question.fields for name in field.names(most_players)}
        )
        question_name = next(fits, desk.questions[0]).name
    return situation if question_name == desk.questions[0].name else {**situation, "ask": question_name}


def _given_fields(slug: str, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each field of a situation that is given by an option, with its text."""
    if given["players"] is not None:
        yield "players", given["players"]
    for option in questions.played_options(slug):
        if (value := given[option.name]) not in (None, ()):
            value = option.from_text(value) if isinstance(option, AllButOne) else value
            yield option.name, questions.text_of(value)
    if given["rulings"]:
        yield "rules", " ".join(rule.replace("=", ":", 1) for rule in given["rulings"])
    for field in questions.desk_of(slug).fields.values():
        value = given[field.name]
        if value is None or value == ():
            continue
        if field.is_per_seat:
            yield from _by_seat(field, value)
        else:
            yield field.name, questions.text_of(value)


def _by_seat(field: Field, texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the fields of single seats: "0:K3,K8" is `front0`."""
    for text in texts:
        typed, colon, value = text.partition(":")
        seat = int_or_none(typed)
        if not colon or seat is None or seat < 0:
            message = gettext("%(text)s needs a seat before the colon, as in 0:K3,K8.", text=text)
            raise click.BadParameter(message, param_hint=field.option or f"--{field.name}")
        if field.type.empties:
            yield f"{field.type.empties}{seat}", ""
        yield f"{field.name}{seat}", value.strip()


def _answer_line(line: bytes) -> dict[str, Json]:
    try:
        question = msgspec.json.decode(line, type=QuestionLine)
    except (msgspec.DecodeError, RecursionError):
        question = None
    if question is None or not games.has_rules(question.game):
        return _error(gettext("This line isn't a question about a game."))
    return build_verdict(answer_question(question.game, question.situation), _translator(question.game))


def _error(reason: str) -> dict[str, Json]:
    return refused(None, [(None, RECORD, reason)])


def _translator(slug: str) -> Translator:
    return command_translator(questions.words(slug), questions.letters(slug))


def _print(answer: AnswerInWords) -> None:
    for reason in answer.violations:
        click.echo(printable(_cited(reason)), err=True)
    if answer.allowed_by:
        click.echo(gettext("Allowed under another house rule:"), err=True)
    for change in answer.allowed_by:
        click.echo(f"- {change.question} {change.label}. [{change.rule}]", err=True)
    if answer.question:
        click.echo(_cited(answer.question))
    for sentence in answer.statements:
        click.echo(sentence)
    if answer.why:
        click.echo("\n" + gettext("Why:"))
    for reason in answer.why:
        click.echo(f"- {_cited(reason)}")
    for title, sentences in answer.by_ruleset:
        click.echo(f"\n{title}:")
        click.echo("\n".join(f"- {sentence}" for sentence in sentences))
    if answer.changes:
        click.echo("\n" + gettext("Under another house rule") + ":")
    elif answer.statements and not answer.by_ruleset and not answer.question:
        click.echo("\n" + gettext("No other house rule would change this."))
    for change in answer.changes:
        click.echo(f"- {change.question} {change.label}. {' '.join(change.statements)} [{change.rule}]")


def _cited(reason: Reason) -> str:
    return f"{reason.text} [{reason.rule} \u2013 {reason.source}]" if reason.source else reason.text
