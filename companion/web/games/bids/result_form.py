"""The result of a round: the black cards in front of each player in the order won, or points; who has neither has none.

The fields of both are kept while either is shown, so that some can be entered as cards and others as points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _

from companion.core.entries import type_of
from companion.core.game import Refusal
from companion.core.messages import Json, Message
from companion.core.translator import format_number
from companion.games.bids import play
from companion.games.bids.cards import ASIDE, VALUE
from companion.games.bids.entries import Round
from companion.games.bids.fronts import listed
from companion.games.bids.state import RoundScores
from companion.web.games.bids.questions import QuestionPages
from companion.web.play.result_form import ResultForm, RowView, Typed, number_fields, number_view, read_number

CARDS, POINTS = "cards", "points"


class BidsResult(ResultForm, frozen=True, kw_only=True):
    """The values for the result form: `cards` are those to tap, `fronts` those of each player, as text."""

    fronts: tuple[str, ...]
    cards: tuple[str, ...]


class ResultPages(QuestionPages):
    """The result of a round, and what it shows of one that is played by tricks."""

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """The ways of counting; points alone don't say who has the −5 (R-76)."""
        cards = (CARDS, _("Cards"))
        has_bonus = self.state.setup.rulings["minus5_bonus"] == "on"
        return (cards,) if has_bonus else (cards, (POINTS, _("Points")))

    def round_result(self, typed: Typed) -> BidsResult:
        setup, way, name = self.state.setup, self.way(typed), self.translator.name
        preview = play.preview(self.state, self.round_entry(typed))
        scores = None if isinstance(preview, Refusal) else preview
        seats = range(setup.player_count)
        hidden = "front-" if way == POINTS else "points-"
        rows = []
        for seat in seats:
            # An empty field for points means those of the cards that were entered.
            cards = [card for card in _cards(typed.get(f"front-{seat}", "")) if card in VALUE]
            nothing = format_number(listed(cards).points) if cards else "–"
            number = number_view(typed, f"points-{seat}", _("Points"), has_sign=True, nothing=nothing)
            rows.append(RowView(name(seat), (number,), scores.scores[seat] if scores else None))
        return BidsResult(
            whereabouts=_("Round %(number)s", number=self.state.round.number),
            ways=self.all_ways,
            way=way,
            rows=tuple(rows),
            notes=tuple(self._notes(scores, way)),
            violations=preview.violations if isinstance(preview, Refusal) else (),
            entry_type=type_of(Round),
            fronts=tuple(typed.get(f"front-{seat}", "") for seat in seats),
            hidden=tuple((name, value) for name, value in typed.items() if name.startswith(hidden)),
            pad="bids/result_pad.html" if way == CARDS else "",
            cards=tuple(card for card in setup.blacks if card not in ASIDE),
            allies=tuple((seat, name(seat), bool(typed.get(f"ally-{seat}"))) for seat in seats) if setup.ally else (),
        )

    def round_entry(self, typed: Typed) -> Json:
        seats: list[Json] = []
        for seat in range(self.state.setup.player_count):
            points, front = read_number(typed, f"points-{seat}"), _cards(typed.get(f"front-{seat}", ""))
            is_front = points == "" or (front and self.way(typed) == CARDS)
            seats.append({"front": front} if is_front else {"points": points})
        allies = [seat for seat in range(len(seats)) if typed.get(f"ally-{seat}")]
        return {
            "type": type_of(Round),
            "seats": seats if any(seat != {"front": []} for seat in seats) else [{"points": ""}] * len(seats),
            "alliance": (allies if len(allies) == 2 else allies[:1] * 2) or None,
        }

    def round_fields(self, entry: Round) -> dict[str, str]:
        seats = [*enumerate(entry.seats)]
        points = {f"points-{seat}": result.points for seat, result in seats if isinstance(result.points, int)}
        fronts = {f"front-{seat}": " ".join(result.cards) for seat, result in seats if result.cards}
        return {"how": CARDS if fronts else POINTS, **fronts, **number_fields(points), **_allies(entry.alliance)}

    def result_so_far(self) -> dict[str, str]:
        fronts = enumerate(self.state.round.fronts)
        fields = {f"front-{seat}": " ".join(front.cards) for seat, front in fronts if front.cards}
        return fields | _allies(self.state.round.alliance)

    def _notes(self, scores: RoundScores | None, way: str) -> Iterator[str]:
        """Yield why the scores are not what lies in front of the players, and what to enter for nothing (R-16)."""
        if way == POINTS:
            yield _("Leave it empty for no black card.")
        for seat, why in enumerate(scores.why if scores else ()):
            for reason in unseen_reasons(why):
                if reason.id != "lucky-loser-rate":
                    yield f"{self.translator.name(seat)}: {self.translator(reason)}"
        setup = self.state.setup
        # Under a rule that starts the count of rounds without black cards again, 0 points would do so too.
        keeps_count = (
            setup.rulings["lucky_loser_count"] != "consecutive" and setup.rulings["robbed_lucky_loser"] == "no"
        )
        if way == POINTS and "thief" in setup.specials and keeps_count:
            yield _("Enter 0 for whoever was robbed of all black cards.")


def _allies(alliance: Sequence[int] | None) -> dict[str, str]:
    return {f"ally-{seat}": "1" for seat in alliance or ()}


def _cards(typed: str) -> list[str]:
    """The black cards in a text, such as K9 K2X K-5, or 9 2x −5 if somebody typed it."""
    return [f"K{word.upper().removeprefix('K')}" for word in typed.replace("\N{MINUS SIGN}", "-").split()]


def unseen_reasons(why: Sequence[Message]) -> tuple[Message, ...]:
    """The reasons for a score that neither the front beside it nor another reason shows."""
    shown = ("points-told", "lucky-loser-rate")
    return tuple(reason for reason in why if not reason.id.startswith("front-") and reason.id not in shown)
