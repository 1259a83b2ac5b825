"""The rule books: rules with their ids and where they are printed, tables, house rules, judged examples."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from flask import Blueprint, abort, render_template, url_for
from msgspec import Struct

from companion import desk, games
from companion.core.game import replay
from companion.core.messages import Json
from companion.core.rulebook import Example
from companion.core.situations import Situation
from companion.games import misplays as decisions
from companion.games import record
from companion.games import rulebooks as book
from companion.i18n import language
from companion.web import games as pages
from companion.web import search
from companion.web.desk_view import View

bp = Blueprint("rulebook", __name__, url_prefix="/rules")


class Shown(Struct, frozen=True):
    """A worked example as the page shows it: an answer of the desk, or the rounds of a whole game."""

    title: str
    rule: str
    situation: Situation = {}
    answer: desk.Answer | None = None
    names: tuple[str, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...] = ()


@bp.app_template_global()
def rule_address(id: str) -> str:
    """Return where the rule `id` stands; "" for what is no rule of a game, such as `RECORD`."""
    entry = book.find(id)
    known = dict.fromkeys(decisions.PRINCIPLES, games.FIRST) | decisions.games_of()
    game = known.get(id) if entry is None else entry.game
    return "" if game is None else url_for("rulebook.show", game=game, _anchor=id)


@bp.get("/<game>")
def show(game: str) -> str:
    if game not in games.GAMES:
        abort(404)
    translator = language.translator(desk.words(game), desk.letters(game))
    chapters = book.chapters(game)
    return render_template(
        "rules_book.html",
        game=game,
        folder=pages.folder(game),
        title=games.load(game).TITLE,
        aim=book.aim(game),
        results=search.results(game),
        chapters=chapters,
        examples=examples(game),
        misplays=[(topic, [*found]) for topic, found in groupby(decisions.misplays(game), lambda item: item.topic)],
        principles=decisions.PRINCIPLES,
        switches={switch.rule: switch for switch in games.load(game).SWITCHES},
        translator=translator,
        say=translator.gettext,
        draw=lambda situation: View(game, situation, translator, lambda *_: "").drawn,
        cite=lambda id: book.citation(id, translator.gettext),
    )


@cache
def examples(game: str) -> dict[str, list[Shown]]:
    """Return the worked examples of each chapter, by its title, with what the engine makes of them."""
    return {chapter.title: [_shown(game, example) for example in chapter.examples] for chapter in book.chapters(game)}


def _shown(game: str, example: Example) -> Shown:
    if example.record:
        return _whole_game(example)
    return Shown(example.title, example.rule, example.situation, desk.answer_question(game, example.situation))


def _whole_game(example: Example) -> Shown:
    played = record.accept(dict(example.record))
    folded = replay(played.game, played.state, played.entries)
    report: dict[str, Json] = played.game.report(folded.state, lambda said: "")
    rounds = tuple(tuple(item["scores"]) for item in report["rounds"])
    return Shown(example.title, example.rule, names=played.names, rounds=rounds, totals=tuple(report["totals"]))
