"""The command range: its grid with and without colours, its JSON, and what it refuses."""

import json
import re
import shlex
from collections.abc import Sequence

import numpy as np
import pytest
from cli_runs import ESCAPE, in_terminal, make_plain, refusal, run, told, without_escapes

from holdem_core import Range
from holdem_core.ranges.combos import CLASSES, class_name


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


def test_a_range_in_a_pipe_is_a_plain_grid() -> None:
    result = run("range", "QQ+, AKs, 0.5(JTs), AhQh, 72o:0.001, 22:0.999")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "     A    K    Q    J    T    9    8    7    6    5    4    3    2",
        "A   AA  AKs  25%    .    .    .    .    .    .    .    .    .    .",
        "K    .   KK    .    .    .    .    .    .    .    .    .    .    .",
        "Q    .    .   QQ    .    .    .    .    .    .    .    .    .    .",
        "J    .    .    .    .  50%    .    .    .    .    .    .    .    .",
        *(f"{rank}{'    .' * 13}" for rank in "T9876543"),
        "2    .    .    .    .    .    .    .  <1%    .    .    .    . >99%",
        "",
        "QQ+,22:0.999,AKs,JTs:0.5,72o:0.001,AhQh",
        "45 combos, 2.34% of 1326 by weight",
    ]


def test_every_cell_stands_in_its_place() -> None:
    _, *rows = run("range", "random").stdout.splitlines()[:14]
    assert [row.split()[1:] for row in rows] == np.array(list(map(class_name, range(CLASSES)))).reshape(13, 13).tolist()


def test_words_are_one_range() -> None:
    assert run("range", "top", "15%").stdout == run("range", "top 15%").stdout
    assert told("range", "QQ+", "AKs:0.5") == told("range", "QQ+,AKs:0.5")


def test_a_range_without_hands() -> None:
    assert run("range", "AA:0").stdout.endswith("\n\nno hands\n0 combos, 0.00% of 1326 by weight\n")


def test_a_range_as_json_names_every_combo_held() -> None:
    values = told("range", "AKs:0.5, AhAs")
    assert values == {
        "range": "AKs:0.5,AsAh",
        "combos": 5,
        "share": 3 / 1326,
        "weights": {"AsAh": 1.0, "AsKs": 0.5, "AhKh": 0.5, "AdKd": 0.5, "AcKc": 0.5},
    }
    again = Range(",".join(f"{combo}:{weight}" for combo, weight in values["weights"].items()))
    assert again == Range(values["range"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["QQ+,", "10s"], "'10s' at position 5: a ten is written T"),
        (["QQ+,0.5(AKs"], "'0.5(' at position 4: the group is not closed"),
        (["QQ+\n\x1b[31m"], r"at position 4: "),
        ([], "Missing argument"),
        (["--jsn", "AA"], "No such option"),
    ],
)
def test_a_bad_range_is_refused_on_one_line(arguments: Sequence[str], message: str) -> None:
    assert message in refusal("range", *arguments)


def test_a_range_is_shaded_by_weight_in_a_terminal() -> None:
    shown = in_terminal("stdout", "range", "QQ+,AKs:0.5", COLORTERM="truecolor")
    assert f"{ESCAPE}30;48;2;0;185;90m  AA " in shown
    assert re.search(r"\x1b\[30;48;2;112;21\d;161m 50% ", shown)
    assert f"{ESCAPE}2m AKo " in shown
    assert without_escapes(shown).endswith("\n\nQQ+,AKs:0.5\n22 combos, 1.51% of 1326 by weight\n")


def test_without_colours_a_terminal_gets_what_a_pipe_gets() -> None:
    arguments = ("range", "QQ+,AKs:0.5")
    assert in_terminal("stdout", *arguments, NO_COLOR="1") == run(*arguments).stdout
    assert in_terminal("stdout", *arguments, TERM="dumb") == run(*arguments).stdout


def test_json_in_a_terminal_is_bare() -> None:
    shown = in_terminal("stdout", "range", "QQ+,AKs", "--json")
    assert ESCAPE not in shown
    assert json.loads(shown) == told("range", "QQ+,AKs")


def test_the_examples_of_the_help_work() -> None:
    examples = re.findall(r"^ +holdem-core (range .*)$", run("range", "--help").stdout, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert run(*shlex.split(example)).exit_code == 0
