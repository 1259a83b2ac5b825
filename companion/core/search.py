"""Search in short texts, by the words players use: ignores accents and case, matches beginnings of words and synonyms.

An index is built once per language. A text is found by its words and, ranked higher, by the topics that list it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import log

from msgspec import Struct


class SearchWords(Struct, frozen=True):
    """The words of a language that the search knows, in normal form: numbers ("two=2"), "minus", and stop words.

    Stop words say nothing about what is searched for. Words of all languages apply to every text: the Spanish "once"
    (11) is left out, because it is an English word too.
    """

    numerals: str
    minus: str
    stop_words: str


SEARCH_WORDS = {
    "en": SearchWords(
        "two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirty=30",
        "minus",
        "a an the of to in on at is are be do does did i you we he she they my your if it its what when how and or for"
        " with",
    ),
    "es": SearchWords(
        "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 treinta=30",
        "menos",
        "el la los las un una de del al en es son se si que y o por para con mi tu como cuando me lo le",
    ),
    "pt_BR": SearchWords(
        "dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 trinta=30",
        "menos",
        "as os do da dos das no na nos nas em e ou um uma por com meu seu como quando se o",
    ),
    "de": SearchWords(
        "zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 dreissig=30",
        "minus",
        "der die das den dem des ein eine einen ist sind im am zu und oder wenn was wie man ich du mit von vom",
    ),
}
_NUMERALS = {
    name: number
    for words in SEARCH_WORDS.values()
    for name, _, number in (numeral.partition("=") for numeral in words.numerals.split())
}
_STOP_WORDS = frozenset(word for words in SEARCH_WORDS.values() for word in words.stop_words.split())
_WORD = re.compile(r"-?\d+(?:[.,]\d+)?x?|\w+")
_MINUS = re.compile(rf"\b(?:{'|'.join(sorted({words.minus for words in SEARCH_WORDS.values()}))})\s+(?=\d)")
_DOUBLER = re.compile(r"\b(?:(2)\s+x|x\s*(2))\b")
Senses = Mapping[str, float]
_EXACT, _BEGINNING, _RELATED = 1.0, 0.8, 0.55


class Document(Struct, frozen=True):
    """A text that can be found: its id, its words, the heading above it, and the phrases that lead to it.

    Each of the `phrases` has a rank: how far down its topic lists this text.
    """

    id: str
    text: str
    heading: str = ""
    phrases: tuple[tuple[str, int], ...] = ()


class _Indexed(Struct, frozen=True):
    id: str
    words: Counter[str]
    heading: frozenset[str]
    phrases: tuple[tuple[frozenset[str], int], ...]
    all_words: frozenset[str]


class Index:
    """Documents that can be searched."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = [*map(_indexed, documents)]
        self._count = Counter(word for document in self._documents for word in document.all_words)

    def search(self, query: str) -> list[str]:
        """Return the ids of the documents that `query` finds: best first, and equally good ones in document order.

        A document is found if it contains all words. If no document does, those with at least half of the words are
        found.
        """
        query_words = tuple(dict.fromkeys(without_stop_words(words_of(query))))
        senses = [self._senses(word) for word in query_words]
        meant = {word for sense in senses for word in sense}
        candidates = [document for document in self._documents if not meant.isdisjoint(document.all_words)]
        for least in (1.0, 0.5):
            rated = [(self._rate(document, senses, least), document.id) for document in candidates]
            ids = [id for rating, id in sorted(rated, key=lambda item: -item[0]) if rating > 0]
            if ids:
                return ids
        return []

    def _senses(self, word: str) -> Senses:
        """Return the words of the documents that `word` may mean, each with its similarity."""
        similar = {other: likeness for other in self._count if (likeness := similarity(word, other))}
        if not similar:
            cutoff = 0.78 if len(word) > 5 else 0.85
            similar = dict.fromkeys(get_close_matches(word, self._count, n=1, cutoff=cutoff), _RELATED)
        return similar

    def _rate(self, document: _Indexed, senses: Sequence[Senses], least: float) -> float:
        """Return how well a document matches, or 0 if it contains less than this share of the words."""
        by_topic = max((_rate_phrase(phrase, rank, senses) for phrase, rank in document.phrases), default=0.0)
        ratings = [self._rate_word(document, sense) for sense in senses]
        has_enough = bool(senses) and sum(map(bool, ratings)) >= least * len(senses)
        by_text = sum(ratings) / (1 + sum(document.words.values()) / 60) if has_enough else 0.0
        return 3 * by_topic + by_text

    def _rate_word(self, document: _Indexed, sense: Senses) -> float:
        """Return how much a word says about a document: rare words count more, and so do headings."""
        in_phrases = max((_best(phrase, sense) for phrase, _ in document.phrases), default=0.0)
        known = max(_best(document.words, sense), 1.2 * _best(document.heading, sense), 0.7 * in_phrases)
        common = sum(self._count[other] for other, likeness in sense.items() if likeness >= _BEGINNING)
        return known * log(1 + len(self._documents) / (1 + common))


def _indexed(document: Document) -> _Indexed:
    words, heading = Counter(words_of(document.text)), frozenset(words_of(document.heading))
    phrases = tuple((frozenset(without_stop_words(words_of(phrase))), rank) for phrase, rank in document.phrases)
    all_words = heading.union(words, *(phrase for phrase, _ in phrases))
    return _Indexed(document.id, words, heading, phrases, all_words)


def words_of(text: str) -> list[str]:
    """Return the words of `text` in normal form: lower case without accents, numerals as numbers, "minus 5" as "-5"."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    plain = plain.replace("\u2212", "-").replace("\u2013", " ").replace("ß", "ss")
    plain = " ".join(_NUMERALS.get(word, word) for word in plain.split(" "))
    return _WORD.findall(_DOUBLER.sub("2x", _MINUS.sub("-", plain)))


def without_stop_words(words: Sequence[str]) -> list[str]:
    """Return `words` without stop words such as articles, or all of them if nothing else is left."""
    return [word for word in words if word not in _STOP_WORDS] or [*words]


def similarity(word: str, other: str) -> float:
    """Return how similar `word`, which someone typed, is to a word of a text: from 0 to 1."""
    if word == other:
        return _EXACT
    if word[0] in "-0123456789" or len(word) < 3 or len(other) < 3:
        return 0.0
    if other.startswith(word):
        return _BEGINNING
    shared = next((index for index, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), len(other))
    different = max(len(word), len(other)) - shared
    is_related = shared >= 4 and different <= (4 if shared > 6 else 3)
    return _RELATED if is_related else 0.0


def highlighted(text: str, query: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of `text`, each with whether it matches `query`."""
    query_words = without_stop_words(words_of(query))
    end = 0
    for match in re.finditer(r"[\u2212-]?\d+x?|\w+", text):
        (word, *_) = [*words_of(match[0]), ""]
        if word and any(similarity(query_word, word) for query_word in query_words):
            yield text[end : match.start()], False
            yield match[0], True
            end = match.end()
    yield text[end:], False


def _best(words: Collection[str], sense: Senses) -> float:
    """Return the highest similarity among `words`."""
    return max((sense[word] for word in words if word in sense), default=0.0)


def _rate_phrase(phrase: frozenset[str], rank: int, senses: Sequence[Senses]) -> float:
    """Return how well the typed words match a phrase.

    They match if all of them are in the phrase, as "second card" is in "a second card", or all of its words are typed.
    """
    hits = [_best(phrase, sense) for sense in senses]
    covered = sum(any(word in sense for sense in senses) for word in phrase)
    if hits and all(hits):
        return sum(hits) / len(hits) * (12 if covered == len(phrase) else 5 + 2 * covered / len(phrase)) - rank * 0.4
    if covered == len(phrase):
        return 5 * covered / len(senses) * max(hits) - rank * 0.3
    return 0.0
