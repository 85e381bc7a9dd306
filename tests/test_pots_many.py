"""Chips of many hands: shapes, dtypes and refusals of the array path, and every hand against the slow twin."""

import random
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from numpy.typing import NDArray
from oracles.settlement import Percentage, clockwise, nearest_even, settle_slowly

from holdem_core.errors import ChipError
from holdem_core.pots.many import Settlement, settle
from holdem_core.pots.rake import Rake

CONTRIBUTIONS = np.array([[100, 250, 400, 30], [50, 50, 50, 1], [0, 10, 10, 7]])
STRENGTHS = np.array([[7, 5, 3, 0], [9, 9, 0, 9], [4, 0, 4, 1]])
PAYOUTS = [[330, 300, 150, 0], [76, 74, 0, 1], [0, 0, 27, 0]]
RETURNED = [[0, 0, 150, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def assert_settled(settlement: Settlement[Any, Any], payouts: Any, returned: Any, rake: Any) -> None:
    for answer, right in zip(settlement, (payouts, returned, rake), strict=True):
        np.testing.assert_array_equal(answer, np.array(right, np.int64), strict=True)


# --- shapes ---------------------------------------------------------------------------------------------


def test_arrays_in_arrays_out() -> None:
    settlement = settle(CONTRIBUTIONS, STRENGTHS)
    assert_settled(settlement, PAYOUTS, RETURNED, [0, 0, 0])


@pytest.mark.parametrize("leading", [(), (1,), (3,), (2, 3), (2, 1, 3), (1, 1, 1, 1)])
def test_any_leading_shape(leading: tuple[int, ...]) -> None:
    hands = int(np.prod(leading))
    contributions = np.arange(4 * hands).reshape(*leading, 4)
    strengths = (np.arange(4 * hands) * 7 % 5 + 1).reshape(*leading, 4)
    settlement = settle(contributions, strengths)
    assert settlement.payouts.shape == settlement.returned.shape == (*leading, 4)
    assert np.shape(settlement.rake) == leading
    for hand in np.ndindex(leading):
        alone = settle(contributions[hand].tolist(), strengths[hand].tolist())
        assert tuple(settlement.payouts[hand]) == alone.payouts
        assert tuple(settlement.returned[hand]) == alone.returned


def test_one_stack_for_all_hands_is_broadcast() -> None:
    strengths = np.array([[9, 5, 3], [3, 5, 9], [5, 9, 9]])
    payouts = [[30, 80, 0], [0, 0, 110], [0, 55, 55]]
    assert_settled(settle(np.array([10, 50, 50]), strengths), payouts, np.zeros((3, 3), int), np.zeros(3, int))
    assert_settled(settle([10, 50, 50], strengths), payouts, np.zeros((3, 3), int), np.zeros(3, int))


def test_one_row_of_strengths_is_broadcast() -> None:
    contributions = np.array([[10, 50, 50], [50, 50, 10]])
    assert settle(contributions, np.array([9, 5, 3])).payouts.tolist() == [[30, 80, 0], [110, 0, 0]]


def test_leading_shapes_are_broadcast_against_each_other() -> None:
    contributions = np.array([[[10, 50, 50]], [[20, 20, 20]]])
    strengths = np.array([[9, 5, 3], [3, 5, 9], [5, 9, 0]])
    settlement = settle(contributions, strengths, button=np.array([[0], [1]]))
    assert settlement.payouts.tolist() == [
        [[30, 80, 0], [0, 0, 110], [0, 110, 0]],
        [[60, 0, 0], [0, 0, 60], [0, 60, 0]],
    ]


def test_button_alone_gives_the_shape() -> None:
    settlement = settle([1, 50, 50], [0, 9, 9], button=np.array([0, 1, 2]))  # type: ignore[call-overload]
    assert_settled(settlement, [[0, 51, 50], [0, 50, 51], [0, 51, 50]], np.zeros((3, 3), int), [0, 0, 0])


@pytest.mark.parametrize(
    ("what", "values", "payouts"),
    [
        ("button", [0, 1], [[0, 54, 53], [0, 53, 54]]),
        ("unit", [1, 5], [[0, 54, 53], [0, 57, 50]]),
        ("dead", [0, 3], [[0, 54, 53], [0, 55, 55]]),
        ("rake", [7, 0], [[0, 50, 50], [0, 54, 53]]),
        ("rake", [8, 7], [[0, 50, 49], [0, 50, 50]]),
        ("live", [[False, True, True], [False, False, True]], [[0, 54, 53], [0, 0, 107]]),
        ("order", [[0, 2, 1], [1, 0, 2]], [[0, 53, 54], [0, 54, 53]]),
    ],
)
def test_each_setting_may_differ_from_hand_to_hand(what: str, values: list[Any], payouts: list[Any]) -> None:
    contributions, strengths = np.array([[7, 50, 50]] * 2), np.array([[0, 9, 9]] * 2)
    setting: dict[str, Any] = {what: np.array(values)}
    settlement = settle(contributions, strengths, **setting)
    assert settlement.payouts.tolist() == payouts
    for hand, value in enumerate(values):
        assert settle(contributions, strengths, **{what: value}).payouts[hand].tolist() == payouts[hand]


def test_flop_may_differ_from_hand_to_hand() -> None:
    contributions, strengths = np.array([[500, 500]] * 3), np.array([[9, 5]] * 3)
    flop = np.array([True, False, True])
    assert settle(contributions, strengths, rake=Rake(5), flop=flop).rake.tolist() == [50, 0, 50]
    assert settle(contributions, strengths, rake=Rake(5), flop=False).rake.tolist() == [0, 0, 0]
    assert settle(contributions, strengths, rake=Rake(5, no_flop_no_drop=False), flop=flop).rake.tolist() == [50] * 3
    assert settle(contributions, strengths, rake=13, flop=flop).rake.tolist() == [13] * 3
    assert settle([500, 500], [9, 5], rake=Rake(5), flop=flop).rake.tolist() == [50, 0, 50]  # type: ignore[call-overload]


@pytest.mark.parametrize("rake", [None, 13, Rake(5), Rake(5, no_flop_no_drop=False)])
@pytest.mark.parametrize("flop", ["zz", 1, None, [1, 0]])
def test_flop_that_is_no_boolean_is_refused_raked_or_not(rake: Any, flop: Any) -> None:
    with pytest.raises(ChipError, match="flop is of type"):
        settle(np.array([[500, 500], [5, 5]]), np.array([[9, 5], [5, 9]]), rake=rake, flop=flop)


def test_rake_is_capped() -> None:
    contributions = np.array([[500, 500], [50, 50]])
    for cap, rakes in [(None, [50, 5]), (20, [20, 5]), (5, [5, 5]), (0, [0, 0]), (Decimal(7), [7, 5])]:
        assert settle(contributions, np.array([9, 5]), rake=Rake(5, cap=cap)).rake.tolist() == rakes


def test_rake_alone_may_give_the_shape() -> None:
    settlement = settle([500, 500], [9, 5], rake=np.array([[0], [50]]))  # type: ignore[call-overload]
    assert_settled(settlement, [[[1000, 0]], [[950, 0]]], np.zeros((2, 1, 2), int), [[0], [50]])


def test_no_hands_at_all() -> None:
    for leading in [(0,), (3, 0), (0, 2)]:
        settlement = settle(np.zeros((*leading, 6), int), np.zeros((*leading, 6), np.uint16), rake=Rake(5))
        assert settlement.payouts.shape == settlement.returned.shape == (*leading, 6)
        assert settlement.rake.shape == leading
        assert settlement.payouts.dtype == settlement.rake.dtype == np.int64
    everything = settle(
        np.zeros((0, 3), int),
        np.zeros((0, 3), int),
        live=np.zeros((0, 3), bool),
        button=np.zeros(0, int),
        unit=np.zeros(0, int),
        dead=np.zeros(0, int),
        rake=np.zeros(0, int),
        order=np.zeros((0, 3), int),
    )
    assert everything.payouts.shape == (0, 3)


def test_one_seat_takes_everything() -> None:
    settlement = settle(np.array([[70], [0]]), np.array([[5], [1]]), dead=2)
    assert_settled(settlement, [[72], [2]], [[70], [0]], [0, 0])


@pytest.mark.parametrize("seats", [1, 2, 3, 6, 9, 22, 64, 200])
@pytest.mark.parametrize("rake", [None, Rake("4.5", cap=700), 99])
def test_any_number_of_seats(seats: int, rake: Any) -> None:
    rng = np.random.default_rng(seats)
    contributions = rng.integers(0, 1000, (8, seats))
    contributions[4:] = rng.choice([100, 250, 999], (4, seats))
    strengths = rng.integers(1, 2 + seats // 5, (8, seats))
    live = rng.random((8, seats)) < 0.8
    live[:, 0] = True
    settlement = settle(contributions, strengths, live=live, rake=rake, dead=100, unit=5)
    slow_rake = Percentage(Fraction("4.5"), 700) if isinstance(rake, Rake) else rake or 0
    for hand in range(8):
        payouts, returned, taken = settle_slowly(
            contributions[hand].tolist(),
            strengths[hand].tolist(),
            np.flatnonzero(live[hand]).tolist(),
            clockwise(None, seats),
            rake=slow_rake,
            dead=100,
            unit=5,
        )
        assert settlement.payouts[hand].tolist() == payouts
        assert settlement.returned[hand].tolist() == returned
        assert settlement.rake[hand] == taken


# --- memory and dtypes ----------------------------------------------------------------------------------


def spaced(array: NDArray[Any]) -> NDArray[Any]:
    room = np.full([2 * length for length in array.shape], 99, array.dtype)
    view = room[tuple(slice(None, None, 2) for _ in array.shape)]
    view[...] = array
    return view


def reversed_in_memory(array: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def unaligned(array: NDArray[Any]) -> NDArray[Any]:
    room = np.zeros(array.nbytes + 1, np.uint8)
    view = room[1:].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


@pytest.mark.parametrize("laid_out", [np.asfortranarray, spaced, reversed_in_memory, read_only, unaligned])
def test_any_memory_layout(laid_out: Any) -> None:
    live = laid_out(STRENGTHS > 0)
    order = laid_out(np.array([[0, 1, 2, 3]] * 3))
    for kind in (np.int64, np.int32, np.uint16):
        settlement = settle(laid_out(CONTRIBUTIONS), laid_out(STRENGTHS.astype(kind)), live=live, order=order)
        assert_settled(settlement, PAYOUTS, RETURNED, [0, 0, 0])  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i2", ">u2", ">i8", ">u8"])
def test_any_integer_dtype(kind: str) -> None:
    contributions = np.minimum(CONTRIBUTIONS, 120).astype(kind)
    expected = settle(np.minimum(CONTRIBUTIONS, 120), STRENGTHS, button=0)
    for one, other in [(contributions, STRENGTHS), (contributions, STRENGTHS.astype(kind))]:
        settlement = settle(one, other, button=np.array(0, kind), unit=np.ones(3, kind), dead=np.zeros((), kind))
        assert_settled(settlement, expected.payouts, expected.returned, expected.rake)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_strengths_of_every_width_rank_alike(kind: type[np.integer[Any]]) -> None:
    strengths = np.array([[7, 5, 3, 0], [1, 200, 255, 254]], kind)
    payouts = [[330, 300, 150, 0], [0, 0, 780, 0]]
    assert settle(CONTRIBUTIONS[0], strengths).payouts.tolist() == payouts


def test_seats_with_a_strength_above_nothing_are_live_by_default() -> None:
    strengths = np.array([[-3, 5, 0], [-3, 5, 4]])
    assert settle([30, 20, 10], strengths).payouts.tolist() == [[0, 60, 0], [0, 60, 0]]
    assert settle([30, 20, 10], strengths, live=np.ones(3, bool)).payouts.tolist() == [[10, 50, 0], [10, 50, 0]]
    with pytest.raises(ChipError, match=r"hand 0\b.*no seat is left.*1 of 2"):
        settle([30, 20, 10], np.array([[-3, 0, -1], [1, 0, 0]]))


def test_strengths_at_the_ends_of_their_range() -> None:
    lowest, highest = -(2**63) + 1, 2**63 - 1
    live = np.ones(3, bool)
    assert settle([10, 10, 10], np.array([lowest, highest, 5]), live=live).payouts.tolist() == [0, 30, 0]
    assert settle([10, 10, 10], np.array([lowest, lowest + 1, lowest]), live=live).payouts.tolist() == [0, 30, 0]
    assert settle([10, 10, 10], np.array([65535, 65534, 0], np.uint16)).payouts.tolist() == [30, 0, 0]
    assert settle([10, 10, 10], np.array([lowest, 0, lowest]), live=live).payouts.tolist() == [15, 0, 15]


def test_strength_that_stands_for_none_is_refused_and_not_paid_as_none() -> None:
    strengths = np.array([[1, 2], [3, -(2**63)]])
    with pytest.raises(ChipError, match=r"hand 1\b.*seat 1\b.*1 of 2"):
        settle(np.array([10, 10]), strengths, live=np.array([True, True]))
    assert settle([10, 10], [-(2**63), -(2**63) - 1], live={0, 1}).payouts == (20, 0)


def test_lists_beside_arrays_are_read_as_arrays() -> None:
    settlement = settle(CONTRIBUTIONS.tolist(), STRENGTHS, live=(STRENGTHS > 0).tolist(), button=[0, 0, 2])  # type: ignore[call-overload]
    assert_settled(settlement, [PAYOUTS[0], [74, 76, 0, 1], PAYOUTS[2]], RETURNED, [0, 0, 0])


def test_inputs_are_left_alone_and_outputs_are_the_callers() -> None:
    contributions, strengths = CONTRIBUTIONS.copy(), STRENGTHS.copy()
    settlement = settle(contributions, strengths)
    settlement.payouts[...] = -1
    settlement.returned[...] = -1
    np.testing.assert_array_equal(contributions, CONTRIBUTIONS)
    np.testing.assert_array_equal(strengths, STRENGTHS)


def test_threads_settle_at_once() -> None:
    rng = np.random.default_rng(3)
    contributions, strengths = rng.integers(0, 500, (20_000, 6)), rng.integers(1, 9, (20_000, 6))
    expected = settle(contributions, strengths, rake=Rake(5)).payouts
    with ThreadPoolExecutor(4) as threads:
        for settlement in threads.map(lambda _: settle(contributions, strengths, rake=Rake(5)), range(8)):
            np.testing.assert_array_equal(settlement.payouts, expected)


# --- size -----------------------------------------------------------------------------------------------


def test_narrow_dtypes_are_widened_before_they_are_added() -> None:
    """Case S30."""
    contributions = np.full((2, 10), 60000, np.uint16)
    strengths = np.array([range(1, 11), [9] * 10], np.uint16)
    assert settle(contributions, strengths).payouts.tolist() == [[0] * 9 + [600000], [60000] * 10]
    small = np.full((1, 9), 100, np.int8)
    assert settle(small, np.arange(1, 10), dead=np.int8(100)).payouts.tolist() == [[0] * 8 + [1000]]  # type: ignore[call-overload]


def test_sums_that_int64_cannot_hold_are_refused() -> None:
    """Case S30."""
    contributions = np.array([[5, 5], [9 * 10**18, 9 * 10**18], [2**62, 2**62]])
    with pytest.raises(ChipError, match=r"hand 1\b.*int64.*2 of 3"):
        settle(contributions, np.array([1, 2]))
    with pytest.raises(ChipError, match="int64"):
        settle(np.array([2**63 - 1, 0]), np.array([1, 2]), dead=1)
    assert settle([9 * 10**18] * 2, [1, 2]).payouts == (0, 18 * 10**18)


def test_sums_that_int64_just_holds_are_exact() -> None:
    contributions = np.array([[2**62, 2**62 - 2], [2**63 - 2, 0], [2**62 - 1, 2**62 - 1]])
    settlement = settle(contributions, np.array([5, 5]), dead=1, button=0)
    assert_settled(
        settlement,
        [[2**62, 2**62 - 1], [2**63 - 2, 1], [2**62 - 1, 2**62]],
        [[2, 0], [2**63 - 2, 0], [0, 0]],
        [0, 0, 0],
    )


@pytest.mark.parametrize("amount", [2**63, 2**64 - 1, 10**30])
def test_amounts_beyond_int64_are_refused(amount: int) -> None:
    strengths = np.array([1, 2])
    with pytest.raises(ChipError, match=r"contributions.*int64"):
        settle(np.array([amount, amount]), strengths)
    with pytest.raises(ChipError, match="contributions"):
        settle([amount, 1], strengths)
    with pytest.raises(ChipError, match=r"dead.*int64"):
        settle([1, 1], strengths, dead=amount)
    with pytest.raises(ChipError, match=r"strengths.*int64"):
        settle([1, 1], np.array([amount, amount]))


def test_rake_of_the_greatest_pots_is_exact() -> None:
    pots = np.array([2**63 - 1, 2**62 + 1, 9 * 10**18 + 50, 3])
    for percent in ("5", "0.3", "33.3", "99.9999", "100"):
        settlement = settle([0, 0], [9, 5], dead=pots, rake=Rake(percent))  # type: ignore[call-overload]
        expected = [round(int(pot) * Fraction(percent) / 100) for pot in pots]
        assert settlement.rake.tolist() == expected
        assert (settlement.payouts[:, 0] + settlement.rake).tolist() == pots.tolist()


def test_rake_of_great_side_pots_is_in_proportion() -> None:
    # Pots of 3 and of 2 parts in 5.
    stack = 10**18
    settlement = settle(np.array([stack, 2 * stack, 2 * stack]), np.array([9, 5, 3]), rake=10**18 + 3)
    assert settlement.payouts.tolist() == [3 * stack - (6 * 10**17 + 2), 2 * stack - (4 * 10**17 + 1), 0]


def test_percentage_too_fine_for_int64_is_refused_and_exact_alone() -> None:
    fine = Rake(Decimal("1e-18"))
    with pytest.raises(ChipError, match="too fine"):
        settle(np.array([500, 500]), np.array([9, 5]), rake=fine)
    assert settle([10**20, 10**20], [9, 5], rake=fine).rake == 2


@pytest.mark.parametrize("unit", [1, 2, 3, 5, 8, 10**18, 2**62 + 1, 2**63 - 1])
@pytest.mark.parametrize("percent", ["12.5", "50", "0.001", "33.3", "100"])
def test_share_is_rounded_half_to_even_to_any_unit(unit: int, percent: str) -> None:
    pots = [*range(200), 10**18, 2**62, 2**62 + 1, 3 * 2**61, 2**63 - 2, 2**63 - 1]
    settlement = settle([0, 0], [9, 5], dead=np.array(pots), unit=unit, rake=Rake(percent))  # type: ignore[call-overload]
    shares = [Fraction(percent) * pot / 100 for pot in pots]
    rounded = [nearest_even(share / unit) * unit for share in shares]
    assert settlement.rake.tolist() == [min(rake, pot) for rake, pot in zip(rounded, pots, strict=True)]


# --- what is refused ------------------------------------------------------------------------------------


def test_negative_contribution_names_the_hand_the_seat_and_how_many() -> None:
    contributions = np.array([[5, 5, 5], [5, 5, -7], [5, -1, -1], [5, 5, 5]])
    with pytest.raises(ChipError, match=r"hand 1\b.*seat 2\b.*-7.*2 of 4 hands"):
        settle(contributions, np.array([1, 2, 3]))


def test_hand_is_named_by_its_place_in_the_leading_shape() -> None:
    contributions = np.full((2, 3, 4), 5)
    contributions[1, 2, 3] = -1
    with pytest.raises(ChipError, match=r"hand \(1, 2\).*seat 3\b.*1 of 6 hands"):
        settle(contributions, np.array([1, 2, 3, 4]))


def test_broadcast_hands_are_counted_one_by_one() -> None:
    with pytest.raises(ChipError, match=r"hand 0\b.*seat 1\b.*5 of 5 hands"):
        settle(np.array([5, -1]), np.ones((5, 2), int))


def test_one_hand_in_an_array_needs_no_number() -> None:
    with pytest.raises(ChipError, match=r"^contribution of seat 1\b.*-1"):
        settle(np.array([5, -1]), np.array([1, 2]))


@pytest.mark.parametrize(
    ("what", "values", "words"),
    [
        ("button", [0, 3, -1, 2], r"hand 1\b.*button is 3.*2 of 4"),
        ("button", [0, 1, 2, -1], r"hand 3\b.*button is -1.*1 of 4"),
        ("unit", [1, 1, 0, -5], r"hand 2\b.*unit is 0.*2 of 4"),
        ("dead", [0, -3, 0, 0], r"hand 1\b.*dead is -3.*1 of 4"),
        ("rake", [15, 16, 0, 99], r"hand 1\b.*rake of 16.*2 of 4"),
        ("rake", [15, 0, -2, -1], r"hand 2\b.*rake of -2.*2 of 4"),
        ("order", [[0, 1, 2], [0, 0, 2], [0, 1, 3], [2, 1, 0]], r"hand 1\b.*order is \(0, 0, 2\).*2 of 4"),
        ("order", [[0, 1, 2], [2, 1, 0], [-1, 1, 2], [0, 1, -(2**40)]], r"hand 2\b.*order.*2 of 4"),
        ("order", [[0, 1, 2], [-(2**63), 1, 2], [2, 1, 0], [2**63 - 1, 1, 0]], r"hand 1\b.*order.*2 of 4"),
        ("live", [[True, True, True], [False] * 3, [False] * 3, [True, False, False]], r"hand 1\b.*no seat.*2 of 4"),
    ],
)
def test_bad_setting_names_the_first_bad_hand_and_how_many(what: str, values: list[Any], words: str) -> None:
    setting: dict[str, Any] = {what: np.array(values)}
    with pytest.raises(ChipError, match=words):
        settle(np.full((4, 3), 5), np.array([1, 2, 3]), **setting)


def test_nobody_left_is_refused() -> None:
    strengths = np.array([[5, 0], [0, 0], [0, 0]])
    with pytest.raises(ChipError, match=r"hand 1\b.*no seat is left.*2 of 3"):
        settle(np.array([10, 10]), strengths)
    with pytest.raises(ChipError, match=r"hand 1\b.*no seat is left.*2 of 3"):
        settle(np.array([10, 10]), strengths, live=np.ones((3, 2), bool))


@pytest.mark.parametrize("what", ["contributions", "strengths", "button", "unit", "dead", "rake", "order"])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.bool_, np.complex128, "U3", "m8[s]", object])
def test_array_that_holds_no_integers_is_refused(what: str, kind: Any) -> None:
    operands: dict[str, Any] = {"contributions": np.array([[5, 5]] * 2), "strengths": np.array([[1, 2]] * 2)}
    good = operands.get(what, np.array([[0, 1]] * 2) if what == "order" else np.array([1, 1]))
    operands[what] = np.full(good.shape, 1.5, object) if kind is object else good.astype(kind)
    with pytest.raises(ChipError, match=what):
        settle(**operands)


@pytest.mark.parametrize("chips", [1.5, float("nan"), Decimal("0.5"), Decimal("NaN"), Decimal("Infinity"), None, "1"])
def test_chips_that_are_no_integers_are_refused_beside_arrays(chips: Any) -> None:
    with pytest.raises(ChipError, match="contributions"):
        settle([5, chips], np.array([1, 2]))
    with pytest.raises(ChipError, match="dead"):
        settle([5, 5], np.array([1, 2]), dead=chips)


@pytest.mark.parametrize("live", [[0, 1], [1, 1, 0], [1.0, 0.0, 1.0], ["a", "b", "c"], True])
def test_live_beside_arrays_is_a_mask(live: Any) -> None:
    with pytest.raises(ChipError, match="live"):
        settle(np.array([[5, 5, 5]]), np.array([1, 2, 3]), live=live)


@pytest.mark.parametrize(
    "operands",
    [
        {"contributions": np.ones((4, 3), int), "strengths": np.ones((4, 2), int)},
        {"contributions": np.ones((4, 1), int), "strengths": np.ones((4, 3), int)},
        {"contributions": np.ones((4, 3), int), "strengths": np.ones((4, 1), int)},
        {"contributions": np.ones((4, 3), int), "strengths": np.ones((4, 3), int), "live": np.ones((4, 1), bool)},
        {"contributions": np.ones((4, 3), int), "strengths": np.ones((4, 3), int), "live": np.ones((4, 4), bool)},
        {"contributions": np.ones((4, 3), int), "strengths": np.ones((4, 3), int), "order": np.array([0, 1])},
        {"contributions": np.ones((4, 3), int), "strengths": np.ones((4, 3), int), "order": np.zeros((4, 0), int)},
        {"contributions": np.ones((4, 0), int), "strengths": np.ones((4, 0), int)},
        {"contributions": np.array(5), "strengths": np.ones(3, int)},
        {"contributions": np.ones(3, int), "strengths": np.array(5)},
    ],
)
def test_number_of_seats_must_agree(operands: dict[str, Any]) -> None:
    with pytest.raises(ChipError, match=r"contributions|strengths|live|order"):
        settle(**operands)


@pytest.mark.parametrize(
    "setting",
    [
        {"strengths": np.ones((3, 2), int)},
        {"live": np.ones((3, 2), bool)},
        {"button": np.zeros(3, int)},
        {"unit": np.ones((4, 2), int)},
        {"rake": np.zeros(2, int)},
        {"order": np.array([[0, 1]] * 5)},
    ],
)
def test_leading_shapes_that_do_not_broadcast_are_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"shape|broadcast|dimension"):
        settle(**{"contributions": np.ones((4, 2), int), "strengths": np.ones((4, 2), int), **setting})


def test_scalars_of_no_shape_are_refused() -> None:
    with pytest.raises(ChipError):
        settle(np.array(5), np.array(1))


# --- properties and the slow twin -----------------------------------------------------------------------


def test_every_table_of_three_seats_and_up_to_three_chips() -> None:
    hands = [
        (chips, strengths, live)
        for chips in product(range(4), repeat=3)
        for strengths in product(range(3), repeat=3)
        for live in ([0], [0, 1], [0, 2], [1, 2], [0, 1, 2])
        if len(live) == 1 or any(strengths[seat] for seat in live)
    ]
    masks = np.array([[seat in live for seat in range(3)] for _, _, live in hands])
    contributions, strengths = (np.array([hand[column] for hand in hands]) for column in (0, 1))
    settlement = settle(contributions, strengths, live=masks, button=1, dead=1)
    for hand, (chips, ranks, live) in enumerate(hands):
        payouts, returned, _ = settle_slowly(chips, ranks, live, clockwise(1, 3), dead=1)
        assert settlement.payouts[hand].tolist() == payouts, hands[hand]
        assert settlement.returned[hand].tolist() == returned, hands[hand]


@st.composite
def batches(draw: st.DrawFn) -> dict[str, Any]:
    """Arrays of hands full of ties, folds, mucks and short all-ins; scalars or arrays for the rest."""
    hands, seats = draw(st.integers(1, 6)), draw(st.integers(2, 23))
    grain = draw(st.sampled_from([1, 1, 7, 10**12]))

    def seatwise(highest: int, kind: Any = np.int64) -> NDArray[Any]:
        return draw(npst.arrays(kind, (hands, seats), elements=st.integers(0, highest)))

    def handwise(element: st.SearchStrategy[Any]) -> Any:
        return draw(element | st.lists(element, min_size=hands, max_size=hands).map(np.array))

    contributions = seatwise(draw(st.sampled_from([3, 40, 1000]))) * grain
    strengths = seatwise(3, draw(st.sampled_from([np.int64, np.uint16])))
    live = seatwise(3, np.int8) > 0
    for hand in np.flatnonzero(~(live & (strengths > 0)).any(axis=-1)):
        winner = draw(st.integers(0, seats - 1))
        live[hand, winner], strengths[hand, winner] = True, 3
    dead = handwise(st.sampled_from([0, 0, 1, 7, 100]).map(lambda chips: chips * grain))
    second = np.sort(contributions, axis=-1)[:, -2:-1]
    called = np.minimum(contributions, second).sum(axis=-1) + dead
    share = draw(st.integers(0, 20))
    rakes = st.sampled_from([None, called * share // 20, called // grain * share // 20 * grain]) | st.builds(
        Rake,
        st.sampled_from([5, "2.5", "4.7", Decimal("0.3"), Fraction(100, 3), 50, 100]),
        st.none() | st.integers(0, 20).map(lambda cap: cap * grain),
        st.booleans(),
    )
    seed = draw(st.integers(0, 999))
    shuffled = np.random.default_rng(seed).permuted(np.tile(np.arange(seats), (hands, 1)), axis=-1)
    return {
        "contributions": contributions,
        "strengths": strengths,
        "live": live,
        "button": handwise(st.integers(0, seats - 1)),
        "unit": handwise(st.sampled_from([1, 1, 2, 3, 5, 25]).map(lambda unit: unit * grain)),
        "dead": dead,
        "rake": draw(rakes),
        "flop": handwise(st.booleans()),
        "order": draw(st.sampled_from([None, shuffled, shuffled[0]])),
    }


def lone_hand(batch: dict[str, Any], hand: int) -> dict[str, Any]:
    """One hand of a batch, in lists and ints."""
    seats = batch["contributions"].shape[-1]
    alone = {}
    for name, value in batch.items():
        if isinstance(value, np.ndarray):
            whole = np.broadcast_to(value, (len(batch["strengths"]), seats)) if name == "order" else value
            value = whole[hand].tolist()
        alone[name] = value
    return alone


def slowly(hand: dict[str, Any]) -> tuple[list[Fraction], list[Fraction], Fraction]:
    rake = hand["rake"]
    if isinstance(rake, Rake):
        rake = Percentage(Fraction(rake.percent), rake.cap, rake.no_flop_no_drop)
    return settle_slowly(
        hand["contributions"],
        hand["strengths"],
        [seat for seat, live in enumerate(hand["live"]) if live],
        hand["order"] or clockwise(hand["button"], len(hand["strengths"])),
        unit=hand["unit"],
        dead=hand["dead"],
        rake=rake or 0,
        flop=hand["flop"],
    )


@settings(deadline=None, max_examples=200)
@given(batches())
def test_every_hand_of_a_batch_agrees_with_the_slow_twin(batch: dict[str, Any]) -> None:
    settlement = settle(**batch)
    for hand in range(len(batch["strengths"])):
        payouts, returned, rake = slowly(lone_hand(batch, hand))
        assert settlement.payouts[hand].tolist() == payouts
        assert settlement.returned[hand].tolist() == returned
        assert settlement.rake[hand] == rake


@settings(deadline=None, max_examples=60)
@given(batches())
def test_batch_and_lists_agree(batch: dict[str, Any]) -> None:
    settlement = settle(**batch)
    for hand in range(len(batch["strengths"])):
        alone = settle(**lone_hand(batch, hand))
        assert tuple(settlement.payouts[hand]) == alone.payouts
        assert tuple(settlement.returned[hand]) == alone.returned
        assert settlement.rake[hand] == alone.rake


@settings(deadline=None, max_examples=60)
@given(batches())
def test_payouts_and_rake_are_contributions_and_dead_chips(batch: dict[str, Any]) -> None:
    payouts, returned, rake = settle(**batch)
    np.testing.assert_array_equal(payouts.sum(axis=-1) + rake, batch["contributions"].sum(axis=-1) + batch["dead"])
    assert (rake >= 0).all()
    assert (returned >= 0).all()
    assert (returned <= payouts).all()
    assert (returned <= batch["contributions"]).all()
    assert (payouts[~batch["live"]] == 0).all()


@settings(deadline=None, max_examples=50)
@given(batches(), st.sampled_from([2, 11, 100]))
def test_scaling_all_amounts_scales_the_payouts(batch: dict[str, Any], scale: int) -> None:
    scaled = dict(batch)
    for amount in ("contributions", "unit", "dead"):
        scaled[amount] = batch[amount] * scale
    rake = batch["rake"]
    if isinstance(rake, Rake):
        scaled["rake"] = Rake(rake.percent, rake.cap and rake.cap * scale, rake.no_flop_no_drop)
    elif rake is not None:
        scaled["rake"] = rake * scale
    for small, great in zip(settle(**batch), settle(**scaled), strict=True):
        np.testing.assert_array_equal(great, small * scale)


@settings(deadline=None, max_examples=50)
@given(batches(), st.integers(1, 22))
def test_rotating_seats_and_button_rotates_the_payouts(batch: dict[str, Any], places: int) -> None:
    batch["order"] = None
    turned = {name: np.roll(batch[name], places, axis=-1) for name in ("contributions", "strengths", "live")}
    button = (batch["button"] + places) % batch["strengths"].shape[-1]
    rotated = settle(**{**batch, **turned, "button": button})
    np.testing.assert_array_equal(rotated.payouts, np.roll(settle(**batch).payouts, places, axis=-1))


def test_many_random_hands_agree_with_the_slow_twin() -> None:
    rng, sample = np.random.default_rng(11), random.Random(11)
    contributions = rng.choice([0, 25, 100, 400, 1000], (50_000, 6))
    strengths = rng.integers(0, 5, (50_000, 6)).astype(np.uint16)
    strengths[:, 2] += 1
    button = rng.integers(0, 6, 50_000)
    settlement = settle(contributions, strengths, button=button, unit=25, dead=30)
    np.testing.assert_array_equal(settlement.payouts.sum(axis=-1), contributions.sum(axis=-1) + 30)
    for hand in sample.sample(range(50_000), 1500):
        payouts, returned, _ = settle_slowly(
            contributions[hand].tolist(),
            strengths[hand].tolist(),
            np.flatnonzero(strengths[hand]).tolist(),
            clockwise(int(button[hand]), 6),
            unit=25,
            dead=30,
        )
        assert settlement.payouts[hand].tolist() == payouts
        assert settlement.returned[hand].tolist() == returned
