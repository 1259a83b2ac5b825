"""Compresses pages for browsers that accept it.

The size of a compressed page reveals what is repeated in it (the BREACH attack), so no two compressed pages may contain
a secret in the same form. The CSRF token is masked anew in each. A page with a personal link or a join code is not
compressed.
"""

from __future__ import annotations

import gzip
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from itertools import cycle

from flask import Flask, Response, current_app, g, request
from flask_wtf import CSRFProtect

MIN_SIZE = 500  # bytes; anything smaller fits into one packet anyway
LEVEL = 8  # 3 % smaller than level 5, for 0.1 ms
PAD = 16  # random bytes with which a token is masked, repeated
MASKED = "~"  # the first character of a masked token; an unmasked one never begins with it


class MaskedCSRFProtect(CSRFProtect):
    """Flask-WTF's check of the CSRF token, which may come back masked."""

    def _get_csrf_token(self) -> str | None:
        token = super()._get_csrf_token()
        return unmask(token) if token else token


def init_app(app: Flask) -> None:
    """Compress the pages of `app`, and check the tokens of its forms."""
    MaskedCSRFProtect(app)
    app.after_request(_compress_page)


def accepts_gzip() -> bool:
    """Return whether the browser accepts gzip."""
    return request.accept_encodings["gzip"] > 0


def compress(body: bytes, level: int = LEVEL) -> bytes:
    """Return `body` compressed; equal bytes for equal bodies."""
    return gzip.compress(body, level, mtime=0)


def mark_as_secret() -> None:
    """Mark the page of this request as containing a personal link or a code, so that it is not compressed."""
    g.holds_secret = True


def mask(token: str) -> str:
    """Return the token of a form, encoded differently each time."""
    pad = secrets.token_bytes(PAD)
    return MASKED + urlsafe_b64encode(pad + _xor(pad, token.encode())).decode()


def unmask(token: str) -> str:
    """Return the token that `mask` was given; anything that was not masked is returned unchanged."""
    if not token.startswith(MASKED):
        return token
    try:
        both = urlsafe_b64decode(token[1:])
        return _xor(both[:PAD], both[PAD:]).decode()
    except (Error, ValueError):
        return token


def _xor(pad: bytes, text: bytes) -> bytes:
    return bytes(key ^ byte for key, byte in zip(cycle(pad), text, strict=False))


def _compress_page(response: Response) -> Response:
    if response.mimetype != "text/html" or response.is_streamed or response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    if g.get("holds_secret") or not accepts_gzip() or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) < MIN_SIZE:
        return response
    if token := g.get(current_app.config["WTF_CSRF_FIELD_NAME"]):
        body = body.replace(token.encode(), mask(token).encode())
    response.set_data(compress(body))
    response.headers["Content-Encoding"] = "gzip"
    if etag := response.get_etag()[0]:
        response.set_etag(etag, weak=True)
    return response
