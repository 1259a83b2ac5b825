"""Who starts is decided by names once, with the first entry; after that no change of names changes a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.game import report_without_texts
from companion.core.messages import Json
from companion.games import record
from companion.store import game_log, merges, players, submissions, tables
from companion.store.base import db
from companion.store.models import AccessLink, Game, Player
from companion.store.submissions import Accepted, Submission
from tests.checked import allowed
from tests.started import start_game
from tests.store.log import ids, submit

TRICK: list[Json] = [
    {"type": "reveal", "card": "K5"},
    *({"type": "bid", "seat": seat, "card": card} for seat, card in enumerate(("R9", "B8", "Y6"))),
]


@pytest.fixture
def bids(host: AccessLink) -> Game:
    """Ana, Marianne, who has the longest name, and Zoe."""
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Marianne", "Zoe")]
    return allowed(start_game(host.table, "bids", people, {}))


def player_in(game: Game, seat: int) -> Player:
    return db.session.get_one(Player, game.seats[seat]["player"])


def starter(game: Game) -> int:
    return int(game_log.position(game).state.round.starter)


def rename_another(game: Game) -> object:
    return players.rename(player_in(game, 0), "Bartholomew", "")


def rename(game: Game) -> object:
    return players.rename(player_in(game, 1), "Mo", "")


def merge(game: Game) -> object:
    return merges.merge(player_in(game, 1), allowed(tables.add_player(game.table, "Mo")))


def forget(game: Game) -> None:
    players.make_anonymous(player_in(game, 1), "Bo %(n)s")


def replace(game: Game) -> object:
    seated = [player_in(game, 0), allowed(tables.add_player(game.table, "Mo")), player_in(game, 2)]
    outcome = submissions.change_settings(game, {}, seated, Submission(None, len(TRICK), next(ids)))
    assert isinstance(outcome, Accepted)
    return None


@pytest.mark.parametrize("change", [rename, rename_another, merge, forget, replace])
def test_a_game_in_progress_stays_as_it_is_when_names_change(bids: Game, change: Callable[[Game], object]) -> None:
    for entry in TRICK:
        assert isinstance(submit(bids, entry), Accepted)
    before = game_log.position(bids)
    report = report_without_texts(before.rules, before.state)
    assert change(bids) is None
    db.session.expire_all()
    after = game_log.replay(bids)
    assert report_without_texts(after.rules, after.state) == report
    assert (starter(bids), bids.starters) == (1, [1])
    raw = record.parse(record.write("bids", {}, bids.people, after.entries_for(bids.people)))
    state = raw.state
    for entry in raw.entries:
        state = allowed(raw.rules.apply_json(state, entry)).state
    assert state.round.starter == 1


def test_before_the_first_entry_and_when_it_is_undone_present_names_decide(bids: Game) -> None:
    assert (bids.starters, game_log.position(bids).starters) == (None, (1,))
    submit(bids, TRICK[0])
    assert rename_another(bids) is None
    outcome = submissions.undo(bids, Submission(None, 1, next(ids)))
    assert isinstance(outcome, Accepted)
    assert (bids.starters, outcome.position.starters) == (None, (0,))
    submit(bids, TRICK[0])
    assert starter(bids) == 0


def test_a_game_without_entries_is_started_by_the_longest_name_of_new_people(bids: Game) -> None:
    seated = [player_in(bids, seat) for seat in (1, 0, 2)]
    outcome = submissions.change_settings(bids, {}, seated, Submission(None, 0, next(ids)))
    assert isinstance(outcome, Accepted)
    assert outcome.position.starters == (0,)
    undone = submissions.undo(bids, Submission(None, 1, next(ids)))
    assert isinstance(undone, Accepted)
    assert undone.position.starters == (1,)
