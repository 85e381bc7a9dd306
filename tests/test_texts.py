"""Text from outside: what is escaped, what is cut, and where it may come in."""

import copy
import pickle
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_core import (
    CardError,
    ChipError,
    Equity,
    HistoryError,
    HoldemError,
    Range,
    RangeError,
    equity,
    evaluate,
    parse_cards,
    settle,
    showdown,
)
from holdem_core import errors as errors_module
from holdem_core._texts import printable
from holdem_core.errors import LONGEST_MESSAGE
from holdem_core.histories.phh import History
from holdem_core.table import ROBERTS, Game

ESCAPED = {
    "\n": r"\n",
    "\r": r"\r",
    "\x1b": r"\x1b",
    "\x00": r"\x00",
    "\x7f": r"\x7f",
    "\x9b": r"\x9b",  # starts a terminal's control sequence by itself
    "\u00a0": r"\xa0",
    "\u200b": r"\u200b",  # a space of no width
    "\u200d": r"\u200d",
    "\u202e": r"\u202e",  # what follows runs from right to left
    "\u2028": r"\u2028",  # a line end
    "\u2066": r"\u2066",
    "\ufeff": r"\ufeff",
    "\ud800": r"\ud800",  # half a character, which no stream takes
    "\U000e0041": r"\U000e0041",
}
ANY_TEXT = st.text(st.characters(codec=None), max_size=60)
KINDS = [kind for kind in vars(errors_module).values() if isinstance(kind, type) and issubclass(kind, HoldemError)]


@pytest.mark.parametrize("character", ESCAPED, ids=ascii)
def test_what_does_something_to_the_screen_is_escaped(character: str) -> None:
    assert printable(f"a{character}b") == f"a{ESCAPED[character]}b"


@pytest.mark.parametrize("text", ["", "p 1", "Zoë", "李小龙", "Жанна", "A♥️ K♠", "🂡", "O'Neill \\n", "x²±½"])
def test_letters_and_signs_of_any_script_stay(text: str) -> None:
    assert printable(text) == text


@given(ANY_TEXT)
def test_printed_text_can_be_written_and_is_on_one_line(text: str) -> None:
    shown = printable(text)
    assert shown.encode().decode().splitlines() in ([shown], [])
    assert all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in shown)
    assert printable(shown) == shown


@given(ANY_TEXT, st.integers(20, 80))
def test_long_text_loses_its_middle(text: str, longest: int) -> None:
    whole, cut = printable(text), printable(text, longest)
    if len(whole) <= longest:
        assert cut == whole
    else:
        assert len(cut) <= longest
        assert " ... " in cut
        assert printable(cut, longest) == cut
        assert whole.startswith(cut[: longest // 2 - 5])
        assert whole.endswith(cut[len(cut) + 5 - longest // 2 :])


# --- errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_of_any_kind_is_printable_and_survives_copies(kind: type[HoldemError]) -> None:
    error = kind("seat 1: \x1b[31m\u202e" + "9" * 10**6 + " is no card")
    shown = str(error)
    assert shown.startswith(r"seat 1: \x1b[31m\u202e999")
    assert shown.endswith("999 is no card")
    assert len(shown) == LONGEST_MESSAGE
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(twin), str(twin), twin.args) == (kind, shown, error.args)


def test_an_error_may_be_empty_or_hold_more_than_a_text() -> None:
    assert HoldemError().args == ()
    assert CardError("a\n", 5).args == ("a\\n", 5)


MEGABYTE = "Ax" * 500_000
NASTY = "\x1b[2J\u202e\n"
PHH = History("NT", (0, 0), (1, 2), (2, 2), (100, 100), (f"p1 {NASTY}",), other={"hand": NASTY})


@pytest.mark.parametrize(
    ("refused", "kind"),
    [
        (lambda: parse_cards(MEGABYTE), CardError),
        (lambda: evaluate(MEGABYTE), CardError),
        (lambda: Range(MEGABYTE), RangeError),
        (lambda: equity("AA", MEGABYTE), RangeError),
        (lambda: settle([5, MEGABYTE], [1, 2]), ChipError),  # type: ignore[list-item]
        (lambda: showdown(["AhKh", MEGABYTE], "", [1, 1]), CardError),
        (lambda: showdown(["AhKh", "AhQs"], "", [1, 1], names=["a", MEGABYTE]), CardError),
        (lambda: showdown(["AhKh", "AhQs"], "", [1, 1], names=["a", NASTY]), CardError),
        (lambda: Game(limit=MEGABYTE), HoldemError),  # type: ignore[arg-type]
        (lambda: ROBERTS.but(cap=MEGABYTE), HoldemError),
        (PHH.settle, HistoryError),
    ],
)
def test_what_is_given_comes_back_short_and_printable(refused: Callable[[], object], kind: type[HoldemError]) -> None:
    with pytest.raises(kind) as caught:
        refused()
    assert len(str(caught.value)) <= LONGEST_MESSAGE
    assert str(caught.value).isprintable()


# --- what is printed --------------------------------------------------------------------------------


def test_labels_are_printable() -> None:
    shown = Equity((NASTY, "QQ+"), {1: 300, 2: 700}, method="enumeration")
    for text in (repr(shown), shown._repr_html_(), *str(shown).splitlines()):
        assert text.isprintable()
    assert repr(shown).startswith(r"Equity(\x1b[2J\u202e\n 30")


def test_titles_rulings_and_logs_are_printable() -> None:
    assert PHH.title == r"hand \x1b[2J\u202e\n"
    assert replace(PHH, section=NASTY).title == r"section \x1b[2J\u202e\n"
    book = ROBERTS.but(source=NASTY, code="X")
    hand = Game(rulebook=book).start([500, 500, 500], button=0, rng=1)
    assert str(hand.misdeal(NASTY)).isprintable()
    assert all(line.isprintable() for line in str(hand.log).splitlines())


# --- names --------------------------------------------------------------------------------------------


def test_names_are_kept_as_given_and_printed_so_that_nothing_happens() -> None:
    names = ["Zoë\x1b[31m", "\u202eBob\n  seat 9", "lone \ud800"]
    hands, chips = ["AhKh", "QsQd", "2c3c"], [500, 500, 20]
    shown = showdown(hands, "Kd7h2s9c3d", chips, folded=[2], names=names)
    assert shown.names == tuple(names)
    assert [seat["name"] for seat in shown.to_dict()["seats"]] == names
    plain = [r"Zoë\x1b[31m", r"\u202eBob\n  seat 9", r"lone \ud800"]
    expected = showdown(hands, "Kd7h2s9c3d", chips, folded=[2], names=plain)
    assert str(shown) == str(expected)
    assert shown._repr_html_() == expected._repr_html_()
    assert shown.to_dict()["pots"] == expected.to_dict()["pots"]
    assert str(shown).isascii() is False
    assert all(line.isprintable() for line in str(shown).splitlines())
