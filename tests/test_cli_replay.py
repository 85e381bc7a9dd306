import json
import signal
import subprocess
from pathlib import Path

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
    assert wrong["differences"] == [{"player": 3, "expected": 104, "got": 103}]
    assert (unfinished["street"], "pots" in unfinished) == ("preflop", False)
    assert result.stderr.startswith("3 hands")


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


def many(tmp_path: Path, count: int) -> str:
    return session(*[GOOD] * count, name=str(tmp_path / "many.phhs"))


@needs_posix
def test_a_long_replay_shows_a_bar(tmp_path: Path) -> None:
    shown = in_terminal("stderr", "replay", many(tmp_path, 4000), "--check")
    assert "Replaying" in shown


@needs_posix
def test_an_interrupt_ends_it_quietly(tmp_path: Path) -> None:
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with process("replay", many(tmp_path, 5000), cwd=tmp_path, **heed) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        program.send_signal(signal.SIGINT)
        status, _, err = finish(program)
    assert (status, err.strip()) == (130, "")


@needs_posix
def test_a_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    with process("replay", many(tmp_path, 3000), stdout=subprocess.PIPE, cwd=tmp_path) as program:
        assert program.stdout is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr is not None
        assert program.stderr.read() == b""
        program.wait(timeout=60)
