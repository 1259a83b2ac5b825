"""The Python in the docs does what it says."""

import doctest

from tests import ROOT


def test_the_examples_of_the_architecture() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "architecture.md"), module_relative=False, encoding="utf-8")
    assert results.attempted
    assert not results.failed
