"""The rule books: rules with their ids and where they are printed, tables, house rules, worked examples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from flask import Blueprint, abort, render_template, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.game import report_without_texts
from companion.core.messages import Json
from companion.core.rulebook import Example
from companion.desk import questions
from companion.desk.answers import Answer, answer_question
from companion.games import record, rulebooks
from companion.i18n import language
from companion.web import access
from companion.web.allowances import QUESTION, costs
from companion.web.play.context import rules_context
from companion.web.rules import search
from companion.web.rules.desk_question import AskedQuestion
from companion.web.rules.desk_rows import card_rows
from companion.web.workers import in_worker

bp = Blueprint("rulebook", __name__, url_prefix="/rules")


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


@bp.get("/<slug>")
@access.public
@costs(QUESTION)
@in_worker()
def show(slug: str) -> str:
    if slug not in games.GAMES:
        abort(404)
    translator = language.translator(questions.words(slug), questions.letters(slug))
    return render_template(
        "rulebook.html",
        context=rules_context(slug),
        slug=slug,
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


@cache
def examples(slug: str) -> dict[str, list[WorkedExample]]:
    """Return the worked examples of each chapter, by its title, with their results."""
    return {
        chapter.title: [_shown(slug, example) for example in chapter.examples] for chapter in rulebooks.chapters(slug)
    }


def _shown(slug: str, example: Example) -> WorkedExample:
    if example.record:
        played = record.parse(dict(example.record))
        report = report_without_texts(played.rules, played.replay().state)
        return WorkedExample(example, names=played.names, report=report)
    return WorkedExample(example, answer_question(slug, example.situation))
