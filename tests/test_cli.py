"""The command line: what it prints, what it refuses, and with which exit status."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from decimal import Decimal
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_runs import ESCAPE, finish, in_terminal, make_plain, needs_posix, process, refusal, run, told

from holdem_core import Category, Hand, Rake, deal, showdown
from holdem_core.cli import simulate
from holdem_core.cli.parameters import read_count

OUR_HANDS = Path(__file__).parent / "data" / "showdowns.jsonl"
BOARD = "Kd7h2s9c3d"
LINE = {"holes": ["AhKh", "QsQd"], "board": BOARD, "contributions": [500, 820], "payouts": [1000, 320]}


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


def payouts(*arguments: str) -> list[int | str]:
    return [seat["payout"] for seat in told("showdown", *arguments)["seats"]]


def lines(*records: object) -> str:
    return "".join(f"{record if isinstance(record, str) else json.dumps(record)}\n" for record in records)


# --- one hand -----------------------------------------------------------------------------------------


def test_a_pipe_gets_exactly_the_story() -> None:
    result = run("showdown", "AhKh:500", "QsQd:820", "2c3c:20:folded", "--board", BOARD)
    shown = showdown(["AhKh", "QsQd", "2c3c"], BOARD, [500, 820, 20], folded=[2])
    assert (result.stdout, result.stderr, result.exit_code) == (f"{shown}\n", "", 0)


def test_json_is_the_dictionary_of_the_showdown() -> None:
    shown = showdown(["AhKh", "QsQd", ""], BOARD, [500, 820, 20], folded=[2], button=0, rake=30)
    values = told("showdown", "AhKh:500", "QsQd:820", ":20:folded", "--board", BOARD, "--button", "0", "--rake", "30")
    assert values == shown.to_dict()


def test_without_chips_every_seat_is_in_for_the_same_but_folded_ones() -> None:
    seats = told("showdown", "AhKh", "QsQd", "2c3c:folded", "--board", BOARD)["seats"]
    assert [seat["contribution"] for seat in seats] == [100, 100, 0]


def test_a_folded_seat_without_chips_put_nothing_in() -> None:
    assert payouts("AhKh:500", "QsQd:500", "??:folded", "--board", BOARD) == [1000, 0, 0]


@pytest.mark.parametrize("unseen", ["", "-", "??", "????"])
def test_unseen_cards(unseen: str) -> None:
    assert payouts(f"{unseen}:50:folded", "AhKh:500", f"{unseen}:900:mucked", "--board", BOARD) == [0, 1050, 400]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("folded", ["folded", "fold", "Folded", "FOLD"]),
        ("mucked", ["mucked", "muck", "Mucked", "MUCK"]),
        ("declared", ["declared", "declare", "Declared", "DECLARE"]),
    ],
)
def test_a_status_may_be_the_verb_and_in_any_case(status: str, words: list[str]) -> None:
    for word in words:
        assert told("showdown", "AhKh:5", f"2c3c:5:{word}", "--board", BOARD)["seats"][1]["status"] == status


def test_amounts_are_read_as_they_are_printed() -> None:
    assert payouts("AhKh:1,500", "QsQd:1,234,567.50", "--board", BOARD, "--unit", "0.50") == ["3000.00", "1233067.50"]
    assert payouts("AhKh:1,500", "QsQd:1500", "--board", BOARD, "--rake", "10%:1,000") == [2700, 0]


def test_a_seat_that_declared_plays_the_board() -> None:
    assert payouts("2c2d:90", "-:90:declared", "-:90:mucked", "--board", "TsJsQsKsAs") == [135, 135, 0]


def test_cents_with_their_unit() -> None:
    tie = ("AhKh:12.50", "AdKc:12.50", "-:0.25:folded", "--board", "Qs7h2s9c3d", "--unit", "0.01")
    assert payouts(*tie) == ["12.63", "12.62", "0.00"]
    assert payouts(*tie, "--button", "0") == ["12.62", "12.63", "0.00"]


def test_cents_without_their_unit() -> None:
    assert payouts("AhKh:10.50", "KsAd:10.50", "--board", "Qd7h2s9c3d") == ["10.50", "10.50"]
    assert payouts("AhKh:1.50", "QsJd:1.50", "--board", "Qd7h2s9c3d", "--rake", "5%") == ["0.00", "2.85"]
    assert payouts("AhKh:3", "QsJd:3", "--board", "Qd7h2s9c3d", "--rake", "5%:0.25") == ["0.00", "5.75"]
    assert "contribution of seat 1 is 10.50, no whole number of the unit 1" in refusal(
        "showdown", "AhKh:11", "KsAd:10.50", "--board", "Qd7h2s9c3d", "--unit", "1"
    )


def test_odd_chip_of_two_seats_goes_to_the_second_since_the_first_has_the_button() -> None:
    tie = ("AhKh:5", "KsAd:5", "--board", "Qd7h2s9c3d", "--dead", "1")
    assert payouts(*tie) == [5, 6]
    assert payouts(*tie, "--button", "1") == [6, 5]


def test_dead_chips_of_a_file_are_one_amount_or_those_of_each_seat() -> None:
    cents = {**LINE, "contributions": ["1.50", "1.50"], "payouts": [3.25, 0]}
    told_apart = run("showdown", "-", "--json", "--check", stdin=lines({**cents, "dead": [0.25, 0]}))
    assert told_apart.exit_code == 0
    assert [seat["net"] for seat in json.loads(told_apart.stdout)["seats"]] == ["1.50", "-1.50"]
    in_one = run("showdown", "-", "--json", "--check", stdin=lines({**cents, "dead": 0.25}))
    assert [seat["net"] for seat in json.loads(in_one.stdout)["seats"]] == ["1.75", "-1.50"]
    assert "dead has 3 entries for 2 seats" in run("showdown", "-", stdin=lines({**cents, "dead": [1, 0, 0]})).stderr
    assert "dead of seat 1: 'x' is no number" in run("showdown", "-", stdin=lines({**cents, "dead": [1, "x"]})).stderr


def test_dead_chips() -> None:
    assert payouts("AhKh:100", "QsQd:1_000", "--dead", "50", "--board", BOARD) == [250, 900]


@pytest.mark.parametrize(
    ("text", "rake"),
    [
        ("30", 30),
        ("5%", Rake(5)),
        ("2.5%", Rake("2.5")),
        ("5%:30", Rake(5, cap=30)),
        ("5%:12.50", Rake(5, cap=Decimal("12.50"))),
    ],
)
def test_rake(text: str, rake: Any) -> None:
    result = run("showdown", "AhKh:500", "QsQd:500", "--board", BOARD, "--rake", text)
    assert result.stdout == f"{showdown(['AhKh', 'QsQd'], BOARD, [500, 500], rake=rake)}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AhKx:5", "QsQd:5"], "seat 0: 'x' at position 3 of 'AhKx' is no suit"),
        (["AhKh:5", "QsAh:5"], "Ah belongs to seat 0 and to seat 1"),
        (["AhKh:5", "QsQd:5", "--board", "Kd7h2s9cQd"], "Qd belongs to the board and to seat 1"),
        (["AhKh:5", "QsQd:5", "--board", "Kd7"], "board: '7' at position 2"),
        (["AhKh:5", "QsQd:5", "--board", "Kd7h2s"], "the board has 3 cards"),
        (["AhKh:5", "QsQd:5:foled"], "seat 1: 'foled' of 'QsQd:5:foled' is none of folded, mucked, declared"),
        (["AhKh:5", "QsQd:all"], "seat 1: 'all' is no number of chips"),
        (["AhKh:5", "QsQd:foled"], "seat 1: 'foled' is no number of chips such as 500 or 12.50, and none of folded"),
        (["AhKh:5:folded:mucked", "QsQd:5"], "seat 0: 'AhKh:5:folded:mucked' is folded and mucked; a seat is one of"),
        (["AhKh:5:fold:FOLD", "QsQd:5"], "seat 0: 'AhKh:5:fold:FOLD' is folded and folded; a seat is one of"),
        (
            ["AhKh:Fold:5", "QsQd:5"],
            "'AhKh:Fold:5' has its chips behind 'folded'; CHIPS come first, as in AhKh:500:fold",
        ),
        (["AhKh:5", "QsQd:1,50"], "seat 1: '1,50' is no number of chips such as 500, 1,550 or 12.50"),
        (["AhKh:5", "QsQd:,500"], "seat 1: ',500' is no number of chips"),
        (["AhKh:5", "QsQd:1,5_0"], "seat 1: '1,5_0' is no number of chips"),
        (["AhKh:5", "QsQd:$500"], "'$500' is no number of chips such as 500, 1,550 or 12.50; leave out the $"),
        (["AhKh:5", "QsQd:500€"], "; leave out the €, amounts have no currency"),
        (["Ah", "Kh", "Qs", "Qd"], "'Ah' is one card; write the cards of a hand together, as in AhKh QsQd"),
        (["AhKh", "Qs", "Qd"], "'Qs' is one card; write the cards of a hand together, as in AhKh"),
        (
            ["AhKh", "QsQd", "7h", "2s", "9c", "3d", "--board", "Kd"],
            "--board has one card, and 7h, 2s, 9c, 3d beside it are no hand; "
            "write the cards of a board together, as in --board Kd7h2s9c3d",
        ),
        (["AhKh", "QsQd", "7h", "--board", "Kd"], "and 7h beside it is no hand; "),
        (["AhKh", "QsQd", "7h", "2s", "9c", "3d", "4d", "--board", "Kd"], "together, as in --board Kd7h2s"),
        (["AhKh:5", "QsQd:1e3"], "seat 1: '1e3' is no number of chips"),
        (["AhKh:5", "QsQd:-5"], "contribution of seat 1 is -5, below 0"),
        (["AhKh:5", "QsQd"], "seat 1 has no CHIPS, and other seats have"),
        (["AhKh:5", "-:5"], "seat 1 shows no cards, and has neither folded nor mucked"),
        (["-:5:folded", "-:5:folded"], "no seat is left"),
        (["AhKh", "QsQd", "--button", "2"], "button is 2, and the seats are 0 to 1"),
        (["AhKh", "QsQd", "--button", "x"], "'--button': 'x' is not a valid integer"),
        (["AhKh", "QsQd", "--unit", "0"], "unit is 0"),
        (["AhKh", "QsQd", "--unit", "x"], "'--unit': 'x' is no number of chips"),
        (["AhKh", "QsQd", "--dead", "x"], "'--dead': 'x' is no number of chips"),
        (["AhKh", "QsQd", "--rake", "101%"], "'--rake': a rake of 101 per cent is outside 0 to 100"),
        (["AhKh", "QsQd", "--rake", "5%3"], "'--rake': '5%3' is no rake such as"),
        (["AhKh", "QsQd", "--rake", "201"], "a rake of 201 cannot be taken from pots of 200"),
        (["AhKh", "QsQd", "--bord", BOARD], "No such option"),
        (["AhKh", "QsQd", "--check"], "--check compares the lines of a FILE"),
        (["AhKh\n\x1b[31m", "QsQd"], r"seat 0: '\x1b' at position 5"),
        ([], "Missing argument"),
    ],
)
def test_a_bad_hand_is_refused_on_one_line(arguments: Sequence[str], message: str) -> None:
    board = [] if "--board" in arguments or not arguments else ["--board", BOARD]
    assert message in refusal("showdown", *arguments, *board)


# --- files of hands -----------------------------------------------------------------------------------


def test_our_hands_are_paid_as_worked_out_by_hand() -> None:
    result = run("showdown", str(OUR_HANDS), "--check")
    assert (result.stdout, result.exit_code) == ("12 hands checked, all agree.\n", 0)


def test_a_file_is_told_hand_by_hand() -> None:
    result = run("showdown", "-", stdin=lines({**LINE, "id": "first"}, LINE))
    story = str(showdown(["AhKh", "QsQd"], BOARD, [500, 820]))
    assert result.stdout == f"Line 1 (first)\n{story}\n\nLine 2\n{story}\n\n2 hands settled.\n"


def test_a_file_as_json_lines() -> None:
    result = run("showdown", "-", "--json", stdin=lines({**LINE, "id": 7}, "", LINE))
    told_lines = [json.loads(line) for line in result.stdout.splitlines()]
    expected = showdown(["AhKh", "QsQd"], BOARD, [500, 820]).to_dict()
    assert told_lines == [{"line": 1, "id": 7, **expected}, {"line": 3, "id": None, **expected}]
    assert (result.stderr, result.exit_code) == ("2 hands settled.\n", 0)


def test_a_check_reports_every_difference() -> None:
    wrong = {**LINE, "id": "wrong", "payouts": [1, 1319]}
    result = run("showdown", "-", "--check", stdin=lines(LINE, wrong))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "standard input, line 2 (wrong): seat 0 expected 1, got 1000",
        "standard input, line 2 (wrong): seat 1 expected 1319, got 320",
        "2 hands checked, 1 differs.",
    ]


def test_a_check_as_json_lists_the_differences() -> None:
    result = run("showdown", "-", "--check", "--json", stdin=lines(LINE, {**LINE, "payouts": [1000, 320.5]}))
    differences = [json.loads(line)["differences"] for line in result.stdout.splitlines()]
    assert differences == [[], [{"seat": 1, "expected": "320.5", "got": 320}]]
    assert result.exit_code == 1


def test_amounts_in_a_file_are_exact() -> None:
    cents = {**LINE, "contributions": [0.1, "0.30"], "unit": 0.1, "payouts": [0.2, "0.20"]}
    assert run("showdown", "-", "--check", stdin=lines(cents)).exit_code == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON: Expecting property name"),
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "lists too deep"),
        (f'{{"holes": {"9" * 5000}}}', "a number too long"),
        ({"holes": ["AhKh"], "board": ""}, "contributions is missing"),
        ({**LINE, "holes": None}, "holes is missing"),
        ({**LINE, "buton": 1}, "there is no 'buton' in a hand"),
        ({**LINE, "button": "1"}, "button is '1', not an integer"),
        ({**LINE, "button": True}, "button is True, not an integer"),
        ({**LINE, "button": 5}, "button is 5, and the seats are 0 to 1"),
        ({**LINE, "board": ["Kd"]}, "board is ['Kd'], not a text"),
        ({**LINE, "holes": ["AhKh", 5]}, "seat 1: 5 is no text such as 'AhKd'"),
        ({**LINE, "holes": ["AhKh", "QsQx"]}, "seat 1: 'x' at position 3"),
        ({**LINE, "holes": ["AhKh"]}, "hole cards for 1 seats and contributions for 2"),
        ({**LINE, "contributions": [5, True]}, "contribution of seat 1: True is no number of chips"),
        ({**LINE, "contributions": [5, float("nan")]}, "contribution of seat 1: 'NaN' is no number of chips"),
        ({**LINE, "contributions": [5, 10**200]}, "is no number of chips"),
        ({**LINE, "folded": [True]}, "folded has 1 entries for 2 seats"),
        ({**LINE, "rake": "5%%"}, "rake: '5%%' is no rake"),
        ({**LINE, "payouts": None}, "payouts are missing"),
        ({**LINE, "payouts": [1320]}, "payouts for 1 seats, and contributions for 2"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_done(line: object, message: str) -> None:
    result = run("showdown", "-", "--check", stdin=lines(LINE, line, LINE))
    (complaint,) = result.stderr.splitlines()
    assert complaint.startswith("holdem-core: standard input, line 2: ")
    assert message in complaint
    assert result.stdout == "2 hands checked, all agree; 1 line could not be settled.\n"
    assert result.exit_code == 2


def test_a_line_that_is_not_utf8_is_named() -> None:
    result = run("showdown", "-", stdin=lines(LINE).encode() + b'{"id": "\xe9"}\n')
    assert result.stderr == "holdem-core: standard input, line 2: byte 0xe9 is not UTF-8\n"
    assert result.exit_code == 2


def test_control_characters_of_a_file_are_not_printed() -> None:
    result = run("showdown", "-", stdin=lines({**LINE, "id": "a\x1b[31m\nb"}))
    assert result.stdout.startswith("Line 1 (a\\x1b[31m\\nb)\nBoard")


@pytest.mark.parametrize("nothing", ["", "\n \n"])
def test_an_empty_file_has_no_hands(nothing: str) -> None:
    result = run("showdown", "-", stdin=nothing)
    assert (result.stdout, result.exit_code) == ("0 hands settled.\n", 0)


@pytest.mark.parametrize("nothing", ["", "\n \n"])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_check_of_nothing_fails(nothing: str, form: list[str]) -> None:
    said = refusal("showdown", "-", "--check", *form, stdin=nothing)
    assert said == "holdem-core: standard input: there is no hand to check"


def test_a_key_that_comes_twice_is_refused() -> None:
    twice = json.dumps(LINE)[:-1] + ', "payouts": [0, 1320]}'
    result = run("showdown", "-", "--check", stdin=lines(LINE, twice))
    assert result.exit_code == 2
    assert result.stderr == "holdem-core: standard input, line 2: 'payouts' is there twice\n"


def test_a_file_that_cannot_be_read_is_refused_on_one_line(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x7fELF\0\n" * 1000)
    picture = tmp_path / "picture"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" * 1000)
    endless = tmp_path / "endless"
    endless.write_bytes(b" " * (2 << 20))
    assert "No such file" in refusal("showdown", str(tmp_path / "none.jsonl"))
    assert "irectory" in refusal("showdown", str(tmp_path)) or os.name == "nt"
    for path in (binary, picture, endless):
        assert f"{path}, line 1: this is no file of JSON lines" in refusal("showdown", str(path))
    assert "give one FILE" in refusal("showdown", str(OUR_HANDS), "AhKh")
    assert "--button goes with hands" in refusal("showdown", str(OUR_HANDS), "--button", "0")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.jsonl"
    secret.touch(mode=0)
    assert "secret.jsonl: Permission denied" in refusal("showdown", str(secret))


# --- evaluate -----------------------------------------------------------------------------------------


def test_evaluate_in_a_pipe_is_a_plain_table() -> None:
    assert run("evaluate", "AhKhQhJhTh", "As Ad 7c 7d 2h 9s 3c").stdout.splitlines() == [
        "Cards                 Strength  Category        Description                             Best five",
        "Ah Kh Qh Jh Th            7462  straight flush  royal flush                             Ah Kh Qh Jh Th",
        f"As Ad 7c 7d 2h 9s 3c      {Hand('AsAd7c7d2h9s3c').strength}  two pair        "
        "two pair, aces and sevens, kicker nine  Ad As 7d 7c 9s",
    ]


def test_evaluate_with_a_board_as_json() -> None:
    result = run("evaluate", "AhKh", "qsqd", "--board", BOARD, "--json")
    assert [json.loads(line) for line in result.stdout.splitlines()][1] == {
        "cards": "QsQd",
        "board": BOARD,
        "strength": Hand("QsQd", BOARD).strength,
        "category": "pair",
        "description": "pair of queens, kickers king, nine, seven",
        "best_five": "QdQsKd9c7h",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AhKhQhJhTh", "AhKhQhJhTx"], "hand 1: 'x' at position 9"),
        (["AhKhQhJhTh", "AhKhQhJhJh"], "hand 1: Jh stands twice"),
        (["AhKhQh"], "hand 0: "),
        (["Ah", "Kh", "Qh", "Jh", "Th"], "hand 0: 'Ah' is one card; write the cards of a hand together"),
        (["AhKh", "--board", "Kd7h2s9cX"], "board: 'X' at position 8"),
        (["AhKh", "QsQd", "--board", "Kd", "7h", "2s"], "write the cards of a board together, as in --board Kd7h2s"),
        (["AhKh", "Kd2d", "--board", BOARD], "hand 1: Kd is in the hand and on the board"),
        (["--bored", "AhKh"], "No such option"),
        ([], "Missing argument"),
    ],
)
def test_evaluate_refuses_on_one_line(arguments: Sequence[str], message: str) -> None:
    assert message in refusal("evaluate", *arguments)


# --- simulate -----------------------------------------------------------------------------------------


def test_the_same_seed_deals_the_same_hands() -> None:
    first, again, other = (told("simulate", "--hands", "2k", "--seed", seed)["categories"] for seed in ("1", "1", "2"))
    assert first == again != other


def test_a_simulation_agrees_with_hands_settled_one_by_one() -> None:
    deals, stacks = np.random.default_rng([5, 0]).spawn(2)
    holes, boards = deal(200, 4, rng=deals)
    wins, chips = dict.fromkeys(Category, 0), dict.fromkeys(Category, 0)
    for hole, board in zip(holes.tolist(), boards.tolist(), strict=True):
        put_in = stacks.integers(1, simulate.DEEPEST_STACK, size=4, endpoint=True).tolist()
        shown = showdown(hole, board, put_in)
        for seat in shown.winners:
            hand = shown.hands[seat]
            assert hand is not None
            wins[hand.category] += 1
            chips[hand.category] += int(shown.payouts[seat]) - int(shown.returned[seat])
    values = told("simulate", "--hands", "200", "--players", "4", "--seed", "5")
    assert [row["wins"] for row in values["categories"]] == list(wins.values())
    assert [row["chips"] for row in values["categories"]] == list(chips.values())
    assert [row["category"] for row in values["categories"]] == [name.name.lower() for name in Category]
    assert sum(row["share"] for row in values["categories"]) == pytest.approx(1)
    assert (values["hands"], values["players"], values["seed"]) == (200, 4, 5)


def test_more_hands_begin_with_the_same_hands() -> None:
    fewer = told("simulate", "--hands", "60k", "--seed", "3")["categories"]
    more = told("simulate", "--hands", "140k", "--seed", "3")["categories"]
    block = told("simulate", "--hands", "65_536", "--seed", "3")["categories"]
    assert all(few["wins"] <= one["wins"] <= many["wins"] for few, one, many in zip(fewer, block, more, strict=True))


def test_the_memory_of_a_simulation_is_bounded() -> None:
    peaks = []
    for hands in ("65_536", "300_000"):
        tracemalloc.start()
        run("simulate", "--hands", hands, "--seed", "1")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_a_simulation_in_a_pipe_is_plain() -> None:
    result = run("simulate", "--hands", "1_000", "--players", "2", "--seed", "1")
    *table, speed = result.stdout.splitlines()
    assert table[0].split() == ["Category", "Wins", "Share", "Chips"]
    assert [row.split("  ")[0] for row in table[1:]][:2] == ["straight flush", "four of a kind"]
    assert re.fullmatch(r"1,000 hands of 2 players, seed 1: \d+\.\d\d s, [\d,]+ hands a second\.", speed)
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000", 1000),
        ("10_000_000", 10**7),
        ("10,000,000", 10**7),
        ("10M", 10**7),
        ("500k", 500_000),
        ("2G", 2 * 10**9),
    ],
)
def test_counts(text: str, number: int) -> None:
    assert read_count(text) == number


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hands", "0"], "'--hands': '0' is no number above 0"),
        (["--hands", "many"], "'--hands': 'many' is no number above 0"),
        (["--hands", "1__0"], "'--hands': '1__0' is no number"),
        (["--hands", "1,00"], "'--hands': '1,00' is no number"),
        (["--players", "1"], "'--players'"),
        (["--players", "24"], "24 players and 5 board cards want 53 cards of 52"),
        (["--seed", "-1"], "'--seed'"),
        (["now"], "unexpected extra argument"),
    ],
)
def test_simulate_refuses_on_one_line(arguments: Sequence[str], message: str) -> None:
    assert message in refusal("simulate", *arguments)


# --- the program --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["showdown", "evaluate", "simulate", "range", "equity"])
def test_help_shows_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"  holdem-core {command} " in result.stdout.partition("Example")[2]


@pytest.mark.parametrize(
    "command", [[], *([name] for name in ("showdown", "replay", "evaluate", "simulate", "range", "equity", "bench"))]
)
def test_a_short_option_asks_for_help_too(command: list[str]) -> None:
    short = run(*command, "-h")
    assert (short.exit_code, short.stderr) == (0, "")
    assert short.stdout == run(*command, "--help").stdout
    assert short.stdout.startswith("Usage: ")


@pytest.mark.parametrize("command", ["showdown", "evaluate"])
def test_the_examples_of_the_help_work(command: str) -> None:
    examples = re.findall(rf"^ +holdem-core ({command} .*)$", run(command, "--help").stdout, re.MULTILINE)
    ready = [example for example in examples if "jsonl" not in example]
    assert len(ready) == 2
    for example in ready:
        assert run(*shlex.split(example)).exit_code == 0


def test_the_line_of_the_help_checks() -> None:
    line = run("showdown", "--help").stdout.partition("A line of FILE:")[2].partition("}")[0] + "}"
    assert run("showdown", "-", "--check", stdin=line.replace("\n", " ")).exit_code == 0


def test_without_a_command_the_help_is_shown() -> None:
    result = run()
    assert result.exit_code == 0
    assert "showdown" in result.stdout


def test_an_unknown_command_is_refused() -> None:
    assert "No such command 'deal'" in refusal("deal")


def test_version() -> None:
    try:
        expected = version("holdem-core")
    except PackageNotFoundError:
        pytest.skip("the package is not installed")
    assert run("--version").stdout == f"holdem-core {expected}\n"


def test_the_program_runs_from_another_folder(tmp_path: Path) -> None:
    program = process("showdown", "AhKh", "QsQd", "--board", BOARD, cwd=tmp_path)
    assert finish(program) == (0, f"{showdown(['AhKh', 'QsQd'], BOARD, [100, 100])}\n", "")
    status, out, err = finish(process("showdown", "AhKh", "QsQx", "--board", BOARD, cwd=tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_its_extra_the_program_says_which_to_install(missing: str, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; "
        "import holdem_core, holdem_core.cli; print(holdem_core.evaluate('AhKhQhJhTh')); holdem_core.cli.main()"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (2, "7462\n")
    assert result.stderr == f"holdem-core: {missing} is not installed: pip install 'holdem-core[cli]'\n"


def test_colours_and_suit_signs_in_a_terminal() -> None:
    shown = in_terminal("stdout", "showdown", "AhKh", "QsQd", "--board", BOARD)
    assert ESCAPE in shown
    assert re.sub(r"\x1b\[[\d;]*m", "", shown).startswith("Board: K♦ 7♥ 2♠ 9♣ 3♦\n  seat 0  A♥ K♥  in for 100")
    assert f"{ESCAPE}31mA♥" in shown


def test_no_color_is_obeyed() -> None:
    shown = in_terminal("stdout", "showdown", "AhKh", "QsQd", "--board", BOARD, NO_COLOR="1")
    assert shown.startswith("Board: K♦ 7♥ 2♠ 9♣ 3♦\n")
    assert ESCAPE not in shown


def test_a_terminal_without_the_signs_gets_letters() -> None:
    shown = in_terminal("stdout", "showdown", "AhKh", "QsQd", "--board", BOARD, PYTHONIOENCODING="ascii")
    assert f"{ESCAPE}31mAh" in shown


def test_tables_in_a_terminal() -> None:
    shown = in_terminal("stdout", "evaluate", "AhKhQhJhTh", COLUMNS="100")
    assert f"{ESCAPE}31mA♥" in shown
    assert "─" in shown


@pytest.mark.parametrize(
    "arguments",
    [("showdown", "AhKh", "QsQd", "--board", BOARD), ("evaluate", "AhKhQhJhTh"), ("simulate", "--hands", "10")],
)
def test_json_in_a_terminal_is_bare(arguments: Sequence[str]) -> None:
    shown = in_terminal("stdout", *arguments, "--json")
    assert shown.isascii()
    assert ESCAPE not in shown
    assert json.loads(shown)


def test_progress_is_shown_on_standard_error_if_it_is_a_terminal() -> None:
    assert "/200000" in in_terminal("stderr", "simulate", "--hands", "200k", "--seed", "1", "--json")


@needs_posix
def test_a_reader_that_leaves_early_ends_the_program_quietly(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(lines(LINE) * 2000)
    program = process("showdown", str(many))
    assert program.stdout is not None
    assert program.stdout.readline() == b"Line 1\n"
    program.stdout.close()
    assert program.wait(timeout=60) == -signal.SIGPIPE
    assert program.stderr is not None
    assert program.stderr.read() == b""
    program.stderr.close()


@needs_posix
def test_an_interrupt_ends_the_program_quietly() -> None:
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with process("showdown", "-", stdin=subprocess.PIPE, **heed) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(lines(LINE).encode())
        program.stdin.flush()
        assert program.stdout.readline() == b"Line 1\n"
        program.send_signal(signal.SIGINT)
        status, _, err = finish(program)
    assert (status, err.strip()) == (130, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_told_on_one_line() -> None:
    with open("/dev/full", "wb") as full:
        status, _, err = finish(process("showdown", str(OUR_HANDS), stdout=full))
    assert (status, err) == (2, "holdem-core: cannot write: No space left on device\n")


@needs_posix
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_streams_make_no_traceback(closed: int) -> None:
    command = f'exec "$0" -P -m holdem_core showdown - --check {closed}{"<" if closed == 0 else ">"}&-'
    result = subprocess.run(
        ["sh", "-c", command, sys.executable], input=lines(LINE), capture_output=True, text=True, timeout=60
    )
    assert result.returncode == (2 if closed == 0 else 0)
    assert "Traceback" not in result.stderr
