"""All measures of the sheets in millimetres; type sizes in points."""

from __future__ import annotations

from msgspec import Struct

MM = 72 / 25.4  # points in a millimetre


class Size(Struct, frozen=True):
    """The size of a page or card."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The size in landscape if this is in portrait, and the other way round."""
        return Size(self.height, self.width)

    @property
    def margin(self) -> float:
        return _MARGINS.get(self) or _MARGINS.get(self.turned, HALF_MARGIN)

    @property
    def inner_width(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin


A4, LETTER, A5 = Size(210, 297), Size(215.9, 279.4), Size(148, 210)
A5_HALF, LETTER_HALF = Size(148.5, 210), Size(139.7, 215.9)  # pages of a booklet
POKER = Size(63, 88)
HALF = {"a4": Size(210, 148.5), "letter": Size(215.9, 139.7), "a5x2": Size(210, 148.5)}

# The sizes of the papers in `print_job.PAPERS`; "a5x2" is A4 too, with some sheets as two copies in A5.
PAPER_SIZES = {"a4": A4, "letter": LETTER, "a5": A5, "a5x2": A4}

MARK, MARK_GAP = 3.5, 1.0  # length of a crop mark, and its distance from the card
EDGE_MARK = (6.0, 12.0)  # where the marks of a line across the paper begin and end; many printers leave 5 mm white
_MARGINS = {A4: 14.0, LETTER: 14.0, A5: 9.0, A5_HALF: 9.0, LETTER_HALF: 9.0, POKER: 4.0}
HALF_MARGIN = 10.0

DASH = (4, 3)  # of a line to fold at: points drawn and left out
HAIR, LINE, BOLD_LINE = 0.2, 0.3, 0.6  # widths of lines
# Heights of rows: for writing, already filled in, and the most that a row for writing takes.
WRITE_ROW, FILLED_ROW, MAX_WRITE_ROW = 7.5, 5.6, 10.0

# Type, in points.
TITLE, STEP, HEADING, BODY, SMALL, TINY = 20.0, 13.0, 11.0, 9.0, 7.5, 6.2
MIN_TYPE = 6.0  # nothing is set smaller, in any language
MIN_RULE_PAGE_TYPE = 8.0  # on the pages with rules
MIN_RULE_TYPE = FOOT = 7.0  # and nothing in a rule book is set smaller than this, such as the foot of a page
LEADING = 1.32  # the distance from baseline to baseline, as a multiple of the size
CAP_HEIGHT = 0.714 * 25.4 / 72  # height of a capital letter in mm for each point of size


def half(paper: str) -> Size:
    """Landscape A5 for paper that is not halved."""
    return HALF.get(paper, A5.turned)


def leading(size: float) -> float:
    """Between two baselines, in mm, for type of `size` points."""
    return size * LEADING / MM
