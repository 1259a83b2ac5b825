"""Late entries of Take That."""

from __future__ import annotations

from companion.store import tables
from companion.store.models import AccessLink
from companion.store.submissions import Accepted, Conflict
from tests.checked import allowed
from tests.started import start_game
from tests.store.log import submit


def test_an_answer_to_an_earlier_question_of_the_same_kind_is_not_a_repetition(host: AccessLink) -> None:
    """Twice Luis has a penalty card that nobody looked at; the second time someone enters the first card again."""
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Luis")]
    game = allowed(start_game(host.table, "take-that", people, {"advanced": True}))
    first, second = ({"type": "penalty", "seat": 1, "card": card} for card in (22, 23))
    lay = [{"type": "lay", "card": card} for card in (34, 55, 12, 13)]
    for entry in (
        lay[0],
        {"type": "take"},
        lay[1],
        first,
        {"type": "take", "penalty": 33},
        lay[2],
        {"type": "take"},
        lay[3],
    ):
        assert isinstance(submit(game, entry), Accepted), entry
    assert isinstance(submit(game, second, last_row=8), Accepted)
    assert isinstance(submit(game, first, last_row=8), Conflict)
