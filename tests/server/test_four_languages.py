"""Four phones at one table, each in a language of its own: the page and the stream."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

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


def tie(lang: str) -> str:
    translator = language.translator(GAME.WORDS, ("Annabel", "Luis", "Zoë"), lang)
    return translator.say("trick-burnt-starts", {"who": PlayerRef(1), "others": PlayerRef(0), "value": 9})


def test_entries_reach_each_phone_in_its_language(server: Server, phone: Callable[[Server], Phone]) -> None:
    readers = {lang: phone(server) for lang in language.LANGUAGES}
    host = readers["en"]
    game = host.start_game(host.create_table(), ["Annabel", "Luis", "Zoë"], "bids")
    for lang, reader in readers.items():
        reader.cookies |= host.cookies
        reader.post("/language", {"lang": language.tag(lang)})
    streams = {lang: reader.stream(game) for lang, reader in readers.items()}
    for stream in streams.values():
        assert [next(stream)[0], next(stream)[0]] == ["hello", "board"]
    for number, entry in enumerate(TURN):
        assert host.submit(game, entry, number).status == 200
    assert len({tie(lang) for lang in readers}) == len(readers)
    for lang, reader in readers.items():
        live = next(data for _, name, data in streams[lang] if name.startswith("4-"))
        page = reader.get(game).text
        assert tie(lang) in unescape(live)
        assert tie(lang) in unescape(page)
        assert f'<html lang="{language.tag(lang)}"' in page
