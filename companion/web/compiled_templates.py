"""Keeps compiled templates on disk: compiling a page takes longer than rendering it ten times."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from pickle import UnpicklingError

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(FileSystemBytecodeCache):
    """Jinja's own cache, but a template whose file is truncated or can't be written is compiled all the same."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def init_app(app: Flask) -> None:
    """Keep the compiled templates of `app` in its instance folder, which only its owner can write to."""
    folder = Path(app.instance_path) / "compiled_templates"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
    app.jinja_env.bytecode_cache = CompiledTemplates(str(folder), f"jinja-{version('jinja2')}-%s")
