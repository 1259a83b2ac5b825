"""Games that are started and entries that are submitted, for tests of the store and of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.store import submissions, tables
from companion.store.database import writing
from companion.store.models import Game, Player, Table
from companion.store.submissions import Submission, SubmissionResult


def start_game(table: Table, slug: str, players: Sequence[Player], options: Mapping[str, Json]) -> Game | Refusal:
    """Return what `tables.start_game` returns, in a transaction of its own."""
    with writing(table):
        return tables.start_game(table, slug, players, options)


def submit_entry(game: Game, entry: Json, submission: Submission) -> SubmissionResult:
    """Return what `submissions.append_entry` returns, in a transaction of its own."""
    with writing(game):
        return submissions.append_entry(game, entry, submission)
