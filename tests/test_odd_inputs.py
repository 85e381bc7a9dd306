"""Inputs that once gave wrong answers, hung or crashed, each with its kind."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal, localcontext
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import dask.array as da
import numpy as np
import pytest

from holdem_core import (
    NO_CARD,
    CardError,
    ChipError,
    Hand,
    Rake,
    best_five,
    build_pots,
    cactus_kev_rank,
    category,
    deal,
    evaluate,
    evaluate7,
    parse_cards,
    settle,
    showdown,
    showdown_batch,
)
from holdem_core.table import Game


class Frame:
    """What iterates over its labels and is an array inside, as data frames do."""

    def __init__(self, values: list[list[int]]) -> None:
        self.values = np.array(values)

    def __iter__(self) -> Any:
        return iter(range(self.values.shape[-1]))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values if dtype is None else self.values.astype(dtype)


def test_frames_are_read_as_arrays() -> None:
    settled = settle(Frame([[100, 200, 300], [50, 60, 70]]), Frame([[5, 3, 1], [1, 2, 3]]))  # type: ignore[call-overload]
    assert settled.payouts.tolist() == [[300, 200, 100], [0, 0, 180]]


@pytest.mark.parametrize("values", [{1: 100, 2: 200}, {100, 200}, "12", b"12", 5, None])
def test_chips_without_an_order_are_refused(values: Any) -> None:
    with pytest.raises(ChipError, match="they are a sequence"):
        settle(values, [5, 6])
    with pytest.raises(ChipError, match="they are a sequence"):
        build_pots(values, [0])


def test_masked_entries_are_refused() -> None:
    chips, live = np.array([[100, 200, 300]]), np.ones((1, 3), dtype=bool)
    strengths = np.array([[1, 2, 3]])

    def masked(array: Any) -> Any:
        return np.ma.array(array, mask=[[False, False, True]])

    for arguments in (
        (masked(chips), strengths, live),
        (chips, masked(strengths), live),
        (chips, strengths, masked(live)),
    ):
        with pytest.raises(ChipError, match="masked"):
            settle(arguments[0], arguments[1], live=arguments[2])
    holes, boards = deal(1, 3, rng=1)
    with pytest.raises(ChipError, match="masked"):
        showdown_batch(holes, boards, masked(chips), live)
    with pytest.raises(ChipError, match="masked"):
        showdown_batch(holes, boards, chips, masked(live))


@pytest.mark.parametrize("percent", ["1e999999999", Decimal("1E-99999999"), "1e-999999999", Decimal("NaN")])
def test_percentages_of_extreme_size_are_refused_at_once(percent: Any) -> None:
    with pytest.raises(ChipError):
        Rake(percent)


def test_many_seats_take_no_cubic_time() -> None:
    seats = 1500
    assert sum(settle(list(range(1, seats + 1)), [5] * seats).payouts) == seats * (seats + 1) // 2
    with pytest.raises(ChipError, match="27 seats"):
        showdown([""] * 27, "", [1] * 27, folded=range(26))


def test_a_hand_in_lists_has_so_many_seats_and_one_in_arrays_any_number() -> None:
    seats = 20_000
    for refused in (lambda: settle([1] * seats, [5] * seats), lambda: build_pots([1] * seats, range(seats))):
        with pytest.raises(ChipError, match="20,000 seats; a hand in lists has 2,000 at most"):
            refused()
    assert settle(np.ones((1, seats), int), np.full((1, seats), 5)).payouts.sum() == seats


HUGE: Any = 10**100_000
HUGE_LIST: Any = [HUGE]


@pytest.mark.parametrize(
    "refused",
    [
        *(lambda chips=chips: settle([chips, 5], [1, 2]) for chips in (HUGE, -HUGE)),
        *(
            lambda name=name: settle([5, 5], [1, 2], **{name: HUGE})
            for name in ("dead", "unit", "rake", "button", "flop")
        ),
        *(
            lambda name=name: settle([5, 5], [1, 2], **dict.fromkeys([name], HUGE_LIST))
            for name in ("live", "order", "dead")
        ),
        lambda: settle([5, 5], [1, [HUGE]]),  # type: ignore[list-item]
        lambda: settle(np.array([[5, 5]]), [[HUGE, 1]]),  # type: ignore[list-item]
        lambda: build_pots([5, HUGE], [0]),
        lambda: build_pots(HUGE, [0]),
        *(lambda percent=percent: Rake(percent) for percent in (HUGE, Fraction(HUGE), [HUGE])),
        lambda: Rake(5, cap=HUGE),
        lambda: showdown(["AhAd", "KhKd"], "2c3d5s7h9c", [5, HUGE]),
        lambda: Game().start([500, HUGE], button=0),
        lambda: Game(blinds=(1, HUGE)),
    ],
)
def test_numbers_of_thousands_of_digits_are_refused_in_few_words(refused: Any) -> None:
    with pytest.raises(ChipError) as caught:
        refused()
    assert len(str(caught.value)) < 200


def test_numbers_of_hundreds_of_digits_are_exact() -> None:
    most = 10**1000 - 1
    shown = showdown(["AhAd", "KhKd"], "2c3d5s7h9c", [most, most])
    assert shown.payouts == (2 * most, 0)
    assert f"{2 * most:,}" in str(shown)


def test_names_are_a_sequence() -> None:
    with pytest.raises(ChipError, match="names are 5"):
        showdown(["AhAd", "KhKd"], "2c3d5s7h9c", [5, 5], names=5)  # type: ignore[arg-type]


def test_net_is_exact_whatever_the_decimal_context() -> None:
    chips = [Decimal("1" * 40), Decimal("1" * 40)]
    shown = showdown(["AhAd", "KhKd"], "2c3d5s7h9c", chips)
    assert shown.net == (Decimal("1" * 40), Decimal("-" + "1" * 40))
    with localcontext(prec=4):
        shown = showdown(["AhAd", "KhKd"], "2c3d5s7h9c", [Decimal("12345.67")] * 2)
        assert [str(amount) for amount in shown.net] == ["12345.67", "-12345.67"]


def test_numpy_integers_are_integers_everywhere() -> None:
    assert settle([5, 5], [1, 2], rake=np.int64(1)).rake == 1
    assert settle([100, 100], [1, 2], rake=Rake(np.int64(5), cap=np.int64(3))).rake == 3  # type: ignore[arg-type]
    assert showdown(["AhAd", "KhKd"], "2c3d5s7h9c", [5, 5], rake=np.int32(1)).rake == 1


def test_rakes_of_the_same_terms_are_equal_and_never_change() -> None:
    assert Rake(5) == Rake("5.0")
    assert hash(Rake(5)) == hash(Rake("5.0"))
    assert pickle.loads(pickle.dumps(Rake("2.5", cap=3))) == Rake("2.5", cap=3)
    with pytest.raises(AttributeError):
        del Rake(5).share


def test_evaluate7_goes_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(evaluate7)) is evaluate7
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(evaluate7, 51, 47, 43, 39, 35, 0, 5).result(timeout=60) == 7462


def test_lazy_arrays_take_no_out() -> None:
    hands = da.from_array(  # type: ignore[no-untyped-call]
        np.zeros((8, 7), dtype=np.uint8), chunks=(1, 7)
    )
    with pytest.raises(CardError, match="lazy"):
        evaluate(hands, out=np.zeros(8, dtype=np.uint16))


def test_net_of_unsigned_chips_is_exact() -> None:
    chips = np.array([[2**53 + 1, 2**53 - 1]], dtype=np.uint64)
    net = showdown_batch(*deal(1, 2, rng=1), chips, np.ones((1, 2), dtype=bool)).net
    assert net.dtype == np.int64
    assert sorted(net[0].tolist()) == [-(2**53 - 1), 2**53 - 1]


def test_any_true_byte_is_true() -> None:
    live = np.array([[0x80, 1, 1]], dtype=np.uint8).view(bool)
    assert settle(np.array([[5, 5, 5]]), np.array([[-1, -2, -3]]), live=live).payouts.tolist() == [[15, 0, 0]]


@pytest.mark.parametrize("known", [(0,), (0, 1), (1, 2, 3), (0, 1, 2, 4)])
def test_boards_with_gaps_or_of_one_or_two_cards_are_refused(known: tuple[int, ...]) -> None:
    holes, boards = deal(1, 2, rng=1)
    board = np.full((1, 5), NO_CARD, dtype=np.uint8)
    board[0, list(known)] = boards[0, list(known)]
    with pytest.raises(CardError, match="hand 0: the board has not 0, 3, 4 or 5 cards"):
        showdown_batch(holes, board, np.ones((1, 2), dtype=int), np.array([[True, False]]))


@pytest.mark.parametrize("flop", ["no", float("nan"), [False], 1])
def test_flop_is_true_or_false(flop: Any) -> None:
    with pytest.raises(ChipError, match="flop"):
        settle([5, 5], [1, 2], rake=Rake(5), flop=flop)
    with pytest.raises(ChipError, match="flop"):
        settle(np.array([5, 5]), np.array([1, 2]), rake=Rake(5), flop=flop if flop != [False] else "no")  # type: ignore[arg-type]


def test_best_five_joins_nothing_and_names_the_bad_hand() -> None:
    holes, boards = deal(50, 6, rng=2)
    joined = np.concatenate([holes, np.broadcast_to(boards[:, None], (50, 6, 5))], axis=-1)
    assert (best_five(holes, boards[:, None, :]) == best_five(joined)).all()
    holes = holes.copy()
    holes[7, 3, 1] = holes[7, 3, 0]
    with pytest.raises(CardError, match=r"hand \(7, 3\): card 1 is .. again; 1 of 300 hands is bad"):
        best_five(holes, boards[:, None, :])


def test_lengths_of_time_are_no_numbers() -> None:
    times: Any = np.array([5, 5], dtype="m8[s]")
    with pytest.raises(ChipError, match="chips are int or Decimal"):
        settle(list(times), [1, 2])
    with pytest.raises(ChipError, match="chips are int or Decimal"):
        build_pots(list(times), {0, 1})
    with pytest.raises(ChipError, match="button"):
        settle([5, 5], [1, 2], button=times[0])
    with pytest.raises(CardError, match="item 0"):
        parse_cards(list(times))
    with pytest.raises(CardError, match="is no strength"):
        category(times[0])


def test_views_of_memory_are_read_as_arrays() -> None:
    view: Any = memoryview
    holes, board = view(np.array([[50, 45], [3, 4]], dtype=np.uint8)), view(parse_cards("QhJhTh2c9d"))
    assert showdown(holes, board, view(np.array([5, 5]))) == showdown([[50, 45], [3, 4]], "QhJhTh2c9d", [5, 5])
    with pytest.raises(CardError, match=r"not an array of shape \(2, 2\)"):
        Hand(holes)
    with pytest.raises(CardError, match=r"not an array of shape \(2, 2\)"):
        showdown(["AhKh", "QsQd"], holes, [5, 5])
    with pytest.raises(ChipError, match="contribution of seat 0"):
        settle(holes, [1, 2])


@pytest.mark.parametrize(
    "board", [[np.array([1, 2]), np.array([3, 4])], [255.0, np.timedelta64(255, "s")], np.array(3)]
)
def test_only_the_id_stands_for_an_unseen_card(board: Any) -> None:
    with pytest.raises(CardError, match="board: "):
        showdown(["AhKh", "QsQd"], board, [5, 5], folded=[1])


def test_hole_cards_of_no_dimension_are_refused() -> None:
    nothing: Any = np.array(3)
    with pytest.raises(CardError, match="hole_cards are"):
        showdown(nothing, "", [5, 5])


@pytest.mark.parametrize("dtype", [complex, float, "M8[s]", object])
def test_empty_arrays_of_any_type_are_no_hands(dtype: Any) -> None:
    empty: Any = np.empty((0, 7), dtype=dtype)
    assert (evaluate(empty).shape, evaluate(empty).dtype) == ((0,), np.uint16)
    assert category(empty).shape == cactus_kev_rank(empty).shape == (0, 7)
