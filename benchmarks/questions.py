"""Rules questions: what an answer costs, for random questions and for the most expensive ones that a search finds.

An answer with its wording should take 50 ms in the median and 300 ms at worst, in processor time. The search changes a
field of the most expensive question so far, as long as that makes it more expensive.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import process_time

from companion.core.translator import Translator
from companion.games import with_rules
from companion.games.bids.setup import OPTIONAL_SPECIALS
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.wording import in_words
from tests import samples
from tests.bids import random_situations

RANDOM, SEARCHES, STEPS = 2_000, 12, 60


def cost(slug: str, situation: dict[str, str]) -> float:
    """Return the milliseconds that an answer and its wording take."""
    translator = Translator(situations.words(slug), situations.letters(slug))
    begin = process_time()
    in_words(answer_question(slug, situation), translator)
    return (process_time() - begin) * 1000


def random_question(rng: Random) -> tuple[str, dict[str, str]]:
    """Return a random question about one of the games; most are about Bids, and any field may be left out."""
    slug = rng.choice(("bids", "bids", "bids", *with_rules()))
    if slug == "bids":
        situation, _values = rng.choice((random_situations.of_trick, random_situations.of_round))(rng)
    else:
        sample = samples.of(slug)
        situation = dict(rng.choice((*sample.SITUATIONS, *sample.OPEN_SITUATIONS)))
    missing = rng.choice((0.0, 0.1, 0.5, 1.0))
    kept = ("ask", "players", "specials", "ruleset", "rules", "variant", "ally", "centre", "bids")
    return slug, {name: text for name, text in situation.items() if name in kept or rng.random() >= missing}


def changed(rng: Random, situation: dict[str, str]) -> dict[str, str]:
    """Return a question about Bids with a field left out or taken from another question, or with all special cards."""
    other, _values = rng.choice((random_situations.of_trick, random_situations.of_round))(rng)
    kind = rng.random()
    if kind < 0.1:
        return {**situation, "specials": " ".join(OPTIONAL_SPECIALS), "ruleset": "bga"}
    if kind < 0.5:
        return {name: text for name, text in situation.items() if name != rng.choice([*situation])}
    if kind < 0.7:
        return {**situation, "steal": rng.choice(("-", "0:K1", "1:K2X", "2:K-5"))}
    if kind < 0.9 and situation.get("players") == other["players"]:
        return {**situation, **{name: other[name] for name in rng.sample([*other], 2)}}
    return {**situation, "centre": rng.choice(("K2X", "K-5", "KT", "K3"))}


def most_expensive(rng: Random) -> tuple[float, dict[str, str]]:
    """Return the most expensive question that a search finds, with its cost."""
    starts = [(random_situations.of_trick, random_situations.of_round)[rng.random() < 0.2](rng)[0] for _ in range(20)]
    best, situation = max(((cost("bids", start), start) for start in starts), key=lambda found: found[0])
    for _ in range(STEPS):
        candidate = changed(rng, situation)
        worth = cost("bids", candidate)
        if worth > best:
            best, situation = min(worth, cost("bids", candidate)), candidate
    return best, situation


def summary(costs: Sequence[float]) -> str:
    ordered = sorted(costs)
    parts = {"median": 0.5, "99th percentile": 0.99, "largest": 1.0}
    return ", ".join(f"{name} {ordered[round((len(ordered) - 1) * part)]:.1f} ms" for name, part in parts.items())


def main() -> None:
    rng = Random(25)
    asked = [random_question(rng) for _ in range(RANDOM)]
    print(f"{RANDOM} random questions:", summary([cost(*question) for question in asked]))
    found = [most_expensive(rng) for _ in range(SEARCHES)]
    print(f"the worst of {SEARCHES} searches:", summary([worth for worth, _situation in found]))
    print(max(found, key=lambda worst: worst[0])[1])


if __name__ == "__main__":
    main()
