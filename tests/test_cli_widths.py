"""Terminals of any width from 20 columns on: no line is wider, and no number is cut."""

import io
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from cli_runs import make_plain, run, without_escapes
from rich.cells import cell_len
from rich.console import Console

from holdem_core import Equity, next_card_equities
from holdem_core.cli import progress
from holdem_core.cli.bench import TITLES
from holdem_core.cli.output import print_table, print_text
from holdem_core.cli.progress import late_bar
from holdem_core.ranges.combos import CLASSES, class_name

WIDTHS = range(20, 101)
SHARES = np.arange(27).reshape(3, 9) / 351
SAMPLED = Equity(("AhKh", "QQ+", "random"), {1: 299, 2: 600, 3: 100, 5: 1}, "monte-carlo", SHARES)
COMING = next_card_equities("AhKh", "QsQd", board="Qh7h2c9s")
BOARD = ("--board", "Kd7h2s9c3d")
STORY = (
    "showdown",
    "AhKh:1,234,567",
    "QsQd:89,000.25",
    "2c3c:20:folded",
    *BOARD,
    "--rake",
    "5%:1,300",
    "--unit",
    "0.25",
)
BENCH = [
    ["rows, unchecked", "302 M hands/s", "5.12 x", "5.01 to 5.2", "pokerfast"],
    ["", "", "2,080 x", "one pair", "treys"],
    ["QQ+,AKs v 22+,A2s+ v random on 2c7dTh", "17 ms", "", "", "pokerfast: takes 11 s"],
]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


def shown(width: int, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """What a command writes to a terminal of so many columns."""
    with monkeypatch.context() as terminal:
        terminal.setenv("COLUMNS", str(width))
        terminal.setenv("FORCE_COLOR", "1")
        result = run(*arguments)
    assert result.exit_code == 0
    return without_escapes(result.stdout)


def numbers(text: str) -> Counter[str]:
    """Every word of two characters or more that has a digit, but for what differs from run to run."""
    for sign, letter in zip("♣♦♥♠", "cdhs", strict=True):
        text = text.replace(sign, letter)
    text = re.sub(r"\d+\.\d\d s(, [\d,]+ hands a second)?\.", "", " ".join(text.split()))
    text = re.sub(r",(?!\d{3}\b)", ", ", text)
    return Counter(word for word in text.split() if re.search(r"\d", word) and len(word) > 1)


def check_fit(text: str, width: int) -> None:
    for line in text.splitlines():
        assert cell_len(line.rstrip()) <= width, (width, line)


@pytest.mark.parametrize(
    "arguments",
    [
        STORY,
        ("evaluate", "AhKhQhJhTh", "As Ad 7c 7d 2h 9s 3c"),
        ("simulate", "--hands", "1,000", "--players", "9", "--seed", "1"),
        ("equity", "AhKh", "QQ+", "random", "--method", "monte-carlo", "--seed", "123", "--categories"),
        ("equity", "AhKh", "QsQd", "--board", "Qh7h2c9s", "--next-card"),
        ("range", "22+,A2s+:0.5,K9s,Q9s,J9s+:0.333,T9o,98o:0.125"),
    ],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize("colours", [True, False])
def test_no_number_is_cut(arguments: Sequence[str], colours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdem_core.equities.methods.sample", lambda *_, **__: SAMPLED)
    monkeypatch.setattr("holdem_core.equities.next_card_equities", lambda *_, **__: COMING)
    plain = numbers(run(*arguments).stdout)
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    for width in WIDTHS:
        text = shown(width, monkeypatch, *arguments)
        check_fit(text, width)
        named = arguments[0] == "range" and colours  # hands that are not held
        assert plain <= numbers(text) if named else plain == numbers(text)


def test_the_grid_has_every_cell_whole_at_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    for width in WIDTHS:
        grid, _, _ = shown(width, monkeypatch, "range", "AA").rpartition("\n\n")
        check_fit(grid, width)
        cells = [word for line in grid.splitlines() for word in line[1:].split() if len(word) > 1]
        assert sorted(cells) == sorted(map(class_name, range(CLASSES)))


def test_the_grid_is_in_as_few_parts_as_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {width: shown(width, monkeypatch, "range", "AA").count("\n\n") for width in WIDTHS}
    assert all(parts[width] == 1 for width in WIDTHS if width >= 1 + 13 * 4)
    assert parts[1 + 13 * 4 - 1] == 2
    assert parts[20] == 4
    assert all(more >= fewer for more, fewer in pairwise(parts.values()))


def test_a_table_that_is_too_wide_has_a_line_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdem_core.equities.methods.sample", lambda *_, **__: SAMPLED)
    text = shown(40, monkeypatch, "equity", "AhKh", "QQ+", "random", "--method", "monte-carlo", "--seed", "1")
    figures = SAMPLED.figures()[0]
    assert text.splitlines()[:6] == [
        "Ah Kh",
        *(f"  {name.title():6}  {figures[name]:.4%}" for name in ("equity", "win", "tie", "lose")),
        f"  Error   ±{figures['stderr']:.4%}",
    ]


def terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> io.StringIO:
    written = io.StringIO()
    for module in ("output", "progress"):
        monkeypatch.setattr(
            f"holdem_core.cli.{module}.console",
            lambda **_: Console(file=written, force_terminal=True, width=width, soft_wrap=True, highlight=False),
        )
    return written


def test_the_table_of_bench_at_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    for width in WIDTHS:
        written = terminal(monkeypatch, width)
        print_table(TITLES, BENCH, numbers=("Ours", "Ratio"))
        text = without_escapes(written.getvalue())
        check_fit(text, width)
        wanted = numbers(" ".join(cell for row in BENCH for cell in row))
        assert wanted == numbers(text)


def test_a_word_that_is_wider_than_the_terminal_is_left_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    written = terminal(monkeypatch, 20)
    print_text(f"  in for {10**30:,} chips")
    assert without_escapes(written.getvalue()).splitlines() == ["  in for", f"    {10**30:,}", "    chips"]


def test_a_bar_at_any_width_cuts_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    for what, player in (("Equity", "QQ+,AKs"), ("random-deals, 7 of 8", "")):
        for width in WIDTHS:
            written = terminal(monkeypatch, width)
            with late_bar(what, player) as advance:
                assert advance is not None
                advance(0.25, SAMPLED if player else None)
            text = without_escapes(written.getvalue())
            assert re.search(r"(?<!\S)25%", text)
            assert "…" not in text
            assert ("±" in text) == (bool(player) and width >= 26 + len(what) + len("QQ+,AKs 34.97% ±1.40%"))
