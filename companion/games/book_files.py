"""Reads rule books from the files of a game: `texts/<language>/{learn,cards,rules,mistakes}.md` and `search.txt`.

They are part of the program, as its modules are: `importlib.resources` finds them wherever the package is installed.
docs/translating.md says how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, TypeVar

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Node
from mdit_py_plugins.attrs import attrs_block_plugin
from mdit_py_plugins.container import container_plugin
from msgspec import json

from companion.core.rulebook import (
    AtTable,
    Book,
    CardPicture,
    CardText,
    CardTexts,
    Chapter,
    Example,
    Grid,
    Gridded,
    HouseRule,
    Lesson,
    Mistake,
    Picture,
    PictureRow,
    Rule,
    Rules,
    SetupSteps,
    Step,
    Steps,
    TextTable,
    Told,
)
from companion.games import GAMES, part_of

# Blocks between `::: name …` and `:::`.
CONTAINERS = ("rules", "setup", "grid", "only", "table", "example", "house-rule")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(attrs_block_plugin)
for name in CONTAINERS:
    _MARKDOWN.use(container_plugin, name)
MARKS = frozenset(("won", "alike", "doubled", "stack", "down"))
_CARD = re.compile(r"(\S+?)(?:\(([^)]*)\))?(?:\s+|$)")  # 49, 49(won) or 22(a toad, won)
_NAMED = re.compile(r"%\((\w+)\)s")
T = TypeVar("T")
Numbers = Mapping[str, int | Sequence[int]]  # what the program knows, by the names that the texts give it


@cache
def book_of(slug: str, lang: str) -> Book:
    """The rule book of the game `slug` in the language `lang`, a key of LANGUAGES, or in English."""
    reader = _Reader(GAMES[slug], lang, part_of(slug, ".book", "NUMBERS", {}))
    return reader.book()


@cache
def principles(lang: str) -> tuple[Rule, ...]:
    """What all decisions about mistakes are based on, in `lang` or in English."""
    return _Reader("companion.games", lang, {}).principles()


class _Reader:
    """Reads the texts in a package. `numbers` are filled in where a text names them, as %(cards)s."""

    def __init__(self, package: str, lang: str, numbers: Numbers) -> None:
        texts = files(package) / "texts"
        self.folder = texts / lang if (texts / lang).is_dir() else texts / "en"
        self.numbers = numbers

    def source(self, name: str) -> str:
        """The contents of a file, or "" if there is none."""
        file = self.folder / name
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def nodes(self, name: str) -> list[Node]:
        return Node(_MARKDOWN.parse(self.source(name))).children

    def chapters(self, name: str, read: Callable[[Node, list[Node]], T]) -> list[T]:
        """What `read` makes of each chapter of a file.

        :raises ValueError: a chapter is not written as docs/translating.md says; the text has its file and line.
        """
        chapters = []
        for heading, nodes in _sections(self.nodes(name), "h2")[1]:
            try:
                chapters.append(read(heading, nodes))
            except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
                place = f"{self.folder / name}, chapter in line {heading.map[0] + 1 if heading.map else 1}"
                raise ValueError(f"{place}: {error!r}") from error
        return chapters

    def book(self) -> Book:
        aim = self.nodes("learn.md")[0]
        parts = self.chapters("rules.md", self.part)
        return Book(
            aim=self.text(aim),
            lessons=tuple(self.chapters("learn.md", self.lesson)),
            cards=tuple(self.chapters("cards.md", self.reference_card)),
            overviews=tuple(part for part in parts if not isinstance(part, Chapter)),
            chapters=tuple(part for part in parts if isinstance(part, Chapter)),
            mistakes=dict(self.chapters("mistakes.md", self.subject)),
            phrases=tuple(self.phrases()),
        )

    def principles(self) -> tuple[Rule, ...]:
        return tuple(self.rule(*section, "") for section in _sections(self.nodes("mistakes.md"), "h3")[1])

    def part(self, heading: Node, nodes: list[Node]) -> Steps | TextTable | Chapter:
        """A part of what can be looked up: steps in order, a table of sentences, or a chapter of rules."""
        match nodes[0].type:
            case "ordered_list":
                return Steps(self.text(heading), tuple(map(self.step, nodes[0].children)))
            case "table":
                heads, *rows = self.table(nodes[0])
                return TextTable(self.text(heading), heads[1:], tuple(rows))
            case _:
                return self.chapter(heading, nodes)

    # To look up

    def chapter(self, heading: Node, nodes: list[Node]) -> Chapter:
        before, rules = _sections(nodes, "h3")
        source = next(self.text(node) for node in before if _is_source(node))
        return Chapter(
            self.text(heading),
            source,
            tuple(self.rule(*section, source) for section in rules),
            tuple(self.grid(node) for node in before if node.type == "container_grid"),
            str(heading.attrs.get("card", "")),
            heading.attrs.get("class") == "results",
        )

    def rule(self, heading: Node, nodes: list[Node], source: str) -> Rule:
        """A rule: under its id are its text, its own source, its house rule, and its examples."""
        return Rule(
            _plain(heading.children[0].children),
            self.text(nodes[0]),
            next((self.text(node) for node in nodes if _is_source(node)), source),
            next((self.house_rule(node) for node in nodes if node.type == "container_house-rule"), None),
            tuple(self.example(node) for node in nodes if node.type == "container_example"),
        )

    def house_rule(self, node: Node) -> HouseRule:
        """A house rule: its question, the list of its answers, each after its value, and the reason."""
        question, answers, reason = node.children
        labels = {}
        for item in answers.children:
            value, *rest = _inline(item.children[0])
            labels[value.content] = self.filled(_plain(rest).strip())
        return HouseRule(_words(node)[0], self.text(question), labels, self.text(reason))

    def step(self, item: Node) -> tuple[str, tuple[str, ...]]:
        inline = _inline(item.children[0])
        links = tuple(_plain([child]) for child in inline if child.type == "link")
        return self.filled(_plain([child for child in inline if child.type != "link"]).strip()), links

    def grid(self, node: Node) -> Grid:
        title, table = node.children
        heads, *rows = self.table(table)
        return Grid(_words(node)[0], self.text(title), heads, tuple(rows))

    def table(self, table: Node) -> list[tuple[str, ...]]:
        """The rows of a table. One that names a list of numbers after its label is filled with them."""
        rows = []
        for row in chain.from_iterable(part.children for part in table.children):
            label, *cells = (_plain(cell.children[0].children) for cell in row.children)
            named = _NAMED.fullmatch(cells[0])
            numbers = self.numbers[named[1]] if named else None
            rows.append(
                (self.filled(label), *map(str, numbers if isinstance(numbers, Sequence) else map(self.filled, cells)))
            )
        return rows

    # To learn from

    def lesson(self, heading: Node, nodes: list[Node]) -> Lesson:
        needs = str(heading.attrs.get("needs", ""))
        return Lesson(self.text(heading), tuple(map(self.block, nodes)), tuple(needs.split()))

    def reference_card(self, heading: Node, nodes: list[Node]) -> CardTexts:
        return CardTexts(
            self.text(heading),
            tuple(map(self.card_text, nodes)),
            _listed(heading, "needs"),
            has_table=heading.attrs.get("class") == "table",
            is_for_several=heading.attrs.get("class") == "several",
        )

    def card_text(self, node: Node) -> CardText:
        card = str(node.attrs.get("card", ""))
        rules, needs, agreed = (_listed(node, name) for name in ("rules", "needs", "agreed"))
        is_more = node.attrs.get("class") == "more"
        return CardText(self.text(node), _card(card, "", "") if card else None, rules, needs, agreed, is_more)

    def block(self, node: Node) -> Any:
        match node.type:
            case "paragraph":
                return self.text(node)
            case "fence":
                return self.picture(node)
            case "container_example":
                return self.example(node)
            case "container_rules":
                return Rules(tuple(_words(node)))
            case "container_setup":
                return SetupSteps()
            case "container_grid":
                return Gridded(_words(node)[0])
            case "container_only":
                return Told(self.text(node.children[0]), tuple(_words(node)))
            case "container_table":
                option, _, value = _words(node)[0].partition("=")
                return AtTable(option, value, self.text(node.children[0]) if node.children else "")
        raise ValueError(f"no block of a lesson: {node.type}")

    def example(self, node: Node) -> Example:
        """A worked example: a sentence, cards as they lie, and a situation or the record of a game."""
        fences = {child.info.strip(): child for child in node.children if child.type == "fence"}
        situation = fences["situation"].content.splitlines() if "situation" in fences else []
        return Example(
            self.text(node.children[0]),
            {name: value.strip() for name, _, value in (line.partition(":") for line in situation)},
            json.decode(fences["record"].content) if "record" in fences else {},
            self.picture(fences["cards"]).rows if "cards" in fences else (),
        )

    def picture(self, node: Node) -> Picture:
        """A picture: a line for each row of cards, or none, after its label; a sentence below an empty line."""
        rows, _, caption = node.content.partition("\n\n")
        labelled = (line.rpartition(":") for line in rows.splitlines())
        return Picture(
            tuple(PictureRow(self.filled(label), tuple(self.cards(cards.strip()))) for label, _, cards in labelled),
            self.filled(" ".join(caption.split())),
        )

    def cards(self, text: str) -> Iterator[CardPicture]:
        """Yield cards such as 49, R9(Ana, won), 14↑(the top of a pile) and ?, which lies face down."""
        for card, bracket in _CARD.findall(text):
            notes = [note.strip() for note in bracket.split(",") if note.strip()]
            mark = next(filter(MARKS.__contains__, notes), "")
            note = ", ".join(note for note in notes if note not in MARKS)
            yield _card(card, self.filled(note), mark)

    # Mistakes, and what players call things

    def subject(self, heading: Node, nodes: list[Node]) -> tuple[str, tuple[Mistake, ...]]:
        return self.text(heading), tuple(self.mistake(*section) for section in _sections(nodes, "h3")[1])

    def mistake(self, heading: Node, nodes: list[Node]) -> Mistake:
        id, _, title = _plain(heading.children[0].children).partition(" ")
        items = (_inline(item.children[0]) for item in nodes[0].children)
        steps = [
            Step(
                self.filled(_plain([head]).rstrip(":")),
                tuple((self.filled(_plain([node])), str(node.attrs.get("href", ""))) for node in rest),
            )
            for head, *rest in items
        ]
        return Mistake(id, self.filled(title), tuple(steps), heading.attrs.get("class") == "app")

    def phrases(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield what players call things, with the rules that answer, from lines like "TT-07 TT-08: how far, gap"."""
        for line in self.source("search.txt").splitlines():
            ids, _, phrases = line.partition(":")
            yield tuple(phrase.strip() for phrase in phrases.split(",")), tuple(ids.split())

    def text(self, node: Node) -> str:
        """The text of a paragraph or heading."""
        return self.filled(_plain(node.children[0].children))

    def filled(self, text: str) -> str:
        """A text that is read, with the numbers that it names."""
        return text % self.numbers if "%(" in text else text


def _sections(nodes: Sequence[Node], tag: str) -> tuple[list[Node], list[tuple[Node, list[Node]]]]:
    """What stands before the first heading of this level, and each heading with what follows it."""
    before: list[Node] = []
    sections: list[tuple[Node, list[Node]]] = []
    for node in nodes:
        if node.type == "heading" and node.tag == tag:
            sections.append((node, []))
        else:
            (sections[-1][1] if sections else before).append(node)
    return before, sections


def _plain(nodes: Sequence[Node]) -> str:
    """Inline text without its marks."""
    return "".join(
        " " if node.type == "softbreak" else node.content if not node.children else _plain(node.children)
        for node in nodes
    )


def _words(node: Node) -> list[str]:
    """What follows the name of a block: `::: table rounds` has ["rounds"]."""
    return str(node.info).split()[1:]


def _listed(node: Node, name: str) -> tuple[str, ...]:
    """The words of an attribute above a heading or paragraph."""
    return tuple(str(node.attrs.get(name, "")).split())


def _is_source(node: Node) -> bool:
    """Whether a paragraph is only text in italics: where something is printed."""
    return node.type == "paragraph" and [part.type for part in _inline(node)] == ["em"]


def _inline(paragraph: Node) -> list[Node]:
    """The pieces of a paragraph: text, links, what is in italics or bold."""
    return [
        node for node in paragraph.children[0].children if node.content or node.children or node.type == "softbreak"
    ]


def _card(card: str, note: str, mark: str) -> CardPicture:
    """The picture of a card in the notation of a record; an arrow makes it the top of a pile: 14↑."""
    if card == "?":
        return CardPicture("", "", note, mark)
    if card[0].isdigit():
        return CardPicture("W", re.sub("(?=[↑↓])", " ", card), note, "stack" if card[-1] in "↑↓" else mark)
    rank = card[1:]
    symbol = card if rank.isalpha() else rank.lower().replace("-", "−")  # an icon, or 2x and −5
    return CardPicture(card[0], symbol, note, mark)
