"""The Python in the README does what it says."""

import doctest

from tests import ROOT


def test_the_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted
    assert not results.failed
