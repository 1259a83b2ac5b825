"""Plays for the app BG Stats: a link for one game, a `.bgsplay` file for many. Companion itself sends nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from companion import games
from companion.core.messages import Json
from companion.exchange.exported_games import ExportedGame, exported_game
from companion.exchange.record_file import derived_id
from companion.statistics.summary import statistics_of
from companion.store import seating
from companion.store.models import Table

URL = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def link(exported: ExportedGame) -> str:
    """Return the link that adds a finished game to BG Stats."""
    return URL + quote(msgspec.json.encode(link_data(exported)).decode(), safe="")


def link_data(exported: ExportedGame) -> dict[str, Json]:
    """Return the data about a finished game that the link carries.

    The app fails if `startPlayer`, `winner`, `highestWins` or `noPoints` is missing. The end of the play is in UTC; an
    unknown duration is left out.
    """
    game, ids = exported.game, seating.uuids(exported.game)
    assert exported.finished_at is not None, "only finished games are passed on"
    minutes = game.minutes_until(exported.finished_at)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.uuid,
        "playDate": _utc(exported.finished_at),
        "game": {"name": game.title, "sourceGameId": game.slug, **_rules(game.slug)},
        "players": [
            {
                "name": person.full_name,
                "sourcePlayerId": ids[seat],
                "startPlayer": seat == exported.starter,
                "winner": seat in exported.winners,
                "score": exported.points[seat],
                **({} if exported.places[seat] is None else {"rank": exported.places[seat]}),
            }
            for seat, person in enumerate(game.shown_people)
        ],
        **({"board": exported.variant_name} if exported.variant_name else {}),
        **({"durationMin": minutes} if minutes else {}),
    }


def file(table: Table) -> bytes:
    """Return the finished games of a table as a `.bgsplay` file; importing it again updates them."""
    exported_games = [exported_game(game) for game in table.games if game.abandoned_at is None]
    finished_games = [exported for exported in exported_games if exported.finished_at is not None]
    slugs = list(dict.fromkeys(exported.game.slug for exported in finished_games))
    player_numbers = {player.id: number for number, player in enumerate(table.players, 1)}
    location = {"id": 1, "uuid": derived_id("place", table.uuid, table.venue), "name": table.venue}
    data = {
        "about": f"{SOURCE}: {table.name}",
        "games": [
            {
                "id": number,
                "uuid": derived_id("game kind", slug),
                "name": games.rules_of(slug).TITLE,
                "usesTeams": False,
                **_rules(slug),
            }
            for number, slug in enumerate(slugs, 1)
        ],
        "players": [
            {
                "id": player_numbers[player.id],
                "uuid": player.uuid,
                "name": player.full_name,
                "isAnonymous": player.is_anonymous,
            }
            for player in table.players
        ],
        "locations": [location] if table.venue else [],
        "plays": [
            _play(exported, slugs.index(exported.game.slug) + 1, player_numbers, bool(table.venue))
            for exported in finished_games
        ],
        "userInfo": {},
    }
    return msgspec.json.encode(data)


def _play(
    exported: ExportedGame, game_number: int, player_numbers: dict[int, int], has_location: bool
) -> dict[str, Json]:
    assert exported.finished_at is not None
    end = exported.finished_at.astimezone(UTC)
    return {
        "uuid": exported.game.uuid,
        "gameRefId": game_number,
        **({"locationRefId": 1} if has_location else {}),
        "playDate": _utc(end),
        "playDateYmd": int(end.strftime("%Y%m%d")),
        "entryDate": _utc(exported.game.started_at),
        "modificationDate": _utc(end),
        "durationMin": exported.game.minutes_until(exported.finished_at),
        "rounds": len(exported.report["rounds"]),
        "ignored": False,
        "manualWinner": True,  # ties may be broken by rules that the points do not show
        "usesTeams": False,
        "board": exported.variant_name,
        "comments": "",
        "playerScores": [
            {
                "playerRefId": player_numbers[player["player"]],
                "score": str(exported.points[seat]),
                "winner": seat in exported.winners,
                "rank": exported.places[seat] or 0,
                "newPlayer": False,
                "startPlayer": seat == exported.starter,
                "seatOrder": seat + 1,
                "role": "",
            }
            for seat, player in enumerate(exported.game.seats)
        ],
    }


def _rules(slug: str) -> dict[str, Json]:
    statistics = statistics_of(slug)
    return {"highestWins": not statistics.LOWEST_IS_BEST, "noPoints": False, "cooperative": statistics.IS_COOPERATIVE}


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
