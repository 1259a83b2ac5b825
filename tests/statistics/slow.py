"""Statistics counted slowly and plainly from reports alone: one sentence of docs/statistics.md after the other."""

from __future__ import annotations

from typing import Any

from companion.games import GAMES
from tests import samples
from tests.examples import replayed

TOGETHER = [slug for slug in GAMES if hasattr(samples.of(slug), "groups")]  # the cooperative games


def count(records: list[Any], game: str = "") -> dict[str, Any]:
    """Return the `companion-statistics/1` of `records`, or only of those of one `game`.

    People are told apart by name and surname.
    """
    counted = []
    left_out = 0
    for record in records:
        if game not in ("", record["game"]):
            continue
        report = replayed(record)
        if "error" in report or report["refusal"] is not None or report["status"] != "finished":
            left_out += 1
        else:
            counted.append((record, report))
    names = sorted({name for record, _ in counted for name in seated(record)})
    kinds = [*GAMES, *sorted({kind_of(record) for record, _ in counted} - {*GAMES})]
    return {
        "format": "companion-statistics/1",
        "games": len(counted),
        "left_out": left_out,
        "players": [
            {
                "name": name[0],
                "surname": name[1],
                **{kind: of_game(kind, name, [item for item in counted if kind_of(item[0]) == kind]) for kind in kinds},
            }
            for name in names
        ],
        "pairs": pairs(names, kinds, counted),
        **{slug: samples.of(slug).groups([item for item in counted if item[0]["game"] == slug]) for slug in TOGETHER},
    }


def kind_of(record: Any) -> str:
    """Return the game, with what wins and its name if the players named it."""
    options = record.get("options", {})
    name, winner = options.get("title", ""), options.get("winner", "most")
    return f"{record['game']}:{winner}:{name.casefold()}" if name or winner == "fewest" else record["game"]


def seated(record: Any) -> list[tuple[str, str]]:
    return [(player["name"], player.get("surname", "")) for player in record["players"]]


def place(report: Any, seat: int) -> int:
    better = 0
    for group in report["ranking"]:
        if seat in group:
            return 1 + better
        better += len(group)
    raise AssertionError


def of_game(slug: str, name: tuple[str, str], counted: list[Any]) -> Any:
    """Return the figures of someone in one game: the game's own, and those of any game with points."""
    found = [(seated(record).index(name), report) for record, report in counted if name in seated(record)]
    if not found:
        return None
    own = samples.of(slug.partition(":")[0]).figures(found)
    if slug in TOGETHER:
        return own
    largest = max(len(report["totals"]) for _, report in found)
    totals = [report["totals"][seat] for seat, report in found]
    best, worst = (
        (min, max) if any(record.get("options", {}).get("winner") == "fewest" for record, _ in counted) else (max, min)
    )
    return {
        "games": len(found),
        "wins": sum(1 for seat, report in found if seat in report["ranking"][0]),
        "shared": sum(1 for seat, report in found if seat in report["ranking"][0] and len(report["ranking"][0]) > 1),
        "last": sum(1 for seat, report in found if len(report["ranking"]) > 1 and seat in report["ranking"][-1]),
        "places": [sum(1 for seat, report in found if place(report, seat) == n) for n in range(1, largest + 1)],
        "total": {
            "sum": sum(totals),
            "best": best(totals),
            "worst": worst(totals),
        },
        **own,
    }


def pairs(names: list[tuple[str, str]], kinds: list[str], counted: list[Any]) -> list[Any]:
    found = []
    for game in kinds:
        if game in TOGETHER:
            continue
        for one in range(len(names)):
            for other in range(one + 1, len(names)):
                ahead, behind, level, met = 0, 0, 0, 0
                for record, report in counted:
                    people = seated(record)
                    if kind_of(record) != game or names[one] not in people or names[other] not in people:
                        continue
                    first, second = place(report, people.index(names[one])), place(report, people.index(names[other]))
                    met += 1
                    ahead += first < second
                    behind += second < first
                    level += first == second
                if met:
                    pair = {"game": game, "players": [one, other], "games": met, "ahead": [ahead, behind]}
                    found.append({**pair, "level": level})
    return found
