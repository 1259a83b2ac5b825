"""The rule books: a page to learn a game from, and one to look rules up with their ids, sources and examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template, request
from msgspec.structs import asdict

from companion import games
from companion.games import rulebooks
from companion.games.book_files import book_of
from companion.i18n import language
from companion.questions import situations
from companion.questions.worked_examples import work_out, work_out_at_table
from companion.sheets.printed_games import game_sheets
from companion.store.models import VIEWER, AccessLink, Game
from companion.web import access
from companion.web.allowances import QUESTION, costs
from companion.web.play.context import GameContext, game_context, rules_context
from companion.web.rules import search
from companion.web.rules.asked import AskedQuestion
from companion.web.rules.links import house_rule, rule_url, with_rules
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("rulebook", __name__)
bp.app_template_global()(rule_url)
bp.app_template_global()(house_rule)


@bp.get("/rules/<slug>")
@access.public
@costs(QUESTION)
@in_worker()
def show(slug: str) -> str:
    """Show how a game is played, with the usual set-up for the number of `players`, or one `with` an option."""
    players, option = request.args.get("players", 0, type=int), request.args.get("with", "")
    return _learn(with_rules(slug), rulebooks.usual_setup(slug, players, option))


@bp.get("/t/<public_id>/<int:n>/rules")
@access.needs(VIEWER)
@costs(QUESTION)
@in_worker(is_long=is_long_game)
def of_game(link: AccessLink, game: Game) -> str:
    """Show it as this game is played: its set-up, its cards, and what the table has agreed on."""
    context = game_context(link, game)
    return _learn(with_rules(game.slug), context.position.state.setup, context)


@bp.get("/rules/<slug>/look-up")
@bp.get("/t/<public_id>/<int:n>/rules/look-up")
@access.public
@access.needs(VIEWER)
@costs(QUESTION)
@in_worker(is_long=is_long_game)
def look_up(slug: str = "", link: AccessLink | None = None, game: Game | None = None) -> str:
    """Show every rule and decision, and the house rules; what is checked in results only if `results` is in the URL."""
    context = game_context(link, game) if link and game else None
    slug = with_rules(slug if context is None else context.game.slug)
    book, translator = book_of(slug, language.current()), _translator(slug, situations.letters(slug))
    return render_template(
        "look_up.html",
        context=rules_context(slug, context),
        slug=slug,
        title=games.rules_of(slug).TITLE,
        results=search.results(slug),
        overviews=book.overviews,
        chapters=[chapter for chapter in book.chapters if "results" in request.args or not chapter.is_about_results],
        rulings=asdict(context.position.state.setup.rulings) if context else {},
        defaults={switch.name: switch.default for switch in games.rules_of(slug).SWITCHES},
        worked=lambda example: work_out(slug, example),
        translator=translator,
        card_rows=lambda situation: AskedQuestion(slug, situations.letters(slug), situation).card_rows(),
        cite=lambda rule_id: rulebooks.citation(rule_id, translator),
    )


def _learn(slug: str, setup: Any, context: GameContext | None = None) -> str:
    named, lang = _translator(slug, context.game.names if context else ()), language.current()
    return render_template(
        "rulebook.html",
        context=rules_context(slug, context),
        slug=slug,
        setup=setup,
        title=games.rules_of(slug).TITLE,
        aim=book_of(slug, lang).aim,
        player_counts=games.rules_of(slug).PLAYER_COUNTS,
        optional_setups=rulebooks.optional_setups(slug),
        lessons=rulebooks.lessons(slug, setup, lang, is_of_game=context is not None),
        table=game_sheets(slug, setup, named, context.game.names if context else ()).setup_sheet().table,
        say_step=named,
        worked=lambda example: work_out_at_table(slug, example, setup),
        say_example=_translator(slug, rulebooks.EXAMPLE_NAMES),
    )


def _translator(slug: str, names: Sequence[str]) -> Any:
    return language.translator(situations.words(slug), names)
