"""One trick: who wins it, who burns it, who can't win it (BID-19 to BID-25, COL, LO, R-25, R-27, R-11)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Message, Param, PlayerRef
from companion.games.bids.cards import ALLY, HELD, VALUE
from companion.games.bids.setup import Setup
from companion.games.bids.state import Bid, TrickEnd, TrickOutcome

LOWEST_WINS = Message("LO-01", "lowest-active")
NOBODY_LEFT = Message("R-25", "nobody-left")


def decide_trick(
    setup: Setup, bids: tuple[Bid, ...], centre: str | None, lowest_wins: bool, holders: Sequence[Bid]
) -> TrickOutcome:
    """Who wins the trick with these `bids`, given in the order of play.

    `centre` is the card bid for, or None if the trick was made blind by the trick before. `holders` are the cards that
    were bid from hand in earlier tricks of the round, each with the seat that can't win it.
    """
    why: list[Message] = [LOWEST_WINS] if lowest_wins else []
    pick = min if lowest_wins else max
    contenders = bids
    out = left_out(setup, bids, centre, holders)
    if out:
        contenders = tuple([bid for bid in bids if bid[0] not in out])
    contested = None  # the centre card if it competes with the bids
    if setup.variant == "color":
        leading = _leading_colours(setup, bids, centre, why)
        contenders = tuple([bid for bid in contenders if bid[1][0] in leading])
        contested = centre if "K" in leading else None
        out = {seat: reasons for seat, reasons in out.items() if dict(bids)[seat][0] in leading}
    by_value: dict[int, list[Bid]] = {}
    for bid in contenders:
        by_value.setdefault(VALUE[bid[1]], []).append(bid)
    if contested is not None:
        by_value.setdefault(VALUE[contested], [])
    best = pick(by_value) if by_value else None
    for seat, reasons in out.items():
        # A bid that is left out is only mentioned if it would have been the best bid or tied for it.
        value = VALUE[dict(bids)[seat]]
        if best is None or pick(best, value) == value:
            why += reasons
    top = [] if best is None else by_value[best]
    end: TrickEnd = "centre"
    is_centre_best = False
    if best is None:
        why.append(NOBODY_LEFT)
    elif contested is not None and VALUE[contested] == best:
        end, is_centre_best = _against_the_centre(setup, contested, top, lowest_wins, why)
    else:
        end = _among_the_bids(setup, top, lowest_wins, why)
    if end == "centre":
        why.append(Message("COL-05", "same-starter", {"who": PlayerRef(bids[0][0])}))
    starts = bids[0][0] if end == "centre" else top[-1][0]
    winner = starts if end == "won" else None
    tied = tuple([seat for seat, _ in top]) if end == "burnt" else ()
    return TrickOutcome(bids, end, winner, starts, tied, is_centre_best, lowest_wins, tuple(why))


def left_out(
    setup: Setup, bids: Sequence[Bid], centre: str | None, holders: Sequence[Bid]
) -> dict[int, tuple[Message, ...]]:
    """The seats whose bid can't win this trick, each with the reasons."""
    out: dict[int, tuple[Message, ...]] = {}
    # A house rule is only looked up where it matters, so that rules questions need not try its other values.
    held = [(seat, card) for seat, card in bids if card in HELD]
    former = [(seat, card) for seat, card in holders if card == centre]
    if (held or former) and setup.rulings["holder_of_special"] == "excluded":
        for seat, card in held:
            held_card: dict[str, Param] = {"who": PlayerRef(seat), "card": card}
            dealt = Message(HELD[card], "holder-cannot-win", held_card)
            out[seat] = (dealt, Message("R-25", "holder-left-out", held_card))
        if former and setup.rulings["holder_scope"] == "round":
            for seat, card in former:
                out[seat] = (Message("R-27", "former-holder-left-out", {"who": PlayerRef(seat), "card": card}),)
    for seat, card in bids:
        if card == ALLY and setup.rulings["ally_own_trick"] == "cannot_win":
            out[seat] = (Message("R-11", "ally-left-out", {"who": PlayerRef(seat)}),)
    return out


def _leading_colours(setup: Setup, bids: Sequence[Bid], centre: str | None, why: list[Message]) -> set[str]:
    """The colours played most (COL-01, COL-02); the centre card counts as black (COL-03)."""
    counts: dict[str, int] = {}
    for seat, card in bids:
        if card != ALLY:
            counts[card[0]] = counts.get(card[0], 0) + 1
        elif setup.rulings["ally_color"] == "white":
            counts["W"] = 1
        else:
            why.append(Message("R-70", "ally-has-no-color", {"who": PlayerRef(seat)}))
    if centre is not None:
        counts["K"] = counts.get("K", 0) + 1
        if counts["K"] > 1:
            why.append(Message("COL-03", "centre-is-black", {"n": counts["K"]}))
    most = max(counts.values())
    leading = [colour for colour in "YBRGKW" if counts.get(colour) == most]
    if len(leading) == 1:
        cited = "COL-01", "color-leads"
    else:
        cited = "COL-02", "all-colors-lead" if len(leading) == len(counts) else "colors-lead"
    why.append(Message(*cited, {"colors": tuple("color-" + colour for colour in leading), "n": most}))
    return set(leading)


def _among_the_bids(setup: Setup, top: list[Bid], lowest_wins: bool, why: list[Message]) -> TrickEnd:
    """How the trick ends with these best bids: their last player wins or burns it."""
    seat, card = top[-1]
    if len(top) == 1:
        rule, id = ("LO-01", "lowest-bid") if lowest_wins else ("BID-19", "highest-bid")
        if setup.variant == "color":
            rule, id = ("R-74", "lowest-of-color") if lowest_wins else ("COL-01", "highest-of-color")
        why.append(Message(rule, id, {"who": PlayerRef(seat), "card": card}))
        return "won"
    who = tuple(PlayerRef(seat) for seat, _ in top)
    if lowest_wins:
        why.append(Message("R-121", "lowest-tie"))
    why.append(Message("R-67" if setup.variant == "color" else "BID-24", "tie", {"who": who, "value": VALUE[card]}))
    why.append(Message("BID-25", "burner", {"who": PlayerRef(seat)}))
    return "burnt"


def _against_the_centre(
    setup: Setup, centre: str, top: list[Bid], lowest_wins: bool, why: list[Message]
) -> tuple[TrickEnd, bool]:
    """How a trick of Color Bids ends when the centre card is best or equals `top`, and whether it is best."""
    if top:
        ruling = setup.rulings["color_centre_tie"]
        who = tuple(PlayerRef(seat) for seat, _ in top)
        why.append(Message("R-68", "equals-centre-" + ruling.replace("_", "-"), {"who": who, "card": centre}))
        if ruling == "bid_wins":
            return _among_the_bids(setup, top, lowest_wins, why), False
        if ruling == "burn":
            why.append(Message("R-68", "burner", {"who": PlayerRef(top[-1][0])}))
            return "burnt", True
    else:
        cited = ("R-74", "centre-is-lowest") if lowest_wins else ("COL-04", "centre-is-highest")
        why.append(Message(*cited, {"card": centre}))
    return "centre", True
