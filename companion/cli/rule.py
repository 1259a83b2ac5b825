"""The command `companion rule`: the dispute desk in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from companion import desk, games
from companion.cli.game_options import game_options
from companion.cli.options import LANG, gettext
from companion.core.messages import Json
from companion.core.options import Option
from companion.core.translator import Translator
from companion.desk.told import told
from companion.games import rulebooks as book


@click.group()
def command() -> None:
    """Settle a dispute: what the rules say, why, and what another house rule would change.

    Exit status: 0 a verdict; 1 something has to be known first; 2 the situation cannot be.
    """


def _shared(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        LANG,
        click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON."),
    ):
        function = option(function)
    return function


def _is_played(option: Option) -> bool:
    return option.is_played


@command.command()
@click.option("--players", type=int, help="How many play; as many as bids if left out.")
@click.option("--centre", help="The card in the middle: K5. Cards turned up before it stand first: KL K5.")
@click.option("--bids", help='The bids in order: "R9 K2X G9 Y1".')
@click.option("--prize", help="The card turned up after the bids of a blind turn.")
@click.option("--starter", help="The seat that bids first, counted from 0.")
@click.option("--front", "fronts", multiple=True, metavar="SEAT:CARDS", help="What lies in front of a seat: 0:K3,K8.")
@click.option("--steal", metavar="SEAT:CARD", help="What the thief takes from whom.")
@click.option("--held", metavar="SEAT", help="Who bid the card of the middle from the hand earlier in the round.")
@click.option("--lowest/--highest", default=None, help="The lowest bid wins already, or not.")
@click.option("--score", is_flag=True, help="Score the fronts of a round instead of judging a turn.")
@click.option("--alliance", metavar="SEATS", help='The allies of the round: "0 2", or - for none.')
@click.option("--empty", "counts", multiple=True, metavar="SEAT:COUNT", help="Rounds without black cards before this.")
@click.option("--robbed", metavar="SEATS", help="Who was robbed of a card in this round.")
@game_options(["bids"], _is_played)
@_shared
def bids(fronts: tuple[str, ...], counts: tuple[str, ...], **given: Any) -> None:
    """Who wins this turn of Bids, or what does this round score?

    \b
    companion rule bids --players 4 --centre K5 --bids "R9 K2X G9 Y1"
    companion rule bids --centre KT --bids "R9 B8 G6 Y5" --front 3:K3,K7
    companion rule bids --score --players 4 --front 0:K3,K2X --front 1:K8 --front 2:K1 --empty 3:1
    """
    empty = _named("zero", counts, "--empty")
    situation = {
        **{field.replace("zero", "front"): "" for field in empty},
        **_named("front", fronts, "--front"),
        **empty,
        "ask": "round" if given.pop("score") else None,
    }
    _answer("bids", situation, **given)


@command.command("the-game")
@click.option("--players", type=int, help="How many play.")
@click.option("--piles", help='The top cards of the two rising and the two falling piles: "47 1 65 100".')
@click.option("--hand", help='The cards in hand: "37 75".')
@click.option("--laid", help="Cards laid in this turn so far.")
@click.option("--draw", help="Cards in the draw pile.")
@click.option("--left", "leftover", help="Rate this number of cards left over instead.")
@game_options(["the-game"], _is_played)
@_shared
def the_game(**given: Any) -> None:
    """May the minimum of this turn be met, and how?

    \b
    companion rule the-game --piles "47 60 12 15" --hand "37 39" --draw 20
    companion rule the-game --left 7
    """
    _answer("the-game", {"ask": "result" if given["leftover"] else None}, **given)


@command.command("take-that")
@click.option("--players", type=int, help="How many play.")
@click.option("--row", help='The row from left to right: "34 41 49".')
@click.option("--card", "cards", multiple=True, help="A card that somebody wants to play.")
@click.option("--draw", help="Cards in the draw pile.")
@click.option("--count", "counts", multiple=True, metavar="SEAT:COUNTS", help='Score "12 7 2": up, down, toads.')
@game_options(["take-that"], _is_played)
@_shared
def take_that(cards: tuple[str, ...], counts: tuple[str, ...], **given: Any) -> None:
    """May this card be laid or paired, what does taking the row cost, what do these cards score?

    \b
    companion rule take-that --row "34 41 49" --card 94
    companion rule take-that --count "0:12 17"
    """
    situation = {**_named("count", counts, "--count"), "cards": " ".join(cards), "ask": "score" if counts else None}
    _answer("take-that", situation, **given)


def _named(field: str, given: Iterable[str], option: str) -> dict[str, str | None]:
    """Return the fields of single seats: "0:K3,K8" is `front0`."""
    situation: dict[str, str | None] = {}
    for text in given:
        seat, colon, value = text.partition(":")
        if not colon or not seat.strip().isdecimal():
            message = gettext("{text} needs a seat before the colon, as in 0:K3,K8.", text=text)
            raise click.BadParameter(message, param_hint=option)
        situation[f"{field}{int(seat)}"] = value.strip()
    return situation


def _answer(
    game: str, situation: dict[str, str | None], *, rulings: tuple[str, ...], lang: str, as_json: bool, **given: Any
) -> None:
    """Print what the desk says, and leave with the status that says how it went."""
    fields = {**situation, **given, "rules": " ".join(rule.replace("=", ":", 1) for rule in rulings)}
    asked = {name: _text(value) for name, value in fields.items() if value not in (None, "", ())}
    asked |= {name: "" for name, value in situation.items() if value == "" and name != "cards"}
    from companion.i18n import language

    names = tuple(gettext("Player {n}", n=seat + 1) for seat in range(games.load(game).SEATS[-1]))
    translator = language.translator(desk.words(game), names, lang)
    answer = desk.settle(game, asked)
    said = told(game, asked, answer, translator)
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(said))
    else:
        _print(said, translator)
    click.get_current_context().exit(2 if answer.wrong else 1 if answer.missing else 0)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(value)
    return str(int(value)) if isinstance(value, bool) else str(value)


def _print(said: dict[str, Json], translator: Translator) -> None:
    for it in said["violations"]:
        click.echo(f"{it['message']} {_cited(it['rule'], translator)}", err=True)
    if said["question"]:
        click.echo(f"{said['question']['text']} {_cited(said['question']['rule'], translator)}")
    for sentence in said["verdict"]:
        click.echo(sentence)
    if said["why"]:
        click.echo("\n" + gettext("Why:"))
    for it in said["why"]:
        click.echo(f"- {it['text']} {_cited(it['rule'], translator)}")
    for it in said["documents"]:
        click.echo(f"\n{it['title']}:")
        click.echo("\n".join(f"- {sentence}" for sentence in it["verdict"]))
    if said["otherwise"]:
        click.echo("\n" + gettext("Under another house rule:"))
    for it in said["otherwise"]:
        click.echo(f"- {it['question']} {it['answer']}: {' '.join(it['verdict'])} [{it['rule']}]")


def _cited(rule: str, translator: Translator) -> str:
    source = book.citation(rule, translator.gettext)
    return f"[{rule}: {source}]" if source else ""
