"""Four phones at one table, each in a language of its own: the page, the stream, a refusal, the log of an old game."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest

from companion.core.messages import PlayerRef
from companion.games.bids.game import GAME
from companion.i18n import language
from tests.phones import Phone, Server

TURN = (
    {"type": "reveal", "card": "K5"},
    {"type": "bid", "seat": 0, "card": "R9"},
    {"type": "bid", "seat": 1, "card": "Y9"},
    {"type": "bid", "seat": 2, "card": "B1"},
)

Readers = dict[str, Phone]


@pytest.fixture
def table(server: Server, phone: Callable[[Server], Phone]) -> tuple[Readers, str]:
    """Four phones with the host's link, by language, and a game of Bids that they follow."""
    readers = {lang: phone(server) for lang in language.LANGUAGES}
    host = readers["en"]
    game = host.start_game(host.create_table(), ["Annabel", "Luis", "Zoë"], "bids")
    for lang, reader in readers.items():
        reader.cookies |= host.cookies
        reader.post("/language", {"lang": language.tag(lang)})
    return readers, game


def submit_turn(host: Phone, game: str) -> None:
    for number, entry in enumerate(TURN):
        assert host.submit(game, entry, number).status == 200


def tie(lang: str) -> str:
    translator = language.translator(GAME.WORDS, ("Annabel", "Luis", "Zoë"), lang)
    return translator.say("trick-burnt-starts", {"who": PlayerRef(1), "others": PlayerRef(0), "value": 9})


def bid(lang: str) -> str:
    translator = language.translator(GAME.WORDS, ("Annabel", "Luis", "Zoë"), lang)
    return translator.say("log-bid", {"who": PlayerRef(1), "card": "Y9"})


def test_entries_reach_each_phone_in_its_language(table: tuple[Readers, str]) -> None:
    readers, game = table
    streams = {lang: reader.stream(game) for lang, reader in readers.items()}
    for stream in streams.values():
        assert [next(stream)[0], next(stream)[0]] == ["hello", "board"]
    submit_turn(readers["en"], game)
    assert len({tie(lang) for lang in readers}) == len(readers)
    for lang, reader in readers.items():
        live = next(data for _, name, data in streams[lang] if name.startswith("4-"))
        page = reader.get(game).text
        assert tie(lang) in unescape(live)
        assert tie(lang) in unescape(page)
        assert f'<html lang="{language.tag(lang)}"' in page


def test_each_phone_shows_a_refusal_in_its_language(table: tuple[Readers, str]) -> None:
    readers, game = table
    submit_turn(readers["en"], game)
    answers = {lang: reader.submit(game, {"type": "reveal", "card": "K5"}, 4) for lang, reader in readers.items()}
    assert {answer.status for answer in answers.values()} == {422}
    notices = {lang: answer.text.partition('class="notice')[2][:600] for lang, answer in answers.items()}
    assert len(set(notices.values())) == len(readers)
    assert all(
        language.translator(GAME.WORDS, (), lang).say("K5") in unescape(notice) for lang, notice in notices.items()
    )


def test_the_log_of_an_old_game_is_read_in_any_language(table: tuple[Readers, str]) -> None:
    readers, game = table
    host = readers["en"]
    submit_turn(host, game)
    host.submit(game, {"type": "adjust", "seat": 0, "points": 1, "reason": "!"}, 4)
    host.start_game(game.rpartition("/")[0], ["Eva", "Bo", "Max"], "bids")
    for lang, reader in readers.items():
        log = unescape(reader.get(f"{game}/log").text)
        assert bid(lang) in log
        other = next(item for item in readers if item != lang)
        assert bid(other) not in log
