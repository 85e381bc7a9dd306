import errno
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli_runs import ESCAPE, finish, in_terminal, make_plain, needs_posix, process, refusal, run

FIELDS = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
"""
DEALT = '"d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"'
ALL_IN = f'actions = [{DEALT}, "p3 cbr 100", "p1 cc", "p2 f", "p3 sm QhQd", "p1 sm AhAd", "d db 2c7d9h", "d db Tc3s"]'
FOLDED = f'actions = [{DEALT}, "p3 cbr 6", "p1 f", "p2 f"]'
GOOD = f"{FIELDS}{ALL_IN}\nfinishing_stacks = [202, 98, 0]\n"
WRONG = f"{FIELDS}{FOLDED}\nfinishing_stacks = [99, 98, 104]\n"
IMPOSSIBLE = f'{FIELDS}actions = [{DEALT}, "p1 f"]\n'
RAKED = f"{FIELDS}{ALL_IN}\nfinishing_stacks = [192, 98, 0]\n"
UNCALLED = (
    FIELDS.replace("100, 100, 100", "40, 100, 100")
    + f'actions = [{DEALT}, "p3 f", "p1 cbr 40", "p2 cbr 100", "d db 2c7d9hTc3s"]\nfinishing_stacks = [80, 60, 100]\n'
)
OMAHA = FIELDS.replace("NT", "PO") + "actions = []\n"
OPEN = f'{FIELDS}players = ["Ann", "", "Cid"]\nactions = [{DEALT}, "p3 cbr 6"]\n'


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    monkeypatch.chdir(tmp_path)


def session(*hands: str, name: str = "session.phhs") -> str:
    Path(name).write_text("\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1)))
    return name


def test_a_hand_is_explained() -> None:
    Path("hand.phh").write_text(GOOD)
    result = run("replay", "hand.phh")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == ["hand.phh, the hand", "Board: 2c 7d 9h Tc 3s", ANN]
    assert result.stdout.splitlines()[3] == "  p2  Kh Kd  in for 2    folded"
    assert result.stdout.splitlines()[-3:] == [
        "Result: p1 +102, p2 -2, p3 -100.",
        "",
        "1 hand of 1 file replayed.",
    ]


ANN = "  p1  Ah Ad  in for 100  pair of aces, kickers ten, nine, seven"


def test_a_hand_that_is_not_over_says_where_it_stops() -> None:
    result = run("replay", session(OPEN))
    assert result.stdout.splitlines()[1] == "Stops before the flop. Stacks: Ann 99, p2 98, Cid 94."


def test_a_check_is_silent_about_what_agrees() -> None:
    result = run("replay", session(GOOD, GOOD, OPEN), "--check")
    assert (result.exit_code, result.stdout) == (0, "3 hands of 1 file replayed, 2 compared, all agree.\n")


def test_a_difference_names_file_hand_and_action() -> None:
    result = run("replay", session(GOOD, WRONG, IMPOSSIBLE), "--check")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "session.phhs, section 2, after action 6, 'p2 f': p3 expected 104, got 103",
        "session.phhs, section 3, action 4, 'p1 f': p1 acts out of turn; p3 is to act",
        "2 hands of 1 file replayed, 2 compared, 1 differs; 1 hand cannot have been played so.",
    ]


def test_malformed_hands_take_a_line_and_the_others_are_done() -> None:
    Path("bad.phh").write_text("variant = \n")
    result = run("replay", "bad.phh", session(GOOD, "x = [", GOOD), "--check")
    assert result.exit_code == 1
    assert result.stdout == "2 hands of 2 files replayed, 2 compared, all agree; 2 hands could not be read.\n"
    assert result.stderr.splitlines() == [
        "holdem-core: bad.phh, line 1: Invalid value (at line 1, column 11)",
        "holdem-core: session.phhs, section 2: Invalid value (at end of document)",
    ]


def test_without_a_check_what_cannot_be_played_is_a_complaint() -> None:
    result = run("replay", session(IMPOSSIBLE, GOOD))
    assert result.exit_code == 1
    assert result.stderr.startswith("holdem-core: session.phhs, section 1, action 4, 'p1 f': ")
    assert "Result: p1 +102" in result.stdout


def test_a_directory_is_searched() -> None:
    Path("deep/er").mkdir(parents=True)
    session(GOOD, name="deep/er/a.phhs")
    Path("deep/b.phh").write_text(GOOD)
    Path("deep/readme.txt").write_text("no hand")
    result = run("replay", "deep", "--check")
    assert result.stdout == "2 hands of 2 files replayed, 2 compared, all agree.\n"


def test_what_cannot_be_read_in_a_directory_is_told() -> None:
    Path("deep").mkdir()
    session(GOOD, name="deep/a.phhs")
    try:
        Path("deep/gone.phh").symlink_to("nowhere.phh")
        Path("deep/loop").symlink_to(Path("deep").absolute())
    except OSError:
        pytest.skip("no symbolic links")
    result = run("replay", "deep", "--check")
    assert result.exit_code == 1
    assert result.stderr == "holdem-core: deep/gone.phh, No such file or directory\n"


@needs_posix
def test_a_directory_that_may_not_be_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("deep/shut").mkdir(parents=True)
    session(GOOD, name="deep/a.phhs")
    listing = os.scandir

    def refusing(path: str) -> Any:
        if path.endswith("shut"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return listing(path)

    monkeypatch.setattr(os, "scandir", refusing)
    result = run("replay", "deep", "--check")
    assert result.exit_code == 1
    assert result.stderr.startswith("holdem-core: deep/shut, ")


OPEN_HAND = """{"ohh": {"game_number": "7", "game_type": "Holdem", "bet_limit": {"bet_type": "PL"}, "dealer_seat": 2,
  "small_blind_amount": 1, "big_blind_amount": 2, "players": [
    {"id": 0, "seat": 1, "name": "Ann", "starting_stack": 100}, {"id": 1, "seat": 2, "starting_stack": 100}],
  "rounds": [{"street": "Preflop", "actions": [
    {"player_id": 1, "action": "Post SB", "amount": 1}, {"player_id": 0, "action": "Post BB", "amount": 2},
    {"player_id": 1, "action": "Raise", "amount": 5}, {"player_id": 0, "action": "Fold"}]}],
  "pots": [{"amount": 4, "player_wins": [{"player_id": 1, "win_amount": 4}]}]}}
"""


def test_files_are_told_apart_by_what_they_hold() -> None:
    Path("hands").mkdir()
    for name in ("a.OHH", "b.json", "c.phh"):
        Path("hands", name).write_text(f"{OPEN_HAND}\n{OPEN_HAND}")
    Path("hands/d.ohh").write_text(GOOD)
    Path("hands/e.json").write_text("\ufeff\n[{}]")
    result = run("replay", "hands", "--check")
    assert (result.exit_code, result.stderr) == (
        1,
        'holdem-core: hands/e.json, line 2: this is no object such as {"ohh": {...}}\n',
    )
    assert result.stdout == "7 hands of 5 files replayed, 7 compared, all agree; 1 hand could not be read.\n"
    told = run("replay", "hands/a.OHH").stdout.splitlines()
    assert (told[0], told[-3]) == ("hands/a.OHH, hand 7", "Result: Ann -2, p2 +2.")


def test_json_has_a_line_a_hand() -> None:
    result = run("replay", session(GOOD, WRONG, OPEN), "--json", "--check")
    assert result.exit_code == 1
    good, wrong, unfinished = map(json.loads, result.stdout.splitlines())
    assert (good["section"], good["stacks"], good["differences"]) == ("1", [202, 98, 0], [])
    assert good["pots"][0]["winners"] == [0]
    assert [(seat["player"], seat["seat"], seat["name"]) for seat in good["seats"]] == [
        (1, 0, "p1"),
        (2, 1, "p2"),
        (3, 2, "p3"),
    ]
    assert [(seat["cards"], seat["status"]) for seat in good["seats"]] == [
        ("AhAd", "shown"),
        ("KhKd", "folded"),
        ("QhQd", "shown"),
    ]
    assert wrong["differences"] == [{"field": "finishing_stacks", "player": 3, "expected": 104, "got": 103}]
    assert (unfinished["street"], "pots" in unfinished) == ("preflop", False)
    assert result.stderr.startswith("3 hands")


def test_a_rake_is_counted_and_told() -> None:
    result = run("replay", session(GOOD, RAKED, RAKED), "--check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == ("3 hands of 1 file replayed, 3 compared, 2 raked (20 of 404, 4.95%), all agree.\n")
    (line,) = told_lines("replay", session(RAKED), "--check", "--json")
    assert (line["differences"], line["raked"], line["rake"]) == ([], 10, 0)


def test_a_rake_that_is_given_is_checked() -> None:
    right = run("replay", session(RAKED), "--check", "--rake", "10%:10")
    assert (right.exit_code, right.stdout) == (0, "1 hand of 1 file replayed, 1 compared, all agree.\n")
    wrong = run("replay", session(RAKED, GOOD), "--check", "--rake=5")
    assert wrong.exit_code == 1
    assert [line.rpartition(": ")[2] for line in wrong.stdout.splitlines()[:2]] == [
        "p1 expected 192, got 197",
        "p1 expected 202, got 197",
    ]
    assert "The house takes 10." in run("replay", session(GOOD), "--rake", "10").stdout
    assert "rake is -1, below 0" in refusal("replay", "session.phhs", "--rake", "-1")
    assert "'5 percent' is no number of chips" in refusal("replay", "session.phhs", "--rake", "5 percent")


def test_winnings_are_an_outcome_too() -> None:
    won = GOOD.replace("finishing_stacks = [202, 98, 0]", "winnings = [202, 0, 0]")
    wrong = won.replace("202", "203")
    result = run("replay", session(won, wrong, won.replace("202", "192")), "--check")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "session.phhs, section 2, after action 10, 'd db Tc3s': p1 expected winnings of 203, got 202",
        "3 hands of 1 file replayed, 3 compared, 1 raked (10 of 202, 4.95%), 1 differs.",
    ]


def told_lines(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, stdin=stdin).stdout.splitlines()]


def test_standard_input_is_read() -> None:
    hands = Path(session(GOOD, WRONG)).read_text()
    result = run("replay", "-", "--check", stdin=hands)
    assert result.exit_code == 1
    assert result.stdout.startswith("standard input, section 2, after action 6, 'p2 f': p3 expected 104, got 103\n")
    assert run("replay", "-", stdin=GOOD).stdout.startswith("standard input, the hand\nBoard: 2c")
    assert "standard input: there is no hand to check" in refusal("replay", "-", "--check", stdin="")


def test_hands_of_other_games_are_counted_and_no_fault() -> None:
    Path("mixed").mkdir()
    Path("mixed/omaha.phh").write_text(OMAHA)
    session(GOOD, OMAHA, name="mixed/session.phhs")
    result = run("replay", "mixed", "--check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "1 hand of 2 files replayed, 1 compared, all agree; 2 hands are not hold'em.\n"
    assert refusal("replay", "mixed/omaha.phh", "--check") == (
        "holdem-core: mixed/omaha.phh: there is no hand to check; 1 hand is not hold'em"
    )


def test_a_check_of_hands_without_an_outcome_says_what_they_lack() -> None:
    assert refusal("replay", "-", "--check", stdin=f"{FIELDS}{ALL_IN}\n") == (
        "holdem-core: standard input: no hand tells its finishing_stacks or winnings"
    )


def test_a_check_of_nothing_that_can_be_read_does_not_agree() -> None:
    Path("bad.phh").write_text("variant = \n")
    result = run("replay", "bad.phh", "--check")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == (
        "holdem-core: bad.phh: there is no hand to check; 1 hand could not be read"
    )


@pytest.mark.parametrize("name", ["ROOM", "room", "Online room", "A002"])
def test_hands_are_played_by_the_rulebook_that_is_named(name: str) -> None:
    small = f'{FIELDS}actions = [{DEALT}, "p3 cbr 50", "p1 cbr 60", "p2 cbr 70"]\n'.replace(
        "100, 100, 100", "60, 100, 100"
    )
    assert run("replay", session(small)).exit_code == 1
    assert run("replay", session(small), "--rulebook", name).exit_code == 0


def test_a_rulebook_that_nobody_knows_is_refused() -> None:
    line = refusal("replay", session(GOOD), "--rulebook", "Hoyle")
    assert "'Hoyle' is no rulebook; they are POKERMANIA, ROBERTS, ROBERTS_OLD, ROOM, STUD_HOUSE, TDA_2024" in line


def test_a_lenient_replay_lists_what_it_let_pass() -> None:
    strict = run("replay", session(UNCALLED, GOOD), "--check")
    assert strict.exit_code == 1
    assert "1 hand cannot have been played so" in strict.stdout
    result = run("replay", session(UNCALLED, GOOD), "--check", "--lenient")
    rule = "somebody can call more than the bet that is raised (TDA 2024, rules 15 and 65)"
    assert (result.exit_code, result.stdout.splitlines()) == (
        0,
        [
            f"session.phhs, section 1, let pass: preflop, p2, 'p2 cbr 100': {rule}",
            "2 hands of 1 file replayed, 2 compared, all agree; 1 departure from the rules in 1 hand.",
        ],
    )
    assert run("replay", session(UNCALLED), "--lenient").stdout.splitlines()[1:3] == [
        f"Let pass: preflop, p2, 'p2 cbr 100': {rule}.",
        "Board: 2c 7d 9h Tc 3s",
    ]
    passed, played = told_lines("replay", session(UNCALLED, GOOD), "--lenient", "--json")
    assert (played["departures"], "departures" in told_lines("replay", session(GOOD), "--json")[0]) == ([], False)
    (departure,) = passed["departures"]
    assert {name: departure[name] for name in ("street", "player", "action")} == {
        "street": "preflop",
        "player": 2,
        "action": "p2 cbr 100",
    }


@pytest.mark.parametrize("options", [("--check",), (), ("--json", "--check", "--lenient"), ("--rake", "5%:3")])
def test_processes_print_what_one_prints(options: tuple[str, ...]) -> None:
    hands = [GOOD, WRONG, IMPOSSIBLE, UNCALLED, OMAHA, "x = [", OPEN, RAKED] * 30
    session(*hands, name="one.phhs")
    session(*reversed(hands), name="two.phhs")
    alone, together = (run("replay", "one.phhs", "two.phhs", *options, "-j", jobs) for jobs in ("1", "2"))
    assert (together.exit_code, together.stdout, together.stderr) == (1, alone.stdout, alone.stderr)
    assert alone.exit_code == 1


def test_bad_calls_are_refused() -> None:
    assert "Missing argument" in refusal("replay")
    assert "nowhere.phh" in refusal("replay", "nowhere.phh")
    Path("empty").mkdir()
    assert "empty holds no .phh, .phhs, .ohh or .json file" in refusal("replay", "empty")
    Path("none.phhs").write_text("# nothing\n")
    assert "there is no hand to check" in refusal("replay", "none.phhs", "--check")


def test_names_are_escaped() -> None:
    named = OPEN.replace('"Ann"', '"A\\u001b[31m"')
    assert ESCAPE not in run("replay", session(named)).stdout
    over = f'{FIELDS}players = ["A\\u001b[31m", "", "B\\u202e"]\n{FOLDED}\n'
    shown = run("replay", session(over)).stdout
    assert r"Result: A\x1b[31m -1, p2 -2, B\u202e +3." in shown
    (told,) = map(json.loads, run("replay", session(over), "--json").stdout.splitlines())
    assert [seat["name"] for seat in told["seats"]] == ["A\x1b[31m", "p2", "B\u202e"]


def test_cards_that_nobody_knows_whole_are_not_told() -> None:
    hidden = DEALT.replace("KhKd", "Kh??").replace("AhAd", "????")
    told = run("replay", session(f'{FIELDS}actions = [{hidden}, "p3 cbr 6", "p1 f", "p2 f"]\n')).stdout
    assert [line.split("  ")[2] for line in told.splitlines()[2:5]] == ["-- --", "-- --", "Qh Qd"]


def many(tmp_path: Path, count: int) -> str:
    return session(*[GOOD] * count, name=str(tmp_path / "many.phhs"))


@needs_posix
def test_a_long_replay_shows_a_bar(tmp_path: Path) -> None:
    shown = in_terminal("stderr", "replay", many(tmp_path, 4000), "--check")
    assert "Replaying" in shown


@needs_posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_it_quietly(tmp_path: Path, jobs: str) -> None:
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), "start_new_session": True}
    with process("replay", many(tmp_path, 5000), "-j", jobs, cwd=tmp_path, **heed) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does, the processes that work included
        status, _, err = finish(program)
    assert (status, err.strip()) == (130, "")


@needs_posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_leaves_ends_it_quietly(tmp_path: Path, jobs: str) -> None:
    with process("replay", many(tmp_path, 3000), "-j", jobs, stdout=subprocess.PIPE, cwd=tmp_path) as program:
        assert program.stdout is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr is not None
        assert program.stderr.read() == b""
        program.wait(timeout=60)
