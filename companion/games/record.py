"""The game record `companion-record/1`: read strictly, and replayed into a report."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion import games
from companion.core.game import Game, GameRules, Person, Refusal, replay
from companion.core.messages import N_, RECORD, AnyOf, Json, Message, Translate, Verbatim, Violation, Words, any_of
from companion.core.names import distinct_names
from companion.core.translator import Translator

FORMAT = "companion-record/1"
REPORT = "companion-report/1"
_People = tuple[Person, ...]

WORDS: Words = {
    "not-json": N_("This isn't JSON: %(problem)s"),
    "not-an-object": N_("A record is a JSON object."),
    "unknown-field": N_("Unknown field in the record: %(name)s."),
    "missing-field": N_("The record is missing the field %(name)s."),
    "wrong-format": N_("The format must be companion-record/1."),
    "unknown-game": N_("There is no game %(name)s. You can use %(games)s."),
    "options-shape": N_("The options must be a JSON object."),
    "players-shape": N_(
        "The players must be a list of objects with a name that is not blank and, optionally, a surname."
    ),
    "entries-shape": N_("The entries must be a list."),
}


class InvalidFile(ValueError):
    """A file is not a game record or a table, or a game in it is not valid.

    `reasons` say why, with the texts `words`; `entry` is the number, from 1, of the entry that is refused, if any.
    """

    def __init__(self, reasons: Sequence[Violation], words: Words, entry: int | None = None) -> None:
        self.reasons = tuple(reasons)
        self.words = words
        self.entry = entry


class Record(Struct, frozen=True):
    """A record that was read: its game, options and players are valid, its entries are not checked yet."""

    rules: GameRules[Any]
    state: Any  # the state before the first entry
    people: tuple[Person, ...]
    options: dict[str, Json]
    entries: list[Json]

    @property
    def names(self) -> tuple[str, ...]:
        """The names to show by seat; a report has the first names."""
        return tuple(distinct_names(self.people))

    def replay(self) -> Game[Any]:
        """The game after its entries, or after those before the first that is refused."""
        return replay(self.rules, self.state, (self.rules.decode(raw, len(self.people)) for raw in self.entries))


def read(data: bytes | str, options: Mapping[str, Json] = {}) -> Record:
    """The record in `data` (JSON, UTF-8), with these `options` in place of its own.

    :raises InvalidFile: not JSON, not of this format, or impossible options or players.
    """
    try:
        raw = decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        problem = str(error).removeprefix("JSON is malformed: ")  # the sentence around it already says so
        raise _not_a_record("not-json", problem=Verbatim(problem)) from None
    return parse(with_options(raw, options))


def parse(raw: Json) -> Record:
    """The record that the decoded JSON value `raw` holds, or raise what `read` raises."""
    if type(raw) is not dict:
        raise _not_a_record("not-an-object")
    for name in raw:
        if name not in ("format", "game", "options", "players", "entries"):
            raise _not_a_record("unknown-field", name=Verbatim(name))
    for name in ("format", "game", "players", "entries"):
        if name not in raw:
            raise _not_a_record("missing-field", name=Verbatim(name))
    if raw["format"] != FORMAT:
        raise _not_a_record("wrong-format")
    slug, options, entries = raw["game"], raw.get("options", {}), raw["entries"]
    if type(slug) is not str or slug not in games.GAMES:
        raise _not_a_record("unknown-game", name=Verbatim(str(slug)), games=any_of(games.GAMES))
    if type(options) is not dict:
        raise _not_a_record("options-shape")
    try:
        people = msgspec.convert(raw["players"], _People)
    except msgspec.ValidationError:
        raise _not_a_record("players-shape") from None
    if type(entries) is not list:
        raise _not_a_record("entries-shape")
    rules = games.rules_of(slug)
    state = rules.start(people, options)
    if isinstance(state, Refusal):
        raise InvalidFile(state.violations, rules.WORDS)
    return Record(rules, state, people, options, entries)


def write(slug: str, options: Mapping[str, Json], people: Sequence[Person], entries: Sequence[Json]) -> dict[str, Json]:
    """The record of a game as a JSON value, from which `read` makes the same game."""
    return {
        "format": FORMAT,
        "game": slug,
        "options": dict(options),
        "players": msgspec.to_builtins(list(people)),
        "entries": list(entries),
    }


def build_report(
    data: bytes | str,
    translator: Callable[[Words, Sequence[str]], Translator] = Translator,
    options: Mapping[str, Json] = {},
) -> dict[str, Json]:
    """The report of the record in `data`, replayed up to the first entry that is refused.

    `translator` makes the Translator from the game's texts and the players' names. `options` replace those of the
    record, house rules one by one.

    :raises InvalidFile: as `read` does.
    """
    record = read(data, options)
    say = translator(record.rules.WORDS, [person.name for person in record.people]).__call__  # looked up only once
    return report(record.replay(), say)


def report(game: Game[Any], say: Translate) -> dict[str, Json]:
    """The report of a game, in the words of `say`."""
    prompt = game.prompt
    return {
        "format": REPORT,
        "game": game.rules.SLUG,
        "status": "finished" if prompt is None else "playing",
        "prompt": prompt,
        "refusal": None
        if game.refusal is None
        else {
            "entry": game.refused,
            "violations": [
                {"code": violation.id, "rule": violation.rule, "message": say(violation), "field": violation.field}
                for violation in game.refusal.violations
            ],
        },
        "warnings": [
            {"entry": entry, "rule": warning.rule, "message": say(warning)} for entry, warning in game.warnings
        ],
        **game.rules.report(game.state, say),
    }


def with_options(raw: Json, options: Mapping[str, Json]) -> Json:
    """The decoded record `raw` with some of its `options` replaced, house rules one by one.

    Anything that is not a record is returned unchanged.
    """
    own_options = raw.get("options", {}) if type(raw) is dict else None
    if not options or type(own_options) is not dict:
        return raw
    changed = {**own_options, **options}
    own_rulings, other_rulings = own_options.get("rulings", {}), options.get("rulings", {})
    if type(own_rulings) is dict and type(other_rulings) is dict:
        changed["rulings"] = {**own_rulings, **other_rulings}
    elif type(own_rulings) is not dict:
        changed["rulings"] = own_rulings
    return {**raw, "options": changed}


def decode(data: bytes | str) -> Json:
    """The JSON value in `data`.

    :raises ValueError: it is not JSON.
    :raises RecursionError: it is nested too deep.
    """
    try:
        return msgspec.json.decode(data)
    except msgspec.ValidationError:
        # A number that is too large is still JSON: the entry that contains it is refused, not the whole record.
        value = json.loads(
            data,
            parse_int=lambda digits: int(digits) if len(digits) < 100 else float(digits),
            parse_constant=_refuse_constant,
        )
        json.dumps(value, ensure_ascii=False).encode()  # texts that are no Unicode only this decoder accepts
        return value


def has_nul(text: str) -> bool:
    """Whether a text in this valid JSON contains a NUL, which not every database can store."""
    return "\\u0000" in text.replace("\\\\", "")  # what follows an escaped backslash is no escape


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _not_a_record(id: str, **params: AnyOf | Verbatim | Message) -> InvalidFile:
    return InvalidFile((Violation(RECORD, id, params),), WORDS)  # type: ignore[arg-type]
