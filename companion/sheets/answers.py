"""The answer to a rules question on paper: half a page."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.desk.wording import AnswerInWords
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent, two_on_one
from companion.sheets.sheet_pages import SheetHead
from companion.sheets.text_fitting import text_height


class AnswerSheet(Struct, frozen=True):
    """The answer to a rules question, in words, for printing; `link` opens the question again."""

    game: str
    situation: tuple[str, ...]
    answer: AnswerInWords
    link: str = ""


def answer_pages(sheets: tuple[AnswerSheet, ...], paper: str, translator: Translator) -> Iterator[Page]:
    """Return the answers two to a page, with cutting marks; on A5 each on a page of its own."""
    return two_on_one([_page_content(sheet, m.half(paper), translator) for sheet in sheets], paper)


def _page_content(sheet: AnswerSheet, size: m.Size, translator: Translator) -> PageContent:
    edge, width = m.HALF_MARGIN, size.width - 2 * m.HALF_MARGIN
    texts = tuple(_texts(sheet, translator))
    title = translator.text(N_("Answer"))

    def draw(canvas: Canvas) -> None:
        y = SheetHead(title, sheet.game, link=sheet.link).draw(canvas)
        scale = 1.0
        while (used := sum(_height(text, width, scale) for text in texts)) > size.height - edge - y and scale > 0.4:
            scale *= 0.95
        air = max(0, min(2.5, (size.height - edge - y - used) / len(texts)))
        for text in texts:
            points = max(text.size * scale, m.MIN_TYPE)
            colour = canvas.palette.quiet if text.is_quiet else canvas.palette.accent if text.face == BOLD else None
            y = canvas.paragraph(edge + text.indent, y, width - text.indent, text.text, points, text.face, colour)
            y += air * text.after

    return PageContent(size, draw, f"{title} \u00b7 {sheet.game}")


class _AnswerText(Struct, frozen=True):
    """A text of an answer: its type size, its indent, and the space after it."""

    text: str
    size: float = m.BODY
    face: str = REGULAR
    indent: float = 0
    is_quiet: bool = False
    after: float = 0.4


def _texts(sheet: AnswerSheet, translator: Translator) -> Iterator[_AnswerText]:
    """Yield the texts of an answer; what each of the disagreeing rulesets says replaces its statements."""
    for line in sheet.situation:
        yield _AnswerText(line)
    answer = sheet.answer
    if answer.by_ruleset:
        yield _AnswerText(translator.text(N_("The printed rules and Board Game Arena disagree")), m.BODY, BOLD)
    for title, sentences in answer.by_ruleset:
        yield _AnswerText(f"{title}: {' '.join(sentences)}", m.STEP, after=1)
    for line in () if answer.by_ruleset else answer.statements:
        yield _AnswerText(line, m.STEP, BOLD, after=1)
    for reason in answer.why:
        yield _AnswerText(f"{reason.rule}  {reason.text}", indent=4, after=0)
        if reason.source:
            yield _AnswerText(reason.source, m.SMALL, indent=4, is_quiet=True)
    if answer.changes:
        yield _AnswerText(translator.text(N_("Under another house rule")), m.BODY, BOLD)
    for change in answer.changes:
        yield _AnswerText(f"{change.question} {change.label}", indent=4, after=0)
        yield _AnswerText(" ".join(change.statements), indent=12)


def _height(text: _AnswerText, width: float, scale: float) -> float:
    size = max(text.size * scale, m.MIN_TYPE)
    return text_height(text.text, width - text.indent, size, text.face)
