"""Search topics for the rules of The Game: phrases that players use, and the rules that answer them, best first."""

from companion.core.messages import N_

TOPICS = {
    N_("how many players, alone, solo, single player, players, team, cooperative"): "TG-01",
    N_("how many cards, four piles, which cards, contents"): "TG-02",
    N_("ascending, up, higher, rising, upwards"): "TG-03",
    N_("descending, down, lower, falling, downwards"): "TG-04",
    N_(
        "backwards, backwards trick, ten back, ten less, ten lower, jump back, exactly ten, 37 on 47, ten higher, "
        "reverse, minus ten"
    ): "TG-09 TG-10 TG-11",
    N_("deal, hand size, how many cards in hand, setup, start hand, set-up"): "TG-05",
    N_("who starts, first player, starter, begin, order"): "TG-06 MP-58",
    N_(
        "minimum, at least two, two cards, how many must I lay, may I stop, stop, end my turn, enough, only one card, "
        "pass, fewer than two"
    ): "TG-07 MP-62",
    N_("as many as I like, more cards, maximum, any pile, how many may I lay"): "TG-07",
    N_("draw, drawing, draw cards, when draw, refill, take cards"): "TG-08 R-89",
    N_("fewer left, not enough cards, fewer cards than to draw, drawing when fewer left, last cards"): "MP-61 TG-13",
    N_("empty, draw pile empty, no cards to draw, deck empty, empty pile, pile runs out, used up"): "TG-13 TG-14 R-83",
    N_(
        "stuck, can't go on, cannot lay, blocked, fewer than two, can't play, can't lay two, lost, impossible, game "
        "over"
    ): "TG-16 R-81 R-80",
    N_("only one laid, partial turn, half a turn, unfinished turn, one card only possible"): "R-80 TG-16",
    N_("no cards left, skipped, empty hand, out of cards, hand empty, skip"): "TG-15",
    N_("end, end of game, when does it end, finish, over"): "TG-16 TG-17",
    N_(
        "say, talk, talking, tell, communication, hint, numbers, secret, speak, show cards, ask, silence, table talk"
    ): "TG-12 MP-55",
    N_(
        "score, result, how well, excellent, rating, cards left, leftover, ten left, beaten, win, good result, points"
    ): "TG-17 R-88",
    N_("expert, experts, three cards, hard, harder, difficulty, difficult, level"): "TG-18 R-86",
    N_("one card fewer, smaller hand, expert plus, even harder"): "TG-19",
    N_("expert empty, expert draw pile empty"): "TG-18 TG-14",
    N_("wrong card, illegal card, wrong pile, mistake, doesn't fit, illegal"): "MP-51 MP-52",
    N_("too few laid, drew too early, laid fewer, forgot minimum"): "MP-53",
    N_("drew too many, drew too few, too many cards, too few cards, forgot to draw, misdeal"): "MP-54",
    N_("look through, look at pile, look through piles, check the pile, memory, cards below, search pile"): "MP-56",
    N_("draw during turn, drew before end, draw early"): "MP-57 R-89",
    N_("at the same time, simultaneously, two players, wrong turn, out of turn"): "MP-59",
    N_("called stuck, false stuck, overlooked card"): "MP-60",
    N_("block, own fault, order, wrong order"): "R-81",
    N_("lose, losing, when do we lose, lost game, defeat"): "TG-16 TG-17",
    N_("give up, surrender, resign, concede, stop the game, quit"): "R-132 MP-66",
    N_(
        "discuss strategy, strategy, plan together, what may we say, allowed hints, hints, clues, leave this pile,"
        " don't play here, good card for this pile, great cards, reserve a pile, communicate"
    ): "TG-12 R-127 R-126",
    N_("small step, big jump, high card, low card, vague hint, roughly, close to"): "R-127 TG-12",
    N_("take back, take back a card, take a card back, changed my mind, change my card, undo a card"): "MP-64 MP-51",
    N_(
        "say I have the backwards trick, say I can jump back, can I say I have the ten, backwards trick hint"
    ): "R-126 MP-63",
    N_(
        "name a number on the pile, say a number that was laid, numbers on the table, say numbers before the start"
    ): "R-128 TG-12",
    N_(
        "expansion, expansions, On Fire, Extreme, Quick and Easy, Face to Face, Haru Ichiban, other edition, special"
        " cards"
    ): "R-125",
    N_("someone leaves, leaves the game, has to go, someone joins, new player, join later"): "MP-65",
    N_("miscounted, counted wrongly, wrong result, wrong count"): "MP-67 TG-17",
    N_(
        "skip my turn, must I lay, forced to lay, refuse to lay, lay nothing, don't want to lay, may I pass"
    ): "R-129 TG-07 MP-62",
    N_("row cards, foundation cards, start cards, starting cards, four rows, 1 and 100, direction cards"): "TG-02",
    N_(
        "what was laid, look at laid cards, look under the top card, which cards are gone, remember cards, count cards"
    ): "R-131 MP-56",
    N_("fewer cards in the draw pile than laid, not enough to draw, draw the rest"): "R-130 MP-61",
    N_("draw pile gone, no draw pile, deck is over, the deck runs out, stack exhausted"): "TG-13 TG-14 R-83",
    N_("jump, jump of ten, ten step, ten more, go back, rewind, exception"): "TG-09 TG-10 TG-11",
    N_("replenish my hand, fill up my hand, refill the hand, how many do I draw"): "TG-08 R-89",
    N_("is it a win, did we win, cards left over, good result, all cards laid, perfect game"): "TG-17 R-88",
    N_("play alone, playing it alone, solitaire, one player, by myself"): "TG-01 TG-05",
    N_("when does the game end, when is it over"): "TG-16",
    N_("backwards twice, go back several times, backwards more than once"): "TG-11 TG-09",
    N_("how many cards for 3 players, cards per player, how many cards each, hand of six"): "TG-05 TG-19",
    N_("out of cards to draw, all cards drawn, the cards have run out"): "TG-13 TG-14",
    N_("someone plays out of turn, played out of turn, not my turn"): "MP-59 TG-06",
    N_(
        "how many cards when the draw pile is empty, draw pile empty how many cards, minimum with an empty draw pile"
    ): "TG-14 TG-13",
    N_("player without cards, player has no cards, someone has no cards left, nothing in hand"): "TG-15",
    N_("lay all my cards, play my whole hand, lay my whole hand, play all cards in one turn"): "TG-07",
    N_("fewer cards in hand than the minimum, hand smaller than the minimum, hand too small"): "R-84",
    N_("lost card, a card is lost, card missing, 97 cards, card gone, incomplete deck, replace a card"): "R-142",
    N_(
        "change a house rule, change the rules during the game, change house rules in the middle of a game, new house"
        " rule, other rules now"
    ): "R-140",
}
