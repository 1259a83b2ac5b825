"""What a game lacks, all at once and in seconds: what a new game is finished by. ./run test tests/test_complete.py"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion import games
from companion.exchange import sample
from companion.games.book_files import book_of
from companion.i18n.language import LANGUAGES
from companion.store.base import now
from tests import ROOT, examples, samples


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_game_lacks_nothing(slug: str) -> None:
    lacking = [*lacking_parts(slug), *lacking_texts(slug), *lacking_examples(slug)]
    assert not lacking, "\n".join(lacking)


def lacking_parts(slug: str) -> Iterator[str]:
    folder = games.folder_of(slug)
    about_rules = samples.SamplesOfRules.__annotations__ if games.has_rules(slug) else ()
    if f'id="{slug}"' not in (ROOT / "static" / "icons.svg").read_text(encoding="utf-8"):
        yield f"static/icons.svg: {slug}"
    for name in (*samples.Samples.__annotations__, "legal_record", "mistakes", "figures", *about_rules):
        if not hasattr(samples.of(slug), name):
            yield f"tests/{folder}/samples.py: {name}"


def lacking_texts(slug: str) -> Iterator[str]:
    rules, folder = games.rules_of(slug), games.folder_of(slug)
    texts = ROOT / "companion" / "games" / folder / "texts"
    english = {file.name for file in (texts / "en").glob("*")}
    for lang in LANGUAGES:
        for name in english - {file.name for file in (texts / lang).glob("*")}:
            yield f"texts/{lang}/{name}"
    described = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    for name in (slug, *(option.name for option in rules.OPTIONS), *(switch.name for switch in rules.SWITCHES)):
        if f"`{name}`" not in described:
            yield f"docs/record.md: `{name}`"


def lacking_examples(slug: str) -> Iterator[str]:
    if games.has_rules(slug):
        book = book_of(slug, "en")
        if sum(len(rule.examples) for chapter in book.chapters for rule in chapter.rules) < 5:
            yield "texts/en/rules.md: five worked examples"
        if not book.mistakes:
            yield "texts/en/mistakes.md: mistakes"
    if not examples.of(slug):
        yield "tests/data/examples.jsonl: records with the reports expected of them"
    if slug not in {game.rules.SLUG for game in sample.last_games(now())}:
        yield "companion/exchange/sample_evening.json: a game"
