"""What another house rule would change in whole games, found by replaying them under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from companion.core.game import Refusal
from companion.core.options import other_values, rulings_in_force
from companion.core.other_rules import EnteredGame
from companion.core.questions import Course, Situation
from companion.games import rules_of
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.in_game import InGame
from tests import checked
from tests.bids import legal as bids
from tests.checked import all_decoded, present
from tests.take_that import legal as take_that
from tests.the_game import legal as the_game

Record = Mapping[str, Any]


def of_bids(rng: Random) -> Record:
    """Return a game with random options and house rules."""
    players = rng.choice((3, 4, 4, 5, 6))
    options: dict[str, Any] = {"rounds": 3, "specials": [name for name in bids.SPECIALS if rng.random() < 0.6]}
    if rng.random() < 0.3 or ("thief" in options["specials"] and players > 4):
        options["ruleset"] = "bga"
    if rng.random() < 0.3:
        options["variant"] = "color"
    if players == 4 and rng.random() < 0.5:
        options["ally"] = True
    rulings = {
        switch.name: rng.choice([*switch.values])
        for switch in rules_of("bids").SWITCHES
        if rng.random() < 0.1 and switch.name not in ("thief_players", "minus5_bonus")
    }
    return bids.play(rng, players, {**options, "rulings": rulings}).record


def of_the_game(rng: Random) -> Record:
    rulings = {"partial_last_turn": rng.choice(("counts", "taken_back"))}
    options = {"level": rng.choice(the_game.LEVELS), "rulings": rulings}
    return the_game.play(rng, rng.randint(1, 5), options).record


def of_take_that(rng: Random) -> Record:
    """Return a game in which the row is often emptied by the last card of the draw pile."""
    rulings = {"last_draw_empties_row": rng.choice(("continues", "ends"))}
    options = {"games": rng.choice((1, 2)), "advanced": rng.random() < 0.5, "rulings": rulings}
    return take_that.play(rng, rng.randint(2, 4), options).record


def replayed(game: Record, options: Mapping[str, Any]) -> tuple[Course, int | None]:
    """Return a game under these options, and the index of the first entry that is refused; -1 if it can't begin."""
    rules = rules_of(game["game"])
    state = rules.start_with(len(game["players"]), options, (0,))
    if isinstance(state, Refusal):
        return Course([], state), -1
    played = checked.replayed(rules, state, game["entries"])
    return Course(played.moments, played.state), played.refused


def differences(game: Record, index: int, ask: str) -> Iterator[str]:
    """Yield where the alternatives in the answer about the entry at `index` are not what replaying leads to."""
    slug, player_count, options = game["game"], len(game["players"]), game["options"]
    rules = rules_of(slug)

    def situation_in(course: Course, options: Mapping[str, Any]) -> Situation:
        return situations.situation_at(slug, player_count, options, course, index, ask)

    course, refused = replayed(game, options)
    assert refused is None, "the game is legal"
    situation = situation_in(course, options)
    entered = EnteredGame(rules, player_count, (0,), options, [*all_decoded(rules, game["entries"])])
    answer = answer_question(slug, situation, InGame(entered, index, ask))
    if answer.case is None or answer.missing:
        return
    listed = {(other.switch.name, other.value): other.effect for other in answer.alternatives}
    for switch, value in other_values(rules, rulings_in_force(rules, options)):
        changed = {**options, "rulings": {**options["rulings"], switch.name: value}}
        other_history, stopped = replayed(game, changed)
        expected = "refused" if stopped is not None and stopped <= index else "unlisted"
        if expected == "unlisted":
            other = answer_question(slug, situation_in(other_history, changed))
            if other.missing:
                continue  # a later entry decides
            outcome = ("refused",) if other.case is None else (other.case.result, other.case.compared)
            if outcome != (answer.case.result, answer.case.compared):
                expected = "refused" if other.violations else "differs"
        found = listed.get((switch.name, value), "unlisted")
        if found != expected:
            yield f"{switch.name}={value} at {index}: {found} instead of {expected}"


def some_moments(game: Record, rng: Random) -> list[tuple[int, str]]:
    """Return random moments with the question about each: of Bids the ends of tricks and rounds, else the last too."""
    entries, rules = game["entries"], rules_of(game["game"])
    first, second = (question.name for question in situations.questions_of(game["game"]).questions[:2])
    last = len(entries) - 1
    if game["game"] != "bids":
        found = sorted({*range(max(last - 1, 0), last + 1), *rng.sample(range(last + 1), min(2, last + 1))})
        return [(index, first) for index in found]
    course, _refused = replayed(game, game["options"])
    turns = [present(rules.turn_of(*moment)) for moment in course.moments]
    ends = [index for index, turn in enumerate(turns) if turn[1] and turn not in turns[index + 1 :]]
    rounds = [index for index in ends if index == last or turns[index + 1][0] != turns[index][0]]
    return [*((index, first) for index in rng.sample(ends, 2)), (rng.choice(rounds), second)]


MAKERS: dict[str, Callable[[Random], Record]] = {"bids": of_bids, "the-game": of_the_game, "take-that": of_take_that}
