"""Plays for the app BG Stats: a link for one game, a `.bgsplay` file for many. Companion itself sends nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from companion import games
from companion.core.messages import Json
from companion.exchange.exported_games import ExportedGame, exported_game
from companion.exchange.record_file import derived_id
from companion.statistics import statistics_of
from companion.store import seating
from companion.store.models import Table, full_name

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def link(played: ExportedGame) -> str:
    """Return the link that adds a finished game to BG Stats."""
    return ADDRESS + quote(msgspec.json.encode(link_data(played)).decode(), safe="")


def link_data(played: ExportedGame) -> dict[str, Json]:
    """Return the data about a finished game that the link carries.

    The app fails if `startPlayer`, `winner`, `highestWins` or `noPoints` is missing. The end of the play is in UTC; an
    unknown duration is left out.
    """
    game, ids = played.game, seating.uuids(played.game)
    assert played.finished_at is not None, "only finished games are passed on"
    minutes = game.minutes_until(played.finished_at)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.uuid,
        "playDate": _utc(played.finished_at),
        "game": {"name": games.load(game.slug).TITLE, "sourceGameId": game.slug, **_rules(game.slug)},
        "players": [
            {
                "name": full_name(player["name"], player["surname"]),
                "sourcePlayerId": ids[seat],
                "startPlayer": seat == played.starter,
                "winner": seat in played.winners,
                "score": played.points[seat],
                **({} if played.places[seat] is None else {"rank": played.places[seat]}),
            }
            for seat, player in enumerate(game.seats)
        ],
        **({"board": played.variant_name} if played.variant_name else {}),
        **({"durationMin": minutes} if minutes else {}),
    }


def file(table: Table) -> bytes:
    """Return the finished games of a table as a `.bgsplay` file; importing it again updates them."""
    played = [exported_game(game) for game in table.games if game.abandoned_at is None]
    finished = [item for item in played if item.finished_at is not None]
    slugs = list(dict.fromkeys(item.game.slug for item in finished))
    player_numbers = {player.id: number for number, player in enumerate(table.players, 1)}
    location = {"id": 1, "uuid": derived_id("place", table.uuid, table.location), "name": table.location}
    data = {
        "about": f"{SOURCE}: {table.name}",
        "games": [
            {
                "id": number,
                "uuid": derived_id("game kind", slug),
                "name": games.load(slug).TITLE,
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
        "locations": [location] if table.location else [],
        "plays": [
            _play(item, slugs.index(item.game.slug) + 1, player_numbers, bool(table.location)) for item in finished
        ],
        "userInfo": {},
    }
    return msgspec.json.encode(data)


def _play(
    played: ExportedGame, game_number: int, player_numbers: dict[int, int], has_location: bool
) -> dict[str, Json]:
    assert played.finished_at is not None
    end = played.finished_at.astimezone(UTC)
    return {
        "uuid": played.game.uuid,
        "gameRefId": game_number,
        **({"locationRefId": 1} if has_location else {}),
        "playDate": _utc(end),
        "playDateYmd": int(end.strftime("%Y%m%d")),
        "entryDate": _utc(played.game.started_at),
        "modificationDate": _utc(end),
        "durationMin": played.game.minutes_until(played.finished_at),
        "rounds": len(played.report["rounds"]),
        "ignored": False,
        "manualWinner": True,  # ties may be broken by rules that the points do not show
        "usesTeams": False,
        "board": played.variant_name,
        "comments": "",
        "playerScores": [
            {
                "playerRefId": player_numbers[player["player"]],
                "score": str(played.points[seat]),
                "winner": seat in played.winners,
                "rank": played.places[seat] or 0,
                "newPlayer": False,
                "startPlayer": seat == played.starter,
                "seatOrder": seat + 1,
                "role": "",
            }
            for seat, player in enumerate(played.game.seats)
        ],
    }


def _rules(slug: str) -> dict[str, Json]:
    own = statistics_of(slug)
    return {"highestWins": not own.LOWEST_IS_BEST, "noPoints": False, "cooperative": own.IS_COOPERATIVE}


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
