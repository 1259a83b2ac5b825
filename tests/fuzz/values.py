"""Odd values for fields, lines and files: what people paste, what programs send, and what nobody would send."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

NUMBERS = (0, -1, 1, 2, 7, 10, 99, 101, 2**31, -(2**31) - 1, 2**63, -(2**63) - 1, 10**30, -(10**30), 1.5, 1e300, -0.0)
NO_TEXT = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"a\xe9b", b"\xf4\x90\x80\x80")  # in UTF-8
TEXTS = (
    *("", " ", "\0", "\\u0000", "\r\n", "\t", "\x1b[31m", "\u2028", "\u202e", "\u200f", "\u0301" * 50, "\ufffe"),
    *("-", "+", ":", ",", ".", "0:", ":0", "0+1", "0 0", "0 1 2 3 4 5 6", "-1:K5", "9:K5", "0:-", "1,2", "--1"),
    *("9" * 4000, "9" * 5000, "-" + "9" * 400, "1e9", "1_000", "0x10", "+1", "01", "NaN", "inf", "-inf", "½"),
    *("٣", "３", "²", "१", "一", "Ⅷ", "−1", "–1", "漢字かな", "עברית אבג", "ßẞİı", "e\u0301", "😀" * 300),
    *("null", "true", "[]", "{}", '""', "[" * 3000, '{"a":' * 2000, '{"type": "bid"}', '{"type": "result"}', "[1, 2"),
    *("__proto__", "constructor", "{{7*7}}", "%s%(name)s", "%", "%00", "<script>", "'\"`", "\\", "../../etc/passwd"),
    *("//example.org", "http://example.org/", "javascript:alert(1)", "?a=b&c", "#", "a" * 5000, "a " * 3000),
    *("K5", "k5", "KQ KS KL", "WA", "R99", "Y0", "K2X K-5", "K1 " * 200, "all", "none", "y", "on", "up1"),
    *(part.decode(errors="surrogateescape") for part in NO_TEXT),
    *("2026-02-30", "9999-12-31", "0001-01-01", "00000000-0000-0000-0000-000000000000"),
)
PLAIN_TEXT = st.text(max_size=12)


def deep(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


JSON_VALUES = st.one_of(
    st.sampled_from(NUMBERS),
    st.sampled_from(TEXTS),
    st.sampled_from([None, True, False, [], {}, [[]], [None], {"a": 1}, [0] * 200, deep(200), {"type": "bid"}]),
    PLAIN_TEXT,
)


@st.composite
def changed_json(draw: st.DrawFn, value: Any) -> Any:
    """Draw a JSON value of which one part was replaced, left out, repeated or added."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 7)) == 0:
        return draw(JSON_VALUES)
    how = draw(st.sampled_from(("within", "within", "within", "within", "drop", "add", "swap")))
    if isinstance(value, list):
        at = draw(st.integers(0, len(value) - 1))
        before, part, after = value[:at], value[at], value[at + 1 :]
        if how == "drop":
            return [*before, *after]
        if how == "add":
            return [*value, draw(JSON_VALUES)]
        if how == "swap":
            return [*after, part, *before]
        return [*before, draw(changed_json(part)), *after]
    key = draw(st.sampled_from(sorted(value)))
    if how == "drop":
        return {name: part for name, part in value.items() if name != key}
    if how == "add":
        return {**value, draw(st.sampled_from(("a", "", "type", "seat", "__proto__", "\0"))): draw(JSON_VALUES)}
    if how == "swap":
        return {**value, key: value[draw(st.sampled_from(sorted(value)))]}
    return {**value, key: draw(changed_json(value[key]))}


def parsed(text: str) -> Any:
    """Return the value of a text that is JSON, else None."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@st.composite
def changed_text(draw: st.DrawFn, text: str, known: Sequence[str] = ()) -> str:
    """Draw a value instead of `text`: a known one, one like it, or an odd one."""
    how = draw(st.sampled_from(("known", "known", "odd", "odd", "joined", "json", "any")))
    if how == "json" and (value := parsed(text)):
        return json.dumps(draw(changed_json(value)))
    if how == "known" and known:
        return draw(st.sampled_from(known))
    if how == "joined":
        other = draw(st.sampled_from([*known, *TEXTS[:60]]))
        return draw(st.sampled_from((" ", ",", "+", ":", "-", ""))).join((text, other))
    return draw(PLAIN_TEXT if how == "any" else st.sampled_from(TEXTS))
