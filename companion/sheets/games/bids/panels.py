"""Scoring panels on a sheet of Bids: the lucky loser, tied totals, the special cards."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.games.bids.setup import Setup
from companion.sheets.panels import Panel


def lucky_loser(setup: Setup, translator: Translator) -> Panel:
    """Return the table of lucky-loser points of this number of players (BID-31..33)."""
    tables = tuple(
        (
            (translator.text(N_("Rounds without")), *map(str, counts)),
            (translator.text(N_("Points")), *(str(count * setup.rate) for count in counts)),
        )
        for counts in (range(1, 7), range(7, 13))
        if setup.rounds >= counts[0]
    )
    consecutive = setup.rulings["lucky_loser_count"] == "consecutive"
    counted = (
        N_("Only rounds in a row count.") if consecutive else N_("Every such round so far counts, including this one.")
    )
    lines = (translator.text(N_("No black card in front of you at the end of a round.")), translator.text(counted))
    return Panel(
        translator.text(N_("Lucky loser: {rate} for each round without black cards"), rate=setup.rate),
        lines,
        tables,
        share=2,
    )


def ties(translator: Translator) -> Panel:
    """Return the order of the tie-breaks, for the next starter and at the end (BID-30, BID-36, R-20, R-24)."""
    lines = (
        N_("1. the most points in the round just finished"),
        N_("2. the highest black card in the round just finished"),
        N_("3. still tied: the players decide who starts; at the end they share a place"),
    )
    return Panel(translator.text(N_("Tied totals")), tuple(map(translator.text, lines)))


def cards(setup: Setup, translator: Translator) -> Panel:
    """Return how the special cards in this game affect the points."""
    lines = [
        N_(
            "2x: doubles what you have won this round, and the other black cards of the same trick. Later cards"
            " are not doubled."
        ),
        N_("−5: minus five points, and no lucky-loser points."),
    ]
    if setup.ally:
        lines.append(
            N_(
                "Ally: add both players' points; each gets half. No lucky-loser points, but a round without black"
                " cards still counts."
            )
        )
    return Panel(translator.text(N_("Cards")), tuple(map(translator.text, lines)), share=1.5)
