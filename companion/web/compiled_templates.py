"""Keeps compiled templates on disk: compiling a page takes longer than rendering it ten times."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from flask import Flask
from itsdangerous import BadSignature, Signer
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """Keeps compiled templates in a folder; if it is not writable, they are compiled at every start.

    They are executed, so each is signed: a file that someone else put there, that a crash truncated or that another
    version of Jinja compiled is ignored. Jinja itself notices when a template has changed.
    """

    def __init__(self, folder: Path, secret_key: str | bytes) -> None:
        self.folder = folder
        self.signer = Signer(secret_key, salt=f"templates compiled by Jinja {version('jinja2')}")

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, BadSignature):
            bucket.bytecode_from_string(self.signer.unsign((self.folder / bucket.key).read_bytes()))

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, exist_ok=True)
            (self.folder / bucket.key).write_bytes(self.signer.sign(bucket.bytecode_to_string()))


def init_app(app: Flask) -> None:
    """Keep the compiled templates of `app` in its instance folder."""
    app.jinja_env.bytecode_cache = CompiledTemplates(
        Path(app.instance_path) / "compiled_templates", app.config["SECRET_KEY"]
    )
