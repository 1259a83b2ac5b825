"""Static files: at URLs that change with their content, so that browsers may keep them for a year.

The version is a folder in the URL, not a query, so relative URLs in a file stay in the same version.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from rcssmin import cssmin
from rjsmin import jsmin

from companion.web import joined_files
from companion.web.compression import accepts_gzip, compress

YEAR = 31_536_000  # seconds
# Developers who read the source request it uncompressed.
MINIFIERS: dict[str, Callable[[bytes], bytes]] = {".js": jsmin, ".css": cssmin}
KEPT, CHECKED = f"public, max-age={YEAR}, immutable", "no-cache"


def init_app(app: Flask, folder: Path) -> None:
    """Serve the files of `folder` as the endpoint `static`."""
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    version = _version(paths)
    files = {name: joined_files.parts(path) for name, path in paths.items()}

    def serve(filename: str) -> Response:
        asked, _, rest = filename.partition("/")
        if asked == version and rest in files:
            return _respond(files[rest], KEPT)
        # A page that was open during an update requests the old version and gets the current one.
        name = filename if filename in files else rest
        return _respond(files[name], CHECKED) if name in files else abort(404)

    def service_worker() -> Response:
        return _respond(files["worker.js"], CHECKED)

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = f"{version}/{values['filename']}"

    app.static_url_path = f"/{folder.name}"
    app.add_url_rule(f"{app.static_url_path}/<path:filename>", "static", serve)
    # A service worker controls the URLs below its own.
    app.add_url_rule("/worker.js", "service_worker", service_worker)
    app.url_defaults(add_version)


def _version(paths: dict[str, Path]) -> str:
    """Return a short name that changes whenever a file does."""
    digest = blake2s(digest_size=6)
    for name, path in paths.items():
        digest.update(f"{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _respond(parts: tuple[Path, ...], cache_control: str) -> Response:
    """Return the response with the joined `parts`, compressed if the browser accepts that."""
    packed = accepts_gzip() and _is_text(parts[0])
    body = _packed(parts, *(path.stat().st_mtime_ns for path in parts)) if packed else joined_files.join(parts)
    response = Response(body, mimetype=mimetypes.guess_type(parts[0].name)[0])
    response.headers["Cache-Control"] = cache_control
    if _is_text(parts[0]):
        response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(blake2s(body, digest_size=8).hexdigest())
    response.make_conditional(request)
    return response


def _is_text(path: Path) -> bool:
    return path.suffix in {".css", ".js", ".svg", ".webmanifest"}


@lru_cache(maxsize=128)
def _packed(parts: tuple[Path, ...], *_changed: int) -> bytes:
    return compress(MINIFIERS.get(parts[0].suffix, bytes)(joined_files.join(parts)), level=9)
