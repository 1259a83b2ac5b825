"""What another house rule would change in whole games of Bids, found by replaying them under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.core.game import Refusal
from companion.core.options import other_values
from companion.core.other_rules import EnteredGame
from companion.core.questions import History
from companion.games.bids.fronts import steal
from companion.games.bids.game import GAME
from companion.games.bids.state import Front, State
from companion.questions import situations
from companion.questions.answers import Alternative, answer_question
from companion.questions.in_game import InGame
from tests.bids import legal
from tests.checked import all_decoded

SPECIALS = ("thief", "shuffle", "lowest", "surprise")


def random_game(rng: Random) -> legal.Played:
    """Return a whole legal game with random options and house rules."""
    players = rng.choice((3, 4, 4, 5, 6))
    options: dict[str, Any] = {"rounds": 3, "specials": [name for name in SPECIALS if rng.random() < 0.6]}
    if rng.random() < 0.3 or ("thief" in options["specials"] and players > 4):
        options["ruleset"] = "bga"
    if rng.random() < 0.3:
        options["variant"] = "color"
    if players == 4 and rng.random() < 0.5:
        options["ally"] = True
    rulings = {
        switch.name: rng.choice([*switch.values])
        for switch in GAME.SWITCHES
        if rng.random() < 0.1 and switch.name not in ("thief_players", "minus5_bonus")
    }
    return legal.play(rng, players, {**options, "rulings": rulings})


def replayed(player_count: int, options: Mapping[str, Any], entries: list[Any]) -> list[State] | None:
    """Return the states of a game, the first one before its entries, or None if it can't be played with the options."""
    state = GAME.start_with(player_count, options, (0,))
    if isinstance(state, Refusal):
        return None
    states = [state]
    for entry in entries:
        applied = GAME.apply_json(states[-1], entry)
        if isinstance(applied, Refusal):
            break
        states.append(applied.state)
    return states


def trick_after(before: State, after: State) -> Any:
    """Return everything about the trick that a step completed or made wait for a theft, or None if it did neither."""
    tricks, fronts = after.tricks, after.round.fronts
    if len(after.rounds) > len(before.rounds):
        fronts = tuple(front for front in after.rounds[-1].fronts if isinstance(front, Front))
    told = [(front.cards, front.points) for front in fronts]
    offer = []
    if after.thefts:
        thief = after.round.thief_owner if after.phase == "offer" else after.trick.decided.winner
        assert thief is not None, "someone may steal"
        taken = [(theft, steal(after.setup, fronts, thief, *theft)) for theft in after.thefts]
        offer = [(theft, after.phase, [front.points for front in others]) for theft, others in taken]
    if after.phase == "steal":
        outcome = after.trick.decided
        return (outcome.end, outcome.winner, after.trick.taken, after.round.alliance, None, outcome.next, told, offer)
    if len(tricks) == len(before.tricks):
        return None
    last = tricks[-1]
    return (last.outcome.end, last.outcome.winner, last.taken, last.alliance, last.stolen, last.next, told, offer)


def round_after(before: State, after: State) -> Any:
    """Return the scores of the round that a step completed, or None if it completed none."""
    if len(after.rounds) == len(before.rounds):
        return None
    last = after.rounds[-1]
    return (last.scores, last.raw, last.zero_rounds)


def differences(game: legal.Played, index: int, ask: str) -> Iterator[str]:
    """Yield where the alternatives in the answer about the entry at `index` are not what replaying leads to."""
    seen = trick_after if ask == "turn" else round_after
    player_count, entries = len(game.names), [*game.entries]
    played = replayed(player_count, game.options, entries)
    assert played is not None and len(played) == len(entries) + 1, "the game is legal"
    base = seen(played[index], played[index + 1])
    history = History([*zip(played, all_decoded(GAME, entries), strict=False)], played[-1])
    situation = situations.situation_at("bids", player_count, game.options, history, index, ask)
    in_game = InGame(EnteredGame(GAME, player_count, (0,), game.options, [*all_decoded(GAME, entries)]), index, ask)
    answer = answer_question("bids", situation, in_game)
    listed = {(other.switch.name, other.value): other for other in answer.alternatives}
    for switch, value in other_values(GAME, {**game.options, "rulings": game.options.get("rulings", {})}):
        options = {**game.options, "rulings": {**game.options.get("rulings", {}), switch.name: value}}
        states = replayed(player_count, options, entries[: index + 1])
        if states is None or len(states) < index + 2:
            expected = "refused"
        else:
            other = seen(states[index], states[index + 1])
            expected = "unlisted" if other == base else "open" if other is None else "differs"
        found = _effect(listed.get((switch.name, value)))
        if found != expected and expected != "open":  # a later entry decides what is open
            yield f"{switch.name}={value} at {index} ({ask}): {found} instead of {expected}"


def _effect(alternative: Alternative | None) -> str:
    return "unlisted" if alternative is None else alternative.effect


def moments(game: legal.Played) -> list[tuple[int, str]]:
    """Return the entries that complete a trick or a round, with the question about it."""
    states = replayed(len(game.names), game.options, [*game.entries])
    assert states is not None, "the game is legal"
    turns = [GAME.turn_of(*moment) for moment in zip(states, all_decoded(GAME, game.entries), strict=False)]
    last = [
        index for index, turn in enumerate(turns) if turn is not None and turn[1] and turn not in turns[index + 1 :]
    ]
    found = [(index, "turn") for index in last if trick_after(states[index], states[index + 1]) is not None]
    rounds = [index for index in range(len(turns)) if round_after(states[index], states[index + 1]) is not None]
    return [*found, *((index, "round") for index in rounds)]
