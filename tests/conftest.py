"""Fixtures for all tests: an application, a browser, a command line, PostgreSQL, servers and phones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cachetools import LRUCache
from flask import Flask, Response, g, request
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import BytecodeCache, FileSystemBytecodeCache, StrictUndefined
from sqlalchemy import event

from companion.app import create_app
from companion.i18n.build import compile_catalogues
from companion.store.base import db
from tests import ROOT, postgresql, samples
from tests.checked import present
from tests.evening import play_evening
from tests.phones import Phone, Server
from tests.postgresql import database
from tests.web.pages import KIND

# Set by .ci/run: a test that finds no browser or no server must not pass unseen.
REQUIRE_ALL = "COMPANION_REQUIRE_ALL"

# A busy machine is no reason to fail: speed is measured in benchmarks/.
settings.register_profile("untimed", deadline=None)
settings.register_profile("long", deadline=None, max_examples=20_000)  # pytest --hypothesis-profile=long
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, not in each of several processes at the same moment
        compile_catalogues(ROOT / "companion" / "i18n" / "translations")


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "Run also the tests that take long, those marked `slow`."
    parser.addoption("--all", action="store_true", dest="everything", help=help)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, unless everything, or its own file, is asked for."""
    if config.option.everything:
        return
    named = {Path(arg.partition("::")[0]).absolute() for arg in config.args}
    later = [item for item in items if item.get_closest_marker("slow") and item.path not in named]
    items[:] = [item for item in items if item not in {*later}]
    config.hook.pytest_deselected(items=later)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    chosen = any(mark.args[0] == "any_app" for mark in metafunc.definition.iter_markers("parametrize"))
    if "any_app" in metafunc.fixturenames and metafunc.definition.get_closest_marker("both_databases") and not chosen:
        metafunc.parametrize("any_app", ["sqlite", "postgres"], indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn every skip into a failure if everything has to run."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(REQUIRE_ALL):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} would be skipped ({present(call.excinfo).value}), but {REQUIRE_ALL} is set"
    return report


@pytest.fixture(autouse=True)
def invented_game(request: pytest.FixtureRequest) -> Iterator[None]:
    """Add an invented game to the games of the program for a test that has it as a parameter."""
    cases = getattr(request.node, "callspec", None)
    named = [value for value in cases.params.values() if isinstance(value, str)] if cases else []
    slugs = samples.INVENTED.keys() & {*named}
    if not slugs:
        yield
        return
    with samples.invented(*slugs):
        yield


@pytest.fixture
def all_games() -> Iterator[tuple[str, ...]]:
    """Every game of the program and every invented one, which is among them during the test."""
    with samples.invented(*samples.INVENTED):
        yield samples.GAMES


@pytest.fixture
def config() -> dict[str, object]:
    """Configuration of `app`; a test file that wants another one overrides this fixture."""
    return {}


@pytest.fixture(scope="session")
def empty_instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with a migrated, empty database in SQLite: copied, since migrating takes a while."""
    folder = tmp_path_factory.mktemp("empty") / "instance"
    app = create_app({"INSTANCE": str(folder)})
    migrate(app)
    shut(app)
    return folder


@pytest.fixture(scope="session")
def evening_instance(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the table of `play_evening` in it: copied, since playing takes a while."""
    folder = tmp_path_factory.mktemp("evening") / "instance"
    shutil.copytree(empty_instance, folder)
    app = create_app({"INSTANCE": str(folder)})
    with app.app_context():
        play_evening()
    shut(app)
    return folder


@pytest.fixture
def instance(empty_instance: Path) -> Path:
    """The instance folder that `app` copies; a test file that wants another one overrides this fixture."""
    return empty_instance


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> BytecodeCache:
    """Where the applications of all tests keep their compiled templates."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def factory() -> Callable[[Mapping[str, Any]], Flask]:
    """What makes `app` and `any_app`: tests that read no page override this, since pages take a while."""
    return create_app


@pytest.fixture(scope="session")
def made() -> Iterator[dict[object, Flask]]:
    """The applications that tests use one after the other, because making one takes a while."""
    apps: dict[object, Flask] = {}
    yield apps
    for app in apps.values():
        shut(app)


@pytest.fixture
def app(
    config: dict[str, object],
    instance: Path,
    factory: Callable[[Mapping[str, Any]], Flask],
    made: dict[object, Flask],
    compiled_templates: BytecodeCache,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Flask]:
    """An application on a database of its own, in SQLite: empty, unless a test file overrides `instance`.

    Only one with limits or other settings is new; others begin with another database, and remember nothing.
    """
    overrides = {"TESTING": True, "WTF_CSRF_ENABLED": False, "MAX_COSTS_PER_MINUTE": 0, **config}
    key = None if config.keys() - {"WTF_CSRF_ENABLED"} else (factory, *config.items())
    if key in made:
        app = made[key]
        folder = Path(app.instance_path)
        shutil.rmtree(folder)
        shutil.copytree(instance, folder)
    else:
        folder = tmp_path_factory.mktemp("application") / "instance"
        shutil.copytree(instance, folder)
        app = factory({"INSTANCE": str(folder), **overrides})
        prepare(app, compiled_templates)
        if key is not None:
            made[key] = app
    config_before, extensions_before = {**app.config}, {**app.extensions}
    yield app
    app.config.update(config_before)
    app.extensions = extensions_before
    for kept in app.extensions.values():
        if isinstance(kept, LRUCache):
            kept.clear()
    for limiter in app.extensions.get("limiter", ()):
        limiter.reset()
    shut(app)


@pytest.fixture(scope="session")
def shared_app(
    empty_instance: Path, compiled_templates: BytecodeCache, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flask]:
    """An application for tests of pages that each look only at a table of their own, with the tokens of real forms."""
    folder = tmp_path_factory.mktemp("shared") / "instance"
    shutil.copytree(empty_instance, folder)
    limits = {"MAX_COSTS_PER_MINUTE": 0, "MAX_TABLES_PER_HOUR": 0}
    app = create_app({"INSTANCE": str(folder), "TESTING": True, **limits})
    prepare(app, compiled_templates)
    yield app
    shut(app)


def prepare(app: Flask, compiled_templates: BytecodeCache) -> None:
    """Let a template use only the names that its view model has, responses tell their kind, and SQLite not wait."""
    app.jinja_loader = samples.template_loader(*samples.INVENTED)
    app.jinja_env.bytecode_cache = compiled_templates
    app.jinja_env.undefined = StrictUndefined
    app.after_request(tell_kind)
    with app.app_context():
        event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))


def tell_kind(response: Response) -> Response:
    """Tell a visitor which kind of page this is (`tests.web.pages.Page`)."""
    response.headers[KIND] = f"{request.endpoint} {g.link.role if 'link' in g else ''}"
    return response


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that knows no table yet."""
    return app.test_client()


def migrate(app: Flask) -> None:
    """Create the schema of a database."""
    from flask_migrate import upgrade

    with app.app_context():
        upgrade()


def shut(app: Flask) -> None:
    """Close the connections of an application, as the end of its process would."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own; skips if there is none."""
    if not postgresql.PROGRAMS:
        pytest.skip("PostgreSQL's server programs are not installed")
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")
    with postgresql.cluster(*postgresql.LEAN) as url:
        yield url


@pytest.fixture
def postgres(cluster: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with database(cluster) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_database(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a PostgreSQL database that was migrated and is empty: copied, since migrating takes a while."""
    with database(cluster) as url:
        app = create_app({"INSTANCE": str(tmp_path_factory.mktemp("migrated")), "SQLALCHEMY_DATABASE_URI": url})
        migrate(app)
        shut(app)
        yield urlsplit(url).path.removeprefix("/")


@pytest.fixture(scope="session")
def evening_database(cluster: str, migrated_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a PostgreSQL database with the table of `play_evening` in it."""
    with database(cluster, migrated_database) as url:
        app = create_app({"INSTANCE": str(tmp_path_factory.mktemp("evening")), "SQLALCHEMY_DATABASE_URI": url})
        with app.app_context():
            play_evening()
        shut(app)
        yield urlsplit(url).path.removeprefix("/")


@pytest.fixture
def template(migrated_database: str) -> str:
    """The name of the PostgreSQL database that `any_app` begins with; a test file may override this fixture."""
    return migrated_database


@pytest.fixture
def any_app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An application on a database of its own; empty as `app` is, and in PostgreSQL too for a test `ON_BOTH`."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield request.getfixturevalue("app")
        return
    cluster = request.getfixturevalue("cluster")
    with database(cluster, request.getfixturevalue("template")) as url:
        (tmp_path / "instance").mkdir(mode=0o700)
        config = {"INSTANCE": str(tmp_path / "instance"), "TESTING": True, "WTF_CSRF_ENABLED": False}
        app = request.getfixturevalue("factory")({**config, "SQLALCHEMY_DATABASE_URI": url})
        yield app
        shut(app)


@pytest.fixture
def serve(tmp_path: Path, empty_instance: Path) -> Iterator[Callable[..., Server]]:
    """Start servers: each call is a process of its own on the same instance folder; all end with the test."""
    started: list[Server] = []
    shutil.copytree(empty_instance, tmp_path / "instance")

    def start(**environment: str) -> Server:
        server = Server(tmp_path / "instance", environment)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def phone() -> Iterator[Callable[[Server], Phone]]:
    """Return another phone at each call: one that has joined no table yet."""
    taken: list[Phone] = []

    def take(server: Server) -> Phone:
        taken.append(Phone(server.url))
        return taken[-1]

    yield take
    for each in taken:
        each.close()
