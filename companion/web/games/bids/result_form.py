"""The result of a round by taps: the black cards in front of each player in the order won, or points, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from werkzeug.datastructures import MultiDict

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.numbers import int_or_text, number_in
from companion.core.translator import Translator
from companion.games.bids import choices
from companion.games.bids.cards import ASIDE, VALUE
from companion.games.bids.entries import Round
from companion.games.bids.fronts import listed
from companion.games.bids.setup import Setup
from companion.games.bids.state import RoundScores, State
from companion.web.games.bids.views import AllyChoice, BidsResult, OwnedCard, SeatResult, front_cards, unseen_reasons
from companion.web.play.pages import Typed

NOBODY = "-"
NONE = "-"  # a front that was entered as empty, which is not the same as not entered


def result_form(state: State, typed: Typed, translator: Translator) -> BidsResult:
    """Return the form as typed so far, with the scores once they are known."""
    setup = state.setup
    typed = _tapped(setup, _with_fronts(state, typed))
    entry = read_result(setup, typed)
    preview = choices.preview(state, entry)
    scores = None if isinstance(preview, Refusal) else preview
    opened = _opened(setup, typed)
    missing = [translator.name(seat) for seat in range(setup.player_count) if not _is_entered(typed, seat)]
    taken = {card: seat for seat in range(setup.player_count) for card in _front(typed, seat)}
    names = tuple((str(seat), translator.name(seat)) for seat in range(setup.player_count))
    allies = AllyChoice(typed.get("ally", NOBODY), typed.get("allied", NOBODY), names, NOBODY)
    return BidsResult(
        number=state.round.number,
        opened=opened,
        seats=tuple(_seat(seat, typed, translator, scores) for seat in range(setup.player_count)),
        missing=translator.listed(missing) if missing else "",
        grid=tuple(
            OwnedCard(
                card,
                owner=translator.name(taken[card]) if card in taken and taken[card] != opened else None,
                is_marked=taken.get(card) == opened,
            )
            for card in _cards(setup)
        ),
        ally=allies if setup.ally else None,
        takes_points=_takes_points(setup),
        may_be_robbed=_may_be_robbed(setup),
        violations=preview.violations if isinstance(preview, Refusal) else (),
    )


def read_result(setup: Setup, typed: Typed) -> Json:
    """Return the entry in the typed fields, unchecked."""
    typed = _tapped(setup, typed)
    pair = [int_or_text(typed.get(field, NOBODY)) for field in ("ally", "allied")]
    alliance = None if typed.get("ally", NOBODY) == NOBODY else [pair[0], pair[0] if pair[1] == NOBODY else pair[1]]
    return {
        "type": "round",
        "seats": [_seat_entry(typed, seat) for seat in range(setup.player_count)],
        "alliance": alliance,
    }


def result_fields(entry: Round) -> dict[str, str]:
    """Return the fields that would read as `entry`, which is a result."""
    fields = {}
    for seat, result in enumerate(entry.seats):
        if isinstance(result.points, int):
            fields[f"points-{seat}"] = str(result.points)
        else:
            fields[f"front-{seat}"] = " ".join(result.cards) or NONE
    if entry.alliance:
        fields["ally"], fields["allied"] = map(str, entry.alliance)
    return fields


def _with_fronts(state: State, typed: Typed) -> Typed:
    """Return what was typed or, at the start, the fronts and the alliance after the tricks so far."""
    if any(name.startswith(("front-", "points-")) for name in typed):
        return typed
    fields = {f"front-{seat}": " ".join(front.cards) for seat, front in enumerate(state.round.fronts)}
    if state.round.alliance is not None:
        fields |= dict(zip(("ally", "allied"), map(str, state.round.alliance), strict=True))
    return {**typed, **fields}


def _tapped(setup: Setup, typed: Typed) -> dict[str, str]:
    """Return the fields after taps on cards, each of which is put in front of the open player or removed."""
    fields = {name: typed[name] for name in typed}
    fields.pop("tap", None)
    seat = _opened(setup, fields)
    sign = number_in(fields.pop("sign", ""), range(setup.player_count))
    if sign is not None:
        points = fields.get(f"points-{sign}", "").strip()
        fields[f"points-{sign}"] = points[1:] if points[:1] in ("-", "−") else f"-{points}"
    if fields.pop("others", None) is not None:
        fields |= {f"front-{other}": NONE for other in range(setup.player_count) if not _is_entered(fields, other)}
    if fields.pop("none", None) is not None:
        fields[f"front-{seat}"], fields[f"points-{seat}"] = NONE, ""
        others = (other % setup.player_count for other in range(seat + 1, seat + setup.player_count))
        fields["open"] = str(next((other for other in others if not _is_entered(fields, other)), seat))
    if fields.pop("robbed", None) is not None:
        fields[f"front-{seat}"], fields[f"points-{seat}"] = "", "0"
    for card in typed.getlist("tap") if isinstance(typed, MultiDict) else ():
        if card not in _cards(setup):
            continue
        for other in range(setup.player_count):
            front = _front(fields, other)
            if card in front:
                fields[f"front-{other}"] = " ".join(kept for kept in front if kept != card)
            elif other == seat:
                fields[f"front-{other}"] = " ".join([*front, card])
                fields[f"points-{other}"] = ""
    return fields


def _seat_entry(typed: Typed, seat: int) -> Json:
    if points := _points(typed, seat):
        return {"points": int_or_text(points)}
    return {"front": list(_front(typed, seat))}


def _seat(seat: int, typed: Typed, translator: Translator, scores: RoundScores | None) -> SeatResult:
    # Anything that is not a card is reported in `violations` and not shown.
    front = listed([card for card in _front(typed, seat) if card in VALUE])
    is_entered = _is_entered(typed, seat)
    return SeatResult(
        seat=seat,
        name=translator.name(seat),
        front=front_cards(front),
        held=typed.get(f"front-{seat}", ""),
        raw=front.points,
        points=typed.get(f"points-{seat}", ""),
        is_entered=is_entered,
        score=scores.scores[seat] if scores and is_entered else None,
        why=unseen_reasons(scores.why[seat]) if scores and is_entered else (),
    )


def _opened(setup: Setup, typed: Typed) -> int:
    return number_in(typed.get("open") or typed.get("opened"), range(setup.player_count)) or 0


def _front(typed: Typed, seat: int) -> Sequence[str]:
    return tuple(card for card in typed.get(f"front-{seat}", "").split() if card != NONE)


def _points(typed: Typed, seat: int) -> str:
    """Return the points as typed; a minus sign alone is not enough."""
    points = typed.get(f"points-{seat}", "").strip()
    return points if points not in ("-", "−") else ""


def _is_entered(typed: Typed, seat: int) -> bool:
    return bool(typed.get(f"front-{seat}", "").strip() or _points(typed, seat))


def _takes_points(setup: Setup) -> bool:
    """Return whether points alone can be entered for a player (R-76)."""
    return setup.rulings["minus5_bonus"] != "on"


def _may_be_robbed(setup: Setup) -> bool:
    """Return whether the form offers “robbed of all black cards”, which enters 0 points and keeps the count (R-16).

    A record has no field for this. Under a house rule that starts the count again, 0 points would do so too.
    """
    rulings = setup.rulings
    is_lucky, starts_again = rulings["robbed_lucky_loser"] == "yes", rulings["lucky_loser_count"] == "consecutive"
    return "thief" in setup.specials and _takes_points(setup) and not is_lucky and not starts_again


def _cards(setup: Setup) -> list[str]:
    """Return the black cards that can be in front of someone (R-29)."""
    return [card for card in setup.blacks if card not in ASIDE]
