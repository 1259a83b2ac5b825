"""Every address with odd queries and forms: no error of ours, and nobody waits."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count, product
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion import games
from companion.app import create_app
from companion.exchange.exports import EXPORTS
from companion.store import evenings, links
from companion.store.base import day_of, db, now
from companion.store.models import HOST, PLAYER, VIEWER, Evening, Table
from tests import samples
from tests.checked import allowed, present
from tests.conftest import shut
from tests.evening import start, submit
from tests.fuzz.conftest import PHASES, Fuzz, answered_in_time
from tests.fuzz.values import NO_TEXT, TEXTS, changed_json, changed_text, parsed
from tests.fuzz.visits import Known, Visit, visits_from
from tests.web.markup import tree

STORIES, STEPS = 60, 6
ROLES = (HOST, HOST, HOST, PLAYER, PLAYER, VIEWER, "stranger")
PART = re.compile(r"<(?:\w+:)?(\w+)>")  # of an address
STREAM = ("stream.events", "GET")
FORM = "application/x-www-form-urlencoded"
HEADERS: tuple[dict[str, str], ...] = (
    *({}, {}, {}, {"X-Companion-Fragment": "1"}, {"Accept-Language": "xx-YY;q=9, ,*;q=a"}),
    *({"Referer": "http://localhost/t/x?a=%ff"}, {"If-None-Match": '"x'}, {"Last-Event-ID": "9" * 5000}),
)


class Sample:
    """The instance folder of an evening in which every game is in progress, too, and what its pages can send.

    A club's evening at the same table is in its second round.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with app_of(folder) as app, app.app_context():
            table = db.session.scalars(select(Table)).one()
            links.viewer_link(table)
            in_progress = []
            for slug in games.GAMES:
                options, entries = samples.of(slug).IN_PROGRESS
                in_progress.append(start(table, slug, [*table.players], options))
                for entry in entries:
                    submit(in_progress[-1], entry, None)
            evening = club_evening(table)
            self.tokens = {link.role: link.token for link in table.links}
            parts: dict[str, Iterable[object]] = {
                "public_id": [table.public_id],
                "n": [1, 3, 5, *(game.n for game in in_progress)],
                "code": [table.code],
                "secret": [table.join_secret],
                "token": [links.share(table.games[0]), self.tokens[PLAYER]],
                "player_id": [1],
                "link_id": [1],
                "key": [1],
                "slug": games.GAMES,
                "misplay_id": ["MP-11"],
                "name": EXPORTS,
                "evening_id": [evening.id],
                "season_id": [evening.season_id],
                "number": range(1, len(evening.rounds) + 1),
                "sheet": ["slips", "sheet", "standings"],
            }
        with self.copied(folder.parent / "crawled") as app:
            self.known = known = Known(app)
            client = self.browser(app, HOST)
            bare = [
                Visit(method, PART.sub(r"{\1}", rule.rule).format(**dict(zip(names, values, strict=True))), [])
                for rule in app.url_map.iter_rules()
                for names in [PART.findall(rule.rule)]
                for values in product(*(parts.get(name, ["style.css"]) for name in names))
                for method in {"GET", "POST"} & present(rule.methods)
            ]
            for visit in bare:
                if visit.method == "GET":
                    known.note(visit)
            for slug in games.with_rules():
                for situation in (*samples.of(slug).SITUATIONS, *samples.of(slug).OPEN_SITUATIONS):
                    known.note(Visit("GET", "/rules", [("game", slug), *situation.items()]))
            for url in known.unread(but=STREAM):
                known.read(url, ask(client, "GET", url))
            for visit in bare:
                known.note(visit)

    @contextmanager
    def copied(self, folder: Path) -> Iterator[Flask]:
        """Yield an application on a copy, which is removed after the block."""
        shutil.copytree(self.folder, folder)
        try:
            with app_of(folder) as app:
                yield app
        finally:
            shutil.rmtree(folder)

    def browser(self, app: Flask, role: str) -> FlaskClient:
        client = app.test_client()
        if role in self.tokens:
            assert ask(client, "GET", f"/l/{self.tokens[role]}").status_code == 303
        return client


def club_evening(table: Table) -> Evening:
    """Add an evening of a club with a round in which a game has begun, and a draft."""
    here = [player.id for player in table.players]
    evening = Evening(table_id=table.id, slug="bids", options={}, form=evenings.FINAL, points=[], here=here, rounds=[])
    evening.apart = [here[:2]]
    evenings.save(evening, {"name": "Club evening", "day": day_of(now()), "finalists": 3}, "Spring")
    for number in (1, 2):
        assert evenings.draw(evening, number) is None
    evenings.change(evening, 1, "publish")
    entry = samples.of("bids").IN_PROGRESS[1][0]
    submit(allowed(evenings.start_game(evening, 1, 1)), entry, None)
    return evening


@contextmanager
def app_of(folder: Path) -> Iterator[Flask]:
    config = {"INSTANCE": str(folder), "TESTING": True, "WTF_CSRF_ENABLED": False, "MAX_COSTS_PER_MINUTE": 0}
    app = create_app(config)
    try:
        yield app
    finally:
        shut(app)


def ask(client: FlaskClient, method: str, path: str, **sent: Any) -> TestResponse:
    """Return the response, of which an endless stream is not read."""
    parts = urlsplit(path)
    response = client.open(parts.path, method=method, buffered=False, **{"query_string": parts.query, **sent})
    if response.mimetype != "text/event-stream":
        response.get_data()
    response.close()
    return response


@pytest.fixture(scope="module")
def sample(evening_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    folder = tmp_path_factory.mktemp("fuzz") / "instance"
    shutil.copytree(evening_instance, folder)
    return Sample(folder)


@st.composite
def changed(draw: st.DrawFn, visit: Visit, known: Known) -> tuple[str, str, dict[str, Any]]:
    """Draw a request like `visit` in which usually one or two things are odd: method, path, what else is sent."""
    method, path, pairs = visit.method, visit.path, [*visit.pairs]
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 2, 3)))):
        how = draw(
            st.sampled_from(("value", "value", "value", "value", "add", "add", "drop", "repeat", "path", "method"))
        )
        at = draw(st.integers(0, len(pairs) - 1)) if pairs else 0
        if how == "value" and pairs:
            name, text = pairs[at]
            pairs[at] = name, draw(changed_text(text, sorted(known.values.get(name, ()))))
        elif how in ("value", "add"):
            name = draw(st.sampled_from(sorted(known.values)))
            pairs.insert(at, (name, draw(changed_text("", sorted(known.values[name])))))
        elif how == "drop":
            pairs[at : at + 1] = []
        elif how == "repeat":
            pairs[at : at + 1] *= 2
        elif how == "path":
            path = draw(changed_path(path, known))
        else:
            method = {"GET": "POST", "POST": "GET"}[method]
    headers, encoded = draw(st.sampled_from(HEADERS)), urlencode(pairs, errors="surrogateescape")
    if method == "GET":
        return method, path, {"headers": headers, "query_string": encoded}
    if not visit.file:
        return method, path, {"headers": headers, "data": encoded, "content_type": FORM}
    form: dict[str, Any] = {name: value.encode(errors="replace").decode() for name, value in pairs}
    form[visit.file] = BytesIO(draw(changed_file(draw(st.sampled_from(known.files))))), "table.json"
    return method, path, {"headers": headers, "data": form}


@st.composite
def changed_path(draw: st.DrawFn, path: str, known: Known) -> str:
    steps = path.split("/")
    text = draw(st.sampled_from((*sorted(known.parts), *TEXTS)))
    steps[draw(st.integers(1, len(steps) - 1))] = quote(text, safe="", errors="surrogateescape")
    return "/".join(steps)


@st.composite
def changed_file(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a file like `data`, in which a few parts of one line are odd, or which breaks off."""
    if draw(st.integers(0, 9)) == 0:
        return data[: draw(st.integers(0, len(data)))] + draw(st.sampled_from((b"", *NO_TEXT)))
    lines = data.splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    if (value := parsed(lines[at].decode())) is None:  # the file is one value
        at, lines, value = 0, [b""], json.loads(data)
    for _ in range(draw(st.integers(0, 3))):
        value = draw(changed_json(value))
    lines[at] = json.dumps(value).encode()
    return b"\n".join(lines)


def answered(client: FlaskClient, method: str, path: str, sent: dict[str, Any]) -> TestResponse:
    """Return the response to a request that did not fail and did not take long."""
    with answered_in_time(method, path, sent):
        response = ask(client, method, path, **sent)
    assert response.status_code < 500, (response.status_code, method, path, sent)
    return response


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_no_request_fails_or_takes_long(sample: Sample, tmp_path: Path, fuzz: Fuzz) -> None:
    known, requests = sample.known, count()
    kinds = sorted({*known.visits} - {STREAM})

    @settings(max_examples=STORIES, phases=PHASES, suppress_health_check=[*HealthCheck])
    @given(st.data())
    def check(data: st.DataObject) -> None:
        with sample.copied(tmp_path / "instance") as app:
            client = sample.browser(app, data.draw(st.sampled_from(ROLES)))
            offered: list[Visit] = []
            for _ in range(data.draw(st.integers(1, STEPS))):
                visits = known.visits[data.draw(st.sampled_from(kinds))]
                visit = data.draw(st.sampled_from(data.draw(st.sampled_from([visits, offered or visits]))))
                method, path, sent = data.draw(changed(visit, known))
                response = answered(client, method, path, sent)
                next(requests)
                offered = []
                if response.mimetype == "text/html":
                    offered = [visit for visit in visits_from(path, tree(response.text)) if visit.method == "POST"]
            assert ask(app.test_client(), "POST", "/tables", data={"name": "Next"}).status_code == 303  # it can be used

    fuzz(check, lambda: next(requests))


@pytest.mark.timeout(0)
@pytest.mark.slow
def test_no_stream_fails_or_takes_long(sample: Sample, tmp_path: Path, fuzz: Fuzz) -> None:
    """All ask one application, whose database stays: it has a thread that draws the boards until the process ends."""
    requests = count()
    shutil.copytree(sample.folder, tmp_path / "instance")
    with app_of(tmp_path / "instance") as app:
        client = sample.browser(app, PLAYER)

        @settings(max_examples=STORIES // 5, phases=PHASES)
        @given(st.sampled_from(sample.known.visits[STREAM]).flatmap(lambda visit: changed(visit, sample.known)))
        def check(request: tuple[str, str, dict[str, Any]]) -> None:
            answered(client, *request)
            next(requests)

        fuzz(check, lambda: next(requests))
