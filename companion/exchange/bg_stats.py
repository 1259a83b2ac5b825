"""Plays for the app BG Stats: a link for one game, a `.bgsplay` file for many. Companion itself sends nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from companion.core.messages import Json
from companion.exchange.record_file import derived_id
from companion.statistics.summary import statistics_of
from companion.store import finished_games, game_log
from companion.store.finished_games import FinishedGame
from companion.store.models import Game, Table
from companion.store.positions import Position

URL = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def link(finished: FinishedGame) -> str:
    """It adds a finished game to BG Stats."""
    return URL + quote(msgspec.json.encode(link_data(finished)).decode(), safe="")


def link_data(finished: FinishedGame) -> dict[str, Json]:
    """The app fails if `startPlayer`, `winner`, `highestWins` or `noPoints` is missing.

    The end of the play is in UTC; an unknown duration is left out.
    """
    game, summary, minutes = finished.game, finished.summary, finished.minutes
    ids, board = game.player_uuids, _board(finished)
    starter = _starter(game, game_log.position(game))
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.uuid,
        "playDate": _utc(finished.finished_at),
        "game": {"name": game.kind_title, "sourceGameId": game.kind, **_rules(finished)},
        "players": [
            {
                "name": person.full_name,
                "sourcePlayerId": ids[seat],
                "startPlayer": seat == starter,
                "winner": seat in summary.winners,
                "score": summary.points[seat],
                **({} if summary.places[seat] is None else {"rank": summary.places[seat]}),
            }
            for seat, person in enumerate(game.people)
        ],
        **({"board": board} if board else {}),
        **({"durationMin": minutes} if minutes else {}),
    }


def file(table: Table) -> bytes:
    """A `.bgsplay` file of the finished games; importing it again updates them."""
    played = finished_games.of_table(table.id)
    starters = {game.id: _starter(game, position) for game, position, _log in game_log.of_table(table)}
    kinds = list(dict.fromkeys(finished.game.kind for finished in played))
    firsts = [next(finished for finished in played if finished.game.kind == kind) for kind in kinds]
    player_numbers = {player.id: number for number, player in enumerate(table.players, 1)}
    venues = list(dict.fromkeys(finished.game.venue for finished in played if finished.game.venue))
    data = {
        "about": f"{SOURCE}: {table.name}",
        "games": [
            {
                "id": number,
                "uuid": derived_id("game kind", first.game.kind),
                "name": first.game.kind_title,
                "usesTeams": False,
                **_rules(first),
            }
            for number, first in enumerate(firsts, 1)
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
        "locations": [
            {"id": number, "uuid": derived_id("place", table.uuid, venue), "name": venue}
            for number, venue in enumerate(venues, 1)
        ],
        "plays": [
            _play(
                finished,
                kinds.index(finished.game.kind) + 1,
                player_numbers,
                venues.index(finished.game.venue) + 1 if finished.game.venue else 0,
                starters[finished.game.id],
            )
            for finished in played
        ],
        "userInfo": {},
    }
    return msgspec.json.encode(data)


def _play(
    finished: FinishedGame, game_number: int, player_numbers: dict[int, int], location: int, starter: int | None
) -> dict[str, Json]:
    game, summary = finished.game, finished.summary
    end = finished.finished_at
    return {
        "uuid": game.uuid,
        "gameRefId": game_number,
        **({"locationRefId": location} if location else {}),
        "playDate": _utc(end),
        "playDateYmd": int(end.astimezone().strftime("%Y%m%d")),  # in the time zone of pages and sheets
        "entryDate": _utc(game.started_at),
        "modificationDate": _utc(end),
        "durationMin": finished.minutes,
        "rounds": len(summary.round_scores),
        "ignored": False,
        "manualWinner": True,  # ties may be broken by rules that the points do not show
        "usesTeams": False,
        "board": _board(finished),
        "comments": "",
        "playerScores": [
            {
                "playerRefId": player_numbers[player["player"]],
                "score": str(summary.points[seat]),
                "winner": seat in summary.winners,
                "rank": summary.places[seat] or 0,
                "newPlayer": False,
                "startPlayer": seat == starter,
                "seatOrder": seat + 1,
                "role": "",
            }
            for seat, player in enumerate(game.seats)
        ],
    }


def _rules(finished: FinishedGame) -> dict[str, Json]:
    is_cooperative = statistics_of(finished.game.slug).IS_COOPERATIVE
    return {"highestWins": not finished.summary.winning.lowest, "noPoints": False, "cooperative": is_cooperative}


def _starter(game: Game, position: Position) -> int | None:
    return statistics_of(game.slug).first_player(position.state)


def _board(finished: FinishedGame) -> str:
    """The variant in English, or "" for the usual one."""
    return statistics_of(finished.game.slug).VARIANTS.get(finished.summary.variant, "")


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
