"""A season of a club as a file to import: three hundred games of twelve members, to look at pages and sheets with.

    python -m benchmarks.season season.json --games 300 --seed 1

Every game is legal, some are entered card by card and most as results. Among the members are two called Ana, a Hebrew,
an Arabic, a Chinese and a Cyrillic name, one with an emoji and a very long one. The same seed makes the same file.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from companion.exchange.record_file import derived_id
from companion.games import record
from tests.statistics import evenings

MEMBERS = (
    *(("Ana", "Ruiz"), ("Ana", "Silva"), ("דנה", ""), ("李雷", ""), ("Zoë 🎲", ""), ("Ida", "")),
    *(("Emil", ""), ("Luis", "Ortega"), ("Мария", ""), ("عمر", ""), ("Bo", ""), ("Maximiliane-Charlotte", "von Stein")),
)
FIRST_EVENING = datetime(2025, 9, 5, 17, 30, tzinfo=UTC)
GAMES_PER_EVENING = 8
LIVE = 0.1  # the share of games that are entered card by card


def season(games: int, seed: int) -> Any:
    """Return a `companion-table/1` of this many games."""
    rng = Random(seed)
    ids = [derived_id("season", str(seed), str(number)) for number in range(len(MEMBERS))]
    players = [{"id": id, "name": name, "surname": surname} for id, (name, surname) in zip(ids, MEMBERS, strict=True)]
    played, evening, at = [], FIRST_EVENING, FIRST_EVENING
    here = rng.sample(players, 8)
    for number in range(games):
        if number and number % GAMES_PER_EVENING == 0:
            evening = at = evening + timedelta(7)
            here = rng.sample(players, rng.randint(6, 10))
        raw = _legal_game(rng)
        seated = rng.sample(here, len(raw["players"]))
        end = at + timedelta(minutes=rng.randint(12, 40))
        played.append(
            {
                "id": derived_id("season", str(seed), "game", str(number)),
                **{key: raw[key] for key in ("game", "options", "entries")},
                "seats": [player["id"] for player in seated],
                "names": [{key: player[key] for key in ("name", "surname")} for player in seated],
                "started_at": at.isoformat(),
                "finished_at": end.isoformat(),
            }
        )
        at = end + timedelta(minutes=5)
    head = {"format": "companion-table/1", "id": derived_id("season", str(seed)), "name": "Club season"}
    return {**head, "opened_at": FIRST_EVENING.isoformat(), "players": players, "games": played}


def _legal_game(rng: Random) -> Any:
    """Return the record of a finished game; of results at random some would be refused."""
    while True:
        raw = evenings.finished(rng, live=rng.random() < LIVE)
        game = record.parse(raw).replay()
        if game.refusal is None and game.prompt is None:
            return raw


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chosen.file.write_text(json.dumps(season(chosen.games, chosen.seed), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
