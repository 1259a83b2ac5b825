"""Bids told in words: headings and lines of the log, what a turn and a round decided."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.core.messages import Json, Message, PlayerRef
from companion.core.translator import Translator
from companion.games.bids.cards import DOUBLE, VALUE
from companion.games.bids.report import thief
from companion.games.bids.results import pair_of
from companion.games.bids.state import State, Trick, Turn
from companion.web.games import common_line

# Reasons that tell more than who won: they are said with the verdict, not only on demand.
NOTABLE = (
    "doubles",
    "allied",
    "steals",
    "no-theft-while-lowest",
    "nothing-to-steal",
    "centre-replaced",
    "lowest-from-next-turn",
    "next-turn-blind",
    "shuffled-after-the-turn",
    "unseen-card-stays",
)


def turn_words(turn: Turn, translator: Translator) -> str:
    """Return the verdict of a turn in one sentence."""
    if turn.outcome == "won" and turn.winner is not None:
        return _won(translator.name(turn.winner), turn.taken, turn.next is not None, translator)
    if turn.burner is not None:
        return _burnt(turn, turn.burner, translator)
    if turn.centre is None:
        return _("Nobody can win this trick, so nobody gets anything.")
    starts = {"card": translator.say(turn.centre), "name": translator.name(turn.starter)}
    if turn.next is None:
        return _("The centre card (%(card)s) wins: nobody gets anything.", **starts)
    return _("The centre card (%(card)s) wins: nobody gets anything, and %(name)s starts again.", **starts)


def pending_words(trick: Trick, translator: Translator) -> str:
    """Return the verdict of a turn that waits for its prize, or for the thief."""
    assert trick.verdict is not None, "a turn waits for its prize once it is judged"
    winner = trick.verdict.winner
    if winner is None:
        return _("A tie: nobody wins. %(name)s burns the trick and starts.", name=translator.name(trick.verdict.next))
    if trick.taken:
        return _won(translator.name(winner), trick.taken, False, translator)
    return _("%(name)s wins the trick.", name=translator.name(winner))


def notable(why: Sequence[Message], translator: Translator) -> list[str]:
    """Return what else happened in a turn."""
    return [translator(said) for said in why if said.id in NOTABLE]


def verdict(before: State, after: State, translator: Translator) -> str | None:
    """Return what the step from `before` to `after` decided, None if nothing."""
    if len(after.results) > len(before.results):
        played = after.results[-1]
        words = [turn_words(played.turns[-1], translator)] if len(before.round.turns) < len(played.turns) else []
        scores = [f"{translator.name(seat)} {score:+d}" for seat, score in enumerate(played.scores)]
        words.append(_("Round %(round)s: %(scores)s", round=played.number, scores=", ".join(scores)))
        return " ".join(words)
    if len(after.round.turns) > len(before.round.turns):
        return " ".join(
            [turn_words(after.round.turns[-1], translator), *notable(after.round.turns[-1].why, translator)]
        )
    return None


def heading(before: State, entry: Json, translator: Translator) -> str:
    """Return under which heading of the log `entry` stands."""
    kind = entry.get("type") if isinstance(entry, dict) else None
    if kind in ("round", "deal", "starter"):
        return _("Round %(round)s", round=before.round.number)
    if kind in ("adjust", "finish"):
        return _("Agreed at the table")
    late = before.phase == "offer" and kind == "steal"
    turn = len(before.round.turns) if late else before.trick.number
    return _("Round %(round)s, trick %(turn)s", round=before.round.number, turn=turn)


def line(before: State, entry: Json, translator: Translator) -> str:
    """Return the log's words for `entry`, reported in state `before`."""
    kind = entry["type"]
    if kind == "bid":
        return _("%(name)s bids the %(card)s", name=translator.name(entry["seat"]), card=translator.say(entry["card"]))
    if kind == "reveal":
        return _("Turned up: %(card)s", card=translator.say(entry["card"]))
    if kind == "steal":
        owner = thief(before)
        name = translator.name(owner) if owner is not None else _("The thief")
        if entry["seat"] is None:
            return _("%(name)s doesn't use the thief", name=name)
        victim, card = translator.name(entry["seat"]), translator.say(entry["card"])
        return _("%(name)s steals the %(card)s from %(victim)s", name=name, card=card, victim=victim)
    if kind == "deal":
        cards = translator.listed([translator.say(card) for card in entry["removed"]])
        return _("Taken out: %(cards)s", cards=cards)
    if kind == "starter":
        return _("%(name)s starts the round", name=translator.name(entry["seat"]))
    if kind == "round":
        return _result(entry, translator)
    return common_line(entry, translator)


def _won(name: str, taken: Sequence[str], starts: bool, translator: Translator) -> str:
    """Return who wins which cards; their points as far as they alone say how many that are."""
    cards = ", ".join(translator.say(card) for card in taken)
    points = sum(VALUE[card] for card in taken)
    if DOUBLE in taken or points <= 0:
        if starts:
            return _("%(name)s wins the trick (%(cards)s) and starts.", name=name, cards=cards)
        return _("%(name)s wins the trick (%(cards)s).", name=name, cards=cards)
    if starts:
        return ngettext(
            "%(name)s wins %(points)s point (%(cards)s) and starts.",
            "%(name)s wins %(points)s points (%(cards)s) and starts.",
            points,
            name=name,
            points=points,
            cards=cards,
        )
    return ngettext(
        "%(name)s wins %(points)s point (%(cards)s).",
        "%(name)s wins %(points)s points (%(cards)s).",
        points,
        name=name,
        points=points,
        cards=cards,
    )


def _burnt(turn: Turn, burner: int, translator: Translator) -> str:
    name = translator.name(burner)
    tied = next((said.params["who"] for said in turn.why if said.id == "tie"), None)
    if not isinstance(tied, tuple):  # it was the centre card that the bid equalled
        if turn.next is None:
            return _("%(name)s ties with the centre card: nobody wins.", name=name)
        return _("%(name)s ties with the centre card: nobody wins, and %(name)s starts.", name=name)
    others = translator.listed(
        [translator.name(it.seat) for it in tied if isinstance(it, PlayerRef) and it.seat != burner]
    )
    burnt = {"name": name, "value": VALUE[dict(turn.bids)[burner]], "others": others}
    if turn.next is None:
        return _("%(name)s matches %(others)s's %(value)s and burns the trick: nobody wins.", **burnt)
    return _("%(name)s matches %(others)s's %(value)s and burns the trick: nobody wins, and %(name)s starts.", **burnt)


def _result(entry: Json, translator: Translator) -> str:
    told = []
    for seat, it in enumerate(entry["seats"]):
        if "points" in it:
            words = ngettext("%(num)s point", "%(num)s points", it["points"])
        elif it["front"]:
            words = " ".join(
                card[1:] if card[1:].lstrip("-").isdigit() else translator.say(card) for card in it["front"]
            )
        else:
            words = _("nothing")
        told.append(f"{translator.name(seat)}: {words}")
    if pair := pair_of(entry["alliance"]):
        told.append(_("%(names)s are allies", names=translator.listed([translator.name(seat) for seat in pair])))
    return _("Result of the round: %(told)s", told="; ".join(told))
