"""The kinds of files that a table can be exported as."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.exchange import bg_stats, csv_files, table_export


class Export(Struct, frozen=True):
    """A kind of file: what makes it from a table, the end of its file name, and its media type.

    With `has_filter`, `make` takes a `Filter` besides: only the games that it takes are in the file.
    """

    make: Callable[..., bytes]
    suffix: str
    media_type: str
    has_filter: bool = False


# by the name on the command line and in the URL
EXPORTS: Mapping[str, Export] = {
    "table": Export(table_export.file, "json", "application/json"),
    "records": Export(table_export.records, "records.jsonl", "application/x-ndjson"),
    "games-csv": Export(csv_files.games_csv, "games.csv", "text/csv; charset=utf-8", has_filter=True),
    "rounds-csv": Export(csv_files.rounds_csv, "rounds.csv", "text/csv; charset=utf-8", has_filter=True),
    "bgsplay": Export(bg_stats.file, "bgsplay", "application/octet-stream"),
}
