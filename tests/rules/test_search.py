"""The search in the rule books: words as players say them find the right rule among the first three."""

from __future__ import annotations

import time
from functools import cache

import pytest

from companion import games
from companion.core.search import Index, highlighted
from companion.desk import findings
from companion.i18n import language
from tests.web.pages import Visitor

# What players type at the table, by the book they look into ("" for all of them), and a rule that answers it.
EVERY_BOOK = {
    "minus 5": "M5-01",
    "-5": "M5-01",
    "rounding": "R-05",
    "2x empty": "R-31",
    "pass": "BID-16 TG-07",
    "stuck": "TG-16",
    "fewer than two": "TG-16",
    "twist": "TT-09",
    "voluntarily": "TT-13",
    "misdeal": "MP-24",
    "tie": "BID-24",
    "burn": "BID-25",
    "burnt": "BID-25",
    "lucky loser": "BID-31",
    "thief": "TH-02",
    "steal": "TH-02",
    "stealing": "TH-02",
    "rob": "TH-02",
    "double": "2X-01",
    "doubles": "2X-01",
    "2x": "2X-01",
    "times two": "2X-01",
    "ally": "AL-01",
    "alliance": "AL-01",
    "partner": "AL-01",
    "round up": "R-05",
    "half point": "R-05",
    "7.5": "R-05",
    "shuffle": "SH-01",
    "lowest wins": "LO-01",
    "surprise": "SU-01",
    "blind": "SU-01",
    "color bids": "COL-01",
    "colour": "COL-01",
    "majority": "COL-01",
    "board game arena": "BGA-14",
    "bga": "BGA-14 BGA-12",
    "blank": "BL-01",
    "bonus": "R-76",
    "30 points": "R-76",
    "negative": "M5-01",
    "minus points": "M5-01 TT-17",
    "toad": "TT-03",
    "toads": "TT-03",
    "frog": "TT-03",
    "double digit": "TT-03",
    "mirror": "TT-09",
    "mirror image": "TT-09",
    "pair": "TT-09",
    "swap digits": "TT-09",
    "row": "TT-13 TT-08",
    "take the row": "TT-13",
    "within ten": "TT-07",
    "close the gap": "TT-11",
    "penalty": "TT-19",
    "penalty card": "TT-19",
    "advanced": "TT-19",
    "backwards": "TG-09",
    "ten back": "TG-09",
    "37 on 47": "TG-09",
    "may i stop": "TG-07",
    "expert": "TG-18",
    "ascending": "TG-03",
    "descending": "TG-04",
    "communication": "TG-12",
    "hint": "TG-12",
    "excellent": "TG-17",
    "leftover": "TG-17",
    "look through": "MP-56",
    "table talk": "MP-33 TG-12",
    "bluff": "MP-33",
    "illegal card": "MP-14",
    "out of turn": "MP-11 MP-59",
    "forgot to draw": "MP-75 MP-54",
    "drew too many": "MP-54",
    "peek": "MP-20 MP-76",
    "nine cards": "MP-24",
    "eleven cards": "MP-24",
    "removed card": "BID-08",
    "face-down": "MP-76",
    "rouding": "R-05",
    "alianse": "AL-01 AL-02",
}
BIDS = {
    "empty": "BID-31",
    "say": "MP-33",
    "talk": "MP-33",
    "who starts": "BID-17",
    "first player": "BID-17",
    "longest name": "BID-17",
    "highest card": "BID-19",
    "who wins": "BID-19",
    "draw": "BID-24",
    "same card": "BID-24",
    "equal": "BID-24",
    "three tied": "R-36",
    "discard": "BID-26",
    "how many tricks": "BID-27",
    "how many rounds": "R-19",
    "end of round": "BID-27",
    "end of game": "BID-36",
    "score": "BID-28",
    "black in hand": "BID-22",
    "from hand": "BID-22",
    "mixed in": "BID-10",
    "deal": "BID-12",
    "three players": "BID-03",
    "four players": "BID-04",
    "five players": "BID-05",
    "six players": "BID-06",
    "special cards": "BID-07",
    "tie-break": "BID-30",
    "no black cards": "BID-31",
    "won nothing": "BID-31",
    "consecutive": "R-01",
    "in a row": "R-01",
    "robbed": "R-16",
    "only the 2x": "R-17",
    "only the thief": "R-17",
    "only the -5": "M5-02",
    "2x in hand": "2X-03",
    "2x first": "R-31",
    "can't win": "R-25",
    "nobody to rob": "TH-03",
    "steal the 2x": "R-49",
    "steal a doubled card": "R-50",
    "must I steal": "R-40",
    "choose card": "R-52",
    "centre card wins": "COL-04",
    "white": "R-70",
    "surprise in hand": "R-59",
    "blind tie": "R-59c",
    "ally wins": "R-11",
    "without ally": "AL-05",
    "odd total": "R-05",
    "forgotten thief": "MP-29 MP-28",
    "wrong starter": "MP-18",
    "missing trick": "MP-19",
    "two cards": "MP-12",
    "must I bid": "BID-16",
    "reuse": "BID-20",
    "setup": "BID-12",
    "clockwise": "BID-18",
}
THE_GAME = {
    "empty": "TG-13",
    "say": "TG-12",
    "numbers": "TG-12",
    "minimum": "TG-07",
    "at least two": "TG-07",
    "one card": "TG-07 TG-14",
    "draw": "TG-08",
    "draw pile empty": "TG-13",
    "who starts": "TG-06",
    "end": "TG-16",
    "can't go on": "TG-16",
    "blocked": "TG-16",
    "no cards left": "TG-15",
    "skip": "TG-15",
    "three cards": "TG-18",
    "wrong pile": "MP-51",
    "fewer left": "MP-61",
    "alone": "TG-01",
    "win": "TG-17",
}
TAKE_THAT = {
    "empty": "TT-15",
    "tie": "R-103",
    "draw": "TT-06",
    "new row": "TT-08",
    "end": "TT-15",
    "score": "TT-17",
    "how many games": "TT-18",
    "exactly ten": "R-91",
    "cards left in hand": "TT-16",
    "look": "MP-76",
    "flip": "TT-09",
    "must I take": "TT-13",
    "who starts": "TT-05",
}
OTHERS = {
    "es": {
        "empate": "BID-24",
        "EMPATÉ": "BID-24",
        "menos 5": "M5-01",
        "redondeo": "R-05",
        "2x vacio": "R-31",
        "pasar": "BID-16",
        "atascado": "TG-16",
        "ladron": "TH-02",
        "quitar una carta": "TH-02",
        "sapo": "TT-03",
        "pareja": "TT-09",
        "perdedor afortunado": "BID-31",
        "quemar": "BID-25",
        "aliado": "AL-01",
        "mal repartido": "MP-24",
        "hacia atrás": "TG-09",
        "llevarse la hilera": "TT-13",
        "quién empieza": "BID-17 TG-06 TT-05",
        "robar carta al rival": "TH-02",
        "robar": "TH-02 TG-08 TT-06",
        "duplica": "2X-01",
        "doblar": "2X-01",
        "puja más alta": "BID-19",
        "quién gana la baza": "BID-19",
        "barajar": "SH-01",
        "gana el más bajo": "LO-01",
        "incógnita": "SU-01",
        "a ciegas": "SU-01",
        "carta negra en mano": "BID-22",
        "media": "R-05 AL-02",
        "puntos negativos": "M5-01 TT-17",
        "sin cartas negras": "BID-31",
        "fin de la partida": "BID-36 TG-16 TT-15",
        "cuántas rondas": "R-19",
        "carta invertida": "TT-09",
        "capicúa": "TT-03",
        "diez de diferencia": "R-91 TT-07",
        "carta de castigo": "TT-19",
        "versión avanzada": "TT-19",
        "mazo vacío": "TG-13 TT-15",
        "mínimo dos cartas": "TG-07",
        "expertos": "TG-18",
        "puedo hablar": "MP-33 TG-12",
        "farolear": "MP-33",
        "me equivoqué de carta": "MP-14 MP-51 MP-71",
        "se olvidó robar": "MP-75 MP-54",
        "mirar las cartas boca abajo": "MP-76",
        "fuera de turno": "MP-11 MP-59",
        "no puedo jugar": "TG-16 TT-13",
        "carta blanca": "BL-01 R-70",
        "cuántas bazas": "BID-27",
        "desempate": "BID-30",
        "37 sobre 47": "TG-09",
        "bonificación": "R-76",
        "de colores": "COL-01",
        "mayoría de color": "COL-01",
        "compañero": "AL-01",
        "baza olvidada": "MP-19",
    },
    "pt_BR": {
        "empate": "BID-24",
        "menos 5": "M5-01",
        "arredondar": "R-05",
        "2x vazio": "R-31",
        "passar": "BID-16",
        "travado": "TG-16",
        "ladrao": "TH-02",
        "sapo": "TT-03",
        "par": "TT-09",
        "perdedor sortudo": "BID-31",
        "queimar": "BID-25",
        "parceiro": "AL-01",
        "cartas a menos": "MP-24 MP-25 MP-54 MP-75",
        "de propósito": "TT-13",
        "quem começa": "BID-17 TG-06 TT-05",
        "roubar": "TH-02",
        "roubo": "TH-02",
        "dobra": "2X-01",
        "dobrar": "2X-01",
        "lance mais alto": "BID-19",
        "quem ganha a vaza": "BID-19",
        "embaralhar": "SH-01",
        "menor ganha": "LO-01",
        "surpresa": "SU-01",
        "às cegas": "SU-01",
        "carta preta na mão": "BID-22",
        "meio ponto": "R-05",
        "pontos negativos": "M5-01 TT-17",
        "sem cartas pretas": "BID-31",
        "fim do jogo": "BID-36 TG-16 TT-15",
        "quantas rodadas": "R-19",
        "carta espelhada": "TT-09",
        "espelho": "TT-09",
        "dígitos iguais": "TT-03",
        "diferença de dez": "R-91 TT-07",
        "penalidade": "TT-19",
        "versão avançada": "TT-19",
        "pilha vazia": "TG-13 TT-15",
        "monte vazio": "TG-13 TT-15",
        "pelo menos duas": "TG-07",
        "especialista": "TG-18",
        "pode falar": "MP-33 TG-12",
        "blefar": "MP-33",
        "carta errada": "MP-14 MP-51 MP-71",
        "esqueceu de comprar": "MP-75 MP-54",
        "olhar as cartas viradas": "MP-76",
        "fora da vez": "MP-11 MP-59",
        "não dá para jogar": "TG-16 TT-13",
        "carta em branco": "BL-01",
        "quantas vazas": "BID-27",
        "desempate": "BID-30",
        "37 no 47": "TG-09",
        "bônus": "R-76",
        "cores": "COL-01",
        "cor mais jogada": "COL-01",
        "aliado": "AL-01",
        "aliança": "AL-01 AL-02",
        "vaza esquecida": "MP-19",
        "pegar a fileira": "TT-13",
        "para trás": "TG-09",
    },
    "de": {
        "Gleichstand": "BID-24",
        "unentschieden": "BID-24",
        "minus 5": "M5-01",
        "aufrunden": "R-05",
        "2x leer": "R-31",
        "passen": "BID-16",
        "nichts geht mehr": "TG-16 MP-60",
        "Dieb": "TH-02",
        "klaut stehlen": "TH-02",
        "Kroete": "TT-03",
        "Kröten": "TT-03",
        "Spiegelkarte": "TT-09",
        "verbrannt": "BID-25",
        "Bündnis": "AL-01",
        "vergeben": "MP-24",
        "freiwillig": "TT-13 R-40",
        "rückwärts": "TG-09",
        "wer fängt an": "BID-17 TG-06 TT-05",
        "Startspieler": "BID-17 TG-06 TT-05",
        "klauen": "TH-02",
        "stehlen": "TH-02",
        "verdoppeln": "2X-01",
        "höchstes Gebot": "BID-19",
        "wer bekommt den Stich": "BID-19",
        "mischen": "SH-01",
        "niedrigste gewinnt": "LO-01",
        "Überraschung": "SU-01",
        "blind bieten": "SU-01",
        "schwarze Karte auf der Hand": "BID-22",
        "halbe Punkte": "R-05",
        "runden": "R-05 BID-29 BID-36 R-19",
        "Minuspunkte": "M5-01 TT-17",
        "keine schwarzen Karten": "BID-31",
        "Trostpreis": "BID-31",
        "Glückspilz": "BID-31",
        "Spielende": "BID-36 TG-16 TT-15",
        "wie viele Runden": "R-19",
        "Schnapszahl": "TT-03",
        "Paar": "TT-09",
        "Zehnersprung": "TG-09 TT-07 R-91",
        "zehn zurück": "TG-09",
        "Strafkarte": "TT-19",
        "Fortgeschrittene": "TT-19 TG-18",
        "Stapel leer": "TG-13 TT-15",
        "mindestens zwei Karten": "TG-07",
        "Experten": "TG-18",
        "darf man reden": "MP-33 TG-12",
        "bluffen": "MP-33",
        "falsche Karte": "MP-14 MP-51 MP-71",
        "vergessen zu ziehen": "MP-75 MP-54",
        "verdeckte Karten ansehen": "MP-76",
        "nicht an der Reihe": "MP-11 MP-59",
        "Leerkarte": "BL-01",
        "wie viele Stiche": "BID-27",
        "37 auf 47": "TG-09",
        "Bonus": "R-76",
        "Farben": "COL-01",
        "Mehrheit": "COL-01",
        "Partner": "AL-01",
        "Stich vergessen": "MP-19",
        "Reihe nehmen": "TT-13",
        "hängen geblieben": "TG-16",
        "zu viele Karten gezogen": "MP-54",
    },
}
WORDS = [("en", "", word, ids) for word, ids in EVERY_BOOK.items()]
WORDS += [("en", "bids", word, ids) for word, ids in BIDS.items()]
WORDS += [("en", "the-game", word, ids) for word, ids in THE_GAME.items()]
WORDS += [("en", "take-that", word, ids) for word, ids in TAKE_THAT.items()]
WORDS += [(lang, "", word, ids) for lang, words in OTHERS.items() for word, ids in words.items()]


@cache
def index(lang: str, game: str) -> Index:
    gettext = language.translator({}, (), lang).gettext
    return Index(
        document for slug in ([game] if game else games.GAMES) for document in findings.documents(slug, gettext)
    )


@pytest.mark.parametrize(("lang", "game", "word", "ids"), WORDS)
def test_a_natural_word_finds_the_right_rule_among_the_first_three(lang: str, game: str, word: str, ids: str) -> None:
    found = index(lang, game).search(word)[:3]
    assert {*ids.split()} & {*found}, found


def test_each_language_has_enough_words_to_try() -> None:
    assert len(WORDS) >= 200
    assert sum(lang == "en" for lang, *_ in WORDS) >= 126
    assert all(sum(lang == of for of, *_ in WORDS) >= 50 for lang in OTHERS)


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", games.GAMES)
def test_every_topic_leads_to_its_first_rule(lang: str, game: str) -> None:
    gettext = language.translator({}, (), lang).gettext
    for topic, rules in findings.topics(game).items():
        first = rules.split()[0]
        for phrase in gettext(topic).split(","):
            assert first in index(lang, game).search(phrase)[:6], (phrase, first)


def test_every_topic_leads_to_rules_there_are() -> None:
    known = {document.id for game in games.GAMES for document in findings.documents(game, str)}
    named = {id for game in games.GAMES for rules in findings.topics(game).values() for id in rules.split()}
    assert named <= known


def test_what_matches_is_marked_whatever_its_accents() -> None:
    assert [*highlighted("El ladrón roba el −5.", "LADRON -5")] == [
        ("El ", False),
        ("ladrón", True),
        (" roba el ", False),
        ("−5", True),
        (".", False),
    ]


@pytest.mark.parametrize("query", ["", "   ", "?!", "<b>", "x" * 5000, "\u202e", "%s {0}", "'\""])
def test_nothing_that_is_typed_breaks_the_search(visitor: Visitor, query: str) -> None:
    assert visitor.client.get("/rules", query_string={"q": query}).status_code == 200
    assert visitor.client.get("/rules/bids", query_string={"q": query}).status_code == 200


def test_results_are_right_under_the_field_with_their_count_and_marks(visitor: Visitor) -> None:
    page = visitor.get("/rules?q=minus+5")
    form = page.root.all("form")[0]
    assert form.all("input")[0].attrs["value"] == "minus 5"
    (found,) = page.root.all("div", id="found")
    assert found.all("p")[0].text.endswith("results")
    first = found.all("a")[0]
    assert first.attrs["href"] == "/rules/bids#M5-01"
    assert {node.text for node in first.all("mark")} == {"−5"}
    assert visitor.get("/rules/bids?q=tie").root.all("div", id="found")[0].all("a")[0].attrs["href"].endswith("BID-24")


def test_a_search_takes_milliseconds(visitor: Visitor) -> None:
    visitor.client.get("/rules?q=tie")  # makes the index
    start = time.perf_counter()
    for query in ("who starts", "minus 5", "what happens when the thief is tied"):
        visitor.client.get("/rules", query_string={"q": query})
    assert time.perf_counter() - start < 1.5
