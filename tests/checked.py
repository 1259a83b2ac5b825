"""What a test goes on with, as the type that it has then: each function fails if there is none."""

from __future__ import annotations

import re
from typing import TypeVar

from companion.core.game import Refusal

T = TypeVar("T")


def allowed(answer: T | Refusal) -> T:
    """Return what was made or allowed; fails if it was refused."""
    assert not isinstance(answer, Refusal), answer
    return answer


def present(value: T | None) -> T:
    """Return a value; fails if there is none."""
    assert value is not None
    return value


def matched(pattern: str | re.Pattern[str], text: str, flags: int = 0) -> re.Match[str]:
    """Return the first match of a pattern; fails if there is none."""
    match = re.search(pattern, text, flags)
    assert match, f"no {pattern!r} in {text!r}"
    return match
