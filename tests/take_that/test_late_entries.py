"""Late entries of Take That."""

from __future__ import annotations

from companion.store import tables
from companion.store.models import AccessLink
from companion.store.submissions import Accepted, Conflict
from tests.checked import allowed
from tests.started import start_game
from tests.store.log import submit
from tests.take_that.turns import TAKE, lay, penalty


def test_an_answer_to_an_earlier_question_of_the_same_kind_is_not_a_repetition(host: AccessLink) -> None:
    """Twice Luis has a penalty card that nobody looked at; the second time someone enters the first card again."""
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Luis")]
    game = allowed(start_game(host.table, "take-that", people, {"advanced": True}))
    once = [*lay(34), TAKE, *lay(55), penalty(1, 22), {**TAKE, "penalty": 33}]
    for entry in (*once, *lay(12), TAKE, *lay(13)):
        assert isinstance(submit(game, entry), Accepted), entry
    assert isinstance(submit(game, penalty(1, 23), last_row=8), Accepted)
    assert isinstance(submit(game, penalty(1, 22), last_row=8), Conflict)
