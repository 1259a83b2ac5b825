"""Forms from our own pages are taken, whatever a browser leaves out; the others are refused for their reason."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web import forgery
from companion.web.forgery import NO_COOKIE, OLD_PAGE, OTHER_PORT, OTHER_SITE

HTTP, HTTPS = "http://cards.example.org", "https://cards.example.org"
PORT = f"{HTTPS}:8465"


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True}])
@pytest.mark.parametrize(
    ("external", "opened", "headers", "cause"),
    [
        ("", HTTPS, {}, ""),
        ("", HTTPS, {"Origin": HTTPS}, ""),
        ("", HTTPS, {"Referer": f"{HTTPS}/t/x"}, ""),
        ("", HTTP, {"Origin": HTTPS}, ""),  # behind a proxy that says nothing of https
        ("", f"{HTTP}:8000", {"Origin": f"{HTTP}:8000"}, ""),
        ("", "http://[::1]:8000", {"Origin": "http://[::1]:8000"}, ""),
        ("", "http://Pi.local", {"Origin": "http://pi.local"}, ""),
        (PORT, HTTPS, {"Origin": PORT}, ""),  # behind a proxy that drops the port
        (PORT, "http://192.168.1.2:8000", {"Origin": "http://192.168.1.2:8000"}, ""),
        ("", HTTPS, {"Origin": PORT}, OTHER_PORT),
        ("", "http://[::1]:8000", {"Origin": "http://[::1]:8001"}, OTHER_PORT),
        ("", HTTPS, {"Origin": "https://evil.example"}, OTHER_SITE),
        (HTTPS, HTTPS, {"Origin": "https://cards.example.org.evil.example"}, OTHER_SITE),
        ("", HTTPS, {"Origin": "null", "Referer": "https://evil.example/"}, OTHER_SITE),
        ("", HTTPS, {"Referer": "https://[evil"}, OTHER_SITE),
    ],
)
def test_a_form_is_judged_by_where_it_comes_from(
    app: Flask, external: str, opened: str, headers: dict[str, str], cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    app.config["EXTERNAL_URL"] = external
    client = app.test_client()
    token = (
        client.get("/", base_url=opened, headers=headers)
        .text.partition('name="csrf-token" content="')[2]
        .partition('"')[0]
    )
    answer = client.post("/tables", base_url=opened, data={"name": "Friday", "csrf_token": token}, headers=headers)
    assert answer.status_code == (400 if cause else 303)
    logged = [record.getMessage() for record in caplog.records]
    assert [line.partition(",")[0] for line in logged] == ([f"form refused: {cause}"] if cause else [])


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True}])
def test_the_page_and_the_log_tell_the_causes_apart(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    client, stranger = app.test_client(), app.test_client()
    client.get("/")
    answers = {
        NO_COOKIE: stranger.post("/tables"),
        OLD_PAGE: client.post("/tables", data={"csrf_token": "x"}),
        OTHER_SITE: client.post("/tables", headers={"Origin": "http://x"}),
        OTHER_PORT: client.post("/tables", headers={"Origin": "http://localhost:1"}),
    }
    assert {answer.status_code for answer in answers.values()} == {400}
    assert [record.getMessage().split(": ")[1].partition(",")[0] for record in caplog.records] == [*answers]
    with app.test_request_context("/tables"):
        words = {cause: forgery.words_for(cause) for cause in answers}
    assert len({*words.values()}) == 4
    assert all(words[cause] in answer.text for cause, answer in answers.items())


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True, "EXTERNAL_URL": HTTPS}])
def test_a_phone_that_uses_http_although_cookies_need_https_is_told_so(app: Flask) -> None:
    assert f"{HTTPS}/ instead" in app.test_client().post("/tables").text
