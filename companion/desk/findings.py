"""The documents of the search: every rule, decision and misplay, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.messages import N_
from companion.core.rulebook import Topic
from companion.core.search import Document
from companion.games import chapter, load, rulebooks
from companion.games.misplays import misplays

MISPLAYS = N_("When something went wrong")
Gettext = Callable[[str], str]


def documents(game: str, gettext: Gettext) -> Iterator[Document]:
    """Yield the documents about `game` (its slug) in the language of `gettext`; ids are those of the rules."""
    phrases = _phrases(game, gettext)
    switches = {switch.rule: switch for switch in load(game).SWITCHES}
    for part in rulebooks.chapters(game):
        for rule in (*part.rules, *part.rulings):
            texts = [rule.text]
            if (switch := switches.get(rule.id)) is not None:
                texts += [switch.question, *switch.answers]
            text = " ".join([rule.id, *map(gettext, texts)])
            yield Document(rule.id, text, gettext(part.title), phrases.get(rule.id, ()))
    for misplay in misplays(game):
        text = " ".join([misplay.id, *map(gettext, (misplay.title, misplay.now, misplay.later))])
        yield Document(misplay.id, text, gettext(MISPLAYS), phrases.get(misplay.id, ()))


def topics(game: str) -> tuple[Topic, ...]:
    """Return the search topics of `game`; nothing for a game without a module `topics`."""
    module: Any = chapter(game, "topics")
    return module.TOPICS if module else ()


def _phrases(game: str, gettext: Gettext) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the phrases that lead to each rule, with the rule's rank in the topic."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for topic in topics(game):
        said = [phrase.strip() for phrase in gettext(topic.phrases).split(",")]
        for place, id in enumerate(topic.rules.split()):
            found[id] = (*found.get(id, ()), *((phrase, place) for phrase in said))
    return found
