"""The command bench: what is measured, what it says of other libraries, what it refuses, and how it ends early."""

import io
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from cli_runs import finish, make_plain, needs_posix, process, refusal, run, told, without_escapes
from rich.console import Console

from holdem_core.benches import equity_peers, workloads
from holdem_core.benches.measures import Contender, Patience, Work, pace, ratio
from holdem_core.benches.workloads import SUBJECTS, WORKLOADS, Deals
from holdem_core.cli import progress

AT_ONCE = ("--seconds", "0.001")
PEERS = (
    "eval7",
    "holdem_hand_evaluator",
    "phevaluator",
    "pkrbot",
    "pokerfast",
    "pokerkit",
    "texasholdem",
    "treys",
    "xiapl",
)
INSTALL = "pip install 'holdem-core[bench]'"


class Absence:
    """A finder of modules that finds some to be missing."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = set(names)

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.fixture(autouse=True)
def absence(monkeypatch: pytest.MonkeyPatch) -> Absence:
    """No other library is installed, whatever is, and there is less to do."""
    make_plain(monkeypatch)
    absence = Absence(PEERS)
    monkeypatch.setattr(sys, "meta_path", [absence, *sys.meta_path])
    for name in [name for name in sys.modules if name.partition(".")[0] in PEERS]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(workloads, "Deals", partial(Deals, 6000))
    monkeypatch.setattr(equity_peers, "SAMPLES", 1 << 16)
    return absence


Install = Callable[[str, str], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, absence: Absence) -> Install:
    """Installs a module of this source under this name."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(name: str, source: str) -> None:
        (tmp_path / f"{name}.py").write_text(source)
        absence.names.remove(name)

    return put


# --- figures -------------------------------------------------------------------------------------------


def test_every_subject_is_measured_without_any_other_library() -> None:
    found = told("bench", *AT_ONCE)
    assert [(each["subject"], each["workload"]) for each in found["workloads"]] == [
        (each.subject, each.name) for each in WORKLOADS if not each.slow
    ]
    assert found["missing"] == [name.replace("_", "-") for name in PEERS]
    assert found["broken"] == {}
    assert list(found["peers"]) == list(found["workloads"][-1]["ratios"]) == ["numpy"]
    assert found["config"][0].startswith("holdem_core ")
    assert 0 < found["seconds"] < 60


def test_json_of_a_workload(install: Install) -> None:
    install("holdem_hand_evaluator", "from holdem_core import evaluate as evaluate_hand")
    cards, text = told("bench", "one-hand", *AT_ONCE)["workloads"]
    assert list(text) == [
        *("subject", "workload", "hands_per_second", "hands_a_call", "seconds_a_call"),
        *("ratios", "ratio_quartiles", "ratio_pairs", "yardsticks", "left_out"),
    ]
    assert text["hands_per_second"] == pytest.approx(text["hands_a_call"] / text["seconds_a_call"])
    assert text["yardsticks"]["holdem-hand-evaluator"]["hands_a_call"] == text["hands_a_call"] == 1000
    assert (text["subject"], text["workload"], text["left_out"]) == ("one-hand", "text", {})
    assert text["hands_per_second"] > 0
    low, high = text["ratio_quartiles"]["holdem-hand-evaluator"]
    assert 0 < low <= text["ratios"]["holdem-hand-evaluator"] <= high
    assert text["ratio_pairs"]["holdem-hand-evaluator"] >= 3
    assert cards["ratios"] == {}


def test_a_table_for_each_subject_in_our_order(install: Install) -> None:
    install("holdem_hand_evaluator", "from holdem_core import evaluate as evaluate_hand")
    lines = run("bench", "settle", "one-hand", *AT_ONCE).stdout.splitlines()
    assert lines[0].startswith("holdem_core ")
    assert lines[1].startswith("kernels: ")
    assert [line for line in lines if line in SUBJECTS] == ["one-hand", "settle"]
    (text,) = (line for line in lines if line.startswith("text "))
    assert re.fullmatch(r"text +[\d.]+ M hands/s +[\d.]+ x +[\d.]+ to [\d.]+ +holdem-hand-evaluator", text)
    assert any(re.fullmatch(r"three side pots +[\d.]+ M hands/s", line) for line in lines)


def test_a_ratio_is_how_many_times_the_yardsticks_rate_ours_is() -> None:
    class Known(Contender):
        def work(self) -> Work:
            return Work(self.hands, 2.0)

    ours, theirs = Known(lambda: None, 60), Known(lambda: None, 24)
    patience = Patience(seconds=0, fewest=4)
    assert ratio(ours, theirs, patience) == (2.5, 2.5, 2.5, 4, (24, 2.0))
    assert pace(ours, patience) == (60, 2.0)


def test_what_is_ended_by_time_counts_what_it_says_it_did() -> None:
    drawn = iter([9_000_000, 5_000_000, 7_000_000, 6_000_000])
    sampler = equity_peers.Sampler(lambda: equity_peers.Answer([0.5, 0.5], next(drawn)), 1 << 20, "samples")
    found = pace(sampler, Patience(seconds=0, fewest=3))
    assert found.done == 6_000_000
    assert found.to_dict("samples") == {
        "samples_per_second": 6_000_000 / found.seconds,
        "samples_a_call": 6_000_000,
        "seconds_a_call": found.seconds,
    }


# --- the others ----------------------------------------------------------------------------------------


def test_missing_libraries_are_named_with_the_command_that_installs_them() -> None:
    result = run("bench", "evaluate", *AT_ONCE)
    assert result.stdout.splitlines()[-1] == f"Not installed: pokerfast. {INSTALL}"
    assert result.exit_code == 0


def test_a_library_that_fails_at_import_is_told_and_does_no_harm(install: Install) -> None:
    install("treys", "raise RuntimeError('made for another Python')")
    install("eval7", "import a_module_that_eval7_needs")
    install("pkrbot", "")
    broken = told("bench", "one-hand", *AT_ONCE)["broken"]
    assert broken == {
        "eval7": "ModuleNotFoundError: No module named 'a_module_that_eval7_needs'",
        "pkrbot": "AttributeError: module 'pkrbot' has no attribute 'Card'",
        "treys": "RuntimeError: made for another Python",
    }
    shown = run("bench", "one-hand", *AT_ONCE).stdout.splitlines()
    assert "treys is installed and fails: RuntimeError: made for another Python" in shown
    assert shown[-1] == f"Not installed: holdem-hand-evaluator, phevaluator. {INSTALL}"


def test_a_library_that_is_not_asked_says_why() -> None:
    shown = run("bench", "exact-equity", *AT_ONCE).stdout
    assert re.search(r"(?m)^random v random  .* ms .*  pokerfast: takes more than 12 s$", shown)


def test_the_workloads_do_without_pytest(tmp_path: Path) -> None:
    script = "import sys, holdem_core.cli.bench, holdem_core.benches.results; sys.exit('pytest' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False).returncode == 0


# --- what is refused, and how it ends ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluates"], f"'evaluates' is none of {', '.join(SUBJECTS)}"),
        (["--seconds", "0"], "'--seconds': '0' is no number of seconds above 0"),
        (["--seconds", "soon"], "'--seconds': 'soon' is no number of seconds above 0"),
    ],
)
def test_bad_input_is_refused_on_one_line(arguments: list[str], message: str) -> None:
    assert message in refusal("bench", *arguments)


def test_the_help_names_every_subject() -> None:
    shown = " ".join(run("bench", "--help").stdout.split())
    assert f"{', '.join(SUBJECTS[:-1])} and {SUBJECTS[-1]}" in shown


@needs_posix
def test_ctrl_c_ends_quietly_with_what_was_measured_so_far() -> None:
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with process("bench", "one-hand", "import", "--seconds", "0.1", **heed) as program:
        assert program.stdout is not None
        assert any(line.startswith(b"text ") for line in program.stdout)
        program.send_signal(signal.SIGINT)
        status, _, err = finish(program)
    assert status == 130
    assert "Traceback" not in err


def test_a_bar_tells_how_far_a_subject_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Console(file=io.StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(progress, "console", lambda **_: terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    run("bench", "settle", *AT_ONCE)
    assert isinstance(terminal.file, io.StringIO)
    assert re.search(r"settle, 1 of 1 ━.* 25%", without_escapes(terminal.file.getvalue()))
