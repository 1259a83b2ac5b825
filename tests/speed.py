"""What makes the tests quick: the order of the slow ones, and what is compiled once for the applications of all tests.

A test has an application of its own. Most of the time that one needs to start goes into compiling templates, statements
and URLs, which are the same for all. Where Werkzeug and SQLAlchemy have no public place to keep them, they are
kept in a private one.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import event
from werkzeug.routing import Rule

from companion.store.base import Model, db

# Fixtures that start a browser or a server: their tests take seconds, much of them spent waiting.
SLOW = {"phones", "serve", "server", "postgres"}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one more process than there are cores: tests with a server or a browser spend much of their time waiting."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let half of the processes begin with the slow tests, which spend much of their time waiting.

    Meanwhile the others use the processors. pytest-xdist gives each process the same number of tests in a row, and
    at the end the remaining ones to idle processes: by then only quick tests are left.
    """
    processes = config.workerinput["workercount"] if hasattr(config, "workerinput") else 1
    if processes == 1:
        return
    slow: list[pytest.Item] = []
    quick: list[pytest.Item] = []
    for item in items:
        (quick if SLOW.isdisjoint(getattr(item, "fixturenames", ())) else slow).append(item)
    waiting = (processes + 1) // 2
    parts: list[pytest.Item] = []
    for part in range(processes):
        size = (len(items) - len(parts)) // (processes - part)
        share = slow[part::waiting] if part < waiting else []
        fill = max(0, size - len(share))
        parts += [*share, *quick[:fill]]
        quick = quick[fill:]
    items[:] = parts


def pytest_collection_finish() -> None:
    """Keep what stays until the end out of garbage collection, and collect the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class CompiledTemplates(BytecodeCache):
    """Compiled templates, shared instead of compiled by the application of each test."""

    def __init__(self) -> None:
        self.compiled: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key, bucket.checksum] = bucket.code


class CompiledStatements(dict[tuple[Any, ...], Any]):
    """Compiled statements of SQLAlchemy, shared instead of compiled by the engine of each test."""

    @staticmethod
    def _shared(key: tuple[Any, ...]) -> tuple[Any, ...]:
        dialect, *rest = key
        return dialect.name, *rest

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(self._shared(key), default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__(self._shared(key), value)


compiled_templates, compiled_statements = CompiledTemplates(), CompiledStatements()


def hasten(app: Flask) -> Flask:
    """Let an application use what others have compiled, and not wait for the disk after each commit; return it."""
    app.jinja_env.bytecode_cache = compiled_templates
    with app.app_context():
        db.engine.update_execution_options(compiled_cache=compiled_statements)
        for mapper in Model.registry.mappers:
            mapper._compiled_cache = compiled_statements
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return app


@pytest.fixture(scope="session", autouse=True)
def compiled_routes() -> Iterator[None]:
    """Werkzeug's builders of URLs, shared instead of compiled by the application of each test."""
    compiled: dict[object, Callable[..., tuple[str, str]]] = {}
    compile_builder = Rule._compile_builder

    def once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (rule.rule, rule.subdomain, str(rule.defaults), append_unknown)
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield
