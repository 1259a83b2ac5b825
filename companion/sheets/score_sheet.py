"""The contents of a score sheet, blank or filled in."""

from __future__ import annotations

from msgspec import Struct

from companion.sheets.panels import Panel
from companion.sheets.result_chart import ResultChart
from companion.sheets.sheet_pages import SheetHead

Note = tuple[str, tuple[str, ...]]  # a heading, and lines
Tricks = tuple[tuple[str, str], ...]  # for each trick the card and who won it; the first pair holds the two labels


class Cell(Struct, frozen=True):
    """The contents of a cell: pale text on the left (cards, a hint), and on the right a number or the result."""

    number: str = ""
    quiet: str = ""


class ScoreRow(Struct, frozen=True):
    """A row of a block: its label and a cell for each column; `is_tall` for writing cards, `is_strong` for a total.

    A row that `is_beside` shares the line of the row before it.
    """

    label: str
    cells: tuple[Cell, ...]
    is_tall: bool = False
    is_strong: bool = False
    is_beside: bool = False


class Block(Struct, frozen=True):
    """A round, a game or an attempt: its name in the margin, its rows, and its tricks if they are wanted."""

    name: str
    rows: tuple[ScoreRow, ...]
    tricks: Tricks = ()

    @property
    def lines(self) -> list[list[ScoreRow]]:
        """Return the rows line by line: one or two on each."""
        lines: list[list[ScoreRow]] = []
        for row in self.rows:
            if row.is_beside:
                lines[-1].append(row)
            else:
                lines.append([row])
        return lines


class ScoreSheet(Struct, frozen=True):
    """A score sheet as plain data.

    - `names`: the players in seat order, "" for a blank.
    - `other_columns`: the heads of the columns after those of the players.
    - `label`: the head of the column before them.
    - `house_rules`: the house rules that differ from the defaults.
    - `result`: how the game ended.
    - `is_over`: nothing more will be written on it.
    """

    head: SheetHead
    names: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    other_columns: tuple[str, ...] = ()
    label: str = ""
    panels: tuple[Panel, ...] = ()
    house_rules: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    result: ResultChart | None = None
    is_over: bool = False
