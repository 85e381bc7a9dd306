"""Ranges: every form of the notation against plain sets of combos, weights, canonical text, algebra and bad text."""

import copy
import math
import operator
import pickle
import re
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from oracles import ranges as oracle
from oracles.ranges import RANKS, Combos, between, holds, union, upward

from holdem_core.cards import format_cards, parse_cards
from holdem_core.errors import OptionError, RangeError
from holdem_core.ranges.combos import (
    CLASS_OF_COMBO,
    CLASS_SIZES,
    COMBO_CARDS,
    class_index,
    class_name,
    combo_index,
    top_classes,
)
from holdem_core.ranges.range import Range

at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

holds_cached = cache(holds)


def held(hands: Range) -> Combos:
    """The combos with a weight, by the names of their cards."""
    return frozenset(
        frozenset((format_cards([high]), format_cards([low]))) for high, low in COMBO_CARDS[hands.weights > 0].tolist()
    )


def weight(hands: Range, combo: str) -> float:
    return float(hands.weights[combo_index(*parse_cards(combo).tolist())])


def combo(text: str) -> frozenset[str]:
    return frozenset((text[:2], text[2:]))


# --- indices --------------------------------------------------------------------------------------------


def test_combo_index_runs_through_pairs_of_cards_by_the_higher() -> None:
    for cards, number in oracle.INDEX.items():
        first, second = parse_cards("".join(cards)).tolist()
        assert combo_index(first, second) == combo_index(second, first) == number
        assert COMBO_CARDS[number].tolist() == sorted((first, second), reverse=True)


def test_classes_are_the_cells_of_the_grid() -> None:
    for row in range(13):
        for column in range(13):
            members = sorted(oracle.INDEX[cards] for cards in oracle.cell(row, column))
            cell = 13 * row + column
            assert np.flatnonzero(cell == CLASS_OF_COMBO).tolist() == members
            assert CLASS_SIZES[cell] == len(members)
            assert Range(class_name(cell)) == Range(",".join("".join(c) for c in oracle.cell(row, column)))


def test_class_index_of_pairs_suited_and_offsuit_hands() -> None:
    assert class_index(12, 12, suited=True) == class_index(12, 12, suited=False) == 0
    assert class_name(class_index(12, 3, suited=True)) == "A5s"
    assert class_name(class_index(12, 3, suited=False)) == "A5o"
    assert class_index(0, 0, suited=False) == 168


@pytest.mark.parametrize("shared", [COMBO_CARDS, CLASS_OF_COMBO, CLASS_SIZES])
def test_index_tables_are_read_only(shared: NDArray[Any]) -> None:
    with pytest.raises(ValueError, match="read-only"):
        shared[0] = 1


# --- the forms of the notation ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "combos", "count"),
    [
        ("AA", holds("AA"), 6),
        ("AKs", holds("AK", "s"), 4),
        ("AKo", holds("AK", "o"), 12),
        ("AK", holds("AK"), 16),
        ("AhKd", {combo("AhKd")}, 1),
        ("KdAh", {combo("AhKd")}, 1),
        ("A♥K♦", {combo("AhKd")}, 1),
        ("A♥\ufe0fK♦\ufe0f", {combo("AhKd")}, 1),
        ("10h9h", {combo("Th9h")}, 1),
        ("77+", upward("77"), 48),
        ("AA+", holds("AA"), 6),
        ("22+", upward("22"), 78),
        ("ATs+", upward("AT", "s"), 16),
        ("A8o+", upward("A8", "o"), 72),
        ("K9+", upward("K9"), 64),
        ("32s+", holds("32", "s"), 4),
        ("22-55", between("22", "55"), 24),
        ("55-22", between("22", "55"), 24),
        ("88-88", holds("88"), 6),
        ("A5s-A2s", between("A2", "A5", "s"), 16),
        ("A2s-A5s", between("A2", "A5", "s"), 16),
        ("K9o-K7o", between("K7", "K9", "o"), 36),
        ("K9-K7", between("K7", "K9"), 48),
        ("T9s-QJs", between("T9", "QJ", "s"), 12),
        ("QJs-T9s", between("T9", "QJ", "s"), 12),
        ("86o-T8o", holds("86", "o") | holds("97", "o") | holds("T8", "o"), 36),
        ("54-76", holds("54") | holds("65") | holds("76"), 48),
        ("random", oracle.EVERY, 1326),
        ("any", oracle.EVERY, 1326),
        ("", set(), 0),
        (" , ", set(), 0),
        ("AA,KK", holds("AA") | holds("KK"), 12),
        ("AA KK", holds("AA") | holds("KK"), 12),
        ("\tAA ,\n KK,", holds("AA") | holds("KK"), 12),
        ("AA\u00a0KK", holds("AA") | holds("KK"), 12),
    ],
)
def test_form(text: str, combos: Combos, count: int) -> None:
    assert held(Range(text)) == combos
    assert Range(text).combos == count
    assert set(Range(text).weights.tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("aKs", "AKs"),
        ("AKS", "AKs"),
        ("akO", "AKo"),
        ("tT+", "TT+"),
        ("t9S-qjs", "T9s-QJs"),
        ("aHkD", "AhKd"),
        ("AHKD", "AhKd"),
        ("tSjs", "JsTs"),
        ("RANDOM", "random"),
        ("Any", "random"),
        ("TOP15%", "top 15%"),
        ("top  15.0%", "top 15%"),
    ],
)
def test_any_case(text: str, same: str) -> None:
    assert Range(text) == Range(same)


def test_a_pair_of_deuces_is_six_combos_of_two_different_cards() -> None:
    assert held(Range("22")) == {combo(c) for c in ("2c2d", "2c2h", "2c2s", "2d2h", "2d2s", "2h2s")}


def test_ajo_plus_is_36_combos() -> None:
    assert Range("AJo+").combos == 36
    assert combo("AhQs") in held(Range("AJo+"))


def test_hands_after_a_combo_count() -> None:
    assert held(Range("6c5c,AQo+")) == {combo("6c5c")} | upward("AQ", "o")
    assert Range("77+,ATs+,KTs+,QJs,AJo+,KQo").combos == 48 + 16 + 12 + 4 + 36 + 12


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("QJs+", 4),
        ("KQ+", 16),
        ("ATs-A8s", 12),
        ("A8s-ATs", 12),
        ("77-99", 18),
        ("99-77", 18),
        ("T9s-QJs", 12),
        ("AJ+, ATs, KQ+, 33-JJ, 0.8(QQ+, KJs)", 144),
    ],
)
def test_kickers_climb_to_just_under_the_first_card(text: str, combos: int) -> None:
    assert Range(text).combos == combos


def test_the_table_in_the_docstring() -> None:
    rows = re.findall(r"^(``.*?)  +[^`]*?(?:<= )?([\d, ]+)$", cleandoc(Range.__doc__ or ""), re.MULTILINE)
    assert len(rows) == 26
    for texts, counts in rows:
        combos = [Range(text).combos for text in re.findall("``(.*?)``", texts)]
        stated = [int(count) for count in counts.split(",")]
        if "top" in texts:
            assert combos[0] == combos[1] <= stated[0]
        else:
            assert set(combos) == set(stated), texts


# --- the best hands ---------------------------------------------------------------------------------------


def classes_of(hands: Range) -> set[int]:
    return set(CLASS_OF_COMBO[hands.weights > 0].tolist())


@pytest.mark.parametrize("percent", ["0", "0.45", "0.46", "1", "5", "12.5", "15", "33.3", "50", "99.9", "100", "100.0"])
def test_top_takes_whole_classes_while_they_stay_within_the_share(percent: str) -> None:
    order = top_classes(1).tolist()
    assert sorted(order) == list(range(169))
    chosen = Range(f"top {percent}%")
    taken = len(classes_of(chosen))
    assert classes_of(chosen) == set(order[:taken])
    assert chosen.combos == sum(CLASS_SIZES[order[:taken]]) <= 1326 * float(percent) / 100
    assert taken == 169 or chosen.combos + CLASS_SIZES[order[taken]] > 1326 * float(percent) / 100


def test_top_begins_with_aces_and_ends_with_every_hand() -> None:
    assert Range("top 0.46%") == Range("AA")
    assert Range("top 0%") == Range("top 0.45%") == Range("")
    assert Range("top 100%") == Range("random")


def test_top_grows_with_the_share() -> None:
    for smaller, larger in pairwise(Range(f"top {percent}%") for percent in range(101)):
        assert smaller - larger == Range("")


def test_top_takes_weights_as_other_hands_do() -> None:
    half = Range.from_weights(Range("top 20%").weights / 2)
    for text in ("top 20%:0.5", "top20%@50", "0.5(top 20%)", "[50]top 20%[/50]"):
        assert Range(text) == half
    assert Range("top 20%,KK:0.5") == Range("top 20%") - Range("KK:0.5")


# --- weights ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "AKs:0.5,QQ:.5",
        "AKs@50 QQ@50.0",
        "0.5(AKs,QQ)",
        "50%(AKs QQ)",
        "0.5 (AKs, QQ)",
        "50% ( AKs , QQ )",
        "[50]AKs,QQ[/50]",
        "[50] AKs QQ [/50]",
        "0.5(AKs)0.5(QQ)",
        "AKs,QQ,0.5(AKs),QQ:5e-1",
    ],
)
def test_ways_to_write_a_weight(text: str) -> None:
    expected = dict.fromkeys(holds("AK", "s") | holds("QQ"), 0.5)
    assert Range(text).weights.tolist() == oracle.listed(expected)


def test_hands_weigh_one_unless_a_weight_is_written() -> None:
    hands = Range("AKs:0.5,AA@1,KhQh:1.0,JJ,0.25(TT)")
    weights = [weight(hands, c) for c in ("AhKh", "AhAd", "KhQh", "JhJd", "ThTd")]
    assert weights == [0.5, 0.01, 1.0, 1.0, 0.25]


def test_a_combo_named_twice_takes_the_last_weight() -> None:
    assert weight(Range("AQs+,0.4(AsKs)"), "AsKs") == 0.4
    assert Range("AQs+,0.4(AsKs)").combos == 8
    assert weight(Range("AsKs:0.4,AQs+"), "AsKs") == 1.0
    assert Range("AA:0.2,AA:0.7") == Range("AA:0.7")


@pytest.mark.parametrize("nothing", ["AA:0", "AA:0.0", "AA@0", "0(AA)", "0%(AA)", "[0]AA[/0]"])
def test_weight_0_removes(nothing: str) -> None:
    assert Range(f"QQ+,{nothing}") == Range("KK,QQ")
    assert Range(nothing) == Range("")


@given(st.decimals(0, 100, places=3))
@at_any_speed
def test_per_cent_are_divided_exactly(percent: Any) -> None:
    for text in (f"AA@{percent}", f"{percent}%(AA)", f"[{percent}]AA[/{percent}]"):
        assert weight(Range(text), "AsAh") == float(percent / 100)


# --- canonical text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("any", "random"),
        ("random:0.25", "random:0.25"),
        ("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", "random"),
        ("AA,KK,QQ", "QQ+"),
        ("99,88,77,AA", "AA,99-77"),
        ("ATs,AJs,AQs,AKs", "ATs+"),
        ("A2s,A3s,A4s,A5s", "A5s-A2s"),
        ("AKs,AKo", "AK"),
        ("KQ+", "KQ"),
        ("ATs+,AJo+", "ATs+,AJo+"),
        ("AJo+,AJs+", "AJ+"),
        ("T9s-QJs", "QJs,JTs,T9s"),
        ("72o,KQs,AKs,55,AA", "AA,55,AKs,KQs,72o"),
        ("QQ+:0.5,AKs", "QQ+:0.5,AKs"),
        ("KQo:0.25,K2s,AKs,22,55:0.5", "55:0.5,22,AKs,K2s,KQo:0.25"),
        ("AA:0.1,KK:0.1,AKs:0.1", "KK+:0.1,AKs:0.1"),
        ("KdAh", "AhKd"),
        ("AA,AhAd:0", "AsAh,AsAd,AsAc,AhAc,AdAc"),
        ("AhAd:0.5,AA:1,AhAd:0.5,22", "22,AsAh,AsAd,AsAc,AhAd:0.5,AhAc,AdAc"),
        ("AhKh,AdKd,AsKs,AcKc", "AKs"),
        ("AK@33", "AK:0.33"),
        ("AA:1e-9", "AA:1e-09"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(Range(text)) == canonical
    assert repr(Range(text)) == f"Range({canonical!r})"
    assert Range(canonical) == Range(text)


def test_round_trip_keeps_the_exact_set_when_combos_are_missing() -> None:
    for missing in ("AhQs", "AcJd"):
        hands = Range(f"AJo+,{missing}:0")
        assert held(Range(str(hands))) == upward("AJ", "o") - {combo(missing)}


weight_values = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 0.1, 1 / 3]), st.floats(0, 1))
few_weights = st.lists(weight_values, min_size=1, max_size=4)
seeds = st.integers(0, 2**32 - 1)


@given(few_weights, seeds, st.sampled_from(["classes", "combos", "both"]))
@at_any_speed
def test_text_of_few_weights_reads_back_as_the_same(values: list[float], seed: int, scatter: str) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.choice(values, 169)[CLASS_OF_COMBO] if scatter != "combos" else rng.choice(values, 1326)
    if scatter == "both":
        weights[rng.integers(1326, size=5)] = rng.choice(values, 5)
    hands = Range.from_weights(weights)
    assert Range(str(hands)).weights.tolist() == weights.tolist()
    assert str(Range(str(hands))) == str(hands)


@given(seeds)
@at_any_speed
def test_text_of_many_weights_reads_back_as_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for weights in (rng.random(1326), rng.random(169)[CLASS_OF_COMBO], rng.random(1326) ** 200):
        assert Range(str(Range.from_weights(weights))).weights.tolist() == weights.tolist()


# --- random texts -----------------------------------------------------------------------------------------

ranks = st.sampled_from(RANKS)
kinds = st.sampled_from(["", "s", "o"])


@st.composite
def named_hands(draw: st.DrawFn) -> tuple[str, Combos]:
    """A form of the notation with the combos it holds."""
    form = draw(st.sampled_from(["pair", "hand", "pair+", "hand+", "pairs", "kickers", "climb", "combo", "random"]))
    low, high = sorted(draw(st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True)))
    suits, hand = draw(kinds), RANKS[high] + RANKS[low]
    match form:
        case "pair":
            return hand[0] * 2, holds_cached(hand[0] * 2)
        case "hand":
            return hand + suits, holds_cached(hand, suits)
        case "pair+":
            return hand[0] * 2 + "+", upward(hand[0] * 2)
        case "hand+":
            return hand + suits + "+", upward(hand, suits)
        case "pairs":
            ends = draw(st.permutations([hand[0] * 2, hand[1] * 2]))
            return "-".join(ends), between(ends[0], ends[1])
        case "kickers":
            other = hand[0] + RANKS[draw(st.integers(0, high - 1))]
            ends = draw(st.permutations([hand, other]))
            return "-".join(end + suits for end in ends), between(ends[0], ends[1], suits)
        case "climb":
            up = draw(st.integers(0, 12 - high))
            ends = draw(st.permutations([hand, RANKS[high + up] + RANKS[low + up]]))
            return "-".join(end + suits for end in ends), between(ends[0], ends[1], suits)
        case "combo":
            cards = draw(st.lists(st.sampled_from(oracle.DECK), min_size=2, max_size=2, unique=True))
            return "".join(cards), frozenset({frozenset(cards)})
        case _:
            return draw(st.sampled_from(["random", "any"])), oracle.EVERY


@st.composite
def range_texts(draw: st.DrawFn) -> tuple[str, list[float]]:
    """A text of several parts, each weighted in one of the ways there are, and the weights of all combos."""
    weights: dict[frozenset[str], float] = {}
    text = ""
    for _ in range(draw(st.integers(0, 5))):
        hundredths = draw(st.integers(0, 100))
        share = hundredths / 100
        hands = draw(st.lists(named_hands(), min_size=1, max_size=3))
        names = [name.swapcase() if draw(st.booleans()) else name for name, _ in hands]
        inner = draw(st.sampled_from([",", " ", " , "])).join(names)
        way = draw(st.sampled_from(["{}", "{}:w", "{}@p", "w({})", "p%({})", "[p]{}[/p]"]))
        if way in ("{}:w", "{}@p"):
            inner, hands = names[0], hands[:1]
        text += way.replace("w", repr(share)).replace("p", str(hundredths)).format(inner)
        text += draw(st.sampled_from([",", " ", ", "]))
        weights |= dict.fromkeys(union(combos for _, combos in hands), 1.0 if way == "{}" else share)
    return text, oracle.listed(weights)


@given(range_texts())
@at_any_speed
def test_random_text_holds_what_plain_sets_hold(case: tuple[str, list[float]]) -> None:
    text, weights = case
    assert Range(text).weights.tolist() == weights
    assert Range(str(Range(text))) == Range(text)


# --- arrays -----------------------------------------------------------------------------------------------


def test_grid_is_laid_out_as_players_know_it() -> None:
    grid = Range("AKs,72o:0.5,88,AhKd").grid
    assert grid[0, 1] == 1
    assert grid[12, 7] == 0.5
    assert grid[6, 6] == 1
    assert grid[1, 0] == 1 / 12
    assert np.count_nonzero(grid) == 4


@given(few_weights, seeds)
@at_any_speed
def test_grid_round_trip(values: list[float], seed: int) -> None:
    grid = np.random.default_rng(seed).choice(values, (13, 13))
    assert Range.from_grid(grid).grid.tolist() == grid.tolist()
    for row, column in ((0, 0), (3, 7), (12, 2)):
        hands = Range.from_grid(grid)
        assert {weight(hands, "".join(cards)) for cards in oracle.cell(row, column)} == {grid[row, column]}


def test_grid_holds_the_mean_of_each_cell() -> None:
    hands = Range.from_weights(np.random.default_rng(3).random(1326))
    for row in range(13):
        for column in range(13):
            weights = [weight(hands, "".join(cards)) for cards in oracle.cell(row, column)]
            assert hands.grid[row, column] == pytest.approx(sum(weights) / len(weights), rel=1e-14)


def test_arrays_of_bools_ints_and_lists() -> None:
    aces = CLASS_OF_COMBO == 0
    assert Range.from_weights(aces) == Range.from_weights(aces.astype(int).tolist()) == Range("AA")
    assert Range.from_grid(np.eye(13, dtype=bool)) == Range("22+")
    assert Range.from_weights(aces.astype(np.float32)) == Range("AA")


def test_a_range_keeps_its_own_copy() -> None:
    weights = np.zeros(1326)
    hands = Range.from_weights(weights)
    weights[0] = 1
    assert hands.combos == 0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, -0.25, -1e-300, 1.5, np.nextafter(1, 2)])
def test_numbers_that_are_no_weights_are_named_by_their_index(bad: float) -> None:
    weights = np.zeros(1326)
    weights[[17, 40]] = bad
    with pytest.raises(RangeError, match=re.escape(f"weights[17] is {bad}; weights run from 0 to 1")):
        Range.from_weights(weights)
    grid = np.zeros((13, 13))
    grid[3, 4] = bad
    with pytest.raises(RangeError, match=re.escape(f"grid[3, 4] is {bad}; weights run from 0 to 1")):
        Range.from_grid(grid)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(1325), "weights has shape (1325,), not (1326,)"),
        (np.zeros((1, 1326)), "weights has shape (1, 1326), not (1326,)"),
        (0.5, "weights has shape (), not (1326,)"),
        ([[1], [1, 2]], "weights is ragged"),
        (["a"] * 1326, "weights holds <U1"),
        (np.zeros(1326, dtype=complex), "weights holds complex128"),
        (np.ma.array(np.zeros(1326), mask=True), "weights has masked entries"),
    ],
)
def test_arrays_that_are_no_weights(array: Any, message: str) -> None:
    with pytest.raises(RangeError, match=re.escape(message)):
        Range.from_weights(array)


def test_grid_of_another_shape_is_refused() -> None:
    with pytest.raises(RangeError, match=re.escape("grid has shape (169,), not (13, 13)")):
        Range.from_grid(np.zeros(169))


def test_no_zero_is_negative() -> None:
    negative = Range.from_weights(np.full(1326, -0.0))
    assert negative == Range("")
    assert hash(negative) == hash(Range(""))


# --- values -----------------------------------------------------------------------------------------------


@given(seeds)
@at_any_speed
def test_algebra(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b, c = (Range.from_weights(rng.choice([0, 0.25, 0.5, 1], 1326)) for _ in range(3))
    nothing, everything = Range(""), Range("random")
    assert (a | b).weights.tolist() == [max(pair) for pair in zip(a.weights, b.weights, strict=True)]
    assert (a & b).weights.tolist() == [min(pair) for pair in zip(a.weights, b.weights, strict=True)]
    assert (a - b).weights.tolist() == [max(x - y, 0) for x, y in zip(a.weights, b.weights, strict=True)]
    assert (a | b, a & b) == (b | a, b & a)
    assert ((a | b) | c, (a & b) & c) == (a | (b | c), a & (b & c))
    assert (a & (b | c), a | (b & c)) == ((a & b) | (a & c), (a | b) & (a | c))
    assert a | (a & b) == a & (a | b) == a == a | nothing == a & everything == a - nothing
    assert a - a == nothing == a & nothing
    assert a - b == a - (a & b)


def test_algebra_by_example() -> None:
    assert Range("QQ+:0.5") | Range("KK") == Range("AA:0.5,KK,QQ:0.5")
    assert Range("QQ+:0.5") & Range("KK") == Range("KK:0.5")
    assert Range("QQ+") - Range("KK:0.25,22") == Range("AA,KK:0.75,QQ")


@pytest.mark.parametrize("operation", [operator.or_, operator.and_, operator.sub, operator.add])
def test_algebra_is_for_ranges_and_texts_only(operation: Callable[[Any, Any], Any]) -> None:
    for other in (5, None, ["KK"], b"KK"):
        with pytest.raises(TypeError):
            operation(Range("AA"), other)
        with pytest.raises(TypeError):
            operation(other, Range("AA"))
    assert Range("AA") != "AA"


def test_sums_keep_what_each_adds_and_refuse_more_than_always() -> None:
    assert Range("QQ+:0.25") + Range("KK:0.5,22") == Range("AA:0.25,KK:0.75,QQ:0.25,22")
    assert Range("AA:0.1") + "AA:0.2" + "AA:0.7" == Range("AA")
    third = Range.from_weights(np.full(1326, 0.1))
    assert (third + third + third).weights.tolist() == [0.1 + 0.1 + 0.1] * 1326
    with pytest.raises(RangeError, match=r"K.K. would weigh 1.5 in the sum; a \| b takes the larger weight of each"):
        Range("QQ+:0.5") + "KK"


def test_texts_stand_on_either_side() -> None:
    hands = Range("QQ+:0.5")
    assert hands | "KK" == "KK" | hands == Range("AA:0.5,KK,QQ:0.5")
    assert hands & "KK" == "KK" & hands == Range("KK:0.5")
    assert hands - "KK" == Range("AA:0.5,QQ:0.5")
    assert "KK" - hands == Range("KK:0.5")
    assert hands + "KK:0.25" == "KK:0.25" + hands == Range("AA:0.5,KK:0.75,QQ:0.5")
    with pytest.raises(RangeError, match="'KQJ' at position 0"):
        hands | "KQJ"


@pytest.mark.parametrize("half", [0.5, np.float64(0.5), np.float32(0.5), Fraction(1, 2)])
def test_a_number_scales_all_weights(half: Any) -> None:
    assert half * Range("AA,KK:0.5") == Range("AA,KK:0.5") * half == Range("AA:0.5,KK:0.25")


@pytest.mark.parametrize(
    "factor", [10**400, 10**5000, -(10**5000), Fraction(10**5000, 7), float("inf"), float("nan")], ids=type
)
def test_a_range_is_not_scaled_by_what_no_float_holds(factor: Any) -> None:
    with pytest.raises(RangeError, match="a range is scaled by a number from 0 up"):
        factor * Range("AA")


def test_numbers_of_thousands_of_digits_are_no_ranges() -> None:
    huge: Any = 10**5000
    for read in (Range, Range("AA").__getitem__, Range("AA").__contains__):
        with pytest.raises(RangeError, match="a number of thousands of digits"):
            read(huge)


@pytest.mark.parametrize("dialect", [[], {}, None, 10**5000], ids=type)
def test_a_dialect_is_one_of_the_names(dialect: Any) -> None:
    with pytest.raises(OptionError, match=r"^dialect is "):
        Range("AA").to(dialect)


def test_scales_that_give_no_weights_are_refused() -> None:
    assert 2 * Range("AA:0.5") == Range("AA")
    assert 0 * Range("AA") == Range("")
    with pytest.raises(RangeError, match=r"A.A. would weigh 1.5 in 1.5 times the range"):
        Range("AA,KK:0.5") * 1.5
    for bad in (-1, math.nan, math.inf):
        with pytest.raises(RangeError, match=f"a range is scaled by a number from 0 up, not by {bad}"):
            bad * Range("AA")
    for no_number in ("2", None, True):
        with pytest.raises(TypeError):
            operator.mul(Range("AA"), no_number)


# --- collections ------------------------------------------------------------------------------------------


def test_a_range_is_a_collection_of_the_names_of_its_combos() -> None:
    hands = Range("KK:0.5,AhAd,22:0")
    assert list(hands) == ["AhAd", "KsKh", "KsKd", "KsKc", "KhKd", "KhKc", "KdKc"]
    assert len(hands) == hands.combos == 7
    assert hands.to_dict() == {name: 1.0 if name == "AhAd" else 0.5 for name in hands}
    assert Range(",".join(f"{name}:{weight}" for name, weight in hands.to_dict().items())) == hands


@given(few_weights, seeds)
@at_any_speed
def test_a_collection_names_what_is_held_and_weighs_it(values: list[float], seed: int) -> None:
    hands = Range.from_weights(np.random.default_rng(seed).choice(values, 1326))
    assert frozenset(map(combo, hands)) == held(hands)
    assert len(hands) == len(list(hands)) == len(hands.to_dict())
    assert all(name in hands and hands[name] == each for name, each in hands.to_dict().items())
    assert sum(hands.to_dict().values()) == pytest.approx(hands.weights.sum())


def test_an_empty_range_is_false() -> None:
    assert not Range("")
    assert not Range("AA:0")
    assert Range("AhAd:0.001")


def test_hands_are_in_a_range_that_holds_all_their_combos() -> None:
    hands = Range("QQ+:0.1,AKs,AhQd")
    for name in ("AA", "QQ+", "AhAd", "AdAh", "kAs", "AsKs", "QdAh", "AA-QQ", " AKs "):
        assert name in hands
    for name in ("AK", "AKo", "22", "JJ+", "AQo", "AhQh", "random", "AxQd"):
        assert name not in hands


def test_the_weight_of_named_hands_is_the_mean_of_their_combos() -> None:
    hands = Range("KK:0.3,AKs,AhQd:0.5")
    assert (hands["KK"], hands["AKs"], hands["AK"], hands["AhQd"], hands["QdAh"]) == (0.3, 1.0, 0.25, 0.5, 0.5)
    assert (hands["22"], hands["AQo"]) == (0.0, 0.5 / 12)
    assert hands["KK+"] == pytest.approx(0.15)
    for row in range(13):
        for column in range(13):
            assert hands[class_name(13 * row + column)] == hands.grid[row, column]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "'': a weight stands right behind"),
        ("AKx", "'AKx': two ranks are followed by s"),
        ("AA,KK", "'AA,KK': no hand"),
        ("AA:0.5", "'AA:0.5': no hand"),
        ("top 0.1%", "'top 0.1%' is no hand at all"),
        (5, "hands of a range are text such as 'AKs' or 'AhKh', not 5"),
        (None, "hands of a range are text such as 'AKs' or 'AhKh', not None"),
    ],
)
def test_what_names_no_hands_is_refused(name: Any, message: str) -> None:
    for ask in (Range("AA").__contains__, Range("AA").__getitem__):
        with pytest.raises(RangeError, match=re.escape(message)):
            ask(name)


def test_equal_ranges_hash_alike_and_serve_as_keys() -> None:
    assert Range("AK") == Range("AKo,AKs")
    assert {Range("AK"): 1}[Range("AKo,AKs")] == 1
    assert Range("AK") != Range("AK:0.5")


@pytest.mark.parametrize("text", ["", "AA", "random", "QQ+:0.1,AhKd:0.3"])
def test_pickles_and_copies_are_equal(text: str) -> None:
    hands = Range(text)
    assert pickle.loads(pickle.dumps(hands)) == copy.copy(hands) == copy.deepcopy(hands) == hands


def test_a_range_never_changes() -> None:
    hands: Any = Range("AA")
    with pytest.raises(AttributeError, match="a range never changes; weights cannot be set"):
        hands.weights = np.zeros(1326)
    with pytest.raises(AttributeError, match="a range never changes; weights cannot be deleted"):
        del hands.weights
    with pytest.raises(ValueError, match="read-only"):
        hands.weights[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        hands.weights.flags.writeable = True
    (hands | Range("KK")).grid[0, 0] = 0.5
    assert hands == Range("AA")


def test_weights_are_float64() -> None:
    assert Range("AA").weights.dtype == np.float64
    assert Range("AA").weights.shape == (1326,)


def test_html_is_the_grid_shaded_by_weight() -> None:
    markup = Range("AA,AKs:0.5,KhAd")._repr_html_()
    cells = re.findall(r'rgba\(0,160,80,([\d.]+)\)[^>]*title="([^"]*)">(\w+)</td>', markup)
    assert [name for _, _, name in cells] == [class_name(cell) for cell in range(169)]
    assert cells[0] == ("1.000", "AA: 1", "AA")
    assert cells[1] == ("0.500", "AKs: 0.5", "AKs")
    assert cells[13] == ("0.083", "AKo: 0.08333", "AKo")
    assert {shade for shade, _, name in cells if name not in ("AA", "AKs", "AKo")} == {"0.000"}
    assert markup.count("<tr>") == markup.count("</tr>") == 13
    assert "11 combos, 0.68% of 1326 by weight" in markup


# --- bad text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AA,AKx", "'AKx' at position 3: two ranks are followed by s (suited), o (offsuit) or nothing"),
        ("KQJ", "'KQJ' at position 0: two ranks are followed by s"),
        ("10s", "'10s' at position 0: a ten is written T"),
        ("AA A10s+", "'A10s+' at position 3: a ten is written T"),
        ("1010", "'1010' at position 0: a ten is written T"),
        ("109s", "'109s' at position 0: a ten is written T"),
        ("A10s-A8s", "'A10s-A8s' at position 0: 'A10s' is no end of a run: a ten is written T"),
        ("QQ,AhAh", "'AhAh' at position 3: Ah stands twice"),
        ("KKo", "'KKo' at position 0: a pair is neither suited nor offsuit: KK"),
        ("AAs", "'AAs' at position 0: a pair is neither suited nor offsuit: AA"),
        ("77o+", "'77o+' at position 0: a pair is neither suited nor offsuit: 77"),
        ("-22", "'-22' at position 0: a dash stands between two hands"),
        ("22--55", "'22--55' at position 0: a dash stands between two hands"),
        ("AA-AK", "'AA-AK' at position 0: no run leads from AA to AK"),
        ("A5s-K2s", "'A5s-K2s' at position 0: no run leads from A5s to K2s"),
        ("A5s-A2o", "'A5s-A2o' at position 0: no run leads from A5s to A2o"),
        ("A5-A2s", "'A5-A2s' at position 0: no run leads from A5 to A2s"),
        ("22-AKs", "'22-AKs' at position 0: no run leads from 22 to AKs"),
        ("AA-KK-QQ", "'AA-KK-QQ' at position 0: no hand"),
        ("22–55", "'22–55' at position 0: no hand; hands are written AA, AKs,"),
        ("22–55", "'–' is U+2013"),
        ("AKſ", "'ſ' is U+017F"),
        ("\u212aQs", "is U+212A"),
        ("AA\x00", "'\\x00' is U+0000"),
        ("🂡K♥", "is U+1F0A1"),
        ("random+", "'random+' at position 0: no hand"),
        ("K", "'K' at position 0: no hand"),
        ("Ah", "'Ah' at position 0: a combo has two cards, not 1"),
        ("AhKdQc", "'AhKdQc' at position 0: a combo has two cards, not 3"),
        ("AKsQQ", "'AKsQQ' at position 0: no hand"),
        ("AA:2", "'AA:2' at position 0: a weight of 2 is above 1; per cent are written AKs@50"),
        ("AA:1.0000000001", "'AA:1.0000000001' at position 0: a weight of 1.0000000001 is above 1"),
        ("AA@101", "'AA@101' at position 0: 101 per cent are above 100"),
        ("KK,AA:", "'AA:' at position 3: a number is missing"),
        ("AA@", "'AA@' at position 0: a number is missing"),
        ("AA:x", "'AA:x' at position 0: 'x' is no number"),
        ("AA:nan", "'AA:nan' at position 0: 'nan' is no number"),
        ("AA:-1", "'AA:-1' at position 0: '-1' is no number"),
        ("AA:1_0", "'AA:1_0' at position 0: '1_0' is no number"),
        ("AA:٥", "'٥' is U+0665"),
        ("AA:0.5:0.5", "'0.5:0.5' is no number"),
        ("AA@5:0.5", "'5:0.5' is no number"),
        ("AA@1e1", "'1e1' is no number"),
        ("AA :0.5", "':0.5' at position 3: a weight stands right behind its hand"),
        ("0.5", "'0.5' at position 0: a weight stands behind its hand"),
        ("top 15", "'top 15' at position 0: the best hands are written with a percentage"),
        ("top", "'top' at position 0: the best hands are written with a percentage"),
        ("top 15％", "'％' is U+FF05"),
        ("top, 15%", "'top' at position 0: the best hands are written with a percentage"),
        ("top 101%", "'top 101%' at position 0: 101 per cent are above 100"),
        ("top x%", "'top x%' at position 0: 'x' is no number"),
        ("KK,0.5(AA", "'0.5(' at position 3: the group is not closed with ')'"),
        ("KK,[50]AA", "'[50]' at position 3: the group is not closed with '[/50]'"),
        ("AA)", "')' at position 2: no group is open"),
        ("AA[/50]", "'[/50]' at position 2: no group is open"),
        ("AA]", "']' at position 2: no group is open"),
        ("[50]AA[/40]", "'[/40]' at position 6: the group of '[50]' closes with '[/50]'"),
        ("[50]AA)", "')' at position 6: the group of '[50]' closes with '[/50]'"),
        ("0.5(AA[/50]", "'[/50]' at position 6: the group of '0.5(' closes with ')'"),
        ("[50AA", "'[50AA' at position 0: the weight of a group is not closed with ']'"),
        ("[]AA[/]", "'[]' at position 0: a number is missing"),
        ("(AA)", "'(' at position 0: a group starts with its weight"),
        ("AA (KK)", "'AA (' at position 0: 'AA' is no number"),
        ("2(AA)", "'2(' at position 0: a weight of 2 is above 1"),
        ("[150]AA[/150]", "'[150]' at position 0: 150 per cent are above 100"),
        ("0.5(KK,0.3(AA))", "'0.3(' at position 7: groups do not nest, and '0.5(' is not closed with ')'"),
        ("[50]0.3(AA)[/50]", "'0.3(' at position 4: groups do not nest, and '[50]' is not closed with '[/50]'"),
        ("0.5(AA:0.3)", "'AA:0.3' at position 4: '0.5(' gives the weight to all of its group"),
        ("[50]top 5%@10[/50]", "'top 5%@10' at position 4: '[50]' gives the weight to all of its group"),
    ],
)
def test_bad_text_is_named_with_its_position(text: str, message: str) -> None:
    with pytest.raises(RangeError, match=re.escape(message)):
        Range(text)


@pytest.mark.parametrize("given_instead", [None, 5, b"AA", ["AA"], np.zeros(1326)])
def test_a_range_is_text(given_instead: Any) -> None:
    with pytest.raises(RangeError, match=r"a range is text such as .* arrays go to Range\.from_weights"):
        Range(given_instead)


pieces = st.sampled_from(
    [*RANKS, *"cdhsoxtakCDHSO+-:@%.,;()[]/ \t\n05♠♥–\ufe0f", "random", "top ", "[50]", "[/50]", "0.5("]
)


def reads_or_refuses(text: str) -> None:
    try:
        hands = Range(text)
    except RangeError:
        return
    assert Range(str(hands)) == hands


@given(st.lists(pieces, max_size=12).map("".join))
@settings(at_any_speed, max_examples=1000)
def test_scrambled_notation_reads_or_is_refused(text: str) -> None:
    reads_or_refuses(text)


@given(st.one_of(st.text(), st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape"))))
@at_any_speed
def test_any_text_reads_or_is_refused(text: str) -> None:
    reads_or_refuses(text)


def hostile_texts(size: int) -> Iterable[str]:
    yield from (" " * size, "AA" + " " * size, " " * size + "(", ("AA" + " " * 500) * (size // 500))
    yield from ("1" * size + "x", "AA:" + "1" * size + "x", "AA:0." + "1" * size, "1" * size + "%(", "1." * size)
    yield from ("-" * size + "x", "A-" * size + "x", "AA-" * size, "Ax" * size, "Ah" * size, "A" * size, "A;" * size)
    yield from ("[" * size, "[50" * size, "(" * size, "top" + " " * size, "top " * size, ":" * size, "@:" * size)


@pytest.mark.parametrize("text", [*hostile_texts(200_000)], ids=lambda text: repr(text[:8]))
def test_long_text_is_read_in_linear_time(text: str) -> None:
    started = time.perf_counter()
    reads_or_refuses(text)
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize("text", ["AA:1e-400", "AA:0." + "0" * 400 + "1", "AA@0." + "0" * 330 + "1"])
def test_a_weight_that_only_rounding_makes_zero_is_refused(text: str) -> None:
    with pytest.raises(RangeError, match="too small"):
        Range(text)
