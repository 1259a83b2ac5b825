"""How much and how long: phones, hosts and files rely on these numbers, so that none of them changes by mistake."""

from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.app import create_app

LIMITS: dict[str, dict[str, Any]] = {
    "cli.server": {"SILENT_SECONDS": 60, "MAX_DISCARDED": 100 * 2**20},
    "club.standings": {"MOST_POINTS": 99},
    "config": {"MAX_BODY_BYTES": 64 * 2**10},
    "core.options": {"MAX_NAME": 40},
    "exchange.evening_file": {"MAX_EVENINGS": 1000},
    "exchange.file_fields": {"YEARS": range(1900, 3000)},
    "exchange.table_file": {"MAX_FILE_ROWS": 100_000, "MAX_GAME_ROWS": 10_000},
    "games.bids.game": {"MOST_ZERO_ROUNDS": 99},
    "games.bids.results": {"MOST_ZEROS": 3},
    "questions.answers": {"MOST": 800},
    "store.database": {"CONNECT_TIMEOUT": 5, "LOCK_TIMEOUT": 5, "STATEMENT_TIMEOUT": 10, "POOL_TIMEOUT": 10},
    "store.evenings": {"MAX_ROUNDS": 50},
    "store.game_log": {"MAX_POSITIONS": 256, "LONGEST_PAUSE": timedelta(hours=4)},
    "store.limits": {"MAX_FAILED_JOINS": 10, "MAX_FAILED_JOINS_IN_ALL": 60},
    "store.local_files": {"LEAST_KEY_LENGTH": 16},
    "store.notifications": {
        "TESTED_EVERY": 15,
        "KEEPALIVES": {
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 20_000,
        },
    },
    "store.tables": {"MAX_PLAYERS": 100, "MAX_GAMES": 1000},
    "store.upkeep": {"EMPTY_DAYS": 30},
    "web.allowances": {"FILE": 100, "JOB": 10, "QUESTION": 4, "PICTURE": 1},
    "web.cookies": {"MAX_TABLES": 50, "LIFETIME_DAYS": 400, "RENEWAL_DAYS": 30},
    "web.games.the_game": {"NEAREST": 10, "MOST_ATTEMPTS": 12},
    "web.log.routes": {"SHOWN_ENTRIES": 120},
    "web.play.board": {"MAX_UNDO_WORDS": 34, "MAX_BOARDS": 2000},
    "web.play.entry_forms": {"MAX_SUBMISSION_LENGTH": 40},
    "web.play.stream": {"HEARTBEAT": 20, "SHARED": 1},
    "web.printing.routes": {"SHOWN_GAMES": 20, "SHOWN_PAGES": 24, "MAX_LAYOUTS": 8, "WIDTH": 360, "LARGE_WIDTH": 1240},
    "web.rules.questions": {"NEWEST": 80},
    "web.rules.search": {"MAX_HITS": 40, "MAX_QUERY_LENGTH": 80},
    "web.tables.files": {"SECONDS": 180},
    "web.workers": {
        "SECONDS": 30,
        "LOOK_AGAIN": 1,
        "PIECE": 64 * 2**10,
        "LARGE": 256 * 2**10,
        "LONG_GAME": 500,
    },
}


@pytest.mark.parametrize(("module", "limits"), LIMITS.items())
def test_limits_are_what_they_were(module: str, limits: dict[str, Any]) -> None:
    found = import_module(f"companion.{module}")
    assert {name: getattr(found, name) for name in limits} == limits


def test_what_a_host_does_not_set_is_as_it_was(tmp_path: Path) -> None:
    usual = {
        "MAX_CONTENT_LENGTH": 64 * 2**10,
        "MAX_IMPORT_LENGTH": 64 * 2**10 + 20 * 2**20,
        "MAX_FORM_MEMORY_SIZE": 128 * 2**10,
        "MAX_STREAMS": 2000,
        "MAX_COSTS_PER_MINUTE": 1200,
        "MAX_TABLES_PER_HOUR": 60,
        "PROXIES": 0,
        "WORKERS": 2,
        "EXTERNAL_URL": "",
        "TIME_ZONE": "",
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": False,
        "SESSION_REFRESH_EACH_REQUEST": False,
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
        "WTF_CSRF_TIME_LIMIT": None,
    }
    config = create_app({"INSTANCE": str(tmp_path)}).config
    assert {name: config[name] for name in usual} == usual
