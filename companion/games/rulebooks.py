"""The rule books: a rule found by its id, its citation, house rules in words, lessons, and mistakes."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import N_, RECORD, Message, PlayerRef
from companion.core.options import Flag, switches_that_matter
from companion.core.rulebook import (
    AtTable,
    CardPicture,
    CardText,
    CardTexts,
    Example,
    Grid,
    Gridded,
    HouseRule,
    Lesson,
    Mistake,
    Picture,
    Rule,
    Rules,
    SetupSteps,
    Told,
)
from companion.core.translator import Translator
from companion.games import rules_of, with_rules
from companion.games.book_files import book_of

EXAMPLE_NAMES = ("Ana", "Luis", "Sara", "Raúl", "Zoe", "Max")  # the players of the examples
DECIDED = N_("Our decision, see %(source)s")


class BookRule(Struct, frozen=True):
    """A rule with the game whose book it is in, and its chapter."""

    slug: str
    chapter: str
    rule: Rule
    is_about_results: bool


@cache
def all_rules(lang: str = "en") -> dict[str, BookRule]:
    """Every rule and decision of all games by its id, in the order of `GAMES`."""
    return {
        rule.id: BookRule(slug, chapter.title, rule, chapter.is_about_results)
        for slug in with_rules()
        for chapter in book_of(slug, lang).chapters
        for rule in chapter.rules
    }


def house_rule(rule_id: str, lang: str) -> HouseRule:
    """The house rule that the decision with this id is about, in words."""
    found = all_rules(lang)[rule_id].rule.house_rule
    assert found, rule_id
    return found


def citation(rule_id: str, translator: Translator) -> str:
    """Where a rule is printed, or "" if no game has such a rule."""
    cited = all_rules(translator.lang).get(rule_id)
    if cited is None:
        return ""
    source = cited.rule.source
    return translator.text(DECIDED, source=source) if cited.rule.is_decision else source


@cache
def all_mistakes(lang: str = "en") -> dict[str, tuple[str, Mistake]]:
    """The mistakes of all games by their ids, each with its game."""
    return {mistake.id: (slug, mistake) for slug in with_rules() for mistake in mistakes(slug, lang)}


def mistakes(slug: str, lang: str = "en") -> tuple[Mistake, ...]:
    return tuple(chain.from_iterable(book_of(slug, lang).mistakes.values()))


class LessonBlock(Struct, frozen=True):
    """A block of a lesson as it is read: exactly one of these; a `grid` is for paper only.

    `paragraph` has the texts of one; `note` is what the table has agreed on; `steps` are those of the set-up list, only
    the ones that can be said without names if nobody is known.
    """

    paragraph: tuple[str, ...] = ()
    picture: Picture | None = None
    example: Example | None = None
    grid: Grid | None = None
    note: str | Message = ""
    steps: tuple[Message, ...] = ()


class ShownLesson(Struct, frozen=True):
    title: str
    blocks: tuple[LessonBlock, ...]


def usual_setup(slug: str, player_count: int, option: str = "") -> Any:
    """The usual set-up for this number of players, or for the usual number if that is impossible.

    `option` is turned on where `optional_setups` has it with this number.
    """
    rules = rules_of(slug)
    counts = rules.PLAYER_COUNTS
    player_count = player_count if player_count in counts else counts[(len(counts) - 1) // 2]
    optional = {(count, flag.name) for count, flag in optional_setups(slug)}
    chosen = {option: True} if (player_count, option) in optional else {}
    state = rules.start([Person("?")] * player_count, chosen)
    assert not isinstance(state, Refusal)
    return state.setup


def optional_setups(slug: str) -> list[tuple[int, Flag]]:
    """The numbers of players with which an option may be on that usually is with more, and the option."""
    rules = rules_of(slug)
    return [
        (count, option)
        for option in rules.OPTIONS
        if isinstance(option, Flag) and callable(option.default)
        for count in rules.PLAYER_COUNTS
        if not option.default_for(count)
        and not isinstance(rules.start([Person("?")] * count, {option.name: True}), Refusal)
    ]


def lessons(slug: str, setup: Any, lang: str, *, is_of_game: bool) -> tuple[ShownLesson, ...]:
    """The lessons about a game with this set-up; `is_of_game`: only about the cards and variants it uses."""
    rules = rules_of(slug)
    present = _present(rules, setup)
    return tuple(
        ShownLesson(lesson.title, tuple(_blocks(slug, lesson, setup, lang, present, is_of_game)))
        for lesson in book_of(slug, lang).lessons
        if not is_of_game or not lesson.needs or not present.isdisjoint(lesson.needs)
    )


def _present(rules: GameRules[Any], setup: Any) -> set[str]:
    """The names of the options that are on, the values of the others, and all values as "name=value"."""
    options = {option.name: getattr(setup, option.name) for option in rules.OPTIONS}
    values = (value if isinstance(value, tuple) else (value,) for value in options.values())
    chosen = (f"{name}={value}" for name, value in {**options, **asdict(setup.rulings)}.items())
    return {name for name, value in options.items() if value is True}.union(chosen, *values)


def _blocks(
    slug: str, lesson: Lesson, setup: Any, lang: str, present: set[str], is_of_game: bool
) -> Iterator[LessonBlock]:
    """Yield the blocks of `lesson`; if `is_of_game`, only those about what is `present` in the game."""
    rules = rules_of(slug)
    for block in lesson.blocks:
        match block:
            case Rules(ids):
                yield LessonBlock(tuple(all_rules(lang)[id].rule.text for id in ids))
            case Told(text, needs):
                is_general = not is_of_game and not any("=" in need for need in needs)
                if is_general or not present.isdisjoint(needs):
                    yield LessonBlock((text,))
            case AtTable():
                if note := _note(rules, setup, block):
                    yield LessonBlock(note=note)
            case SetupSteps():
                steps = rules.setup_steps(setup, 1)
                yield LessonBlock(steps=tuple(step for step in steps if is_of_game or not _names_people(step)))
            case Gridded(id):
                grids = chain.from_iterable(chapter.grids for chapter in book_of(slug, lang).chapters)
                grid = next(grid for grid in grids if grid.id == id)
                yield LessonBlock(grid=grid)
            case Picture():
                yield LessonBlock(picture=block)
            case Example():
                yield LessonBlock(example=block)
            case str():
                yield LessonBlock((block,))


def agreed(slug: str, setup: Any, lang: str, *names: str) -> list[str | Message]:
    """What the table has agreed on in these options and house rules, where it differs from our defaults."""
    blocks = [*chain.from_iterable(lesson.blocks for lesson in book_of(slug, lang).lessons)]
    notes = (
        _note(rules_of(slug), setup, block)
        for name in names
        for block in blocks
        if isinstance(block, AtTable) and block.name == name
    )
    return [note for note in notes if note]


class ShownText(Struct, frozen=True):
    """A text of a reference card: what it says, what the table has agreed on, the small card beside it, its rules."""

    texts: tuple[str, ...]
    notes: tuple[str | Message, ...]
    card: CardPicture | None
    rules: tuple[str, ...]


def reference_cards(slug: str, setup: Any, lang: str) -> Iterator[tuple[CardTexts, list[ShownText]]]:
    """Yield the reference cards for a game with this set-up, each with its texts."""
    rules = rules_of(slug)
    options = {option.name: getattr(setup, option.name) for option in rules.OPTIONS}
    present, matter = _present(rules, setup), {switch.name for switch in switches_that_matter(rules, options)}
    for card in book_of(slug, lang).cards:
        if not present.issuperset(card.needs) or (card.is_for_several and setup.player_count == 1):
            continue
        groups: list[list[CardText]] = []
        for text in card.texts:
            if present.issuperset(text.needs):
                groups[-1].append(text) if text.is_more else groups.append([text])
        yield card, [_shown(slug, setup, lang, group, matter | options.keys()) for group in groups]


def _shown(slug: str, setup: Any, lang: str, group: Sequence[CardText], matter: Container[str]) -> ShownText:
    known = all_rules(lang)
    return ShownText(
        tuple(_RULE.sub(lambda id: known[id[1]].rule.text, text.text) for text in group),
        tuple(agreed(slug, setup, lang, *(name for text in group for name in text.agreed if name in matter))),
        group[0].card,
        tuple(id for text in group for id in (*_RULE.findall(text.text), *text.rules)),
    )


_RULE = re.compile(r"\[([A-Z0-9]+-\d+\w*)\]")


def _note(rules: GameRules[Any], setup: Any, block: AtTable) -> str | Message:
    """What `block` says, or "" if the table has not agreed on that."""
    value = getattr(setup.rulings if hasattr(setup.rulings, block.name) else setup, block.name)
    if block.value:
        return block.text if value == block.value else ""
    option = next(option for option in rules.OPTIONS if option.name == block.name)
    is_usual = value == option.default_for(setup.player_count)
    return "" if is_usual else Message(RECORD, f"agreed-{block.name}", {"n": value})


def _names_people(step: Message) -> bool:
    return any(isinstance(value, PlayerRef) for value in step.params.values())
