"""Search in the rules, by the words players use: ignores accents and case, finds other forms and misspellings of words.

An index is built once per language. A text is found by its words and, ranked higher, by the topics that list it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import chain
from math import log
from operator import mul
from typing import Any

from msgspec import Struct

from companion.games.book_files import book_of, principles
from companion.games.rulebooks import mistakes


class SearchWords(Struct, frozen=True):
    """What the search knows about a language: numerals ("two=2"), "minus", stop words, and its snowball stemmer.

    The words are without accents. Stop words say nothing about what is searched for. Words of all languages apply to
    every text: the Spanish "once" (11) is left out, because it is an English word too.
    """

    numerals: str
    minus: str
    stop_words: str
    stemmer: str


SEARCH_WORDS = {
    "en": SearchWords(
        "two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirty=30",
        "minus",
        "a an the of to in on at is are be do does did i you we he she they my your if it its what when how and or for"
        " with may can have has was were that this there here about who get gets",
        "english",
    ),
    "es": SearchWords(
        "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 treinta=30",
        "menos",
        "el la los las un una de del al en es son se si que y o por para con mi tu como cuando me lo le lleva queda",
        "spanish",
    ),
    "pt_BR": SearchWords(
        "dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 trinta=30",
        "menos",
        "as os do da dos das no na nos nas em e ou um uma por com meu seu como quando se o quem fica",
        "portuguese",
    ),
    "de": SearchWords(
        "zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 dreissig=30",
        "minus",
        "der die das den dem des ein eine einen ist sind im am zu und oder wenn was wie man ich du mit von vom"
        " wer bekommt",
        "german",
    ),
}
_NUMERALS = dict(numeral.split("=") for words in SEARCH_WORDS.values() for numeral in words.numerals.split())
_STOP_WORDS = frozenset(word for words in SEARCH_WORDS.values() for word in words.stop_words.split())
_WORD = re.compile(r"-?\d+(?:[.,]\d+)?x?|\w+")
_MINUS_WORDS = sorted({words.minus for words in SEARCH_WORDS.values()})
_MINUS = re.compile(rf"\b(?:{'|'.join(_MINUS_WORDS)})\s+(?=\d)")
_DOUBLER = re.compile(r"\b(?:(2)\s+x|x\s*(2))\b")
# What a typed word may mean: words of the documents as stems, each with its similarity.
Meanings = Mapping[str, float]
_UNKNOWN = 4.0  # the weight of a word that is in no document


class Document(Struct, frozen=True):
    """A text that can be found: its id, its words, and the phrases that lead to it.

    Each of the `phrases` has a rank: how far down its topic lists this text.
    """

    id: str
    text: str
    phrases: tuple[tuple[str, int], ...] = ()


class Index:
    """Documents in one language that can be searched.

    Words are compared as stems. Rare ones say more about what is searched for: they weigh more.
    """

    def __init__(self, documents: Iterable[Document], lang: str) -> None:
        self._stem = _stemmer(lang)
        self._spelt: dict[str, str] = {}  # the words of all documents, each with its stem

        def stems(words: Iterable[str]) -> frozenset[str]:
            spelt = {word: self._stem(word) for word in words}
            self._spelt.update(spelt)
            return frozenset(spelt.values())

        self._documents = [
            (
                document.id,
                stems(words_of(document.text)),
                [(stems(without_stop_words(words_of(phrase))), rank) for phrase, rank in document.phrases],
            )
            for document in documents
        ]
        counts = Counter(chain(*(text.union(*(stems for stems, _ in found)) for _, text, found in self._documents)))
        self._weights = {stem: log(1 + len(self._documents) / count) for stem, count in counts.items()}

    def search(self, query: str) -> list[str]:
        """The ids of the documents that `query` finds: best first, and equally good ones in document order.

        A document is found if at least half of the words are in it, or by its phrases.
        """
        meant = self._meanings(query)
        asked = [max(map(self._weight, meanings), default=_UNKNOWN) for meanings in meant]
        every = {*chain.from_iterable(meant)}

        def share(stems: AbstractSet[str]) -> float:
            """How much of the query is in `stems`."""
            found = (max((like for stem, like in meanings.items() if stem in stems), default=0) for meanings in meant)
            return sum(map(mul, found, asked)) / sum(asked)

        def rating(text: AbstractSet[str], phrases: Sequence[tuple[AbstractSet[str], int]]) -> float:
            by_phrase = (
                12 * share(stems) ** 2 * sum(map(self._weight, stems & every)) / sum(map(self._weight, stems))
                - rank * 0.4
                for stems, rank in phrases
                if not stems.isdisjoint(every)
            )
            has_half = 2 * sum(not text.isdisjoint(meanings) for meanings in meant) >= len(meant)
            return has_half * share(text) + max(by_phrase, default=0)

        rated = [(rating(text, phrases), id) for id, text, phrases in self._documents] if every else []
        return [id for rating, id in sorted(rated, key=lambda item: -item[0]) if rating > 0]

    def _weight(self, stem: str) -> float:
        return self._weights[stem]

    def meant(self, query: str) -> frozenset[str]:
        """All words of the documents that the words of `query` may mean, for `highlighted`."""
        stems = {*chain.from_iterable(self._meanings(query))}
        return frozenset(word for word, stem in self._spelt.items() if stem in stems)

    def _meanings(self, query: str) -> list[Meanings]:
        """What each word means: itself, or else what is spelt like it."""
        words = words_of(" ".join(map(self._respelt, _plain(query).split())))
        return [self._meaning(word) for word in dict.fromkeys(without_stop_words(words))]

    def _respelt(self, word: str) -> str:
        """A misspelt numeral or "minus" put right: the documents have numbers instead of them."""
        if self._stem(word) in self._weights or not word.isalpha():
            return word
        return next((other for other, _, _ in _spelt_like(word, (*_NUMERALS, *_MINUS_WORDS), 0.9)), word)

    def _meaning(self, word: str) -> Meanings:
        if (stem := self._stem(word)) in self._weights:
            return {stem: 1.0}
        near = _spelt_like(word, self._spelt.keys(), 0.86) if word.isalpha() else ()
        return {self._spelt[other]: score for other, score, _ in reversed(near)}


def _spelt_like(word: str, others: Iterable[str], least: float) -> Sequence[tuple[str, float, Any]]:
    """The words with at least this similarity, the most similar first."""
    from rapidfuzz.distance import JaroWinkler
    from rapidfuzz.process import extract

    return extract(word, others, scorer=JaroWinkler.similarity, score_cutoff=least, limit=None)


@cache
def _stemmer(lang: str) -> Callable[[str], str]:
    import snowballstemmer

    words = SEARCH_WORDS.get(lang, SEARCH_WORDS["en"])  # a language that nobody has described yet
    return lru_cache(2000)(snowballstemmer.stemmer(words.stemmer).stemWord)  # anybody may search any word


def words_of(text: str) -> list[str]:
    """The words of `text` in normal form: lower case without accents, numerals as numbers, "minus 5" as "-5"."""
    plain = " ".join(_NUMERALS.get(word, word) for word in _plain(text).split(" "))
    return _WORD.findall(_DOUBLER.sub(r"\1\2x", _MINUS.sub("-", plain)))


def _plain(text: str) -> str:
    """`text` in lower case without accents, with plain signs."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return plain.replace("\u2212", "-").replace("\u2013", " ").replace("ß", "ss")


def without_stop_words(words: Sequence[str]) -> list[str]:
    """`words` without stop words such as articles, or all of them if nothing else is left."""
    return [word for word in words if word not in _STOP_WORDS] or [*words]


def highlighted(text: str, words: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of `text`, each with whether it is one of `words`."""
    end = 0
    for match in re.finditer(r"[\u2212-]?\d+x?|\w+", text):
        if not words.isdisjoint(words_of(match[0])):
            yield text[end : match.start()], False
            yield match[0], True
            end = match.end()
    yield text[end:], False


def documents(slug: str, lang: str) -> Iterator[Document]:
    """Yield the documents about the game `slug` in the language `lang`; ids are those of the rules and mistakes."""
    book = book_of(slug, lang)
    phrases: dict[str, tuple[tuple[str, int], ...]] = {}
    for topic, ids in book.phrases:
        for rank, id in enumerate(ids):
            phrases[id] = (*phrases.get(id, ()), *((phrase, rank) for phrase in topic))
    for chapter in book.chapters:
        for rule in chapter.rules:
            texts = [rule.id, chapter.title, rule.text]
            if words := rule.house_rule:
                texts += [words.question, *words.answers.values()]
            yield Document(rule.id, " ".join(texts), phrases.get(rule.id, ()))
    for mistake in mistakes(slug, lang):
        texts = [mistake.id, mistake.title, *(step.text for step in mistake.steps[:-1])]
        yield Document(mistake.id, " ".join(texts), phrases.get(mistake.id, ()))
    for rule in principles(lang) if book.mistakes else ():
        yield Document(rule.id, f"{rule.id} {rule.text}", phrases.get(rule.id, ()))
