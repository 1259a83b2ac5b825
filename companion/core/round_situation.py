"""What can be asked about a game of added-up rounds that declares nothing else: what a round scores."""

from __future__ import annotations

from companion.core.field_types import Counts, Number
from companion.core.game import Refusal
from companion.core.messages import N_, Json, Message, PlayerRef, Words
from companion.core.round_game import Match, RoundGame
from companion.core.situations import Asked, Case, Desk, Field, Given, History, Missing, Outcome, Question

WORDS: Words = {
    "ask-counts": N_("What does {who} have in this round?"),
    "count-shape": N_("{value} is not a valid count: give the player's numbers one after the other."),
}
LABELS = {"round": N_("Round"), "game": N_("Game")}
QUESTIONS = {"round": N_("A round's score"), "game": N_("A game's score")}


def desk_of(game: RoundGame) -> Desk:
    """Return what can be asked about `game`: the score of a round, from the fields that it declares."""

    def answer(given: Given) -> Outcome:
        """Return what the round scores; whoever has something, everybody's numbers are needed."""
        names = [f"count{seat}" for seat in range(given.players)]
        unknown = [seat for seat, name in enumerate(names) if name not in given]
        if unknown:
            ask = (Asked(names[seat], Message("RECORD", "ask-counts", {"who": PlayerRef(seat)})) for seat in unknown)
            return Missing(tuple(ask))
        seats, number = [given.get(name) for name in names], given.get(game.UNIT, 1)
        if wrong := game.check_whole(given.state.setup, number, seats):
            return Refusal(tuple(wrong))
        scores = game.score(given.state.setup, number, seats)
        points: list[Json] = [score.points for score in scores]
        said = tuple(score.why[-1] for score in scores if score.why)
        return Case({"scores": points}, said, tuple(reason for score in scores for reason in score.why))

    rounds = Number(lambda state: range(1, state.length + 1), range(1, 13))
    counts = Counts(
        range(1000),
        {len(form.fields): form.names for form in reversed(game.FORMS)},
        tuple(field.label for field in game.FORMS[0].fields),
        "count-shape",
    )
    fields = (
        Field("count", N_("What the players have"), counts, row="typed", per_seat=True),
        Field(game.UNIT, LABELS[game.UNIT], rounds),
    )
    return Desk(
        questions=(Question("score", QUESTIONS[game.UNIT], fields, answer),),
        words=WORDS,
        at=lambda history, place, ask: _at(game, history, place),
        usual_players=lambda situation: game.SEATS[0],
    )


def _at(game: RoundGame, history: History, place: int) -> dict[str, str]:
    """Return the round that the entry at `place` belongs to, as far as it was known after it."""
    state, entry = history.moments[place] if history.moments else (history.now, {})
    match: Match = state
    if entry.get("type") == game.WHOLE:
        seats = entry["seats"]
    elif entry.get("type") in game.steps:
        seats = match.table
        seats = [
            {**counts, game.steps[entry["type"]].name: entry["count"]} if seat == entry["seat"] else counts
            for seat, counts in enumerate(seats)
        ]
    else:
        seats = ()
    known = {f"count{seat}": " ".join(map(str, counts.values())) for seat, counts in enumerate(seats) if counts}
    return {game.UNIT: str(match.number), **known}
