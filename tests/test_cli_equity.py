"""The command equity: what it prints and plots, what it refuses, and how it behaves while it works."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_runs import ESCAPE, finish, in_terminal, make_plain, needs_posix, process, refusal, run, told, without_escapes
from rich.console import Console

from holdem_core import Category, Equity, equity, evaluate, next_card_equities, parse_cards
from holdem_core.cards import RANKS
from holdem_core.cli import plots, progress
from holdem_core.ranges.combos import class_name

FLOP = ("AhKh", "QQ+,AKs", "--board", "2c7dTh")
FLUSH_DRAW = ("AhKh", "QsQd", "--board", "Qh7h2c9s")
SAMPLED = Equity(("AhKh", "QQ+"), {1: 300, 2: 600, 3: 100}, method="monte-carlo")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


# --- figures -------------------------------------------------------------------------------------------


def test_equities_in_a_pipe_are_a_plain_table() -> None:
    result = run("equity", *FLOP, "--dead", "As")
    found = equity("AhKh", "QQ+,AKs", board="2c7dTh", dead="As")
    first, second = (
        "  ".join(f"{row[name]:.4%}".rjust(8) for name in ("equity", "win", "tie", "lose")) for row in found.figures()
    )
    *table, took = result.stdout.splitlines()
    assert table == [
        "Hands      Equity       Win       Tie      Lose",
        f"Ah Kh    {first}",
        f"QQ+,AKs  {second}",
    ]
    assert re.fullmatch(r"Exact, 11,352 deals: \d+\.\d\d s\.", took)
    assert result.stderr == ""


def test_json_is_the_dictionary_of_the_equity() -> None:
    assert told("equity", *FLOP, "--dead", "As") == equity("AhKh", "QQ+,AKs", board="2c7dTh", dead="As").to_dict()
    assert told("equity", "AA", "KK", "QQ") == equity("AA", "KK", "QQ").to_dict()


def test_the_number_of_threads_does_not_change_the_answer() -> None:
    expected = told("equity", *FLOP)
    assert all(told("equity", *FLOP, "--threads", threads) == expected for threads in ("1", "3"))


def test_hands_are_named_as_they_were_written() -> None:
    long = ",".join(f"{rank}{rank}" for rank in RANKS)
    shown = run("equity", "top   20%", long, "Q♥Q♦:0.5", "khah", "--board", "2c7dTh9s8s", "--method", "exact").stdout
    assert [line.split("  ")[0] for line in shown.splitlines()[1:5]] == [
        "top 20%",
        "22,33,44,55,66,77,88,99,TT,JJ...",
        "QhQd:0.5",
        "Ah Kh",
    ]


def test_categories_are_a_table_by_player() -> None:
    found = equity("AhKh", "QQ+,AKs", board="2c7dTh", categories=True)
    assert found.categories is not None
    table = run("equity", *FLOP, "--categories").stdout.splitlines()[5:]
    assert re.split("  +", table[0]) == ["Category", "Ah Kh", "QQ+,AKs"]
    for row, name in zip(table[1:], reversed(Category), strict=True):
        label, *shares = re.split("  +", row)
        assert label == name.name.replace("_", " ").lower()
        assert shares == [f"{share:.4%}" for share in found.categories[:, name]]
    assert told("equity", *FLOP, "--categories") == found.to_dict()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AhKh", "QQ+,10s"], "player 1: '10s' at position 4: a ten is written T"),
        (["AhKy", "QQ"], "player 0: 'AhKy' at position 0: a suit that is left open is x"),
        (["AhKh", ""], "player 1 has an empty range"),
        (["AhKh", "AhQd"], "the players' ranges collide"),
        (["AhKh"], "equities are of 2 to 10 players, not of 1"),
        (["random"] * 11, "equities are of 2 to 10 players, not of 11"),
        (["AhKh", "QQ", "--board", "2c7"], "board: '7' at position 2"),
        (["AhKh", "QQ", "--board", "2c7d"], "a board has 0, 3, 4 or 5 cards, not 2"),
        (["AhKh", "QQ", "--board", "2c7dAh"], "player 0 has no hand left in 'AhKh'"),
        (["AhKh", "QQ", "--dead", "Zz"], "dead: 'Z' at position 0"),
        (["AhKh", "QQ", "--dead", "2c", "--board", "2c7dTh"], "2c is on the board and dead"),
        (["AhKh", "QQ", "--method", "guess"], "'guess' is not one of"),
        (["AhKh", "QQ", "--samples", "0"], "'--samples': '0' is no number above 0"),
        (["AhKh", "QQ", "--precision", "0"], "'--precision': '0' is no share between 0 and 1"),
        (["AhKh", "QQ", "--precision", "100%"], "'--precision': '100%' is no share between 0 and 1"),
        (["AhKh", "QQ", "--precision", "nan"], "'--precision': 'nan' is no share between 0 and 1"),
        (["AhKh", "QQ", "--seconds", "0.0"], "'--seconds': '0.0' is no number of seconds above 0"),
        (["AhKh", "QQ", "--seconds", "inf"], "'--seconds': 'inf' is no number of seconds above 0"),
        (["AhKh", "QQ", "--seed", "-1"], "'--seed'"),
        (["AhKh", "QQ", "--threads", "0"], "'--threads'"),
        (["AhKh", "QQ", "--method", "exact", "--samples", "10"], "--samples ends random deals"),
        (["random", "random", "random", "random", "--method", "exact"], "an exact answer would take about"),
        (["AhKh", "QQ", "--next-card"], "a card comes next on a board of 3 or 4 cards, not of 0"),
        (["AhKh", "QQ", "--plot", "equity.gif"], "'--plot': 'equity.gif' does not end in .png, .svg, .pdf"),
        (["AhKh", "QQ", "--plot", "nowhere/equity.png"], "'--plot': there is no folder 'nowhere'"),
        (["AhKh", "QQ", "--overwrite"], "--overwrite goes with --plot"),
        (["AhKh", "QQ", "--bored", "2c7dTh"], "No such option"),
        (["AhKh", "QQ", "--board", "2c", "7d", "Th"], "--board has one card, and 7d, Th beside it are no hand; "),
        (["AhKh", "QQ", "--board", "2c", "7d", "Th"], "as in --board 2c7dTh"),
        (["Ah", "Kh", "Qs", "Qd"], "'Ah' is one card; write the cards of a hand together, as in AhKh QsQd"),
        ([], "Missing argument"),
    ],
)
def test_a_bad_spot_is_refused_on_one_line(arguments: Sequence[str], message: str) -> None:
    assert message in refusal("equity", *arguments)


# --- the next card ------------------------------------------------------------------------------------


def test_outs_are_the_cards_with_which_the_better_hand_is_his() -> None:
    board = parse_cards("Qh7h2c9s").tolist()
    mine, theirs = parse_cards("AhKh").tolist(), parse_cards("QsQd").tolist()
    deck = [card for card in range(52) if card not in board + mine + theirs]
    ahead = [card for card in deck if evaluate([*mine, *board, card]) > evaluate([*theirs, *board, card])]
    outs = " ".join(RANKS[card >> 2] + "cdhs"[card & 3] for card in ahead)
    assert outs == "3h 4h 5h 6h 8h Th Jh"
    assert run("equity", *FLUSH_DRAW, "--next-card").stdout.endswith(
        f"\n\nAh Kh has 7 outs among 44 cards to become the favourite: {outs}\n"
    )


def test_the_next_cards_are_a_table_ace_first() -> None:
    coming = next_card_equities("AhKh", "QQ+,AKs", board="2c7dTh")
    lines = run("equity", *FLOP, "--next-card").stdout.splitlines()
    start = lines.index("Equity of Ah Kh after the next card") + 1
    assert lines[start].split() == ["spades", "hearts", "diamonds", "clubs"]
    for line, rank in zip(lines[start + 1 : start + 14], reversed(RANKS), strict=True):
        cards = [coming.get(rank + suit) for suit in "shdc"]
        assert line.split() == [rank, *("." if found is None else f"{found.equity[0]:.1%}" for found in cards)]


def test_the_favourite_is_told_what_would_change_it() -> None:
    shown = run("equity", "QsQd", "AhKh", *FLUSH_DRAW[2:], "--next-card").stdout
    assert shown.endswith("\n\nQs Qd is the favourite now, and 7 of 44 cards would change that: 3h 4h 5h 6h 8h Th Jh\n")


def test_no_card_may_help() -> None:
    shown = run("equity", "3h2h", "AsAd", "--board", "AhAcKdKs", "--next-card").stdout
    assert shown.endswith("\n\n3h 2h has 0 outs among 44 cards to become the favourite.\n")


def test_the_next_cards_as_json() -> None:
    coming = next_card_equities("AhKh", "QsQd", board="Qh7h2c9s")
    assert told("equity", *FLUSH_DRAW, "--next-card") == {card: found.to_dict() for card, found in coming.items()}


def test_the_next_cards_run_from_red_to_green_in_a_terminal() -> None:
    shown = in_terminal("stdout", "equity", *FLUSH_DRAW, "--next-card", COLORTERM="truecolor")
    assert f"{ESCAPE}30;48;2;0;185;90m  100.0%  " in shown
    assert f"{ESCAPE}30;48;2;235;90;80m   0.0%   " in shown
    assert without_escapes(shown).endswith(
        "A♥ K♥ has 7 outs among 44 cards to become the favourite: 3♥ 4♥ 5♥ 6♥ 8♥ T♥ J♥\n"
    )
    assert ESCAPE not in in_terminal("stdout", "equity", *FLUSH_DRAW, "--next-card", NO_COLOR="1")


# --- random deals -------------------------------------------------------------------------------------


@pytest.fixture
def sampler(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stands in for the random deals, and keeps what it was asked."""
    asked: dict[str, Any] = {}

    def fake(spot: Any, request: Any, stops: Any, rng: Any, **how: Any) -> Equity:
        asked.update(stops._asdict(), rng=rng, **how)
        if how["progress"] is not None:
            how["progress"](0.5, SAMPLED)
        return SAMPLED

    monkeypatch.setattr("holdem_core.equities.methods.sample", fake)
    return asked


def test_what_was_sampled_says_so_with_its_error_and_seed(sampler: dict[str, Any]) -> None:
    result = run("equity", "AhKh", "QQ+", "--method", "monte-carlo", "--seed", "7")
    error = f"±{SAMPLED.stderr[0]:.4%}"
    *table, took = result.stdout.splitlines()
    assert table == [
        "Hands    Equity       Win       Tie      Lose     Error",
        f"Ah Kh  35.0000%  30.0000%  10.0000%  60.0000%  {error}",
        f"QQ+    65.0000%  60.0000%  10.0000%  30.0000%  {error}",
    ]
    assert re.fullmatch(r"Sampled, 1,000 deals, seed 7: \d+\.\d\d s\.", took)


def test_the_stops_reach_the_sampler(sampler: dict[str, Any]) -> None:
    stops = ("--samples", "500k", "--precision", "0.1%", "--seconds", "2.5")
    told("equity", "AhKh", "QQ+", "--method", "monte-carlo", *stops, "--seed", "3", "--threads", "2")
    assert asked_for(sampler) == (500_000, 0.001, 2.5, 3, 2)
    told("equity", "AhKh", "QQ+", "--method", "monte-carlo", "--precision", "0.002")
    samples, precision, seconds, seed, threads = asked_for(sampler)
    assert (samples, precision, seconds) == (None, 0.002, None)
    assert seed >= 0
    assert threads == (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count())


def asked_for(sampler: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(sampler[name] for name in ("samples", "precision", "seconds", "rng", "threads"))


@pytest.mark.usefixtures("sampler")
def test_a_pipe_that_only_takes_ascii_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", ascii_only)
    from holdem_core.cli.answers import print_figures

    print_figures(["A♥K♥", "QQ+"], SAMPLED)
    ascii_only.seek(0)
    assert re.search(r"A\\u2665K\\u2665 .* \+-1\.\d{4}%\n", ascii_only.read())


def test_a_seed_gives_the_same_deals_on_any_number_of_threads() -> None:
    spot = ("equity", "AhKh", "QQ+,AKs", "random", "--method", "monte-carlo", "--samples", "600k")
    first, again = (told(*spot, "--seed", "1", "--threads", threads) for threads in ("1", "2"))
    assert first == again != told(*spot, "--seed", "2")
    assert (first["exact"], first["samples"]) == (False, 600_000)


def test_a_precision_is_reached() -> None:
    values = told("equity", "AhKh", "QQ+", "random", "--method", "monte-carlo", "--precision", "0.2%", "--seed", "1")
    assert max(player["stderr"] for player in values["players"]) <= 0.002


# --- plots --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "begins"), [("equity.png", b"\x89PNG\r\n\x1a\n"), ("equity.SVG", b"<?xml"), ("equity.pdf", b"%PDF-")]
)
@pytest.mark.parametrize("hands", [("QQ+,AKs", "random"), ("AhKh", "QQ"), ("AA,KK", "QQ", "JTs")])
def test_a_plot_is_a_file_of_its_kind(hands: Sequence[str], name: str, begins: bytes, tmp_path: Path) -> None:
    result = run("equity", *hands, "--board", "2c7dTh", "--plot", str(tmp_path / name))
    assert (result.exit_code, result.stderr) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_equity_of_a_class_is_that_of_its_hands_alone() -> None:
    found = equity("QQ+,AKs,72o:0.25", "22+,A2s+:0.5", board="2c7dTh", per_combo=True)
    equities = plots.class_equities(found)
    for cell, value in enumerate(equities.ravel().tolist()):
        if class_name(cell) in ("AA", "KK", "QQ", "AKs", "72o"):
            alone = equity(class_name(cell), "22+,A2s+:0.5", board="2c7dTh")
            assert value == pytest.approx(alone.equity[0], abs=1e-9)
        else:
            assert np.isnan(value)


def test_the_heat_map_writes_the_equity_of_each_hand_held() -> None:
    found = equity("QQ+,AKs", "random", per_combo=True)
    grid, _ = plots.heat_map(found, ["QQ+,AKs", "random"], "exact").axes
    alone = {name: equity(name, "random").equity[0] for name in ("AA", "AKs", "KK", "QQ")}
    assert [text.get_text() for text in grid.texts] == [f"{name}\n{share:.1%}" for name, share in alone.items()]


def test_the_bars_stack_ties_on_wins() -> None:
    found = equity("AhKh", "AdKd", "AhKs:0.5,QQ")
    (axes,) = plots.bars(found, ["AhKh", "AdKd", "the rest"], "exact").axes
    wins, ties = axes.patches[:3], axes.patches[3:]
    assert [bar.get_width() for bar in wins] == found.win.tolist()  # type: ignore[attr-defined]
    assert [bar.get_x() for bar in ties] == found.win.tolist()  # type: ignore[attr-defined]
    assert [bar.get_width() for bar in ties] == pytest.approx(found.tie.tolist())  # type: ignore[attr-defined]


def test_a_plot_that_cannot_be_written_is_told_on_one_line(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    assert "is a directory" in refusal("equity", "AhKh", "QQ", "--plot", str(tmp_path / "folder.png"))
    if os.path.exists("/dev/full"):
        (tmp_path / "full.png").symlink_to("/dev/full")
        line = refusal("equity", "AhKh", "QQ", "--plot", str(tmp_path / "full.png"), "--overwrite")
        assert "full.png': No space left on device" in line


def test_a_plot_writes_over_a_file_only_where_told_to(tmp_path: Path) -> None:
    mine = tmp_path / "mine.png"
    mine.write_text("mine")
    line = refusal("equity", "AhKh", "QQ", "--plot", str(mine))
    assert line.endswith(f"--plot: {str(mine)!r} is there already; --overwrite writes over it")
    assert mine.read_text() == "mine"
    assert run("equity", "AhKh", "QQ", "--plot", str(mine), "--overwrite").exit_code == 0
    assert mine.read_bytes().startswith(b"\x89PNG")


def test_a_setting_that_matplotlib_cannot_read_is_told_on_one_line(tmp_path: Path) -> None:
    environment = {**os.environ, "MPLBACKEND": "none such"}
    status, out, err = finish(process("equity", "AhKh", "QQ", "--plot", str(tmp_path / "a.png"), env=environment))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "'none such' is not a valid value for backend" in err


def test_without_its_extra_a_plot_says_which_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; import holdem_core.cli; holdem_core.cli.main()"
    arguments = [sys.executable, "-c", code, "equity", "AhKh", "QQ"]
    result = subprocess.run([*arguments, "--plot", "a.png"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "holdem-core: matplotlib is not installed: pip install 'holdem-core[plot]'\n"
    assert subprocess.run(arguments, cwd=tmp_path, capture_output=True, timeout=60).returncode == 0


# --- the program --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sampler")
def test_the_examples_of_the_help_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^ +holdem-core (equity .*)$", run("equity", "--help").stdout, re.MULTILINE)
    assert len(examples) == 4
    for example in examples:
        assert run(*shlex.split(example)).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["equity.png"]


def test_other_commands_load_neither_ranges_nor_plots(tmp_path: Path) -> None:
    code = (
        "import sys, click\nfrom holdem_core.cli.commands import commands\n"
        "commands.main(['showdown', 'AhKh', 'QsQd', '--board', 'Kd7h2s9c3d'], standalone_mode=False)"
    )
    heavy = ("holdem_core.ranges", "holdem_core.equities", "matplotlib")
    code = code.replace("\ncommands", "\ntry: commands") + f"\nfinally: print([n for n in {heavy} if n in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert result.stdout.endswith("\n[]\n"), result.stderr


@pytest.mark.parametrize("arguments", [FLOP, (*FLUSH_DRAW, "--next-card")])
def test_json_in_a_terminal_is_bare(arguments: Sequence[str]) -> None:
    shown = in_terminal("stdout", "equity", *arguments, "--json")
    assert shown.isascii()
    assert ESCAPE not in shown
    assert json.loads(shown)


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """A terminal for standard error whose user has waited long enough for a bar; calling it gives what it shows."""
    written = io.StringIO()
    terminal = Console(file=written, force_terminal=True, width=120)
    monkeypatch.setattr(progress, "console", lambda **_: terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    return lambda: without_escapes(written.getvalue())


def test_a_bar_is_shown_to_who_waits(waited: Callable[[], str]) -> None:
    run("equity", "QQ+,AKs", "22+,A2s+", "KQs", "--board", "2c7dTh", "--method", "exact", "--next-card")
    assert re.search(r"Next card ━.* \d+% ", waited())


def test_the_bar_of_random_deals_shows_the_equity_so_far(waited: Callable[[], str], sampler: dict[str, Any]) -> None:
    assert run("equity", "AhKh", "QQ+", "--method", "monte-carlo", "--json").exit_code == 0
    assert re.search(rf"Equity ━.* 50% .* Ah Kh 35\.00% ±{SAMPLED.stderr[0]:.2%}", waited())


def test_quick_answers_show_no_bar() -> None:
    assert in_terminal("stderr", "equity", "AhKh", "QsQd") == ""


@needs_posix
def test_an_interrupt_ends_an_equity_quietly() -> None:
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    arguments = ("equity", "random", "random", "random", "--method", "exact")
    environment = {**os.environ, "FORCE_COLOR": "1"}
    with process(*arguments, "--threads", "2", env=environment, **heed) as program:
        assert program.stderr is not None
        shown = b""
        while b"%" not in shown:
            written = os.read(program.stderr.fileno(), 4096)
            assert written, f"it ended by itself: {shown!r}"
            shown += written
        program.send_signal(signal.SIGINT)
        status, out, err = finish(program)
    assert (status, out) == (130, "")
    assert "Traceback" not in err
