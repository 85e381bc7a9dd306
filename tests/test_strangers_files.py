"""Files that a stranger made: what is read of them, and what that may cost."""

import io
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_core.errors import HistoryError
from holdem_core.histories.phh import History, read, read_many

FIELDS = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100.0]
actions = []
"""
KEY = ".".join(f"a{part}" for part in range(200))
HOSTILE = {
    "a dotted key": KEY.replace("a", "") + " = 1",
    "many dotted keys": "\n".join(f"k{number}.a.b = 1" for number in range(5000)),
    "dots and blanks": KEY.replace(".", " . ") + " = 1",
    "quoted keys": KEY.replace("a", '"a').replace(".", '".') + '" = 1',
    "a dotted header": f"[{KEY}]",
    "dotted headers": "\n".join(f"[{number}.1]" for number in range(5000)),
    "dotted keys of numbers": "\n".join(f"{number}.1 = 1" for number in range(5000)),
    "dots after texts with quotes": 'x = "\\"\'#"\ny = \'\'\'"\'\'\'\nz = """\'#\\""""\n' + KEY + " = 1",
    "dots in a table": f"x = {{{KEY} = 1}}",
    "lists": "x = " + "[" * 100_000,
    "tables": "x = " + "{a=" * 50_000,
    "lists after texts": "x = ['[]', \"]]]\", # ]]]\n" + "[" * 17 + "]" * 18,
    "a number": "x = 0x" + "f" * 100_000,
    "no end of line": "x" * 3_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_would_cost_more_than_its_size_is_refused_and_the_other_hands_are_read(text: str) -> None:
    source = io.BytesIO(f"[1]\n{FIELDS}[2]\n{FIELDS}{text}\n[3]\n{FIELDS}".encode())
    tracemalloc.start()
    try:
        first, error, *_, last = read_many(source)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert first == last == read(FIELDS)
    words = "more than 262,144 bytes|keys have more than 100 dots|more than 16 deep|a number is too long"
    assert re.fullmatch(f"(section 2|line [0-9]+): .*({words})", str(error))
    assert peak < 20e6


def test_dots_and_brackets_in_texts_and_amounts_are_as_many_as_one_likes() -> None:
    amounts = ", ".join(f"{number}.25" for number in range(200))
    text = f"""{FIELDS}_url = "{KEY}" # {KEY}
_literal = '{KEY}[[[[[[[[[[[[[[[[['
_lines = \"\"\"
"{KEY}""[[[[[[[[[[[[[[[[[
\"\"\"
_amounts = [{amounts}, 1.5e3, -2.5 ,
  3.5]
_lists = [{"[1], " * 200}]
"""
    other = read(text).other
    assert (other["_url"], other["_lines"]) == (KEY, f'"{KEY}""[[[[[[[[[[[[[[[[[\n')
    assert len(other["_amounts"]) == 203


def test_sections_that_end_too_early_one_after_the_other_are_each_an_error() -> None:
    """The third comes while two others wait."""
    errors = read_many(io.BytesIO(b'[1]\na = \'\'\'\n[2]\nb = """\n[3]\nc = """\n[4]\nd = [\n'))
    assert [str(error).partition(":")[0] for error in errors] == ["section 1", "section 2", "section 4"]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_bytes_are_a_hand_or_an_error(data: st.DataObject) -> None:
    """Pieces of a hand and of TOML, in any order."""
    pieces = [
        *FIELDS.splitlines(keepends=True),
        *"[]{}=.,#\"'\n\\",
        '"""',
        "0x",
        "1_0",
        "1e9",
        "inf",
        "nan",
        "12:30:00",
    ]
    texts = st.lists(st.one_of(st.sampled_from(pieces), st.text(max_size=3)), max_size=30)
    text = "".join(data.draw(texts)).encode("utf-8", "surrogatepass")
    at = data.draw(st.integers(0, len(FIELDS)))
    for source in (text, FIELDS[:at].encode() + text + FIELDS[at:].encode()):
        for hand in read_many(io.BytesIO(source)):
            assert isinstance(hand, (History, HistoryError))


def test_a_file_is_not_read_further_than_a_hand_can_go(tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(FIELDS + "#" * 3_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(HistoryError, match="no hand has more than 262,144 bytes"):
            read(tmp_path / "hand.phh")
        assert tracemalloc.get_traced_memory()[1] < 2e6
    finally:
        tracemalloc.stop()
