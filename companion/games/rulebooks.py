"""The rule books: the chapters of a game's book, a rule found by its id, its citation, lessons, and misplays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, groupby
from typing import Any

from msgspec import Struct

from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import N_, Message, PlayerRef
from companion.core.rulebook import (
    Agreed,
    AtTable,
    Book,
    Example,
    Grid,
    Gridded,
    Lesson,
    Misplay,
    Picture,
    Rule,
    Rules,
    SetupSteps,
    Told,
)
from companion.games import GAMES, part_of, rules_of

PRINCIPLES = {
    "MP-1": N_(
        "A mistake noticed before the next card is laid or turned up is undone and put right; what people"
        " saw can't be unseen."
    ),
    "MP-2": N_(
        "A mistake noticed later stands if the cards now on the table are possible under the rules: score them as they "
        "are."
    ),
    "MP-3": N_(
        "If the cards on the table are not possible under the rules, decide again or replay as little as"
        " possible: the trick or turn or, failing that, the round. A scored round can be put right until the next one"
        " begins; after that it never changes."
    ),
    "MP-4": N_("If two ways are equally fair, take the one that doesn't help the player who made the mistake."),
    "MP-5": N_("You may always agree on something else; points you agree on are entered with a reason."),
}
EXAMPLE_NAMES = ("Ana", "Luis", "Sara", "Raúl", "Zoe", "Max")  # the players of the examples
DECIDED = N_("Our decision, see %(source)s")


class BookRule(Struct, frozen=True):
    """A rule with the game whose book it is in."""

    slug: str
    rule: Rule
    is_decision: bool


class Chapter(Struct, frozen=True):
    """A chapter of a game's book: its printed rules, our decisions about it, and what is shown with them."""

    title: str
    rules: tuple[Rule, ...]
    decisions: tuple[Rule, ...]
    grids: tuple[Grid, ...]
    examples: tuple[Example, ...]
    picture: str | None  # the card that the chapter is about


def book_of(slug: str) -> Book:
    return part_of(slug, ".book", "BOOK")


def chapters(slug: str) -> tuple[Chapter, ...]:
    book = book_of(slug)
    titles = [title for title, _ in groupby(book.rules, key=lambda rule: rule.chapter)]
    titles.sort(key=lambda title: book.order.index(title) if title in book.order else len(book.order))
    chapter_of = {rule.id: rule.chapter for rule in (*book.rules, *book.decisions)}
    return tuple(
        Chapter(
            title,
            tuple(rule for rule in book.rules if rule.chapter == title),
            tuple(sorted((rule for rule in book.decisions if rule.chapter == title), key=_number)),
            tuple(grid for grid in book.grids if grid.chapter == title),
            tuple(example for example in book.examples if chapter_of[example.rule] == title),
            book.pictures.get(title),
        )
        for title in titles
    )


def _number(decision: Rule) -> tuple[int, str]:
    """Return the number of a decision, such as 59 and "b" for R-59b, to sort by."""
    digits = decision.id.removeprefix("R-").rstrip("abc")
    return int(digits), decision.id


@cache
def all_rules() -> dict[str, BookRule]:
    """Return every rule and decision of all games by its id, in the order of `GAMES`."""
    return {
        rule.id: BookRule(game, rule, is_decision)
        for game in GAMES
        for rules, is_decision in ((book_of(game).rules, False), (book_of(game).decisions, True))
        for rule in rules
    }


def citation(rule_id: str, gettext: Callable[[str], str]) -> str:
    """Return where a rule is printed, in the language of `gettext`, or "" if no game has such a rule."""
    cited = all_rules().get(rule_id)
    if cited is None:
        return ""
    source = gettext(cited.rule.source)
    return gettext(DECIDED) % {"source": source} if cited.is_decision else source


class TableNote(Struct, frozen=True):
    """What a table has agreed on in place of the usual rule: a sentence, or singular and plural for `n`."""

    text: str | tuple[str, str]
    n: int = 0


class LessonBlock(Struct, frozen=True):
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
    blocks: tuple[LessonBlock, ...]


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
        ShownLesson(lesson.title, tuple(_blocks(slug, lesson, setup, present if is_of_game else None)))
        for lesson in book_of(slug).lessons
        if not is_of_game or not lesson.needs or not present.isdisjoint(lesson.needs)
    )


def _present(rules: GameRules[Any], setup: Any) -> set[str]:
    """Return the names of the options that are on, and the values of the others."""
    options = {option.name: getattr(setup, option.name) for option in rules.OPTIONS}
    values = (value if isinstance(value, tuple) else (value,) for value in options.values())
    return {name for name, value in options.items() if value is True}.union(*values)


def _blocks(slug: str, lesson: Lesson, setup: Any, present: set[str] | None) -> Iterator[LessonBlock]:
    """Yield the blocks of `lesson`; `present` tells what the game uses, or None for everything."""
    rules = rules_of(slug)
    for block in lesson.blocks:
        match block:
            case Rules(ids):
                yield LessonBlock(tuple(all_rules()[id].rule.text for id in ids))
            case Told(text, needs):
                if present is None or not present.isdisjoint(needs):
                    yield LessonBlock((text,))
            case AtTable() | Agreed():
                if note := _note(rules, setup, block):
                    yield LessonBlock(note=note)
            case SetupSteps():
                steps = rules.setup_steps(setup, 1)
                yield LessonBlock(steps=tuple(step for step in steps if present is not None or not _names_people(step)))
            case Gridded(title, is_only_printed):
                grid = next(grid for grid in book_of(slug).grids if grid.title == title)
                yield LessonBlock(grid=grid, is_only_printed=is_only_printed)
            case Picture():
                yield LessonBlock(picture=block)
            case Example():
                yield LessonBlock(example=block)
            case str():
                yield LessonBlock((block,))


def agreed(slug: str, setup: Any, *names: str) -> list[TableNote]:
    """Return what the table has agreed on in these options and house rules, where it differs from our defaults."""
    blocks = chain.from_iterable(lesson.blocks for lesson in book_of(slug).lessons)
    found = {block.name: block for block in blocks if isinstance(block, AtTable | Agreed)}
    notes = (_note(rules_of(slug), setup, found[name]) for name in names)
    return [note for note in notes if note]


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


def misplays_by_subject(slug: str) -> Mapping[str, tuple[Misplay, ...]]:
    """Return the misplays of the game `slug` by English heading, or nothing if its book has none.

    Under each heading those come first that change least.
    """
    return part_of(slug, ".misplays", "MISPLAYS", {})


def misplays(slug: str) -> tuple[Misplay, ...]:
    return tuple(chain.from_iterable(misplays_by_subject(slug).values()))


@cache
def all_misplays() -> dict[str, tuple[str, Misplay]]:
    return {misplay.id: (slug, misplay) for slug in GAMES for misplay in misplays(slug)}
