"""Search in the rules, by the words players use: ignores accents and case, finds other forms and misspellings of words.

An index is built once per language. A text is found by its words and, ranked higher, by the topics that list it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

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
Senses = Mapping[str, float]
_EXACT, _SAME_STEM, _NEAR, _FURTHER = 1.0, 0.9, 0.55, 0.4
_SHORTEST_MISSPELT = 5  # letters: shorter words are too much alike, as "then" and "ten"
_FEW = 3  # if fewer documents contain all words, others are found too


class Document(Struct, frozen=True):
    """A text that can be found: its id, its words, and the phrases that lead to it.

    Each of the `phrases` has a rank: how far down its topic lists this text.
    """

    id: str
    text: str
    phrases: tuple[tuple[str, int], ...] = ()


class _Indexed:
    """The words of a document and of its phrases."""

    def __init__(self, document: Document) -> None:
        words = words_of(document.text)
        self.id, self.words, self.length = document.id, frozenset(words), len(words)
        self.phrases = [(frozenset(without_stop_words(words_of(phrase))), rank) for phrase, rank in document.phrases]
        self.phrase_words = frozenset(word for phrase, _ in self.phrases for word in phrase)

    def rating(self, senses: Sequence[Senses], least: float) -> float:
        """Return how well the document matches, or 0 if it contains less than this share of the words."""
        ratings = [max(_best(self.words, sense), 0.7 * _best(self.phrase_words, sense)) for sense in senses]
        has_enough = bool(senses) and sum(map(bool, ratings)) >= least * len(senses)
        by_topic = max((_rate_phrase(phrase, rank, senses) for phrase, rank in self.phrases), default=0.0)
        by_text = sum(ratings) / (1 + self.length / 60) if has_enough else 0.0
        return 3 * by_topic + by_text


class Index:
    """Documents in one language that can be searched."""

    def __init__(self, documents: Iterable[Document], lang: str) -> None:
        self._stem = _stemmer(lang)
        self._documents = [*map(_Indexed, documents)]
        self._words = dict.fromkeys(
            word for document in self._documents for word in (*document.words, *document.phrase_words)
        )
        self._spellings = [word for word in self._words if word.isalpha()]
        self._words_of_stem: dict[str, list[str]] = {}
        for word in self._spellings:
            self._words_of_stem.setdefault(self._stem(word), []).append(word)

    def search(self, query: str) -> list[str]:
        """Return the ids of the documents that `query` finds: best first, and equally good ones in document order.

        A document is found if it contains all words. If few documents do, those with at least half of the words follow.
        """
        senses = self._senses(query)
        results: dict[str, None] = {}
        for least in (1.0, 0.5):
            rated = [(document.rating(senses, least), document.id) for document in self._documents]
            results |= dict.fromkeys(id for rating, id in sorted(rated, key=lambda item: -item[0]) if rating > 0)
            if len(results) >= _FEW:
                break
        return [*results]

    def meant(self, query: str) -> frozenset[str]:
        """Return all words of the documents that the words of `query` may mean, for `highlighted`."""
        return frozenset(word for sense in self._senses(query) for word in sense)

    def _senses(self, query: str) -> list[Senses]:
        """Return, for each word of `query`, the words of the documents that it may mean, with their similarity."""
        return [self._similar(word) for word in dict.fromkeys(without_stop_words(words_of(self._respelt(query))))]

    def _respelt(self, query: str) -> str:
        """Return `query` with misspelt numerals and "minus" put right: the documents have numbers instead of them."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extractOne

        words = []
        for word in _plain(query).split(" "):
            is_known = (
                len(word) < _SHORTEST_MISSPELT or not word.isalpha() or word in self._words or word in _STOP_WORDS
            )
            meant = None if is_known else extractOne(word, _REPLACED, scorer=OSA.distance, score_cutoff=1)
            words.append(word if meant is None else meant[0])
        return " ".join(words)

    def _similar(self, word: str) -> Senses:
        from rapidfuzz.distance import JaroWinkler
        from rapidfuzz.process import extract

        exact = {word: _EXACT} if word in self._words else {}
        if not word.isalpha():
            return exact
        # Finds beginnings of words and misspellings. A word of the rules is hardly a misspelling of another.
        least = 0.91 if exact else 0.86
        near = extract(word, self._spellings, scorer=JaroWinkler.similarity, score_cutoff=least, limit=None)
        nearest = max((score for _, score, _ in near), default=0.0)
        same_stem = self._words_of_stem.get(self._stem(word), ())
        # What is spelt most like it is meant: "theif" is rather "thief" than "their".
        alike = {other: _NEAR if score > nearest - 0.02 else _FURTHER for other, score, _ in near}
        return {**alike, **dict.fromkeys(same_stem, _SAME_STEM), **exact}


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
        return sum(hits) / len(hits) * 12 * covered / len(phrase) - rank * 0.4
    if covered == len(phrase):
        return 5 * covered / len(senses) * max(hits) - rank * 0.3
    return 0.0


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
