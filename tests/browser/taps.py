"""Actions of people at a table with a phone: open it, take a seat, tap cards."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.checked import matched

SMALL = {"width": 360, "height": 640}  # the smallest phone that everything has to fit on
# A tap somewhere else: what is tapped next is not the second of a double tap, wherever it is.
ELSEWHERE = """() => document.body.dispatchEvent(
    new MouseEvent("click", { bubbles: true, detail: 1, clientX: -100, clientY: -100 }))"""


def send(phone: Any, url: str, *pairs: tuple[str, str], **fields: str) -> Any:
    """Send a form from `phone` without its page, and return the answer: quick, if a test is not about the page."""
    if not hasattr(phone, "token"):
        page = phone.content() if phone.url.startswith("http") else phone.request.get("/").text()
        phone.token = matched('name="csrf-token" content="([^"]+)"', page)[1]
    headers = {"X-CSRFToken": phone.token, "Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.request.post(url, data=urlencode([*pairs, *fields.items()]), headers=headers)
    assert answer.ok, answer.text()
    return answer


def enter(phone: Any, game: str, last_row: int, *entries: dict[str, Any]) -> None:
    """Send entries to a game whose log has `last_row` rows, as another page of this phone would."""
    for row, entry in enumerate(entries, last_row):
        send(phone, f"{game}/entries", entry=json.dumps(entry), number=str(row), submission=uuid.uuid4().hex)


def create_table(phone: Any, name: str = "Friday evening") -> str:
    """Create a table and return its URL."""
    return str(send(phone, "/tables", name=name).url).removesuffix("/new")


def seat(phone: Any, table: str, kind: str, *names: str) -> None:
    """Add people to a table, and open the form of a new game with its options unfolded."""
    if names:
        send(phone, f"{table}/new", game=kind, do="new", **{"new-name": ", ".join(names)})
    phone.goto(f"{table}/new?game={kind}")
    phone.evaluate("document.getElementById('change').open = true")
    if names:
        expect(phone.locator(".places li")).to_have_count(len(names))


def begin(phone: Any, kind: str, *names: str, **options: str) -> str:
    """Start a game of these people at a new table without its form, open it, and return its URL."""
    form = f"{create_table(phone)}/new"
    added = send(phone, form, game=kind, do="new", **{"new-name": ", ".join(names)}).text()
    people = [("player", id) for id in re.findall(r'name="player" value="(\d+)"', added)]
    game = str(send(phone, form, *people, game=kind, do="start", **options).url)
    phone.goto(game)
    return game


def start(phone: Any) -> str:
    """Start the game whose form is open, and return its URL."""
    click(phone.locator("button[value=start]"))
    expect(phone.locator("#question")).to_be_visible()
    return str(phone.url)


def tap(phone: Any, entry: dict[str, Any], inside: str = "#board") -> None:
    """Tap the button that enters `entry`."""
    button = offered(phone, entry, inside)
    phone.wait_for_load_state()
    if not button.is_visible():
        button.locator("xpath=ancestor::details").last.locator("summary").first.click()
    click(button)


def offered(phone: Any, entry: dict[str, Any], inside: str = "#board") -> Any:
    """Return the button that enters `entry`, which may be folded away."""
    value = json.dumps(json.dumps(entry, sort_keys=True))
    button = phone.locator(f"{inside} button[name=entry][value={value}]").first
    button.wait_for(state="attached")
    return button


def click(target: Any) -> None:
    """Click as people do: not twice at the same place within a moment, which would be taken for a double tap."""
    target.evaluate(ELSEWHERE)
    target.click()


def middle(target: Any) -> tuple[float, float]:
    """Return where the middle of an element is, once it no longer moves."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def see(phone: Any, last_row: int) -> None:
    """Wait until a phone that may enter something shows the game after the row `last_row` of its log."""
    phone.wait_for_selector(f"#board input[name=number][value='{last_row}']", state="attached")
    phone.wait_for_load_state()


def settle(phone: Any) -> None:
    """Wait until whatever has arrived is shown, and whatever was tapped is on its way: for what should not happen."""
    phone.evaluate("fetch('/', { cache: 'no-store' }).then((answer) => answer.text()).then(() => null)")


class Held:
    """Forms that a phone sends to addresses like `url`, held back until the test lets them go.

    :param answers: whether the server gets them, and only its answers are held back
    """

    def __init__(self, phone: Any, url: str = "**/*", method: str = "POST", answers: bool = False) -> None:
        self.phone, self.method, self.answers, self.is_over = phone, method, answers, False
        self.held: list[tuple[Any, Any]] = []
        phone.route(url, self._take)

    def _take(self, route: Any) -> None:
        if self.is_over or route.request.method != self.method:
            route.fallback()
        else:
            self.held.append((route, route.fetch() if self.answers else None))

    def let_go(self) -> None:
        """Let all of them go, and those that are still to come."""
        while self.answers and not self.held:
            self.phone.wait_for_timeout(10)
        self.is_over = True
        for route, answer in self.held:
            with self.phone.expect_event("requestfinished", lambda request, route=route: request == route.request):
                route.fulfill(response=answer) if answer else route.continue_()


def look_again(*phones: Any) -> None:
    """Let pages ask at once for what is new, as they do when somebody looks at them again."""
    for phone in phones:
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
