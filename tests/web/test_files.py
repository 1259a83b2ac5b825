"""Files of a table: downloaded by its host, imported after a preview."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from companion.exchange import evening_file, file_fields, record_file
from companion.exchange.csv_files import with_decimal_commas
from companion.exchange.exports import EXPORTS
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import Game, Table
from companion.web.tables import uploads
from tests import samples
from tests.conftest import app
from tests.evening import instance
from tests.exchange.imports import empty_database
from tests.web.markup import tree

__all__ = ["app", "instance"]


@pytest.fixture
def config() -> dict[str, object]:
    return {"WTF_CSRF_ENABLED": False}


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    with app.app_context():
        table = db.session.scalars(select(Table)).one()
        with writing():
            table.name = "Café “Zoë”, =1"
        yield table


@pytest.fixture
def host(client: FlaskClient, table: Table) -> FlaskClient:
    client.get(f"/l/{table.links[0].token}")
    return client


def send(client: FlaskClient, url: str, data: bytes) -> Any:
    return client.post(url, data={"file": (io.BytesIO(data), "table.json")}, content_type="multipart/form-data")


def token_in(page: Any) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page.text)
    assert found, page.text
    return found[1]


def count(model: Any = Game) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def test_each_file_is_an_attachment_with_a_safe_name(host: FlaskClient, table: Table) -> None:
    for name in EXPORTS:
        answer = host.get(f"/t/{table.public_id}/files/{name}")
        assert answer.status_code == 200
        assert re.fullmatch(r"attachment; filename=cafe-zoe-1[\w.]*", answer.headers["Content-Disposition"])
        if name == "games-csv":
            assert len([*csv.reader(io.StringIO(answer.data.decode("utf-8-sig")))]) > 5
    assert host.get(f"/t/{table.public_id}/files/nothing").status_code == 404


@pytest.mark.parametrize(("lang", "count"), [("en", 0), ("de", 2), ("es", 2), ("pt_BR", 2)])
def test_a_csv_with_semicolons_is_offered_where_the_language_has_a_decimal_comma(
    host: FlaskClient, table: Table, lang: str, count: int
) -> None:
    host.set_cookie("lang", lang)
    assert host.get(f"/t/{table.public_id}/files").text.count("?commas=") == count


def test_a_csv_with_semicolons_has_the_same_cells_and_decimal_commas(host: FlaskClient, table: Table) -> None:
    url = f"/t/{table.public_id}/files"
    plain, other = (host.get(f"{url}/games-csv{query}").data.decode("utf-8-sig") for query in ("", "?commas="))
    assert [*csv.reader(io.StringIO(plain))] == [*csv.reader(io.StringIO(other), delimiter=";")]
    assert host.get(f"{url}/table?commas=").get_json() == host.get(f"{url}/table").get_json()
    odd = 'name,points\r\n"Bo; ""B"", Jr.",-2.25\r\n1.2.3,7\r\n'.encode("utf-8-sig")
    assert with_decimal_commas(odd).decode("utf-8-sig") == 'name;points\r\n"Bo; ""B"", Jr.";-2,25\r\n1.2.3;7\r\n'


def test_a_table_is_imported_after_a_preview(host: FlaskClient, table: Table) -> None:
    data = host.get(f"/t/{table.public_id}/files/table").data
    empty_database()
    preview = send(host, "/import", data)
    assert (preview.status_code, count(Table)) == (200, 0), "nothing is written yet"
    answer = host.post("/import", data={"token": token_in(preview)}, follow_redirects=True)
    assert answer.status_code == 200
    assert (count(Table), count()) == (1, 8)
    assert [notice.attrs["data-kind"] for notice in tree(answer.text).all("section", class_="notice")] == [
        "good",
        "warn",
    ]
    assert "/l/" in answer.text, "the link of its host"
    again = host.get(f"/t/{db.session.scalars(select(Table)).one().public_id}/files/table").data
    assert again == data


def test_an_import_by_someone_who_is_not_host_makes_a_new_table(app: Flask, host: FlaskClient, table: Table) -> None:
    data = host.get(f"/t/{table.public_id}/files/table").data
    stranger = app.test_client()
    token = token_in(send(stranger, "/import", data))
    stranger.post("/import", data={"token": token})
    assert count(Table) == 2
    assert stranger.get(f"/t/{table.public_id}").status_code == 404


def test_an_imported_table_counts_towards_the_limit_of_new_tables(app: Flask, client: FlaskClient) -> None:
    app.config["MAX_TABLES_PER_HOUR"] = 1
    with app.app_context():
        tokens = [token_in(send(client, "/import", record(name))) for name in ("Ana", "Luis")]
        assert [client.post("/import", data={"token": token}).status_code for token in tokens] == [303, 429]
        assert client.post("/tables").status_code == 429
        assert count(Table) == 2  # with the one of the evening


def test_an_uploaded_file_is_deleted_after_its_import(app: Flask, client: FlaskClient) -> None:
    token = token_in(send(client, "/import", record("Ana")))
    assert [client.post("/import", data={"token": token}).status_code for _ in range(2)] == [303, 422]
    assert [*(Path(app.instance_path) / "imports").iterdir()] == []


def test_a_token_leads_to_no_other_file(app: Flask, client: FlaskClient) -> None:
    token = token_in(send(client, "/import", record("Ana")))
    secret = Path(app.instance_path) / "companion.toml"
    secret.write_text("")
    for wrong in (f"{token}/../../companion.toml", "../companion.toml", f"{token}/", token[:-1], "A" * 22):
        assert client.post("/import", data={"token": wrong}).status_code == 422
        with app.app_context():
            uploads.delete(wrong)
    assert secret.exists()
    assert client.post("/import", data={"token": token}).status_code == 303


def record(name: str) -> bytes:
    """Return the record of a game in which nothing was entered yet."""
    raw = {"format": "companion-record/1", "game": samples.ANY, "players": [{"name": name}], "entries": []}
    return json.dumps(raw).encode()


def test_games_that_are_left_out_are_named(host: FlaskClient, table: Table) -> None:
    raw = json.loads(host.get(f"/t/{table.public_id}/files/table").data)
    raw["id"] = "00000000-0000-4000-8000-000000000001"
    raw["games"][0]["log"] = [raw["games"][0]["log"][0]] * 2
    raw["games"][1]["names"][0]["name"] = "<b>"
    raw["games"][1]["options"] = {"rounds": "<script>"}
    page = send(host, "/import", json.dumps(raw).encode())
    assert page.text.count("Bids, ") == 2
    assert "<script>x" not in page.text
    done = host.post("/import", data={"token": token_in(page)}, follow_redirects=True)
    assert [notice.attrs["data-kind"] for notice in tree(done.text).all("section", class_="notice")] == ["warn", "warn"]


def test_a_file_without_a_valid_game_makes_no_table(host: FlaskClient, table: Table) -> None:
    players = [{"name": "Ana"}]
    record = {"format": "companion-record/1", "game": "the-game", "options": {}, "players": players, "entries": [7]}
    page = send(host, "/import", json.dumps(record).encode())
    assert page.status_code == 422
    assert 'name="token"' not in page.text
    assert "The Game" in page.text, "what is wrong is said"
    token = uploads.save(json.dumps(record).encode(), "")
    assert host.post("/import", data={"token": token}).status_code == 422
    assert (count(Table), uploads.load(token)) == (1, None)


def test_a_wrong_file_is_an_error_at_the_field(host: FlaskClient, table: Table) -> None:
    for data in (b"", b"{", b"[]", b'{"format": "companion-table/2"}', b"PK\x03\x04", b"\x00" * 100):
        answer = send(host, f"/t/{table.public_id}/import", data)
        assert answer.status_code == 422, data
        assert 'id="file-wrong"' in answer.text, data


def test_what_is_wrong_with_a_file_is_said_in_the_language_of_the_page(host: FlaskClient, table: Table) -> None:
    host.set_cookie("lang", "de")
    assert "Diese Datei ist leer." in send(host, f"/t/{table.public_id}/import", b"").text


def test_a_file_beyond_the_limit_is_refused(
    host: FlaskClient, table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app.config["MAX_IMPORT_LENGTH"] > file_fields.MAX_BYTES == 20 * 1024**2
    app.config["MAX_IMPORT_LENGTH"] = 200_000
    monkeypatch.setattr(file_fields, "MAX_BYTES", 100_000)
    assert send(host, "/import", b" " * 250_000).status_code == 413
    assert send(host, "/import", b" " * 150_000).status_code == 422
    assert host.post("/tables", data={"name": "x" * 100_000}).status_code == 413, "other addresses take no files"


def test_a_file_for_which_there_is_no_room_is_refused_and_not_kept(
    app: Flask, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert send(host, "/import", record("Ana")).status_code == 503
    assert [*(Path(app.instance_path) / "imports").iterdir()] == []


def test_a_file_for_whose_import_there_is_no_room_is_kept(host: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))

    token = token_in(send(host, "/import", record("Ana")))
    with monkeypatch.context() as patch:
        patch.setattr(evening_file, "add", full)
        assert host.post("/import", data={"token": token}).status_code == 503
    assert host.post("/import", data={"token": token}).status_code == 303, "later there is room"


def test_lines_of_a_file_may_have_any_length(host: FlaskClient) -> None:
    """Each is read to its end: what is refused is its contents."""
    boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW0"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    for size, indent in product((60, 70, 300, 700, 3000), (None, 0, 1, 60)):
        data = json.dumps(
            {"format": "companion-table/1", "numbers": [*range(size * 1000 // (7 + (indent or 0)))]}, indent=indent
        )
        body = f"{head}{data}\r\n--{boundary}--\r\n".encode()
        answer = host.post("/import", data=body, content_type=f"multipart/form-data; boundary={boundary}")
        assert answer.status_code == 422, (size, indent)


def test_waiting_uploads_are_private_and_limited(app: Flask) -> None:
    with app.app_context():
        folder, began = Path(app.instance_path) / "imports", time.time()
        tokens = []
        for at in range(30):
            tokens.append(uploads.save(b"{}", "192.0.2.7"))
            os.utime(folder / tokens[-1], (began, began - 60 + at))
        assert {path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())} == {0o700, 0o600}
        assert len([*folder.iterdir()]) == uploads.MAX_FILES
        assert [uploads.load(token) for token in tokens] == [None] * 10 + [b"{}"] * 20, "the newest are kept"


def test_an_upload_is_gone_after_an_hour(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        path = Path(app.instance_path) / "imports" / uploads.save(b"{}", "192.0.2.7")
        for moment, data in ((path.stat().st_mtime + 3599.9, b"{}"), (path.stat().st_mtime + 3600.1, None)):
            monkeypatch.setattr(time, "time", lambda moment=moment: moment)
            assert (uploads.load(path.name), path.exists()) == (data, data is not None)


def test_another_network_cannot_push_out_an_upload(app: Flask, client: FlaskClient) -> None:
    token = token_in(send(client, "/import", record("Ana")))
    stranger = app.test_client()
    stranger.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    for _ in range(uploads.MAX_FILES + 1):
        send(stranger, "/import", record("Luis"))
    assert client.post("/import", data={"token": token}).status_code == 303


def test_a_file_is_not_read_for_a_network_that_may_create_no_more_tables(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["MAX_TABLES_PER_HOUR"] = 1
    assert client.post("/tables").status_code == 303
    monkeypatch.setattr(record_file, "read_any", lambda *_: pytest.fail("is read"))
    assert send(client, "/import", record("Ana")).status_code == 429


def test_a_waiting_upload_may_be_deleted_by_another_process_at_the_same_moment(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        uploads.save(b"{}", "192.0.2.7")
        (Path(app.instance_path) / "imports" / "gone").symlink_to("nowhere")  # is listed, but not there
        assert uploads.load(uploads.save(b"[]", "192.0.2.7")) == b"[]"
        unlink = Path.unlink
        monkeypatch.setattr(Path, "unlink", lambda path, missing_ok=False: (unlink(path), unlink(path, missing_ok)))
        tokens = [uploads.save(b"{}", "192.0.2.7") for _ in range(uploads.MAX_FILES)]
        uploads.delete(tokens.pop())
        os.utime(Path(app.instance_path) / "imports" / tokens[-1], (0, 0))
        assert uploads.load(tokens[-1]) is None
