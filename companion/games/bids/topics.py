"""Search topics for the rules of Bids: phrases that players use, and the rules that answer them, best first."""

from companion.core.messages import N_

TOPICS = {
    N_("how many players, number of players, how many people"): "BID-01",
    N_("what is in the box, contents, components, how many cards, pieces"): "BID-02",
    N_("three players, with three, 3 players"): "BID-03",
    N_("four players, with four, 4 players"): "BID-04",
    N_("five players, with five, 5 players"): "BID-05",
    N_("six players, with six, 6 players"): "BID-06",
    N_("special cards, specials, optional cards, extra cards, action cards"): "BID-07 R-37",
    N_("card taken out, removed card, card removed, aside card, remove"): "BID-08 R-38 BID-09",
    N_("mixed in, mixed black cards, hidden black cards, secret cards"): "BID-10 BID-11",
    N_("deal, dealing, how many cards each, hand size, ten cards, setup, set-up, prepare"): "BID-12 BID-12b",
    N_("centre deck, center, middle, stock, face down, central pile"): "BID-13 BID-15",
    N_("pass, skip, must I bid, sit out, one card each, forced to bid"): "BID-16 MP-32",
    N_(
        "who starts, first player, starting player, start, begins, longest name, who goes first, starter"
    ): "BID-17 BID-30",
    N_("order of play, clockwise, direction, open bids, left, turn order, bidding order"): "BID-18 MP-11",
    N_("win the trick, who wins, highest bid, highest card, best bid, winner"): "BID-19",
    N_("reuse, used cards, bid card again, played cards, out of play, take back bid"): "BID-20",
    N_("winner starts, next trick, who leads"): "BID-21",
    N_("black card in hand, black in hand, bid a black, from hand, black bid"): "BID-22 BID-23",
    N_("tie, tied, draw, equal, same card, same number, same value, drawn, even"): "BID-24 BID-25 R-36",
    N_("burn, burnt, burner, burned, who burns, turner"): "BID-25 R-36 BID-24",
    N_("three tied, three way tie, all tied, multiple ties"): "R-36",
    N_("discard, discarded, discards, under the deck, thrown away"): "BID-26",
    N_("how many tricks, ten tricks, length of a round, round end, end of round"): "BID-27",
    N_("score, scoring, points, count, how to score, worth, value, add up"): "BID-28 CB-3",
    N_("new round, next round, reset, carry over"): "BID-29",
    N_("tie-break, tiebreaker, tie break, starting tie, same total"): "BID-30 R-20 R-23 R-21",
    N_("highest single card, highest black card"): "R-21",
    N_(
        "lucky loser, no black cards, nothing won, zero cards, empty, empty round, no cards, won nothing, consolation, "
        "empty front, without cards"
    ): "BID-31 BID-32 BID-33",
    N_("rate, how many points lucky loser, 12 points, 8 points, 7 points"): "BID-32",
    N_("consecutive, in a row, cumulative, reset the count, running count, how often lucky"): "R-01 BID-33",
    N_("only the 2x, only the thief, lone special, 2x lucky loser, lone 2x"): "R-17 R-31",
    N_("robbed, robbed of everything, robbed lucky loser, lost all cards"): "R-16 BGA-06",
    N_("ally without cards, allied lucky loser, alliance empty"): "BID-34 R-02 R-04 R-03",
    N_("end of game, game over, who wins the game, final, when does it end, final tie, last round"): "BID-36 R-24",
    N_(
        "how many rounds, number of rounds, more rounds, fewer rounds, six rounds, shorter game, longer"
    ): "R-19 BID-37 BID-36",
    N_("color bids, colour bids, color variant, colour, most played colour, majority, color"): "COL-01 COL-02",
    N_("same number of colours, colours tied, two colours"): "COL-02 R-67",
    N_("centre card wins, centre wins, middle card wins, black wins, nobody wins"): "COL-04 R-60 COL-05 R-66",
    N_("equals the centre card, bid equals centre, same as centre"): "R-68",
    N_("ally colour, white, white card color"): "R-70",
    N_("2x, double, doubles, doubling, times two, twice, doubled, x2"): "2X-01 2X-02 R-30",
    N_("2x empty, 2x first, first card 2x, 2x nothing, 2x alone, double zero, double nothing"): "R-31 2X-01",
    N_("2x in hand, 2x from hand, holder of 2x"): "2X-03 2X-04 R-25 R-33",
    N_("can't win, cannot win, holder, may I win my own card, excluded, win own special"): "R-25 2X-04 R-28 M5-03",
    N_("shuffled back, comes back, back in the centre"): "R-27",
    N_("double negative, minus doubled, 2x negative, 2x and minus 5, −10"): "R-32 R-34",
    N_("centre doubled, centre card doubled, 2x centre card"): "R-33",
    N_(
        "−5, minus five, minus 5, negative, minus points, negative points, less than zero, below zero"
    ): "M5-01 M5-02 M5-03",
    N_("only the −5, lone −5, just −5, only minus 5"): "M5-02",
    N_("bonus, 30 points, thirty points, most −5"): "R-76 BGA-08 CB-8",
    N_("thief, steal, steals, stealing, rob, theft, take a card, burglar"): "TH-02 R-40 TH-01",
    N_(
        "must I steal, compulsory, optional theft, may I steal later, when steal, decline, voluntary theft"
    ): "R-40 BGA-12 TH-02",
    N_("lowest has nothing, nobody to rob, lowest bidder empty, nothing to steal, victim empty"): "TH-03 R-44 R-43",
    N_("tie for lowest, lowest tied, two lowest, worst tied"): "TH-07 R-45",
    N_("thief in hand, thief from hand"): "TH-05 R-47 R-28",
    N_("steal the 2x, stolen 2x, thief takes 2x"): "R-49",
    N_("stolen doubled card, steal doubled, stolen double"): "R-50",
    N_("thief lowest wins, lowest wins thief, robs highest, rob yourself"): "R-42",
    N_("thief five players, thief six players, thief with more"): "R-41 TH-01",
    N_("choose card, which card, thief chooses, choose victim, forced"): "R-52 TH-04",
    N_("shuffle, reshuffle, shuffle card, mix"): "SH-01 SH-02 R-56 R-55",
    N_("lowest wins, low wins, lowest bid, smallest wins, reverse, lowest, from when lowest"): "LO-01 R-57 LO-02 R-58",
    N_("how long lowest wins, until when, end of lowest wins"): "R-57",
    N_("surprise, blind, blind bidding, unseen card, blind trick, question mark, unknown card"): "SU-01 R-59 SU-02",
    N_("surprise in hand, surprise from hand"): "R-59 SU-02 BGA-11",
    N_("blind tie, surprise tie, tie in the dark"): "R-59c SU-03",
    N_("ally, alliance, allied, allies, partner, partnership, team, white card"): "AL-01 AL-02 R-11",
    N_("rounding, round up, round down, half points, odd total, half, rounded, 7.5, fraction, decimals"): "R-05 AL-02",
    N_("share points, split points, shared, divide, alliance points"): "AL-02 R-14 R-04",
    N_("ally wins, own ally, ally lowest, allied with myself"): "R-11",
    N_("is the ally optional, without ally, when to use the ally"): "AL-05 R-10 R-08 R-09",
    N_("ally tie, tie with ally"): "AL-03",
    N_("blank, blank cards, lost card, spare, replacement, missing card"): "BL-01",
    N_("board game arena, bga, online"): "BGA-14 BGA-12 BGA-01",
    N_("two cards, bid twice, two bids"): "MP-12",
    N_("show a card, dropped card, exposed card, card seen"): "MP-13",
    N_("illegal card, wrong card, invalid card, not allowed, illegal bid"): "MP-14",
    N_("wrong winner, overlooked tie, wrong player won, mistake, wrong trick"): "MP-15 MP-16 MP-17",
    N_("wrong starter, wrong player started, started wrongly"): "MP-18",
    N_("forgotten trick, missing trick, not entered, forgot to enter"): "MP-19",
    N_("peek, peeked, seen too early, looked at, turned too early"): "MP-20 MP-21",
    N_(
        "misdeal, nine cards, eleven cards, wrong number of cards, too many cards, too few cards, card missing"
    ): "MP-24 MP-25 MP-26",
    N_("forgot special card, forgotten, forgot the thief, forgot the ally, forgot lowest wins"): "MP-28 MP-29 MP-30",
    N_("forgot lucky loser, forgotten points, missed points"): "MP-31",
    N_("table talk, talk, talking, say, tell, bluff, lie, speak, discuss, show hand, communication"): "MP-33",
    N_(
        "trump, trumps, follow suit, do I have to follow suit, must I follow the colour, suit, do colours matter, do"
        " colors matter, meaning of the colours"
    ): "R-105 COL-01 BID-19 BID-16",
    N_(
        "nickname, same name length, names equally long, equal names, double name, middle name, spelling of names,"
        " tie of names, letters"
    ): "BID-17 R-110",
    N_(
        "revoke, renege, change my bid, change a bid, take back a bid, take back, changed my mind, other card"
        " instead, withdraw a bid"
    ): "MP-35 MP-14 MP-12 BID-20",
    N_(
        "stop early, end early, finish early, quit, give up, break off, no time left, abandon the game"
    ): "R-112 R-19 BID-36 MP-38",
    N_(
        "max points, maximum points, most points, highest possible score, lowest possible score, how many points can"
        " I get"
    ): "CB-4",
    N_(
        "two players, play with two, play with two players, just the two of us, seven players, how many can play,"
        " minimum players, maximum players"
    ): "BID-01",
    N_(
        "miscounted, wrong addition, added up wrongly, added wrong, wrong score, wrong points, wrong total, score"
        " mistake, counted wrongly, correct the score, score of an earlier round"
    ): "MP-34 MP-17 MP-31",
    N_(
        "someone leaves, leaves the game, player quits, leave early, has to leave early, has to go home, drop out,"
        " someone joins, new player, join late, join later, latecomer, one player less"
    ): "MP-36 MP-37",
    N_(
        "who starts after a tie, who leads after a tie, who begins after a tie, who starts after burning, next trick"
        " after a tie"
    ): "BID-25 R-36 BID-24",
    N_(
        "two bid the same, same bid twice, two people bid the same, what happens if two people bid the same, bid the"
        " same number, both highest, no winner, nobody gets the card"
    ): "BID-24 BID-25 R-36",
    N_("double minus five, doubled −5, 2x with −5, 2x and −5, minus ten, does the 2x double minus points"): "R-32 R-34",
    N_("lucky loser ally, ally lucky loser, allied and no cards, lucky loser in an alliance"): "BID-34 R-02 BID-35",
    N_("thief takes doubled card, thief takes a doubled card, steal a doubled card, value of a stolen card"): "R-50",
    N_(
        "how many black cards in hand, how many black cards are mixed in, number of black cards, black cards among"
        " the bids"
    ): "BID-10 R-120",
    N_(
        "several black cards, two black cards in one hand, dealt two black cards, three black cards in hand, all the"
        " black cards"
    ): "R-120",
    N_(
        "color bids black, colour bids black, black in color bids, black majority, does black count as a colour"
    ): "COL-03 COL-04 R-69",
    N_(
        "lowest wins in hand, lowest wins from hand, lowest card wins black in hand, black in hand when lowest wins"
    ): "LO-02 R-64 R-58",
    N_("−5 lucky loser, minus 5 lucky loser, only the minus five in front"): "M5-02",
    N_("simultaneous, at the same time, bid together, all at once, face down bids, secret bids"): "BID-18 MP-11",
    N_("who deals, dealer, who shuffles, next dealer, pass the deal"): "R-116 BID-12",
    N_(
        "centre deck runs out, run out of black cards, centre deck empty, no more black cards, deck empty"
    ): "R-123 BID-27",
    N_(
        "look at used cards, look at played cards again, look at earlier tricks, which cards are gone, count cards,"
        " look under the deck"
    ): "R-118",
    N_(
        "face up or face down, order of the cards won, hide my cards won, show black cards won, stack the black cards"
    ): "R-117",
    N_("backs, back of the cards, different backs, marked cards"): "R-119",
    N_("refuse the alliance, refuse an ally, must I be allied, don't want an ally"): "R-113",
    N_("rob an ally, steal from my ally, thief and ally, rob my partner"): "R-114",
    N_(
        "which card is taken out, choose the card taken out, random card removed, who chooses the removed card"
    ): "R-115 BID-08 R-38",
    N_("tie when lowest wins, lowest wins tie, tie for the lowest bid when lowest wins"): "R-121",
    N_("where does the ally go, ally burnt, ally after a tie"): "R-122 AL-03",
    N_("steal from earlier rounds, steal a card of the last round, earlier tricks, which cards can be stolen"): "R-106",
    N_("steal later, how long can I steal, thief not used, save the thief"): "R-107 BGA-12 R-40",
    N_("when is the centre card replaced, surprise at once, replaced at once"): "R-108 R-59",
    N_("2x in a blind trick, win my own 2x blind, holder in a blind trick"): "R-109",
    N_("expansion, expansions, own cards, custom cards, self-made cards, house cards"): "R-124 BL-01",
    N_("stolen −5 bonus, bonus with the thief, who had the −5"): "R-111 R-76",
    N_("same points, equal points, tied on points, draw on points, leader tied, tie at the end"): "BID-30 R-20 BID-36",
    N_("steal a card, who do I steal from, take a card from someone, robbing, the thief card"): "TH-02 R-40",
    N_("rounding negative, negative half, round minus points, −2.5"): "R-05 AL-02",
    N_("who leads the next trick, who leads, who starts the next trick, winner leads"): "BID-21 BID-25",
    N_("mistake in the score, mistake found later, earlier round wrong, two rounds later"): "MP-17 MP-34",
    N_("score below zero, can my score go below zero, negative total"): "M5-01 CB-4",
    N_("dealt wrong, wrongly dealt, misdealt, deal again, redeal, wrong deal"): "MP-24 MP-25 MP-27",
    N_("forgot to bid, did not bid, someone didn't bid, bid missing"): "MP-32 BID-16",
    N_("nobody wins the surprise, nobody wins a blind trick, tie with the surprise"): "SU-03 R-59c",
    N_("thief and −5, thief takes the −5, must the thief take the −5"): "TH-04 R-52",
    N_("must I take the card, do I have to take the card if I win, forced to take"): "BID-19 BID-22",
    N_("which colour beats which, does red beat blue, colour order"): "R-105 COL-01",
    N_("how long is a game, how many times do we play"): "R-19 BID-36",
    N_(
        "−5 in hand when lowest wins, −5 from hand lowest wins, 2x in hand when lowest wins, thief in hand when lowest"
        " wins, special card from hand is the lowest bid"
    ): "R-25 M5-03 R-64",
    N_("color bids and lowest wins, color bids lowest wins −5, lowest card of the colour"): "R-74 R-75",
    N_("lowest wins card in a tie, lowest wins in hand and a tie, lowest wins from hand burnt"): "LO-03 LO-02",
    N_("shuffle card in a tie, shuffle in hand and a tie, shuffle from hand burnt"): "SH-03 SH-02",
    N_("2x in a tie, tie for the 2x, who gets the 2x after a tie"): "2X-05 BID-24",
    N_("thief in a tie, tie for the thief, who gets the thief after a tie"): "TH-06 BID-24",
    N_(
        "last trick burnt, tenth trick burnt, who starts the next round after the last trick, burning the last trick,"
        " who starts the next round"
    ): "BID-30 BID-25",
    N_("thief and 2x in the same trick, thief and 2x together, double and steal in one trick"): "R-51",
    N_(
        "my own card comes back, 2x comes back after a shuffle, −5 comes back after a shuffle, bid from hand earlier"
        " and back in the centre, can I win the card I had in hand"
    ): "R-27 R-25",
    N_(
        "change a house rule, change the rules during the game, change house rules in the middle of a game, new house"
        " rule, other rules now"
    ): "R-139",
    N_(
        "stop after four rounds, stop after three rounds, only play four rounds, stop before the last round, end the"
        " game early, game not finished"
    ): "R-112 R-19 MP-38",
}
