"""Score sheets filled in from records."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from companion.core.translator import Translator
from companion.games.record import read
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import add_record

ENGLISH = Translator()
BLANK = PrintJob(("score",))


def print_job(raw: dict[str, Any], **more: Any) -> PrintJob:
    return add_record(replace(BLANK, **more), read(json.dumps(raw)), "")
