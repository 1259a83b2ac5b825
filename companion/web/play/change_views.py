"""What a correction or changed settings did, as pages show it: before it is written, on the board, and in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from msgspec import Struct, convert

from companion import games
from companion.core.entries import Entry
from companion.core.messages import Json
from companion.core.names import isolated
from companion.core.options import Number, Option, SeatChoice, rulings_in_force
from companion.core.round_game import RoundGame
from companion.core.rounds import WholeRound
from companion.core.translator import format_number
from companion.games.rulebooks import house_rule
from companion.i18n.language import current
from companion.store import game_log
from companion.store.differences import Difference, last_difference
from companion.store.models import Game, StoredRow
from companion.store.positions import SETTINGS, LogEntry, LogRow, SettingsChange
from companion.web.play.context import BoardContext
from companion.web.play.notices import author_name

Points = tuple[str, Sequence[tuple[str, int | None, int | None]]]  # heading, names with both numbers


class Followed(Struct, frozen=True):
    """An outcome or a result that is different now: what it is about, what it was, and what it is; "" for nothing."""

    heading: str
    before: str
    after: str


class ChangeView(Struct, frozen=True):
    """A change in words: a sentence for each entry or setting, then what followed from it.

    `points` are those that are different now, of a round, so far in it, or in all: names with both numbers.
    """

    title: str
    sentences: Sequence[str]
    followed: Sequence[Followed] = ()
    points: Sequence[Points] = ()


def last_change(context: BoardContext) -> ChangeView | None:
    """What the last row of the log changed if it is a correction or changed settings, else None."""
    difference = last_difference(context.whole)
    if difference is None or is_secret(context, difference):
        return None
    row = difference.after.done[-1]
    author = author_name(game_log.authors(context.game, [row.number])[row.number])
    return change_view(context, difference, row, author)


def is_secret(context: BoardContext, difference: Difference) -> bool:
    """Whether a correction concerns what others entered before their turn, and the reader does not see yet."""
    return any(logged and context.is_secret(logged) for both in difference.entries for logged in both)


def change_view(context: BoardContext, difference: Difference, row: StoredRow | LogRow, author: str) -> ChangeView:
    """In words what this row of the log did, or would do."""
    if row.kind == SETTINGS:
        title = _("Settings changed by %(who)s", who=author)
        game, (before, after) = context.game, convert(row.payload, SettingsChange).sides
        changed = _options(game, len(game.seats), before.options, after.options)
        sentences = [*changed, *_seating(game, before.seats, after.seats)]
    else:
        replaced = _result_instead(context, difference)
        title = _("Entered by %(who)s", who=author) if replaced else _("Corrected by %(who)s", who=author)
        sentences = replaced or _entries(context, difference)
    return ChangeView(title, sentences, _followed(context, difference), _points(context, difference))


def _result_instead(context: BoardContext, difference: Difference) -> list[str]:
    """The result that was entered instead of cards in words, or nothing."""
    is_result = difference.after.rules.is_result
    results = [new for _old, new in difference.entries if new is not None and is_result(new.entry)]
    is_instead = any(old is not None and not is_result(old.entry) for old, _new in difference.entries)
    return [_in_part(context, result, context.words(result)) for result in results[:1] if is_instead]


def _entries(context: BoardContext, difference: Difference) -> list[str]:
    added = [new for old, new in difference.entries if old is None and new is not None]
    if len(added) > 1 and len(added) == len(difference.entries):  # a whole trick or turn
        cards = [" ".join(card_words(context, new) or (context.words(new),)) for new in added]
        return [_in_part(context, added[0], _("added: %(entry)s", entry=", ".join(cards)))]
    return [_entry(context, old, new) for old, new in difference.entries]


def _entry(context: BoardContext, old: LogEntry | None, new: LogEntry | None) -> str:
    if old is None:
        assert new is not None, "an entry that is neither before nor after"
        return _in_part(context, new, _("added: %(entry)s", entry=context.words(new)))
    if new is None:
        return _in_part(context, old, _("deleted: %(entry)s", entry=context.words(old)))
    before, after = card_words(context, old), card_words(context, new)
    if before is None or after is None or before == after:
        numbers = ", ".join(_numbers(context, old.entry, new.entry))
        return _in_part(context, new, numbers or f"{context.words(old)} → {context.words(new)}")
    was = before[1] if before[0] == after[0] else " ".join(before)
    return _in_part(context, new, _("%(entry)s (before: %(was)s)", entry=context.words(new), was=was))


def _numbers(context: BoardContext, old: Entry, new: Entry) -> Iterator[str]:
    """Yield whose numbers of a whole round are different now: "Ana 12 → 13", or "Ana: Face up 4 → 6"."""
    if not (isinstance(old, WholeRound) and isinstance(new, WholeRound)):
        return
    rules = context.position.rules
    assert isinstance(rules, RoundGame), "a round of numbers in a game without them"
    for seat, (before, after) in enumerate(zip(old.seats, new.seats, strict=True)):
        for field in rules.fields:
            numbers = (counts.get(field.name) for counts in (before, after))
            was, now = ("–" if number is None else format_number(number) for number in numbers)
            if was != now:
                label = f": {_(field.label)}" if len(rules.fields) > 1 else ""
                yield f"{context.translator.name(seat)}{label} {was} → {now}"


def card_words(context: BoardContext, logged: LogEntry) -> tuple[str, str] | None:
    """An entry that is shown as a card in two parts, such as ("Ben", "green 9"), or None for others."""
    card = context.pages_at(logged.before).log_card(logged.entry)
    if card is None or card.card is None:
        return None
    return card.label, context.translator.say(card.card) if isinstance(card.card, str) else str(card.card)


def _in_part(context: BoardContext, logged: LogEntry, words: str) -> str:
    heading = context.heading(logged)
    return (
        words if heading.casefold() in words.casefold() else _("%(heading)s: %(words)s", heading=heading, words=words)
    )


def _followed(context: BoardContext, difference: Difference) -> list[Followed]:
    say = context.translator
    outcomes = [
        Followed(context.heading(change.logged), " ".join(map(say, change.before)), " ".join(map(say, change.after)))
        for change in difference.outcomes
    ]
    if difference.results is not None:
        before, after = difference.results
        outcomes.append(Followed(_("Result"), say(before), say(after)))
    return outcomes


def _points(context: BoardContext, difference: Difference) -> list[Points]:
    def unit(number: int) -> str:
        return context.translator.say("unit", {"number": number})

    changes = [(unit(change.number), change.before, change.after) for change in difference.rounds]
    if (change := difference.so_far) is not None:
        changes.append((_("%(round)s so far", round=unit(change.number)), change.before, change.after))
    if difference.totals is not None:
        changes.append((_("Total"), *difference.totals))
    return [(heading, _seats(context, before, after)) for heading, before, after in changes]


def _seats(
    context: BoardContext, before: Sequence[int] | None, after: Sequence[int] | None
) -> list[tuple[str, int | None, int | None]]:
    unknown: Sequence[int | None] = [None] * context.position.player_count
    old, new = before or unknown, after or unknown
    both = enumerate(zip(old, new, strict=True))
    return [(context.translator.name(seat), was, is_now) for seat, (was, is_now) in both if was != is_now]


def _options(game: Game, player_count: int, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[str]:
    rules = games.rules_of(game.slug)
    for option in rules.OPTIONS:
        values = (options.get(option.name, option.default_for(player_count)) for options in (before, after))
        old, new = (_value(option, value, game) for value in values)
        if old != new:
            yield _instead(_(option.label), old, new)
    rulings = [rulings_in_force(rules, options) for options in (before, after)]
    for switch in rules.SWITCHES:
        words = house_rule(switch.rule, current())
        old, new = (words.answers[ruling[switch.name]] for ruling in rulings)
        if old != new:
            yield _("%(question)s “%(new)s” instead of “%(old)s”", question=words.question, old=old, new=new)


def _seating(game: Game, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    names = {player.uuid: isolated(player.full_name) for player in game.table.players}
    for seat, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old != new:
            yield _instead(_("Seat %(num)s", num=seat), names.get(old, "?"), names.get(new, "?"))


def _value(option: Option, value: Json, game: Game) -> str:
    if isinstance(option, SeatChoice):
        return game.names[value]
    if isinstance(option, Number):
        return str(value)
    return ", ".join(map(_, option.labels(value))) or _("none")


def _instead(what: str, old: str, new: str) -> str:
    return _("%(what)s: %(new)s instead of %(old)s", what=what, old=old, new=new)
