"""The part of a rule book to learn from, for one set-up: the lessons, with what this table has agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import Message, PlayerRef
from companion.core.rulebook import Agreed, AtTable, Example, Grid, Gridded, Lesson, Picture, Rules, SetupSteps, Told
from companion.games import rulebooks, rules_of

NAMES = ("Ana", "Luis", "Sara", "Raúl", "Zoe", "Max")  # the players of the examples


class TableNote(Struct, frozen=True):
    """What a table has agreed on in place of the usual rule: a sentence, or singular and plural for `n`."""

    text: str | tuple[str, str]
    n: int = 0


class Block(Struct, frozen=True):
    """A block of a lesson as it is read: exactly one of these; a table may be only for paper.

    `paragraph` has the texts of one; `steps` are those of the set-up list, only the ones that can be said without names
    if nobody is known.
    """

    paragraph: tuple[str, ...] = ()
    picture: Picture | None = None
    example: Example | None = None
    grid: Grid | None = None
    is_only_printed: bool = False
    note: TableNote | None = None
    steps: tuple[Message, ...] = ()


class ShownLesson(Struct, frozen=True):
    title: str
    blocks: tuple[Block, ...]


def usual_setup(slug: str, player_count: int) -> Any:
    """Return the usual set-up for this number of players, or for the usual number if that is impossible."""
    rules = rules_of(slug)
    counts = rules.PLAYER_COUNTS
    player_count = player_count if player_count in counts else counts[(len(counts) - 1) // 2]
    state = rules.start([Person("?")] * player_count, {})
    assert not isinstance(state, Refusal)
    return state.setup


def lessons(slug: str, setup: Any, *, is_of_game: bool = False) -> tuple[ShownLesson, ...]:
    """Return the lessons about a game with this set-up; `is_of_game`: only about the cards and variants it uses."""
    rules = rules_of(slug)
    present = _present(rules, setup)
    return tuple(
        ShownLesson(lesson.title, tuple(_shown(slug, lesson, setup, present if is_of_game else None)))
        for lesson in rulebooks.book_of(slug).lessons
        if not is_of_game or not lesson.needs or not present.isdisjoint(lesson.needs)
    )


def _present(rules: GameRules[Any], setup: Any) -> set[str]:
    """Return the names of the options that are on, and the values of the others."""
    options = {option.name: getattr(setup, option.name) for option in rules.OPTIONS}
    values = (value if isinstance(value, tuple) else (value,) for value in options.values())
    return {name for name, value in options.items() if value is True}.union(*values)


def _shown(slug: str, lesson: Lesson, setup: Any, present: set[str] | None) -> Iterator[Block]:
    """Yield the blocks of `lesson`; `present` tells what the game uses, or None for everything."""
    rules = rules_of(slug)
    for block in lesson.blocks:
        match block:
            case Rules(ids):
                yield Block(tuple(rulebooks.all_rules()[id].rule.text for id in ids))
            case Told(text, needs):
                if present is None or not present.isdisjoint(needs):
                    yield Block((text,))
            case AtTable() | Agreed():
                if note := _note(rules, setup, block):
                    yield Block(note=note)
            case SetupSteps():
                steps = rules.setup_steps(setup, 1)
                yield Block(steps=tuple(step for step in steps if present is not None or not _names_people(step)))
            case Gridded(title, is_only_printed):
                grid = next(grid for grid in rulebooks.book_of(slug).grids if grid.title == title)
                yield Block(grid=grid, is_only_printed=is_only_printed)
            case Picture():
                yield Block(picture=block)
            case Example():
                yield Block(example=block)
            case str():
                yield Block((block,))


def _note(rules: GameRules[Any], setup: Any, block: AtTable | Agreed) -> TableNote | None:
    """Return what the table has agreed on in place of our default, or None if it plays by the default."""
    if isinstance(block, AtTable):
        value = setup.rulings[block.name] if block.name in setup.rulings else getattr(setup, block.name)
        return TableNote(block.texts[value]) if value in block.texts else None
    option = next(option for option in rules.OPTIONS if option.name == block.name)
    n = getattr(setup, block.name)
    return TableNote(block.texts, n) if n != option.default_for(setup.player_count) else None


def _names_people(step: Message) -> bool:
    return any(isinstance(value, PlayerRef) for value in step.params.values())
