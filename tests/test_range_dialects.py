"""Ranges as other tools write them: every spelling against plain sets of combos, and each dialect there and back."""

import re
from decimal import localcontext
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from oracles import ranges as oracle
from oracles.ranges import RANKS, Combos, between, holds, union, upward

from holdem_core.cards import format_cards
from holdem_core.errors import HoldemError, OptionError, RangeError
from holdem_core.ranges.combos import CLASS_OF_COMBO, COMBO_CARDS
from holdem_core.ranges.dialects import Dialect
from holdem_core.ranges.range import Range

at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def combo(text: str) -> frozenset[str]:
    return frozenset((text[:2], text[2:]))


def combos(text: str) -> Combos:
    return frozenset(map(combo, text.split()))


def below(first: str, suits: str = "") -> Combos:
    """A card of one rank with any lower card."""
    return union(holds(first + low, suits) for low in RANKS[: RANKS.index(first)])


def weighted(parts: dict[Combos, float]) -> list[float]:
    return oracle.listed({each: weight for held, weight in parts.items() for each in held})


# --- spellings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "held", "count"),
    [
        ("8Ts", holds("T8", "s"), 4),
        ("25o", holds("52", "o"), 12),
        ("KA", holds("AK"), 16),
        ("2Ao+", upward("A2", "o"), 144),
        ("8Ts-5Ts", between("T5", "T8", "s"), 16),
        ("T9s-JQs", between("T9", "QJ", "s"), 12),
        ("22 - 55", between("22", "55"), 24),
        ("22 -55", between("22", "55"), 24),
        ("A5s\n-\tA2s", between("A2", "A5", "s"), 16),
        ("98s - 65s", between("65", "98", "s"), 16),
        ("AA;KK", holds("AA") | holds("KK"), 12),
        ("AA; KK ;QQ;", holds("AA") | holds("KK") | holds("QQ"), 18),
        ("44-", between("22", "44"), 18),
        ("22-", holds("22"), 6),
        ("A5s-", between("A2", "A5", "s"), 16),
        ("A5-", between("A2", "A5"), 64),
        ("76o-", between("72", "76", "o"), 60),
        ("5As-, 44-;KK", between("A2", "A5", "s") | between("22", "44") | holds("KK"), 40),
        ("AX", below("A"), 192),
        ("KX", below("K"), 176),
        ("xk", below("K"), 176),
        ("KXs", below("K", "s"), 44),
        ("XKo", below("K", "o"), 132),
        ("KX+", below("K") | below("A"), 368),
        ("KXs+", below("K", "s") | below("A", "s"), 92),
        ("5Xs-", union(below(rank, "s") for rank in "345"), 24),
        ("5xO-", union(below(rank, "o") for rank in "345"), 72),
        ("XX", oracle.EVERY, 1326),
        ("XXs", union(below(rank, "s") for rank in RANKS), 312),
        ("XXo", union(below(rank, "o") for rank in RANKS), 936),
        ("2X+", oracle.EVERY - union(holds(rank * 2) for rank in RANKS), 1248),
        ("AxKx", holds("AK"), 16),
        ("KxAx", holds("AK"), 16),
        ("AhKx", combos("AhKc AhKd AhKh AhKs"), 4),
        ("AxKh", combos("AcKh AdKh AhKh AsKh"), 4),
        ("AXK♥", combos("AcKh AdKh AhKh AsKh"), 4),
        ("AhAx", combos("AhAc AhAd AhAs"), 3),
        ("AxAx", holds("AA"), 6),
        ("AhTx+", union(combos(f"Ah{low}c Ah{low}d Ah{low}h Ah{low}s") for low in "TJQK"), 16),
        ("AhAs-QhQs", combos("AhAs KhKs QhQs"), 3),
        ("AhAs-QsQh", combos("AhAs KhKs QhQs"), 3),
        ("QhQs-AhAs", combos("AhAs KhKs QhQs"), 3),
        ("9d8d-6d5d", combos("9d8d 8d7d 7d6d 6d5d"), 4),
        ("8d9d - 5d6d", combos("9d8d 8d7d 7d6d 6d5d"), 4),
        ("AhKd-AhTd", combos("AhKd AhQd AhJd AhTd"), 4),
        ("10h9h-8h7h", combos("Th9h 9h8h 8h7h"), 3),
        ("8s8h+", combos("8s8h 9s9h TsTh JsJh QsQh KsKh AsAh"), 7),
        ("4s4h-", combos("4s4h 3s3h 2s2h"), 3),
        ("AhTd+", combos("AhTd AhJd AhQd AhKd"), 4),
        ("AhKd+", combos("AhKd"), 1),
        ("9d6d-", combos("9d6d 9d5d 9d4d 9d3d 9d2d"), 5),
        ("AA,!AhAs", holds("AA") - combos("AhAs"), 5),
        ("random !22 - 55 !72o", oracle.EVERY - between("22", "55") - holds("72", "o"), 1290),
        ("!AA,AA", holds("AA"), 6),
    ],
)
def test_spelling(text: str, held: Combos, count: int) -> None:
    assert Range(text).weights.tolist() == weighted({held: 1.0})
    assert len(held) == count


@pytest.mark.parametrize("text", ["15%", "top15%", "top 15%", "TOP  15.0%", "30%,!top 30%,15%"])
def test_best_hands(text: str) -> None:
    assert Range(text) == Range("top 15%")


def test_the_hands_between_two_shares() -> None:
    assert Range("top 10%,!top 5%") == Range("top 10%") - Range("top 5%")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("98s - 65s: 0.25", {between("65", "98", "s"): 0.25}),
        ("K9s: .67", {holds("K9", "s"): 0.67}),
        ("88+:1.", {upward("88"): 1.0}),
        ("22: 0.5", {holds("22"): 0.5}),
        ("22: 1", {holds("22"): 1.0}),
        ("22: 0", {}),
        ("8h8s+:.67", {combos("8s8h 9s9h TsTh JsJh QsQh KsKh AsAh"): 0.67}),
        ("AA:50%", {holds("AA"): 0.5}),
        ("AA: 12.5%", {holds("AA"): 0.125}),
        ("44-:50%,A5s-@25", {between("22", "44"): 0.5, between("A2", "A5", "s"): 0.25}),
        ("0.5(AA,!AhAs)", {holds("AA") - combos("AhAs"): 0.5}),
        ("50%(22-55;A5s-)", {between("22", "55") | between("A2", "A5", "s"): 0.5}),
        ("KX+:50%", {below("K") | below("A"): 0.5}),
        # GTO+ and Flopzilla
        ("[25%]AKs[/25%]", {holds("AK", "s"): 0.25}),
        (
            "AA,[75%]AQs[/75%],[50.0]AJs,ATs[/50.0]",
            {holds("AA"): 1, holds("AQ", "s"): 0.75, between("AT", "AJ", "s"): 0.5},
        ),
        ("[9.00]K8o[/9.00],[4.00]T8o[/4.00]", {holds("K8", "o"): 0.09, holds("T8", "o"): 0.04}),
        # Equilab
        ("100: AA, 75: AQs", {holds("AA"): 1, holds("AQ", "s"): 0.75}),
        (
            "100: AA, AKs, 75: AQs, 50: AJs, 25: ATs",
            {holds("AA") | holds("AK", "s"): 1, holds("AQ", "s"): 0.75, holds("AJ", "s"): 0.5, holds("AT", "s"): 0.25},
        ),
        ("100: AA, AKo, 75: AQo-ATo", {holds("AA") | holds("AK", "o"): 1, between("AT", "AQ", "o"): 0.75}),
        ("75: 99, 25: 22+", {upward("22"): 0.25}),
        ("75: 99-66, 25: 55", {between("66", "99"): 0.75, holds("55"): 0.25}),
        ("50: 10h9h", {combos("Th9h"): 0.5}),
        ("1: AA", {holds("AA"): 0.01}),
        ("0.5%: AA", {holds("AA"): 0.005}),
        # PokerCruncher
        ("AA; Weights: AQs:75%", {holds("AA"): 1, holds("AQ", "s"): 0.75}),
        (
            "AA, ATs+; Weights: AQs:75%, AJs:50%, ATs:25%",
            {holds("AA") | holds("AK", "s"): 1, holds("AQ", "s"): 0.75, holds("AJ", "s"): 0.5, holds("AT", "s"): 0.25},
        ),
    ],
)
def test_weights_as_tools_write_them(text: str, parts: dict[Combos, float]) -> None:
    assert Range(text).weights.tolist() == weighted(parts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("KK, 44- 22", "'44-' at position 4: the run 44-22, or 44- and 22, with a comma between them?"),
        ("A5s- A2s", "'A5s-' at position 0: the run A5s-A2s, or A5s- and A2s"),
        ("0.5: AA", "'0.5:' at position 0: 0.5 per cent of the hands that follow, 0.5%: AA, or the weight, 0.5(AA)?"),
        ("AA,22: 33%", "'22: 33%' at position 3: 22 with the weight 33%, 22:33%, or 22%(top 33%)?"),
    ],
)
def test_what_could_mean_two_things_is_refused_with_both(text: str, message: str) -> None:
    with pytest.raises(RangeError, match=re.escape(message)):
        Range(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AxKy", "'AxKy' at position 0: a suit that is left open is x; AKs is suited, AKo offsuit"),
        ("AhXh", "'AhXh' at position 0: X stands for a rank only where no suit is given: AXs; AhXh is Ah2h+"),
        ("KX-QX", "'KX-QX' at position 0: X stands for every lower kicker"),
        ("XX+", "'XX+' at position 0: XX has no lowest and no highest hand"),
        ("2X", "'2X' at position 0: no kicker is lower than a deuce"),
        ("AAs-KK", "a pair is neither suited nor offsuit: AA"),
        ("AhAh+", "'AhAh+' at position 0: Ah stands twice in 'AhAh'"),
        ("AhAs-QhQd", "no run leads from AsAh to QhQd"),
        ("AhKh-QhJd", "no run leads from AhKh to QhJd"),
        ("AA -", "'-' at position 3: a dash stands between two hands"),
        ("! AA", "'!' at position 0: a weight stands right behind its hand, without a space, and ! before it"),
        ("!AA:0.5", "'!AA:0.5' at position 0: '!' removes hands, whatever their weight"),
        ("AA: KK", "'AA:' at position 0: a number is missing"),
        ("5%-10%", "'5%-10%' at position 0: the hands between two shares are written top 10%,!top 5%"),
        ("101%", "'101%' at position 0: 101 per cent are above 100"),
        ("AA:101%", "'AA:101%' at position 0: 101 per cent are above 100"),
        ("AA:75", "'AA:75' at position 0: a weight of 75 is above 1; per cent are written AKs@50, AKs:50%"),
        ("22:33", "'22:33' at position 0: a weight of 33 is above 1"),
        ("75: KK:0.5", "'KK:0.5' at position 4: '75:' gives the weight to all of its group"),
        ("100: 0.5(AA)", "'0.5(' at position 5: groups do not nest, and '100:' gives the weight to all that follows"),
        ("[50]75: AA[/50]", "'75:' at position 4: groups do not nest, and '[50]' is not closed with '[/50]'"),
        ("120: AA", "'120:' at position 0: 120 per cent are above 100"),
        ("AA, Weights: KK", "'KK' at position 13: behind 'Weights:' each hand has a weight"),
        ("[25%]AA[/25]", "'[/25]' at position 7: the group of '[25%]' closes with '[/25%]'"),
        ("0 0 1", "'0' at position 0: a weight stands behind its hand, AKs:0.5, or before a group"),
    ],
)
def test_slips_in_other_spellings_are_named(text: str, message: str) -> None:
    with pytest.raises(RangeError, match=re.escape(message)):
        Range(text)


# --- PioSOLVER's numbers ------------------------------------------------------------------------------

# show_hand_order of PioSOLVER begins 2d2c 2h2c 2h2d 2s2c 2s2d 2s2h 3c2c: the higher card first, the deck rising.
PIO_ORDER = [second + first for at, second in enumerate(oracle.DECK) for first in oracle.DECK[:at]]


def test_numbers_are_read_in_the_order_of_piosolver() -> None:
    assert PIO_ORDER[:8] == ["2d2c", "2h2c", "2h2d", "2s2c", "2s2d", "2s2h", "3c2c", "3c2d"]
    assert PIO_ORDER[-1] == "AsAh"
    assert len(PIO_ORDER) == 1326
    for place in (0, 1, 2, 3, 5, 6, 500, 1324, 1325):
        numbers = ["0"] * 1326
        numbers[place] = "0.25"
        assert Range(" ".join(numbers)).weights.tolist() == weighted({frozenset({combo(PIO_ORDER[place])}): 0.25})


def test_numbers_on_many_lines() -> None:
    assert Range("\n".join(["1 0.5"] * 663)).weights.tolist() == [1, 0.5] * 663


def test_1326_pairs_of_digits_are_hands() -> None:
    assert Range("22 " * 1326) == Range("22")


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("1.5", "'1.5' at position 34, number 17 of 1326: a weight of 1.5 is above 1"),
        ("22", "'22' at position 34, number 17 of 1326: a weight of 22 is above 1"),
        ("1e-999", "'1e-999' at position 34, number 17 of 1326: a weight of 1e-999 is too small"),
        ("-1", "'0' at position 0: a weight stands behind its hand"),
        ("nan", "'0' at position 0: a weight stands behind its hand"),
        ("", "PioSOLVER's are 1326 numbers"),
    ],
)
def test_numbers_that_are_no_weights_are_named(bad: str, message: str) -> None:
    with pytest.raises(RangeError, match=re.escape(message)):
        Range(" ".join(["0"] * 17 + [bad] + ["0"] * 1308))


# --- there and back -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "dialect", "written"),
    [
        ("KK+,AQs:0.75,AJs:0.75,AhTh:0.75", "plain", "KK+,AQs-AJs:0.75,AhTh:0.75"),
        ("KK+,AQs:0.75,AJs:0.75,AhTh:0.75", "gto+", "KK+,[75.0]AQs-AJs,AhTh[/75.0]"),
        ("KK+,AQs:0.75,AJs:0.75,AhTh:0.75", "equilab", "100: KK+, 75: AQs-AJs, AhTh"),
        ("AK,QQ:0.125", "gto+", "AK,[12.5]QQ[/12.5]"),
        ("AK,QQ:0.01", "equilab", "100: AK, 1: QQ"),
        ("AK,QQ", "equilab", "QQ, AK"),
        ("99:0.75", "equilab", "75: 99"),
        ("AA:1e-9", "gto+", "[0.0000001]AA[/0.0000001]"),
        ("", "gto+", ""),
        ("", "equilab", ""),
    ],
)
def test_text_of_a_dialect(text: str, dialect: Dialect, written: str) -> None:
    assert Range(text).to(dialect) == written
    assert Range(written) == Range(text)


def test_pio_writes_a_number_for_each_combo_in_its_order() -> None:
    words = Range("AA:0.5,2d2c,AhAs:0.125").to("pio").split(" ")
    expected = dict.fromkeys(PIO_ORDER, "0") | dict.fromkeys(PIO_ORDER[-6:], "0")
    expected |= {name: "0.5" for name in PIO_ORDER if name[0] == name[2] == "A"} | {"2d2c": "1", "AsAh": "0.125"}
    assert words == [expected[name] for name in PIO_ORDER]


weight_values = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 0.1, 1 / 3, 0.01, 5e-324]), st.floats(0, 1))
hundredths = st.integers(0, 100).map(lambda number: number / 100)
seeds = st.integers(0, 2**32 - 1)


def scattered(values: list[float], seed: int, scatter: str) -> Range:
    rng = np.random.default_rng(seed)
    weights = rng.choice(values, 1326) if scatter == "combos" else rng.choice(values, 169)[CLASS_OF_COMBO]
    if scatter == "both":
        weights[rng.integers(1326, size=5)] = rng.choice(values, 5)
    return Range.from_weights(weights)


scatters = st.sampled_from(["classes", "combos", "both"])


@pytest.mark.parametrize("dialect", ["plain", "gto+", "pio"])
@given(values=st.lists(weight_values, min_size=1, max_size=4), seed=seeds, scatter=scatters)
@settings(at_any_speed, max_examples=40)
def test_each_dialect_reads_back_as_the_same_weights(
    dialect: Dialect, values: list[float], seed: int, scatter: str
) -> None:
    hands = scattered(values, seed, scatter)
    assert Range(hands.to(dialect)).weights.tolist() == hands.weights.tolist()


@given(st.lists(hundredths, min_size=1, max_size=4), seeds, scatters)
@settings(at_any_speed, max_examples=40)
def test_equilab_reads_back_as_the_same_weights(values: list[float], seed: int, scatter: str) -> None:
    hands = scattered(values, seed, scatter)
    assert Range(hands.to("equilab")).weights.tolist() == hands.weights.tolist()


@pytest.mark.parametrize("weight", ["0.125", "0.001", "1e-9", "0.9999"])
def test_equilab_has_no_words_for_parts_of_a_per_cent(weight: str) -> None:
    with pytest.raises(RangeError, match=r"Equilab's weights are whole per cent, and .* is none"):
        Range(f"AA,KK:{weight}").to("equilab")


def test_per_cent_are_exact_whatever_the_context_of_decimals() -> None:
    third = Range.from_weights(np.full(1326, 1 / 3))
    with localcontext() as context:
        context.prec = 5
        assert Range(third.to("gto+")) == third


def test_another_dialect_is_refused() -> None:
    other: Any = "flopzilla"
    with pytest.raises(OptionError, match="dialect is 'flopzilla'; it may be 'plain', 'gto\\+', 'equilab', 'pio'"):
        Range("AA").to(other)


def test_the_table_of_dialects_in_the_docstring() -> None:
    lines = (Range.__doc__ or "").splitlines()
    rows = [
        re.findall("``(.*?)``", line)
        for line in lines
        if re.search(r"^ *(GTO\+|Equilab|PokerCruncher|PioSOLVER)", line)
    ]
    shown = [row for row in rows if len(row) > 1]
    assert len(shown) == 4
    for row in shown:
        assert Range(row[0]) == Range(row[-1])


def test_the_table_of_dialects_of_to() -> None:
    assert set(get_args(Dialect)) == set(re.findall('``"(.*?)"``  ', Range.to.__doc__ or ""))


# --- random texts -------------------------------------------------------------------------------------

pieces = st.sampled_from(
    [
        *RANKS,
        *"cdhsoxXtakCDHSO+-:@%.,;!()[]/ \n05♠♥",
        *("AA", "AKs", "AhKh", "8s8h", "22", "KX", "AxKx", "top ", "15%", "Weights:"),
        *("[50%]", "[/50%]", "0.5(", "100: ", "75: ", " - ", ": 0.5", ":50%"),
    ]
)


@given(st.lists(pieces, max_size=12).map("".join))
@settings(at_any_speed, max_examples=1500)
@example("22: 22: 22")
@example("AA- -KK")
@example("AA - - KK")
def test_scrambled_spellings_are_read_or_refused(text: str) -> None:
    try:
        hands = Range(text)
    except RangeError:
        return
    for dialect in ("plain", "gto+", "pio"):
        assert Range(hands.to(dialect)) == hands


@given(st.text(alphabet="AKQ29xXhs-+, ", max_size=14))
@settings(at_any_speed, max_examples=500)
def test_what_is_read_does_not_depend_on_case(text: str) -> None:
    def read(spelled: str) -> Any:
        try:
            return Range(spelled)
        except HoldemError:
            return None

    assert read(text) == read(text.lower()) == read(text.upper())


@pytest.mark.parametrize(
    "text",
    [
        "22: ",
        "100: ",
        "Weights:",
        "AA- ",
        "AA -",
        "!",
        "X",
        "KX ",
        "AxKx ",
        "8s8h+,",
        "AhAs-QhQs ",
        "15% ",
        "0 ",
        "22 - ",
    ],
)
def test_a_long_text_is_read_or_refused(text: str) -> None:
    long = text * (60_000 // len(text))
    for each in (long, long + "(", text + " " * 100_000 + "-", text.strip() + ":" + " " * 100_000 + "0.5"):
        try:
            Range(each)
        except RangeError:
            continue


def test_names_of_combos_are_those_of_their_cards() -> None:
    assert list(Range("random")) == [format_cards(cards) for cards in COMBO_CARDS[::-1]]
