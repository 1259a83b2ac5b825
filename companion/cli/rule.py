"""`companion rule`: rules questions in the terminal, and for programs."""

from __future__ import annotations

import sys
from functools import partial

import click
import msgspec

from companion import games
from companion.cli.options import LANG, command_translator, gettext
from companion.cli.output import answer_lines, print_json, printable
from companion.core.messages import RECORD, Json
from companion.core.translator import Translator
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.verdict import build_verdict, refused
from companion.questions.wording import AnswerInWords, Reason, in_words

_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the answer as companion-verdict/1.")
_FIELDS = click.argument("fields", nargs=-1, type=click.UNPROCESSED, metavar="[--FIELD TEXT]...")
_NOTATION = (
    "Fields and texts are those in the URL of the page: --players 4 --centre K5 --bids 'R9 K2X G9 Y1' --front2 'K3 K8'."
    " Seats count from 0; answers call them A, B, C. Cards, options and house rules (--rules 'stolen_2x:forbidden') are"
    " written as in a game record: see docs/record.md."
)


class QuestionLine(msgspec.Struct):
    """A line of `--lines`: a question about a game."""

    game: str
    situation: dict[str, str]


class Games(click.Group):
    """One command for each game, built from the game's declarations."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return games.with_rules()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if not games.has_rules(cmd_name):
            return None
        lines = [
            f"- {question.label} (--ask {question.name}):"
            f" {' '.join(field.name + '0..' * field.is_per_seat for field in question.fields)}"
            for question in situations.questions_of(cmd_name).questions
        ]
        lines.append(f"- All of them: {' '.join(sorted(situations.common_fields(cmd_name)))}")
        title, listed = games.rules_of(cmd_name).TITLE, "\n".join(lines)
        text = f"Ask who is right in {title}.\n\n\b\nQuestions, with their fields:\n{listed}\n\n{_NOTATION}"
        settings = {"ignore_unknown_options": True}  # each of them is a field
        command = click.command(cmd_name, help=text, context_settings=settings)
        return command(_FIELDS(_AS_JSON(LANG(partial(_answer, cmd_name)))))


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


def _answer(slug: str, *, fields: tuple[str, ...], as_json: bool) -> None:
    """Print the answer, and exit with its status; by default, the question is the first that has all of the fields."""
    situation: dict[str, str] = {}
    words = iter(fields)
    for word in words:
        name, equals, text = word.removeprefix("--").partition("=")
        value = text if equals else next(words, None)
        if value is None or not word.startswith("--"):
            raise click.UsageError(
                gettext("Write each field as --field text, such as --players 4, not %(text)s.", text=word)
            )
        situation[name] = f"{situation.get(name, '')} {value}".strip()
    names = [question.name for question in situations.questions_of(slug).questions]
    most_players = games.rules_of(slug).PLAYER_COUNTS[-1]
    told = situation.keys() - situations.common_fields(slug)
    fits = (name for name in names if not told - situations.fields_asked(slug, name, most_players).keys())
    answer, translator = answer_question(slug, {"ask": next(fits, names[0]), **situation}), _translator(slug)
    if as_json:
        print_json(build_verdict(answer, translator))
    else:
        _print(in_words(answer, translator))
    sys.exit(2 if answer.violations else 1 if answer.missing or answer.missing_for_alternatives else 0)


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
    return command_translator(situations.words(slug), situations.letters(slug))


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
    elif answer.statements and not answer.by_ruleset and answer.is_sure:
        click.echo("\n" + gettext("No other house rule would change this."))
    for change in answer.changes:
        click.echo(f"- {change.question} {change.label}. {' '.join(change.statements)} [{change.rule}]")


def _cited(reason: Reason) -> str:
    return f"{reason.text} [{reason.rule} \u2013 {reason.source}]" if reason.source else reason.text
