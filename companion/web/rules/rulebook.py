"""The rule books: lessons to learn from, and rules to look up with their ids, sources, house rules and examples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.game import report_without_texts
from companion.core.messages import Json
from companion.core.rulebook import Example
from companion.desk import questions
from companion.desk.answers import Answer, answer_question
from companion.desk.lesson_examples import lesson_answers
from companion.games import part_of, record, rulebooks
from companion.i18n import language
from companion.sheets.printed_games import game_sheets
from companion.store.models import VIEWER, AccessLink, Game
from companion.web import access
from companion.web.allowances import QUESTION, costs
from companion.web.play.context import GameContext, game_context, rules_context
from companion.web.rules import search
from companion.web.rules.desk_question import AskedQuestion
from companion.web.rules.desk_rows import card_rows
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("rulebook", __name__)


class WorkedExample(Struct, frozen=True):
    """A worked example as the page shows it: the answer to a rules question, or the report of a whole game."""

    declared: Example
    answer: Answer | None = None
    names: Sequence[str] = ()
    report: Json = None


@bp.app_template_global()
def rule_url(rule_id: str) -> str:
    """Return the URL of the rule with this id, or "" if it is not a rule of a game, such as `RECORD`."""
    if rule_id in rulebooks.all_rules():
        slug = rulebooks.all_rules()[rule_id].slug
    elif rule_id in rulebooks.all_misplays():
        slug = rulebooks.all_misplays()[rule_id][0]
    else:
        slug = games.DEFAULT_SLUG if rule_id in rulebooks.PRINCIPLES else ""
    return url_for("rulebook.show", slug=slug, _anchor=rule_id) if slug else ""


@bp.get("/rules/<slug>")
@access.public
@costs(QUESTION)
@in_worker()
def show(slug: str) -> str:
    """Show the book of a game, with the usual set-up for the number of `players` in the URL."""
    if slug not in games.GAMES:
        abort(404)
    return _book(slug, rulebooks.usual_setup(slug, request.args.get("players", 0, type=int)))


@bp.get("/t/<public_id>/<int:n>/rules")
@access.needs(VIEWER)
@costs(QUESTION)
@in_worker(is_long=is_long_game)
def of_game(link: AccessLink, game: Game) -> str:
    """Show the book as this game is played: its set-up, its cards, and what the table has agreed on."""
    context = game_context(link, game)
    return _book(game.slug, context.position.state.setup, context)


def _book(slug: str, setup: Any, context: GameContext | None = None) -> str:
    translator = language.translator(questions.words(slug), questions.letters(slug))
    named = language.translator(questions.words(slug), context.game.names if context else ())
    return render_template(
        "rulebook.html",
        context=rules_context(slug, context),
        slug=slug,
        setup=setup,
        player_counts=games.rules_of(slug).PLAYER_COUNTS,
        lessons=rulebooks.lessons(slug, setup, is_of_game=context is not None),
        table=game_sheets(slug, setup, named, context.game.names if context else ()).setup_sheet().table,
        say_step=named,
        example_of=lambda example: _shown(slug, example, lesson_answers(slug).get(example.title)),
        say_example=language.translator(questions.words(slug), rulebooks.EXAMPLE_NAMES),
        overviews=rulebooks.book_of(slug).overviews,
        rulings=setup.rulings if context else {},
        words=players_words(slug),
        title=games.rules_of(slug).TITLE,
        aim=rulebooks.book_of(slug).aim,
        results=search.results(slug),
        chapters=rulebooks.chapters(slug),
        examples=examples(slug),
        misplays=rulebooks.misplays_by_subject(slug),
        principles=rulebooks.PRINCIPLES,
        switches={switch.rule: switch for switch in games.rules_of(slug).SWITCHES},
        translator=translator,
        card_rows=lambda situation: card_rows(AskedQuestion(slug, questions.letters(slug), situation)),
        cite=lambda rule_id: rulebooks.citation(rule_id, _),
    )


def players_words(slug: str) -> list[tuple[str, list[str]]]:
    """Return what players of the game say, in alphabetical order, each with the rules that answer it, best first."""
    topics: dict[str, str] = part_of(slug, ".topics", "TOPICS", {})
    found = {word.strip(): ids.split() for phrases, ids in topics.items() for word in _(phrases).split(",")}
    return sorted(found.items(), key=lambda pair: pair[0].casefold())


@cache
def examples(slug: str) -> dict[str, list[WorkedExample]]:
    """Return the worked examples of each chapter, by its title, with their results."""
    return {
        chapter.title: [_shown(slug, example) for example in chapter.examples] for chapter in rulebooks.chapters(slug)
    }


def _shown(slug: str, example: Example, answer: Answer | None = None) -> WorkedExample:
    if example.record:
        played = record.parse(dict(example.record))
        report = report_without_texts(played.rules, played.replay().state)
        return WorkedExample(example, names=played.names, report=report)
    return WorkedExample(example, answer or answer_question(slug, example.situation))
