"""The result of a round: the black cards in front of each player in the order won, or points; who has neither has none.

The fields of both are kept while either is shown, so that some can be entered as cards and others as points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _

from companion.core.entries import type_of
from companion.core.game import Refusal
from companion.core.messages import Json, Message
from companion.core.translator import Translator, format_number
from companion.games.bids import play
from companion.games.bids.cards import ASIDE, VALUE
from companion.games.bids.entries import Round
from companion.games.bids.fronts import listed
from companion.games.bids.setup import Setup
from companion.games.bids.state import RoundScores, State
from companion.web.play.result_form import ResultForm, RowView, Typed, number_fields, number_view, read_number

CARDS, POINTS = "cards", "points"


class BidsResult(ResultForm, frozen=True, kw_only=True):
    """The values for the result form: `cards` are those to tap, `fronts` those of each player, as text."""

    fronts: tuple[str, ...]
    cards: tuple[str, ...]


def ways(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The ways of counting; points alone don't say who has the −5 (R-76)."""
    cards = (CARDS, _("Cards"))
    return (cards,) if setup.rulings["minus5_bonus"] == "on" else (cards, (POINTS, _("Points")))


def result_form(
    state: State, typed: Typed, all_ways: tuple[tuple[str, str], ...], way: str, translator: Translator
) -> BidsResult:
    """The form as typed so far, with the scores once they are known."""
    setup, entry = state.setup, read_result(state.setup, typed, way)
    preview = play.preview(state, entry)
    scores = None if isinstance(preview, Refusal) else preview
    seats = range(setup.player_count)
    hidden = "front-" if way == POINTS else "points-"
    return BidsResult(
        whereabouts=_("Round %(number)s", number=state.round.number),
        ways=all_ways,
        way=way,
        rows=tuple(
            RowView(
                translator.name(seat),
                (number_view(typed, f"points-{seat}", _("Points"), has_sign=True, nothing=_nothing(typed, seat)),),
                scores.scores[seat] if scores else None,
            )
            for seat in seats
        ),
        notes=tuple(_notes(setup, translator, scores, way)),
        violations=preview.violations if isinstance(preview, Refusal) else (),
        entry_type=type_of(Round),
        fronts=tuple(typed.get(f"front-{seat}", "") for seat in seats),
        hidden=tuple((name, value) for name, value in typed.items() if name.startswith(hidden)),
        pad="bids/result_pad.html" if way == CARDS else "",
        cards=tuple(card for card in setup.blacks if card not in ASIDE),
        allies=tuple((seat, translator.name(seat), bool(typed.get(f"ally-{seat}"))) for seat in seats)
        if setup.ally
        else (),
    )


def read_result(setup: Setup, typed: Typed, way: str) -> Json:
    """The entry in the typed fields, unchecked."""
    allies = [seat for seat in range(setup.player_count) if typed.get(f"ally-{seat}")]
    seats = [_read_seat(typed, seat, way) for seat in range(setup.player_count)]
    return {
        "type": type_of(Round),
        "seats": seats if any(seat != {"front": []} for seat in seats) else [{"points": ""}] * len(seats),
        "alliance": (allies if len(allies) == 2 else allies[:1] * 2) or None,
    }


def result_fields(entry: Round) -> dict[str, str]:
    """The fields that would read as `entry`, which is a result."""
    seats = [*enumerate(entry.seats)]
    points = {f"points-{seat}": result.points for seat, result in seats if isinstance(result.points, int)}
    fronts = {f"front-{seat}": " ".join(result.cards) for seat, result in seats if result.cards}
    return {"how": CARDS if fronts else POINTS, **fronts, **number_fields(points), **ally_fields(entry.alliance or ())}


def fields_so_far(state: State) -> dict[str, str]:
    """The fields of the fronts and of the alliance after the tricks so far."""
    fronts = {f"front-{seat}": " ".join(front.cards) for seat, front in enumerate(state.round.fronts) if front.cards}
    return fronts | ally_fields(state.round.alliance or ())


def ally_fields(allies: tuple[int, ...]) -> dict[str, str]:
    return {f"ally-{seat}": "1" for seat in allies}


def _read_seat(typed: Typed, seat: int, way: str) -> Json:
    points, front = read_number(typed, f"points-{seat}"), _cards(typed.get(f"front-{seat}", ""))
    return {"front": front} if points == "" or (front and way == CARDS) else {"points": points}


def _nothing(typed: Typed, seat: int) -> str:
    """What an empty field for points means: those of the cards that were entered."""
    cards = [card for card in _cards(typed.get(f"front-{seat}", "")) if card in VALUE]
    return format_number(listed(cards).points) if cards else "–"


def _cards(typed: str) -> list[str]:
    """The black cards in a text, such as K9 K2X K-5, or 9 2x −5 if somebody typed it."""
    return [f"K{word.upper().removeprefix('K')}" for word in typed.replace("\N{MINUS SIGN}", "-").split()]


def _notes(setup: Setup, translator: Translator, scores: RoundScores | None, way: str) -> Iterator[str]:
    """Yield why the scores are not what lies in front of the players, and what to enter for nothing (R-16)."""
    if way == POINTS:
        yield _("Leave it empty for no black card.")
    for seat, why in enumerate(scores.why if scores else ()):
        for reason in unseen_reasons(why):
            if reason.id != "lucky-loser-rate":
                yield f"{translator.name(seat)}: {translator(reason)}"
    # Under a rule that starts the count of rounds without black cards again, 0 points would do so too.
    keeps_count = setup.rulings["lucky_loser_count"] != "consecutive" and setup.rulings["robbed_lucky_loser"] == "no"
    if way == POINTS and "thief" in setup.specials and keeps_count:
        yield _("Enter 0 for whoever was robbed of all black cards.")


def unseen_reasons(why: Sequence[Message]) -> tuple[Message, ...]:
    """The reasons for a score that neither the front beside it nor another reason shows."""
    shown = ("points-told", "lucky-loser-rate")
    return tuple(reason for reason in why if not reason.id.startswith("front-") and reason.id not in shown)
