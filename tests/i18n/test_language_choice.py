"""Which language a phone is answered in, and how it is chosen."""

import re
from datetime import datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import language
from tests.checked import matched


def spoken(client: FlaskClient, accepted: str | None = None) -> str:
    headers = {} if accepted is None else {"Accept-Language": accepted}
    return matched(r'<html lang="([\w-]+)"', client.get("/", headers=headers).text)[1]


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (None, "en"),
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("es-419", "es"),
        ("pt-PT", "pt-BR"),
        ("fr,es;q=0.4,de;q=0.8", "de"),
        ("fr-FR", "en"),
        ("*", "en"),
        ("xx-,;q=nonsense,de", "de"),
    ],
)
def test_a_phone_is_answered_in_its_browsers_language(client: FlaskClient, accepted: str | None, expected: str) -> None:
    assert spoken(client, accepted) == expected


def test_a_chosen_language_is_kept_on_the_phone(client: FlaskClient) -> None:
    answer = client.post("/language", data={"lang": "pt-BR", "back": "/?round=2"})
    assert (answer.status_code, answer.location) == (303, "/?round=2")
    assert {"HttpOnly", "SameSite=Lax", "Max-Age=31536000"} <= {*answer.headers["Set-Cookie"].split("; ")}
    assert spoken(client, "de") == "pt-BR"


def test_an_unknown_language_is_refused_with_those_available(client: FlaskClient) -> None:
    answer = client.post("/language", data={"lang": "tlh"})
    assert answer.status_code == 422
    assert "There is no language tlh. You can use en, es, pt-BR or de." in answer.text
    answer = client.post("/language", data={"lang": "tlh"}, headers={"Accept-Language": "de"})
    assert "Die Sprache tlh gibt es nicht. Möglich: en, es, pt-BR oder de." in answer.text


@pytest.mark.parametrize(
    "back", ["//example.org", "/\\example.org", "https://example.org", "javascript:alert(1)", "/\nx", ""]
)
def test_choosing_a_language_never_redirects_to_another_site(client: FlaskClient, back: str) -> None:
    assert client.post("/language", data={"lang": "de", "back": back}).location == "/"
    assert ">Back</a>" not in client.get("/language", query_string={"back": back}).text


def test_the_choice_of_a_language_has_a_way_back(client: FlaskClient) -> None:
    assert '<a href="/?round=2">Back</a>' in client.get("/language?back=/%3Fround=2").text


def test_an_invalid_cookie_is_ignored(client: FlaskClient) -> None:
    client.set_cookie("lang", "../../etc")
    assert spoken(client, "es") == "es"


def test_each_language_is_offered_under_its_own_name(client: FlaskClient) -> None:
    text = client.get("/language").text
    buttons = dict(re.findall(r'<button name="lang" value="([\w-]+)"[^>]*>([^<]+)</button>', text))
    assert buttons == {language.tag(lang): name for lang, name in language.LANGUAGES.items()}


@pytest.mark.parametrize(
    ("lang", "date", "short", "time"),
    [
        ("en", "1 Nov 2026", "01/11", "20:07"),
        ("es", "1 nov 2026", "1/11", "20:07"),
        ("pt-BR", "01/11/2026", "01/11", "20:07"),
        ("de", "01.11.2026", "1.11.", "20:07"),
    ],
)
def test_dates_and_times_are_written_as_usual_in_the_language(lang: str, date: str, short: str, time: str) -> None:
    app = Flask(__name__)
    language.init_app(app)
    at = datetime(2026, 11, 1, 20, 7).astimezone()
    with app.test_request_context(headers={"Accept-Language": lang}):
        assert (language.day(at), language.day_and_month(at), language.clock(at)) == (date, short, time)
