"""The documents of the search: every rule, decision and misplay, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.core.messages import N_
from companion.core.search import Document
from companion.games import part_of, rulebooks, rules_of
from companion.games.rulebooks import misplays

MISPLAYS = N_("When something goes wrong")
Gettext = Callable[[str], str]


def documents(slug: str, gettext: Gettext) -> Iterator[Document]:
    """Yield the documents about the game `slug` in the language of `gettext`; ids are those of the rules."""
    phrases = _phrases(slug, gettext)
    switches = {switch.rule: switch for switch in rules_of(slug).SWITCHES}
    for part in rulebooks.chapters(slug):
        for rule in (*part.rules, *part.decisions):
            texts = [rule.text]
            if (switch := switches.get(rule.id)) is not None:
                texts += [switch.question, *switch.values.values()]
            text = " ".join([rule.id, *map(gettext, texts)])
            yield Document(rule.id, text, gettext(part.title), phrases.get(rule.id, ()))
    for misplay in misplays(slug):
        text = " ".join([misplay.id, *map(gettext, (misplay.title, misplay.now, misplay.later))])
        yield Document(misplay.id, text, gettext(MISPLAYS), phrases.get(misplay.id, ()))


def topics(slug: str) -> Mapping[str, str]:
    """Return the search topics of the game `slug`, or nothing for a game without a module `topics`.

    A topic is a text of phrases as players say them, separated by commas: each language has its own. It leads to the
    ids of the rules that answer them, separated by spaces, best first.
    """
    return part_of(slug, ".topics", "TOPICS", {})


def _phrases(slug: str, gettext: Gettext) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the phrases that lead to each rule, with the rule's rank in the topic."""
    phrases_of: dict[str, tuple[tuple[str, int], ...]] = {}
    for topic, ids in topics(slug).items():
        phrases = [phrase.strip() for phrase in gettext(topic).split(",")]
        for rank, id in enumerate(ids.split()):
            phrases_of[id] = (*phrases_of.get(id, ()), *((phrase, rank) for phrase in phrases))
    return phrases_of
