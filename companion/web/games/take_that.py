"""The pages of Take That: the row, the cards to lay and to pair, the result form with its sums, the games so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct, structs

from companion.core.messages import Json
from companion.core.numbers import int_or_text
from companion.core.rounds import Counts, Match
from companion.core.translator import Translator
from companion.games.take_that.options import ADVANCED
from companion.games.take_that.results import least_on_table, minus
from companion.games.take_that.setup import CARDS, MIRROR, TOADS
from companion.games.take_that.single_game import SingleGame, cards_to_lay, cards_to_twist
from companion.web.game_pages import MissingCards, PlayerView, ViewOptions
from companion.web.group_rows import ChoiceGroup, EntryRow
from companion.web.round_views import RoundView, SumView
from companion.web.rounds import RoundPages


class TakeThatPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line: cards face up and down, and face-down ones that nobody has looked at."""

    plus: int
    minus: int
    unseen_cards: int


class CardFace(Struct, frozen=True):
    """A card, and whether there is a toad on it."""

    card: int
    toad: bool


class CardView(CardFace, frozen=True, kw_only=True):
    """A card to tap; `mirror` is the card of the row that it is paired with, or None if it is not paired."""

    entry: Json
    marked: bool
    mirror: int | None = None


class AnswerView(Struct, frozen=True, kw_only=True):
    """The contents of `answer.html`: the cards to lay and to pair, the row to take, or a penalty card to name.

    `looked` is the name of the player whose penalty card is asked for, or None if a card is to be played; `end` is the
    right end of the row, or None if it is empty; `cost` is what taking the row costs, in points. `missing` are the
    cards that are not in this game, with the name of the setting that would add them; `owners` are the players who have
    penalty cards that nobody has looked at: seats and names.
    """

    player: str
    opens: bool
    must_take: bool
    end: int | None
    to_lay: tuple[CardView, ...]
    to_twist: tuple[CardView, ...]
    may_take: bool
    cost: int
    row_cards: int
    row_toads: int
    owes_penalty: bool
    missing: tuple[MissingCards, ...]
    owners: tuple[tuple[int, str], ...]
    looked: str | None
    only_penalties: bool
    penalties: tuple[CardView, ...]


class BoardView(AnswerView, frozen=True, kw_only=True):
    """The contents of `board.html`: the score line, the row with its newest card first, the question."""

    players: tuple[TakeThatPlayer, ...]
    row: tuple[CardFace, ...]
    draw_pile: int
    played_game: int
    games: int
    waits: bool


class Pages(RoundPages):
    """The pages of Take That."""

    def board(self, state: Match, translator: Translator, viewer: ViewOptions) -> BoardView:
        game = _current(state)
        totals = [total + score for total, score in zip(state.totals, game.scores, strict=True)]
        return BoardView(
            **structs.asdict(self.answer(state, translator, viewer)),
            players=tuple(
                TakeThatPlayer(
                    name=translator.name(seat),
                    total=total,
                    plus=game.twisted[seat],
                    minus=game.minus[seat],
                    unseen_cards=game.unseen[seat],
                    note=ngettext("%(num)s card", "%(num)s cards", game.hands[seat]),
                    turn=seat == game.seat and not game.is_over,
                    own=seat == viewer.seat,
                    leads=any(totals) and total == max(totals),
                )
                for seat, total in enumerate(totals)
            ),
            row=tuple(CardFace(card, card in TOADS) for card in reversed(game.row)),
            draw_pile=game.draw_pile,
            played_game=game.number,
            games=state.setup.games,
            waits=viewer.seat not in (None, game.seat) and not game.is_over,
        )

    def answer(self, state: Match, translator: Translator, viewer: ViewOptions, entry: Json = None) -> AnswerView:
        game = _current(state)
        was = entry if isinstance(entry, dict) else {}
        owners = [seat for seat, cards in enumerate(game.unseen) if cards]
        looked = _looked_at(game, viewer, was, owners)
        must_take = not game.hands[game.seat]
        can_play = looked is None and not game.is_over and not must_take
        unseen = () if looked is None else tuple(card for card in CARDS if not game.seen >> card & 1)
        return AnswerView(
            player=translator.name(game.seat),
            opens=game.opens,
            must_take=must_take,
            end=game.row[-1] if game.row else None,
            to_lay=tuple(_choice({"type": "lay", "card": card}, was) for card in cards_to_lay(game))
            if can_play
            else (),
            to_twist=tuple(_choice({"type": "twist", "card": card}, was, MIRROR[card]) for card in cards_to_twist(game))
            if can_play
            else (),
            may_take=looked is None and bool(game.row),
            cost=game.cost,
            row_cards=len(game.row),
            row_toads=sum(card in TOADS for card in game.row),
            owes_penalty=game.owes_penalty,
            missing=_missing(state, game, translator),
            owners=tuple((seat, translator.name(seat)) for seat in owners),
            looked=None if looked is None else translator.name(looked),
            only_penalties=game.is_over,
            penalties=tuple(_choice({"type": "penalty", "seat": looked, "card": card}, was) for card in unseen),
        )

    def entry_row(self, state: Match, translator: Translator, entry: Json) -> EntryRow | None:
        if entry["type"] not in ("lay", "twist"):
            return None
        return _turn_row(translator.name(_current(state).seat))

    def new_rows(self, state: Match, translator: Translator) -> Sequence[EntryRow]:
        return (_turn_row(translator.name(_current(state).seat)),)

    def typed(self, state: Any, entry: Json) -> dict[str, str] | None:
        seats = entry.get("seats", ())
        if any("points" in counts for counts in seats):  # points for one, points for all
            as_points = [{"twisted": counts["twisted"], "points": minus(counts)} for counts in seats]
            entry = {**entry, "seats": as_points}
        return super().typed(state, entry)

    def rounds(self, state: Any, translator: Translator) -> tuple[RoundView, ...]:
        """Return the complete games: each score with the face-up cards and the minus points."""
        return tuple(
            RoundView(
                game.number,
                game.scores,
                tuple(f"+{counts['twisted']} −{minus(counts)}" for counts in game.seats),
            )
            for game in state.rounds
        )

    def sums(self, state: Any, seats: Sequence[Counts]) -> tuple[SumView, ...]:
        """Return the sums over all players that must be possible, as far as they are known."""
        twisted = sum(counts["twisted"] for counts in seats)
        pairs = all(counts["twisted"] % 2 == 0 for counts in seats)
        found = [(_("Face up"), twisted, range(len(MIRROR) + 1), pairs)]
        if all("cards" in counts for counts in seats):
            toads, cards = (sum(counts[name] for counts in seats) for name in ("toads", "cards"))
            least = least_on_table(state.setup)
            found += [
                (_("Toads"), toads, range(len(TOADS) + 1), True),
                (_("Other cards"), twisted + cards, range(len(MIRROR) + 1), True),
                (_("On the table"), twisted + cards + toads, range(least, len(CARDS) + 1), True),
            ]
        return tuple(SumView(label, total, within, holds and total in within) for label, total, within, holds in found)


def _turn_row(label: str) -> EntryRow:
    ways = ChoiceGroup(_("Card"), (({"type": "lay"}, _("Laid at the end")), ({"type": "twist"}, _("Paired"))))
    cards = ChoiceGroup(_("Card"), tuple(({"card": card}, str(card)) for card in CARDS))
    return EntryRow(label, {}, ((ways,), (cards,)))


def _current(state: Match) -> SingleGame:
    game: SingleGame | None = state.current
    assert game is not None, "a match that goes on has a game on the table"
    return game


def _missing(state: Match, game: SingleGame, translator: Translator) -> tuple[MissingCards, ...]:
    """Return the penalty card if the settings exclude it here, with the name of the setting."""
    if state.setup.advanced or len(game.row) != 1 or not game.draw_pile:
        return ()
    return (MissingCards(_("Penalty card"), ADVANCED.name, translator.gettext(ADVANCED.label)),)


def _looked_at(game: SingleGame, viewer: ViewOptions, was: Json, owners: Sequence[int]) -> int | None:
    """Return the seat whose penalty card is asked for, or None if a card is to be played."""
    if was.get("type") == "penalty" and was.get("seat") in owners:
        return int(was["seat"])
    asked = int_or_text(viewer.param("penalty"))
    if asked in owners:
        return int(asked)
    return owners[0] if game.is_over and owners else None


def _choice(entry: Json, was: Json, mirror: int | None = None) -> CardView:
    card, marked = entry["card"], all(was.get(name) == value for name, value in entry.items())
    return CardView(card, card in TOADS, entry=entry, marked=marked, mirror=mirror)
