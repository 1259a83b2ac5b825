"""The rules of Pebbles."""

from companion.core.messages import N_
from companion.core.rulebook import Book, Example, Section, rule_book

TAKING = Section(N_("Taking pebbles"), N_("Pebbles, the rules: Taking pebbles"))
SCORING = Section(N_("Scoring"), N_("Pebbles, the rules: Scoring"))

AIM = N_(
    "Score the most points over a few rounds. In each round everybody takes pebbles from the bowl at the same time."
    " Each pebble is a point. Whoever took the most gets nothing. After the last round the highest total wins."
)

RULES = rule_book(
    {
        TAKING: {
            "PB-01": N_("Pebbles is for two to four players."),
            "PB-02": N_("In each round all take none to five pebbles at the same time."),
            "PB-03": N_("The bowl holds three pebbles for each player."),
        },
        SCORING: {
            "PB-04": N_("Each pebble is a point, but whoever took the most scores nothing."),
            "PB-05": N_("After the last round the highest total wins."),
        },
    }
)
DECISIONS = rule_book({SCORING: {"R-901": N_("If several players took the most, none of them scores.")}})
EXAMPLES = tuple(
    Example(rule, title, {"players": "2", "count0": own, "count1": other})
    for rule, title, own, other in (
        ("PB-04", N_("One player took more."), "3", "2"),
        ("PB-04", N_("One player took nothing."), "0", "2"),
        ("R-901", N_("Both took as many."), "3", "3"),
        ("PB-02", N_("One player took a full hand."), "5", "1"),
        ("PB-03", N_("The bowl is empty."), "4", "2"),
    )
)
BOOK = Book(aim=AIM, rules=RULES, decisions=DECISIONS, examples=EXAMPLES)
