"""Dask arrays pass through ``evaluate`` as lazy arrays."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from holdem_core import CardError, deal, evaluate

da = pytest.importorskip("dask.array")

TYPES = ["u1", "i8"]


def random_hands(n: int) -> NDArray[np.uint8]:
    holes, boards = deal(n, 1, rng=1)
    return np.concatenate([holes[:, 0], boards], axis=1)


def assert_lazy_strengths(strengths: Any, expected: NDArray[np.uint16]) -> None:
    assert isinstance(strengths, da.Array)
    assert strengths.dtype == np.uint16
    assert strengths.shape == expected.shape
    computed = strengths.compute(scheduler="synchronous")
    assert type(computed) is np.ndarray
    assert computed.dtype == np.uint16
    assert np.array_equal(computed, expected)
    assert np.array_equal(strengths.compute(scheduler="threads"), expected)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("validate", [True, False])
def test_hands_stay_lazy(dtype: str, cards: int, validate: bool) -> None:
    hands = random_hands(1000)[:, :cards].astype(dtype)
    lazy = da.from_array(hands, chunks=(300, cards))
    assert_lazy_strengths(evaluate(lazy, validate=validate), evaluate(hands))


@pytest.mark.parametrize("dtype", TYPES)
def test_the_axis_of_lazy_cards_can_be_chosen(dtype: str) -> None:
    hands = random_hands(1000).astype(dtype).reshape(10, 100, 7)
    lazy = da.from_array(np.moveaxis(hands, -1, 0), chunks=(7, 4, 30))
    assert_lazy_strengths(evaluate(lazy, axis=0), evaluate(hands))


@pytest.mark.parametrize("holes_type", TYPES)
@pytest.mark.parametrize("boards_type", TYPES)
def test_hole_cards_and_boards_stay_lazy(holes_type: str, boards_type: str) -> None:
    hands = random_hands(1000)
    holes = da.from_array(hands[:, :2].astype(holes_type), chunks=(300, 2))
    boards = da.from_array(hands[:, 2:].astype(boards_type), chunks=(300, 5))
    assert_lazy_strengths(evaluate(holes, boards), evaluate(hands))


@pytest.mark.parametrize("dtype", TYPES)
def test_seats_and_boards_stay_lazy(dtype: str) -> None:
    holes, boards = deal(1000, 6, rng=2)
    lazy_holes = da.from_array(holes.astype(dtype), chunks=(300, 4, 2))
    lazy_boards = da.from_array(boards.astype(dtype), chunks=(300, 5))
    expected = evaluate(holes, boards[:, None])
    assert_lazy_strengths(evaluate(lazy_holes, lazy_boards[:, None]), expected)
    assert_lazy_strengths(evaluate(lazy_holes, lazy_boards[:, None], validate=False), expected)


def test_lazy_boards_meet_seats_only_where_the_caller_says_so() -> None:
    holes, boards = deal(6, 6, rng=2)
    lazy_holes, lazy_boards = da.from_array(holes), da.from_array(boards)
    with pytest.raises(CardError, match=r"give boards\[:, None, :\] .* boards\[None, :, :\]"):
        evaluate(lazy_holes, lazy_boards)
    assert_lazy_strengths(evaluate(lazy_holes, lazy_boards[:, None]), evaluate(holes, boards[:, None]))


@pytest.mark.parametrize("dtype", TYPES)
def test_lazy_hole_cards_meet_a_board_in_memory(dtype: str) -> None:
    hands = random_hands(1000)
    holes = hands[(hands[:, :2, None] != hands[0, 2:]).all(axis=(1, 2)), :2]
    lazy = da.from_array(holes.astype(dtype), chunks=(300, 2))
    for board in (hands[0, 2:], hands[:1, 2:]):
        assert_lazy_strengths(evaluate(lazy, board), evaluate(holes, board))


@pytest.mark.parametrize("dtype", TYPES)
def test_seats_in_memory_meet_lazy_boards(dtype: str) -> None:
    seats = np.array([[0, 1], [2, 3], [4, 5]], dtype=np.uint8)
    _, boards = deal(1000, 1, dead=range(6), rng=3)
    lazy = da.from_array(boards.astype(dtype), chunks=(300, 5))
    assert_lazy_strengths(evaluate(seats, lazy[:, None]), evaluate(seats, boards[:, None]))


def test_lazy_hole_cards_meet_a_board_in_text() -> None:
    holes = np.array([[50, 46], [0, 5]], dtype=np.uint8)
    assert_lazy_strengths(evaluate(da.from_array(holes), "QhJhTh9c4d"), evaluate(holes, "QhJhTh9c4d"))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("card", [52, 255])
def test_a_bad_card_is_refused_when_strengths_are_computed(dtype: str, card: int) -> None:
    hands = random_hands(1000).astype(dtype)
    hands[777, 3] = card
    lazy = da.from_array(hands, chunks=(300, 7))
    for strengths in (evaluate(lazy), evaluate(lazy[:, :2], lazy[:, 2:])):
        with pytest.raises(CardError):
            strengths.compute(scheduler="synchronous")
        assert np.array_equal(strengths[:600].compute(scheduler="synchronous"), evaluate(hands[:600]))


@pytest.mark.parametrize("dtype", TYPES)
def test_a_card_twice_is_refused_when_strengths_are_computed(dtype: str) -> None:
    hands = random_hands(1000).astype(dtype)
    hands[777, 3] = hands[777, 1]
    lazy = da.from_array(hands, chunks=(300, 7))
    for strengths in (evaluate(lazy), evaluate(lazy[:, :2], lazy[:, 2:])):
        with pytest.raises(CardError):
            strengths.compute(scheduler="synchronous")


@pytest.mark.parametrize("card", [-1, 52, 256, 256 + 5, 2**32 + 5])
@pytest.mark.parametrize("validate", [True, False])
def test_wider_ids_are_always_checked(card: int, validate: bool) -> None:
    hands = random_hands(1000).astype(np.int64)
    hands[777, 3] = card
    lazy = da.from_array(hands, chunks=(300, 7))
    with pytest.raises(CardError):
        evaluate(lazy, validate=validate).compute(scheduler="synchronous")
    with pytest.raises(CardError):
        evaluate(lazy[:, :2], lazy[:, 2:], validate=validate).compute(scheduler="synchronous")


@pytest.mark.parametrize("card", [-1, 52, 256, 256 + 5, 2**32 + 5])
def test_wider_ids_are_checked_beside_bytes(card: int) -> None:
    hands = random_hands(1000)
    bad = hands.astype(np.int64)
    bad[777, 3] = card
    lazy, lazy_bad = da.from_array(hands, chunks=(300, 7)), da.from_array(bad, chunks=(300, 7))
    with pytest.raises(CardError):
        evaluate(lazy[:, :2], lazy_bad[:, 2:]).compute(scheduler="synchronous")
    with pytest.raises(CardError):
        evaluate(lazy_bad[:, :5], lazy[:, 5:]).compute(scheduler="synchronous")


@pytest.mark.parametrize("cards", [2, 4, 8])
def test_lazy_hands_of_a_wrong_size_are_refused_at_once(cards: int) -> None:
    with pytest.raises(CardError, match=rf"5 to 7 cards, not {cards}\b"):
        evaluate(da.zeros((10, cards), dtype=np.uint8))


def test_lazy_numbers_that_are_no_ids_are_refused() -> None:
    lazy = da.zeros((10, 7), dtype=float)
    with pytest.raises((ValueError, TypeError)):
        evaluate(lazy).compute(scheduler="synchronous")
