"""What all tests share: catalogues that are compiled, and no skipping where everything has to run."""

import os
from pathlib import Path

import pytest

from companion.translations.build import compile_catalogues

# Set by .ci/run: what a browser or a server is missing for must not pass unseen.
REQUIRE_ALL = "COMPANION_REQUIRE_ALL"


def pytest_configure() -> None:
    compile_catalogues(Path(__file__).parents[1] / "companion" / "translations")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(REQUIRE_ALL):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} would be skipped ({call.excinfo.value}), but {REQUIRE_ALL} is set"
    return report
