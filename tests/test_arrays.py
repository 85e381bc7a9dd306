"""Arrays that a kernel cannot read as they are: converted piece by piece, with the same answers in bounded memory."""

import operator
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from holdem_core import (
    CardError,
    ChipError,
    HoldemError,
    Rake,
    ShowdownBatch,
    _arrays,
    deal,
    evaluate,
    settle,
    showdown_batch,
)

MANY = 300_000
TEMPORARY = 8_000_000  # bytes; converting the chips of all these hands would take 14 million


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_arrays, "PIECE", 3)
    monkeypatch.setattr(_arrays, "STRETCH", 20)


@given(st.lists(st.integers(0, 7), max_size=4))
def test_pieces_cover_every_hand_once(shape: list[int]) -> None:
    seen = np.zeros(shape, dtype=int)
    for piece in _arrays.pieces(tuple(shape), 3):
        assert seen[piece].size <= 3
        seen[piece] += 1
    assert (seen == 1).all()


def tables(shape: tuple[int, ...], seats: int) -> tuple[NDArray[Any], ...]:
    """Chips, strengths, who is live, and an order of odd chips."""
    rng = np.random.default_rng(4)
    live = rng.random((*shape, seats)) < 0.8
    live[..., 0] = True
    order = rng.permuted(np.broadcast_to(np.arange(seats), (*shape, seats)), axis=-1)
    return rng.integers(0, 120, (*shape, seats)), rng.integers(1, 4, (*shape, seats)), live, order


@pytest.mark.parametrize("shape", [(7,), (2, 5), (1, 1, 4), (3, 0)])
@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "u8"])
@pytest.mark.usefixtures("small_pieces")
def test_chips_of_any_type_settle_as_int64_does(shape: tuple[int, ...], dtype: str) -> None:
    chips, strengths, live, order = tables(shape, 4)
    for rake in (None, Rake("7", cap=5), np.full(shape, 0, dtype=dtype)):
        options: dict[str, Any] = {"live": live, "rake": rake, "unit": np.array(2, dtype=dtype)}
        expected = settle(chips, strengths, order=order, **options)
        found = settle(chips.astype(dtype), strengths.astype(dtype), order=order.astype(dtype), **options)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == np.int64


@pytest.mark.parametrize("dtype", ["i2", "i8", "u8"])
@pytest.mark.usefixtures("small_pieces")
def test_cards_of_any_type_meet_as_bytes_do(dtype: str) -> None:
    holes, boards = deal(11, 4, rng=2)
    boards[::3] = 255  # before the flop, where one seat is left
    chips, _, live, _ = tables((11,), 4)
    live[::3, 1:] = False
    for rake in (None, Rake("5")):
        expected = showdown_batch(holes, boards, chips, live, rake=rake)
        boards_here = boards.astype(dtype)
        found = showdown_batch(holes.astype(dtype), boards_here, chips.astype(np.int32), live, rake=rake)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.usefixtures("small_pieces")
def test_the_hand_that_cannot_be_settled_is_named_in_any_piece() -> None:
    chips, strengths, live, _ = tables((2, 5), 4)
    chips[1, 3, 2] = -1
    with pytest.raises(ChipError, match=r"hand \(1, 3\): contribution of seat 2 is -1, below 0; 1 of 10 hands is bad"):
        settle(chips.astype(np.int8), strengths, live=live)
    order = np.tile(np.arange(4, dtype=np.int16), (2, 5, 1))
    order[1, 4, 0] = 1
    with pytest.raises(ChipError, match=r"hand \(1, 4\): order is"):
        settle(np.abs(chips), strengths, live=live, order=order)
    holes, boards = deal(10, 4, rng=2)
    holes[8, 3] = holes[8, 2]
    with pytest.raises(CardError, match=r"hand 8: .* is there twice; 1 of 10"):
        showdown_batch(holes.astype(np.int64), boards, np.ones((10, 4), dtype=int), np.ones((10, 4), dtype=bool))


def test_one_number_that_stands_for_no_order_is_refused_in_an_order() -> None:
    with pytest.raises(ChipError, match="order"):
        settle([[1, 1]], np.array([[1, 1]]), order=np.full((1, 2), np.iinfo(np.int64).min))  # type: ignore[list-item]


@pytest.mark.parametrize("types", [("i8", "i4"), ("u2", "i8"), ("i1", "u8")])
@pytest.mark.parametrize("validate", [True, False])
def test_hole_cards_and_boards_may_be_of_different_types(types: tuple[str, str], validate: bool) -> None:
    holes, boards = deal(100, 3, rng=5)
    expected = evaluate(holes, boards[:, None, :])
    found = evaluate(holes.astype(types[0]), boards[:, None, :].astype(types[1]), validate=validate)
    np.testing.assert_array_equal(found, expected)
    boards[7, 3] = 60
    with pytest.raises(CardError, match=r"hand \(7, 0\): card 5 is 60"):
        evaluate(holes.astype(types[0]), boards[:, None, :].astype(types[1]), validate=validate)


def by_kind() -> dict[str, Callable[[], object]]:
    holes, boards = deal(MANY, 6, rng=1)
    chips, _, live, order = tables((MANY,), 6)
    strengths = evaluate(holes, boards[:, None, :])
    narrow, wide = chips.astype(np.int32), holes.astype(np.int64)
    wide_boards = boards.astype(np.int32)
    return {
        "settle": lambda: settle(chips, strengths, live=live),
        "order": lambda: settle(chips, strengths, live=live, order=order),
        "int32 chips": lambda: settle(narrow, strengths, live=live),
        "rake": lambda: showdown_batch(holes, boards, chips, live, rake=Rake("5")),
        "int64 cards": lambda: showdown_batch(wide, wide_boards, chips, live),
        "two types": lambda: evaluate(wide, wide_boards[:, None, :]),
    }


@pytest.mark.parametrize("kind", ["settle", "order", "int32 chips", "rake", "int64 cards", "two types"])
def test_temporaries_are_no_larger_than_a_piece(kind: str) -> None:
    run = by_kind()[kind]
    tracemalloc.start()
    try:
        result = run()
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result is not None
    assert peak - kept < TEMPORARY


# --- answers written over earlier ones ------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["i8", "i4"])
@pytest.mark.usefixtures("small_pieces")
def test_an_earlier_settlement_is_written_over(dtype: str) -> None:
    chips, strengths, live, _ = tables((2, 5), 4)
    earlier = settle(np.ones((2, 5, 4), dtype=dtype), strengths)
    expected = settle(chips, strengths, live=live, rake=Rake(5))
    found = settle(chips.astype(dtype), strengths, live=live, rake=Rake(5), out=earlier)
    for kept, one, other in zip(earlier, found, expected, strict=True):
        assert one is kept
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("dtype", ["u1", "i8"])
@pytest.mark.usefixtures("small_pieces")
def test_an_earlier_batch_is_written_over(dtype: str) -> None:
    chips, _, live, _ = tables((7,), 4)
    holes, boards = deal(7, 4, rng=1)
    earlier = showdown_batch(*deal(7, 4, rng=2), chips, live)
    kept = earlier[:4]
    expected = showdown_batch(holes, boards, chips + 1, live)
    found = showdown_batch(holes.astype(dtype), boards, chips + 1, live, out=earlier)
    assert all(one is other for one, other in zip(found[:4], kept, strict=True))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_cannot_be_written_over_is_refused() -> None:
    chips, strengths, live, _ = tables((7,), 4)
    earlier = settle(chips, strengths)
    frozen = earlier.rake.copy()
    frozen.setflags(write=False)
    for out, message in (
        (earlier[:2], "out is a tuple of 3 arrays"),
        (list(earlier), "out is a tuple of 3 arrays"),
        ((earlier.payouts[:5], *earlier[1:]), r"out\[0\] is int64\(5, 4\); it is an array int64\(7, 4\)"),
        ((*earlier[:2], earlier.rake.astype(np.int32)), r"out\[2\] is int32\(7,\)"),
        ((*earlier[:2], frozen), r"out\[2\] cannot be written to"),
        ((*earlier[:2], None), r"out\[2\] is NoneType"),
    ):
        with pytest.raises(ChipError, match=message):
            settle(chips, strengths, out=out)  # type: ignore[call-overload]
    with pytest.raises(ChipError, match="out is for arrays"):
        settle([1, 2], [3, 4], out=earlier)  # type: ignore[call-overload]
    with pytest.raises(ChipError, match="an earlier ShowdownBatch"):
        showdown_batch(*deal(7, 4, rng=2), chips, live, out=earlier)  # type: ignore[arg-type]


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(-3, 3).filter(bool)), min_size=1, max_size=3),
    st.permutations(range(3)),
)
def test_parts_of_arrays_do_not_overlap_themselves(axes: list[tuple[int, int]], order: list[int]) -> None:
    whole = np.zeros([length * abs(step) for length, step in axes], dtype=np.uint16)
    part = whole[tuple(slice(None, None, step) for _, step in axes)]
    assert not _arrays.overlaps_itself(part.transpose([axis for axis in order if axis < len(axes)]))


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(-9, 9)), min_size=1, max_size=3),
)
def test_no_array_whose_entries_share_memory_is_taken(axes: list[tuple[int, int]]) -> None:
    room = np.zeros(200, dtype=np.uint8)
    shape, strides = zip(*axes, strict=True)
    array = np.lib.stride_tricks.as_strided(room[100:], shape, strides).view(np.uint8)
    np.add.at(room, [100 + sum(map(operator.mul, place, strides)) for place in np.ndindex(*shape)], 1)
    if room.max() > 1:
        assert _arrays.overlaps_itself(array)


def test_strengths_that_lie_in_the_memory_of_payouts_are_refused() -> None:
    chips, _, live, _ = tables((4,), 3)
    holes, boards = deal(4, 3, rng=2)
    earlier = showdown_batch(holes, boards, chips, live)
    for out in (
        earlier._replace(strengths=earlier.payouts.view(np.uint16)[:, :3]),
        earlier._replace(strengths=earlier.returned.view(np.uint16)[:, 3:6]),
    ):
        with pytest.raises(ChipError, match=r"out\[0\] and out\[[12]\] lie in the same memory"):
            showdown_batch(holes, boards, chips, live, out=out)


def test_answers_that_lie_in_the_same_memory_are_refused() -> None:
    chips, strengths, _, _ = tables((4,), 3)
    earlier = settle(chips, strengths)
    room = np.zeros((5, 3), dtype=np.int64)
    for out in (
        earlier._replace(returned=earlier.payouts),
        earlier._replace(payouts=room[1:], returned=room[:-1]),
        earlier._replace(rake=earlier.payouts[:, 0]),
    ):
        with pytest.raises(ChipError, match=r"out\[0\] and out\[[12]\] lie in the same memory"):
            settle(chips, strengths, out=out)
    both = np.zeros((4, 3, 2), dtype=np.int64)
    found = settle(chips, strengths, out=(both[..., 0], both[..., 1], earlier.rake))  # type: ignore[call-overload]
    np.testing.assert_array_equal(found.payouts, earlier.payouts)


@pytest.mark.parametrize("strides", [(0, 8), (8, 8), (24, 0), (-8, 8), (16, 8)])
def test_an_answer_that_overlaps_itself_is_refused(strides: tuple[int, int]) -> None:
    chips, strengths, live, _ = tables((4,), 3)
    overlapping = as_strided(np.zeros(100, dtype=np.int64)[50:], (4, 3), strides)
    earlier = settle(chips, strengths)
    for place, out in enumerate((earlier._replace(payouts=overlapping), earlier._replace(returned=overlapping))):
        with pytest.raises(ChipError, match=rf"out\[{place}\] overlaps itself"):
            settle(chips, strengths, out=out)
    holes, boards = deal(4, 3, rng=2)
    batch = showdown_batch(holes, boards, chips, live)
    with pytest.raises(ChipError, match="overlaps itself"):
        showdown_batch(holes, boards, chips, live, out=batch._replace(payouts=overlapping))
    short = as_strided(np.zeros(100, dtype=np.uint16)[50:], (4, 3), (2, 2))
    with pytest.raises(ChipError, match="overlaps itself"):
        showdown_batch(holes, boards, chips, live, out=batch._replace(strengths=short))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-9, 9)), max_size=3))
def test_entries_in_the_same_memory_are_found(axes: list[tuple[int, int]]) -> None:
    shape, steps = tuple(length for length, _ in axes), tuple(step for _, step in axes)
    places = [sum(i * step for i, step in zip(at, steps, strict=True)) for at in np.ndindex(shape)]
    strided = as_strided(np.zeros(100, dtype=np.int64)[50:], shape, tuple(8 * step for step in steps))
    assert _arrays.overlaps_itself(strided) or len(set(places)) == len(places)


def test_slices_do_not_overlap_themselves() -> None:
    room = np.zeros((6, 4, 5), dtype=np.int64)
    for view in (room, room.T, room[::-2, 1:, ::3], room[:, 0], room.swapaxes(0, 1)[:, ::-1], room[:0], room[2, 1, 3]):
        assert not _arrays.overlaps_itself(np.asarray(view))


# --- on threads -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (1,), (2, 5), (1, 1, 4), (3, 0), (50,)])
@pytest.mark.parametrize("threads", [2, 3, 7])
@pytest.mark.usefixtures("small_pieces")
def test_threads_give_what_one_gives(shape: tuple[int, ...], threads: int) -> None:
    count = int(np.prod(shape))
    holes, boards = (cards.reshape(*shape, *cards.shape[1:]) for cards in deal(count, 4, rng=3))
    chips, strengths, live, order = tables(shape, 4)
    for found, expected in (
        (settle(chips, strengths, order=order, threads=threads), settle(chips, strengths, order=order)),
        (settle(chips.astype("i2"), strengths, threads=threads), settle(chips, strengths)),
        (showdown_batch(holes, boards, chips, live, threads=threads), showdown_batch(holes, boards, chips, live)),
    ):
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)
    each = boards[..., None, :]
    rows = np.concatenate([holes, np.broadcast_to(each, (*holes.shape[:-1], 5))], axis=-1)
    strengths_alone = evaluate(rows)
    for cards in ((holes, each), (rows,), (holes, np.broadcast_to(each, (*holes.shape[:-1], 5)))):
        for validate in (True, False):
            evaluated = evaluate(*cards, validate=validate, threads=threads)
            assert evaluated.dtype == np.uint16
            np.testing.assert_array_equal(evaluated, strengths_alone)
            out = np.zeros(strengths_alone.shape, dtype=np.uint32)
            assert evaluate(*cards, validate=validate, threads=threads, out=out) is out
            np.testing.assert_array_equal(out, strengths_alone)
    turned = np.moveaxis(rows, -1, 0)
    np.testing.assert_array_equal(evaluate(turned, axis=0, threads=threads), strengths_alone)


@pytest.mark.usefixtures("small_pieces")
def test_threads_name_the_first_bad_hand() -> None:
    holes, boards = deal(40, 4, rng=2)
    holes[17, 3] = holes[17, 2] = holes[33, 0, 0]
    boards[33, 2] = 200
    with pytest.raises(CardError, match=r"hand \(17, 2\): .*; 6 of 160 hands are bad"):
        evaluate(holes, boards[:, None, :], threads=3)
    with pytest.raises(CardError, match=r"hand 17: .*; 2 of 40 hands are bad"):
        showdown_batch(holes, boards, np.ones((40, 4), dtype=int), np.ones((40, 4), dtype=bool), threads=3)
    chips = np.ones((40, 4), dtype=int)
    chips[21, 1] = -1
    with pytest.raises(ChipError, match=r"hand 21: contribution of seat 1 is -1, below 0; 1 of 40"):
        settle(chips, chips, threads=3)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", 1025])  # of one hand, too
def test_threads_are_a_number_from_one_on(threads: Any) -> None:
    holes, boards = deal(40, 4, rng=2)
    ones, live = np.ones((40, 4), dtype=int), np.ones((40, 4), dtype=bool)
    for call in (
        lambda: evaluate(holes, boards[:, None, :], threads=threads),
        lambda: evaluate("AhKhQhJhTh", threads=threads),
        lambda: settle(ones, ones, threads=threads),
        lambda: showdown_batch(holes, boards, ones, live, threads=threads),
    ):
        with pytest.raises(HoldemError, match="threads is"):
            call()


@pytest.mark.parametrize("out", [np.zeros(41, dtype=np.uint16), np.zeros(40, dtype=np.uint8), [0] * 40])
@pytest.mark.usefixtures("small_pieces")
def test_threads_write_only_into_what_fits(out: Any) -> None:
    holes, boards = deal(40, 1, rng=2)
    rows = np.concatenate([holes[:, 0], boards], axis=1)
    with pytest.raises(CardError, match="out is"):
        evaluate(rows, out=out, threads=2)


def test_one_hand_in_lists_takes_no_threads() -> None:
    with pytest.raises(ChipError, match="threads are for arrays"):
        settle([1, 1], [1, 1], threads=2)  # type: ignore[call-overload]


@pytest.mark.parametrize("threads", [None, 3])
@pytest.mark.usefixtures("small_pieces")
def test_whatever_lies_in_the_memory_of_the_strengths_is_read_as_it_was(threads: int | None) -> None:
    chips, _, live, _ = tables((50,), 4)
    holes, boards = deal(50, 4, rng=2)
    rng = np.random.default_rng(3)
    given = {
        "live": live,
        "boards": boards,
        "button": rng.integers(0, 4, 50),
        "unit": rng.integers(1, 9, 50),
        "dead": rng.integers(0, 9, 50),
        "rake": rng.integers(0, 2, 50),
        "order": rng.permuted(np.tile(np.arange(4), (50, 1)), axis=1),
    }
    fixed: dict[str, Any] = {"holes": holes, "boards": boards, "contributions": chips, "live": live}
    for name, values in given.items():
        room = np.zeros(50 * 4 * 8, dtype=np.uint8)
        strengths = room[: 50 * 4 * 2].view(np.uint16).reshape(50, 4)
        shared = room[: values.nbytes].view(values.dtype).reshape(values.shape)
        expected = showdown_batch(**fixed | {name: values})
        out = ShowdownBatch(strengths, *(array.copy() for array in expected[1:]))
        shared[:] = values
        found = showdown_batch(**fixed | {name: shared}, out=out, threads=threads)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("threads", [None, 3])
@pytest.mark.usefixtures("small_pieces")
def test_the_bad_hand_is_named_though_answers_lie_in_the_memory_of_hands(threads: int | None) -> None:
    chips, strengths = np.full((50, 2), 5), np.tile([[2, 1]], (50, 1))
    chips[41, 0] = -1
    order = np.tile([[1, 0]], (50, 1))
    out = (order, np.empty_like(chips), np.empty(50, dtype=np.int64))
    with pytest.raises(ChipError, match="hand 41: contribution of seat 0 is -1, below 0; 1 of 50"):
        settle(chips, strengths, order=order, out=out, threads=threads)  # type: ignore[call-overload]
    holes, boards = deal(50, 1, rng=2)
    rows = np.concatenate([holes[:, 0], boards], axis=1).astype(np.uint16)
    rows[41, 4] = 99
    for validate in (True, False):
        given = rows.copy()
        with pytest.raises(CardError, match=r"hand 41: card 4 is 99, .*; 1 of 50 hands is bad"):
            evaluate(given, out=given[:, 0], validate=validate, threads=threads)


@pytest.mark.parametrize("threads", [None, 3])
@pytest.mark.parametrize("dtype", ["u2", "i4"])
@pytest.mark.usefixtures("small_pieces")
def test_what_lies_in_the_memory_of_the_answer_is_read_first(threads: int | None, dtype: str) -> None:
    chips, strengths, live, _ = tables((50,), 4)
    holes, boards = deal(50, 4, rng=2)
    scores = strengths.astype(dtype)
    for turned in (slice(None), slice(None, None, -1)):
        earlier = settle(chips, strengths)
        given, dead = earlier.payouts[turned], earlier.rake[turned]
        expected = settle(given.copy(), scores, dead=dead.copy())
        found = settle(given, scores, dead=dead, out=earlier, threads=threads)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)
        batch = showdown_batch(holes, boards, chips, live)
        given = batch.payouts[turned]
        settled = showdown_batch(holes, boards, given.copy(), live, rake=Rake(5))
        shown = showdown_batch(holes, boards, given, live, rake=Rake(5), out=batch, threads=threads)
        for one, other in zip((*shown, shown.net), (*settled, settled.net), strict=True):  # type: ignore[assignment]
            np.testing.assert_array_equal(one, other)
        rows = np.concatenate([holes[:, 0], boards], axis=1).astype(np.uint16)
        evaluated = evaluate(rows)
        np.testing.assert_array_equal(evaluate(rows, out=rows[turned, 0], threads=threads), evaluated)
