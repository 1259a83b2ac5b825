"""What another house rule would change in whole games of The Game and Take That, found by replaying them under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from companion.core.game import Refusal, Valid
from companion.core.options import other_values
from companion.core.other_rules import EnteredGame
from companion.core.questions import History, Situation
from companion.games import rules_of
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.in_game import InGame
from tests.checked import all_decoded, decoded
from tests.take_that import legal as take_that
from tests.the_game import legal as the_game

Record = Mapping[str, Any]


def of_the_game(rng: Random) -> Record:
    rulings = {"partial_last_turn": rng.choice(("counts", "taken_back"))}
    options = {"level": rng.choice(the_game.LEVELS), "rulings": rulings}
    return the_game.play(rng, rng.randint(1, 5), options).record


def of_take_that(rng: Random) -> Record:
    """Return a game in which the row is often emptied by the last card of the draw pile."""
    rulings = {"last_draw_empties_row": rng.choice(("continues", "ends"))}
    options = {"games": rng.choice((1, 2)), "advanced": rng.random() < 0.5, "rulings": rulings}
    return take_that.play(rng, rng.randint(2, 4), options).record


def replayed(game: Record, options: Mapping[str, Any]) -> tuple[History, int | None]:
    """Return a game under these options, and the index of the first entry that is refused, if any."""
    rules = rules_of(game["game"])
    state = rules.start_with(len(game["players"]), options, (0,))
    assert not isinstance(state, Refusal), "any number of players may play with any house rule"
    moments: list[tuple[Any, Any]] = []
    for index, entry in enumerate(game["entries"]):
        applied = rules.apply_json(state, entry)
        if not isinstance(applied, Valid):
            return History(moments, state), index
        moments.append((state, decoded(rules, entry)))
        state = applied.state
    return History(moments, state), None


def differences(game: Record, index: int) -> Iterator[str]:
    """Yield where the alternatives in the answer about the entry at `index` are not what replaying leads to."""
    slug, player_count, options = game["game"], len(game["players"]), game["options"]
    rules = rules_of(slug)
    ask = situations.questions_of(slug).questions[0].name

    def situation_in(history: History, options: Mapping[str, Any]) -> Situation:
        return situations.situation_at(slug, player_count, options, history, index, ask)

    history, refused = replayed(game, options)
    assert refused is None, "the game is legal"
    situation = situation_in(history, options)
    entered = EnteredGame(rules, player_count, (0,), options, [*all_decoded(rules, game["entries"])])
    answer = answer_question(slug, situation, InGame(entered, index, ask))
    if answer.case is None or answer.missing:
        return
    listed = {(other.switch.name, other.value): other.effect for other in answer.alternatives}
    for switch, value in other_values(rules, options):
        changed = {**options, "rulings": {**options["rulings"], switch.name: value}}
        other_history, stopped = replayed(game, changed)
        expected = "refused" if stopped is not None and stopped <= index else "unlisted"
        if expected == "unlisted":
            other = answer_question(slug, situation_in(other_history, changed))
            outcome = ("refused",) if other.case is None else (other.case.result, other.case.compared)
            if outcome != (answer.case.result, answer.case.compared):
                expected = "refused" if other.violations else "differs"
        found = listed.get((switch.name, value), "unlisted")
        if found != expected:
            yield f"{switch.name}={value} at {index}: {found} instead of {expected}"


def some_moments(game: Record, rng: Random, count: int) -> list[int]:
    """Return the last moments, at which house rules matter, and random ones."""
    last = len(game["entries"])
    return sorted({*range(max(last - 2, 0), last), *rng.sample(range(last), min(count, last))})


MAKERS: dict[str, Callable[[Random], Record]] = {"the-game": of_the_game, "take-that": of_take_that}
