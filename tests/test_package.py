"""What the package offers at its top, and what importing it leaves for later."""

import importlib
import subprocess
import sys

import pytest

import holdem_core


def printed(code: str) -> str:
    """What a program prints that has imported nothing yet."""
    return subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout


def test_every_public_name_is_there_and_documented() -> None:
    for name in holdem_core.__all__:
        assert name in dir(holdem_core)
        assert getattr(holdem_core, name) is getattr(holdem_core, name)
        assert getattr(holdem_core, name).__doc__
    with pytest.raises(AttributeError, match="module 'holdem_core' has no attribute 'evaluate8'"):
        holdem_core.evaluate8  # noqa: B018


def test_what_evaluates_hands_is_imported_at_once_and_the_rest_later() -> None:
    modules = printed("import sys, holdem_core; print(*sorted(sys.modules))").split()
    assert "holdem_core.evaluation" in modules
    for later in ("pots", "showdowns", "ranges", "equities", "table", "histories"):
        assert f"holdem_core.{later}" not in modules


def test_arrays_of_hands_import_nothing_more_when_they_first_come() -> None:
    code = """
import sys
import numpy as np
from holdem_core import *
rows, chips, live = np.arange(7, dtype=np.uint8)[None], np.array([[5, 5]]), np.ones((1, 2), dtype=bool)
holes, boards = np.array([[[40, 41], [42, 43]]], dtype=np.uint8), rows[:, :5] * 3
before = set(sys.modules)
evaluate(rows), evaluate(holes, boards[:, None, :]), best_five(rows), category(evaluate(rows))
settle(chips, chips), showdown_batch(holes, boards, chips, live), Range.from_weights(np.ones(1326))
print(sorted(set(sys.modules) - before))
"""
    assert printed(code) == "[]\n"


def test_the_table_of_starting_hands_needs_neither_ranges_nor_equities() -> None:
    modules = printed("import sys, holdem_core; holdem_core.preflop_equities; print(*sorted(sys.modules))").split()
    assert "holdem_core.equities.preflop" in modules
    for later in ("ranges.range", "equities.methods", "equities.exact"):
        assert f"holdem_core.{later}" not in modules


@pytest.mark.parametrize("package", ["pots", "showdowns", "ranges", "equities"])
def test_packages_offer_what_the_top_does(package: str) -> None:
    subject = importlib.import_module(f"holdem_core.{package}")
    for name in subject.__all__:
        assert name in dir(subject)
        assert getattr(subject, name) is getattr(holdem_core, name)
    with pytest.raises(AttributeError, match=f"module 'holdem_core.{package}' has no attribute 'evaluate8'"):
        subject.evaluate8  # noqa: B018


def test_packages_below_need_no_import_of_their_own() -> None:
    assert printed("import holdem_core as h; print(h.table.Game().blinds, h.histories.__name__)") == (
        "(50, 100) holdem_core.histories\n"
    )
    assert {"table", "histories"} < set(dir(holdem_core))
