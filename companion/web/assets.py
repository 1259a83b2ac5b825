"""Static files: in a folder of the URL named by what they contain, so that browsers may keep them for a year.

The folder is no query, so relative URLs in a file, such as those of imported modules, stay in it.
"""

from __future__ import annotations

from hashlib import blake2s
from pathlib import Path

from flask import Flask, Response, send_from_directory

from companion.web.access import public


def url_path(folder: Path) -> str:
    """The path of the files of `folder`, which changes whenever one of them does."""
    digest = blake2s(digest_size=6)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return f"/{folder.name}/{digest.hexdigest()}"


def init_app(app: Flask) -> None:
    """Open Flask's own static files to everyone, and serve the files that have further addresses."""
    folder = Path(app.static_folder or "")

    @public
    def serve_current(filename: str, **_other_folder: str) -> Response:
        return send_from_directory(folder, filename, max_age=0)  # a browser asks each time whether it has changed

    public(app.view_functions["static"])
    # A page that was requested just before an update requests the files of the old folder after it.
    app.add_url_rule(f"/{folder.name}/<other_folder>/<path:filename>", "static_before_update", serve_current)
    # A service worker controls the URLs below its own.
    app.add_url_rule("/worker.js", "service_worker", serve_current, defaults={"filename": "worker.js"})
