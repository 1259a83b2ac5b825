"""What a test goes on with, as the type that it has then: each function fails if there is none."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeVar

from companion.core.entries import Entry
from companion.core.game import Game, GameRules, Refusal, replay
from companion.games import record

T = TypeVar("T")


def allowed(answer: T | Refusal) -> T:
    """Return what was made or allowed; fails if it was refused."""
    assert not isinstance(answer, Refusal), answer
    return answer


def refused_for(answer: object) -> list[str]:
    """Return the ids of the violations for which something was refused; fails if it was not."""
    refusal = getattr(answer, "refusal", answer)
    assert isinstance(refusal, Refusal), answer
    return [violation.id for violation in refusal.violations]


def present(value: T | None) -> T:
    """Return a value; fails if there is none."""
    assert value is not None
    return value


def decoded(rules: GameRules[Any], raw: Any) -> Entry:
    """Return the entry that a JSON value holds; fails if it holds none."""
    return rules.decode(raw, 9)


def all_decoded(rules: GameRules[Any], raws: Iterable[Any]) -> Iterator[Entry]:
    return (decoded(rules, raw) for raw in raws)


def steps(raw: Any) -> Iterator[tuple[Any, Entry, Any]]:
    """Yield each entry of the record of a legal game, with the state before and the state after it."""
    game = record.parse(raw)
    state = game.state
    for entry in all_decoded(game.rules, game.entries):
        before, state = state, allowed(game.rules.apply(state, entry)).state
        yield before, entry, state


def replayed(rules: GameRules[Any], state: Any, raws: Iterable[Any]) -> Game[Any]:
    """Return the game after these entries, in JSON, or after those before the first that is refused."""
    return replay(rules, state, all_decoded(rules, raws))


def accepts(rules: GameRules[Any], state: Any, raw: Any) -> bool:
    return rules.accepts(state, decoded(rules, raw))


def question_key(rules: GameRules[Any], state: Any, raw: Any) -> Hashable:
    return rules.question_key(state, decoded(rules, raw))


def matched(pattern: str | re.Pattern[str], text: str, flags: int = 0) -> re.Match[str]:
    """Return the first match of a pattern; fails if there is none."""
    match = re.search(pattern, text, flags)
    assert match, f"no {pattern!r} in {text!r}"
    return match
