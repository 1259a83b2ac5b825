"""Search topics for the rules of Take That: phrases that players use, and the rules that answer them, best first."""

from companion.core.messages import N_

TOPICS = {
    N_("how many players, number of players, players"): "TT-01",
    N_("how many cards, which cards, contents, tens"): "TT-02",
    N_("toad, toads, frog, double digit, 22, 33, 44, 55, 66, 77, 88, doubles"): "TT-03 TT-10 TT-17",
    N_("deal, hand size, setup, how many cards in hand, set-up"): "TT-04",
    N_("who starts, first player, starter, dealer, order, begin"): "TT-05 R-102",
    N_("turn, what can I do, one card, draw, options, my turn, pass"): "TT-06",
    N_("lay, within ten, distance, ten apart, how far, gap, end of row, right end, next to"): "TT-07 R-91",
    N_("exactly ten, ten inclusive, difference ten"): "R-91",
    N_("new row, open a row, start a row, first card, empty row"): "TT-08",
    N_("pair, twist, mirror, mirror image, swap, reversed, digits swapped, turned, face up, flip"): "TT-09 TT-12",
    N_("close the gap, gap, hole, middle of the row"): "TT-11",
    N_("last card of row, only card, pair empties row, pair the last"): "TT-12 R-95",
    N_(
        "take the row, take, voluntarily, voluntary, must I take, can't play, forced, stuck, on purpose, pick up, "
        "don't want"
    ): "TT-13",
    N_("after taking, who opens, open after taking, start after taking, same turn"): "TT-14 MP-74",
    N_("take empty row, nothing to take, empty row taken"): "R-93",
    N_("end, end of game, when does it end, finish, game over, over"): "TT-15 R-92 R-94",
    N_("empty, draw pile empty, deck empty, no cards to draw, last card"): "TT-15 R-94 R-96",
    N_("no cards left, empty hand, hand empty"): "R-96",
    N_("cards left in hand, hand cards count, leftover"): "TT-16",
    N_("score, scoring, points, worth, minus points, count, value, minus one, minus five, −5, −1"): "TT-17 CT-4",
    N_("how many games, two games, how many deals, winner, total, wins, who wins"): "TT-18 R-104 R-103",
    N_("tie, equal, same total, draw, shared place"): "R-103",
    N_("advanced, advanced game, penalty, penalty card, expert, single card row, row of one"): "TT-19 R-98 R-99 R-100",
    N_("penalty toad, toad penalty"): "R-100",
    N_("wrong card, illegal card, too far, not within ten, mistake, illegal"): "MP-71",
    N_("wrong pair, not the mirror image, false pair, wrong twist"): "MP-72",
    N_("wrong player took, took by mistake"): "MP-73",
    N_("forgot to draw, drew two, too many cards, too few cards, misdeal"): "MP-75",
    N_("look at face-down cards, look, face down, peek, look through, see my cards"): "MP-76",
    N_("overlooked toad, forgotten toad, count again, recount"): "MP-77",
    N_("forgot penalty, penalty forgotten, looked at penalty"): "MP-78",
}
