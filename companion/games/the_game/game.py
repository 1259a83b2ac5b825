"""The Game: its state, and its course of laying cards, ending a turn, getting stuck, entering a result."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.game import GameRules, Refusal, Valid
from companion.core.messages import N_, RECORD, Json, Message, PlayerRef, Translate, Verbatim, Violation
from companion.core.rounds import Winning
from companion.core.settings import read_settings
from companion.games.the_game.options import OPTIONS, TheGameHouseRules
from companion.games.the_game.piles import PILES, START, Tops, does_not_fit, is_backwards, pile_for_all, takes
from companion.games.the_game.results import Leftover, Result, check_result, leftover_of, warnings
from companion.games.the_game.setup import CARDS, PLAYER_COUNTS, Setup, setup_steps
from companion.games.the_game.words import WORDS


class Play(Entry, frozen=True):
    """A card is laid on a pile."""

    pile: str
    card: int


class EndTurn(Entry, frozen=True, tag="end_turn"):
    """The player draws, and the turn ends."""


class Stuck(Entry, frozen=True):
    """The player can't go on: the game is over."""


class State(Struct, frozen=True):
    """A game after some entries.

    `seen` has bit c set if card c was laid. `turn` is the number of the turn, from 1; `laid` is how many cards were
    laid in it. `began` is the state at the start of the turn, or None while no card has been laid in it. `result` is
    set if the game ended with a `result` entry, `is_stuck` if a player was stuck.
    """

    setup: Setup
    hands: tuple[int, ...]
    draw_pile: int
    seat: int
    tops: Tops = START
    seen: int = 0
    turn: int = 1
    laid: int = 0
    began: State | None = None
    is_stuck: bool = False
    result: Leftover | None = None

    @property
    def minimum(self) -> int:
        """How many cards the turn needs: one once the draw pile is empty (TG-14, R-83)."""
        return self.setup.minimum if self.draw_pile else 1

    @property
    def owed(self) -> int:
        """How many cards the current player still has to lay, or 0 if the turn may end."""
        return max(0, self.minimum - self.laid)

    @property
    def placed(self) -> int:
        """How many of the 98 cards are on the piles."""
        return self.seen.bit_count() if self.result is None else len(CARDS) - self.result.cards

    @property
    def cards_left(self) -> int:
        """How many cards were not laid (TG-17)."""
        return len(CARDS) - self.placed

    @property
    def leftover(self) -> Leftover:
        """The cards that were not laid, as far as it is known where they are."""
        return self.result or Leftover(self.cards_left, self.hands, self.draw_pile)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: beaten, stuck (TG-16), or its result entered."""
        return self.is_stuck or self.result is not None or not self.cards_left


class TheGame(GameRules[State]):
    """The Game: one to five players lay 98 cards on four piles, together against the cards."""

    SLUG = "the-game"
    TITLE = "The Game"
    ABOUT = N_("1 to 5 players together against 98 cards")
    PLAYER_COUNTS = PLAYER_COUNTS
    PLAYERS_RULE = "TG-01"
    OPTIONS = OPTIONS
    HOUSE_RULES = TheGameHouseRules
    WORDS = WORDS
    ENTRIES = Play | EndTurn | Stuck | Result
    RESULT = Result
    setup_steps = staticmethod(setup_steps)

    def start_with(self, player_count: int, options: Mapping[str, Json], starters: tuple[int, ...]) -> State | Refusal:
        settings = read_settings(self, player_count, options)
        if isinstance(settings, Refusal):
            return settings
        setup = Setup(player_count, **settings.options, rulings=settings.rulings)
        return State(setup, (setup.hand,) * player_count, setup.draw_pile, setup.starter)

    def winning(self, setup: Setup) -> Winning:
        return Winning(lowest=True)  # the fewest cards left

    def prompt(self, state: State) -> dict[str, Json] | None:
        if state.is_over:
            return None
        return {"type": "play", "seat": state.seat, "minimum": state.owed}

    def apply(self, state: State, entry: Entry) -> Valid[State] | Refusal:
        if state.is_over:
            return Refusal((Violation("TG-16", "game-over"),))
        match entry:
            case Play(pile, card):
                after = _play(state, pile, card)
            case EndTurn():
                after = _end_turn(state)
            case Stuck():
                after = _stuck(state)
            case _:
                assert isinstance(entry, Result), entry
                violations = [Violation(RECORD, "cards-laid")] if state.seen else [*check_result(state.setup, entry)]
                after = violations or replace(state, result=leftover_of(entry))
        if isinstance(after, list):
            return Refusal(tuple(after))
        return Valid(after, warnings(state.setup, entry) if isinstance(entry, Result) else ())

    def takes_result(self, state: State) -> bool:
        return not state.seen and not state.is_over

    def is_implied(self, entry: Entry) -> bool:
        return isinstance(entry, EndTurn)

    def question_key(self, state: State, entry: Entry) -> Hashable:
        """A key of the question that `entry` answers: a pile's next card in this turn, its end, or a result."""
        if state.is_over:
            return None
        match entry:
            case Play(pile) if pile in PILES:
                return "play", state.turn, pile, state.tops[PILES.index(pile)]
            case EndTurn() | Stuck():
                return "end", state.turn
        return "result" if isinstance(entry, Result) and not state.seen else None

    def report(self, state: State, say: Translate) -> dict[str, Json]:
        leftover = state.leftover
        return {
            "turns": [],
            "rounds": [],
            "totals": None,
            "ranking": None,
            "piles": list(state.tops) if state.result is None else None,
            "placed": state.placed,
            "draw_pile": leftover.draw_pile,
            "hands": leftover.hands and list(leftover.hands),
            "leftover": leftover.cards,
            "rating": leftover.rating if state.is_over else None,
        }

    def heading(self, before: State, entry: Entry) -> Message:
        if self.is_result(entry):
            return Message(RECORD, "heading-result")
        return Message(RECORD, "heading-turn", {"turn": before.turn, "who": PlayerRef(before.seat)})

    def turn_of(self, before: State, entry: Entry) -> tuple[int, int]:
        return 1, 0 if self.is_result(entry) else before.turn

    def describe(self, before: State, entry: Entry) -> Message:
        who = PlayerRef(before.seat)
        match entry:
            case Play(pile, card):
                return Message(RECORD, "log-play", {"who": who, "card": card, "pile": pile})
            case EndTurn():
                return Message(RECORD, "log-end-turn", {"who": who})
            case Stuck():
                return Message(RECORD, "log-stuck", {"who": who})
        assert isinstance(entry, Result), entry
        return Message(RECORD, "log-result", {"n": leftover_of(entry).cards})

    def outcome(self, before: State, after: State) -> tuple[Message, ...]:
        """The outcome of the step from `before` to `after`: the end, the cards drawn, the backwards trick."""
        if after.is_over:
            return (after.leftover.words,)
        if after.turn > before.turn:
            drawn = before.draw_pile - after.draw_pile
            return (Message("TG-08", "draws", {"who": PlayerRef(before.seat), "n": drawn}),) if drawn else ()
        went_back = any(map(is_backwards, PILES, before.tops, after.tops))
        return (Message("TG-09", "ten-back"),) if went_back else ()

    def headline(self, state: State) -> Message:
        if state.is_over:
            return state.leftover.words
        return Message(RECORD, "cards-to-go", {"n": state.cards_left})


def _play(state: State, pile: str, card: int) -> State | list[Violation]:
    if not state.hands[state.seat]:
        return [Violation("TG-07", "hand-empty", {"who": PlayerRef(state.seat)})]
    violations = []
    index = PILES.index(pile) if pile in PILES else None
    if index is None:
        violations.append(Violation("TG-02", "no-such-pile", {"pile": Verbatim(pile)}, field="pile"))
    if card not in CARDS:
        violations.append(Violation("TG-02", "no-such-card", {"card": card}, field="card"))
    elif state.seen >> card & 1:
        violations.append(Violation("TG-02", "card-played", {"card": card}, field="card"))
    if index is not None and card in CARDS and not takes(pile, state.tops[index], card):
        violations.append(does_not_fit(pile, state.tops[index], card))
    if index is None or violations:
        return violations
    hands, tops = list(state.hands), list(state.tops)
    hands[state.seat] -= 1
    tops[index] = card
    return replace(
        state,
        hands=tuple(hands),
        tops=(tops[0], tops[1], tops[2], tops[3]),
        seen=state.seen | 1 << card,
        laid=state.laid + 1,
        began=state.began or state,
    )


def _end_turn(state: State) -> State | list[Violation]:
    if state.owed:
        return [Violation(minimum_rule(state), "cards-owed", {"who": PlayerRef(state.seat), "n": state.owed})]
    drawn = min(state.laid, state.draw_pile)  # TG-08, R-89: drawing happens after the turn.
    hands = list(state.hands)
    hands[state.seat] += drawn
    left = state.draw_pile - drawn
    seat = (state.seat + 1) % len(hands)
    while not hands[seat]:  # TG-15: a player without cards is skipped.
        seat = (seat + 1) % len(hands)
    return State(state.setup, tuple(hands), left, seat, state.tops, state.seen, state.turn + 1)


def _stuck(state: State) -> State | list[Violation]:
    if not state.owed:
        return [Violation("TG-16", "minimum-met", {"who": PlayerRef(state.seat)})]
    pile = pile_for_all(state.tops, state.seen)
    if pile is not None:
        return [Violation("TG-16", "nobody-stuck", {"pile": pile})]
    if state.setup.taken_back:  # the cards of the unfinished turn are taken back.
        state = state.began or state
    return replace(state, is_stuck=True)


def minimum_rule(state: State) -> str:
    """The rule that says how many cards the current turn needs."""
    if not state.draw_pile:
        return "TG-14"
    return "TG-07" if state.setup.level == "normal" else "TG-18"


GAME = TheGame()
