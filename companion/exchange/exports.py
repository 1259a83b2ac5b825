"""The kinds of files that a table can be exported as."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.exchange import bg_stats, csv_files, table_export
from companion.store.models import Table


class Export(Struct, frozen=True):
    """A kind of file: what makes it from a table, the end of its file name, and its media type."""

    make: Callable[[Table], bytes]
    suffix: str
    media_type: str


# by the name on the command line and in the URL
EXPORTS: Mapping[str, Export] = {
    "table": Export(table_export.file, "json", "application/json"),
    "records": Export(table_export.records, "records.jsonl", "application/x-ndjson"),
    "games-csv": Export(csv_files.games_csv, "games.csv", "text/csv; charset=utf-8"),
    "rounds-csv": Export(csv_files.rounds_csv, "rounds.csv", "text/csv; charset=utf-8"),
    "standings-csv": Export(csv_files.standings_csv, "standings.csv", "text/csv; charset=utf-8"),
    "bgsplay": Export(bg_stats.file, "bgsplay", "application/octet-stream"),
}
