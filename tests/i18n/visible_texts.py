"""The texts of a page that people read or hear, and the names that are the same in every language."""

import re
from html.parser import HTMLParser

from companion import games

# What is the same in every language: the names of the program, of the games, and of sheets of paper; URLs.
TITLES = "|".join(map(re.escape, games.titles().values()))
NAMES = re.compile(rf"Companion|BG Stats|·l/·|{TITLES}|Rummy|A4|A5|Letter|PDF|JSON|QR|\bx\b")


class Visible(HTMLParser):
    """Collects the visible texts of a page (`texts`), and those that are read out or shown when pointed at (`said`)."""

    SPOKEN = frozenset({"alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"})

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.said: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in {"script", "style", "code"}
        self.said += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"script", "style", "code"}

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)
