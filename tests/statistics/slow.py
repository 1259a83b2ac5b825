"""Statistics counted slowly and plainly from reports alone: one sentence of docs/statistics.md after the other."""

from __future__ import annotations

from typing import Any

from tests.examples import replayed

LEVELS = ["normal", "expert", "expert_plus"]


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
    return {
        "format": "companion-statistics/1",
        "games": len(counted),
        "left_out": left_out,
        "players": [
            {
                "name": name[0],
                "surname": name[1],
                "bids": of_points(name, [item for item in counted if item[0]["game"] == "bids"], bids),
                "the-game": the_game(name, [item for item in counted if item[0]["game"] == "the-game"]),
                "take-that": of_points(name, [item for item in counted if item[0]["game"] == "take-that"], take_that),
            }
            for name in names
        ],
        "pairs": pairs(names, counted),
        "the-game": attempts([item for item in counted if item[0]["game"] == "the-game"]),
    }


def seated(record: Any) -> list[tuple[str, str]]:
    return [(player["name"], player.get("surname", "")) for player in record["players"]]


def place(report: Any, seat: int) -> int:
    better = 0
    for group in report["ranking"]:
        if seat in group:
            return 1 + better
        better += len(group)
    raise AssertionError


def of_points(name: tuple[str, str], counted: list[Any], own: Any) -> Any:
    found = [(seated(record).index(name), report) for record, report in counted if name in seated(record)]
    if not found:
        return None
    largest = max(len(report["totals"]) for _, report in found)
    totals = [report["totals"][seat] for seat, report in found]
    return {
        "games": len(found),
        "wins": sum(1 for seat, report in found if seat in report["ranking"][0]),
        "shared": sum(1 for seat, report in found if seat in report["ranking"][0] and len(report["ranking"][0]) > 1),
        "last": sum(1 for seat, report in found if len(report["ranking"]) > 1 and seat in report["ranking"][-1]),
        "places": [sum(1 for seat, report in found if place(report, seat) == n) for n in range(1, largest + 1)],
        "total": {"sum": sum(totals), "best": max(totals), "worst": min(totals)},
        **own(found),
    }


def bids(found: list[Any]) -> dict[str, Any]:
    scores, empty, allied = [], 0, 0
    turns = won = burns = doubled = robbed = 0
    for seat, report in found:
        before = 0
        for one in report["rounds"]:
            scores.append(one["scores"][seat])
            if one["zero_rounds"][seat] > before:
                empty += 1
            before = one["zero_rounds"][seat]
            if one["alliance"] is not None and seat in one["alliance"]:
                allied += 1
        for turn in report["turns"]:
            turns += 1
            if turn["winner"] == seat:
                won += 1
                if turn["doubled"]:
                    doubled += 1
            if turn["outcome"] == "burnt" and turn["next"] == seat:
                burns += 1
            if turn["stolen"] is not None and turn["stolen"]["from"] == seat:
                robbed += 1
    return {
        "rounds": len(scores),
        "round": {"sum": sum(scores), "best": max(scores), "worst": min(scores)},
        "empty": empty,
        "allied": allied,
        "turns": turns,
        "won": won,
        "burns": burns,
        "doubled": doubled,
        "robbed": robbed,
    }


def take_that(found: list[Any]) -> dict[str, Any]:
    rounds = [(seat, one) for seat, report in found for one in report["rounds"]]
    known = [one["toads"][seat] for seat, one in rounds if one["toads"] is not None]
    return {
        "rounds": len(rounds),
        "twisted": sum(one["twisted"][seat] for seat, one in rounds),
        "toads": sum(known),
        "toads_known": len(known),
    }


def the_game(name: tuple[str, str], counted: list[Any]) -> Any:
    reports = [report for record, report in counted if name in seated(record)]
    return outcomes(reports, nested=True) if reports else None


def outcomes(reports: list[Any], nested: bool) -> dict[str, Any]:
    left = [report["leftover"] for report in reports]
    extent = {"sum": sum(left), "best": min(left), "worst": max(left)}
    return {
        "games": len(reports),
        "beaten": sum(1 for report in reports if report["rating"] == "beaten"),
        "excellent": sum(1 for report in reports if report["rating"] == "excellent"),
        **({"leftover": extent} if nested else extent),
    }


def attempts(counted: list[Any]) -> list[Any]:
    found = []
    for players in range(1, 6):
        for level in LEVELS:
            reports = [
                report
                for record, report in counted
                if len(record["players"]) == players and record.get("options", {}).get("level", "normal") == level
            ]
            if reports:
                found.append({"players": players, "level": level, **outcomes(reports, nested=False)})
    return found


def pairs(names: list[tuple[str, str]], counted: list[Any]) -> list[Any]:
    found = []
    for game in ("bids", "take-that"):
        for one in range(len(names)):
            for other in range(one + 1, len(names)):
                ahead, behind, level, met = 0, 0, 0, 0
                for record, report in counted:
                    people = seated(record)
                    if record["game"] != game or names[one] not in people or names[other] not in people:
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
