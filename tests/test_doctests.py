"""Every example in the docstrings and in the README runs."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import numpy as np
import pytest

import holdem_core

README = Path(__file__).parent.parent / "README.md"
NAMES = {"np": np, **{name: getattr(holdem_core, name) for name in holdem_core.__all__}}


def modules() -> list[str]:
    found = pkgutil.walk_packages(holdem_core.__path__, "holdem_core.")
    return ["holdem_core", *(module.name for module in found if "__main__" not in module.name)]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    if name == "holdem_core.cli.plots":
        pytest.importorskip("matplotlib")
    results = doctest.testmod(importlib.import_module(name), extraglobs=NAMES)
    assert results.failed == 0


def test_public_functions_have_examples() -> None:
    finder = doctest.DocTestFinder()
    for name in holdem_core.__all__:
        public = getattr(holdem_core, name)
        if callable(public) and not isinstance(public, type):
            assert finder.find(public, name)[0].examples, name


def test_compiled_functions() -> None:
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(holdem_core.evaluate7, "evaluate7", globs=dict(NAMES)):
        runner.run(test)
    assert runner.summarize() == (0, runner.tries)
    assert runner.tries > 0


def test_readme() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
