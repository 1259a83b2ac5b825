"""Bids to learn from: lessons with pictured examples, a trick step by step, and the special cards in one table."""

from __future__ import annotations

from companion.core.messages import N_, NN_
from companion.core.rulebook import (
    Agreed,
    AtTable,
    CardPicture,
    Example,
    Gridded,
    Lesson,
    Picture,
    PictureRow,
    Rules,
    SetupSteps,
    Steps,
    TextTable,
    Told,
)
from companion.games.bids import cards
from companion.games.bids.book_examples import EMPTY, FIFTH, FIRST, FOUR, game_record, trick

NAMES = ("Ana", "Luis", "Sara", "Raúl", "Zoe")
_SYMBOLS = {cards.DOUBLE: "2x", cards.MINUS5: "−5"}


def _card(card: str, note: str = "", mark: str = "") -> CardPicture:
    symbol = _SYMBOLS.get(card) or (card[1:] if card[1:].isdigit() else card)
    return CardPicture(card[0], symbol, note, mark)


def _row(label: str, held: str, mark: str = "") -> PictureRow:
    return PictureRow(label, tuple(_card(card, mark=mark) for card in held.split()))


def _bids(bids: str, winner: int | None) -> PictureRow:
    named = zip(bids.split(), NAMES, strict=False)
    return PictureRow(
        N_("The bids, in order"),
        tuple(_card(card, name, "won" if seat == winner else "") for seat, (card, name) in enumerate(named)),
    )


def _trick(
    rule: str, title: str, centre: str, bids: str, winner: int | None, *more: PictureRow, **fields: str
) -> Example:
    """Return a trick as an example, with its picture; `more` rows say what else lies on the table."""
    rows = (_row(N_("Turned up in the centre"), centre), _bids(bids, winner), *more)
    return Example(rule, title, trick(centre, bids, **fields), picture=rows)


LESSONS = (
    Lesson(
        N_("What you need"),
        (
            Rules(("BID-01", "BID-02")),
            N_(
                "You bid for the black cards: each is worth the number on it, and whoever has the most points after the"
                " last round wins. But a round in which you win no black card at all is worth points too – so you may"
                " also try to win nothing."
            ),
        ),
    ),
    Lesson(
        N_("Set-up"),
        (
            SetupSteps(),
            Gridded(N_("The decks"), is_only_printed=True),
            Rules(("R-116", "R-37")),
        ),
    ),
    Lesson(
        N_("A trick"),
        (
            N_(
                "A round has ten tricks, and in each trick you play for one black card. Turn up the top card of the"
                " centre deck for everyone to see. Then everyone bids exactly one card from their hand, face up, one"
                " after another, clockwise. So you see what has been bid before you."
            ),
            N_(
                "The highest number wins. The colours mean nothing: a red 9 and a blue 9 are equally high. If your"
                " bid is the highest, take the black card, lay it face up in front of you, and start the next trick."
                " The coloured cards that were bid are put aside; nobody uses them again in this round."
            ),
            AtTable("variant", {"color": N_("You play Color Bids, in which the colours do matter.")}),
            _trick("BID-19", N_("Ana starts, and everyone bids one card."), "K5", "R4 B9 G7 Y2", 1),
        ),
    ),
    Lesson(
        N_("Burning a trick"),
        (
            N_(
                "If two or more players tie for the highest bid, nobody wins the black card: the trick is burnt, and"
                " the card goes face down under the centre deck. Whoever was the last to match the highest bid has"
                " burnt the trick and starts the next one. Ties for lower bids don't matter."
            ),
            _trick("BID-25", N_("Two nines are the highest bids."), "K10", "R9 B4 G9 Y2", None),
        ),
    ),
    Lesson(
        N_("A black card in your hand"),
        (
            N_(
                "Some black cards were dealt together with the coloured ones, so you may find one in your hand. You"
                " bid it like any other card, and it counts as its own number. But it also joins the prize: whoever"
                " wins the trick takes it together with the black card from the centre. That may be you."
            ),
            _trick("BID-22", N_("Ana bids a black 8, and nobody bids more."), "K5", "K8 R3 G7 Y1", 0),
            _trick("BID-22", N_("The same trick, but Luis bids a 9."), "K5", "K8 R9 G7 Y1", 1),
            N_("If the trick is burnt, the black card that was bid goes under the centre deck as well."),
        ),
    ),
    Lesson(
        N_("The 2x"),
        (
            N_(
                "If you win the 2x, all points that you have won so far in this round are doubled, and so are the other"
                " black cards of that trick. What you win later counts once. If you win the 2x alone, before any other"
                " card, it is worth nothing."
            ),
            _trick(
                "2X-01",
                N_("Ana has already won the 3 and the 8. Now the 2x is turned up: (3 + 8) × 2 = 22."),
                "K2X",
                "R9 B4 G7 Y2",
                0,
                PictureRow(
                    N_("In front of Ana afterwards"),
                    (_card("K3", mark="doubled"), _card("K8", mark="doubled"), _card("K2X")),
                ),
                front0="K3 K8",
            ),
            N_(
                "If the 2x is in your hand, it is a bid of 0 and goes to the winner of that trick. You yourself can't"
                " win it in this round."
            ),
            AtTable(
                "holder_of_special",
                {"wins": N_("If the 2x, the −5 or the thief from your hand is the best bid, you win the trick.")},
            ),
            AtTable(
                "hand_2x_doubles_centre",
                {"no": N_("A 2x that was bid from hand doesn't double the card in the centre.")},
            ),
        ),
    ),
    Lesson(
        N_("The −5"),
        (
            N_(
                "If you win the −5, you lose five points. If it is in your hand, it is a bid of −5 and goes to the"
                " winner of that trick; you yourself can't win it in this round."
            ),
            _trick(
                "M5-01",
                N_("Ana has already won the 3: 3 − 5 = −2."),
                "K-5",
                "R9 B4 G7 Y2",
                0,
                _row(N_("In front of Ana afterwards"), "K3 K-5"),
                front0="K3",
            ),
            AtTable(
                "holder_scope",
                {
                    "turn": N_(
                        "If a 2x, −5 or thief from your hand was burnt and turns up again after a shuffle, you can"
                        " win it."
                    )
                },
            ),
        ),
    ),
    Lesson(
        N_("The ally"),
        (
            Rules(("AL-05",)),
            N_(
                "The white ally is always in someone's hand. It is a bid of 0. If you bid it, you are allied with the"
                " winner of that trick until the end of the round: lay the ally beside the winner. When the round is"
                " over, your points and the winner's are added up, and each of you gets half; we round half a point"
                " up. If the trick is burnt, there is no alliance."
            ),
            Picture(
                (
                    PictureRow(N_("In front of Ana"), (_card("K10"), _card("WA"))),
                    PictureRow(N_("In front of Luis"), (_card("K5"),)),
                ),
                N_("Ana and Luis are allies: 10 + 5 = 15, and half of that is 7.5. So each of them gets 8 points."),
            ),
            AtTable(
                "ally_rounding",
                {
                    "down": N_("Half a point is rounded down: 7.5 becomes 7."),
                    "away_from_zero": N_("Half a point is rounded away from zero: 7.5 becomes 8, −2.5 becomes −3."),
                },
            ),
            AtTable(
                "ally_own_trick",
                {
                    "cannot_win": N_(
                        "If the lowest bid wins, the ally can't win: whoever bid it is allied with the winner."
                    )
                },
            ),
        ),
        needs=("ally",),
    ),
    Lesson(
        N_("End of a round"),
        (
            N_(
                "After ten tricks the round is over. Some black cards have not been turned up, so nobody can be quite"
                " sure what is still to come. Everyone adds up the black cards in front of them, and you write the"
                " points down."
            ),
            N_(
                "Put all cards back and set up the next round in the same way. The player with the highest total"
                " starts it. If totals are equal, the one with more points in the round just played starts; if these"
                " are equal too, the one with the highest single black card in that round."
            ),
        ),
    ),
    Lesson(
        N_("The lucky loser"),
        (
            N_(
                "If you have no black card in front of you at the end of a round, you are a lucky loser and get"
                " points. How many depends on the number of players and on how many rounds you have finished without"
                " black cards in this game, this one included: with four players the first such round is worth 8"
                " points, the second 16, the third 24. Any black card in front of you rules this out, even the 2x or"
                " the −5: if you have only the −5, your round is worth −5."
            ),
            Gridded(N_("Points for rounds without black cards")),
            Example(
                "BID-33",
                N_(
                    "Ana wins 9 points in the first round and 13 in the fifth. The other four rounds she ends without"
                    " black cards: they are worth 1 × 8, 2 × 8, 3 × 8 and 4 × 8."
                ),
                record=game_record(FOUR, FIRST, EMPTY, EMPTY, EMPTY, FIFTH, EMPTY),
            ),
            Told(
                N_(
                    "As an ally without black cards you get your half of the alliance instead, but the round counts"
                    " for your next lucky-loser points."
                ),
                ("ally",),
            ),
            AtTable(
                "lucky_loser_count",
                {"consecutive": N_("Only rounds in a row count. A round with black cards sets your count back to 0.")},
            ),
            AtTable(
                "lone_special", {"allows": N_("With only the 2x or the thief you are a lucky loser all the same.")}
            ),
        ),
    ),
    Lesson(
        N_("End of the game"),
        (
            N_(
                "The game ends after six rounds, unless you have agreed on another number. The highest total wins. If"
                " totals are equal, the player with more points in the last round is ahead; if these are equal too, the"
                " one with the highest single black card in that round. Players who are still tied share a place."
            ),
            Agreed("rounds", NN_("You have agreed on %(n)s round.", "You have agreed on %(n)s rounds.")),
            AtTable(
                "minus5_bonus",
                {"on": N_("The players who finished the most rounds with the −5 share 30 extra points at the end.")},
            ),
        ),
    ),
    Lesson(
        N_("The thief"),
        (
            N_(
                "If you win a trick with the thief in it, you must take one black card at once from the player with"
                " the lowest bid in that trick; you choose which one. If that player has no black card, it is the"
                " next lowest bidder who has one. If several tie for the lowest bid, choose among those who have a"
                " card. The thief itself is worth nothing. In your hand it is a bid of 0 and goes to the winner of"
                " that trick; you yourself can't win it. It is meant for three or four players."
            ),
            _trick(
                "TH-02",
                N_("The thief is turned up. Raúl, the lowest bidder, has the 3 and the 7."),
                "KT",
                "R9 B8 G6 Y5",
                0,
                _row(N_("In front of Raúl"), "K3 K7"),
                front3="K3 K7",
                steal="3:K7",
            ),
            AtTable(
                "thief",
                {
                    "bga": N_(
                        "Whoever has the thief may steal once, if they like, at the end of that trick or a later one:"
                        " from the lowest bidder of the trick just played."
                    )
                },
            ),
            AtTable("thief_players", {"any": N_("The thief is used with any number of players.")}),
            AtTable(
                "thief_lowest",
                {
                    "highest": N_("While the lowest bid wins, the thief robs the highest bidder."),
                    "none": N_("While the lowest bid wins, the thief robs nobody."),
                },
            ),
            AtTable(
                "stolen_2x",
                {
                    "moves_doubling": N_("If the 2x is stolen, the doubling moves with it."),
                    "forbidden": N_("The 2x can't be stolen."),
                },
            ),
            AtTable("stolen_doubled", {"keeps_double": N_("A stolen card that was doubled stays doubled.")}),
            AtTable(
                "robbed_lucky_loser", {"no": N_("If you were robbed of all your cards, you are not a lucky loser.")}
            ),
        ),
        needs=("thief",),
    ),
    Lesson(
        N_("Shuffle"),
        (
            N_(
                "When the shuffle card is turned up, put it aside and shuffle the centre deck, with everything that"
                " was burnt. Nobody bids for it: turn up the next card. In your hand it is a bid of 0, and the centre"
                " deck is shuffled after the trick; if the trick is burnt, nothing is shuffled, and the card goes"
                " under the centre deck."
            ),
        ),
        needs=("shuffle",),
    ),
    Lesson(
        N_("Lowest wins"),
        (
            N_(
                "When “lowest wins” is turned up, put it aside and turn up the next card. From now until the end of"
                " the round the lowest bid wins, and a tie for the lowest bid burns the trick. In your hand it is a"
                " bid of 0, and the lowest bid wins from the next trick on; if the trick is burnt, nothing changes. A"
                " 2x, −5 or thief bid from hand still can't win."
            ),
            _trick("LO-01", N_("“Lowest wins” is turned up, then the 5."), "KL K5", "R9 B8 G6 Y5", 3),
        ),
        needs=("lowest",),
    ),
    Lesson(
        N_("The surprise"),
        (
            N_(
                "When the surprise is turned up, you all bid for the next card of the centre deck without seeing it;"
                " only the winner's prize is turned up. If the trick is burnt, the unseen card stays on top and is"
                " the next card to bid for. In your hand the surprise is a bid of 0: after the bids the next card of"
                " the centre deck replaces the one in the centre, which goes under the deck."
            ),
            _trick(
                "SU-01", N_("The surprise is turned up; the unseen card is the 7."), "KQ", "R9 B8 G6 Y5", 0, prize="K7"
            ),
            AtTable(
                "surprise_in_hand",
                {
                    "plain_zero": N_("A surprise bid from hand just counts as 0."),
                    "next_turn_blind": N_("After a surprise bid from hand, everyone bids blind in the next trick."),
                },
            ),
            AtTable(
                "surprise_tie",
                {"discarded": N_("If a blind trick is burnt, the unseen card goes under the centre deck.")},
            ),
        ),
        needs=("surprise",),
    ),
    Lesson(
        N_("Color Bids"),
        (
            N_(
                "In this variant the colours matter: only the colour that was played most in the trick counts, and its"
                " highest card wins. If two or more colours were played equally often, the highest card of all of them"
                " wins."
            ),
            _trick("COL-01", N_("Blue was played twice."), "K3", "R4 B5 G9 B7", 3, variant="color"),
            _trick("COL-02", N_("Green and blue were both played twice."), "K3", "G4 B5 G9 B7", 2, variant="color"),
            N_(
                "The card in the centre counts as a black card. If it is the highest card of the colours played most,"
                " nobody gets anything: the black cards of the trick go under the centre deck, and the player who"
                " started this trick starts the next one too."
            ),
            _trick("COL-04", N_("Black and green were both played twice."), "K8", "R5 G4 G7 K5", None, variant="color"),
            AtTable(
                "color_centre_tie",
                {
                    "bid_wins": N_("A bid that equals the card in the centre wins."),
                    "centre_wins": N_("If a bid equals the card in the centre, the card in the centre wins."),
                },
            ),
            AtTable("ally_color", {"white": N_("The white ally counts as a colour, with one card of value 0.")}),
        ),
        needs=("color",),
    ),
)

A_TRICK = Steps(
    N_("A trick, in order"),
    (
        (
            N_(
                "Turn up the top card of the centre deck. A shuffle or lowest-wins card is put aside and acts at once:"
                " turn up the next. After a surprise, the next card stays face down."
            ),
            ("BID-15", "SH-01", "LO-01", "SU-01"),
        ),
        (N_("Everyone bids one card, clockwise from the player who starts."), ("BID-16", "BID-18")),
        (N_("Leave out bids that can't win: the 2x, the −5 and the thief from hand."), ("R-25", "R-26")),
        (
            N_(
                "Find the best bid: the highest or, after “lowest wins”, the lowest; in Color Bids of the colours"
                " played most, the card in the centre included."
            ),
            ("BID-19", "LO-01", "COL-01", "R-74"),
        ),
        (
            N_(
                "If there is a tie for it, the trick is burnt: all its black cards go under the centre deck, nothing"
                " takes effect, and the last to match the best bid starts."
            ),
            ("BID-24", "BID-25", "BID-26", "R-36"),
        ),
        (N_("The winner takes the card from the centre and the black cards that were bid."), ("BID-19", "BID-22")),
        (N_("The 2x doubles what the winner now has, the other cards of this trick included."), ("2X-01", "2X-02")),
        (N_("The thief steals."), ("TH-02", "R-51")),
        (N_("Whoever bid the ally is allied with the winner."), ("AL-01",)),
        (N_("Shuffle and “lowest wins” from hand take effect, from the next trick on."), ("SH-02", "LO-02")),
        (N_("The winner starts the next trick."), ("BID-21",)),
    ),
)

_UNDER = N_("It goes under the centre deck.")
_UNDER_UNUSED = N_("It goes under the centre deck and does nothing.")
_CAN_WIN = N_("Its 0 can win.")

SPECIAL_CARDS = TextTable(
    N_("The special cards at a glance"),
    (
        N_("Turned up"),
        N_("Bid from hand"),
        N_("If the trick is burnt"),
        N_("When the lowest bid wins"),
        N_("Color Bids"),
    ),
    (
        (
            cards.DOUBLE,
            N_("The winner doubles what they have won so far, and the other black cards of the trick."),
            N_("0. It goes to the winner; whoever had it can't win it in this round."),
            _UNDER,
            N_("The bid is left out: it can't win."),
            N_("Black, 0. It can't win, but its colour counts."),
        ),
        (
            cards.MINUS5,
            N_("The winner loses 5 points."),
            N_("−5. It goes to the winner; whoever had it can't win it in this round."),
            _UNDER,
            N_("The bid is left out: it can't win."),
            N_("Black, −5. It can't win, but its colour counts."),
        ),
        (
            cards.THIEF,
            N_("The winner takes a black card from the lowest bidder who has one."),
            N_("0. It goes to the winner, who steals; whoever had it can't win it."),
            _UNDER,
            N_("The winner robs the lowest of the other bidders."),
            N_("Black, 0. It can't win, but its colour counts."),
        ),
        (
            cards.SHUFFLE,
            N_("Put it aside, shuffle the centre deck, turn up the next card."),
            N_("0. After the trick the centre deck is shuffled."),
            _UNDER_UNUSED,
            _CAN_WIN,
            N_("Black, 0."),
        ),
        (
            cards.LOWEST,
            N_("Put it aside, turn up the next card: from now on the lowest bid wins."),
            N_("0. From the next trick on the lowest bid wins."),
            _UNDER_UNUSED,
            _CAN_WIN,
            N_("First the colour played most, then its lowest card."),
        ),
        (
            cards.SURPRISE,
            N_("Everyone bids for the next card without seeing it."),
            N_("0. After the bids the next card replaces the one in the centre."),
            N_("The unseen card stays on top and is next."),
            _CAN_WIN,
            N_("Black, 0."),
        ),
        (
            cards.ALLY,
            N_("Never: it is always in someone's hand."),
            N_("0. Whoever bid it is allied with the winner."),
            N_("No alliance."),
            N_("Its 0 can win, and then there is no alliance."),
            N_("No colour: it doesn't count and can't win."),
        ),
    ),
)

OVERVIEWS = (A_TRICK, SPECIAL_CARDS)
