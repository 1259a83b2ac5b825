"""Bids on paper: the contents of its score sheet, checklist, set-up and reference cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.game import Person
from companion.core.messages import N_, Json
from companion.core.options import usual_rulings
from companion.core.translator import Translator, format_number
from companion.games.bids.cards import ALLY, COLORS, DOUBLE, LOWEST, MINUS5, RANKS, SHUFFLE, SURPRISE, THIEF, VALUE
from companion.games.bids.setup import HAND, RATE, SEATS, SPECIALS, Setup, read_setup
from companion.games.bids.words import WORDS
from companion.sheets import icons, parts, setups
from companion.sheets import reference as reference_card
from companion.sheets.canvas import Box, Canvas
from companion.sheets.extras import Tally
from companion.sheets.games.bids import panels, rounds
from companion.sheets.grid import Cell, Row
from companion.sheets.parts import Chip, Panel
from companion.sheets.played_games import PlayedGame, last_round_points
from companion.sheets.round_sheets import RoundSheets
from companion.sheets.table_picture import Spot, TablePicture

# What must be in the game for a house rule to matter.
_CONCERNS = {
    "ally_rounding": ("ally",),
    "ally_own_trick": ("ally", "lowest"),
    "color_centre_tie": ("color",),
    "ally_color": ("color", "ally"),
    "robbed_lucky_loser": ("thief",),
    "thief": ("thief",),
    "thief_players": ("thief",),
    "thief_lowest": ("thief", "lowest"),
    "stolen_2x": ("thief",),
    "stolen_doubled": ("thief",),
    "surprise_in_hand": ("surprise",),
    "surprise_tie": ("surprise",),
}


class Sheets(RoundSheets):
    """The sheets of Bids."""

    TRICKS_LABEL = N_("Score sheet with the tricks of each round")
    TOTAL_BESIDE = True
    HAS_TALLY = True

    def title(self, setup: Setup, translator: Translator) -> str:
        """Return the name of the game."""
        return translator.text(N_("Color Bids")) if setup.variant == "color" else super().title(setup, translator)

    def detail(self, setup: Setup, translator: Translator) -> str:
        """Return the other options: ally, special cards, ruleset."""
        translator = translator.with_texts(WORDS)
        chosen = [translator.text(N_("with the ally"))] if setup.ally else []
        if setup.seats in (4, 5) and not setup.ally:
            chosen = [translator.text(N_("without the ally"))]
        chosen += [translator.say(SPECIALS[name]) for name in setup.specials]
        if setup.ruleset == "bga":
            chosen.append(translator.text(N_("Board Game Arena rules")))
        return " \u00b7 ".join(chosen)

    def players(self, setup: Setup) -> int:
        return setup.seats

    def deck(self, setup: Setup, translator: Translator) -> tuple[setups.DeckRow, ...]:
        """Return the picture of all cards; those that stay in the box are outlines."""
        translator = translator.with_texts(WORDS)
        used = {*setup.coloured, *setup.blacks, ALLY} if setup.ally else {*setup.coloured, *setup.blacks}
        rows = [
            setups.DeckRow(color, tuple(Chip(color, str(rank), f"{color}{rank}" not in used) for rank in RANKS))
            for color in (*COLORS, "K")
        ]
        specials = [Chip("K", translator.say(card), card not in used) for card in (DOUBLE, MINUS5)]
        pictured = (*SPECIALS.values(), ALLY)
        specials += [Chip(card[0], card, card not in used, translator.say(card)) for card in pictured]
        return (*rows, setups.DeckRow("", tuple(specials), 1.25))

    def facts(self, setup: Setup, translator: Translator) -> tuple[tuple[str, str], ...]:
        """Return the sizes of the decks."""
        coloured, mixed = len(setup.coloured), setup.hand_blacks
        parts = [
            (translator.text(N_("Coloured cards")), str(coloured)),
            (translator.text(N_("Taken out (shown to all)")), f"− {setup.removed}"),
            (translator.text(N_("White ally")), "+ 1"),
            (translator.text(N_("Black cards mixed in")), f"+ {mixed}"),
            (translator.text(N_("Bidding deck")), f"= {setup.deck}"),
            (translator.text(N_("Hands")), f"{setup.seats} \u00d7 {HAND}"),
            (translator.text(N_("Black cards in the centre")), f"{len(setup.blacks)} − {mixed} = {setup.centre}"),
        ]
        if not setup.ally:
            del parts[2]
        if not setup.removed:
            del parts[1]
        return tuple(parts)

    def closing(self, setup: Setup, translator: Translator) -> str:
        return translator.text(
            N_("Shuffle the finished deck, then deal. Longest first name starts. {turns} tricks, then add up."),
            turns=HAND,
        )

    def aim(self, setup: Setup, translator: Translator) -> str:
        return translator.text(N_("Win black cards: the most points wins."))

    def table(self, setup: Setup, translator: Translator) -> TablePicture:
        spots = [Spot(translator.text(N_("Centre deck"))), Spot(translator.text(N_("Turned up")), "K", "K")]
        if setup.removed:
            spots.append(Spot(translator.text(N_("Taken out, face up")), "Y", "Y"))
        caption = translator.text(N_("Black cards that you win lie face up in front of you."))
        return TablePicture(tuple(spots), HAND, caption)

    def reminders(self, setup: Setup, translator: Translator) -> tuple[Panel, ...]:
        return (panels.lucky_loser(setup, translator), panels.cards(setup, translator))

    def tally(self, setup: Setup, translator: Translator) -> Tally:
        """Return the strip that counts the rounds without black cards (BID-31)."""
        worth = tuple(str(count * setup.rate) for count in range(1, min(setup.rounds, 12) + 1))
        return Tally(translator.text(N_("Rounds without black cards")), worth)

    def per_round_label(self, setup: Setup, translator: Translator) -> str:
        return translator.text(N_("Taken out in round")) if setup.removed else ""

    def all_setups(self, options: dict[str, Json]) -> Iterator[Setup]:
        """Yield each possible set-up: every number of players, with and without the ally.

        A special card that is not for this many players is left out.
        """
        for count in SEATS:
            for ally in (False, True):
                specials = [name for name in options.get("specials", ()) if count < 5 or name != "thief"]
                setup = read_setup([Person("?")] * count, {**options, "ally": ally, "specials": specials})
                if isinstance(setup, Setup):
                    yield setup

    def emblem(self, canvas: Canvas, box: Box) -> None:
        """Draw the picture of the game: a hand of the four colours and a black card."""
        x, y, width, height = box
        card = height * 0.66
        for place, suit in enumerate((*COLORS, "K")):
            left = x + width / 2 - card / 2 + (place - 2) * 3.1
            parts.tilted_card(canvas, (left, y, card, height), (2 - place) * 11, suit, suit)

    def reference_cards(self, setup: Setup | None, translator: Translator) -> Iterator[reference_card.ReferenceCard]:
        """Yield the reference cards: what the special cards do, the lucky loser, Color Bids.

        Cards about things that are not in the game of `setup` are left out.
        """

        def of(card: str, *ids: str) -> reference_card.Item:
            sign = card if card in icons.ICONS else translator.with_texts(WORDS).say(card)
            return reference_card.Item(reference_card.rule_texts(translator, *ids), card[0], sign)

        def text(*ids: str) -> tuple[reference_card.Item, ...]:
            return tuple(reference_card.Item(reference_card.rule_texts(translator, id)) for id in ids)

        def in_play(*cards: str) -> bool:
            return setup is None or any(card in used for card in cards)

        used = () if setup is None else {*setup.blacks, *((ALLY,) if setup.ally else ())}
        special = translator.text(N_("Special cards"))
        doubles = (of(DOUBLE, "2X-01", "2X-02", "2X-03", "2X-04"), of(MINUS5, "M5-01", "M5-02", "M5-03"))
        yield reference_card.ReferenceCard(self.game.TITLE, special, doubles)
        thief, ally = of(THIEF, "TH-02", "TH-03", "TH-04", "TH-05"), of(ALLY, "AL-01", "AL-02")
        if in_play(THIEF, ALLY):
            yield reference_card.ReferenceCard(self.game.TITLE, special, (thief, ally))
        # From hand the surprise does what R-59 says, unless a house rule differs.
        replaces = setup is None or setup.rulings["surprise_in_hand"] == "replace"
        surprise = of(SURPRISE, "SU-01", "R-59" if replaces else "SU-02", "SU-03")
        decks = (of(SHUFFLE, "SH-01", "SH-02"), of(LOWEST, "LO-01", "LO-02"), surprise)
        if in_play(SHUFFLE, LOWEST, SURPRISE):
            yield reference_card.ReferenceCard(self.game.TITLE, special, decks)
        heads = (translator.text(N_("No black cards")), *map(str, range(1, 7)))
        rows = [
            (translator.count(setups.PLAYERS, seats), *(str(n * RATE[seats]) for n in range(1, 7))) for seats in SEATS
        ]
        yield reference_card.ReferenceCard(
            self.game.TITLE, translator.text(N_("The lucky loser")), text("BID-31", "BID-33"), (heads, *rows)
        )
        if setup is None or setup.variant == "color":
            yield reference_card.ReferenceCard(
                self.game.TITLE,
                translator.text(N_("Color Bids")),
                text("COL-01", "COL-02", "COL-03", "COL-04", "COL-05"),
            )

    def rows(self, setup: Setup, game: PlayedGame | None, number: int, translator: Translator) -> list[Row]:
        done, before, seats = self.done(game, number), self.done(game, number - 1), range(setup.seats)
        counts = before["zero_rounds"] if before else [0] * setup.seats
        won = Row(translator.text(N_("Cards won")), tuple(rounds.front(done, seat, translator) for seat in seats))
        # Two allies get half of their points each and no lucky-loser points, so one line is enough for both.
        halved = [rounds.half(done, seat) for seat in seats]
        lucky = [rounds.lucky(done, counts[seat], seat, f"\u00d7 {setup.rate}") for seat in seats]
        label = N_("Lucky loser, or \u00bd as an ally") if setup.ally else N_("Lucky loser")
        extra = tuple(
            rounds.beside(half, luck) if half.number else luck for half, luck in zip(halved, lucky, strict=True)
        )
        scores = tuple(Cell(format_number(done["scores"][seat]) if done else "") for seat in seats)
        return [won, Row(translator.text(label), extra), Row(translator.text(N_("Round")), scores)]

    def tricks(
        self, game: PlayedGame | None, number: int, names: tuple[str, ...], translator: Translator
    ) -> tuple[tuple[str, str], ...]:
        """Return the labels of the two lines, then for each trick the cards and who won them; empty if not played."""
        tricks = [("", "")] * HAND
        for trick in game.report["turns"] if game else ():
            if trick["round"] == number:
                centre = rounds.short_name(trick["centre"], translator) if trick["centre"] else "?"
                won = " ".join(rounds.short_name(card, translator) for card in trick["taken"]) or centre
                nobody = translator.text(N_("burnt")) if trick["outcome"] == "burnt" else translator.text(N_("nobody"))
                tricks[trick["turn"] - 1] = (won, nobody if trick["winner"] is None else names[trick["winner"]])
        return (translator.text(N_("Card")), translator.text(N_("Won by"))), *tricks

    def panels(self, setup: Setup, translator: Translator) -> list[Panel]:
        return [panels.lucky_loser(setup, translator), panels.ties(translator), panels.cards(setup, translator)]

    def final_rows(self, game: PlayedGame, translator: Translator) -> tuple[Row, ...]:
        """Return the row of the −5 bonus, if it is in use."""
        bonus = game.report.get("bonus")
        if bonus is None:
            return ()
        return (Row(translator.text(N_("−5 bonus")), tuple(Cell(format_number(points)) for points in bonus)),)

    def tie_break(self, game: PlayedGame, seat: int, translator: Translator) -> str:
        """Return what breaks ties: the last round, then the highest black card of the last round."""
        last = game.report["rounds"][-1]
        if not last["fronts"] or last["scores"].count(last["scores"][seat]) == 1:
            return last_round_points(game, seat, translator)
        highest = max((VALUE[card] for card in last["fronts"][seat]), default=0)
        return translator.text(
            N_("last round {points}, highest black card {card}"), points=last["scores"][seat], card=highest
        )

    def concerns(self, switch: str, setup: Setup) -> bool:
        """Tell whether a house rule can matter: not if it is about cards, a variant or an ally not in the game."""
        present = {"color": setup.variant == "color", "ally": setup.ally, **dict.fromkeys(setup.specials, True)}
        return all(present.get(name, False) for name in _CONCERNS.get(switch, ()))

    def usual_rulings(self, setup: Setup) -> Mapping[str, str]:
        """Return the usual answers under the ruleset of `setup`, which the subtitle names."""
        return usual_rulings(self.game.OPTIONS, self.game.SWITCHES, {"ruleset": setup.ruleset})

    def notes(
        self, game: PlayedGame, names: tuple[str, ...], translator: Translator, reasons: bool
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the adjustments and, if wanted, the outcome of each trick with its reasons."""
        notes = [*super().notes(game, names, translator, reasons)]
        if not reasons:
            return tuple(notes)
        for number in sorted({trick["round"] for trick in game.report["turns"]}):
            tricks = [trick for trick in game.report["turns"] if trick["round"] == number]
            notes.append(
                (
                    translator.text(N_("Round {n}: trick by trick"), n=number),
                    tuple(rounds.verdict(trick, names, translator) for trick in tricks),
                )
            )
        return tuple(notes)
