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
    N_("11, 99, 10, 20, lowest card, highest card, missing numbers, which numbers are there"): "TT-02 TT-03",
    N_("cards in hand at the end, hand at the end, unplayed cards, rest of my hand, remaining cards"): "TT-16",
    N_("can't lay, cannot lay, nothing fits, no card fits, I can't do anything, eat the row"): "TT-13",
    N_("right end after pairing, end of the row after pairing, last card after pairing, row after a twist"): "TT-11",
    N_("two pairs in one turn, two cards in one turn, lay and pair, both actions, one action"): "TT-06",
    N_("make a pair, twisting, twist a card, mirror number, reversed number, turn the number around"): "TT-09 TT-12",
    N_("take back, take back a card, changed my mind, change my move, undo my move"): "MP-80",
    N_("miscounted, added up wrongly, wrong score, wrong total, counted wrongly"): "MP-79 MP-77",
    N_("someone leaves, leaves the game, has to go, someone joins, new player, join later"): "MP-81",
    N_("give up, stop early, end early, quit, no time left"): "R-137 MP-82",
    N_("look at the cards I took, look at my own cards, check my minus cards, may I look"): "R-133 MP-76",
    N_("look at the penalty card, penalty card face down, hidden penalty card"): "R-134 MP-78",
    N_("advanced with three, advanced with four, advanced for more players"): "R-135 TT-19",
    N_("who deals, first dealer, who deals first, next dealer"): "R-136 R-102",
    N_("expansion, other edition, own cards, custom cards, variants"): "R-138",
    N_("who goes first, who begins, youngest player, oldest player"): "TT-05 R-136",
    N_(
        "how far apart, how far apart may the numbers be, difference, distance between the numbers, more than ten"
    ): "TT-07 R-91",
    N_("turn a toad around, double numbers, can a double be paired, can a toad be paired"): "TT-10 TT-03",
    N_("pick up the row, pick up the row on purpose, swallow the row, whole row"): "TT-13",
    N_(
        "last card is the penalty card, penalty card and the last card, advanced game last card of the pile"
    ): "R-99 R-98",
    N_("right end of the row after the gap, gap at the right end, row moves together"): "TT-11",
    N_("toads in hand, toads left in hand, toad in my hand at the end"): "TT-16 TT-17",
    N_("lost card, a card is lost, card missing, 78 cards, card gone, incomplete deck, replace a card"): "R-143",
    N_(
        "change a house rule, change the rules during the game, change house rules in the middle of a game, new house"
        " rule, other rules now"
    ): "R-141",
}
