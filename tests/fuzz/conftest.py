"""How long the fuzzers run, and how much they tried."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import Phase

TRIED = "tried"
SECONDS = 5  # of a slow processor, for one answer; without the garbage of the whole test run, like `timeit`
PHASES = [Phase.explicit, Phase.generate, Phase.shrink]  # nothing is kept, since tokens differ from run to run


@contextmanager
def answered_in_time(*asked: object) -> Iterator[None]:
    """Fail if what is done inside takes this thread more than `SECONDS` of the processor."""
    gc.disable()
    began = thread_time()
    try:
        yield
        seconds = thread_time() - began
    finally:
        gc.enable()
    assert seconds <= SECONDS, (seconds, *asked)


Fuzz = Callable[[Callable[[], None], Callable[[], int]], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "How many minutes each fuzzer runs; without it, a few seconds."
    parser.addoption("--fuzz-minutes", type=float, default=0.0, help=help)


@pytest.fixture
def fuzz(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Fuzz:
    """Run a test of hypothesis: once, or again and again for the minutes asked for; `tried` counts for the summary."""
    end = monotonic() + 60 * request.config.getoption("fuzz_minutes", 0.0)

    def run(check: Callable[[], None], tried: Callable[[], int]) -> None:
        try:
            check()
            while monotonic() < end:
                check()
        finally:
            record_property(TRIED, tried())

    return run


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    for report in (report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)):
        for name, number in report.user_properties:
            if name == TRIED:
                terminalreporter.write_line(f"{report.nodeid} tried {number}")
