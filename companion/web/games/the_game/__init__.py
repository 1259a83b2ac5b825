"""The pages of The Game: four piles and a pad, a result form with steppers, the record to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import gettext as _
from msgspec import structs

from companion.core.game import Refusal
from companion.core.messages import Json, Message
from companion.core.numbers import int_or_text
from companion.core.translator import Translator
from companion.games.rulebooks import find
from companion.games.the_game.describe import result_message
from companion.games.the_game.figures import Statistics
from companion.games.the_game.piles import PILES, is_rising, onwards, piles_for, ten_back
from companion.games.the_game.play import State, apply
from companion.games.the_game.results import leftover_of, rating
from companion.games.the_game.setup import CARDS, Setup
from companion.games.the_game.setup import checklist as steps
from companion.i18n.language import day
from companion.store.figure_cache import EarlierGame
from companion.web.charts import bars
from companion.web.game_pages import GamePages, LogCard, Typed, ViewOptions
from companion.web.games.the_game.pad import nearest_cards, pad_cards, play_entry
from companion.web.games.the_game.views import (
    AnswerView,
    BoardView,
    EndingView,
    HandView,
    PileView,
    RecordView,
    ResultView,
)
from companion.web.group_rows import ChoiceGroup, EntryRow
from companion.web.round_views import StepperView

MOST_ATTEMPTS = 12  # as many bars as fit side by side on a phone


class Pages(GamePages):
    """The pages of The Game."""

    def board(self, state: State, translator: Translator, viewer: ViewOptions) -> BoardView:
        asked = self.answer(state, translator, viewer)
        is_chosen = bool(asked.pile or asked.card)
        fresh = not state.seen and state.turn == 1
        return BoardView(
            **structs.asdict(asked),
            players=tuple(
                HandView(translator.name(seat), count, seat == state.seat, seat == viewer.seat)
                for seat, count in enumerate(state.hands)
            ),
            draw_pile=state.draw_pile,
            left=state.leftover,
            begun=bool(state.seen),
            # Out of turn, a player's phone waits; a tap on a pile then enters a card for someone else.
            waits=viewer.seat not in (None, state.seat) and not is_chosen,
            nearest=() if is_chosen else nearest_cards(state),
            starters=tuple((seat, translator.name(seat)) for seat in range(state.setup.players)) if fresh else (),
            level_name=translator.say(state.setup.level),
            talk=_rule_text("TG-12", translator),
        )

    def answer(self, state: State, translator: Translator, viewer: ViewOptions, entry: Json = None) -> AnswerView:
        was = entry if entry and entry.get("type") == "play" else {}
        card, pile = _requested_card(state, viewer), viewer.param("pile")
        if card is None and pile is None:  # "pile=" asks for all of them
            pile = was.get("pile")
        pile = pile if pile in PILES else None
        has_cards = state.hands[state.seat] > 0
        takes = {item.pile: item for item in piles_for(card, state.tops)} if card and has_cards else {}
        return AnswerView(
            player=translator.name(state.seat),
            owed=state.owed,
            drawn=min(state.laid, state.draw_pile),
            pile=pile,
            card=card,
            piles=tuple(
                PileView(
                    id=item,
                    name=translator.say(item),
                    rising=is_rising(item),
                    top=top,
                    low=onwards(item, top)[0],
                    high=onwards(item, top)[1],
                    ten_back=ten_back(item, top),
                    chosen=item == pile,
                    entry=play_entry(takes[item]) if item in takes else None,
                    backwards=item in takes and takes[item].backwards,
                )
                for item, top in zip(PILES, state.tops, strict=True)
            ),
            pad=pad_cards(state, pile, was) if has_cards else (),
            may_end=_is_valid(state, {"type": "end_turn"}),
            may_be_stuck=_is_valid(state, {"type": "stuck"}),
        )

    def result(self, state: State, translator: Translator, typed: Typed) -> ResultView:
        setup, entry = state.setup, self.read(state, typed)
        applied = apply(state, entry)
        wrong = applied.violations if isinstance(applied, Refusal) else ()
        if typed.get("how") == "sum":
            steppers = [StepperView("leftover", _("Cards not laid"), entry["leftover"], range(setup.most_left + 1))]
        else:
            steppers = [
                StepperView(f"hand-{seat}", translator.name(seat), count, range(setup.hand + 1))
                for seat, count in enumerate(entry["hands"])
            ]
            steppers.append(StepperView("draw_pile", _("Draw pile"), entry["draw_pile"], range(setup.draw_pile + 1)))
        return ResultView(
            by_sum=typed.get("how") == "sum",
            steppers=tuple(steppers),
            outcome=None if wrong else translator(result_message(leftover_of(entry).cards)),
            wrong=wrong,
        )

    def read(self, state: State, typed: Typed) -> Json:
        usual = _untouched(state.setup)
        hands = [int_or_text(typed.get(f"hand-{seat}", usual[f"hand-{seat}"])) for seat in range(state.setup.players)]
        drawn = int_or_text(typed.get("draw_pile", usual["draw_pile"]))
        if typed.get("how") != "sum":
            return {"type": "result", "hands": hands, "draw_pile": drawn}
        if "leftover" not in typed:  # the hands counted so far; never 0, which would be a win
            together = [count for count in (*hands, drawn) if isinstance(count, int)]
            return {"type": "result", "leftover": min(sum(together), state.setup.most_left)}
        return {"type": "result", "leftover": int_or_text(typed["leftover"])}

    def typed(self, state: State, entry: Json) -> dict[str, str] | None:
        if entry.get("type") != "result":
            return None
        if "hands" not in entry:
            return {"how": "sum", "leftover": str(entry["leftover"])}
        hands = {f"hand-{seat}": str(count) for seat, count in enumerate(entry["hands"])}
        return {"how": "hands", **hands, "draw_pile": str(entry["draw_pile"])}

    def result_so_far(self, state: State) -> dict[str, str]:
        hands = {f"hand-{seat}": str(count) for seat, count in enumerate(state.hands)}
        return {"how": "hands", **hands, "draw_pile": str(state.draw_pile)}

    def log_card(self, state: State, translator: Translator, entry: Json) -> LogCard | None:
        if entry["type"] == "end_turn":
            return LogCard(_("End of turn"))
        if entry["type"] != "play":
            return None
        pile = entry["pile"]
        return LogCard(f"{'↑' if is_rising(pile) else '↓'}{pile[-1]}", entry["card"])

    def entry_row(self, state: State, translator: Translator, entry: Json) -> EntryRow | None:
        if entry["type"] != "play":
            return None
        return _play_row(translator, translator.name(state.seat))

    def new_rows(self, state: State, translator: Translator) -> Sequence[EntryRow]:
        seat = (state.seat - 1) % state.setup.players if state.turn > 1 else state.seat
        label = translator.name(seat)
        cards = [_play_row(translator, label, needed=laid < state.minimum) for laid in range(state.setup.hand)]
        return (*cards, EntryRow(_("End of turn"), {"type": "end_turn"}))

    def checklist(self, state: State) -> Sequence[Message]:
        return steps(state.setup)

    def takes_result(self, state: State) -> bool:
        return not state.seen and not state.is_over

    def ending(self, state: State, translator: Translator) -> EndingView:
        result = state.result
        hands = state.hands if result is None else result.hands
        tops = zip(PILES, state.tops, strict=True) if result is None else ()
        return EndingView(
            is_over=state.is_over,
            left=state.leftover,
            rated=translator(result_message(state.leftover)) if state.is_over else None,
            rating=rating(state.leftover),
            tops=tuple((is_rising(pile), top) for pile, top in tops),
            hands=None if hands is None else tuple((translator.name(seat), n) for seat, n in enumerate(hands)),
            pile_left=state.draw_pile if result is None else result.draw_pile,
            by_whom=translator.name(state.seat) if state.stuck else None,
        )

    def compared(
        self, state: State, earlier: Callable[[], Sequence[EarlierGame]], translator: Translator
    ) -> RecordView | None:
        if state.seen and not state.is_over:
            return None
        group = Statistics().group(state)
        alike = [item for item in earlier() if item.group == group]
        attempts = [item.points[0] for item in alike]
        before = min(attempts, default=None)
        beats = state.is_over and before is not None and state.leftover < before
        holder = next((item for item in alike if item.points[0] == before and not beats), None)
        if state.is_over:
            attempts.append(state.leftover)
        shown = attempts[-MOST_ATTEMPTS:]
        return RecordView(
            before=before,
            best=min(attempts, default=None),
            beats=beats,
            record_by=f"{day(holder.started_at)}: {translator.listed(holder.names)}" if holder else "",
            level=translator.say(state.setup.level),
            attempts=len(attempts),
            drawing=bars(shown, len(shown) - 1 if state.is_over else None) if len(shown) > 1 else None,
        )


def _play_row(translator: Translator, label: str, needed: bool = True) -> EntryRow:
    piles = ChoiceGroup(_("Pile"), tuple(({"pile": pile}, translator.say(pile)) for pile in PILES))
    cards = ChoiceGroup(_("Card"), tuple(({"card": card}, str(card)) for card in CARDS))
    return EntryRow(label, {"type": "play"}, ((piles,), (cards,)), needed)


def _rule_text(id: str, translator: Translator) -> str:
    entry = find(id)
    assert entry is not None
    return translator.gettext(entry.rule.text)


def _is_valid(state: State, entry: Json) -> bool:
    return not isinstance(apply(state, entry), Refusal)


def _requested_card(state: State, viewer: ViewOptions) -> int | None:
    card = int_or_text(viewer.param("card"))
    return card if isinstance(card, int) and card in CARDS and not state.seen >> card & 1 else None


def _untouched(setup: Setup) -> dict[str, str]:
    return {f"hand-{seat}": str(setup.hand) for seat in range(setup.players)} | {"draw_pile": "0"}
