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
        " with may can have has was were that this there here about",
        "english",
    ),
    "es": SearchWords(
        "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 treinta=30",
        "menos",
        "el la los las un una de del al en es son se si que y o por para con mi tu como cuando me lo le",
        "spanish",
    ),
    "pt_BR": SearchWords(
        "dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 trinta=30",
        "menos",
        "as os do da dos das no na nos nas em e ou um uma por com meu seu como quando se o",
        "portuguese",
    ),
    "de": SearchWords(
        "zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 dreissig=30",
        "minus",
        "der die das den dem des ein eine einen ist sind im am zu und oder wenn was wie man ich du mit von vom",
        "german",
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
_REPLACED = (*_NUMERALS, *sorted({words.minus for words in SEARCH_WORDS.values()}))
_DOUBLER = re.compile(r"\b(?:(2)\s+x|x\s*(2))\b")
# What a typed word may mean: words of the documents as stems, each with its similarity.
Meanings = Mapping[str, float]
_UNKNOWN = 4.0  # the weight of a word that is in no document
_NEAR = 0.5  # the similarity of a misspelling, or of the beginning of a word
_SHORTEST_MISSPELT = 5  # letters: shorter words are too much alike, as "then" and "ten"


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
        documents = [*documents]
        texts = [words_of(document.text) for document in documents]
        phrases = [
            (without_stop_words(words_of(phrase)), place, rank)
            for place, document in enumerate(documents)
            for phrase, rank in document.phrases
        ]
        self._ids = [document.id for document in documents]
        self._stem = _stemmer(lang)
        self._spellings = {*chain(*texts, *(words for words, *_ in phrases))}
        self._lengths = [*map(len, texts)]
        self._texts = [frozenset(map(self._stem, words)) for words in texts]
        self._phrases = [(frozenset(map(self._stem, words)), place, rank) for words, place, rank in phrases]
        self._about = [{*stems} for stems in self._texts]  # with the words of its phrases
        self._phrases_with: dict[str, list[int]] = {}
        for index, (stems, place, _rank) in enumerate(self._phrases):
            self._about[place] |= stems
            for stem in stems:
                self._phrases_with.setdefault(stem, []).append(index)
        counts = Counter(chain.from_iterable(self._about))
        self._weights = {stem: log(1 + len(documents) / count) for stem, count in counts.items()}

    def search(self, query: str) -> list[str]:
        """Return the ids of the documents that `query` finds: best first, and equally good ones in document order.

        A document is found if at least half of the words are in it or in its phrases.
        """
        meant = self._meanings(query)
        asked = [max(map(self._weights.__getitem__, meanings), default=_UNKNOWN) for meanings in meant]

        def has_half(stems: AbstractSet[str]) -> bool:
            return 2 * sum(not stems.isdisjoint(meanings) for meanings in meant) >= len(meant)

        def share(stems: AbstractSet[str]) -> float:
            """Return how much of the query is in `stems`."""
            found = (max((like for stem, like in meanings.items() if stem in stems), default=0) for meanings in meant)
            return sum(map(mul, found, asked)) / sum(asked)

        ratings = [
            share(text) / (1 + length / 60) if meant and has_half(about) else 0.0
            for text, length, about in zip(self._texts, self._lengths, self._about, strict=True)
        ]
        stems_meant = {*chain.from_iterable(meant)}
        by_phrase = [0.0] * len(ratings)
        for index in {index for stem in stems_meant for index in self._phrases_with.get(stem, ())}:
            stems, place, rank = self._phrases[index]
            covered = self._weight(stems & stems_meant) / self._weight(stems)
            by_phrase[place] = max(by_phrase[place], 12 * share(stems) ** 2 * covered - rank * 0.4)
        rated = [(sum(both), id) for *both, id in zip(ratings, by_phrase, self._ids, strict=True)]
        return [id for rating, id in sorted(rated, key=lambda item: -item[0]) if rating > 0]

    def _weight(self, stems: Iterable[str]) -> float:
        return sum(map(self._weights.__getitem__, stems))

    def meant(self, query: str) -> frozenset[str]:
        """Return all words of the documents that the words of `query` may mean, for `highlighted`."""
        stems = {*chain.from_iterable(self._meanings(query))}
        return frozenset(word for word in self._spellings if self._stem(word) in stems)

    def _meanings(self, query: str) -> list[Meanings]:
        words = without_stop_words(words_of(" ".join(map(self._respelt, _plain(query).split()))))
        return [self._meaning(word) for word in dict.fromkeys(words)]

    def _respelt(self, word: str) -> str:
        """Return a misspelt numeral or "minus" put right: the documents have numbers instead of them."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extractOne

        if len(word) < _SHORTEST_MISSPELT or not word.isalpha() or self._stem(word) in self._weights:
            return word
        meant = extractOne(word, _REPLACED, scorer=OSA.distance, score_cutoff=1)
        return word if meant is None else meant[0]

    def _meaning(self, word: str) -> Meanings:
        from rapidfuzz.distance import JaroWinkler
        from rapidfuzz.process import extract

        if (stem := self._stem(word)) in self._weights:
            return {stem: 1.0}
        if not word.isalpha():
            return {}
        near = extract(word, self._spellings, scorer=JaroWinkler.similarity, score_cutoff=0.86, limit=None)
        nearest = max((score for _, score, _ in near), default=0.0)
        # What is spelt most like it is meant: "theif" is rather "thief" than "their".
        return {self._stem(other): _NEAR for other, score, _ in near if score > nearest - 0.02}


@cache
def _stemmer(lang: str) -> Callable[[str], str]:
    import snowballstemmer

    words = SEARCH_WORDS.get(lang, SEARCH_WORDS["en"])  # a language that nobody has described yet
    return lru_cache(2000)(snowballstemmer.stemmer(words.stemmer).stemWord)  # anybody may search any word


def words_of(text: str) -> list[str]:
    """Return the words of `text` in normal form: lower case without accents, numerals as numbers, "minus 5" as "-5"."""
    plain = " ".join(_NUMERALS.get(word, word) for word in _plain(text).split(" "))
    return _WORD.findall(_DOUBLER.sub(r"\1\2x", _MINUS.sub("-", plain)))


def _plain(text: str) -> str:
    """Return `text` in lower case without accents, with plain signs."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return plain.replace("\u2212", "-").replace("\u2013", " ").replace("ß", "ss")


def without_stop_words(words: Sequence[str]) -> list[str]:
    """Return `words` without stop words such as articles, or all of them if nothing else is left."""
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
